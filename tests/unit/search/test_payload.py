"""What an engine keeps with a page comes back as it was."""

from __future__ import annotations

import pytest

from zaru.search.kept_line import write_places
from zaru.search.payload import SHOWN, read_payload, write_payload

PAGE = {**dict.fromkeys(SHOWN), "id": "00", "title": "「京都」\\", "original": {"offset": 3}}


@pytest.mark.parametrize(
    ("texts", "spans"),
    [
        pytest.param([], [], id="no-passage"),
        pytest.param([""], [7, 0], id="an-empty-one"),
        pytest.param(['京都"の\t寺\r\x85', "\\n"], [7, 20, 30, 2], id="marks-of-json"),
    ],
)
def test_a_payload_is_read_as_it_was_written(texts: list[str], spans: list[int]) -> None:
    places = [write_places(range(2 * number)) for number in range(len(texts) + 1)]
    offsets, lengths = spans[::2], spans[1::2]
    lines = "\n".join(places)
    payload = write_payload(
        PAGE, "0.parquet", texts=texts, offsets=offsets, lengths=lengths, places=lines
    )
    expected = {"texts": texts, "spans": list(zip(offsets, lengths, strict=True))}
    kept = {**PAGE, "file": "0.parquet", **expected, "places": places}
    assert read_payload(payload) == kept
