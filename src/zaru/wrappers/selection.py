"""Selection: a wrapper with some of its fields, under other names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zaru.errors import UsageError, suggest
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.tree.tree_wrapper import TreeWrapper
from zaru.wrappers.wrapper import Rules, Wrapper


def select_fields(wrapper: Wrapper, names: Mapping[str, str]) -> Wrapper:
    """Return *wrapper* with the fields that *names* has, called what it says, in its order.

    Raises `UsageError` for a field that there is not, and for two fields of one name.
    """
    for name in names:
        if name not in wrapper.fields:
            known = ", ".join(wrapper.fields)
            raise UsageError(f"no field {name!r}; there are {known}{suggest(name, wrapper.fields)}")
    if len(set(names.values())) < len(names):
        raise UsageError("two fields would have the same name; choose another")
    samples = {new: wrapper.samples.get(old, ()) for old, new in names.items()}
    return replace(wrapper, rules=_select(wrapper.rules, names), samples=samples)


def _select(rules: Rules, names: Mapping[str, str]) -> Rules:
    if isinstance(rules, TreeWrapper):
        fields = {field.name: field for field in rules.fields}
        return TreeWrapper(tuple(replace(fields[old], name=new) for old, new in names.items()))
    if isinstance(rules, RuleWrapper):
        repeated, one = (
            tuple(names[name] for name in known if name in names)
            for known in (rules.repeated, rules.one)
        )
        places = {new: rules.fields[old] for old, new in names.items()}
        return replace(rules, fields=places, repeated=repeated, one=one)
    return replace(rules, fields={new: rules.fields[old] for old, new in names.items()})
