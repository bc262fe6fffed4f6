"""`zaru cat` and `zaru export` as a user calls them."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.corpora import make_corpus, make_record

import zaru
from zaru.corpus.identity import page_id
from zaru.page import Page

SHINBUN = Path(__file__).parents[3] / "examples/shinbun"
BIN = Path(sys.executable).parent
PAGE_LIST = [page for page in zaru.read([SHINBUN]) if isinstance(page, Page)]
ARTICLE = next(page for page in PAGE_LIST if str(page.url).endswith("20090116_01.html"))
ID = page_id(ARTICLE)


def run(*command: str | Path) -> subprocess.CompletedProcess[bytes]:
    path = [str(BIN / command[0]), *map(str, command[1:])]
    return subprocess.run(path, capture_output=True, timeout=180, check=False)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    done = run("zaru", "build", "-j", "--set", "off", SHINBUN, "-o", folder)
    assert done.returncode == 0, done.stderr
    return folder


class TestCat:
    @pytest.mark.parametrize("name", [ID, ID[:10], ARTICLE.url])
    def test_a_page_is_named_by_id_beginning_or_url(self, corpus: Path, name: str) -> None:
        result = run("zaru", "cat", corpus, name)
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout.decode() == zaru.extract(ARTICLE).text + "\n"

    def test_forms(self, corpus: Path) -> None:
        def cat(format_: str) -> bytes:
            return run("zaru", "cat", corpus, ID, "-f", format_).stdout

        assert cat("html") == ARTICLE.raw
        assert cat("markdown").decode() == zaru.extract(ARTICLE).to_markdown()
        assert json.loads(cat("jsonl"))["id"] == ID
        source = str(ARTICLE.origin.source)
        assert ARTICLE.url is not None
        assert ARTICLE.time is not None
        options = ("--url", ARTICLE.url, "--time", ARTICLE.time)
        assert cat("standard-format") == run("html2sf", "-j", *options, source).stdout

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            pytest.param("http://nowhere.jp/", "no page 'http://nowhere.jp/'", id="url"),
            pytest.param("f" * 32, "no page 'ffff", id="id"),
        ],
    )
    def test_a_page_that_is_not_there_is_said(self, corpus: Path, name: str, words: str) -> None:
        result = run("zaru", "cat", corpus, name)
        assert (result.returncode, result.stdout) == (2, b"")
        assert words in result.stderr.decode()

    @pytest.mark.parametrize("command", [("cat", "x"), ("export", "-f", "csv", "-o", "x")])
    def test_what_is_no_corpus_is_said(self, command: tuple[str, ...]) -> None:
        result = run("zaru", command[0], SHINBUN, *command[1:])
        assert result.returncode == 2
        assert b"not a corpus: no corpus.json; make one with: zaru build" in result.stderr
        assert len(result.stderr.splitlines()) == 1

    def test_a_page_without_japanese_has_no_standard_format(self, tmp_path: Path) -> None:
        page = Page.from_bytes(b"<p>A sieve is made of bamboo.", url="http://a.jp/")
        make_corpus(tmp_path, [page])
        result = run("zaru", "cat", tmp_path, "http://a.jp/", "-f", "standard-format")
        assert result.returncode == 2
        assert b"has no Japanese sentences" in result.stderr


class TestExport:
    def test_an_address_is_no_folder_for_an_export(self, corpus: Path, tmp_path: Path) -> None:
        command = [str(BIN / "zaru"), "export", str(corpus), "-f", "csv", "-o", "s3://bucket/x"]
        result = subprocess.run(command, capture_output=True, cwd=tmp_path, check=False)
        assert result.returncode == 2
        assert b"exports go to folders of this machine" in result.stderr
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("options", [(), ("--extended", "--gzip")])
    def test_standard_format_is_what_www2sf_makes(
        self, corpus: Path, tmp_path: Path, options: tuple[str, ...]
    ) -> None:
        """To the byte, links into the pages included."""
        result = run(
            "zaru", "export", corpus, "-f", "standard-format", *options, "-o", tmp_path / "a"
        )
        assert result.returncode == 0, result.stderr
        assert run("www2sf", "-j", *options, SHINBUN, tmp_path / "b").returncode == 0
        lines = [json.loads(line) for line in (tmp_path / "a/map.jsonl").read_bytes().splitlines()]
        assert len(lines) == len(list((tmp_path / "b").rglob("*.xml*"))) > 10
        suffix = ".xml.gz" if options else ".xml"
        for line in lines:
            name = Path(line["page"]).relative_to(SHINBUN).with_suffix(suffix)
            expected = (tmp_path / "b" / name).read_bytes()
            assert (tmp_path / "a" / line["file"]).read_bytes() == expected
        packed = (tmp_path / "a" / lines[0]["file"]).read_bytes()
        assert b"InLinks" in (gzip.decompress(packed) if options else packed)

    def test_of_an_archive_files_have_the_same_names_too(self, tmp_path: Path) -> None:
        records = [make_record(page.raw, url=page.url) for page in PAGE_LIST]
        archive = tmp_path / "x.warc.gz"
        archive.write_bytes(b"".join(map(gzip.compress, records)))
        run("zaru", "build", archive, "-o", tmp_path / "corpus")
        run("zaru", "export", tmp_path / "corpus", "-f", "standard-format", "-o", tmp_path / "a")
        run("www2sf", archive, tmp_path / "b")
        exported, converted = (
            {path.relative_to(out): path.read_bytes() for path in out.rglob("*.xml")}
            for out in (tmp_path / "a", tmp_path / "b")
        )
        assert len(exported) > 10
        assert exported == converted

    def test_masked_addresses_do_not_come_back(self, tmp_path: Path) -> None:
        """In links, neither: they are those of the tables, not of the original."""
        (tmp_path / "in").mkdir()
        page = "<p>笊の店です。<a href=http://a.jp/>手紙はinfo@example.jpへ。</a>電話は03-1234-5678です。"
        (tmp_path / "in/a.html").write_text(page)
        run("zaru", "build", tmp_path / "in", "-o", tmp_path / "corpus", "--mask", "pii")
        for format_ in ("standard-format", "markdown", "jsonl", "csv"):
            out = tmp_path / format_
            assert (
                run("zaru", "export", tmp_path / "corpus", "-f", format_, "-o", out).returncode == 0
            )
            (written,) = (path for path in out.rglob("[!.]*.*") if path.name != "map.jsonl")
            text = written.read_text()
            assert "笊の店です" in text
            assert "info@" not in text
            assert "1234" not in text

    def test_what_was_done_is_said(self, corpus: Path, tmp_path: Path) -> None:
        number = len(PAGE_LIST)
        command = ("zaru", "export", corpus, "-f", "markdown", "-o", tmp_path)
        words = f"zaru: {number} pages written, 0 failed, 0 done before\n"
        assert run(*command).stderr.decode() == words
        words = f"zaru: 0 pages written, 0 failed, {number} done before\n"
        assert run(*command).stderr.decode() == words
        assert run(*command, "-q").stderr == b""

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            pytest.param(["-f", "csv", "--gzip", "-o", "{out}"], "for standard-format", id="gzip"),
            pytest.param(["-f", "csv", "-o", "{corpus}"], "is the corpus itself", id="corpus"),
            pytest.param(["-f", "parquet", "-o", "{out}"], "'parquet' is not one of", id="format"),
            pytest.param(["-f", "csv"], "Missing option '-o'", id="no-output"),
        ],
    )
    def test_what_cannot_be_done_is_said(
        self, corpus: Path, tmp_path: Path, options: list[str], words: str
    ) -> None:
        names = {"out": tmp_path / "out", "corpus": corpus}
        result = run("zaru", "export", corpus, *(option.format(**names) for option in options))
        assert result.returncode == 2
        assert words in result.stderr.decode()
        assert not (tmp_path / "out").exists()
