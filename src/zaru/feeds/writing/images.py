"""The media type of an article's image, as an enclosure must name it."""

from __future__ import annotations

import re

_TYPES = {
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "bmp": "image/bmp",
    "ico": "image/x-icon", "tif": "image/tiff", "tiff": "image/tiff",
}  # fmt: skip
_EXTENSION = re.compile(rf"\.({'|'.join(_TYPES)})(?![a-z0-9])", re.IGNORECASE)


def image_type(url: str) -> str:
    """Return the media type that the last known extension in *url* stands for, else JPEG's.

    Most images without an extension are photographs that a server scales.

    >>> image_type("http://example.com/a.png?w=300"), image_type("http://example.com/i/3")
    ('image/png', 'image/jpeg')
    """
    found = _EXTENSION.findall(url)
    return _TYPES[found[-1].lower()] if found else "image/jpeg"
