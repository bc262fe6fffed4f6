from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from zaru.limits import Limits


def test_defaults_let_real_pages_through_and_stop_bombs() -> None:
    limits = Limits()
    assert (limits.max_bytes, limits.max_depth, limits.max_nodes) == (20 * 1024**2, 512, 500_000)
    assert limits.max_attribute_chars == 64 * 1024


def test_limits_do_not_change_on_the_way() -> None:
    with pytest.raises(FrozenInstanceError):
        Limits().max_bytes = 1  # type: ignore[misc]
