from zaru.dom.rows import Rows as Rows
from zaru.dom.rows import count_depths as count_depths
from zaru.dom.rows import group_rows as group_rows
from zaru.dom.rows import index_rows as index_rows
from zaru.dom.rows import read_text as read_text
from zaru.dom.rows import segment_rows as segment_rows

def gap_end(source: bytes, start: int, is_raw_aware: bool = False, /) -> int: ...
