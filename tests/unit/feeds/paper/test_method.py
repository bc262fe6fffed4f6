"""Paper 3: figures 1 and 3, the function F, recovery, and articles with their spans."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.soup import encoded_soups

from zaru import Page
from zaru.feeds.paper.conditions import choose_groups, is_single_sentence
from zaru.feeds.paper.entries import choose_entries
from zaru.feeds.paper.method import (
    Cluster,
    Finder,
    TagSequence,
    cluster_by_average,
    find_articles_by_paper,
)
from zaru.layout.value import Part

# Figure 1, as the text describes it, for its image is lost: the paragraphs a, b, c, d under one
# div; a has one text group; b and c are nearest to each other; d has what b and c have, and more.
FIGURE_1 = """<html><body><h1>日記</h1><div>
<p>ようこそ</p>
<p><b>1月16日 雨</b><br><br>朝から雨が降っていたので、家で本を読んだ。</p>
<p><b>1月15日 風</b><br><br>風が強かったので、<i>散歩</i>はやめておいた。</p>
<p><b>1月14日 雪</b><br><br>雪が積もったので、子供と大きな雪だるまを作った。
<br><br><font><i>写真</i><u>地図</u><s>音</s></font><font><i>写真</i><u>地図</u></font></p>
</div></body></html>"""
NAMES = "abcd"


@pytest.fixture
def finder() -> Finder:
    return Finder(read(FIGURE_1))


def read(html: str, url: str | None = None) -> Page:
    return Page.from_bytes(html.encode(), source="page.html", url=url)


def find(finder: Finder, name: str) -> TagSequence:
    return next(sequence for sequence in finder.sequences() if str(sequence) == name)


def texts(part: Part | None) -> str | None:
    return None if part is None else part.text


def test_figure_1_has_four_subtrees_that_end_in_div_p(finder: Finder) -> None:
    sequence = find(finder, "<p>")  # <div><p> has the same rows
    paths = [finder.tree.path(row) for row in sequence.rows]
    assert paths == ["html/body/div/p"] * len(NAMES)


def test_figure_3_clusters(finder: Finder) -> None:
    rows = find(finder, "<p>").rows
    distances = finder.subtrees.distances(rows)
    clusters = cluster_by_average(distances)
    assert ["".join(NAMES[place] for place in cluster) for cluster in clusters] == [
        "a", "b", "c", "d", "bc", "abc", "abcd",
    ]  # fmt: skip


def test_cluster_with_a_has_no_articles_and_d_is_recovered(finder: Finder) -> None:
    found = finder.best_candidate(find(finder, "<p>"))
    assert found is not None
    titles = [finder.subtrees.facts(entry.title).text for entry in found.found.entries]
    assert titles == ["1月16日 雨", "1月15日 風", "1月14日 雪"]


def test_figure_1_articles() -> None:
    articles = find_articles_by_paper(read(FIGURE_1, "http://example.jp/2009/01/"))
    assert [article.title.text for article in articles] == [
        "1月16日 雨",
        "1月15日 風",
        "1月14日 雪",
    ]
    assert [texts(article.date) for article in articles] == [
        "2009-01-16",
        "2009-01-15",
        "2009-01-14",
    ]
    assert texts(articles.articles[1].body) == "風が強かったので、散歩はやめておいた。"


LIST = """<html lang=en><head><title>News</title><base href="/news/">
<link rel=alternate type="application/rss+xml" href="/rss"></head><body>
<ul><li><a href=/>Home</a><li><a href=/about>About</a></ul><div id=main>
<div class=item><h2><a href="1.html">Rain on 16 January 2009</a></h2>
<p>Rain fell all day &amp; all night, and the river rose.</p></div>
<div class=item><h2><a href="2.html">Storm on 15 January 2009</a></h2>
<p>A storm came from the <em>sea</em> and took three roofs.</p></div>
<div class=item><h2><a href="3.html">Snow on 14 January 2009</a></h2>
<p>Snow lay a foot deep in the town, schools were closed.</p></div>
</div></body></html>"""


def test_parts_say_where_they_stand() -> None:
    page = read(LIST, "http://example.com/")
    articles = find_articles_by_paper(page)
    assert len(articles) == 3
    first = articles.articles[0]

    def source(part: Part | None) -> str:
        assert part is not None
        assert part.span is not None
        offset, length = part.span
        return page.raw[offset : offset + length].decode()

    assert source(first.title) == "Rain on 16 January 2009"
    assert source(first.link) == "1.html"
    assert source(first.date) == "16 January 2009"
    assert source(first.body) == "Rain fell all day &amp; all night, and the river rose."
    assert texts(first.link) == "http://example.com/news/1.html"
    assert texts(first.date) == "2009-01-16"
    offset, length = first.span
    assert page.raw[offset : offset + length].startswith(b"<div class=item><h2>")


def test_list_says_what_the_page_says() -> None:
    articles = find_articles_by_paper(read(LIST, "http://example.com/"))
    assert (articles.title, articles.language, articles.source) == ("News", "en", "page.html")
    assert articles.feeds == ("http://example.com/rss",)
    assert articles.reasons[0].startswith("<div>: 3 articles, F = ")


def test_f_is_the_product_of_its_factors() -> None:
    finder = Finder(read(LIST))
    candidate = finder.best_candidate(find(finder, "<div>"))
    assert candidate is not None
    sizes = [
        len("Rain on 16 January 2009" + "Rain fell all day & all night, and the river rose."),
        len("Storm on 15 January 2009" + "A storm came from the sea and took three roofs."),
        len("Snow on 14 January 2009" + "Snow lay a foot deep in the town, schools were closed."),
    ]
    assert candidate.supported == 3
    assert candidate.byte_count == sum(sizes)
    assert candidate.found.conditions == 10  # all
    assert candidate.value == 3 * sum(sizes) * 10


@pytest.mark.parametrize(
    ("title", "body", "is_supported"),
    [
        pytest.param("2009年1月16日", "雨。", True, id="date"),
        pytest.param("京都の紅葉", "紅葉を見に京都へ行った。", True, id="all-words"),
        pytest.param("Red and Gold Leaves", "leaves, red and gold", True, id="case"),
        pytest.param("a b c d e", "a b c d", True, id="four-of-five"),
        pytest.param("a b c d", "a b c", False, id="three-of-four"),
        pytest.param("Art", "They had a party.", False, id="part-of-a-word"),
        pytest.param("カフェ", "カフェテリアへ行った。", False, id="part-of-a-katakana-word"),
        pytest.param("紅葉", "京都紅葉便り", True, id="word-in-a-compound"),
        pytest.param("ｶﾌｪ", "このカフェは静か。", True, id="width"),
        pytest.param("さくらんぼ", "庭のさくらんぼが実った。", True, id="kana-only"),
        pytest.param("さくらんぼ", "庭の桃が実った。", False, id="kana-only-and-not-there"),
        pytest.param("桃のこと", "桃が実った。", True, id="kana-beside-kanji-are-no-words"),
        pytest.param("7月19日", "雨。", True, id="date-without-a-year"),
        pytest.param("1 2 3", "1 2 3", False, id="numbers-are-no-words"),
        pytest.param("", "雨。", False, id="no-words"),
    ],
)
def test_support(title: str, body: str, is_supported: bool) -> None:
    assert Finder(read("<p>a")).reader.is_supported(title, body) == is_supported


@pytest.mark.parametrize(
    ("text", "is_single"),
    [
        ("雨が降る", True),
        ("雨！", True),
        ("雨！風！", False),
        ("It rains. A lot", False),
        ("v1.2", True),
    ],
)
def test_single_sentence(text: str, is_single: bool) -> None:
    assert is_single_sentence(text) == is_single


def test_choice_meets_most_conditions() -> None:
    titles = np.array([[1, 4, 2], [1, 4, 2]])
    bodies = np.array([[0, 1, 2], [0, 1, 2]])
    chars = np.array([[3, 10, 90], [3, 12, 80]])
    texts = np.array([[0, 1, 2], [0, 3, 4]])  # the first group is the same in both
    assert choose_groups(titles, bodies, chars, texts) == (1, 2)


def test_class_tells_a_missed_article_from_a_box() -> None:
    body = "この日は一日中雨が降っていたので、家で本を読んだ。"
    item = "<div class=item><h2>{0}月{0}日の日記</h2><p>" + body + "{0}頁。</p>{1}</div>"
    box = "<div class=box><h2>L</h2><p><a href=l>x</a></p></div>"
    more = "<p>追記です。</p><ul><li>一</li><li>二</li></ul>"
    html = f"<body>{box}{item.format(1, '')}{item.format(2, '')}{item.format(3, more)}</body>"
    articles = find_articles_by_paper(read(html))
    titles = [f"{day}月{day}日の日記" for day in (1, 2, 3)]
    assert [article.title.text for article in articles] == titles


def test_conditions_are_counted_again_with_what_was_recovered() -> None:
    recovered = "<div><h2>三日の日記です。長い。</h2><p>雪</p><ul><li>一</li></ul></div>"
    item = (
        "<div><h2>{0}日の日記</h2><p>この日は一日中雨が降っていたので、本を{0}冊読んだ。</p></div>"
    )
    finder = Finder(read(f"<body>{item.format(1)}{item.format(2)}{recovered}</body>"))
    found = finder.best_candidate(find(finder, "<div>"))
    assert found is not None
    assert len(found.found.entries) == 3
    # of nine conditions (no title is a link, but all are headings) the third article misses that
    # the title is one sentence, that the body has a sentence's end, and that it is longer
    assert found.found.conditions == pytest.approx((10 + 10 + 7) / 3, abs=1e-5)


def test_recovered_place_may_lie_deeper() -> None:
    item = "<div class=item><h2>{0}月{0}日</h2><p>この日は雨が降っていた。{0}頁。</p></div>"
    deeper = item.format(3).replace("<h2>", "<div><h2>").replace("</p>", "</p></div>")
    html = f"<body>{item.format(1)}{item.format(2)}{deeper}<p>終わり</p></body>"
    articles = find_articles_by_paper(read(html))
    assert [article.title.text for article in articles] == ["1月1日", "2月2日", "3月3日"]


def test_groups_of_all_members_must_agree() -> None:
    finder = Finder(read(FIGURE_1))
    a, b, c, d = find(finder, "<p>").rows
    assert choose_entries(finder.subtrees, [b, c, d]) is not None
    assert choose_entries(finder.subtrees, [a, b, c]) is None


@pytest.mark.parametrize("count", [13, 200])
def test_title_and_body_may_stand_behind_many_lines(count: int) -> None:
    lines = "".join(f"<p>{n}</p>" for n in range(count))
    items = "".join(
        f"<div>{lines}<h2>2009年1月{n}日</h2><p>雨が降ったので、{n}回も本を読んだ。</p></div>"
        for n in (1, 2, 3)
    )
    articles = find_articles_by_paper(read(f"<body>{items}</body>"))
    assert [article.title.text for article in articles] == [f"2009年1月{n}日" for n in (1, 2, 3)]


def test_guard_that_is_met_is_said() -> None:
    item = "<div><h2>題{0}</h2>" + "<p>本文。</p>" * 1_200 + "</div>"
    articles = find_articles_by_paper(read(f"<body>{item.format(1)}{item.format(2)}"))
    assert articles.reasons[-1].startswith("too large a page: ")


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("", id="empty"),
        pytest.param("<p>一つの文だけです。</p>", id="one-text"),
        pytest.param("<ul><li>a<li>b<li>c</ul>", id="no-bodies"),
    ],
)
def test_page_without_a_list_has_no_articles(html: str) -> None:
    articles = find_articles_by_paper(read(html))
    assert len(articles) == 0
    assert articles.reasons == ()


def test_many_different_subtrees_take_bounded_time() -> None:
    parts = [
        f"<div><h2>題{n}</h2>" + "<p>本文。</p>" * (n % 7) + "<b><i>x</i></b>" * (n % 11) + "</div>"
        for n in range(1_000)
    ]
    articles = find_articles_by_paper(read("<body>" + "".join(parts)))
    assert len(articles) > 500


@given(encoded_soups())
@settings(max_examples=60, deadline=None)
def test_any_page_gives_parts_that_stand_in_it(soup: tuple[bytes, str]) -> None:
    raw, charset = soup
    page = Page.from_bytes(raw * 3, charset=charset)
    for article in find_articles_by_paper(page):
        for part in (article.title, article.link, article.date, article.body):
            if part is not None and part.span is not None:
                offset, length = part.span
                assert 0 <= offset < offset + length <= len(page.raw)


@st.composite
def matrices(draw: st.DrawFn) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Draw distances that are all different, so that no tie hides the order."""
    number = draw(st.integers(1, 7))
    pairs = list(combinations(range(number), 2))
    values = draw(st.permutations([float(2**place) for place in range(len(pairs))]))
    matrix = np.zeros((number, number))
    for (row, column), value in zip(pairs, values, strict=True):
        matrix[row, column] = matrix[column, row] = value
    return matrix


def cluster_by_definition(
    matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> set[Cluster]:
    """Join the two clusters with the least mean of all distances between their elements."""
    living: list[Cluster] = [(element,) for element in range(len(matrix))]
    found = set(living)
    while len(living) > 1:
        left, right = min(
            combinations(living, 2), key=lambda pair: matrix[np.ix_(pair[0], pair[1])].mean()
        )
        joined = tuple(sorted(left + right))
        living = [cluster for cluster in living if cluster not in (left, right)] + [joined]
        found.add(joined)
    return found


@given(matrices())
def test_clusters_are_those_of_the_definition(
    matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    clusters = cluster_by_average(matrix)
    assert len(clusters) == 2 * len(matrix) - 1
    assert set(clusters) == cluster_by_definition(matrix)


def test_counts_stand_for_equal_elements() -> None:
    near = [[0.0, 2.0, 6.0, 4.5], [2.0, 0.0, 2.5, 9.0], [6.0, 2.5, 0.0, 9.0], [4.5, 9.0, 9.0, 0.0]]
    # 0 and 1 are joined first; their mean to 2 is 4.25, or 5.65 when 0 stands for nine.
    assert (0, 1, 2) in cluster_by_average(np.array(near))
    assert (0, 1, 3) in cluster_by_average(np.array(near), counts=[9, 1, 1, 1])


def test_nothing_is_joined_with_nothing() -> None:
    assert cluster_by_average(np.zeros((0, 0))) == []
