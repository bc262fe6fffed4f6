"""Discovery: the fields of a site's pages, without any label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeVar

from zaru.errors import InputError, UsageError
from zaru.page import Page
from zaru.wrappers.alternation.left_right import learn_left_right
from zaru.wrappers.discovery.naming import make_unique, suggest_name
from zaru.wrappers.discovery.proposals import Proposal, propose
from zaru.wrappers.discovery.ranking import rank_proposals
from zaru.wrappers.learning import Tell, add_samples
from zaru.wrappers.rules.rule import Places
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

MAX_FIELDS = 50  # more are no help to a person who looks for one
_MAX_PAGES = 48  # evenly chosen; more pages of one template tell little more
_MIN_PAGES = 2  # what is content shows only where pages differ
_MAX_EXAMPLES = 3
_LABEL_SHARE = 0.8  # of the values that a text must stand before to name them

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Finding:
    """A field of a wrapper, as a person gets to see it before it is kept."""

    name: str
    examples: tuple[str, ...]  # values of different pages
    coverage: float  # the share of pages that have it, from 0 to 1


def discover(
    pages: Iterable[Page],
    *,
    method: Literal["rules", "lr"] = "rules",
    tell: Tell | None = None,
) -> Wrapper:
    """Return a wrapper of the fields that *pages*, which have one template, do not share.

    `lr` is paper 4: strings around the fields, which have no names; it needs no tree of a page.
    *tell* gets a line for each page that cannot be read and each limit that is reached. Raises
    `UsageError` when nothing is found.
    """
    problems: list[str] = []
    readable = list(pages) if method == "lr" else _keep_readable(pages, problems)
    if len(readable) < _MIN_PAGES:
        raise UsageError(
            f"{len(readable)} page(s) to discover fields on; give two or more of one site, for"
            " fields are what differs between them"
        )
    if method == "lr":
        wrapper = Wrapper(learn_left_right(readable, tell=problems.append))
    else:
        wrapper = Wrapper(RuleWrapper(find_fields(readable)))
    for problem in problems:
        if tell is not None:
            tell(problem)
    if not wrapper.fields:
        reason = "all of them say the same, or they are not of one template"
        if method == "lr" and problems:
            reason = "a limit was reached"
        raise UsageError(f"{len(readable)} pages have no field in common: {reason}")
    return add_samples(wrapper, readable, labelled=0, others=len(readable))


def find_fields(pages: Sequence[Page], *, limit: int = MAX_FIELDS) -> dict[str, Places]:
    """Return the fields of *pages* by suggested name, the surest first."""
    views = [View(page) for page in _choose_evenly(pages, _MAX_PAGES)]
    if len(views) < _MIN_PAGES:
        return {}
    ranked = rank_proposals(propose(views), limit)
    names = make_unique(map(_name, ranked))
    return {name: ((found.rule,),) for name, found in zip(names, ranked, strict=True)}


def describe_fields(wrapper: Wrapper, pages: Iterable[Page]) -> list[Finding]:
    """Return what the fields of *wrapper* are on those of *pages* that can be read."""
    values: dict[str, list[str]] = {name: [] for name in wrapper.fields}
    read = 0
    for page in _choose_evenly(list(pages), _MAX_PAGES):
        with suppress(InputError):
            records = wrapper.apply(page)
            read += 1
            for name in wrapper.fields:
                values[name] += [text for record in records for text in record.texts(name)][:1]
    return [
        Finding(name, tuple(dict.fromkeys(texts))[:_MAX_EXAMPLES], len(texts) / max(read, 1))
        for name, texts in values.items()
    ]


def _name(proposal: Proposal) -> str:
    label, share = proposal.usual_label
    is_mark = bool(label) and not any(map(str.isalnum, label))  # a colon by itself, an arrow
    if proposal.label is not None and (proposal.label.distance == 1 or is_mark):
        label, share = proposal.label.text, 1.0
    return suggest_name(
        proposal.rule,
        label if share >= _LABEL_SHARE else "",
        is_label=proposal.is_labelled,
        values=chain.from_iterable(proposal.texts),
    )


def _keep_readable(pages: Iterable[Page], problems: list[str]) -> list[Page]:
    readable = []
    for page in pages:
        try:
            page.tree  # noqa: B018  built here, or the page has none
        except InputError as error:
            problems.append(str(error))
        else:
            readable.append(page)
    return readable


def _choose_evenly(items: Sequence[_Item], limit: int) -> list[_Item]:
    """Return at most *limit* of *items*, from the first to the last."""
    if len(items) <= limit:
        return list(items)
    return [items[number * len(items) // limit] for number in range(limit)]
