from __future__ import annotations

import pytest

from zaru.text.japanese_text import is_japanese_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("竹で編むと、水がよく切れる。", True, id="japanese"),
        pytest.param("円高と株価の気配", True, id="kanji-of-japan"),
        pytest.param("本日休業", None, id="kanji-of-both"),
        pytest.param("这是一个中文网页", False, id="simplified"),
        pytest.param("我們的網頁說明這個", False, id="traditional"),
        pytest.param("대나무로 엮은 체", False, id="korean"),
        pytest.param("a sieve of bamboo", False, id="latin"),
        pytest.param("a sieve of bamboo, ざる in Japanese, is used in kitchens", False, id="guest"),
        pytest.param("$ ls  # ここにあるファイルを全部見せてください", True, id="comments"),
        pytest.param("", False, id="nothing"),
        pytest.param("竹で編むと、水がよく切れる。" * 200 + "spam " * 5000, True, id="spam-behind"),
        pytest.param("menu " * 500 + "竹で編むと、水がよく切れる。" * 500, True, id="menu-before"),
    ],
)
def test_letters_tell(text: str, expected: bool | None) -> None:
    assert is_japanese_text(text) is expected
