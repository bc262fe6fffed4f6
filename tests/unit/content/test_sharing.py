"""What the pages of a set say about each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru import Page
from zaru.content.segments import Segment, find_segments
from zaru.content.set_index import SetEvidence, SetIndex
from zaru.content.sharing import Bools, Evidence, Floats, combine, find_credits
from zaru.dom import Tree
from zaru.errors import UsageError

NOTICE = "この記事の無断転載を禁じます。詳しくは利用規約をご覧ください。"
WORDS = "市場 政府 会社 技術 研究 天気 電車 選手 学校 病院".split()


def prose(number: int, paragraph: int) -> str:
    return f"{WORDS[number % 10]}と{WORDS[paragraph % 10]}について、{number}人に現地で話を聞いた。"


def make_page(number: int, *, article: int | None = None, box: str = "") -> str:
    """Return a page of a made site; *article* is the page whose article it has."""
    article = number if article is None else article
    paragraphs = "".join(f"<p>{prose(article, paragraph)}</p>" for paragraph in range(4))
    return (
        f'<body><ul class="menu"><li>ホーム</li><li>会社案内</li></ul><main id="post-{number}">'
        f"<h1>記事{article}</h1><div class=meta><p>2024年1月{article}日</p>"
        f"<p>記者{article % 3}</p></div><div class=text>{paragraphs}<p>{NOTICE}</p></div></main>"
        f"<ul><li>共有<li>印刷</ul><aside><p>{box or f'{number}位'}</p></aside></body>"
    )


def make_post(
    number: int, *, paragraphs: list[str], after: str = "", title: str | None = None
) -> str:
    """Return a page with a body of *paragraphs*, which are HTML, and what comes *after* it."""
    title = f"{WORDS[number % 10]}の話、その{number}" if title is None else title
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return (
        f"<title>{title} - さいと</title><body><h1>さいと</h1>"
        f"<div class=name>{title}</div><div class=body>{body}</div>{after}</body>"
    )


def parse(html: str) -> Tree:
    return Page.from_bytes(html.encode()).tree


def read(html: str) -> list[Segment]:
    return find_segments(parse(html))


def guess(segments: list[Segment]) -> Floats:
    """Return what a page alone may think: long texts are content."""
    return np.array([0.9 if len(segment.text) > 15 else 0.3 for segment in segments])


def judge(pages: dict[str, str], key: str, doubts: str = "") -> dict[str, float]:
    """Return the score of each text of a page of the set; alone it doubts what has *doubts*."""
    own = guess(read(pages[key]))
    texts = [segment.text for segment in read(pages[key])]
    if doubts:
        own[[doubts in text for text in texts]] = 0.2
    return dict(zip(texts, combine(own, freeze(pages).of(key)).tolist(), strict=True))


def freeze(pages: dict[str, str]) -> SetEvidence:
    index = SetIndex()
    for key, html in pages.items():
        index.add(key, parse(html), guess(read(html)))
    return index.freeze()


def find(html: str, text: str) -> int:
    """Return the number of the segment that begins with *text*."""
    return next(n for n, segment in enumerate(read(html)) if segment.text.startswith(text))


SITE = {f"{number}": make_page(number) for number in range(1, 9)}


def test_texts_of_the_template_are_shared_and_content_is_not() -> None:
    evidence = freeze(SITE).of("3")
    texts = [segment.text for segment in read(SITE["3"])]
    shared = {text: int(n) for text, n in zip(texts, evidence.shared_by, strict=True)}
    assert evidence.pages == 8
    assert shared["ホーム"] == shared[NOTICE] == 7
    assert shared[prose(3, 0)] == shared["記事3"] == 0
    assert shared["記者0"] == 1  # of pages 3 and 6


def test_a_title_that_other_pages_link_to_is_not_shared() -> None:
    pages = {**SITE, "9": make_page(9, box="記事3")}
    evidence = freeze(pages).of("3")
    assert evidence.shared_by[find(SITE["3"], "記事3")] == 0


def test_case_and_white_space_do_not_matter() -> None:
    pages = {"a": f"<p>One  Two<p>{prose(1, 1)}", "b": f"<p>one\ntwo<p>{prose(2, 2)}"}
    assert freeze(pages).of("a").shared_by.tolist() == [1, 0]


def test_copies_count_as_one_page() -> None:
    pages = {**SITE, "copy": make_page(20, article=3), "another": make_page(21, article=3)}
    found = freeze(pages)
    assert found.of("3").near_duplicates == ["copy", "another"]
    assert found.of("another").near_duplicates == ["3", "copy"]
    assert found.of("4").near_duplicates == []
    assert found.of("4").pages == 8
    assert found.of("copy").shared_by[find(pages["copy"], prose(3, 0))] == 0
    assert found.of("4").shared_by[find(SITE["4"], NOTICE)] == 7


def test_copies_are_found_in_a_set_of_copies() -> None:
    evidence = freeze({key: make_page(1) for key in "abc"}).of("b")
    assert evidence.near_duplicates == ["a", "c"]
    assert evidence.pages == 1
    assert not evidence.shared_by.any()


def test_pages_with_only_the_template_in_common_are_no_copies() -> None:
    found = freeze(SITE)
    assert all(not found.of(key).near_duplicates for key in SITE)


def test_a_group_of_copies_may_be_larger_than_the_comparison_reaches() -> None:
    copies = {f"copy{number}": make_page(number, article=50) for number in range(60, 100)}
    evidence = freeze({**SITE, **copies}).of("copy99")
    assert len(evidence.near_duplicates) == 39
    assert evidence.pages == 9


def test_what_all_pages_have_loses_and_content_stays() -> None:
    html = SITE["5"]
    evidence = freeze(SITE).of("5")
    scores = combine(guess(read(html)), evidence)
    assert scores[find(html, NOTICE)] < 0.2
    assert scores[find(html, prose(5, 0))] > 0.8


def test_one_page_s_mistake_is_mended_by_its_place() -> None:
    html = SITE["5"]
    own = guess(read(html))
    wrong = find(html, prose(5, 2))
    own[wrong] = 0.2
    scores = combine(own, freeze(SITE).of("5"))
    assert scores[wrong] > 0.5


def test_the_score_of_a_place_is_that_of_the_other_pages() -> None:
    index = SetIndex()
    for key, score in (("a", 0.9), ("b", 0.5), ("c", 0.5)):
        index.add(key, parse(f"<p>{prose(ord(key), 0)}</p>"), np.array([score]))
    evidence = index.freeze().of("a")
    assert evidence.place_pages.tolist() == [2]
    assert evidence.place_scores == pytest.approx([0.0])


def test_a_long_text_that_one_other_page_has_loses_and_a_short_one_does_not() -> None:
    pitch = "今だけ半額。この機会にぜひお試しください。送料は無料です。"
    pages = {**SITE, "9": make_page(9, box=pitch), "10": make_page(10, box=pitch)}
    with_pitch, alone = freeze(pages), freeze({**SITE, "9": make_page(9, box=pitch)})
    row = find(pages["9"], pitch)
    own = guess(read(pages["9"]))
    assert combine(own, with_pitch.of("9"))[row] < 0.5 < combine(own, alone.of("9"))[row]
    byline = find(SITE["4"], "記者1")  # pages 1, 4 and 7 have it
    own = guess(read(SITE["4"]))
    assert combine(own, freeze(SITE).of("4"))[byline] == pytest.approx(own[byline])


def test_ids_that_differ_in_digits_are_one_place() -> None:
    assert freeze(SITE).of("1").place_pages[find(SITE["1"], "記事1")] == 7


def test_ids_of_headings_do_not_matter() -> None:
    pages = {word: f"<h2 id={word}>{word}</h2><p>{prose(len(word), 0)}" for word in WORDS}
    assert freeze(pages).of(WORDS[0]).place_pages[0] == 9


POSTS = {
    f"{number}": make_post(number, paragraphs=[prose(number, place) for place in range(5)])
    for number in range(1, 9)
}


def test_what_title_says_in_other_words_on_each_page_is_content() -> None:
    scores = judge(POSTS, "5")
    assert scores[f"{WORDS[5]}の話、その5"] > 0.7
    assert scores["さいと"] < 0.1  # is in <title>, too, but on all pages


def test_a_first_heading_is_the_title_where_all_pages_are_called_alike() -> None:
    pages = {
        f"{number}": f"<title>さいと</title><h1>{WORDS[number]}</h1><p>{prose(number, 0)}"
        for number in range(8)
    }
    assert judge(pages, "3")[WORDS[3]] > 0.7


def test_a_title_is_no_better_than_what_it_is_the_title_of() -> None:
    pages = {
        f"{number}": make_post(number, paragraphs=["短い", WORDS[number]]) for number in range(8)
    }
    scores = judge(pages, "3")
    assert scores[f"{WORDS[3]}の話、その3"] == pytest.approx(scores[WORDS[3]])


def test_a_notice_that_differs_in_a_date_alone_loses() -> None:
    pages = {
        key: html.replace("</body>", f"<p>この記事は2024年1月{key}日に{NOTICE}</p></body>")
        for key, html in POSTS.items()
    }
    assert judge(pages, "5")[f"この記事は2024年1月5日に{NOTICE}"] < 0.2


def test_numbers_are_content_of_a_page_that_has_no_other() -> None:
    weather = "今日の最高気温は{}度、最低気温は{}度、降水確率は{}パーセントでしょう。"
    pages = {
        f"{number}": make_post(number, paragraphs=[weather.format(number, number // 2, 10)])
        for number in range(1, 9)
    }
    assert judge(pages, "5")[weather.format(5, 2, 10)] > 0.5


def test_a_short_text_among_paragraphs_is_lifted_less_than_a_paragraph() -> None:
    pages = {
        **POSTS,
        "5": make_post(
            5, paragraphs=[prose(5, 0), prose(5, 1), prose(5, 2), "連絡先", prose(5, 3)]
        ),
    }
    own = judge(pages, "5", doubts="連絡先")
    assert own["連絡先"] < 0.4
    assert judge(pages, "5", doubts=prose(5, 1))[prose(5, 1)] > 0.5


def test_a_subheading_that_all_pages_have_may_be_content() -> None:
    index = SetIndex()
    for number in range(8):
        tree = parse(f"<h2>まとめ</h2><p>{prose(number, 0)}</p><p>まとめ</p>")
        index.add(f"{number}", tree, np.array([0.95, 0.9, 0.95]))
    evidence = index.freeze().of("3")
    heading, _, paragraph = combine(evidence.scores, evidence)
    assert heading > 0.6
    assert paragraph < 0.2


def test_an_advertisement_that_no_other_page_has_loses_where_advertisements_stand() -> None:
    pitches = [f"今だけ半額の{word}。この機会にぜひお試しください。送料無料。" for word in WORDS]
    shown = [0, 0, 1, 1, 2, 2, 3, 4]
    pages = {
        key: html.replace("</body>", f"<div class=box>{pitches[pitch]}</div></body>")
        for (key, html), pitch in zip(POSTS.items(), shown, strict=True)
    }
    assert judge(pages, "7")[pitches[3]] < 0.6
    alone = {**POSTS, "7": pages["7"]}
    assert judge(alone, "7")[pitches[3]] > 0.8


@pytest.mark.parametrize(("count", "is_repeated"), [(10, True), (60, False)])
def test_a_quotation_on_two_pages_loses_in_a_small_set_only(count: int, is_repeated: bool) -> None:
    pages = {
        f"{number}": make_post(number, paragraphs=[prose(number, place) for place in range(5)])
        for number in range(count)
    }
    for number in (3, 4):
        html = pages[f"{number}"]
        pages[f"{number}"] = html.replace(prose(number, 0), f"引用：{NOTICE}")
    evidence = freeze(pages).of("3")
    assert bool(evidence.is_repeated[find(pages["3"], "引用")]) is is_repeated


def test_a_page_alone_keeps_its_scores() -> None:
    evidence = freeze({"1": SITE["1"]}).of("1")
    own = guess(read(SITE["1"]))
    assert combine(own, evidence) == pytest.approx(own)


def test_bylines_and_dates_that_repeat_are_credits_and_clutter_is_not() -> None:
    html = SITE["4"]
    texts = [segment.text for segment in read(html)]
    evidence = freeze(SITE).of("4")
    scores = combine(guess(read(html)), evidence)
    is_chosen: Bools = np.array([text.startswith(WORDS[4]) for text in texts])
    found = find_credits(scores, is_chosen, evidence)
    assert [text for text, credit in zip(texts, found, strict=True) if credit] == [
        "記事4",
        "2024年1月4日",
        "記者1",
    ]
    assert not find_credits(np.zeros(len(texts)), is_chosen, evidence).any()
    assert not find_credits(scores, np.zeros(len(texts), bool), evidence).any()


def test_scores_are_kept_for_the_second_pass() -> None:
    own = guess(read(SITE["2"]))
    assert freeze(SITE).of("2").scores == pytest.approx(own)


def test_pages_without_segments_and_empty_sets() -> None:
    evidence = freeze({"empty": "", **SITE}).of("empty")
    assert len(combine(evidence.scores, evidence)) == 0
    assert len(find_credits(evidence.scores, np.zeros(0, bool), evidence)) == 0
    with pytest.raises(UsageError, match="no page 'a'"):
        SetIndex().freeze().of("a")


def test_a_key_is_given_once() -> None:
    index = SetIndex()
    index.add("a", parse(""), np.zeros(0))
    assert "a" in index
    assert len(index) == 1
    with pytest.raises(UsageError, match="two pages called 'a'"):
        index.add("a", parse(""), np.zeros(0))


TEXTS = st.lists(st.sampled_from(["menu", "footer", *WORDS]), max_size=6)


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(TEXTS, min_size=1, max_size=8))
def test_counts_are_those_of_counting(pages: list[list[str]]) -> None:
    htmls = {
        f"{number}": "".join(f"<p>{text}</p>" for text in texts)
        for number, texts in enumerate(pages)
    }
    found = freeze(htmls)
    for key, html in htmls.items():
        evidence = found.of(key)
        copies = {*evidence.near_duplicates, key}
        groups = {
            frozenset({other, *found.of(other).near_duplicates})
            for other in htmls
            if other not in copies
        }
        assert evidence.pages == len(groups) + 1
        for segment, shared_by in zip(read(html), evidence.shared_by, strict=True):
            holders = [
                group
                for group in groups
                if any(f"<p>{segment.text}</p>" in htmls[other] for other in group)
            ]
            assert shared_by == len(holders)


@given(
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 20),
            st.integers(0, 20),
            st.floats(-4.5, 4.5),
            st.booleans(),
        ),
        min_size=1,
    )
)
def test_more_sharing_never_helps(rows: list[tuple[float, int, int, float, bool]]) -> None:
    scores, shared_by, place_pages, place_scores, is_long = (
        np.array(column) for column in zip(*rows, strict=True)
    )

    def combined(shared: int) -> Floats:
        evidence = Evidence(
            pages=21,
            near_duplicates=[],
            scores=scores,
            shared_by=np.minimum(shared_by + shared, 20),
            place_pages=place_pages,
            place_scores=place_scores,
            folded_by=np.zeros(len(rows), int),
            is_long=is_long,
            is_repeated=is_long & (shared_by + shared > 0),
            is_crowded=is_long,
            is_subheading=np.zeros(len(rows), bool),
            is_title=np.zeros(len(rows), bool),
            is_field=np.zeros(len(rows), bool),
        )
        return combine(scores, evidence)

    assert ((combined(0) > 0) & (combined(0) < 1)).all()
    assert (combined(5) <= combined(0)).all()
