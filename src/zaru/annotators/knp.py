"""A real KNP as a child process, fed by a real JUMAN or Juman++."""

from __future__ import annotations

from collections.abc import Sequence

from zaru.annotators.juman import JumanAnnotator, find_juman
from zaru.annotators.juman_lines import read_text
from zaru.annotators.process import DEADLINE_SECONDS, ToolProcess, start_tool
from zaru.errors import ToolCrashed, ToolError

SCHEME = "KNP"
# What JUMAN says of 今日は晴れです。, as KNP gets it.
PROBE = """\
今日 きょう 今日 名詞 6 時相名詞 10 * 0 * 0 "代表表記:今日/きょう カテゴリ:時間"
は は は 助詞 9 副助詞 2 * 0 * 0 NIL
晴れ はれ 晴れ 名詞 6 普通名詞 1 * 0 * 0 "代表表記:晴れ/はれ カテゴリ:抽象物"
です です だ 判定詞 4 * 0 判定詞 25 デス列基本形 30 NIL
。 。 。 特殊 1 句点 1 * 0 * 0 NIL
EOS"""


class KnpAnnotator:
    """A KNP that has passed its test, behind the JUMAN that feeds it."""

    def __init__(self, juman: JumanAnnotator, process: ToolProcess) -> None:
        self.scheme = SCHEME
        self._juman = juman
        self._process = process

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return KNP's lines for each sentence, or the error that it cost."""
        return [self._parse(words) for words in self._juman.annotate(sentences)]

    def close(self) -> None:
        """End both tools."""
        self._process.close()
        self._juman.close()

    def _parse(self, words: str | ToolError) -> str | ToolError:
        if isinstance(words, ToolError) or words == "EOS\n":
            return words
        try:
            return self._process.ask(words.removesuffix("\n"))
        except ToolError as error:
            return error


def find_knp(*, deadline_seconds: float = DEADLINE_SECONDS) -> KnpAnnotator | None:
    """Return the KNP on PATH that passes its test, None when it or its JUMAN is not there."""
    process = start_tool(
        "knp", "-tab", probe=PROBE, check=check_answer, deadline_seconds=deadline_seconds
    )
    if process is None:
        return None
    juman = find_juman(deadline_seconds=deadline_seconds)
    if juman is None:
        process.close()
        return None
    return KnpAnnotator(juman, process)


def check_answer(words: str, answer: str) -> None:
    """Raise ToolCrashed when *answer* has other words than KNP was given, or no phrases."""
    if read_text(answer) != read_text(f"{words}\n"):
        raise ToolCrashed("KNP's words are not those that it was given")
    if "\n* " not in f"\n{answer}" or "\n+ " not in answer:
        raise ToolCrashed("KNP found no phrases")
