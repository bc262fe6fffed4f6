"""HOSTILE.md row 25: an engine's own protocol in the text of pages, with the real dictionaries."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

SENTENCE = "古い水車小屋は川のそばに立っている。"
TEXTS = {
    "eos": "水車小屋\nEOS\nは川のそばに立つ。",
    "eos-alone": "EOS",
    "eos-in-pre": "<pre>水車小屋は川のそばに立つ。\nEOS\n誰も住んでいない。\n</pre>",
    "tabs": "水車\t名詞,普通名詞\t小屋は\tEOS\t川のそばに立つ。",
    "comment": "# S-ID:1 水車小屋は川のそばに立つ。\n* 1D\n+ -1D\n@ 水車",
    "controls": "水車\x01\x02\x08\x0b\x1b小屋\x7f\x85は川のそばに立つ。",
    "nul": "水車\0小屋は川のそばに立つ。",
    "separators": "水車\u2028小屋\u2029は川のそばに立つ。",
    "quotes": "水車\"小屋'は\\川の`そばに$立つ。",
    "100-KB": "水車小屋と川と" * 5000,
    "100-KB-of-letters": "x" * 100_000 + "は川のそばに立つ。",
    "100-KB-of-marks": "あ" + "\u3099" * 34_000 + "は川のそばに立つ。",
}
# Converts a page with the annotator, and reads the file back. Prints for each sentence whether it
# has an annotation, whose words are those of the sentence, and what was told of the others.
CHILD = """
import json, sys, time
from zaru import Page, to_standard_format
from zaru.annotators.loading import load_annotator
from zaru.corpus.xml.reading import from_xml
name, text = sys.argv[1], json.loads(sys.argv[2])
after = "古い水車小屋は川のそばに立っている。"
raw = f"<title>{after}</title><p>{after * 3}</p><p>{text}</p><p>{after}</p>".encode()
annotator = load_annotator(name)
told = []
begin = time.process_time()
found = to_standard_format(Page.from_bytes(raw), annotators=[annotator], japanese_share=0.0,
                           tell=told.append)
seconds = time.process_time() - begin
annotator.close()
assert from_xml(found.to_xml()) == found.plain()

def squeeze(text):  # without "@", which begins a line of its own, too
    unseen = dict.fromkeys([*range(33), *range(127, 160), 0x2028, 0x2029, 0x40])
    return "".join(text.split()).translate(unseen)

def words(answer):
    lines = answer.split("\\n")
    assert lines[-2:] == ["EOS", ""], lines[-2:]
    cut = " " if name == "juman" else "\\t"
    forms = [line.split(cut)[0] for line in lines[:-2] if name != "juman" or line[:2] != "@ "]
    return "".join(forms).replace("\\\\␣", "")

sentences = [*found.sentences]
wrong = [sentence.text[:40] for sentence in sentences for said in sentence.annotations
         if squeeze(words(said.text)) != squeeze(sentence.text)]
missing = sum(not sentence.annotations for sentence in sentences)
last = sentences[-1]
print(json.dumps({"wrong": wrong, "missing": missing, "told": [str(one.message) for one in told],
                  "last": [last.text, len(last.annotations)], "seconds": seconds}))
"""
SECONDS = 20  # of a busy machine; loading is not counted


@pytest.mark.parametrize("name", ["juman", "sudachi"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_engine_is_told_nothing_but_sentences(
    name: str, text: str, run_child: Callable[..., str]
) -> None:
    pytest.importorskip({"juman": "jumandic", "sudachi": "sudachipy"}[name])
    line = json.dumps(text, ensure_ascii=False)
    said = json.loads(run_child(CHILD, name, line, seconds=120, mebibytes=4096))
    assert said["wrong"] == []
    assert said["missing"] == len(said["told"])
    assert said["last"] == [SENTENCE, 1]
    assert said["seconds"] < SECONDS
