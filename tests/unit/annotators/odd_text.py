"""Sentences as pages really have them, and worse, for tests with hypothesis."""

from __future__ import annotations

import re

from hypothesis import strategies as st

PIECES = (
    "今日は晴れです。|走った|静かに|食べさせられなかった|小泉総理|二人で一つ|三．五％|２１００万円|"
    "東京都|サーバ|ドクターフィシュ|ｶﾞｷﾞｸﾞ|ｱｲｳ|「|」|（笑）|、|。|・|…|　|　　| |  |\t|\n|\r\n|\0|"
    "\x0b|\x1b|\x7f|\x85|\u2028|\u00a0|\u200b|\u200d|\ufeff|\ufffd|\uffff|EOS|\nEOS\n|#|# S-ID:1|*|"
    "* 1D|+|+ -1D <文頭>|@|@ |;;|<|>|\"|'|\\|\\␣|␣|\\t|\\ |/|,|NIL|*,*|ABC|www.example.jp|Tel.|"
    "3.14|12,345|😀|👨‍👩‍👧|☺️|𠮷|龗靐|か\u3099|e\u0301|한국어|русский|①②|㈱|☆★☆|─┼"
).split("|")

odd_sentences = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.text(max_size=40),
    st.text(alphabet="あ亜ア aＡ1１.．,，#*+@\\\"'␣\n　", max_size=30),
)


def is_valid(sentence: str) -> bool:
    """Say whether a sentence is Unicode text: half a character is none."""
    return re.search("[\ud800-\udfff]", sentence) is None


def one_line(sentence: str) -> str:
    """Return what an annotation is about: the sentence with a blank for each control character."""
    return re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", sentence)
