"""What is kept of pages is read again as it was; damage is said, and takes no memory."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.unit.search.test_tantivy_engine import make_document

from zaru.errors import FormatError
from zaru.search.kept_pages import KeptPages, inflate_block, keep_document, open_keeping

TEXTS = ["", "a", "寺 " * 5000, "".join(map(chr, range(32, 3000))), "一\n二\n三", "𠮟る 😀"]


@pytest.mark.parametrize("words", TEXTS, ids=range(len(TEXTS)))
def test_pages_are_read_as_they_were(tmp_path: Path, words: str) -> None:
    first = make_document(0, [words], [], readings=" にわ  とり", payload="x")
    second = make_document(1, ["b"], [], payload=words)
    with open_keeping(tmp_path / "a") as keep:
        places = [keep_document(page, keep).place for page in (first, second)]
    kept = KeptPages(tmp_path)
    assert kept.read(places[0]) == (words, " にわ  とり", "x")
    assert kept.read(places[1]) == ("b", "", words)


def test_a_file_that_is_not_done_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError), open_keeping(tmp_path / "a") as keep:
        keep_document(make_document(0, ["\udc00"], []), keep)
    assert not list(tmp_path.iterdir())


def test_damage_is_said(tmp_path: Path) -> None:
    with open_keeping(tmp_path / "a") as keep:
        place = keep_document(make_document(0, ["寺"] * 100, []), keep).place
    whole = (tmp_path / "a").read_bytes()
    for data in (b"", whole[:10], whole[:-3], b"\xff" * 12 + whole[12:]):
        (tmp_path / "a").write_bytes(data)
        with pytest.raises(FormatError, match="zaru index --new"):
            KeptPages(tmp_path).read(place)


@given(some.binary(max_size=200), some.integers(1, 40))
def test_blocks_of_any_bytes(data: bytes, times: int) -> None:
    block = pyarrow.Codec("lz4_raw").compress(data * times, asbytes=True)
    assert inflate_block(block, len(data) * times) == data * times


@given(some.randoms(use_true_random=False), some.integers(-1, 2000))
def test_damaged_blocks_raise_one_error(dice: random.Random, size: int) -> None:
    block = bytearray(pyarrow.Codec("lz4_raw").compress("寺と神社".encode() * 90, asbytes=True))
    for _ in range(dice.randint(1, 4)):
        block[dice.randrange(len(block))] = dice.randrange(256)
    with suppress(ValueError):
        assert len(inflate_block(bytes(block), size)) == size
