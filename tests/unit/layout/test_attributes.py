from __future__ import annotations

from zaru.layout.attributes import read_attributes
from zaru.page import Page


def test_elements_are_listed_by_the_names_of_their_attributes() -> None:
    tree = Page.from_bytes(b"<p id=a class=b>x<a href=/y hidden>z</a><i class=c>").tree
    found = read_attributes(tree)
    named = {name: [(tree.tags[row], value) for row, value in found[name]] for name in found}
    assert named == {
        "id": [("p", "a")],
        "class": [("p", "b"), ("i", "c")],
        "href": [("a", "/y")],
        "hidden": [("a", "")],
    }
    assert read_attributes(tree) is found
