"""zaru: pour the web in, keep the text.

>>> import zaru
>>> page = zaru.Page.from_bytes("<h1>ざる</h1><p>竹で編む。".encode())
>>> [(block.tag, block.text, block.span) for block in page.tree.blocks if block.text]
[('h1', 'ざる', (4, 6)), ('p', '竹で編む。', (18, 15))]
"""

from zaru._version import __version__
from zaru.content.content import Content, ContentBlock
from zaru.content.extraction import extract
from zaru.content.page_set import PageSet
from zaru.dom import Block, Tree
from zaru.errors import Failure, InputError, LimitExceeded, UsageError, ZaruError
from zaru.io.sources import read_pages as read
from zaru.limits import Limits
from zaru.page import Origin, Page

__all__ = [
    "Block",
    "Content",
    "ContentBlock",
    "Failure",
    "InputError",
    "LimitExceeded",
    "Limits",
    "Origin",
    "Page",
    "PageSet",
    "Tree",
    "UsageError",
    "ZaruError",
    "__version__",
    "extract",
    "read",
]
