"""zaru for the feed benchmark's `evaluate.py`.

usage: python bench/adapters/feeds.py DIR

Reads the pages that DIR/index.json names and writes JSONL of {"id", "articles"} to standard output.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import zaru
from zaru.cli import relax_garbage_collection
from zaru.feeds.finding.finding import find_articles


def _to_utc(date: str | None) -> str | None:
    """Return a time in UTC, as the feeds' dates are; a date without a zone as it is."""
    if date is None or "T" not in date or datetime.fromisoformat(date).tzinfo is None:
        return date
    return datetime.fromisoformat(date).astimezone(UTC).isoformat()


def main() -> None:
    folder = Path(sys.argv[1])
    relax_garbage_collection()
    pages = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for name, facts in pages.items():
        raw = (folder / f"{name}.html").read_bytes()
        page = zaru.Page.from_bytes(raw, source=name, url=facts["url"])
        articles = [article.to_json(name) for article in find_articles(page)]
        for article in articles:
            article["date"] = _to_utc(article["date"])
        rows = [{key: row[key] for key in ("title", "link", "date", "body")} for row in articles]
        print(json.dumps({"id": name, "articles": rows}, ensure_ascii=False))


if __name__ == "__main__":
    main()
