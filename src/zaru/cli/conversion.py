"""How pages become Standard Format: the options that html2sf, www2sf and `zaru sentences` share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from zaru.annotators.names import ANNOTATORS
from zaru.corpus.standard_format import format_time
from zaru.errors import UsageError
from zaru.runs.conversion import Conversion
from zaru.text.japanese import MIN_SENTENCE_SHARE


def conversion_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give *command* the options of a conversion, as its argument `conversion`."""

    @click.option("-j", "juman", is_flag=True, help="Embed what JUMAN says: --annotate juman.")
    @click.option("-k", "knp", is_flag=True, help="Embed what KNP says: --annotate knp.")
    @click.option(
        "--annotate", "names", multiple=True, metavar="NAME",
        help=f"Embed what this tool says: {', '.join(ANNOTATORS)} or 'command:PROGRAM OPTIONS',"
        " which answers each line with a line a word, then EOS. May be given several times.",
    )  # fmt: skip
    @click.option("--content-only", is_flag=True, help="Sentences of the main content only.")
    @click.option("--all-languages", is_flag=True, help="Pages that are not Japanese, too.")
    @click.option(
        "--japanese-share", type=click.FloatRange(0, 1), default=MIN_SENTENCE_SHARE,
        show_default=True, help="The least share of kana and kanji in a sentence.",
    )  # fmt: skip
    @click.option("--keep-all-sentences", is_flag=True, help="The same as --japanese-share 0.")
    @wraps(command)
    def run(
        juman: bool,
        knp: bool,
        names: tuple[str, ...],
        content_only: bool,
        all_languages: bool,
        japanese_share: float,
        keep_all_sentences: bool,
        **options: Any,
    ) -> None:
        if juman and knp:
            raise UsageError("-j and -k exclude each other; for both: --annotate juman -k")
        short = ["juman"] * juman + ["knp"] * knp
        chosen = tuple(dict.fromkeys([*short, *names]))
        share = 0.0 if keep_all_sentences else japanese_share
        conversion = Conversion(chosen, content_only, all_languages, share)
        command(conversion=conversion.check(), **options)

    return run


def check_time(time: str | None) -> None:
    """Raise `UsageError` for a `--time` that is none."""
    if time is not None and not format_time(time):
        raise UsageError(f"--time {time!r} is no time; write it as yyyy-mm-dd hh:mm:ss")
