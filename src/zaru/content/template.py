"""Templates: class and id names and addresses, by which pages of one site know each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from zaru.content.compiled import _kernel
from zaru.dom import Tree

# Pages of no known address are of one site when so much of their class and id names is the same
# (pages of a site have 0.6 and more, strangers 0.2), when these are more than the few that chance
# gives, and when they lead to the same places: so much of the links, pictures, scripts and style
# sheets of the page that has fewer. Found on the 3,900 pages of the bench that say their site. Two
# sites with the same theme share names only; old pages without names share nothing.
_SAME_NAMES, _SAME_ADDRESSES = 0.4, 0.3
MIN_NAMES = 5
_MAX_NAMES, _MAX_ADDRESSES = 300, 2000  # that are looked at
# Of copies in several folders `../style.css` is `style.css`.
_ADDRESS = re.compile(r"(?:\.{1,2}/)*([^?#]*)")
_DIGITS = re.compile(r"\d+")


class Template(NamedTuple):
    """What the pages of a site have in common, as numbers."""

    names: frozenset[int] = frozenset()  # classes and ids; digits count as one
    addresses: frozenset[int] = frozenset()  # as the page writes them

    def is_like(self, other: Template) -> bool:
        """Say whether pages of these templates are of one site."""
        common = len(self.names & other.names)
        either = len(self.names) + len(other.names) - common
        if common < max(MIN_NAMES, _SAME_NAMES * either):
            return False
        least = min(len(self.addresses), len(other.addresses))
        return len(self.addresses & other.addresses) > _SAME_ADDRESSES * least


def read_template(tree: Tree) -> Template:
    """Return the class and id names and the addresses of the first elements."""
    if _kernel is not None:
        most = _MAX_NAMES, _MAX_ADDRESSES
        return Template(*_kernel.read_template(tree.columns, number_names, *most))
    names: set[int] = set()
    addresses: set[int] = set()
    for tag, *values in _find(tree, "class", "id"):
        if len(names) >= _MAX_NAMES:
            break
        names.update(number_names(tag, *values))
    for _, *values in _find(tree, "href", "src"):
        if len(addresses) >= _MAX_ADDRESSES:
            break
        addresses.update(filter(None, map(_number_address, values)))  # 0 is the page itself
    return Template(frozenset(names), frozenset(addresses))


def _find(tree: Tree, *names: str) -> Iterable[tuple[str, ...]]:
    """Return tags and attributes of the elements that have some of these *names*, in order."""
    said = [dict(tree.having(name)) for name in names]
    rows, tags = sorted(set().union(*said)), tree.tags
    return dict.fromkeys((tags[row], *(one.get(row, "") for one in said)) for row in rows)


def number_names(tag: str, *values: str) -> list[int]:
    """Return numbers for the names that class or id of an element are."""
    folded = _DIGITS.sub("0", " ".join(values))
    return [crc32(f"{tag}.{name}".encode()) for name in folded.split()]


def _number_address(value: str) -> int:
    found = _ADDRESS.match(value)
    return crc32(found[1].encode()) if found else 0
