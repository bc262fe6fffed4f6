"""The media type of an image comes from its address."""

from __future__ import annotations

import pytest

from zaru.feeds.writing.images import image_type


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.com/a.JPG", "image/jpeg"),
        ("http://example.com/a.png?v=2", "image/png"),
        ("http://example.com/a.jpg.webp", "image/webp"),
        ("http://img.gifts.example/a", "image/jpeg"),
    ],
)
def test_type_of_image(url: str, expected: str) -> None:
    assert image_type(url) == expected
