"""`zaru feed` as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import feedparser
import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
BLOG = EXAMPLES / "blog/index.html"
HOME = "https://hinterhofnotizen.example/"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zaru", "feed", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=120, check=False, encoding="utf-8")


@pytest.mark.parametrize("format_", ["rss", "atom"])
def test_feed_can_be_subscribed_to(format_: str) -> None:
    result = run(BLOG, "--url", HOME, "-f", format_, "--feed-url", f"{HOME}zaru.xml")
    assert result.returncode == 0
    feed = feedparser.parse(result.stdout)
    assert feed.bozo == 0
    assert len(feed.entries) == 8
    first = feed.entries[0]
    assert first.title == "Aus dem Archiv: Fünf Tomaten für einen schattigen Balkon"
    assert first.link == first.id == f"{HOME}2015/11/aus-dem-archiv-fuenf-tomaten/"
    assert tuple(first.published_parsed[:3]) == (2015, 11, 14)


def test_json_feed_is_of_version_1_1() -> None:
    feed = json.loads(run(BLOG, "--url", HOME, "-f", "jsonfeed").stdout)
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert len(feed["items"]) == 8


def test_every_part_is_where_its_span_says() -> None:
    raw = BLOG.read_bytes()
    for line in run(BLOG, "-f", "jsonl").stdout.splitlines():
        article = json.loads(line)
        offset, length = article["spans"]["date"]
        assert article["date"][:10] in raw[offset : offset + length].decode()
        offset, length = article["spans"]["link"]
        assert raw[offset : offset + length].decode() in article["link"]


def test_feed_of_the_page_itself_is_named() -> None:
    assert f"names a feed of its own: {HOME}feed/" in run(BLOG, "--url", HOME).stderr


def test_page_without_a_list_is_one_line_and_exit_1() -> None:
    result = run(EXAMPLES / "shop/about.html")
    assert (result.returncode, result.stdout) == (1, "")
    assert "no list of articles found" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_each_list_page_of_a_site_has_a_feed(tmp_path: Path) -> None:
    folder = tmp_path / "feeds"
    assert run(EXAMPLES / "shinbun", "-f", "atom", "-o", f"{folder}/").returncode == 0
    feeds = [feedparser.parse(path.read_bytes()) for path in folder.iterdir()]
    assert len(feeds) == 3
    assert all(feed.bozo == 0 and feed.entries for feed in feeds)


def test_reasons_are_printed_with_numbers() -> None:
    lines = run(BLOG, "--explain").stdout.splitlines()
    assert "8 articles" in lines[0]
    assert all(line.startswith(f"{n}. ") for n, line in enumerate(lines[1:], 1))
    assert any("score" in line for line in lines[1:])


def test_picked_list_is_read_and_saved(tmp_path: Path) -> None:
    page, rule = tmp_path / "page.html", tmp_path / "list.json"
    news = "".join(
        f"<li><a href=/n/{n}>Nachricht {n} aus dem Ort</a> 2026-01-0{n}" for n in range(1, 6)
    )
    events = "".join(f"<p class=e><a href=/e/{n}>Konzert {n} im Park</a></p>" for n in range(1, 5))
    page.write_text(f"<title>Ort</title><ul>{news}</ul><div>{events}</div>", encoding="utf-8")
    lines = run(page, "--explain").stdout.splitlines()
    number = next(n for n, line in enumerate(lines) if "/p" in line and "4 articles" in line)
    assert number > 1
    picked = run(page, "--pick", str(number), "-f", "jsonl", "--save", rule)
    titles = [json.loads(line)["title"] for line in picked.stdout.splitlines()]
    assert titles == [f"Konzert {n} im Park" for n in range(1, 5)]
    again = run(page, "--by", rule, "-f", "jsonl").stdout
    assert [json.loads(line)["title"] for line in again.splitlines()] == titles
    result = run(page, "--pick", "99")
    assert result.returncode == 1
    assert "no list 99" in result.stderr
    assert run(page, "--pick", "1", "--by", rule).returncode == 2


@pytest.mark.parametrize("target", ["-", "feeds.xml"])
def test_several_feeds_are_not_one_document(tmp_path: Path, target: str) -> None:
    output = target if target == "-" else tmp_path / target
    result = run(BLOG, EXAMPLES / "shinbun/index.html", "-o", output)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].endswith("give -o FOLDER/, or -f jsonl without -o")
    assert not (tmp_path / "feeds.xml").exists()
    lines = run(BLOG, EXAMPLES / "shinbun/index.html", "-f", "jsonl").stdout.splitlines()
    assert len({json.loads(line)["page"] for line in lines}) == 2


def test_links_that_need_the_address_of_the_page_are_said_to_be_lost(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    items = "".join(
        f"<li><a href=/n/{n}>Nachricht {n} aus dem Ort</a> 2026-01-0{n}" for n in range(1, 6)
    )
    page.write_text(f"<title>Ort</title><ul>{items}</ul>", encoding="utf-8")
    said = run(page).stderr
    assert "the address of the page is not known, so 5 of 5 links are left out; give --url" in said
    assert "address" not in run(page, "--url", HOME).stderr
    assert "address" not in run(page, "-f", "jsonl").stderr


def test_bodies_come_from_the_articles_pages() -> None:
    lines = run(BLOG, EXAMPLES / "blog", "--full", "-f", "jsonl").stdout.splitlines()
    bodies = [json.loads(line)["body"] or "" for line in lines]
    assert any("Unser Balkon liegt nach Nordosten" in body for body in bodies)


def test_state_keeps_when_an_article_was_first_seen(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    first = run(BLOG, "--url", HOME, "-f", "atom", "--state", state).stdout
    known = json.loads(state.read_text())["articles"]
    second = run(BLOG, "--url", HOME, "-f", "atom", "--state", state).stdout
    assert first == second
    assert len(known) == 8
    broken = tmp_path / "broken.json"
    broken.write_text("[]")
    result = run(BLOG, "--state", broken)
    assert result.returncode == 2
    assert "--state takes a file that zaru wrote" in result.stderr


def test_saved_list_reads_the_next_page_or_says_that_it_cannot(tmp_path: Path) -> None:
    rule, today, changed = tmp_path / "list.json", tmp_path / "today.html", tmp_path / "new.html"
    found = run(BLOG, "--url", HOME, "-f", "jsonl", "--save", rule).stdout
    raw = BLOG.read_text(encoding="utf-8")
    today.write_text(raw.replace("Flohmarkt im Hof", "Trödel im Hof"), encoding="utf-8")
    changed.write_text(raw.replace("<article", "<div").replace("bookmark", "b"), encoding="utf-8")
    read = run(today, "--url", HOME, "-f", "jsonl", "--by", rule).stdout
    titles = [[json.loads(line)["title"] for line in text.splitlines()] for text in (found, read)]
    assert [title.replace("Flohmarkt", "Trödel") for title in titles[0]] == titles[1]
    result = run(changed, "--by", rule)
    assert result.returncode == 1
    assert "the layout changed" in result.stderr
