"""Runs the libraries against each other: build, verify, then rounds in which each takes its turn (A B A B).

The first run of each is compared before anything else happens, and a difference stops the bench. It counts as a time
only if it took longer than WARM, because then it is not repeated.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy

import libraries
from graphs import Workload, with_scattered
from libraries import LeftOut

TOLERANCE = {"double": 1e-9, "single": 1e-4}
WARM = 5.0  # seconds
SAMPLE = 0.06  # share of its budget that a sampled run is meant to take
LEAST = 8  # sources of a sample


class Wrong(Exception):
    """Two libraries disagree."""


@dataclass
class Entry:
    """One library with one setting on one graph and measure, and its times."""

    library: str
    measure: str
    precision: str
    threads: int
    run: Callable  # () -> (values, plan or None)
    sources: int  # searches that a run makes
    factor: float = 1.0  # estimate for all sources / measured time; not 1 only for extrapolated entries
    note: str = ""
    sample: numpy.ndarray | None = None  # the sources, if they are not those of the case
    walls: list = field(default_factory=list)
    busy: list = field(default_factory=list)
    error: float = float("nan")
    plan: dict | None = None

    def once(self) -> numpy.ndarray:
        """Runs once, keeps the time, returns the scores."""
        cpu, wall = time.process_time(), time.perf_counter()
        values, plan = self.run()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        self.walls.append(wall)
        self.busy.append(cpu / wall)
        self.plan = plan
        return numpy.asarray(values, dtype=numpy.float64)

    @property
    def seconds(self) -> float:
        """Median, for all sources of the case."""
        return statistics.median(self.walls) * self.factor

    @property
    def own(self) -> bool:
        return self.library == "gobc"


@dataclass
class Case:
    workload: Workload
    measure: str
    sources: int
    scattered: bool = False
    entries: list[Entry] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    def find(self, library, measure, threads=None, precision="double") -> Entry | None:
        for entry in self.entries:
            if (entry.library, entry.measure, entry.precision) == (library, measure, precision):
                if threads is None or entry.threads == threads:
                    return entry
        return None


def difference(values, expected, floor: float) -> float:
    """Largest relative difference; NaN in both places is agreement, in one it is infinite. Below `floor` absolute."""
    values, expected = numpy.asarray(values, float), numpy.asarray(expected, float)
    if values.shape != expected.shape or (numpy.isnan(values) != numpy.isnan(expected)).any():
        return float("inf")
    there = ~numpy.isnan(expected)
    scale = numpy.maximum(numpy.abs(expected[there]), floor)
    return float(numpy.max(numpy.abs(values[there] - expected[there]) / scale, initial=0.0))


class Arena:
    """All libraries' graphs of one workload."""

    def __init__(self, workload, peers, threads, budget, longest, log):
        """An entry's runs take `budget` seconds at most; one foreseen to last over `longest` is not made in full."""
        self.workload, self.threads, self.log = workload, threads, log
        self.budget, self.longest = budget, longest
        self.gobc = libraries.Gobc()
        self.peers = {peer.name: peer for peer in peers}
        self.graphs, self.build_seconds = {}, {}
        for library in (self.gobc, *peers):
            began = time.perf_counter()
            self.graphs[library.name] = library.build(workload)
            self.build_seconds[library.name] = time.perf_counter() - began

    def _own(self, w, measure, threads, precision) -> Callable:
        def run():
            result, values = self.gobc.values(self.graphs["gobc"], w, measure, threads, precision)
            return values, result.plan

        return run

    def _peer_entry(self, peer, w, measure, sources) -> Entry:
        """A peer's turn; from a sample of the sources where all would last too long."""
        if measure not in peer.rates:
            raise LeftOut(f"it has no {measure} of all vertices")
        threads = self.threads if measure in peer.parallel else 1
        rate = peer.rates[measure] * threads / w.m  # sources a second
        # igraph's betweenness has the sources that gobc has; whoever cannot choose them says so.
        given = measure == "betweenness" and w.sources is not None
        sample = None
        if peer.always_sampled or (sources > self.longest * rate and not given):
            few = max(LEAST, int(SAMPLE * self.budget * rate))
            sample = peer.sample(w, measure, min(few, sources, w.n - 1))

        def run():
            return peer.values(self.graphs[peer.name], w, measure, sample), None

        entry = Entry(peer.name, measure, "double", threads, run, sources, sample=sample)
        if sample is not None:
            entry.sources, entry.factor = len(sample), sources / len(sample)
            entry.note = f"from {len(sample):,} sources of its own for {sources:,}"
        return entry

    def _expected(self, peer, w, entry):
        """What gobc says under the peer's convention, untimed."""
        graph = self.graphs["gobc"]
        if entry.measure == "betweenness" and entry.sample is not None:
            result = graph.betweenness(preset=peer.preset, normalized=False, sources=entry.sample)
        elif entry.measure == "betweenness":
            result = graph.betweenness(preset=peer.preset, normalized=False, sources=w.sources)
        else:
            result = graph.centralities(entry.measure, preset=peer.preset)
        values = result[entry.measure]
        return values if entry.measure == "betweenness" or entry.sample is None else values[entry.sample]

    def case(self, measure, rounds, scattered=False) -> Case:
        """Verifies and times one measure; with scattered sources gobc's main setting and igraph alone."""
        w = with_scattered(self.workload) if scattered else self.workload
        case = Case(w, measure, w.source_count if measure == "betweenness" else w.n, scattered)
        case.entries = [Entry("gobc", name, precision, threads, self._own(w, name, threads, precision), case.sources)
                        for name, threads, precision in self._settings(measure, scattered)]
        first = {id(entry): entry.once() for entry in case.entries}
        for peer in self.peers.values():
            if scattered and peer.name != "igraph":
                continue
            try:
                entry = self._peer_entry(peer, w, measure, case.sources)
                first[id(entry)] = entry.once()
            except LeftOut as reason:
                case.left_out[peer.name] = str(reason)
                continue
            case.entries.append(entry)
            self._verify_peer(peer, w, entry, first[id(entry)])
        self._verify_own(case, first)
        self._rounds(case, rounds)
        return case

    def _settings(self, measure, scattered) -> list[tuple]:
        """(measure, threads, precision) of gobc's entries; the first is what peers are compared with."""
        settings = [(measure, self.threads, "double")]
        if self.threads > 1 and not scattered:
            settings.append((measure, 1, "double"))
        if measure == "betweenness" and not scattered:
            settings += [(measure, self.threads, "single"), ("four measures", self.threads, "double")]
        return settings

    def _verify_peer(self, peer, w, entry, values):
        floor = 1.0 if entry.measure == "betweenness" else 1e-300
        entry.error = difference(values, self._expected(peer, w, entry), floor)
        self._demand(entry, f"gobc with preset {peer.preset}", TOLERANCE["double"])

    def _verify_own(self, case, first):
        """gobc's own entries against igraph's scores, or against its own in double precision without igraph."""
        theirs = case.find("igraph", case.measure)
        reference = theirs or case.entries[0]
        expected = first[id(reference)]
        at = slice(None) if theirs is None or theirs.sample is None else theirs.sample
        for entry in case.entries:
            if entry.own:
                values = first[id(entry)][at]
                # The four measures follow gpu-fan, which counts undirected pairs in both orders.
                if entry.measure == "four measures":
                    values = values / 2
                entry.error = difference(values, expected, 1.0 if case.measure == "betweenness" else 1e-300)
                self._demand(entry, reference.library, TOLERANCE[entry.precision])

    def _demand(self, entry, other, tolerance):
        if not entry.error <= tolerance:
            raise Wrong(f"{self.workload.name}, {entry.measure}: {entry.library} ({entry.precision}, {entry.threads} "
                        f"threads) differs from {other} by {entry.error:.3g}; {tolerance:.0e} is allowed")

    def _rounds(self, case, rounds):
        """Each entry runs `rounds` times, fewer where the next run would pass its budget."""
        for entry in case.entries:
            if entry.walls[0] < WARM:
                entry.walls.clear(), entry.busy.clear()
        for _ in range(rounds):
            for entry in case.entries:
                spent = sum(entry.walls)
                longest = max(entry.walls, default=0.0)
                if len(entry.walls) < rounds and spent + longest <= self.budget:
                    entry.once()
        for entry in case.entries:
            self.log(f"  {entry.library:<10} {entry.measure:<14} {entry.precision} {entry.threads} thread(s): "
                     f"{entry.seconds:.4g} s, {len(entry.walls)} run(s), error {entry.error:.1e} {entry.note}")
