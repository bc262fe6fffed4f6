"""Annotators by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.annotators.tools import JUMAN, KNP, ONLY_EOS, write_tool

from zaru.annotators.loading import check_annotator, load_annotator
from zaru.annotators.names import ANNOTATORS
from zaru.errors import ToolMissing, UsageError

LIBRARIES = {
    "juman": "fugashi",
    "knp": "ginza",
    "sudachi": "sudachipy",
    "sudachi:A": "sudachipy",
    "sudachi:B": "sudachipy",
    "ginza": "ja_ginza",
}


def test_names_are_those_of_the_manual() -> None:
    assert ANNOTATORS == ("juman", "knp", "sudachi", "sudachi:A", "sudachi:B", "ginza")


@pytest.mark.parametrize("use", [load_annotator, check_annotator])
def test_unknown_name_says_which_are_known(use: object) -> None:
    assert callable(use)
    with pytest.raises(
        UsageError, match=r"known: juman, knp, .*, ginza, command:…; did you mean juman\?"
    ):
        use("jumann")


@pytest.mark.parametrize(
    ("name", "source", "scheme"),
    [
        pytest.param("juman", JUMAN, "JUMAN", id="real"),
        pytest.param("juman", ONLY_EOS, "JUMAN-MeCab", id="debian"),
        pytest.param("jumanpp", JUMAN, "JUMAN++", id="jumanpp"),
        pytest.param("other", JUMAN, "JUMAN-MeCab", id="none"),
    ],
)
def test_scheme_says_which_juman_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str, scheme: str
) -> None:
    write_tool(tmp_path, name, source)
    monkeypatch.setenv("PATH", str(tmp_path))
    annotator = load_annotator("juman", deadline_seconds=1.0)
    answers = annotator.annotate(["今日は晴れです。"])
    annotator.close()
    assert annotator.scheme == scheme
    assert str(answers[0]).startswith("今")


def test_real_knp_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tool(tmp_path, "juman", JUMAN)
    write_tool(tmp_path, "knp", KNP)
    monkeypatch.setenv("PATH", str(tmp_path))
    annotator = load_annotator("knp", deadline_seconds=1.0)
    annotator.close()
    assert annotator.scheme == "KNP"


@pytest.mark.parametrize("use", [load_annotator, check_annotator])
@pytest.mark.parametrize("name", ANNOTATORS)
def test_missing_library_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, use: object
) -> None:
    assert callable(use)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, LIBRARIES[name], None)
    extra = "ginza" if name == "knp" else name.partition(":")[0]
    with pytest.raises(ToolMissing, match=rf"run: pip install 'zaru\[{extra}\]'"):
        use(name)


def test_real_tool_makes_up_for_a_missing_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tool(tmp_path, "juman", JUMAN)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "fugashi", None)
    check_annotator("juman")


def test_nothing_heavy_is_imported_before_it_is_asked_for() -> None:
    code = (
        "import sys\n"
        "from zaru.annotators.loading import check_annotator\n"
        "from zaru.annotators.names import ANNOTATORS\n"
        "for name in ANNOTATORS: check_annotator(name)\n"
        "heavy = {'spacy', 'ginza', 'ja_ginza', 'fugashi', 'jumandic', 'sudachipy', 'numpy'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
