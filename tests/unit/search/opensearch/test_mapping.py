"""Settings of an index: what may be said, and what comes of it."""

from __future__ import annotations

import pytest

from zaru.errors import UsageError
from zaru.search.opensearch.mapping import Making, to_template


@pytest.mark.parametrize(
    "making",
    [
        pytest.param(Making(k1=-1), id="k1"),
        pytest.param(Making(k1=float("nan")), id="nan"),
        pytest.param(Making(b=1.1), id="b"),
        pytest.param(Making(shards=0), id="shards"),
        pytest.param(Making(replicas=-1), id="replicas"),
    ],
)
def test_what_cannot_be_is_refused(making: Making) -> None:
    with pytest.raises(UsageError, match="not"):
        making.check()


def test_shards_grow_with_the_corpus() -> None:
    settings = to_template(Making(), 1.2, 0.75, 100_000_000)["settings"]
    assert settings["number_of_shards"] == settings["number_of_routing_shards"] == 51
    assert to_template(Making(), 1.2, 0.75, 0)["settings"]["number_of_shards"] == 1
    assert to_template(Making(shards=5), 1.2, 0.75, 0)["settings"]["number_of_shards"] == 5
