"""Annotations word by word, of real annotators."""

from __future__ import annotations

import pytest

from zaru.annotators.loading import load_annotator
from zaru.corpus.sentence import Annotation
from zaru.server.web.annotation_view import AnnotatedWord, view_annotation

SENTENCE = "朝市が16日に始まりました。"


@pytest.mark.parametrize("name", ["juman", "sudachi"])
def test_words_of_an_annotator_make_the_sentence(name: str) -> None:
    annotator = load_annotator(name)
    try:
        answer = annotator.annotate([SENTENCE])[0]
    finally:
        annotator.close()
    assert isinstance(answer, str)
    view = view_annotation(Annotation(annotator.scheme, answer))
    assert "".join(word.surface for word in view.words) == SENTENCE
    assert view.words[0][:3] == ("朝市", "あさいち", "")
    assert all(not word.reading for word in view.words if word.surface in ("16", "が", "。"))
    assert view.text == answer


def test_conllu_is_read_too() -> None:
    line = "1\t始まり\t始まる\tVERB\t動詞\t_\t0\troot\t_\tSpaceAfter=No|Reading=ハジマリ|X=1"
    view = view_annotation(Annotation("GiNZA-CoNLLU", f"# text = 始まり\n{line}\n\n"))
    assert view.words == (AnnotatedWord("始まり", "はじまり", "始まる", "VERB"),)


def test_an_unknown_scheme_is_shown_as_it_is() -> None:
    assert view_annotation(Annotation("Other", "x y z")) == ("Other", (), "x y z")
