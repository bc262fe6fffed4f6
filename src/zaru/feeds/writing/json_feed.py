"""JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/."""

from __future__ import annotations

import json
from typing import Any

from zaru.feeds.writing.edition import Edition, PublishedArticle


def to_json_feed(edition: Edition) -> str:
    """Return the edition as JSON Feed 1.1; what is not known is left out.

    `date_published` is only what the page says; `date_modified` is when the history saw the
    article change.
    """
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": edition.title,
        "home_page_url": edition.link,
        "feed_url": edition.feed_url,
        "description": edition.description,
        "language": edition.language,
        "items": [_article(article) for article in edition.articles],
    }
    return json.dumps(_known(feed), ensure_ascii=False, indent=1) + "\n"


def _article(article: PublishedArticle) -> dict[str, Any]:
    published, changed = article.published, article.changed if article.is_edited else None
    return _known(
        {
            "id": article.identity.id,
            "url": article.link,
            "title": article.title,
            # One of content_text and content_html must be there.
            "content_text": article.text or article.title,
            "image": article.image,
            "date_published": published.isoformat() if published else None,
            "date_modified": changed.isoformat() if changed else None,
            "authors": [{"name": article.author}] if article.author else None,
        }
    )


def _known(pairs: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in pairs.items() if value is not None}
