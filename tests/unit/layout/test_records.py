from __future__ import annotations

from zaru.layout.outline import Outline
from zaru.layout.passages import find_passages
from zaru.layout.records import MAX_LISTS, Records, find_lists
from zaru.page import Page


def outline_of(html: str) -> Outline:
    return Outline(Page.from_bytes(html.encode()).tree)


def lists_of(outline: Outline) -> list[Records]:
    return find_lists(outline, find_passages(outline))


def texts(outline: Outline, found: Records) -> list[str]:
    return [outline.text(record.start, record.end) for record in found]


def titles(outline: Outline, found: Records) -> list[str]:
    return [outline.text(one.title.start, one.title.end) for one in found]


def list_with(outline: Outline, first: str, count: int) -> Records:
    """Return the list of *count* titles of which the first is *first*."""
    for found in lists_of(outline):
        names = titles(outline, found)
        if names[0] == first and len(names) == count:
            return found
    raise AssertionError(f"no list of {count} that begins with {first}")


def test_region_is_the_element_of_each_article() -> None:
    outline = outline_of("<div><h3>一</h3><p>甲</p></div><div><h3>二</h3><p>乙</p></div>")
    assert texts(outline, list_with(outline, "一", 2)) == ["一 甲", "二 乙"]


def test_region_of_siblings_ends_before_the_next_title() -> None:
    outline = outline_of("<div><h3>一</h3><p>甲</p><i>あ</i><h3>二</h3><p>乙</p></div>")
    assert texts(outline, list_with(outline, "一", 2)) == ["一 甲あ", "二 乙"]


def test_last_region_ends_before_what_no_other_article_has() -> None:
    outline = outline_of(
        "<div><h3>一</h3><p>甲</p><h3>二</h3><p>乙</p><p>丙</p><form>検索</form></div>"
    )
    assert texts(outline, list_with(outline, "一", 2)) == ["一 甲", "二 乙 丙"]


def test_line_before_each_title_belongs_to_it() -> None:
    outline = outline_of(
        "<div>" + "".join(f"<i>印{n}</i><h3>題{n}</h3><p>文{n}</p>" for n in range(3)) + "</div>"
    )
    assert texts(outline, list_with(outline, "題0", 3)) == [f"印{n} 題{n} 文{n}" for n in range(3)]


def test_parts_of_a_list_are_lists() -> None:
    outline = outline_of("<div><ul><li>一<li>二<li>三</ul></div><div><ul><li>四<li>五</ul></div>")
    names = [titles(outline, found) for found in lists_of(outline)]
    assert ["一", "二", "三", "四", "五"] in names
    assert ["一", "二", "三"] in names
    assert ["四", "五"] in names


def test_category_and_title_side_by_side_are_told_apart() -> None:
    outline = outline_of(
        "<ul>" + "".join(f"<li><a href=c>類</a> <a href={n}>題{n}</a>" for n in range(3)) + "</ul>"
    )
    names = [titles(outline, found) for found in lists_of(outline)]
    assert ["題0", "題1", "題2"] in names


def test_number_of_lists_is_bounded() -> None:
    html = "".join(
        f'<p class="c{chr(97 + n % 26)}{chr(97 + n // 26)}">題</p>' * 2 for n in range(676)
    )
    assert len(lists_of(outline_of(html))) <= MAX_LISTS


def test_part_that_holds_most_of_the_page_is_no_side_bar() -> None:
    outline = outline_of('<div id="left"><p>' + "本文" * 50 + '</p></div><div id="right">横</div>')
    row = next(row for row in range(len(outline.tree)) if outline.sizes.has_text(row))
    assert not outline.side[row]
    assert outline.side[-1]


def test_lines_end_at_breaks_and_blocks() -> None:
    outline = outline_of("<p>一<b>二</b><br>三</p>四<div>五</div>")
    assert [line.text for line in outline.lines] == ["一二", "三", "四", "五"]
