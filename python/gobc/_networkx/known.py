"""Tests in NetworkX's own suite that gobc fails on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_COUNTS = ("expects half of what reaches node 8 from either side, where 3 of 4 shortest paths come from one of them; "
           "the test of nodes beside it expects 3 to 1")
_TIES = "takes 0.2 + 0.4 and 0.6 for different lengths; to gobc they are the same"

# (class, test): reason
REASONS = {
    ("TestEdgeSubsetBetweennessCentrality", "test_diamond_multi_path"): _COUNTS,
    ("TestWeightedDistance", "test_center_weight_attr"): _TIES,
    ("TestWeightedDistance", "test_bound_center_weight_attr"): _TIES,
}


def on_start_tests(items: list[pytest.Item]) -> None:
    """NetworkX calls this before it runs its tests with gobc."""
    import pytest

    for item in items:
        reason = REASONS.get((getattr(item.cls, "__name__", ""), item.name))
        if reason is not None:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
