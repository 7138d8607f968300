"""Judges what gobc chooses by what choices.py has recorded: python benchmarks/judge.py RECORD [LATER RECORD] [--half judge].

For each graph, measure, device and number of threads: what "auto" took, what the best choice took, "auto" itself among them, and
their ratio; of repeated calls also a fair one, for which the rounds that name the best choice are not those that measure it.
First calls on a graph find its reductions; repeated calls do not. The best choice of device auto is that of all devices. A call
that was stopped counts with the seconds after which it was. --floor seconds are added to both, so that calls of microseconds,
which differ by chance, do not decide. Predicted seconds are compared with those of repeated calls of all choices, with --floor
added to both too.

benchmarks/records/choices-learn.jsonl.gz is what the coefficients of core/cost were fitted to: one NVIDIA H200 and 16 cores.

Prints tables in Markdown. Of two records, the second one is judged beside the first, where both have "auto". Other choices that
the second lacks are taken from the first: after a change of the planner alone, choices.py --auto is enough.

From a cost model to a better one:

    python benchmarks/halves.py --write build/halves --data EDGE-LISTS
    python benchmarks/choices.py --graphs build/halves --data EDGE-LISTS --half learn --out build/learn.jsonl    to fit by
    go run ./benchmarks/fit -write build/learn.jsonl
    python benchmarks/choices.py --graphs build/halves --data EDGE-LISTS --half judge --out build/before.jsonl   never to fit by
    python benchmarks/choices.py --graphs build/halves --data EDGE-LISTS --half judge --auto --out build/after.jsonl
    python benchmarks/judge.py build/before.jsonl build/after.jsonl
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

FLOOR = 1e-4
CALLS = ("first", "again")


@dataclass(frozen=True)
class Verdict:
    """What the choice of gobc took, beside the best."""

    graph: str
    measure: str
    device: str
    threads: int
    isa: str
    call: str
    auto: float
    best: float
    chosen: str  # what auto did
    choice: str  # the best
    at_least: bool  # auto was stopped
    floor: float = FLOOR
    fair: float | None = None  # see fair_ratio; None of first calls

    @property
    def ratio(self) -> float:
        return (self.auto + self.floor) / (self.best + self.floor)

    @property
    def key(self) -> tuple:
        return self.graph, self.measure, self.device, self.threads, self.isa, self.call


def seconds(line: dict, call: str) -> float:
    """Of a first or a repeated call; of a stopped one, at least."""
    if "stopped" in line:
        return line["stopped"]
    return line["first"] if call == "first" or line["again"] is None else line["again"]


def chosen(line: dict) -> str:
    """What a plan did, in a few words."""
    if "stopped" in line:
        return "stopped"
    plan = line["plan"]
    gpu, path = plan.get("gpu") or {}, plan.get("path") or {}
    kernel = gpu if gpu.get("kernel") else path
    widths = kernel.get("width") or ""
    taken = [step["name"] for step in plan.get("reductions", ()) if step["taken"]]
    return " ".join(filter(None, [plan.get("device", ""), "+".join(taken) or "none", kernel.get("kernel", ""), str(widths)]))


def fair_ratio(auto: dict, rivals: list[dict], floor: float) -> float:
    """Of repeated calls, what auto takes over the choice that the other half of the rounds finds to be the best.

    The least of twenty noisy medians is too small by luck, so one half of the rounds names the best and the other measures it,
    both ways around. What was measured once, as calls over 0.2 s are, counts in both.
    """

    def of(line, odd):
        rounds = line.get("each") or [seconds(line, "again")]
        return statistics.median(rounds[odd::2] or rounds) + floor

    return geometric_mean([of(auto, odd) / of(min(rivals, key=lambda line: of(line, 1 - odd)), odd) for odd in (0, 1)])


def verdicts(lines: list[dict], floor: float = FLOOR) -> list[Verdict]:
    runs = defaultdict(list)
    for line in lines:
        if line["kind"] == "run" and "refused" not in line:
            runs[line["graph"], line["measure"], line["threads"], line["isa"]].append(line)
    found = []
    for (graph, measure, threads, isa), of in runs.items():
        for auto in (line for line in of if line["choice"] == "auto"):
            device = auto["device"]
            rivals = [line for line in of if device in ("auto", line["device"]) and "stopped" not in line]
            for call in CALLS:
                if not rivals:
                    continue
                best = min(rivals, key=lambda line: seconds(line, call))
                name = best["choice"] if device != "auto" else f"{best['device']} {best['choice']}"
                found.append(Verdict(graph, measure, device, threads, isa, call, seconds(auto, call), seconds(best, call),
                                     chosen(auto), name, "stopped" in auto, floor,
                                     fair_ratio(auto, rivals, floor) if call == "again" and "stopped" not in auto else None))
    return found


def geometric_mean(values) -> float:
    return math.exp(statistics.fmean(math.log(value) for value in values))


def percentile(values, share: float) -> float:
    """The least value that so large a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def table(heads: list[str], rows: list[list]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def _groups(found: list[Verdict]) -> dict:
    groups = defaultdict(list)
    for verdict in found:
        groups[verdict.measure, verdict.device, verdict.threads, verdict.isa or "", verdict.call].append(verdict)
        groups["all", "all", "", "", verdict.call].append(verdict)
    return dict(sorted(groups.items(), key=lambda item: (item[0][0] == "all", str(item[0]))))


def figures(found: list[Verdict]) -> list[str]:
    """Geometric mean, 95th percentile and maximum of the ratios, the share within 1.1, and the seconds of all over the best."""
    ratios = [verdict.ratio for verdict in found]
    within = sum(ratio <= 1.1 for ratio in ratios) / len(ratios)
    total = sum(verdict.auto for verdict in found) / max(sum(verdict.best for verdict in found), 1e-12)
    fair = [verdict.fair or verdict.ratio for verdict in found]
    return [f"{geometric_mean(ratios):.3f}", f"{percentile(ratios, 0.95):.2f}", f"{max(ratios):.2f}", f"{within:.0%}",
            f"{total:.2f}", f"{geometric_mean(fair):.3f}", f"{max(fair):.2f}"]


HEADS = ["geometric mean", "95th percentile", "largest", "within 1.1", "seconds, of the best's", "fair mean", "fair largest"]


def summary(records: list[list[Verdict]]) -> str:
    """A line for each measure, device, number of threads and call; of two records, figures before and after."""
    groups = [_groups(found) for found in records]
    rows = []
    for key in groups[0]:
        of = [group[key] for group in groups if key in group]
        cells = zip(*(figures(found) for found in of))
        rows.append([*key, len(of[0]), *(" to ".join(cell) for cell in cells)])
    return table(["measure", "device", "threads", "isa", "call", "graphs", *HEADS], rows)


def _row(verdict: Verdict) -> list:
    least = "at least " if verdict.at_least else ""
    return [verdict.graph, verdict.measure, verdict.device, verdict.threads, verdict.call, verdict.chosen,
            f"{least}{verdict.auto:.4g}", verdict.choice, f"{verdict.best:.4g}", f"{verdict.ratio:.2f}"]


def worst(found: list[Verdict], count: int) -> str:
    """Where what was chosen loses most."""
    rows = [_row(verdict) for verdict in sorted(found, key=lambda verdict: -verdict.ratio)[:count]]
    return table(["graph", "measure", "device", "threads", "call", "chosen", "seconds", "best", "seconds", "ratio"], rows)


def changes(before: list[Verdict], after: list[Verdict], count: int) -> str:
    """Where the seconds of "auto" changed most, for the worse and for the better."""
    later = {verdict.key: verdict for verdict in after}
    rows = []
    for old in before:
        if new := later.get(old.key):
            factor = (new.auto + new.floor) / (old.auto + old.floor)
            rows.append([old.graph, old.measure, old.device, old.threads, old.call, f"{old.chosen} to {new.chosen}",
                         f"{old.auto:.4g} to {new.auto:.4g}", factor])
    rows.sort(key=lambda row: -row[-1])
    rows = [[*row[:-1], f"{row[-1]:.2f}"] for row in (rows if len(rows) <= 2 * count else rows[:count] + rows[-count:])]
    return table(["graph", "measure", "device", "threads", "call", "chosen", "seconds", "factor"], rows)


def factors(lines: list[dict], floor: float = FLOOR) -> dict:
    """Measured over predicted seconds, by device and reductions; "all" has all."""
    found = defaultdict(list)
    for line in lines:
        if line["kind"] == "run" and line.get("predicted"):
            factor = (seconds(line, "again") + floor) / (line["predicted"] + floor)
            taken = "+".join(step["name"] for step in line["plan"].get("reductions", ()) if step["taken"]) or "none"
            found[line["plan"]["device"], line["measure"], taken].append(factor)
            found["all", "all", "all"].append(factor)
    return dict(sorted(found.items(), key=lambda item: (item[0][0] == "all", item[0])))


def predictions(records: list[list[dict]], floor: float) -> str:
    """Median of measured over predicted seconds, and the factor within which half and 95 % of the predictions are."""
    groups = [factors(lines, floor) for lines in records]
    rows = []
    for key in groups[0]:
        of = [group[key] for group in groups if key in group]
        cells = []
        for some in of:
            off = [max(factor, 1 / factor) for factor in some]
            cells.append([f"{value:.3g}" for value in (statistics.median(some), percentile(off, 0.5), percentile(off, 0.95))])
        rows.append([*key, len(of[0]), *(" to ".join(cell) for cell in zip(*cells))])
    return table(["device", "measure", "reductions", "runs", "measured over predicted, median", "half within a factor",
                  "95 % within a factor"], rows)


def same(records: list[list[dict]]) -> list[list[dict]]:
    """Two records of the runs where both have "auto"; what else the second lacks is the first's. Other graphs are an error."""
    prints = [{line["graph"]: line["fingerprint"] for line in lines if line["kind"] == "graph"} for lines in records]
    for graph in set.intersection(*(set(some) for some in prints)):
        if len({some[graph] for some in prints}) > 1:
            raise SystemExit(f"{graph} is another graph in the second record: write both with the same --graphs folder")
    before, after = ({key(line): line for line in lines if line["kind"] == "run"} for lines in records)
    groups = {where(line) for line in before.values() if line["choice"] == "auto"}
    groups &= {where(line) for line in after.values() if line["choice"] == "auto"}
    after = {**{of: line for of, line in before.items() if line["choice"] != "auto"}, **after}
    return [[line for line in lines.values() if where(line) in groups] for lines in (before, after)]


def where(line: dict) -> tuple:
    return tuple(line[name] for name in ("graph", "measure", "threads", "isa"))


def key(line: dict) -> tuple:
    return *where(line), line["choice"], line["device"]


def of_half(lines: list[dict], half: str) -> list[dict]:
    """The lines of graphs of a half."""
    graphs = {line["graph"] for line in lines if line["kind"] == "graph" and half in ("both", line["half"])}
    return [line for line in lines if line.get("graph") in graphs]


def main() -> int:
    from choices import read_lines

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORD", help="one, or one before and one after")
    parser.add_argument("--half", choices=("learn", "judge", "both"), default="both")
    parser.add_argument("--worst", type=int, default=10, help="how many of the worst are listed (10)")
    parser.add_argument("--floor", type=float, default=FLOOR, help=f"seconds added to both sides of a ratio ({FLOOR:g})")
    arguments = parser.parse_args()
    if len(arguments.records) > 2:
        parser.error("give one record or two")
    records = [of_half(read_lines(path), arguments.half) for path in arguments.records]
    records = same(records) if len(records) > 1 else records
    found = [verdicts(lines, arguments.floor) for lines in records]
    if not found[0]:
        raise SystemExit("nothing to judge: no graph of this half has a run of the choice auto")
    print("## What was chosen, over the best\n\n" + summary(found))
    print(f"## The worst {arguments.worst}\n\n" + worst(found[-1], arguments.worst))
    if len(found) > 1:
        print("## What changed most\n\n" + changes(*found, arguments.worst))
    print("## Predicted seconds\n\n" + predictions(records, arguments.floor))
    return 0


if __name__ == "__main__":
    sys.exit(main())
