"""Pages of blogs as many programs write them, and pages that only look like it.

Class names are those of the kinds of programs, all words are made. `tests/pages/posts` has other
programs, each page of which must be read without a fault; here some faults are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.quality.drafts import Draft


@dataclass(frozen=True, slots=True)
class Written:
    """A post, or a comment on it, as it was written."""

    kind: str  # "blog" or "comment"
    title: str | None
    author: str | None
    day: tuple[int, int, int]
    shown: str  # the day as the language writes it
    body: str

    @property
    def date(self) -> str:
        """The day in ISO 8601."""
        return "{}-{:02}-{:02}".format(*self.day)


Engine = Callable[[Draft, Sequence[Written], Sequence[Written]], None]


def reader(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """One post with comments, named as the large Japanese hosts name them."""
    post = posts[0]
    page.add(
        f'<div class="skinArticle"><div class="skinArticleHeader"><h1 class="skinArticleTitle">'
        f'{post.title}</h1><span class="articleTime"><time>{post.shown} 10:15:00</time></span>'
        f'</div><div class="articleText"><p>{post.body}</p></div></div><div class="blogComment">'
        '<h3>コメント</h3><ul class="commentList">'
    )
    for number, comment in enumerate(comments, 1):
        page.add(
            f'<li><p class="commentHeader">{number} ■<b>{comment.author}</b></p>'
            f'<p class="commentBody">{comment.body}</p><p class="commentTime">{comment.shown}'
            " 21:30:00</p></li>"
        )
    page.add("</ul></div>")


def hosted(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """A front page in the style of the large American host."""
    page.add('<div class="blog-posts hfeed">')
    for post in posts:
        page.add(
            f'<h2 class="date-header"><span>{post.shown}</span></h2><div class="post hentry">'
            f'<h3 class="post-title entry-title"><a href="/p">{post.title}</a></h3>'
            f'<div class="post-body entry-content">{post.body}</div><div class="post-footer">'
            f'<span class="post-author vcard">Posted by <span class="fn">{post.author}</span>'
            f'</span> <a href="/p#comment-form">{len(comments)} comments</a></div></div>'
        )
    page.add("</div>")


def node(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """A content management system's blog node, comments indented."""
    post = posts[0]
    page.add(
        f'<div class="node node-blog"><h2 class="title">{post.title}</h2><div class="submitted">'
        f'{post.shown} — <span class="username">{post.author}</span></div>'
        f'<div class="field-item"><p>{post.body}</p></div></div><div id="comments">'
        "<h2>Comments</h2>"
    )
    for comment in comments:
        page.add(
            f'<div class="indented"><div class="comment"><div class="submitted">{comment.shown} — '
            f'<span class="username">{comment.author}</span></div><div class="content"><p>'
            f"{comment.body}</p></div></div></div>"
        )
    page.add("</div>")


def titled(page: Draft, posts: Sequence[Written], _comments: Sequence[Written]) -> None:
    """Divs whose names run together: contenttitle, contentbody, contentitem."""
    for post in posts:
        page.add(
            f'<div class="contenttitle"><h2>{post.title}</h2></div><div class="contentbody">'
            f'{post.body}</div><div class="contentitem"><small class="contentitem3">{post.shown}'
            f' - {post.author} - <a href="/t">trackback</a></small></div>'
        )


def modern(page: Draft, posts: Sequence[Written], _comments: Sequence[Written]) -> None:
    """Elements that say what they are, one class of the program."""
    post = posts[0]
    page.add(
        f'<article class="gh-article"><header><h1 class="gh-article-title">{post.title}</h1>'
        f'<h4 class="gh-article-author-name">{post.author}</h4><time datetime="{post.date}">'
        f'{post.shown}</time></header><section class="gh-content"><p>{post.body}</p></section>'
        "</article>"
    )


def static(page: Draft, posts: Sequence[Written], _comments: Sequence[Written]) -> None:
    """A site that a program of pages makes: whole posts, one behind the other, no names."""
    for post in posts:
        page.add(
            f'<article><h2><a href="/p">{post.title}</a></h2><time datetime="{post.date}">'
            f"{post.shown}</time><p>{post.body}</p><p>{post.body[:40]}</p></article>"
        )


def tables(page: Draft, posts: Sequence[Written], _comments: Sequence[Written]) -> None:
    """A diary of the nineties: a table for each day."""
    page.add("<center>")
    for post in posts:
        page.add(
            f"<table border=0 width=480><tr><td bgcolor=#ccffcc><font size=2>{post.shown}</font>"
            f" <b>{post.title}</b></td></tr><tr><td>{post.body}</td></tr></table><br>"
        )
    page.add("</center>")


def bulletins(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """Title, text and a line of facts in cells, comments in a second table."""
    post = posts[0]
    page.add(
        f"<table class=entry><tr><td class=etTitle>{post.title}</td></tr><tr><td class=etBody>"
        f"{post.body}</td></tr><tr><td class=etTime>{post.shown} / {post.author} / "
        "<a href=#>Trackback ( 0 )</a></td></tr></table><table class=comment>"
    )
    for comment in comments:
        page.add(
            f"<tr><td>{comment.body}</td></tr><tr><td align=right>{comment.author} ({comment.shown}"
            " 08:20)</td></tr>"
        )
    page.add("</table>")


def journal(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """A journal with pictures of users and threads of comments in divs without order."""
    post = posts[0]
    page.add(
        f'<div class="entry-wrap"><div class="entry-userpic"><img src=u.png></div><dl><dt class='
        f'"entry-title">{post.title}</dt><dd class="entry-text">{post.body}</dd></dl><ul class='
        f'"entry-meta"><li>{post.author}</li><li>{post.shown}, 23:10</li></ul></div>'
    )
    for comment in comments:
        page.add(
            f'<div class="comment-wrap"><div class="comment-inner"><span class="comment-poster">'
            f'{comment.author}</span> <span class="comment-datetime">{comment.shown}, 23:40</span>'
            f'<div class="comment-text">{comment.body}</div></div></div>'
        )


def theme(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """One post in a theme of the most common program, with a list of comments."""
    post = posts[0]
    page.add(
        f'<article class="post type-post hentry"><header class="entry-header"><h1 class='
        f'"entry-title">{post.title}</h1><div class="entry-meta"><span class="posted-on"><time '
        f'class="entry-date published" datetime="{post.date}T10:00:00+09:00">{post.shown}</time>'
        f'</span> <span class="byline"><a class="url fn n" href="/a">{post.author}</a></span>'
        f'</div></header><div class="entry-content"><p>{post.body}</p></div></article>'
        '<div id="comments" class="comments-area"><ol class="comment-list">'
    )
    for number, comment in enumerate(comments, 1):
        page.add(
            f'<li id="comment-{number}" class="comment"><article class="comment-body"><footer '
            f'class="comment-meta"><div class="comment-author vcard"><b class="fn">{comment.author}'
            f'</b></div><div class="comment-metadata"><time datetime="{comment.date}T11:00:00Z">'
            f'{comment.shown}</time></div></footer><div class="comment-content"><p>{comment.body}'
            "</p></div></article></li>"
        )
    page.add("</ol></div>")


def classic(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """A page of the first years: day, title, body, a line of facts, comments the other way."""
    post = posts[0]
    page.add(
        f'<div class="blog"><h2 class="date">{post.shown}</h2><div class="blogbody"><h3 class='
        f'"title">{post.title}</h3><p>{post.body}</p><span class="posted">Posted by {post.author}'
        ' at 10:15</span></div><div class="comments-head">Comments</div>'
    )
    for comment in comments:
        page.add(
            f'<div class="comments-body"><p>{comment.body}</p><span class="comments-post">Posted '
            f"by {comment.author} at {comment.shown} 12:30</span></div>"
        )
    page.add("</div>")


def banner(page: Draft, posts: Sequence[Written], _comments: Sequence[Written]) -> None:
    """Title and date in a banner above the text, whose parts have headings of their own."""
    post = posts[0]
    middle = len(post.body) // 2
    page.add(
        f'<div id="top"><div id="post-info"><div id="post-title">{post.title}</div><div id='
        f'"post-meta"><time>{post.shown}</time></div></div></div><article id="post"><div class='
        f'"post-content"><h1>{post.body[:9]}</h1><p>{post.body}</p><h1>{post.body[9:15]}</h1>'
        f"<p>{post.body[middle:]}</p></div></article><p><a href=/tags/1>#1</a></p>"
    )


def widgets(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """A page that is all of widgets, its post too; comments as terms."""
    post = posts[0]
    page.add(
        f'<div class="widget Blog"><div class="post"><h3 class="post-title">{post.title}</h3>'
        f'<div class="post-body">{post.body}</div><p>Posted by {post.author} | {post.shown}</p>'
        '<a rel="tag" href="/search?l=1">1</a></div><h4>Comments</h4><dl id="comments-block">'
    )
    for comment in comments:
        page.add(f"<dt>{comment.author} | {comment.shown}</dt><dd>{comment.body}</dd>")
    page.add('</dl></div><div class="widget">')
    page.links(3)
    page.add("</div>")


def guests(page: Draft, posts: Sequence[Written], comments: Sequence[Written]) -> None:
    """Comments as in a guest book: who and when in one cell, the text in the next."""
    post = posts[0]
    page.add(
        f'<div class="entry"><h2>{post.title}</h2><p>{post.body}</p><p>Posted by {post.author} at '
        f"{post.shown} 09:30 | <a href=/category/1>1</a></p></div><h3>Comments</h3>"
        "<table id=comments>"
    )
    for comment in comments:
        page.add(
            f"<tr><td><b>{comment.author}</b><br>{comment.shown} 21:10</td><td>{comment.body}</td>"
        )
    page.add("</table><h3>Trackbacks</h3><p>Tracked from elsewhere | 2012/08/01</p>")


ENGINES: tuple[Engine, ...] = (
    reader,
    hosted,
    node,
    titled,
    modern,
    static,
    tables,
    bulletins,
    journal,
    theme,
    classic,
    banner,
    widgets,
    guests,
)
# Which of the posts and comments each engine's page shows, and whether it names authors.
ONE_POST = (
    reader, node, modern, bulletins, journal, theme, classic, banner, widgets, guests,
)  # fmt: skip
WITH_COMMENTS = (reader, node, bulletins, journal, theme, classic, widgets, guests)
NO_AUTHORS = (static, tables, banner)
