"""html2sf, www2sf, `zaru sentences` and `zaru annotate` as a user calls them."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree
from rhoknp import Sentence as KnownSentence
from tests.corpora import make_record

from zaru.corpus.identity import document_id, file_address
from zaru.corpus.standard_format import StandardFormat, read_dtd
from zaru.io.standard_format import read_standard_format

SHINBUN = Path(__file__).parents[3] / "examples/shinbun"
ARTICLE = SHINBUN / "news/local/20090116_01.html"
BIN = Path(sys.executable).parent
# The second byte of 江 is that of "]".
INEXACT = "<p>これは日本語の文章です。</p><svg><![CDATA[入江]></svg>後]]>".encode("cp932")
ENGLISH = "<p>A sieve is made of bamboo, and water runs through it.</p>"


def run(*command: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    path = [str(BIN / command[0]), *map(str, command[1:])]
    return subprocess.run(path, input=stdin, capture_output=True, timeout=180, check=False)


def read_valid(data: bytes, *, extended: bool = False) -> StandardFormat:
    dtd = etree.DTD(io.BytesIO(read_dtd(extended=extended)))
    assert dtd.validate(etree.fromstring(data)), dtd.error_log
    return read_standard_format(data)


def schemes(page: StandardFormat) -> set[tuple[str, ...]]:
    return {tuple(said.scheme for said in s.annotations) for s in page.sentences}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.html").write_text("<p>竹の笊の話です。<a href=sub/b.html>次の話</a>")
    (folder / "sub/b.html").write_bytes(
        "<p>笊を編む話です。<a href=../a.html>前の話</a>".encode("euc_jp")
    )
    (folder / "english.html").write_text(ENGLISH)
    return folder


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


class TestHtml2sf:
    def test_a_page_is_written_to_standard_output(self) -> None:
        result = run("html2sf", ARTICLE)
        assert (result.returncode, result.stderr) == (0, b"")
        page = read_valid(result.stdout)
        raw = ARTICLE.read_bytes()
        assert page.encoding == "Shift_JIS"
        assert sum(1 for _ in page.sentences) > 20
        whole = [
            s for s in page.sentences if raw[s.span[0] :][: s.span[1]].decode("cp932") == s.text
        ]
        assert len(whole) > 15  # the others run across tags

    @pytest.mark.parametrize(
        ("option", "scheme", "read"),
        [
            pytest.param("-j", "JUMAN-MeCab", KnownSentence.from_jumanpp, id="juman"),
            pytest.param("-k", "GiNZA", KnownSentence.from_knp, id="knp"),
        ],
    )
    def test_annotations_are_embedded(self, option: str, scheme: str, read: object) -> None:
        result = run("html2sf", option, ARTICLE)
        assert (result.returncode, result.stderr) == (0, b"")
        page = read_valid(result.stdout)
        assert schemes(page) == {(scheme,)}
        for sentence in page.sentences:
            assert read(sentence.annotations[0].text).text.split()  # type: ignore[operator]

    def test_several_schemes_in_one_file(self) -> None:
        result = run("html2sf", "--annotate", "sudachi", "-j", ARTICLE)
        page = read_valid(result.stdout, extended=True)
        assert schemes(page) == {("JUMAN-MeCab", "Sudachi")}

    def test_url_time_and_extension_are_written(self) -> None:
        options = ("--url", "http://a.jp/?a=1&b=2", "--time", "2006-08-14 19:48:51", "--extended")
        page = read_valid(run("html2sf", *options, ARTICLE).stdout, extended=True)
        assert (page.url, page.time) == ("http://a.jp/?a=1&b=2", "2006-08-14 19:48:51")
        assert next(page.sentences).paragraph is not None

    def test_output_may_be_compressed(self) -> None:
        plain, packed = run("html2sf", ARTICLE).stdout, run("html2sf", "--gzip", ARTICLE).stdout
        assert gzip.decompress(packed) == plain

    def test_standard_input_is_a_page(self) -> None:
        result = run("html2sf", "-", stdin="<p>竹で編む笊です。".encode("iso-2022-jp"))
        assert read_valid(result.stdout).encoding == "ISO-2022-JP"

    def test_nothing_is_written_for_a_page_that_is_not_japanese(self, tmp_path: Path) -> None:
        page = tmp_path / "a.html"
        page.write_text(ENGLISH)
        result = run("html2sf", page)
        assert (result.returncode, result.stdout) == (1, b"")
        assert b"no Japanese sentences" in result.stderr
        assert run("html2sf", "--all-languages", page).returncode == 0

    def test_sentences_of_few_kana_are_kept_on_demand(self, tmp_path: Path) -> None:
        page = tmp_path / "a.html"
        page.write_text(f"<p>竹で編むと、水がよく切れる笊になります。{ENGLISH}")
        few = read_valid(run("html2sf", page).stdout)
        every = read_valid(run("html2sf", "--keep-all-sentences", page).stdout)
        assert [s.text for s in few.sentences] == ["竹で編むと、水がよく切れる笊になります。"]
        assert len(list(every.sentences)) == 2

    @pytest.mark.parametrize(("share", "count"), [("0.5", 2), ("0.6", 1), ("1", 1)])
    def test_the_least_japanese_share_can_be_chosen(
        self, tmp_path: Path, share: str, count: int
    ) -> None:
        page = tmp_path / "a.html"
        page.write_text(
            "<p>笊を編みます。<p>SwiftUIでGoogleMapを表示する方法を調べたのでメモします。"
        )
        found = read_valid(run("html2sf", "--japanese-share", share, page).stdout)
        assert len(list(found.sentences)) == count

    def test_a_share_that_is_none_is_refused(self, tmp_path: Path) -> None:
        result = run("html2sf", "--japanese-share", "60", tmp_path / "a.html")
        assert result.returncode == 2
        assert b"Traceback" not in result.stderr

    def test_a_map_has_the_page_and_the_addresses_of_its_links(self, tmp_path: Path) -> None:
        page, map_ = tmp_path / "a.html", tmp_path / "map.jsonl"
        page.write_text("<p>竹で編む笊です。<a href=b.html>次</a><a href=http://b.jp/>友達</a>")
        found = read_valid(run("html2sf", page, "--map", map_).stdout)
        about, link = map(json.loads, map_.read_text().splitlines())
        assert about["doc_id"] == document_id(file_address(str(page)))
        assert link == {"doc_id": document_id("http://b.jp/"), "url": "http://b.jp/"}
        assert link["doc_id"] in [one.id for out in found.out_links for one in out.targets]

    def test_an_archive_of_one_page_is_a_page(self, tmp_path: Path) -> None:
        archive, page = tmp_path / "x.warc.gz", tmp_path / "a.html"
        body = "<p>竹で編む笊です。".encode("euc_jp")
        page.write_bytes(body)
        record = make_record(body, url="http://a.jp/", time="2024-05-01T00:00:00Z")
        archive.write_bytes(gzip.compress(record))
        options = ("--url", "http://a.jp/", "--time", "2024-05-01 00:00:00")
        assert run("html2sf", archive).stdout == run("html2sf", *options, page).stdout
        archive.write_bytes(gzip.compress(record) + gzip.compress(record)[:-9])
        result = run("html2sf", archive)  # and what else is in it is told
        assert (result.returncode, len(result.stdout) > 100) == (0, True)
        assert b"x.warc.gz at byte" in result.stderr
        archive.write_bytes(gzip.compress(record * 2))
        result = run("html2sf", archive)
        assert (result.returncode, result.stdout) == (2, b"")
        assert b"several pages; convert them with: www2sf" in result.stderr

    def test_texts_without_an_exact_place_are_counted(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ZARU_NO_KERNELS", "1")  # the kernel knows the place of every text
        page = tmp_path / "a.html"
        page.write_bytes(INEXACT)
        assert b"a.html: 1 text without an exact place" in run("html2sf", page).stderr
        result = run("www2sf", tmp_path, tmp_path.with_name(f"{tmp_path.name}-out"))
        assert b"0 done before, 1 text without an exact place" in result.stderr

    @pytest.mark.parametrize(
        ("arguments", "code", "words"),
        [
            pytest.param(["missing.html"], 3, "missing.html: no such file", id="missing"),
            pytest.param(["-j", "-k", str(ARTICLE)], 2, "exclude each other", id="both"),
            pytest.param(["--time", "today", str(ARTICLE)], 2, "is no time", id="time"),
            pytest.param(["--annotate", "mecab", str(ARTICLE)], 2, "juman", id="annotator"),
            pytest.param([str(SHINBUN)], 2, "several pages", id="folder"),
        ],
    )
    def test_what_cannot_be_done_is_said_in_a_line(
        self, arguments: list[str], code: int, words: str
    ) -> None:
        result = run("html2sf", *arguments)
        assert result.returncode == code
        assert words in result.stderr.decode()
        assert "Traceback" not in result.stderr.decode()


class TestWww2sf:
    def test_pages_become_files_of_their_names(self, pages: Path, tmp_path: Path) -> None:
        result = run("www2sf", pages, tmp_path / "out")
        assert result.returncode == 0
        assert result.stderr == b"www2sf: 2 converted, 1 not Japanese, 0 failed, 0 done before\n"
        written = {path for path in read_all(tmp_path / "out") if not path.startswith(".")}
        assert written == {"a.xml", "sub/b.xml", "map.jsonl"}
        first = read_valid((tmp_path / "out/a.xml").read_bytes())
        second = read_valid((tmp_path / "out/sub/b.xml").read_bytes())
        assert second.encoding == "EUC-JP"
        assert [link.text for link in first.in_links] == ["前の話"]
        assert first.in_links[0].targets != second.in_links[0].targets
        assert first.in_links[0].targets[0].id in {
            target.id for link in first.out_links for target in link.targets
        }

    def test_a_second_run_does_what_is_missing_or_changed(
        self, pages: Path, tmp_path: Path
    ) -> None:
        out = tmp_path / "out"
        run("www2sf", pages, out)
        before = read_all(out)
        again = run("www2sf", pages, out)
        assert (again.returncode, read_all(out)) == (0, before)
        assert b"0 converted, 0 not Japanese, 0 failed, 3 done before" in again.stderr
        (out / "a.xml").unlink()
        assert b"1 converted" in run("www2sf", pages, out).stderr
        assert read_all(out) == before
        (pages / "a.html").write_text(ENGLISH)
        assert b"0 converted, 1 not Japanese" in run("www2sf", pages, out).stderr
        assert "a.xml" not in read_all(out)
        assert read_valid((out / "sub/b.xml").read_bytes()).in_links == ()

    def test_other_options_do_everything_again(self, pages: Path, tmp_path: Path) -> None:
        run("www2sf", pages, tmp_path / "out")
        result = run("www2sf", "-j", pages, tmp_path / "out")
        assert b"all pages are done again" in result.stderr
        assert b"2 converted" in result.stderr
        assert schemes(read_valid((tmp_path / "out/a.xml").read_bytes())) == {("JUMAN-MeCab",)}

    def test_an_index_gives_url_and_time(self, pages: Path, tmp_path: Path) -> None:
        note = {"page": "a.html", "url": "http://a.jp/a.html", "time": "2006-08-14T19:48:51Z"}
        (pages / "index.jsonl").write_text(json.dumps(note) + "\n")
        run("www2sf", "--gzip", pages, tmp_path / "out")
        page = read_standard_format(tmp_path / "out/a.xml.gz")
        assert (page.url, page.time) == ("http://a.jp/a.html", "2006-08-14 19:48:51")

    def test_a_folder_may_be_the_mirror_of_a_site(self, pages: Path, tmp_path: Path) -> None:
        (pages / "sub/笊 a.html").write_text("<p>笊の話です。<a href=../a.html>前の話</a>")
        options = ("--url", "http://a.jp/x", "--time", "2006-08-14 19:48:51")
        run("www2sf", *options, pages, tmp_path / "out")
        first = read_standard_format(tmp_path / "out/a.xml")
        assert (first.url, first.time) == ("http://a.jp/x/a.html", "2006-08-14 19:48:51")
        assert len(first.in_links[0].targets) == 2
        other = read_standard_format(tmp_path / "out/sub/笊 a.xml")
        assert other.url == "http://a.jp/x/sub/%E7%AC%8A%20a.html"

    def test_maps_say_which_id_is_which(self, pages: Path, tmp_path: Path) -> None:
        (pages / "sub/c.html").write_text(
            "<p>笊の話です。<a href=../a.html>前の話</a><a href=http://b.jp/x>友達</a>"
        )
        out = tmp_path / "out"
        run("www2sf", pages, out)
        known = [json.loads(line) for line in (out / "map.jsonl").read_text().splitlines()]
        links = [json.loads(line) for line in (out / "links.jsonl").read_text().splitlines()]
        files = {line["doc_id"]: line["file"] for line in known}
        urls = {line["doc_id"]: line["url"] for line in links}
        for line in known:
            found = read_standard_format(out / line["file"])
            for target in (target for link in found.out_links for target in link.targets):
                assert target.id in files or target.id in urls
        page = read_standard_format(out / "sub/c.xml")
        leads = {link.text: link.targets[0].id for link in page.out_links}
        assert (files[leads["前の話"]], urls[leads["友達"]]) == ("a.xml", "http://b.jp/x")

    def test_an_archive_becomes_what_its_pages_become(self, pages: Path, tmp_path: Path) -> None:
        time = "2024-05-01T00:00:00Z"
        paths = sorted(pages.rglob("*.html"))
        urls = {path: f"http://a.jp/{path.relative_to(pages)}" for path in paths}
        records = [make_record(path.read_bytes(), url=urls[path], time=time) for path in paths]
        archive = tmp_path / "x.warc.gz"
        archive.write_bytes(b"".join(map(gzip.compress, records)))
        result = run("www2sf", archive, tmp_path / "archived")
        assert result.stderr == b"www2sf: 2 converted, 1 not Japanese, 0 failed, 0 done before\n"
        options = ("--url", "http://a.jp/", "--time", "2024-05-01 00:00:00")
        assert run("www2sf", *options, pages, tmp_path / "files").returncode == 0
        for line in (tmp_path / "archived/map.jsonl").read_text().splitlines():
            about = json.loads(line)
            name = about["url"].removeprefix("http://a.jp/").replace(".html", ".xml")
            expected = (tmp_path / "files" / name).read_bytes()
            assert (tmp_path / "archived" / about["file"]).read_bytes() == expected
            assert b"<InLinks>" in expected
        again = run("www2sf", archive, tmp_path / "archived")
        assert b"0 converted, 0 not Japanese, 0 failed, 3 done before" in again.stderr

    def test_bad_pages_are_counted_and_the_others_converted(
        self, pages: Path, tmp_path: Path
    ) -> None:
        (pages / "empty.html").write_bytes(b"")
        (pages / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
        result = run("www2sf", pages, tmp_path / "out")
        assert result.returncode == 1
        assert b"2 converted, 1 not Japanese, 2 failed (FormatError 2)" in result.stderr
        assert f"{pages}/empty.html: empty file".encode() in result.stderr

    def test_an_error_is_one_line_whatever_the_name(self, pages: Path, tmp_path: Path) -> None:
        (pages / "a\nb\x1b[31m.html").write_bytes(b"")
        lines = run("www2sf", pages, tmp_path / "out").stderr.decode().splitlines()
        assert len(lines) == 2
        assert "a\\x0ab\\x1b[31m.html: empty file" in lines[0]

    @pytest.mark.parametrize(
        ("arguments", "code", "words"),
        [
            pytest.param(["missing", "out"], 2, "missing", id="missing"),
            pytest.param(["{pages}", "{pages}/out"], 2, "outputs would be read", id="inside"),
            pytest.param(["{pages}"], 2, "DIR2", id="no-target"),
            pytest.param(["{pages}/a.html", "{out}"], 2, "not an archive", id="page"),
            pytest.param(
                ["--url", "http://a.jp/", "{pages}/a.html", "{out}"], 2, "for a folder", id="url"
            ),
            pytest.param(["{empty}", "{out}"], 3, "0 converted", id="empty"),
            pytest.param(["{pages}", "/dev/null/out"], 4, "cannot be written", id="target"),
        ],
    )
    def test_what_cannot_be_done_is_said_in_a_line(
        self, pages: Path, tmp_path: Path, arguments: list[str], code: int, words: str
    ) -> None:
        (tmp_path / "empty").mkdir()
        names = {"pages": pages, "out": tmp_path / "out", "empty": tmp_path / "empty"}
        result = run("www2sf", *(argument.format(**names) for argument in arguments))
        assert result.returncode == code
        assert words in result.stderr.decode()
        assert "Traceback" not in result.stderr.decode()


class TestSentences:
    def test_sentences_are_lines_of_json(self) -> None:
        result = run("zaru", "sentences", ARTICLE, "--annotate", "sudachi")
        records = [json.loads(line) for line in result.stdout.splitlines()]
        assert list(records[0]) == [
            "page", "offset", "url", "encoding", "codec", "sentence", "text", "span", "exact",
            "paragraph", "block", "score", "type", "author", "date", "title", "annotations",
        ]  # fmt: skip
        assert [record["sentence"] for record in records] == list(range(1, len(records) + 1))
        assert all(list(record["annotations"]) == ["Sudachi"] for record in records)

    def test_pages_come_in_order_whatever_the_jobs(self) -> None:
        one = run("zaru", "sentences", SHINBUN, "--jobs", "1")
        three = run("zaru", "sentences", SHINBUN, "--jobs", "3")
        assert one.returncode == three.returncode == 0
        assert one.stdout == three.stdout
        assert b"kept, 0 failed" in three.stderr

    def test_pages_that_are_not_japanese_are_counted(self, tmp_path: Path) -> None:
        (tmp_path / "english.html").write_text("<p>A sieve of bamboo lets the water go.")
        result = run("zaru", "sentences", tmp_path, ARTICLE)
        assert result.stderr.decode() == "zaru: 2 pages read, 1 kept, 1 not Japanese, 0 failed\n"

    def test_main_content_only(self) -> None:
        all_lines = run("zaru", "sentences", ARTICLE).stdout.splitlines()
        kept = run("zaru", "sentences", ARTICLE, "--content-only").stdout.splitlines()
        assert 0 < len(kept) < len(all_lines)

    def test_a_reader_that_has_enough_is_no_error(self) -> None:
        command = [str(BIN / "zaru"), "sentences", str(SHINBUN), str(SHINBUN), "-q"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.wait(60) == 0


class TestAnnotate:
    @pytest.fixture
    def corpus(self, pages: Path, tmp_path: Path) -> Path:
        run("www2sf", pages, tmp_path / "out")
        return tmp_path / "out"

    def test_a_scheme_is_added_in_place_once(self, corpus: Path) -> None:
        result = run("zaru", "annotate", corpus, "--with", "juman")
        assert (result.returncode, result.stderr) == (
            0, b"zaru: 4 annotations added\nzaru: 2 pages read, 2 kept, 0 failed\n",
        )  # fmt: skip
        page = read_valid((corpus / "a.xml").read_bytes())
        assert schemes(page) == {("JUMAN-MeCab",)}
        before = read_all(corpus)
        assert (
            b"zaru: 0 annotations added"
            in run("zaru", "annotate", corpus, "--with", "juman").stderr
        )
        assert read_all(corpus) == before

    def test_another_file_may_be_written(self, corpus: Path, tmp_path: Path) -> None:
        before = read_all(corpus)
        other = tmp_path / "other.xml"
        run("zaru", "annotate", corpus / "a.xml", "--with", "sudachi", "-o", other)
        assert schemes(read_standard_format(other)) == {("Sudachi",)}
        assert read_all(corpus) == before

    def test_compressed_files_stay_compressed(self, corpus: Path) -> None:
        packed = corpus / "z.xml.gz"
        packed.write_bytes(gzip.compress((corpus / "a.xml").read_bytes()))
        run("zaru", "annotate", packed, "--with", "sudachi")
        assert schemes(read_standard_format(gzip.decompress(packed.read_bytes()))) == {("Sudachi",)}

    def test_files_keep_what_they_are(self, corpus: Path) -> None:
        page = corpus / "a.xml"
        page.write_bytes(gzip.compress(page.read_bytes()))
        page.chmod(0o600)
        run("zaru", "annotate", page, "--with", "sudachi")
        assert page.read_bytes().startswith(b"\x1f\x8b")
        assert page.stat().st_mode & 0o777 == 0o600

    def test_bad_files_are_counted_and_the_others_annotated(self, corpus: Path) -> None:
        (corpus / "bad.xml").write_text("<html>")
        result = run("zaru", "annotate", corpus, "missing.xml", "--with", "juman")
        assert result.returncode == 1
        assert b"bad.xml at byte" in result.stderr
        assert b"missing.xml: No such file" in result.stderr
        assert b"4 annotations added" in result.stderr

    def test_one_output_is_for_one_file(self, corpus: Path) -> None:
        result = run("zaru", "annotate", corpus, "--with", "juman", "-o", "x.xml")
        assert result.returncode == 2
        assert b"-o is for one file" in result.stderr


def test_a_killed_www2sf_is_finished_by_the_next(tmp_path: Path) -> None:
    source = tmp_path / "pages"
    for copy in range(4):
        shutil.copytree(SHINBUN, source / f"site{copy}")
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert run("www2sf", source, whole).returncode == 0
    for count in (1, 5, 9):
        command = [str(BIN / "www2sf"), str(source), str(out)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(list(out.rglob("*.xml"))) < count * 3:
            pass
        process.kill()
        process.wait()
        for path in out.rglob("*.xml"):
            read_valid(path.read_bytes())
    assert run("www2sf", source, out).returncode == 0
    assert read_all(out) == read_all(whole)


def test_a_tool_that_comes_or_goes_does_not_mix_schemes(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    juman = tools / "juman"
    juman.write_text(
        f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n"
        "    for c in line.strip():\n        print(c, c, c, '名詞 6 普通名詞 1 * 0 * 0 NIL')\n"
        "    print('EOS', flush=True)\n"
    )
    juman.chmod(0o755)
    run("www2sf", "-j", pages, tmp_path / "out")
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(tools), prepend=":")
        result = run("www2sf", "-j", pages, tmp_path / "out")
        assert b"all pages are done again" in result.stderr
        assert schemes(read_standard_format(tmp_path / "out/a.xml")) == {("JUMAN",)}
    run("www2sf", "-j", pages, tmp_path / "out")
    assert schemes(read_standard_format(tmp_path / "out/a.xml")) == {("JUMAN-MeCab",)}
