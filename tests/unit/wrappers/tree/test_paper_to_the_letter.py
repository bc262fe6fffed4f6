"""Paper 2's algorithms written out again, node by node, against zaru's on random pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from zaru import Page
from zaru.dom import TEXT
from zaru.wrappers.tree.nodes import Nodes
from zaru.wrappers.tree.tree_wrapper import TreeWrapper, learn_tree

Label = list[list[set[int]]]  # of a page: for each tuple the nodes of each text attribute
Step = tuple[str, int | None, dict[str, str | None]]  # N, Pos, HAS; None is `*`


@dataclass(eq=False)
class Node:
    """A node of P_t (definition 1)."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    value: str = ""
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    number: int = 0  # in document order

    @property
    def pos(self) -> int:
        """Pos(n)."""
        siblings = self.parent.children if self.parent else [self]
        before = siblings[: siblings.index(self) + 1]
        return sum(node.name == self.name for node in before)

    def walk(self) -> Iterator[Node]:
        """Yield the nodes of the tree in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def write(self) -> str:
        """Return the tree as HTML."""
        if self.name == TEXT:
            return self.value
        pairs = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        inner = "".join(child.write() for child in self.children)
        return f"<{self.name}{pairs}>{inner}</{self.name}>"


def get_path(node: Node | None) -> list[Step]:
    path: list[Step] = []
    while node is not None:
        path.insert(0, (node.name, node.pos, dict(node.attributes)))
        node = node.parent
    return path


def common_attributes(sets: Sequence[dict[str, str | None]]) -> dict[str, str | None]:
    """Return CHAS (definition 2)."""
    return {
        name: value if all(other[name] == value for other in sets) else None
        for name, value in sets[0].items()
        if all(name in other for other in sets)
    }


def learn_ex_path(nodes: Sequence[Node]) -> list[Step]:
    if len(nodes) == 1:
        return get_path(nodes[0])
    path: list[Step] = []
    current: list[Node | None] = list(nodes)
    while all(node is not None and current[0] and node.name == current[0].name for node in current):
        here = [node for node in current if node is not None]
        positions = {node.pos for node in here}
        shared = common_attributes([dict(node.attributes) for node in here])
        path.insert(0, (here[0].name, positions.pop() if len(positions) == 1 else None, shared))
        current = [node.parent for node in here]
    return path


def compose(first: list[Step], second: list[Step]) -> list[Step]:
    """Return the composition of two paths (definition 6)."""
    path: list[Step] = []
    for one, other in zip(reversed(first), reversed(second), strict=False):
        if one[0] != other[0]:
            break
        position = one[1] if one[1] == other[1] else None
        path.insert(0, (one[0], position, common_attributes([one[2], other[2]])))
    return path


def learn_t(examples: Sequence[tuple[list[Node], Label]], size: int) -> list[list[Step]]:
    paths: list[list[Step]] = [[] for _ in range(size)]
    for nodes, label in examples:
        for k in range(size):
            numbers = sorted(set().union(*(found[k] for found in label)))
            if numbers:
                path = learn_ex_path([nodes[number] for number in numbers])
                paths[k] = compose(paths[k], path) if paths[k] else path
    return paths


def matches(path: list[Step], node: Node | None) -> bool:
    """Say whether a way down that ends at *node* matches."""
    for name, position, attributes in reversed(path):
        if node is None or node.name != name or position not in (None, node.pos):
            return False
        for key, value in attributes.items():
            if value is not None and node.attributes.get(key) != value:
                return False
        node = node.parent
    return bool(path)


def exec_t(nodes: list[Node], paths: list[list[Step]]) -> Label:
    found = [
        (node.number, k) for k, path in enumerate(paths) for node in nodes if matches(path, node)
    ]
    left = sorted(found)
    label: Label = []
    while left:
        size = 1
        while size < len(left) and left[size][1] >= left[size - 1][1]:
            size += 1
        label.append([{n for n, i in left[:size] if i == k} for k in range(len(paths))])
        left = left[size:]
    return label


def make_tree(random: Random, depth: int = 0) -> Node:
    """Return a random tree; texts never stand side by side, and some are blank."""
    name = random.choice(["div", "span", "section"])
    keys = random.sample(["class", "id", "lang"], random.randint(0, 2))
    node = Node(name, {key: random.choice("ab") for key in keys})
    for _ in range(random.randint(0, 4)):
        is_beside_text = bool(node.children) and node.children[-1].name == TEXT
        if depth == 3 or (random.random() < 0.4 and not is_beside_text):
            if not is_beside_text:
                node.children.append(Node(TEXT, value=random.choice([" ", "x", "一 二", "\n"])))
        else:
            node.children.append(make_tree(random, depth + 1))
    for child in node.children:
        child.parent = node
    return node


def make_page(random: Random) -> tuple[list[Node], Page]:
    """Return the nodes of a random page, numbered as the rows of its tree, and the page."""
    root, head, body = Node("html"), Node("head"), Node("body")
    root.children = [head, body]
    body.children = [make_tree(random) for _ in range(random.randint(1, 4))]
    for child in root.children:
        child.parent = root
    for child in body.children:
        child.parent = body
    nodes = list(root.walk())
    for number, node in enumerate(nodes):
        node.number = number
    page = Page.from_bytes(f"<!doctype html>{root.write()}".encode())
    assert page.tree.tags == [node.name for node in nodes]
    return nodes, page


def make_label(random: Random, nodes: list[Node], size: int) -> Label:
    texts = [node.number for node in nodes if node.name == TEXT]
    return [
        [set(random.sample(texts, min(len(texts), random.randint(0, 2)))) for _ in range(size)]
        for _ in range(random.randint(1, 3))
    ]


def to_paths(wrapper: TreeWrapper) -> list[Any]:
    return [
        [(label.name, label.position, dict(label.attributes)) for label in field.path]
        for field in wrapper.fields.values()
    ]


@pytest.mark.parametrize("seed", range(300))
def test_wrapper_is_the_papers(seed: int) -> None:
    random = Random(seed)
    names = ["a", "b", "c"][: random.randint(1, 3)]
    pages = [make_page(random) for _ in range(random.randint(1, 3))]
    labels = [make_label(random, nodes, len(names)) for nodes, _ in pages]
    paths = learn_t([(p[0], label) for p, label in zip(pages, labels, strict=True)], len(names))
    wrapper = learn_tree(
        [
            (page.tree, [dict(zip(names, found, strict=True)) for found in label])
            for (_, page), label in zip(pages, labels, strict=True)
        ],
        names,
    )
    assert to_paths(wrapper) == paths
    for nodes, page in [*pages, make_page(random)]:
        expected = exec_t(nodes, paths)
        found = wrapper.find_tuples(Nodes(page.tree))
        assert [[set(rows[name]) for name in names] for rows in found] == expected
        said = [
            [
                [" ".join(nodes[n].value.split()) for n in sorted(ks) if nodes[n].value.strip()]
                for ks in found
            ]
            for found in expected
        ]
        read = [[[v.text for v in rec[name]] for name in names] for rec in wrapper.read(page)]
        assert read == [found for found in said if any(found)]
