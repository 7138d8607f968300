"""Runs one method on one network, as often and from as many sources as the time allows, and checks what came out.

The first run is from FIRST sources; where all of them would take longer than a cell may, as many are taken as are
foreseen to fit, the first of the network's random order. A cell that does not even finish its first run says so.
"""

from __future__ import annotations

import statistics
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _options
from ..errors import Error, GobcWarning
from ..graph import Graph
from ..plans import Plan
from .inputs import Network

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Fields
    from .._registry import Preset

ENGINE = "gobc"
FIRST = 128  # sources of the first run: a batch of the engine, about a source a multiprocessor
GROWTH = 32  # from one run to the next at most: a few sources foretell many badly
PLANNED = ("gpu", "path", "strategy", "threads")  # of a plan, what is kept
SINGLE, DOUBLE = "single", "double"
CHECKED = 64  # sources from which the engine on a GPU is compared with the CPU
# Largest relative difference; values below FLOOR of the largest are compared to that. Single precision has been seen to
# differ by 4e-5.
TOLERANCES = {DOUBLE: 1e-12, SINGLE: 1e-4}
FLOOR = 1e-6


class Stopped(Exception):
    """A run that was cut off, with the sources that were done."""


@dataclass
class Run:
    scores: Sequence[float]
    plan: Plan
    call: float  # seconds
    kernel: float | None  # seconds, on GPUs

    @property
    def seconds(self) -> float:
        return self.call if self.kernel is None else self.kernel

    @property
    def elsewhere(self) -> int:
        """Sources that a GPU handed to the CPU: their path counts left the range of its numbers."""
        return int((self.plan.get("gpu") or {}).get("sources_on_cpu", 0))


@dataclass
class Settings:
    device: str
    precision: str
    limit: float
    rounds: int


def compute(graph: Graph, measure: str, *, sources: list[Any] | None, preset: Preset, normalized: bool,
            **settings: Unpack[Fields]) -> tuple[Sequence[float], Plan]:
    """Scores and plan. Every figure comes through here."""
    result = graph.centralities([measure], sources=sources, preset=preset, normalized=normalized,
                                settings=_options.Settings(**settings))
    return result._scores(measure), result.plan


class Bench:
    """Cells of one network at a time; scores of the engine are kept to compare with, until the next network comes."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._network: Network | None = None
        self._references: dict[tuple[str, str, int, str], Sequence[float]] = {}

    def forget(self) -> None:
        """Lets go of the network, whose memory the next one may need."""
        self._network, self._references = None, {}

    def cell(self, network: Network, method: str, strategy: str | None, measure: str, wanted: int,
             preset: str) -> dict[str, Any]:
        """A row's figures; `strategy` None is the engine, `wanted` the sources that the paper's figure is for."""
        if network is not self._network:
            self._network, self._references = network, {}
        options = self._options(strategy, preset)
        found: dict[str, Any] = {"method": method, "strategy": strategy, "measure": measure, "precision": options["precision"],
                 "device": options["device"], "of": wanted, **network.facts()}
        try:
            count, runs = self._measured(network, measure, wanted, options)
            if runs[-1].elsewhere and options["precision"] == SINGLE:  # in double precision the method does it itself
                found["precision"] = options["precision"] = DOUBLE
                count, runs = self._measured(network, measure, wanted, options)
            difference = self._difference(network, measure, count, runs[-1], options)
        except Stopped as stopped:
            return {**found, "reason": str(stopped)}
        except (Error, MemoryError) as error:
            return {**found, "reason": brief(error), "message": str(error)}
        if self.settings.precision == SINGLE and in_double(runs[-1].plan):
            found["in_double"] = True
        seconds = statistics.median(run.seconds for run in runs)
        work = network.edges / seconds if seconds > 0 else 0.0
        return {**found, "sources": count, "linked_sources": network.linked_among(count), "seconds": seconds,
                "kernel_seconds": [run.kernel for run in runs if run.kernel is not None],
                "call_seconds": [run.call for run in runs], "teps": work * count,
                "teps_linked": work * network.linked_among(count), **difference,
                "plan": {key: runs[-1].plan[key] for key in PLANNED if key in runs[-1].plan}}

    def _options(self, strategy: str | None, preset: str) -> dict[str, Any]:
        device = "cpu" if strategy == "serial" else self.settings.device
        options = {"device": device, "precision": self.settings.precision, "preset": preset, "normalized": False}
        return {**options, "strategy": strategy} if strategy else options

    # ---- timing ----

    def _measured(self, network: Network, measure: str, wanted: int, options: dict[str, Any]) -> tuple[int, list[Run]]:
        """The number of sources, and the runs that count."""
        settings = self.settings
        end = time.monotonic() + settings.limit
        count = min(wanted, FIRST)
        runs = [self._run(network, measure, count, options, end)]
        while count < wanted:
            room = settings.limit / (settings.rounds + 1) / max(runs[-1].call, 1e-6)
            if room >= 2:
                more = min(wanted, int(count * min(room, GROWTH)))
            elif count == FIRST and len(runs) == 1 and time.monotonic() + runs[-1].call < end:
                more = count  # the first run may alone be slow: kernels are loaded, orders made
            else:
                break
            try:
                run = self._run(network, measure, more, options, end)
            except Stopped:
                break
            runs = [run] if more > count else [*runs, run]
            count = more
        while len(runs) <= settings.rounds and time.monotonic() + runs[-1].call < end:
            try:
                runs.append(self._run(network, measure, count, options, end))
            except Stopped:
                break
        return count, runs[1:] or runs  # the first one warmed up

    def _run(self, network: Network, measure: str, count: int, options: dict[str, Any], end: float | None = None) -> Run:
        def watch(done: int, total: int) -> None:
            if end is not None and time.monotonic() > end:
                raise Stopped(f"> {self.settings.limit:g} s, {done:,} of {count:,} sources done")

        sources = None if count == network.vertices else network.labels[:count]
        began = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", GobcWarning)
            scores, plan = compute(network.graph, measure, sources=sources, progress=watch, **options)
        call = time.perf_counter() - began
        gpu = plan.get("gpu") or {}
        kernel = gpu.get("kernel_seconds", 0) + gpu.get("distance_kernel_seconds", 0)  # sums of paths, of distances
        if gpu.get("sources_on_cpu"):
            kernel = 0  # then kernels are not all that computed
        return Run(scores, plan, call, kernel or None)

    # ---- checking ----

    def _difference(self, network: Network, measure: str, count: int, run: Run, options: dict[str, Any]) -> dict[str, Any]:
        """The largest relative difference to the engine in double precision, and what that means."""
        engine = "strategy" not in options
        if engine and options["device"] == "cpu":
            if options["precision"] == DOUBLE:
                self._keep(options, measure, count, run.scores)
                return {"verdict": "yardstick"}
            checked = count
        elif engine:
            if options["precision"] == DOUBLE:
                self._keep(options, measure, count, run.scores)
            checked = min(count, CHECKED)
            run = run if checked == count else self._run(network, measure, checked, options)
        else:
            checked = count
        want = self._reference(network, measure, checked, options, "cpu" if engine else self.settings.device)
        worst = difference(run.scores, want)
        agrees = worst <= TOLERANCES[options["precision"]]
        return {"difference": worst if worst < float("inf") else None, "checked_sources": checked,
                "verdict": "agrees" if agrees else "WRONG"}

    def _keep(self, options: dict[str, Any], measure: str, count: int, scores: Sequence[float]) -> None:
        self._references[options["preset"], measure, count, options["device"]] = scores

    def _reference(self, network: Network, measure: str, count: int, options: dict[str, Any],
                   device: str) -> Sequence[float]:
        key = options["preset"], measure, count, device
        if key not in self._references:
            plain = {"preset": options["preset"], "normalized": False, "precision": DOUBLE, "device": device}
            self._references[key] = self._run(network, measure, count, plain).scores
        return self._references[key]


def in_double(plan: Plan) -> bool:
    """Whether a GPU counted paths in double precision where single is to be had: not by lengths."""
    return "gpu" in plan and "lengths" not in plan and plan.get("path", {}).get("precision") == 64


def difference(got: Sequence[float], want: Sequence[float]) -> float:
    """The largest relative difference; infinite if anything is not a number or the lengths differ."""
    if len(got) != len(want):
        return float("inf")
    floor = FLOOR * max((abs(value) for value in want if abs(value) < float("inf")), default=0.0)
    worst = 0.0
    for one, other in zip(got, want):
        if one != other:
            scale = abs(other) + floor
            error = abs(one - other) / scale if scale > 0 else float("inf")
            if not error <= worst:
                worst = error if error == error else float("inf")
    return worst


def brief(error: BaseException) -> str:
    """The first clause of a message, for a cell."""
    text = str(error) or type(error).__name__
    while ": " in text and text.split(": ", 1)[0] in ("gobc", "cuda driver", "open"):
        text = text.split(": ", 1)[1]
    text = text.split("; ")[0].split(": lib")[0]
    return text if len(text) <= 110 else text[:107] + "..."
