"""In how many pages words stand, looked up on every shard by one request.

A search for each word on each shard would be thousands of searches. Statistics of a made page that
has the words are one look into the dictionary of a shard; which shard, its routing says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from zaru.search.opensearch.cluster import Connection, Json, may_pass

_BITS = 0xFFFFFFFF


class Frequencies:
    """Counts of the words of the index behind the name of a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._name = connection.cluster.name
        self._index = ""
        self._routings: list[str] = []  # one that leads to each shard of that index

    def count(self, field: str, terms: Sequence[str]) -> list[int]:
        """Return in how many pages each of *terms* stands."""
        if not terms:
            return []
        if not self._index:
            self._look_at_index()
        answers = self._ask(field, terms)
        if any(one["_index"] != self._index for one in answers):  # it was made anew
            self._look_at_index()
            answers = self._ask(field, terms)
        totals = dict.fromkeys(terms, 0)
        for one in answers:
            vectors = one.get("term_vectors", {}).get(field, {"terms": {}})
            for term, said in vectors["terms"].items():
                if term in totals:
                    totals[term] += said.get("doc_freq", 0)
        return [totals[term] for term in terms]

    def _ask(self, field: str, terms: Sequence[str]) -> list[Json]:
        asked = {
            "doc": {field: " ".join(dict.fromkeys(terms))},
            "fields": [field],
            "term_statistics": True,
            **dict.fromkeys(("field_statistics", "positions", "offsets", "payloads"), False),
        }
        body = {"docs": [{**asked, "routing": routing} for routing in self._routings]}
        for is_last in self._connection.pauses():
            answer = self._connection.ask("POST", f"/{self._name}/_mtermvectors", body)
            docs: list[Json] = answer["docs"]
            wrong = next((one for one in docs if "error" in one), None)
            if wrong is None:
                return docs
            if is_last or not may_pass(None, wrong):
                raise self._connection.explain("a shard's", wrong)
        raise AssertionError("the last try returns or raises")

    def _look_at_index(self) -> None:
        answer: Json = self._connection.ask("GET", f"/{self._name}/_settings")
        ((self._index, about),) = answer.items()
        self._routings = find_routings(int(about["settings"]["index"]["number_of_shards"]))


def find_routings(shards: int) -> list[str]:
    """Return a routing for each shard of an index that has as many routing shards as shards.

    >>> find_routings(3)
    ['0', '8', '1']
    """
    found: dict[int, str] = {}
    for number in count():
        if len(found) == shards:
            break
        found.setdefault(hash_routing(str(number)) % shards, str(number))
    return [found[shard] for shard in range(shards)]


def hash_routing(text: str) -> int:
    """Return the number by which OpenSearch finds the shard of *text*: MurmurHash3 of its UTF-16.

    It has 32 bits and a sign.

    >>> hash_routing("hell") == 0x5a0cb7c3, hash_routing("hello") == 0xd7c31989 - 2**32
    (True, True)
    """
    data = text.encode("utf-16-le")
    value = 0
    for at in range(0, len(data), 4):
        block = int.from_bytes(data[at : at + 4], "little") * 0xCC9E2D51 & _BITS
        value ^= _rotate(block, 15) * 0x1B873593 & _BITS
        if at + 4 <= len(data):
            value = (_rotate(value, 13) * 5 + 0xE6546B64) & _BITS
    value ^= len(data)
    value = (value ^ value >> 16) * 0x85EBCA6B & _BITS
    value = (value ^ value >> 13) * 0xC2B2AE35 & _BITS
    value ^= value >> 16
    return value - 2**32 if value >= 2**31 else value


def _rotate(value: int, bits: int) -> int:
    return (value << bits | value >> (32 - bits)) & _BITS
