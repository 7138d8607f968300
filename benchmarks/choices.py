"""Records what each choice of gobc's plan takes on the graphs of halves.py: reductions, devices, kernels, widths.

    python benchmarks/choices.py --graphs build/halves --half learn --threads 1,2 --out build/choices.jsonl
    python benchmarks/choices.py --graphs build/halves --data EDGE-LISTS --threads 16 --device cpu,cuda:0 --budget 480
    python benchmarks/choices.py --dry                    how many measurements there are, and predicted seconds

Appends JSON lines to --out: a "machine" a run, a "graph" for each graph with its features, and a "run" for each graph, measure,
choice, device, threads and instruction set. What --out has is not measured again. Of a run:

    choice      "auto", or what was asked for: reductions, and a key of tuning
    first       seconds of a call on a new gobc.Graph: it finds the reductions
    again       seconds of a second call on that Graph; null where it would be the same, as nothing is kept
    stopped     the call was stopped after so many seconds: it takes at least as long. There are no others then
    refused     why gobc does not take the choice; the choice "blocks" is recorded too where blocks were not taken (plan)
    rounds      of how many runs the seconds are medians
    each        seconds of "again" of each round, or of "first" where that is null, in their order
    predicted   plan["seconds"] of the call
    plan        what was carried out: device, kernel, width, reductions with their work before and after

Rounds are interleaved: every choice once, then every choice again. The first is a warm-up, except for calls over 0.2 s, which
are measured once. Calls of less than 5 ms are measured in three times as many rounds. A call is stopped after --limit seconds,
or --patience times as long as the fastest on the same device so far, but never before 0.25 s. Once a graph and measure have
taken --share seconds, no other round begins, nor one for short calls alone after a third of them. Measures other than
betweenness take one graph of --thin. GPUs are measured beside the largest of --threads alone.

The folder of --graphs is made by halves.py --write; --data has edge lists. Graphs that cannot be had are named on standard
error, and recorded as "missing".
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import features
import gobc
import halves
import machine

MEASURES = ("betweenness", "edge_betweenness", "stress", "closeness")
LONG, SHORT = 0.2, 0.005  # seconds: measured once, measured in three times as many rounds
LEAST_LIMIT = 0.25
KEPT = ("device", "threads", "order", "path", "distances", "gpu", "reductions", "seconds")


@dataclass(frozen=True)
class Choice:
    """What is asked of the plan. "auto" leaves all to it."""

    reductions: str
    tuning: str = ""

    @property
    def name(self) -> str:
        return " ".join(filter(None, [self.reductions, self.tuning.replace(";", " ")]))


@dataclass
class Run:
    """A choice on a device with so many threads, and what was measured of it."""

    choice: Choice
    device: str
    threads: int
    isa: str
    first: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    stopped: float | None = None
    refused: str = ""
    plan: dict = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return bool(self.refused) or self.stopped is not None

    @property
    def key(self) -> tuple:
        return self.choice.name, self.device, self.threads, self.isa

    @property
    def seconds(self) -> float:
        """The faster of both calls, so far."""
        return min([*self.first, *self.again])

    def settings(self, limit: float) -> gobc.Settings:
        tuning = ";".join(filter(None, [self.choice.tuning, f"isa={self.isa}" if self.isa else ""]))
        return gobc.Settings(device=self.device, threads=self.threads, reductions=self.choice.reductions,
                             tuning=tuning or None, time_limit=limit, progress=False)


def _sweeps(measure: str, weighted: bool, gpu: bool) -> list[str]:
    """Tuning of the kernels and widths of a sweep."""
    if measure == "closeness":
        return [] if weighted else [f"gpu_lanes={n}" for n in (32, 64, 128)] if gpu else [f"lanes={n}" for n in (64, 256, 512)]
    if weighted and gpu:
        return ["gpu_kernel=weighted", *["gpu_kernel=weighted_queue"] * (measure == "betweenness")]
    if weighted:
        return ["kernel=serial"]
    if not gpu:
        kernels = ["label_correcting", *["queue"] * (measure == "betweenness")]
        return [*(f"width={n}" for n in (8, 16, 32, 64)), *(f"kernel={name}" for name in kernels)]
    kernels = {"betweenness": ("ready_batch", "corrected", "queue"), "edge_betweenness": ("ready_batch", "corrected")}
    return [*(f"gpu_kernel=levels;gpu_width={n}" for n in (32, 64, 128)), *(f"gpu_kernel={k}" for k in kernels.get(measure, ()))]


def choices(measure: str, network: halves.Network, device: str) -> list[Choice]:
    """What can be chosen, first what is likely to be fast. Directed graphs have no reductions."""
    if device == "auto":
        return [Choice("auto")]
    gpu, weighted = device != "cpu", network.weights is not None
    found = [Choice("auto")]
    if not network.directed:
        found.append(Choice("blocks"))
        found += [Choice("chains")] if measure != "closeness" else []
        found += [Choice("twins")] if measure in ("betweenness", "stress") and not (weighted or gpu) else []
    found.append(Choice("none"))
    for reductions in ("none", "blocks")[:1 if network.directed else 2]:
        found += [Choice(reductions, tuning) for tuning in _sweeps(measure, weighted, gpu)]
    return found


def graph_of(network: halves.Network) -> gobc.Graph:
    ends = (network.tails, network.heads)
    if network.weights is None:
        return gobc.Graph(ends, nodes=network.n, directed=network.directed)
    return gobc.Graph((*ends, network.weights), weight=True, nodes=network.n, directed=network.directed)


def _call(graph, measure: str, run: Run, limit: float):
    """(seconds, plan) of a call; plan is None if it was stopped."""
    ask, settings = getattr(graph, measure), run.settings(limit)
    began = time.perf_counter()
    try:
        result = ask(settings=settings)
    except gobc.Cancelled:
        return time.perf_counter() - began, None
    return time.perf_counter() - began, result.plan


def _trim(plan) -> dict:
    """What of a plan is recorded."""
    kept = {key: value for key, value in dict(plan).items() if key in KEPT and value}
    taken = [candidate for candidate in plan.get("candidates", ()) if candidate["taken"]]
    return {**kept, "candidates": taken} if taken else kept


def _keeps(plan: dict) -> bool:
    """Whether a second call on the same graph has less to do."""
    return plan["device"] != "cpu" or any(step["taken"] for step in plan.get("reductions", ()))


def once(network, measure: str, run: Run, limit: float, replace: bool) -> None:
    """Measures the first call on a new graph and the second, perhaps in place of those of the warm-up."""
    graph = graph_of(network)
    try:
        first, plan = _call(graph, measure, run, limit)
        if plan is None:
            run.stopped = first if not run.first else None
            return
        again, kept = None, _trim(plan)
        if first <= LONG or _keeps(kept):
            again, plan = _call(graph, measure, run, limit)
            again = again if plan is not None else None
    except gobc.Error as why:
        run.refused = str(why)
        return
    if replace:
        run.first, run.again = [], []
    run.plan = kept
    run.first.append(first)
    run.again += [again] if again is not None else []


def line_of(network, measure: str, run: Run) -> dict:
    line = {"kind": "run", "graph": network.spec.name, "measure": measure, "choice": run.choice.name, "device": run.device,
            "threads": run.threads, "isa": run.isa}
    if run.refused:
        return {**line, "refused": run.refused[:200]}
    if run.stopped is not None:
        return {**line, "stopped": run.stopped}
    median = statistics.median
    return {**line, "first": median(run.first), "again": median(run.again) if run.again else None, "rounds": len(run.first),
            "each": [float(f"{value:.4g}") for value in run.again or run.first],
            "predicted": run.plan.get("seconds"), "plan": run.plan}


def lean(found: list[Choice]) -> list[Choice]:
    """Without kernels and widths on reduced graphs, which cost what they cost on graphs of that size."""
    return [choice for choice in found if choice.reductions == "none" or not choice.tuning]


class Recorder:
    """Measures graphs and appends lines to a file."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.began = time.perf_counter()
        self.done, self.graphs = set(), set()
        path = arguments.out
        path.parent.mkdir(parents=True, exist_ok=True)
        for line in read_lines(path) if path.exists() else ():
            if line["kind"] == "run":
                self.done.add(tuple(line[key] for key in ("graph", "measure", "choice", "device", "threads", "isa")))
            elif line["kind"] == "graph":
                self.graphs.add(line["graph"])
        cut = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
        self.out = path.open("a", encoding="utf-8")
        self.out.write("\n" if cut else "")
        self.write({"kind": "machine", "arguments": sys.argv[1:], **machine.describe()})

    def write(self, *lines) -> None:
        self.out.write("".join(json.dumps(line) + "\n" for line in lines))
        self.out.flush()

    @property
    def spent(self) -> bool:
        return time.perf_counter() - self.began > self.arguments.budget

    def runs(self, network, measure: str) -> list[Run]:
        """What is left to measure."""
        a = self.arguments
        found = [Run(choice, device, threads, isa) for threads, isa, device in itertools.product(a.threads, a.isa, a.device)
                 if device == "cpu" or threads == max(a.threads) for choice in asked(a, measure, network, device)]
        return [run for run in found if (network.spec.name, measure, *run.key) not in self.done]

    def limit(self, runs, run: Run) -> float:
        seconds = [other.seconds for other in runs if other.first and (other.device, other.threads) == (run.device, run.threads)]
        return min(self.arguments.limit, max(LEAST_LIMIT, self.arguments.patience * min(seconds, default=float("inf"))))

    def record(self, network, measure: str) -> int:
        """Measures all choices of a graph and measure, and returns how many."""
        runs = self.runs(network, measure)
        began, rounds = time.perf_counter(), self.arguments.rounds
        for number in range(1 + 3 * rounds):
            short = SHORT if number > rounds else LONG
            left = [run for run in runs if not run.over and (number == 0 or run.seconds <= short)]
            for run in left:
                once(network, measure, run, self.limit(runs, run), replace=number == 1)
                if self.spent:
                    return 0
            share = self.arguments.share / (3 if number >= rounds else 1)
            if not left or time.perf_counter() - began > share:
                break
        self.write(*(line_of(network, measure, run) for run in runs))
        return len(runs)

    def describe(self, network) -> None:
        if network.spec.name not in self.graphs:
            self.write({"kind": "graph", "graph": network.spec.name, "half": network.spec.half, "of": network.spec.kind,
                        "fingerprint": network.fingerprint, **features.of(network, graph_of(network))})
            self.graphs.add(network.spec.name)


def asked(arguments, measure: str, network, device: str) -> list[Choice]:
    """The choices that --choice, --lean and --auto leave."""
    found = choices(measure, network, device)
    if arguments.choice:
        return [choice for choice in found if choice.name in arguments.choice]
    return [Choice("auto")] if arguments.auto else lean(found) if arguments.lean else found


def read_lines(path: Path) -> list[dict]:
    """The lines of a record, but for one that was cut when its process ended."""
    lines = []
    packed = path.read_bytes()
    for text in (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode().splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            continue
    return lines


def _isas(names: list[str]) -> list[str]:
    """Instruction sets that the library has and the processor runs; "" is the library's own choice."""
    cpu = next(device for device in gobc.devices() if device["kind"] == "cpu")
    usable = [name for name in names if not name or name in cpu["built"] and name in cpu["here"]]
    for name in names:
        if name not in usable:
            _log(f"left out: --isa {name}: this library or this processor does not have it")
    return usable


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _wake(devices: list[str], measures: list[str]) -> None:
    """Starts threads and drivers and loads kernels, which no measurement should contain. Every device must be usable."""
    specs = [halves.Spec("learn", "small", "gobc", "erdos_renyi:n=30,m=60", changes) for changes in ((), (("weights", "reals"),))]
    for device in devices:
        try:
            gobc.betweenness([(0, 1), (1, 2)], device=device)
        except gobc.Error as why:
            raise SystemExit(f"--device {device}: {why}") from None
        if device == "cpu":
            continue
        for network, measure in itertools.product(map(halves.make, specs), measures):
            for choice in choices(measure, network, device):
                once(network, measure, Run(choice, device, 1, ""), 60, replace=False)


def _names(text: str) -> list[str]:
    return text.split(",")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", type=Path, help="folder that halves.py --write has made")
    parser.add_argument("--data", type=Path, help="folder with edge lists")
    parser.add_argument("--half", choices=(*halves.HALVES, "both"), default="both")
    parser.add_argument("--only", default="", help="graphs whose names have this text")
    parser.add_argument("--measures", type=_names, default=list(MEASURES), help=", ".join(MEASURES))
    parser.add_argument("--thin", type=int, default=3, help="one of so many graphs for other measures than betweenness (3)")
    parser.add_argument("--threads", type=_numbers, default=[machine.cores()], help="comma-separated (all cores)")
    parser.add_argument("--isa", type=_names, default=[""], help="comma-separated: avx512, avx2, baseline (the library's choice)")
    parser.add_argument("--device", type=_names, default=["cpu"], help="comma-separated: cpu, cuda:0, auto (cpu)")
    parser.add_argument("--lean", action="store_true", help="kernels and widths without reductions alone")
    parser.add_argument("--choice", type=_names, default=[], help="these choices alone, as they are recorded, comma-separated")
    parser.add_argument("--auto", action="store_true", help="the choice auto alone")
    parser.add_argument("--most", type=float, default=3e10, help="the largest vertices times edges (3e10)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--share", type=float, default=1.5, help="seconds of a graph and measure, then no round begins (1.5)")
    parser.add_argument("--limit", type=float, default=3.0, help="seconds after which a call is stopped (3)")
    parser.add_argument("--patience", type=float, default=8.0, help="how many times the fastest a call may take (8)")
    parser.add_argument("--budget", type=float, default=float("inf"), help="seconds after which the program stops")
    parser.add_argument("--out", type=Path, default=Path("build/choices.jsonl"))
    parser.add_argument("--dry", action="store_true", help="measures nothing")
    arguments = parser.parse_args()
    for name in arguments.measures:
        if name not in MEASURES:
            parser.error(f"--measures: there is no {name!r}; choose from {', '.join(MEASURES)}")
    arguments.isa = _isas(arguments.isa)
    return arguments


def _ordered(specs: list[halves.Spec]) -> list[halves.Spec]:
    """Every seventh graph, then those beside them: a budget that ends early has met graphs of every kind and half."""
    return [spec for start in range(7) for spec in specs[start::7]]


def _networks(arguments, missing):
    """Each graph that can be had, with the measures that it is for."""
    for number, spec in enumerate(_ordered(halves.all_specs(arguments.half))):
        if arguments.only not in spec.name:
            continue
        measures = [m for m in arguments.measures if m == "betweenness" or number % arguments.thin == 0]
        try:
            network = halves.load(spec, arguments.graphs, arguments.data)
        except (halves.Missing, ImportError) as why:
            missing(spec, str(why))
            continue
        if network.n * network.m > arguments.most:
            missing(spec, f"{network.n:,} vertices times {network.m:,} edges are more than --most")
            continue
        yield network, measures


def _dry(arguments) -> int:
    count = graphs = seconds = 0
    for network, measures in _networks(arguments, lambda spec, why: _log(f"left out: {spec.name}: {why}")):
        graph, graphs = graph_of(network), graphs + 1
        alone = gobc.Settings(device="cpu", threads=arguments.threads[0], reductions="none")
        for measure in measures:
            own = [choice for device in arguments.device for choice in asked(arguments, measure, network, device)]
            many = len(own) * len(arguments.threads) * len(arguments.isa)
            count, seconds = count + many, seconds + len(own) * graph.plan(measure, settings=alone)["seconds"]
    print(f"{graphs} graphs, {count} measurements; each once without reductions on the CPU: {seconds:.0f} s are predicted")
    return 0


def main() -> int:
    arguments = _arguments()
    if arguments.dry:
        return _dry(arguments)
    _wake(arguments.device, arguments.measures)
    recorder = Recorder(arguments)

    def missing(spec, why):
        _log(f"left out: {spec.name}: {why}")
        recorder.write({"kind": "missing", "graph": spec.name, "why": why})

    for network, measures in _networks(arguments, missing):
        recorder.describe(network)
        for measure in measures:
            began = time.perf_counter()
            count = recorder.record(network, measure)
            if recorder.spent:
                _log(f"--budget: {arguments.budget:g} s are spent; run it again to go on")
                return 0
            if count:
                _log(f"{network.spec.name}: {measure}, {count} choices in {time.perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
