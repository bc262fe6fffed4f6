"""Paper 2's experiment: title, author and abstract of pages like citeseer's."""

from __future__ import annotations

import json
from collections.abc import Sequence

from zaru import Page
from zaru.wrappers.tree.extraction_path import NodeLabel
from zaru.wrappers.tree.tree_wrapper import TreeWrapper, learn_tree

PAPERS = [
    ("Wrapper induction", "N. Kushmerick", "We introduce wrapper induction.", 2),
    ("木の学習", "坂本 比呂志", "木構造の学習を論じる。", 0),
    ("Mining <i>trees</i>", "H. Arimura", "Trees are mined.", 5),
    ("Queries & learning", "S. Arikawa", "We ask.", 1),
    ("テキスト抽出", "村上 義継", "HTML から抽出する。", 3),
]


def paper_page(title: str, author: str, abstract: str, citations: int) -> Page:
    cited = "".join(f"<li><a href=/c{n}>Citation {n}</a> ({n})</li>" for n in range(citations))
    html = (
        f"<html><head><title>{title}</title></head><body bgcolor=white>"
        f"<table class=top><tr><td><a href=/>Home</a></td><td>Page {citations}</td></tr></table>"
        f"<h1><b>{title}</b></h1><p class=author>{author} (2001)<br><font size=-1>Make corrections"
        f"</font></p>{'<p class=ad>buy</p>' * (citations % 2)}"
        f"<div id=d{citations}><b>Abstract:</b> {abstract} <a href=#>(Update)</a></div>"
        f"<ul>{cited}</ul></body></html>"
    )
    return Page.from_bytes(html.encode())


def paper_label(page: Page, author: str, abstract: str) -> list[dict[str, list[int]]]:
    heading = page.tree.tags.index("b")
    return [
        {
            "title": [heading],
            "author": [page.tree.values.index(f"{author} (2001)")],
            "abstract": [page.tree.values.index(f" {abstract} ")],
        }
    ]


def learn_papers(papers: Sequence[tuple[str, str, str, int]]) -> TreeWrapper:
    examples = []
    for title, author, abstract, citations in papers:
        page = paper_page(title, author, abstract, citations)
        examples.append((page.tree, paper_label(page, author, abstract)))
    return learn_tree(examples, ("title", "author", "abstract"))


def test_two_papers_teach_the_others() -> None:
    wrapper = learn_papers(PAPERS[:2])
    for title, author, abstract, citations in PAPERS[2:]:
        page = paper_page(title, author, abstract, citations)
        plain = title.replace("<i>", "").replace("</i>", "")
        (record,) = wrapper.read(page)
        texts = {name: [value.text for value in values] for name, values in record.items()}
        assert texts == {
            "title": [plain], "author": [f"{author} (2001)"], "abstract": [abstract]
        }  # fmt: skip


def test_learnt_paths_say_what_pages_share() -> None:
    wrapper = learn_papers(PAPERS[:2])
    assert wrapper.fields["abstract"].path == (
        NodeLabel("html", 1),
        NodeLabel("body", 1, (("bgcolor", "white"),)),
        NodeLabel("div", 1, (("id", None),)),
        NodeLabel("#text", 1),
    )


def test_order_of_examples_does_not_matter() -> None:
    assert learn_papers(PAPERS) == learn_papers(PAPERS[::-1])


def test_a_learnt_wrapper_survives_json() -> None:
    wrapper = learn_papers(PAPERS)
    text = json.dumps(wrapper.to_json(), ensure_ascii=False)
    assert TreeWrapper.from_json(json.loads(text)) == wrapper
