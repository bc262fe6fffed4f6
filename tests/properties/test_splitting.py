"""Whatever the text: sentences in order that hold all of it but white space, in linear time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.corpus.sentences.splitting import split_sentences

# Pieces that rules look at, so that they meet each other often.
WORDS = """
    雪 が 降る です ました と という って を は の に 山 テレビ ね よ とても
    。 ． ！ ？ ! ? … ・・・ ... ♪ ☆ ｡ 、 ー 〜 笑 ｗｗｗ w orz
    「 」 『 』 （ ） ( ) 【 】 “ ” " (笑) （爆） (^_^) (T_T) (´・ω・｀) ^^; m(_
    _)m Yahoo Word 3 . No a. http://example.jp/?a=b \U0001f60a \ufe0f
""".split()
PIECES = st.sampled_from([*WORDS, " ", "　", "\n", "\u00a0", "\u200b"])
PASSAGES = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60)
ORDINARY = st.lists(
    st.sampled_from(
        ["雪が降った。", "本当に！！", "「雪。」と言った。", "山（高い）へ行く？", "転んだ(笑)"]
    ),
    min_size=1,
    max_size=8,
)
MANY = settings(max_examples=250, deadline=None)


@given(PASSAGES)
@MANY
def test_sentences_hold_everything_but_white_space(text: str) -> None:
    held = "".join(text[begin:end] for begin, end in split_sentences(text))
    assert "".join(held.split()) == "".join(text.split())


@given(PASSAGES)
@MANY
def test_sentences_are_in_order_and_trimmed(text: str) -> None:
    place = 0
    for begin, end in split_sentences(text):
        assert place <= begin < end <= len(text)
        assert text[begin:end] == text[begin:end].strip()
        assert "\n" not in text[begin:end]
        place = end


@given(ORDINARY)
@MANY
def test_sentence_is_its_own_sentence(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert [text[begin:end] for begin, end in split_sentences(text)] == pieces
    for piece in pieces:
        assert split_sentences(piece) == [(0, len(piece))]


@given(PASSAGES, PASSAGES)
@MANY
def test_line_end_parts_two_passages(first: str, second: str) -> None:
    shift = len(first) + 1
    expected = split_sentences(first) + [
        (begin + shift, end + shift) for begin, end in split_sentences(second)
    ]
    assert split_sentences(f"{first}\n{second}") == expected
