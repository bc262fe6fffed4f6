"""How many of the html5lib tree-construction cases the Tree agrees with.

usage: python bench/html5.py [BENCH] [--show N]

Documents with scripting off; fragments and cases for scripting on are left out. Compared are
elements, attributes and text: comments, doctypes and processing instructions are left out of both
sides, and texts that stand side by side are one. The parser is the one that is in use: the kernel's
own, or turbohtml with ZARU_NO_KERNELS=1. Asked are 99.9 % of the kernel's.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from zaru.dom import Tree, build_tree
from zaru.errors import InputError
from zaru.kernels import describe_kernels
from zaru.text.encodings import Decoded

DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"
CASES = "dirt/html5lib/tree-construction/*.dat"


@dataclass
class Node:
    """An element with what is in it; a text is a plain str."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def add(self, child: Node | str) -> None:
        """Add a child; a text joins the text before it."""
        last = self.children[-1] if self.children else None
        if isinstance(child, str) and isinstance(last, str):
            self.children[-1] = last + child
        else:
            self.children.append(child)


@dataclass(frozen=True)
class Case:
    """One case of a `.dat` file."""

    name: str
    html: str
    expected: Node


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the documents of a `.dat` file that are for scripting off, or for both."""
    text = "\n" + path.read_bytes().decode("utf-8", "surrogatepass")
    for number, block in enumerate(text.split("\n#data\n")[1:], 1):
        html, _, rest = ("\n" + block).partition("\n#errors")
        head, _, tree = rest.partition("\n#document\n")
        if "#document-fragment" in head or "#script-on" in head:
            continue
        yield Case(f"{path.stem} {number}", html[1:], read_expected(tree))


def read_expected(dump: str) -> Node:
    """Return the root of a tree that is drawn with "| " and two spaces for each level."""
    root = Node("#document")
    path: list[Node] = [root]
    for entry in ("\n" + dump.rstrip("\n")).split("\n| ")[1:]:
        line = entry.lstrip(" ")
        depth = (len(entry) - len(line)) // 2
        if line.startswith('"'):
            path[depth].add(line[1:-1])
        elif line == "content":  # of a template: stands under it
            path[depth + 1 :] = [path[depth]]
        elif line.startswith("<") and line.endswith(">") and line[1] not in "!?":
            node = Node(line[1:-1].replace(" ", ":", 1))
            path[depth].add(node)
            path[depth + 1 :] = [node]
        elif line.endswith('"') and not line.startswith(("<!", "<?")):
            name, _, value = line.partition("=")
            path[depth].attributes[name.replace(" ", ":", 1)] = value[1:-1]
    return root


def to_nodes(tree: Tree) -> Node:
    """Return the rows of *tree* as nodes."""
    root = Node("#document")
    nodes: dict[int, Node] = {-1: root}
    for row, parent in enumerate(tree.parents):
        if tree.is_text(row):
            nodes[parent].add(tree.text(row))
        else:
            nodes[row] = Node(tree.tags[row], tree.attributes(row))
            nodes[parent].add(nodes[row])
    return root


def parse(html: str) -> Node:
    """Return the tree of a case as nodes; a bare root when it cannot be read."""
    raw = html.encode("utf-8", "surrogatepass")
    try:
        return to_nodes(build_tree(raw, Decoded(raw, "UTF-8", "utf-8").with_text(html)))
    except InputError:
        return Node("#document")


def draw(root: Node) -> list[str]:
    """Return the lines of a tree, as the cases draw theirs."""
    lines: list[str] = []
    waiting: list[tuple[Node | str, int]] = [(child, 0) for child in reversed(root.children)]
    while waiting:
        node, depth = waiting.pop()
        indent = "  " * depth
        if isinstance(node, str):
            lines.append(f"{indent}{node!r}")
            continue
        lines.append(f"{indent}<{node.tag}>")
        lines += (f"{indent}  {name}={value!r}" for name, value in sorted(node.attributes.items()))
        waiting += [(child, depth + 1) for child in reversed(node.children)]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--show", type=int, default=0, help="print how so many cases disagree")
    options = parser.parse_args()
    cases = [case for path in sorted(options.bench.glob(CASES)) for case in read_cases(path)]
    failures = [case for case in cases if parse(case.html) != case.expected]
    share = 1 - len(failures) / max(1, len(cases))
    print(f"html5lib: {len(cases)} documents, {len(failures)} disagree, {share:.2%} agree")
    print(describe_kernels())
    for number, case in enumerate(failures):
        print("  ", case.name, repr(case.html[:200]))
        if number < options.show:
            print(*unified_diff(draw(case.expected), draw(parse(case.html)), lineterm=""), sep="\n")


if __name__ == "__main__":
    main()
