"""The report: targets, a table a graph, graph construction, and what was left out; and a JSON line an entry."""

from __future__ import annotations

import json
import statistics

DEFINITIONS = """\
- Time: median of the runs, wall clock, from the call in Python to its scores. Every library ran in this one process,
  on the same cores, taking turns. Building the graph is not in it; its time stands in a table of its own.
- MTEPS: m x sources / time / 10^6, m the number of undirected edges. It counts the task, not what a program looks at.
- igraph and networkx run on one thread, NetworKit and rustworkx on all; NetworKit's eccentricity is asked vertex by
  vertex, on one thread.
- Times faster: the peer's time / gobc's in double precision on all threads.
- Error: largest relative difference; gobc against igraph on the same sources, peers against gobc under their
  conventions. Betweenness below 1 is compared absolutely.
- Four measures: betweenness, stress, closeness and eccentricity centrality of gpu-fan in one call.
- Sources of betweenness on large graphs lie in patches, as neighbors meet in a run from all vertices; "scattered"
  are random ones, which share less of their traversals. igraph runs one after the other and does not mind.
- ~: extrapolated from fewer sources, see the note. Cores busy: processor time / time; well below the
  threads, something else ran."""
CONTENDED = 0.9  # cores busy of a library that runs on one thread, below which the figures are not to be quoted


def _target(workload, what, seen, wanted, aim, above=True):
    if seen is None:
        return None
    reached = (lambda mark: seen >= mark) if above else (lambda mark: seen < mark)
    verdict = "aim reached" if aim is not None and reached(aim) else "reached" if reached(wanted) else "MISSED"
    return {"graph": workload.name, "what": what, "wanted": f"{'>= ' if above else '< '}{wanted:g}x",
            "aim": "" if aim is None else f"{aim:g}x", "seen": round(seen, 3), "verdict": verdict}


def _ratio(upper, lower):
    return None if upper is None or lower is None else upper.seconds / lower.seconds


def targets(cases, threads) -> list[dict]:
    """What each case is wanted to reach, beside what it did."""
    rows = []
    for case in cases:
        if case.scattered or not case.workload.role:
            continue
        w, own = case.workload, case.find("gobc", case.measure, threads)
        igraph = _ratio(case.find("igraph", case.measure), own)
        if case.measure == "betweenness":
            if w.role == "gene":
                kit = _ratio(case.find("NetworKit", "betweenness"), own)
                rows.append(_target(w, "betweenness against igraph", igraph, 25, 45))
                rows.append(_target(w, "betweenness against NetworKit", kit, 35, None))
            elif w.role == "large":
                rows.append(_target(w, "betweenness against igraph", igraph, 4, 8))
            single = case.find("gobc", "betweenness", threads, "single")
            rows.append(_target(w, "single against double precision", _ratio(own, single), 1.5, None))
            four = case.find("gobc", "four measures", threads)
            rows.append(_target(w, "four measures against betweenness", _ratio(four, own), 1.8, None, False))
        elif w.role == "gene":
            rows.append(_target(w, f"{case.measure} against igraph", igraph, 60, 200))
    return [row for row in rows if row]


def records(cases, arenas, machine) -> list[dict]:
    """One flat record an entry, the machine in the first line."""
    lines = [{"kind": "machine", **machine}]
    for case in cases:
        w, own = case.workload, case.entries[0]
        for entry in case.entries:
            lines.append({
                "kind": "entry", "graph": w.name, "origin": w.origin, "n": w.n, "m": w.m, "isolated": w.isolated,
                "measure": entry.measure, "scattered": case.scattered, "library": entry.library,
                "threads": entry.threads,
                "precision": entry.precision, "sources": case.sources, "sources_run": entry.sources,
                "choice": w.choice, "seconds": entry.seconds, "walls": entry.walls, "cores_busy": entry.busy,
                "extrapolated": entry.factor != 1, "mteps": mteps(case, entry),
                "times_faster": None if entry.own else entry.seconds / own.seconds, "error": entry.error,
                "visits": (entry.plan or {}).get("visits"), "plan": entry.plan,
            })
        lines += [{"kind": "left out", "graph": w.name, "measure": case.measure, "library": library, "reason": reason}
                  for library, reason in case.left_out.items()]
    lines += [{"kind": "build", "graph": arena.workload.name, "seconds": arena.build_seconds} for arena in arenas]
    return lines


def mteps(case, entry) -> float:
    return case.workload.m * case.sources / entry.seconds / 1e6


def _table(header, rows) -> str:
    def line(cells):
        return "| " + " | ".join(str(cell) for cell in cells) + " |"

    return "\n".join([line(header), line(["---"] * len(header)), *map(line, rows)])


def _seconds(value) -> str:
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def _case_rows(case):
    own = case.entries[0]
    for entry in case.entries:
        mark = "~" if entry.factor != 1 else ""
        yield [entry.measure + ", scattered" * case.scattered, entry.library, entry.threads, entry.precision,
               mark + _seconds(entry.seconds), len(entry.walls), f"{mteps(case, entry):,.0f}",
               "" if entry.own else f"{mark}{entry.seconds / own.seconds:,.1f}",
               f"{entry.error:.0e}", f"{statistics.median(entry.busy):.2f}", entry.note]


def _plan_line(plan) -> str:
    path = plan.get("path") or {}
    parts = [f"order {plan.get('order')}"]
    if path:
        parts.append(f"kernel {path.get('kernel')} {path.get('instruction_set')}, widths {path.get('widths')}")
    for distance in plan.get("distances", []):
        parts.append(f"distances in {distance.get('lanes')} lanes")
    if plan.get("visits") is not None:
        parts.append(f"{plan['visits']:,} adjacency entries visited")
    return ", ".join(parts)


def _graph_section(arena, cases) -> list[str]:
    w = arena.workload
    rows = [row for case in cases for row in _case_rows(case)]
    lines = [f"## {w.name}", "", f"{w.origin}: {w.n:,} vertices ({w.isolated:,} isolated), {w.m:,} edges. "
             f"Sources of betweenness: {w.choice}.", "",
             _table(["measure", "library", "threads", "precision", "seconds", "runs", "MTEPS", "gobc times faster",
                     "error", "cores busy", "note"], rows), ""]
    lines += [f"- Plan of {case.measure}: {_plan_line(case.entries[0].plan)}." for case in cases if not case.scattered]
    lines += [f"- Scattered sources: {case.workload.choice}." for case in cases if case.scattered]
    lines += [f"- {case.measure} without {library}: {reason}." for case in cases
              for library, reason in case.left_out.items()]
    return [*lines, ""]


def _targets_section(cases, threads) -> list[str]:
    rows = [list(row.values()) for row in targets(cases, threads)]
    return ["## Targets", "", _table(["graph", "ratio", "wanted", "aim", "seen", "verdict"], rows), ""] if rows else []


def _warning(cases) -> list[str]:
    """Says so if something else used the cores: a library on one thread was kept waiting."""
    busy = [statistics.median(entry.busy) for case in cases for entry in case.entries
            if entry.threads == 1 and not entry.own]
    if not busy or not statistics.median(busy) < CONTENDED:
        return []
    return [f"**Something else used the cores: libraries on one thread had {statistics.median(busy):.2f} of one. These "
            "times are not to be quoted.**", ""]


def markdown(cases, arenas, machine, threads, seconds) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items() if version)
    caches = ", ".join(f"{name} {size}" for name, size in machine["caches"].items())
    lines = ["# gobc against its peers", "",
             f"{machine['processor']}, {machine['cores']} cores ({caches}), load {machine['load']} at the start; "
             f"{machine['system']} {machine['kernel']}, Python {machine['python']}; gobc {machine['gobc']} "
             f"({machine['gobc_devices'][0]['instruction_set']}), {packages}. {threads} threads; the whole bench took "
             f"{seconds / 60:.1f} minutes.", "", *_warning(cases), DEFINITIONS, "", *_targets_section(cases, threads)]
    for arena in arenas:
        lines += _graph_section(arena, [case for case in cases if case.workload.name == arena.workload.name])
    names = list(arenas[0].build_seconds)
    lines += ["## Building the graph, seconds", "", _table(["graph", *names], [
        [arena.workload.name, *(f"{arena.build_seconds[name]:.3g}" for name in names)] for arena in arenas])]
    return "\n".join(lines) + "\n"


def json_lines(rows) -> str:
    return "".join(json.dumps(row, default=str) + "\n" for row in rows)
