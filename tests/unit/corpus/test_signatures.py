from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from datasketch import MinHash

from zaru.corpus.signatures import (
    MIN_TOKENS,
    REPETITION,
    Signature,
    is_repetition,
    sign,
    similarity,
)

KANJI = [chr(code) for code in range(0x4E00, 0x5200)]
WORDS = [a + b + c for a in "bdfgkmnprst" for b in "aiueo" for c in "lmnrst"]


def japanese(seed: str, count: int) -> list[str]:
    return random.Random(seed).choices(KANJI, k=count)


def english(seed: str, count: int) -> list[str]:
    return random.Random(seed).choices(WORDS, k=count)


def signed(text: str) -> Signature:
    found = sign(text)
    assert found is not None
    return found


def shingles(tokens: list[str]) -> set[str]:
    return {" ".join(tokens[begin : begin + 5]) for begin in range(len(tokens) - 4)}


def oracle(tokens: list[str]) -> MinHash:
    found = MinHash(num_perm=64)
    found.update_batch([shingle.encode() for shingle in shingles(tokens)])
    return found


@pytest.mark.parametrize(
    ("write", "blank"), [pytest.param(japanese, "", id="ja"), pytest.param(english, " ", id="en")]
)
def test_estimates_are_as_good_as_the_oracle_s(
    write: Callable[[str, int], list[str]], blank: str
) -> None:
    errors, oracle_errors = [], []
    for number in range(120):
        tokens = write(f"a{number}", 400)
        others = tokens[: 400 - 3 * number] + write(f"b{number}", 3 * number)
        one, other = shingles(tokens), shingles(others)
        share = len(one & other) / len(one | other)
        found = similarity(signed(blank.join(tokens)).minima, signed(blank.join(others)).minima)
        errors.append(found - share)
        oracle_errors.append(float(oracle(tokens).jaccard(oracle(others))) - share)
    assert abs(np.mean(errors)) < 0.01  # 0.004 is the error of this mean
    assert np.std(errors) < 1.25 * np.std(oracle_errors)


def test_unlike_texts_have_no_similarity() -> None:
    texts = [signed("".join(japanese(str(number), 500))).minima for number in range(60)]
    found = [similarity(texts[0], other) for other in texts[1:]]
    assert max(found) < 0.05
    assert np.mean(found) < 0.005  # chance matches of bytes are taken off


@pytest.mark.parametrize(
    ("text", "same"),
    [
        pytest.param("竹のざる。" * 20, "竹 の\nざる　" * 20, id="white-and-marks"),
        pytest.param("One TWO Three " * 20, "one\n\ntwo,  three. " * 20, id="case"),
    ],
)
def test_white_space_marks_and_case_count_for_nothing(text: str, same: str) -> None:
    assert sign(text) == sign(same)


def test_words_count_where_they_are_written_apart() -> None:
    words = english("a", 100)
    assert sign(" ".join(words)) != sign("".join(words) + " x" * MIN_TOKENS)


@pytest.mark.parametrize("write", [japanese, english])
def test_short_texts_say_nothing(write: Callable[[str, int], list[str]]) -> None:
    tokens = write("a", MIN_TOKENS)
    assert sign(" ".join(tokens)) is not None
    assert sign(" ".join(tokens[1:])) is None
    assert sign("") is None


def test_one_change_in_the_shortest_text_is_within_a_repetition() -> None:
    tokens = english("a", MIN_TOKENS)
    one, other = shingles(tokens), shingles([*tokens[:20], "changed", *tokens[21:]])
    assert len(one & other) / len(one | other) >= REPETITION
    shorter = shingles(tokens[:-2]), shingles([*tokens[:20], "changed", *tokens[21:-2]])
    assert len(shorter[0] & shorter[1]) / len(shorter[0] | shorter[1]) < REPETITION


def test_repetitions_share_a_band_and_others_do_not() -> None:
    article = english("a", 600)
    repeated = signed(" ".join(["Home", "News", *article, "Share", "2024"]))
    other = signed(" ".join(english("b", 600)))
    first = signed(" ".join(article))
    assert is_repetition(first.minima, repeated.minima)
    assert not is_repetition(first.minima, other.minima)
    assert set(first.bands) & set(repeated.bands)
    assert not set(first.bands) & set(other.bands)


def test_keys_of_bands_fit_in_64_bits_and_differ() -> None:
    found = signed("あ" * 100)  # one shingle: all functions have their minimum there
    assert len(found.bands) == len(set(found.bands)) == 16
    assert all(0 <= key < 2**64 for key in found.bands)
    assert len(found.minima) == 64


def test_a_long_text_is_signed_in_batches() -> None:
    tokens = english("a", 5000)
    one, twice = signed(" ".join(tokens)), signed(" ".join([*tokens, *tokens]))
    assert similarity(one.minima, twice.minima) > 0.95  # all shingles but four
    assert similarity(one.minima, signed(" ".join(tokens[2500:])).minima) == pytest.approx(
        0.5, abs=0.2
    )


def test_signatures_do_not_change_between_machines_and_versions() -> None:
    found = signed("吾輩は猫である。名前はまだ無い。どこで生れたか ton to 見当がつかぬ。" * 2)
    assert found.bands[0] == 3625189861506245446
    assert found.minima[:8].hex() == "3f2c3ea32b9e72da"
