"""What the commands do."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from .. import _files, api
from .._formatting import WHOLE, device, size, text_table
from .._inputs import files
from .._inputs.demand import places
from .._inputs.similarities import remark_on_cutoff
from .._library import limited, lines, measure_names
from .._options import Sample, Settings
from .._registry import EDGE_MEASURES, LIST_NAMES, NUMBERS, Progress
from .._settings import settings
from .._validation import seconds
from ..errors import ArgumentError, FileError, shown, warn_caller
from ..graph import Graph
from ..results import EdgeResult, Ranking, Result
from ..tables import EdgeTable, Table
from . import calibrate as calibration
from . import networks, streams
from .demo import run as run_demo
from .doctor import WRONG
from .doctor import report as findings_of

FAILED, PARTIAL = 1, 3

Scored: TypeAlias = Result | EdgeResult


def graph_of(arguments: Namespace, progress: Progress = None) -> Graph:
    limit = getattr(arguments, "memory_limit", None)
    with _file(arguments.file) as (path, name), settings(memory_limit=limit):  # which holds while the graph is built
        file = _read(arguments, path, name, format=arguments.format, source=arguments.source, target=arguments.target,
                     weight=arguments.weight or None, directed=arguments.directed, progress=progress, once=True)
        return Graph._of_file(file, name, directed=arguments.directed, progress=progress)


def _file(path: str) -> AbstractContextManager[tuple[str, str]]:
    """A context with the path of a file, or of what standard input holds, and what messages call it."""
    return streams.spooled() if path == streams.DASH else contextlib.nullcontext((path, path))


def _read(arguments: Namespace, path: str, name: str, **options: Any) -> files.File:
    """Reads the file of edges, and says what was decided about it."""
    file = files.read(path, header=arguments.header, delimiter=arguments.delimiter, text_ids=arguments.text_ids, **options)
    _show_remarks(name, file.notes, file.warnings)
    return file


def _read_list(arguments: Namespace, graph: Graph, path: str) -> Any:
    """A list of nodes as a table, with labels of the graph's type. --header is about the edges: the first line of one
    column is a node if the graph has it."""
    how: dict[str, Any] = {"delimiter": arguments.delimiter, "text_ids": arguments.text_ids or graph._has_texts(),
                           "weight": "weight", "only_nodes": True}
    with networks.that_can_be_read_twice(path) as place:
        file = files.read(place, **how)
        warnings = [*file.warnings]
        names = file.edges.columns if isinstance(file.edges, EdgeTable) else []
        if len(names) == 1 and (warnings or graph._has_all(names)):
            whole = files.read(place, header=False, **how)
            (first,) = next(iter(whole.edges))
            if graph._has_all([first]):
                if len(whole.edges) == len(file.edges) or names[0].strip().lower() not in LIST_NAMES:
                    file, warnings = whole, [*whole.warnings]
                else:
                    warnings.append(f"{shown(first)} is also a node of the graph, and is read as the name of the column: write "
                                    f"a line {shown(LIST_NAMES[0])} above it if it is the node")
    _show_remarks(path, file.notes, warnings)
    return file.edges


def _read_demand(arguments: Namespace, graph: Graph, path: str) -> Any:
    """A table of flows, with labels of the graph's type."""
    how: dict[str, Any] = {"delimiter": arguments.delimiter, "only_nodes": True}
    with networks.that_can_be_read_twice(path) as place:
        file = files.read(place, **how)
        if isinstance(file.edges, EdgeTable) and (arguments.text_ids or graph._has_texts()):
            names = file.edges.columns
            file = files.read(place, weight=names[places(names)[2]], text_ids=True, **how)  # flows are no text
    _show_remarks(path, file.notes, file.warnings)
    return file.edges


def _show_remarks(name: str, notes: Sequence[str], remarks: Sequence[str]) -> None:
    """Says what was decided about a file, and what could be read in another way."""
    for kind, texts in (("", notes), ("warning: ", remarks)):
        for text in texts:
            print(f"gobc: {name}: {kind}{text}", file=sys.stderr)


def _dash(path: str) -> str:
    return "; only FILE, which has the edges, may be - for standard input" if path == streams.DASH else ""


def options_of(arguments: Namespace, graph: Graph) -> dict[str, Any]:
    options = {name: getattr(arguments, name) for name in ("preset", "normalized", "endpoints", "direction", "cutoff",
                                                               *NUMBERS)}
    for name in ("sources", "targets", "of"):
        path = getattr(arguments, name)
        if path and not os.path.exists(path):
            raise FileError(f"there is no file {path}: --{name} takes a file with one node on each line{_dash(path)}")
        options[name] = _read_list(arguments, graph, path) if path else None
    demand = arguments.demand
    if demand and not os.path.exists(demand):
        raise FileError(f"there is no file {demand}: --demand takes a table of origins, destinations and flows"
                        f"{_dash(demand)}")
    table = _read_demand(arguments, graph, demand) if demand else None
    options["demand"] = demand_of(table, arguments.distance_decay)
    return options


def demand_of(table: Any, decay: str | None) -> Any:
    """What demand= takes of a table and its decay, each None if there is none."""
    return table if decay is None else (table, decay)


def settings_of(arguments: Namespace) -> Settings:
    names = ("threads", "precision", "parallel", "tie_tolerance", "memory_limit", "reductions", "tuning")
    return Settings(device=arguments.device or None, **{name: getattr(arguments, name) for name in names})


def _sample(arguments: Namespace) -> Sample:
    """The rule of a sample. The nodes of an adaptive one are those of --of or --top-k, else as many as are printed."""
    adaptive, top_k = arguments.adaptive, arguments.top_k
    if adaptive is not None and not arguments.of and top_k is None:
        if arguments.top < 1:
            raise ArgumentError("--adaptive: name the nodes with --of, or give their number with --top")
        top_k = arguments.top
    return Sample(arguments.k, arguments.seed, arguments.epsilon, arguments.delta, top_k, adaptive)


def compute(arguments: Namespace) -> int:
    progress = _progress(arguments)
    outputs = outputs_of(arguments)
    with limited(seconds(arguments.time_limit)), graph_of(arguments, progress) as graph:
        result = _answer(arguments, graph, progress, _sample(arguments))
    return give(arguments, graph, result, outputs)


def _progress(arguments: Namespace) -> Progress:
    """A bar on a terminal, else lines from time to time."""
    return False if arguments.no_progress else lines


def give(arguments: Namespace, graph: Graph, result: Scored, outputs: Sequence[str | None]) -> int:
    """Writes and prints a result, and returns the exit code."""
    edges = getattr(result, "edges", None)
    tables = [result] if edges is None else [result, edges]
    pairs = [(table, path) for table, path in zip(tables, outputs) if path]
    for table, path in pairs:
        _write_table(table, path, arguments)
    if streams.DASH not in outputs:
        say = _compute_json if arguments.json else _compute_text
        say(arguments, graph, result, tables, pairs)
    return PARTIAL if result.partial is not None else 0


def _answer(arguments: Namespace, graph: Graph, progress: Progress, sample: Sample) -> Scored:
    settings = settings_of(arguments)._replace(progress=progress, partial=arguments.partial, time_limit=arguments.time_limit)
    if not graph.weighted and (text := remark_on_cutoff(arguments.cutoff)) is not None:
        warn_caller(text)
    return graph._compute_here(measure_names(arguments.measures), settings, sample=sample, **options_of(arguments, graph))


def report(arguments: Namespace) -> int:
    """A page about the scores. What it needs is looked for before anything is computed."""
    from .._report import need_packages
    from .._report import report as make_report

    need_packages()
    output, progress = arguments.output, _progress(arguments)
    if output != streams.DASH:
        _files.check_place(output)
        if os.path.isfile(arguments.file) and _is_same(output, arguments.file):
            raise ArgumentError(f"{output} is the input, and would be overwritten: name another file for the output")
    sample = Sample(arguments.k, arguments.seed, arguments.epsilon, arguments.delta)
    if arguments.measures is None:  # of a sample or a part there is betweenness alone
        alone = arguments.partial or any(rule is not None for rule in (sample.k, sample.epsilon, sample.delta))
        arguments.measures = "betweenness" if alone else "betweenness,closeness"
    name = "standard input" if arguments.file == streams.DASH else os.path.basename(arguments.file)
    with limited(seconds(arguments.time_limit)), graph_of(arguments, progress) as graph:
        result = _answer(arguments, graph, progress, sample)
        page = make_report(result, graph=graph, of=name, title=arguments.title, command=shlex.join(["gobc", *arguments.words]))
    if output == streams.DASH:
        sys.stdout.write(page.html)
        sys.stdout.flush()
    else:
        page.save(output)
        _print_summary(graph, result, [*result.measures, *getattr(result.edges, "measures", ())]
                       if isinstance(result, Result) else result.measures)
        print(f"written: {output} ({size(len(page.html))})")
    return PARTIAL if result.partial is not None else 0


def _compute_text(arguments: Namespace, graph: Graph, result: Scored, tables: Sequence[Scored],
                  written: Sequence[tuple[Scored, str]]) -> None:
    _print_summary(graph, result, [name for table in tables for name in table.measures], arguments.command == "merge")
    for table in tables:
        for name in table.measures if arguments.top > 0 else ():
            print(f"\n{table.top(arguments.top, name)!r}")
    for table, path in written:
        print(f"\nwritten: {path} ({len(table):,} rows)")


def _compute_json(arguments: Namespace, graph: Graph, result: Scored, tables: Sequence[Scored],
                  written: Sequence[tuple[Scored, str]]) -> None:
    told = {"graph": _graph_json(graph), "seconds": result.seconds, "plan": dict(result.plan),
            "top": {name: _rows(table.top(arguments.top, name)) if arguments.top > 0 else []
                    for table in tables for name in table.measures},
            "written": {path: len(table) for table, path in written}}
    if result.partial is not None:
        told["partial"] = {"finished": result.partial.finished, "sources": result.partial.sources}
    _print_json(told)


def _graph_json(graph: Graph) -> dict[str, Any]:
    names = ("num_nodes", "num_edges", "directed", "weighted", "num_components", "largest_component_size", "self_loops",
             "parallel_edges")
    return {**{name: getattr(graph, name) for name in names}, "columns": _columns(graph).split(", ")}


def _rows(ranking: Ranking) -> list[dict[str, Any]]:
    """Of a ranking, a dictionary each; what JSON has no number for is a text."""
    return [{name: value if not isinstance(value, float) or value - value == 0 else str(value)
             for name, value in zip(ranking.columns, row)} for row in ranking]


def _print_json(value: object) -> None:
    json.dump(value, sys.stdout, indent=2, default=str, allow_nan=False)
    print()


def _write_table(table: Table, path: str, arguments: Namespace) -> None:
    if path == streams.DASH:
        streams.write(table, arguments.output_format or "csv")
    else:
        _files.write_table(table, path, arguments.output_format)


def outputs_of(arguments: Namespace) -> list[str | None]:
    """Files for the scores of nodes and of edges, or only the ones if there are no others. Checked before the work."""
    asked = {name.strip() for name in arguments.measures.split(",")}
    edges, nodes = asked & set(EDGE_MEASURES), asked - set(EDGE_MEASURES)
    if edges and nodes:
        if arguments.output and not arguments.edge_output:
            raise ArgumentError(f"{', '.join(sorted(edges))}: scores of edges need a separate table; name a file for it "
                                "with --edge-output")
        paths = [arguments.output, arguments.edge_output]
    elif arguments.edge_output and (nodes or arguments.output):
        raise ArgumentError("--edge-output needs measures of nodes and of edges, and --measures has only one kind: use "
                            "--output")
    else:
        paths = [arguments.output or arguments.edge_output]
    if paths.count(streams.DASH) > 1:
        raise ArgumentError("--output - --edge-output -: standard output takes one table; name a file for the other")
    if arguments.output_format and not any(paths):
        raise ArgumentError(f"--output-format {arguments.output_format}: name a file with --output, or - for standard output")
    for path in filter(None, paths):
        _check_output(path, arguments)
    if paths[0] != streams.DASH and len(paths) == 2 and paths[0] and paths[1] and _is_same(paths[0], paths[1]):
        raise ArgumentError(f"--output and --edge-output are both {paths[0]}: name two files")
    return paths


def _is_same(path: str, other: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(other) or \
        os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other)


def _check_output(path: str, arguments: Namespace) -> None:
    if path != streams.DASH:
        for name in ("file", "sources", "targets", "of", "demand"):
            read = getattr(arguments, name, None)
            if isinstance(read, str) and os.path.isfile(read) and _is_same(path, read):
                raise ArgumentError(f"{path} is the input, and would be overwritten: name another file for the output")
        _files.check_writable(path, arguments.output_format)
    elif arguments.json:
        raise ArgumentError("--json --output -: both write to standard output; name a file with --output, or leave --json out")
    else:
        _files.check_writable("standard output", arguments.output_format or "csv")


def _print_summary(graph: Graph, result: Scored, measures: Sequence[str], merged: bool = False) -> None:
    kind = "directed" if graph.directed else "undirected"
    print(f"{graph.num_nodes:,} nodes, {graph.num_edges:,} {kind} edges, {graph.num_components:,} "
          f"component{'s' * (graph.num_components != 1)} (columns {_columns(graph)})")
    seconds = f"{' merged' * merged} in {result.seconds:.3g} s" if result.seconds is not None else ""
    drawn = result.plan.get("sample")
    sample = f", estimated from {_drawn(drawn)} drawn at random" if drawn else ""
    print(f"{', '.join(measures)}{seconds}{sample}")
    if result.partial is not None:
        print(repr(result.partial))


def _drawn(sample: Mapping[str, Any]) -> str:
    return f"{sample['pairs']:,} pairs" if sample.get("drawn") == "pairs" else f"{sample['sources']:,} sources"


def _columns(graph: Graph) -> str:
    names = (graph.source, graph.target, graph.weight)
    return ", ".join(name for name in names if name is not None)


def plan(arguments: Namespace) -> int:
    with graph_of(arguments) as graph:
        rule = Sample(arguments.k, arguments.seed, arguments.epsilon, arguments.delta)
        plan = graph.plan(arguments.measures, sample=rule, settings=settings_of(arguments), **options_of(arguments, graph))
    if arguments.json:
        _print_json(plan)
    else:
        print(repr(plan))
    return 0


def info(arguments: Namespace) -> int:
    with graph_of(arguments) as graph:
        if arguments.json:
            _print_json(_graph_json(graph))
            return 0
        print(f"{graph._kind()} graph of columns {_columns(graph)}")
        for name, value in graph._facts():
            print(f"{name:<18} {value}")
    return 0


def devices(arguments: Namespace) -> int:
    if arguments.json:
        _print_json(api.devices())
    else:
        print(text_table(["name", "kind", "description"],
                         [[row.get("name", "-"), row["kind"], device(row)] for row in api.devices()], WHOLE))
    return 0


def doctor(arguments: Namespace) -> int:
    findings = []
    for finding in findings_of():
        findings.append(finding)
        if not arguments.json:
            print(f"{finding['state']:<6} {finding['what']}: {finding['says']}", flush=True)
    if arguments.json:
        _print_json(findings)
    return FAILED if any(finding["state"] == WRONG for finding in findings) else 0


def calibrate(arguments: Namespace) -> int:
    action = "show" if arguments.show else "forget" if arguments.forget else "measure"
    found = calibration.told(action, progress=_progress(arguments))
    if arguments.json:
        _print_json(found)
    else:
        print("\n".join(calibration.lines(found)))
    return 0


def generate(arguments: Namespace) -> int:
    _check_output(arguments.output, arguments)
    edges = api.generate(arguments.spec, arguments.seed)
    _write_table(edges, arguments.output, arguments)
    if arguments.json:
        _print_json({"written": {arguments.output: len(edges)}})
    elif arguments.output != streams.DASH:
        print(f"written: {arguments.output} ({len(edges):,} edges)")
    return 0


def demo(arguments: Namespace) -> int:
    return run_demo(arguments.output_dir, arguments.threads)
