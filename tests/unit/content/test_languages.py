from __future__ import annotations

import pytest

from zaru.content.extraction import extract
from zaru.content.languages import word_shares
from zaru.content.metadata import find_metadata
from zaru.page import Page

JAPANESE = "<p>" + "ざるは竹で編んだ器である。水を切るのに使う。" * 4
ENGLISH = "<p>" + "A sieve is made of bamboo and lets the water through. " * 4
GERMAN = "<p>" + "Das Sieb ist aus Bambus und lässt das Wasser durch die Ritzen. " * 4
NAMES = "<p>" + "Bamboo Kitchen Tools, Yamada Sieves, Colander World Osaka. " * 4
BASQUE = "<p>" + "Galbahea banbuz egina dago eta ura pasatzen uzten du. " * 4
PROGRAM = "<pre>" + "for (int i = 0; i < size; i++) { total += weights[i]; } " * 4 + "</pre>"


def language_of(html: str) -> str | None:
    found = find_metadata(Page.from_bytes(html.encode()).tree).language
    return found.text if found else None


@pytest.mark.parametrize(
    ("html", "language"),
    [
        pytest.param("<html lang=ja-JP>" + JAPANESE, "ja", id="declared"),
        pytest.param("<html lang=en>" + JAPANESE, "ja", id="kana-against-english"),
        pytest.param(JAPANESE, "ja", id="kana"),
        pytest.param("<p>" + "체는 대나무로 만든다. " * 8, "ko", id="hangul"),
        pytest.param("<p>" + "筛子是用竹子做的，用来沥水。" * 8, "zh", id="han-alone"),
        pytest.param("<html lang=uk><p>" + "Решето плетут із бамбука. " * 8, "uk", id="cyrillic"),
        pytest.param("<html lang='<nonsense>'>" + NAMES, None, id="nonsense"),
        pytest.param("<html lang=ja>" + NAMES, None, id="latin-is-not-japanese"),
        pytest.param(NAMES, None, id="names-say-nothing"),
    ],
)
def test_script_of_the_text_decides_where_it_can(html: str, language: str | None) -> None:
    assert language_of(html) == language


@pytest.mark.parametrize(
    ("html", "language"),
    [
        pytest.param("<html lang=de>" + NAMES, "de", id="lang"),
        pytest.param("<html xml:lang=no-NO>" + NAMES, "no", id="xml-lang"),
        pytest.param(
            "<meta http-equiv=content-language content='fr, en'>" + NAMES, "fr", id="http"
        ),
        pytest.param("<meta property=og:locale content=pt_BR>" + NAMES, "pt", id="og-locale"),
        pytest.param(
            '<script type="application/ld+json">{"@type": "Article", "inLanguage": "es"}</script>'
            + NAMES,
            "es",
            id="json-ld",
        ),
        pytest.param("<html lang=in>" + NAMES, "id", id="old-tag"),
        pytest.param("<html lang=nb>" + NAMES, "nb", id="listed-under-another"),
        pytest.param("<html lang=eu>" + BASQUE, "eu", id="not-listed"),
        pytest.param("<html lang=en-GB>" + ENGLISH, "en", id="agreed"),
    ],
)
def test_declaration_counts(html: str, language: str | None) -> None:
    assert language_of(html) == language


@pytest.mark.parametrize(
    ("html", "language"),
    [
        pytest.param(ENGLISH, "en", id="english"),
        pytest.param(GERMAN, "de", id="german"),
        pytest.param("<html lang=en>" + GERMAN, "de", id="against-the-declared"),
        pytest.param("<html lang=ja>" + ENGLISH, "en", id="against-another-script"),
        pytest.param("<p>" + "Ситото е от бамбук и водата минава през него. " * 4, "bg", id="bg"),
        pytest.param("<p>" + "Сито стоит у реки, и там никто не живёт. " * 4, "ru", id="ru"),
        pytest.param("<p>" + "Сито стоїть біля річки, там ніхто не живе. " * 4, "uk", id="uk"),
        pytest.param("<p>" + "Сіта стаіць каля ракі, там ніхто не жыве. " * 4, "be", id="be"),
        pytest.param("<p>" + "Сито се налази крај реке и нико не живи, ђаво. " * 4, "sr", id="sr"),
        pytest.param("<p>" + "المصفاة من الخيزران و هذا ما كان في المطبخ. " * 4, "ar", id="ar"),
    ],
)
def test_words_tell_where_nothing_else_does(html: str, language: str) -> None:
    assert language_of(html) == language


def test_content_tells_more_than_the_page() -> None:
    menu = "".join(f"<li><a href=/{n}>All about the kitchen of the world</a>" for n in range(40))
    content = extract(f"<ul>{menu}</ul><article><h1>Das Sieb</h1>{GERMAN}</article>")
    assert "Bambus" in content.text
    assert (content.language, language_of(f"<ul>{menu}</ul>{GERMAN}")) == ("de", "en")


def test_program_on_a_japanese_page_is_of_a_japanese_page() -> None:
    page = f"<html lang=ja><article>{PROGRAM}</article>{JAPANESE}"
    assert extract(page).language == "ja"


def test_shares_are_of_all_words() -> None:
    shares = word_shares("der die das " * 10 + "Bambus " * 30)
    assert shares["de"] == pytest.approx(0.5)
    assert word_shares("the and")["en"] < 0.08  # two words are no text
