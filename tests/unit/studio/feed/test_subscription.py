"""Feeds with a name: what readers get, and that they need not get it twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path

import feedparser
import pytest
from fastapi.testclient import TestClient
from tests.unit.studio.conftest import ask, make_workspace
from tests.unit.studio.feed.pages import ADDRESS, CHANGED, MONDAY, TUESDAY

from zaru.errors import NotFound
from zaru.page import Origin, Page
from zaru.server.headers import DATA_POLICY
from zaru.studio.description import describe_page
from zaru.studio.feed.published import find_subject, read_feed
from zaru.studio.workspace import Workspace

API = f"/api/v1/studio/pages/{MONDAY.id}/feed"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with Monday's page."""
    return make_workspace(tmp_path, [MONDAY])


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    """What asks a studio over it."""
    with ask(folder) as client:
        yield client


def act(client: TestClient, address: str = API, **action: object) -> dict[str, object]:
    answer = client.post(address, json=action)
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def add(folder: Path, *pages: Page) -> None:
    workspace = Workspace(folder)
    list(workspace.pages.add(pages, describe_page))
    workspace.close()


def read_titles(client: TestClient, name: str = "news") -> list[str]:
    return [
        entry.title for entry in feedparser.parse(client.get(f"/feeds/{name}.xml").content).entries
    ]


@pytest.mark.parametrize(
    ("end", "kind"),
    [
        ("xml", "application/rss+xml"),
        ("atom", "application/atom+xml"),
        ("json", "application/feed+json"),
    ],
)
def test_a_feed_is_read_once_and_then_known(client: TestClient, end: str, kind: str) -> None:
    act(client, version=0, name="news")
    answer = client.get(f"/feeds/news.{end}")
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert answer.headers["content-security-policy"] == DATA_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    head = client.head(f"/feeds/news.{end}")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == answer.headers["etag"]
    again = client.get(f"/feeds/news.{end}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]


def test_feedparser_and_json_readers_see_the_articles(client: TestClient) -> None:
    act(client, version=0, name="news")
    for end in ("xml", "atom"):
        found = feedparser.parse(client.get(f"/feeds/news.{end}").content)
        assert not found.bozo
        assert (found.feed.title, len(found.entries)) == ("Sieve news", 6)
        first = found.entries[0]
        assert (first.title, first.link) == ("Notes on sieve 6", "https://news.example/sieves/6")
        assert first.published_parsed[:3] == (2026, 11, 6)
    feed = json.loads(client.get("/feeds/news.json").content)
    assert feed["home_page_url"] == ADDRESS
    assert feed["feed_url"] == "http://localhost/feeds/news.json"
    assert feed["items"][0]["content_text"].startswith("Bamboo of kind 6")


def test_times_are_asked_only_without_a_tag(client: TestClient) -> None:
    act(client, version=0, name="news")
    said = client.get("/feeds/news.xml").headers["last-modified"]
    since = {"If-Modified-Since": said}
    assert client.get("/feeds/news.xml", headers=since).status_code == 304
    earlier = format_datetime(parsedate_to_datetime(said) - timedelta(seconds=1), usegmt=True)
    assert client.get("/feeds/news.xml", headers={"If-Modified-Since": earlier}).status_code == 200
    other = {**since, "If-None-Match": '"other"'}
    assert client.get("/feeds/news.xml", headers=other).status_code == 200
    assert client.get("/feeds/news.xml", headers={"If-Modified-Since": "monday"}).status_code == 200
    assert client.get("/feeds/news.xml", headers={"If-None-Match": "*"}).status_code == 304


def test_the_newest_copy_is_read_by_the_rule_and_ids_stay(folder: Path) -> None:
    with ask(folder) as client:
        act(client, version=0, name="news")
        before = client.get("/feeds/news.xml")
        ids = {entry.title: entry.id for entry in feedparser.parse(before.content).entries}
        add(folder, TUESDAY)
        after = client.get("/feeds/news.xml", headers={"If-None-Match": before.headers["etag"]})
        assert after.status_code == 200
        entries = feedparser.parse(after.content).entries
        assert [entry.title for entry in entries] == [
            f"Notes on sieve {day}" for day in (8, 7, 6, 5, 4, 3, 2)
        ]
        assert all(entry.id == ids.get(entry.title, entry.id) for entry in entries)
        assert entries[0].summary.startswith("Bamboo of kind 8")


def test_what_was_dropped_stays_out_of_newer_copies(folder: Path) -> None:
    with ask(folder) as client:
        state = act(client, version=0, name="news")
        articles = state["articles"]
        assert isinstance(articles, list)
        act(client, version=1, drop=articles[1]["span"])
        add(folder, TUESDAY)
        assert "Notes on sieve 5" not in read_titles(client)
        assert len(read_titles(client)) == 6


def test_a_copy_with_another_layout_is_not_read(folder: Path) -> None:
    add(folder, TUESDAY, CHANGED)
    with ask(folder) as client:
        act(client, version=0, name="news")
        assert read_titles(client)[0] == "Notes on sieve 8"
        assert "The layout changed" in client.get(f"/studio/pages/{MONDAY.id}/feed/preview").text


def test_an_older_copy_changes_nothing(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, [TUESDAY, MONDAY])
    with ask(folder) as client:
        act(client, f"/api/v1/studio/pages/{TUESDAY.id}/feed", version=0, name="news")
        assert len(read_titles(client)) == 7


def test_a_feed_tells_since_when_articles_are_known(folder: Path) -> None:
    add(folder, TUESDAY)
    with ask(folder) as client:
        act(client, version=0, name="news")
        found = feedparser.parse(client.get("/feeds/news.atom").content)
        known = {entry.title: entry.updated for entry in found.entries}
        assert known["Notes on sieve 6"] == "2026-11-09T08:00:00+00:00"
        assert known["Notes on sieve 8"] == "2026-11-10T08:00:00+00:00"


@pytest.mark.parametrize(
    "file",
    ["other.xml", "news", "news.rss", "..%2Fnews.xml", "%2e%2e.xml", "news.xml.json", "%00.xml"],
)
def test_what_is_no_feed_is_not_found(client: TestClient, file: str) -> None:
    act(client, version=0, name="news")
    assert client.get(f"/feeds/{file}").status_code == 404


def test_a_name_is_given_once(folder: Path) -> None:
    elsewhere = Page(TUESDAY.raw, Origin("other.html"), url="https://other.example/")
    add(folder, elsewhere)
    with ask(folder) as client:
        act(client, version=0, name="news")
        other = f"/api/v1/studio/pages/{elsewhere.id}/feed"
        refused = client.post(other, json={"version": 0, "name": "news"})
        assert refused.status_code == 400
        assert "another feed is called 'news'" in refused.json()["error"]["message"]
        act(client, version=1, name="")
        assert client.get("/feeds/news.xml").status_code == 404
        act(client, other, version=0, name="news")


def test_a_feed_of_a_page_without_an_address_keeps_its_name(folder: Path) -> None:
    page = Page(MONDAY.raw, Origin("monday.html"))
    add(folder, page)
    with ask(folder) as client:
        address = f"/api/v1/studio/pages/{page.id}/feed"
        act(client, address, version=0, name="news")
        act(client, address, version=1, pick=2)
        refused = client.post(API, json={"version": 0, "name": "news"})
        assert refused.status_code == 400


def test_a_choice_on_a_copy_with_another_layout_goes_on_with_the_feed(folder: Path) -> None:
    later = Page(
        TUESDAY.raw.replace(b"h3>", b"h4>").replace(b'class="news"', b'class="story"'),
        Origin("later.html"), url=ADDRESS, time="2026-11-12T08:00:00Z",
    )  # fmt: skip
    with ask(folder) as client:
        act(client, version=0, name="news")
        ids = [
            entry.id for entry in feedparser.parse(client.get("/feeds/news.xml").content).entries
        ]
        add(folder, later)
        assert read_titles(client)[0] == "Notes on sieve 6"
        act(client, f"/api/v1/studio/pages/{later.id}/feed", version=0, name="news")
        found = feedparser.parse(client.get("/feeds/news.xml").content).entries
        assert found[0].title == "Notes on sieve 8"
        assert [entry.id for entry in found][2:] == ids[:-1]


def test_a_choice_that_was_undone_is_another_feed(client: TestClient) -> None:
    act(client, version=0, name="news")
    lists = act(client, version=1, pick=2)["articles"]
    picked = client.get("/feeds/news.xml").headers["etag"]
    act(client, f"{API}/undo", version=2)
    again = client.get("/feeds/news.xml", headers={"If-None-Match": picked})
    assert again.status_code == 200
    assert isinstance(lists, list)


def test_feeds_stand_on_the_first_page(client: TestClient) -> None:
    assert "/feeds/" not in client.get("/studio/").text
    act(client, version=0, name="news")
    assert 'href="/feeds/news.xml"' in client.get("/studio/").text


def test_feeds_are_found_by_their_names(folder: Path) -> None:
    workspace = Workspace(folder)
    with pytest.raises(NotFound, match="no feed is called 'news'"):
        find_subject(workspace, "news")
    with ask(folder) as client:
        act(client, version=0, name="news")
    subject = find_subject(workspace, "news")
    assert (subject.kind, subject.name) == ("feed", MONDAY.id)
    assert read_feed(workspace, subject).unread == 0
    workspace.close()
