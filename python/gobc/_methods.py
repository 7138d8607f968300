"""The measures as methods of a graph. Each is the function of its name with this graph as the edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._tables import MEASURES
from ._types import Device, Progress
from .results import EdgeResult, Plan, Result


class Methods:
    """What a Graph computes: ``weight=False`` ignores its weights; the other arguments as in gobc.centralities."""

    if TYPE_CHECKING:  # what Graph adds
        def _compute(self, measures, **options) -> Result | EdgeResult: ...

        def _plan(self, measures, **options) -> Plan: ...

    def betweenness(
            self, *, normalized: bool | None = None, endpoints: bool = False, of: Any = None, sources: Any = None,
            targets: Any = None, cutoff: float | None = None, k: int | None = None, seed: Any = None,
            epsilon: float | None = None, delta: float | None = None, top_k: int | None = None,
            adaptive: float | bool | None = None, weight: bool | None = None, tie_tolerance: float | None = None,
            preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
            threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
            strategy: str | None = None, tuning: str | None = None, partial: bool = False,
            time_limit: float | None = None) -> Result:
        """Betweenness centrality. See gobc.betweenness."""
        return self._one("betweenness", locals())

    def stress(
            self, *, normalized: bool | None = None, of: Any = None, sources: Any = None, targets: Any = None,
            cutoff: float | None = None, weight: bool | None = None, tie_tolerance: float | None = None,
            preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
            threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
            strategy: str | None = None, tuning: str | None = None, partial: bool = False,
            time_limit: float | None = None) -> Result:
        """Stress centrality. See gobc.stress."""
        return self._one("stress", locals())

    def edge_betweenness(
            self, *, normalized: bool | None = None, sources: Any = None, targets: Any = None,
            cutoff: float | None = None, k: int | None = None, seed: Any = None, weight: bool | None = None,
            tie_tolerance: float | None = None, preset: str = "networkx", parallel: str | None = None,
            precision: str = "double", device: Device = "auto", threads: int | None = None, progress: Progress = None,
            memory_limit: int | None = None, strategy: str | None = None, tuning: str | None = None,
            partial: bool = False, time_limit: float | None = None) -> EdgeResult:
        """Edge betweenness. See gobc.edge_betweenness."""
        return self._one("edge_betweenness", locals())

    def edge_stress(
            self, *, sources: Any = None, targets: Any = None, cutoff: float | None = None, weight: bool | None = None,
            tie_tolerance: float | None = None, preset: str = "networkx", parallel: str | None = None,
            precision: str = "double", device: Device = "auto", threads: int | None = None, progress: Progress = None,
            memory_limit: int | None = None, strategy: str | None = None, tuning: str | None = None,
            partial: bool = False, time_limit: float | None = None) -> EdgeResult:
        """Edge stress. See gobc.edge_stress."""
        return self._one("edge_stress", locals())

    def closeness(
            self, *, normalized: bool | None = None, direction: str | None = None, mode: str | None = None,
            of: Any = None, sources: Any = None, cutoff: float | None = None, weight: bool | None = None,
            preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
            threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
            strategy: str | None = None, tuning: str | None = None, partial: bool = False,
            time_limit: float | None = None) -> Result:
        """Closeness centrality. See gobc.closeness."""
        return self._one("closeness", locals())

    def harmonic(
            self, *, normalized: bool | None = None, direction: str | None = None, mode: str | None = None,
            of: Any = None, sources: Any = None, cutoff: float | None = None, weight: bool | None = None,
            preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
            threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
            strategy: str | None = None, tuning: str | None = None, partial: bool = False,
            time_limit: float | None = None) -> Result:
        """Harmonic centrality. See gobc.harmonic."""
        return self._one("harmonic", locals())

    def eccentricity(
            self, *, normalized: bool | None = None, direction: str | None = None, mode: str | None = None,
            of: Any = None, sources: Any = None, cutoff: float | None = None, weight: bool | None = None,
            preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
            threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
            strategy: str | None = None, tuning: str | None = None, partial: bool = False,
            time_limit: float | None = None) -> Result:
        """Eccentricity. See gobc.eccentricity."""
        return self._one("eccentricity", locals())

    def eccentricity_centrality(
            self, *, normalized: bool | None = None, direction: str | None = None, mode: str | None = None,
            of: Any = None, sources: Any = None, cutoff: float | None = None, weight: bool | None = None,
            preset: str = "networkx", parallel: str | None = None, precision: str = "double", device: Device = "auto",
            threads: int | None = None, progress: Progress = None, memory_limit: int | None = None,
            strategy: str | None = None, tuning: str | None = None, partial: bool = False,
            time_limit: float | None = None) -> Result:
        """Reciprocal eccentricity. See gobc.eccentricity_centrality."""
        return self._one("eccentricity_centrality", locals())

    def centralities(
            self, measures: str | Iterable[str] = MEASURES, *, normalized: bool | None = None, endpoints: bool = False,
            direction: str | None = None, mode: str | None = None, of: Any = None, sources: Any = None,
            targets: Any = None, cutoff: float | None = None, k: int | None = None, seed: Any = None,
            weight: bool | None = None, tie_tolerance: float | None = None, preset: str = "networkx",
            parallel: str | None = None, precision: str = "double", device: Device = "auto", threads: int | None = None,
            progress: Progress = None, memory_limit: int | None = None, strategy: str | None = None,
            tuning: str | None = None, partial: bool = False, time_limit: float | None = None) -> Result | EdgeResult:
        """Several measures in one sweep. See gobc.centralities."""
        arguments = locals()
        return self._one(arguments.pop("measures"), arguments)

    def plan(
            self, measures: str | Iterable[str] = MEASURES, *, normalized: bool | None = None, endpoints: bool = False,
            direction: str | None = None, mode: str | None = None, of: Any = None, sources: Any = None,
            targets: Any = None, cutoff: float | None = None, k: int | None = None, seed: Any = None,
            weight: bool | None = None, tie_tolerance: float | None = None, preset: str = "networkx",
            parallel: str | None = None, precision: str = "double", device: Device = "auto", threads: int | None = None,
            memory_limit: int | None = None, strategy: str | None = None, tuning: str | None = None,
            partial: bool = False) -> Plan:
        """What ``centralities`` with the same arguments would do. See gobc.plan."""
        arguments = locals()
        arguments.pop("self")
        return self._plan(arguments.pop("measures"), **arguments)

    def _one(self, measures, arguments):
        """Computes with the keyword arguments of the public method that was called."""
        arguments.pop("self")
        return self._compute(measures, **arguments)
