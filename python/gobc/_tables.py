"""The measures there are, and the options that each of them can use. Nothing else in the package lists them."""

from __future__ import annotations

from typing import Literal, get_args

NodeMeasure = Literal["betweenness", "stress", "closeness", "harmonic", "eccentricity", "eccentricity_centrality"]
EdgeMeasure = Literal["edge_betweenness", "edge_stress"]

MEASURES: tuple[str, ...] = get_args(NodeMeasure)
EDGE_MEASURES: tuple[str, ...] = get_args(EdgeMeasure)

_SHARES = {"betweenness", "edge_betweenness"}
_PATHS = {"betweenness", "stress", *EDGE_MEASURES}
_DISTANCES = {"closeness", "harmonic", "eccentricity", "eccentricity_centrality"}

# Options by the measures that can use them: one of those asked for must, or all of them.
ONE_USES = {
    "normalized": _SHARES | {"closeness", "harmonic"},
    "endpoints": {"betweenness"},
    "direction": _DISTANCES,
    "mode": _DISTANCES,
    "parallel": _PATHS,
    "tie_tolerance": _PATHS,
}
ALL_USE = {
    "targets": _PATHS,
    "k": _SHARES,
    "seed": _SHARES,
    "epsilon": {"betweenness"},
    "delta": {"betweenness"},
    "top_k": {"betweenness"},
    "adaptive": {"betweenness"},
    "of": set(MEASURES),
}
