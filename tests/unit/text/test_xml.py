"""Text in XML: what is escaped, in C as in Python."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.text import xml
from zaru.text.xml import clean, escape_text, escape_value

# What is escaped, what cannot be there, and what is beside them in the tables of characters.
LETTERS = st.sampled_from(
    "&<>\"'\r\n\t\x00\x08\x0b\x0c\x1f\x20\x7f\x85\ud800\udfff\ufffe\uffffa竹𠮷"
)
TEXTS = st.lists(LETTERS | st.characters()).map("".join)


@pytest.mark.parametrize(
    ("text", "cleaned", "inside", "value"),
    [
        pytest.param("", "", "", "", id="nothing"),
        pytest.param("竹のざる", "竹のざる", "竹のざる", "竹のざる", id="plain"),
        pytest.param("a<b>&c", "a<b>&c", "a&lt;b&gt;&amp;c", "a&lt;b&gt;&amp;c", id="markup"),
        pytest.param(
            "竹\x00𠮷\ud800", "竹\ufffd𠮷\ufffd", "竹\ufffd𠮷\ufffd", "竹\ufffd𠮷\ufffd", id="odd"
        ),
        pytest.param(
            "a\r\n\t\"'", "a\r\n\t\"'", "a&#13;\n\t\"'", "a&#13;&#10;&#9;&quot;'", id="white"
        ),
    ],
)
def test_text_is_escaped_for_its_place(text: str, cleaned: str, inside: str, value: str) -> None:
    assert (clean(text), escape_text(text), escape_value(text)) == (cleaned, inside, value)


@given(TEXTS)
def test_what_is_escaped_is_read_again(text: str) -> None:
    read = ElementTree.fromstring(f'<a b="{escape_value(text)}">{escape_text(text)}</a>')
    assert (read.text or "") == read.get("b") == clean(text)


def test_every_character_is_escaped_as_in_python() -> None:
    kernel = pytest.importorskip("zaru.text._kernel", reason="the kernel is not compiled")
    text = "".join(map(chr, range(0x110000)))
    assert kernel.clean(text) == xml.replace_unwritable(text)
    assert kernel.escape_text(text) == xml.write_text(text)
    assert kernel.escape_value(text) == xml.write_value(text)


@given(TEXTS)
def test_texts_are_escaped_as_in_python(text: str) -> None:
    assert clean(text) == xml.replace_unwritable(text)
    assert escape_text(text) == xml.write_text(text)
    assert escape_value(text) == xml.write_value(text)


def test_the_kernel_refuses_other_types() -> None:
    kernel = pytest.importorskip("zaru.text._kernel", reason="the kernel is not compiled")
    for escape in (kernel.clean, kernel.escape_text, kernel.escape_value):
        with pytest.raises(TypeError):
            escape(b"a")
