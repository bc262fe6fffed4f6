from __future__ import annotations

from pathlib import Path

import pytest

from zaru.errors import FormatError
from zaru.io.publish import publish
from zaru.runs.outputs import check_output, name_output, remove_parts


@pytest.mark.parametrize(
    ("page", "output"),
    [
        ("a.html", "a.xml"),
        ("sub/a.html", "sub/a.xml"),
        ("b.htm", "b.htm.xml"),
        ("c.html.gz", "c.html.gz.xml"),
        ("d.xml", "d.xml.xml"),
        ("D.HTML", "D.HTML.xml"),
        ("e", "e.xml"),
        ("x.html/y", "x.html/y.xml"),
        ("sub/.html", "sub/.html.xml"),
        ("\udcff.html", "\udcff.xml"),
    ],
)
def test_pages_have_outputs_of_their_own_name(page: str, output: str) -> None:
    assert name_output(page, ".xml") == output


def test_pages_that_would_share_an_output_are_told_apart(tmp_path: Path) -> None:
    for name in ("a", "a.html", "b.htm", "b.htm.html", "c"):
        (tmp_path / name).touch()
    with pytest.raises(FormatError, match=r"a\.html beside it would also become a\.xml"):
        check_output(str(tmp_path / "a"), ".xml")
    with pytest.raises(FormatError, match=r"b\.htm\.html beside it"):
        check_output(str(tmp_path / "b.htm"), ".xml")
    for name in ("a.html", "b.htm.html", "c"):
        check_output(str(tmp_path / name), ".xml")


def test_an_output_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.xml").mkdir()
    with pytest.raises(FormatError, match="there is a folder of that name"):
        check_output(str(tmp_path / "a.html"), ".xml")


def test_a_name_has_an_end(tmp_path: Path) -> None:
    check_output(str(tmp_path / ("あ" * 83)), ".xml")
    with pytest.raises(FormatError, match="more than 255 bytes"):
        check_output(str(tmp_path / ("あ" * 84)), ".xml")


def test_parts_are_removed_and_nothing_else(tmp_path: Path) -> None:
    kept = [".a.xml.part", "a.part", f".a.{'g' * 32}.part", f".{'0' * 32}.part", "a.xml"]
    (tmp_path / "sub").mkdir()
    for name in kept:
        (tmp_path / "sub" / name).touch()
    with publish(tmp_path / "sub" / ("長い名前" * 10 + ".xml")):
        assert len(list((tmp_path / "sub").iterdir())) == len(kept) + 1
        part = next(path for path in (tmp_path / "sub").iterdir() if path.name not in kept)
    part.touch()
    remove_parts(tmp_path)
    found = {path.name for path in (tmp_path / "sub").iterdir()}
    assert found == {*kept, "長い名前" * 10 + ".xml"}
