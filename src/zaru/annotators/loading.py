"""Annotators by name: loaded when they are asked for, and checked before a run begins."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec

from zaru.annotators.command import PREFIX, CommandAnnotator
from zaru.annotators.juman import PROGRAMS, find_juman
from zaru.annotators.knp import SCHEME, find_knp
from zaru.annotators.names import ANNOTATORS, EXTRAS, LIBRARIES
from zaru.annotators.process import DEADLINE_SECONDS
from zaru.corpus.sentence import Annotator
from zaru.errors import ToolMissing, UsageError

_REAL_SCHEMES = frozenset({*PROGRAMS.values(), SCHEME})  # of tools on PATH, not of libraries


def load_annotator(
    name: str, *, deadline_seconds: float = DEADLINE_SECONDS, may_run: bool = False
) -> Annotator:
    """Return the annotator called *name*, ready to work. Close it when it is no longer needed.

    `juman` and `knp` are the real tools when they are on PATH and pass a test, else the libraries
    that stand in for them; the scheme of the annotator says which. *deadline_seconds* is what a
    real tool has for a sentence; a library works in this process and has none. Load it in the
    process that uses it: pipes and models do not survive a fork. With *may_run*, `command:…` runs
    that command; a name that comes from a file must not.

    Raises UsageError for an unknown name, and ToolMissing, which says what to install.
    """
    if name.startswith(PREFIX):
        if not may_run:
            raise ToolMissing(f"{name}: not run, for a file names it and not a person")
        return CommandAnnotator(name, deadline_seconds=deadline_seconds)
    _check_name(name)
    tool = _find_tool(name, deadline_seconds)
    if tool is not None:
        return tool
    _check_library(name)
    try:
        return _build(name)
    except ImportError as error:
        raise ToolMissing(f"{name} cannot be loaded: {error}; {_advice(name)}") from error


def check_annotator(name: str) -> str | None:
    """Return the scheme of the real tool that works, None when a library stands in for it.

    Raises what `load_annotator` would raise when both are missing; no library is loaded.
    """
    tool: Annotator | None
    if name.startswith(PREFIX):
        tool = CommandAnnotator(name)
    else:
        _check_name(name)
        tool = _find_tool(name, DEADLINE_SECONDS)
    if tool is None:
        _check_library(name)
        return None
    tool.close()
    return tool.scheme


def scheme_of_tool(annotator: Annotator) -> str | None:
    """Return the scheme of a tool that works in a child process, None for a library."""
    is_tool = isinstance(annotator, CommandAnnotator) or annotator.scheme in _REAL_SCHEMES
    return annotator.scheme if is_tool else None


def _check_name(name: str) -> None:
    if name in ANNOTATORS:
        return
    nearest = get_close_matches(name, ANNOTATORS, n=1)
    hint = f"; did you mean {nearest[0]}?" if nearest else ""
    known = ", ".join((*ANNOTATORS, f"{PREFIX}…"))
    raise UsageError(f"no annotator {name!r}; known: {known}{hint}")


def _check_library(name: str) -> None:
    missing = [module for module in EXTRAS[name][1] if find_spec(module) is None]
    if missing:
        raise ToolMissing(f"{name} needs {' and '.join(missing)}; {_advice(name)}")


def _advice(name: str) -> str:
    return f"run: pip install 'zaru[{EXTRAS[name][0]}]'"


def _find_tool(name: str, deadline_seconds: float) -> Annotator | None:
    """Return the real tool of that name when it is on PATH and works, else None."""
    if name == "juman":
        return find_juman(deadline_seconds=deadline_seconds)
    if name == "knp":
        return find_knp(deadline_seconds=deadline_seconds)
    return None


def _build(name: str) -> Annotator:
    """Return the library that stands for *name*; it is imported here, not before."""
    module, _, class_ = LIBRARIES[name].partition(".")
    annotator: Annotator = getattr(import_module(f"zaru.annotators.{module}"), class_)()
    return annotator
