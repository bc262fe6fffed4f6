"""Pages by their ids, as the corpus itself finds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.corpora import forge, make_corpus
from tests.unit.server.conftest import make_page

from zaru.errors import NotFound, UsageError
from zaru.io.corpus import Corpus
from zaru.server.page_ids import PageIds


def test_every_beginning_of_an_id_finds_what_the_corpus_finds(corpus: Path) -> None:
    opened = Corpus(corpus)
    ids = PageIds(opened)
    for page in opened:
        for digits in (1, 2, 3, 8, 15, 16, 17, 31, 32):
            name = page.id[:digits]
            try:
                expected = opened.find(name).id
            except UsageError:
                with pytest.raises(UsageError, match="several pages begin with"):
                    ids.find(name)
            else:
                assert ids.find(name).id == expected


@pytest.mark.parametrize("name", ["", "0" * 32, "f" * 33, "x", "0X1", "é", "0 1", "-1", "００"])
def test_what_is_no_id_is_not_found(corpus: Path, name: str) -> None:
    with pytest.raises(NotFound, match="no page"):
        PageIds(Corpus(corpus)).find(name)


@pytest.mark.parametrize("forged", ["", "no id", "z" * 32, "0" * 31, "0" * 40])
def test_ids_of_a_foreign_corpus_do_no_harm(tmp_path: Path, forged: str) -> None:
    folder = make_corpus(tmp_path, [make_page(1, "記事", "記事です。")])
    forge(folder, "id", forged)
    with pytest.raises(NotFound):
        PageIds(Corpus(folder)).find("0")


def test_pages_of_one_id_are_told(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, [make_page(number, "記事", "記事です。") for number in (1, 2)])
    forge(folder, "id", "0" * 32)
    for name in ("0", "0" * 16, "0" * 20, "0" * 32):
        with pytest.raises(UsageError, match="several pages"):
            PageIds(Corpus(folder)).find(name)


def test_a_corpus_without_pages_has_none(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        PageIds(Corpus(make_corpus(tmp_path, []))).find("0")
