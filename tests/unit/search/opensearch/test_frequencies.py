"""Each shard has a routing that leads to it; that counts are right: tests/opensearch."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zaru.search.opensearch.frequencies import find_routings, hash_routing


@given(st.integers(1, 300))
def test_every_shard_has_a_routing(shards: int) -> None:
    routings = find_routings(shards)
    assert [hash_routing(one) % shards for one in routings] == list(range(shards))


@given(st.text())
def test_a_hash_has_32_bits_and_a_sign(text: str) -> None:
    assert -(2**31) <= hash_routing(text) < 2**31
