"""Blog posts: how many pages of blogs and of other kinds are told, on the bench and on your own.

usage: python bench/posts.py [BENCH] [--labels FILE] [--list]

Pages with one post (`ja_blogs` and `other_blogs`, without the reference manual among them): exactly
one post, with the title that the truth begins with. Index pages (`feeds`) that show the text of
most of their posts: as many posts as the truth has. Pages of news, shops, forums and manuals
(`fundus_multi`, `wcxb_dev` but for its articles): no post.

FILE has a line of JSON for each page: `path`, `url`, and `title`, which is null for a page that is
of no blog. `--list` names the pages that are read wrongly.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zaru import Page
from zaru.content.titles import comparable
from zaru.corpus.posts.posts import Post, find_posts
from zaru.errors import InputError

DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"
BLOGS = ("ja_blogs", "other_blogs")
MANUAL = "cpprefjp/site"  # of C++, among the blogs of the bench


@dataclass(frozen=True, slots=True)
class Known:
    """A page and what it holds."""

    kind: str
    path: Path
    url: str | None
    posts: int  # of type blog
    title: str | None = None  # of the one post


def read_truth(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a file of JSON lines."""
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_bench(bench: Path) -> Iterator[Known]:
    """Yield the pages of the bench."""
    data = bench / "content" / "data"
    for name in BLOGS:
        for row in read_truth(data / name / "truth.jsonl"):
            if row["site"] != MANUAL:
                path = data / name / "html" / f"{row['id']}.html"
                title = row["text"].partition("\n")[0]
                yield Known("one post", path, row["url"], 1, title)
    for folder in sorted((bench / "feeds" / "data").iterdir()):
        articles = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["articles"]
        url = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["url"]
        if 2 * sum(article["body_on_page"] for article in articles) > len(articles):
            yield Known("index", folder / "page.html", url, len(articles))
    for name in ("fundus_multi", "wcxb_dev"):
        for row in read_truth(data / name / "truth.jsonl"):
            if row.get("type") != "article":
                yield Known("no blog", data / name / "html" / f"{row['id']}.html", row["url"], 0)


def read_labels(file: Path) -> Iterator[Known]:
    """Yield the pages of a file of labels."""
    for row in read_truth(file):
        title = row["title"]
        kind = "no blog" if title is None else "one post"
        yield Known(kind, Path(row["path"]), row["url"], int(title is not None), title)


def is_right(known: Known, posts: list[Post]) -> bool:
    """Say whether a page gives as many posts as it has, the one with its title."""
    if len(posts) != known.posts:
        return False
    if known.title is None:
        return True
    found, wanted = (comparable(text) for text in (_title_of(posts[0]), known.title))
    return bool(found) and (found in wanted or wanted in found)


def _title_of(post: Post) -> str:
    return post.title.text if post.title else ""


def main() -> None:
    """Print how many pages of each kind are read rightly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    pages = read_labels(options.labels) if options.labels else read_bench(options.bench)
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for known in pages:
        try:
            page = Page.from_bytes(known.path.read_bytes(), url=known.url)
            posts = [post for post in find_posts(page) if post.type == "blog"]
        except InputError:
            posts = []
        right[known.kind].append(is_right(known, posts))
        if options.list and not right[known.kind][-1]:
            titles = [_title_of(post)[:40] for post in posts[:3]]
            print(f"{known.kind}: {known.path}: {len(posts)} of {known.posts} {titles}")
    for kind, values in right.items():
        print(f"{kind}: {sum(values)} of {len(values)}, {sum(values) / len(values):.3f}")


if __name__ == "__main__":
    main()
