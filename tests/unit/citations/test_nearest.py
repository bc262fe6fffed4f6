"""The passage that is most like a text."""

from __future__ import annotations

from zaru.citations.nearest import Difference, find_differences, find_nearest

TEXT = "前の文がここにある。古い地図が土蔵から見つかり、初めて公開された。後の文が続く。" * 3


def test_a_changed_passage_is_found_with_its_ends() -> None:
    near = find_nearest("古い地図が土蔵で見つかり、初めて公開される。", TEXT)
    assert near is not None
    assert TEXT[near.begin : near.end] == "古い地図が土蔵から見つかり、初めて公開された。"
    assert near.distance == 3


def test_another_text_is_not_taken_for_it() -> None:
    assert find_nearest("竹で編んだ笊を売る店は、この町にもう無い。", TEXT) is None


def test_a_long_passage_is_found_by_its_ends() -> None:
    text = "".join(chr(0x4E00 + number * 7 % 5000) for number in range(20_000))
    wanted = text[3000:9000] + "京" + text[9001:15_000]
    near = find_nearest(wanted, text)
    assert near is not None
    assert (near.begin, near.end) == (3000, 15_000)


def test_differences_are_told_one_by_one() -> None:
    assert find_differences("きのう京都で雨", "きょう京都で雪") == (
        Difference("の", "ょ"),
        Difference("雨", "雪"),
    )


def test_long_differences_are_told_as_one() -> None:
    one, other = "甲" * 1000, "乙" * 1000
    assert find_differences(f"前{one}後", f"前{other}後") == (Difference(one, other),)
