"""The command line: gobc compute, plan, info, devices, generate, demo, papers, doctor, completion.

Exit codes: 0; 1 where something failed (a file, memory, a device); 2 where what was asked for makes no sense; 3 where a
computation was stopped and its partial result given; 130 for Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys

from . import _files, _streams
from ._inputs import files
from ._papers import command as _papers
from ._version import __version__
from .errors import ArgumentError, Error

FAILED, MISUSE, PARTIAL, INTERRUPTED = 1, 2, 3, 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gobc", description="Exact shortest-path centralities of networks.")
    parser.add_argument("--version", action="version", version=f"gobc {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    compute = commands.add_parser("compute", help="compute measures of a network in a file")
    _file_arguments(compute)
    _compute_arguments(compute)
    compute.add_argument("--top", type=int, default=10, metavar="K", help="print the K first of each measure (10)")
    compute.add_argument("--adaptive", type=float, metavar="C", help="betweenness: estimate it from sources drawn at "
                         "random until the nodes of --of, else the --top K, are known; C is at least 2, 5 is usual")
    compute.add_argument("--epsilon", type=float, metavar="E", help="betweenness: estimate it until every score, as a "
                         "share of all pairs, is within E")
    compute.add_argument("--delta", type=float, metavar="D", help="... with a probability of 1 - D (0.9)")
    compute.add_argument("--output", metavar="FILE", help=f"write all scores ({_files.WRITE}), of nodes if there "
                         "are any; - for standard output, where nothing else is written then")
    compute.add_argument("--output-format", metavar="FORMAT", help=f"of - ({_files.WRITE}; csv), or of FILE where its "
                         "ending does not say")
    compute.add_argument("--edge-output", metavar="FILE", help="write all scores of edges, where nodes have scores too")
    compute.add_argument("--partial", action="store_true", help="when stopped by Ctrl-C or --time-limit, give the sums "
                         "over the sources that have finished")
    compute.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop the computation after SECONDS")
    compute.add_argument("--no-progress", action="store_true", help="show no progress")
    compute.set_defaults(run=_compute)

    plan = commands.add_parser("plan", help="say how a computation would be done")
    _file_arguments(plan)
    _compute_arguments(plan)
    plan.set_defaults(run=_plan)

    info = commands.add_parser("info", help="say what a file holds")
    _file_arguments(info)
    info.set_defaults(run=_info)

    devices = commands.add_parser("devices", help="list the devices there are")
    devices.set_defaults(run=_devices)

    doctor = commands.add_parser("doctor", help="say what is found on this machine, and whether it works")
    doctor.set_defaults(run=_doctor)

    generate = commands.add_parser("generate", help="make a synthetic network")
    generate.add_argument("spec", metavar="SPEC", help="for example kronecker:scale=16,edge_factor=16")
    generate.add_argument("--seed", type=int, default=0)
    generate.add_argument("--output", required=True, metavar="FILE", help=f"{_files.WRITE}; - for standard output")
    generate.add_argument("--output-format", metavar="FORMAT", help=f"of - ({_files.WRITE}; csv), or of FILE where its "
                          "ending does not say")
    generate.set_defaults(run=_generate)

    demo = commands.add_parser("demo", help="compute a gene co-expression network that comes with the package")
    demo.add_argument("--output-dir", default="demo-output", metavar="FOLDER")
    demo.add_argument("--threads", type=int)
    demo.set_defaults(run=_demo)

    papers = commands.add_parser("papers", help="make five papers' tables again, by their methods and by the engine")
    _papers.add_arguments(papers)
    papers.set_defaults(run=_papers.run)

    completion = commands.add_parser("completion", help="print what makes a shell complete gobc's words")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    completion.set_defaults(run=_completion)

    for command in (compute, plan, info, devices, doctor, generate):
        command.add_argument("--json", action="store_true", help="print JSON in place of text")
    return parser


def _file_arguments(parser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"{_files.READ}; - for standard input")
    parser.add_argument("--format", help="format of FILE if its ending, or how standard input begins, does not say")
    parser.add_argument("--source", metavar="COLUMN", help="column of the edges' sources")
    parser.add_argument("--target", metavar="COLUMN", help="column of the edges' targets")
    parser.add_argument("--weight", metavar="COLUMN", help="column or edge attribute of the edges' lengths; \"value\" "
                        "for those of an mtx file (none: every edge has length 1)")
    parser.add_argument("--directed", action="store_true", default=None, help="edges have a direction")
    parser.add_argument("--no-header", action="store_true", help="the first line of a csv or tsv file is an edge")
    parser.add_argument("--delimiter", help="separator of a csv or tsv file")
    parser.add_argument("--text-ids", action="store_true", help="read ids as text: 007 stays 007")


def _compute_arguments(parser) -> None:
    parser.add_argument("--measures", default="betweenness", help="comma-separated (betweenness)")
    parser.add_argument("--preset", default="networkx", help="networkx, igraph, gpufan or raw")
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument("--normalized", action="store_const", const=True, dest="normalized")
    scale.add_argument("--raw", action="store_const", const=False, dest="normalized", help="do not normalise")
    parser.add_argument("--endpoints", action="store_true", help="betweenness: count paths at their ends too")
    parser.add_argument("--direction", help="distances: in, out or all")
    parser.add_argument("--of", metavar="FILE", help="give scores of the nodes in FILE alone, a table of one column")
    parser.add_argument("--sources", metavar="FILE", help="count only what starts at the nodes in FILE, a table of one "
                        "column and perhaps \"weight\"")
    parser.add_argument("--targets", metavar="FILE", help="count only paths that end at the nodes in FILE")
    parser.add_argument("--cutoff", type=float, metavar="LENGTH", help="count only paths and distances up to LENGTH")
    parser.add_argument("--k", type=int, metavar="K", help="betweenness: sample K sources at random")
    parser.add_argument("--seed", type=int, metavar="SEED", help="of the random sample")
    parser.add_argument("--tie-tolerance", type=float, metavar="T", help="lengths tie within this relative difference")
    parser.add_argument("--parallel", help="parallel edges: merge or count")
    parser.add_argument("--precision", default="double", help="double or single")
    parser.add_argument("--device", help="auto, cpu, cuda, cuda:1 or cuda:0,cuda:1 (auto)")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--memory-limit", type=int, metavar="BYTES")
    parser.add_argument("--tuning", help=argparse.SUPPRESS)


def _graph(arguments, progress=None):
    from .graph import Graph

    ends = arguments.source, arguments.target
    columns = (*ends, arguments.weight) if arguments.weight else ends
    with _file(arguments.file, arguments.format) as path:
        edges = _read(arguments, path, format=arguments.format, columns=columns if all(ends) else (),
                      weight=arguments.weight)
    weight = arguments.weight
    if weight and files.is_matrix(edges):
        if weight != "value":
            raise ArgumentError(f"--weight {weight}: a matrix has no columns; --weight value takes its values")
        weight = True
    return Graph(edges, directed=arguments.directed, source=arguments.source, target=arguments.target, weight=weight,
                 progress=progress)


def _file(path, format):
    """A context with the path of a file, or of what standard input holds."""
    return _streams.spooled(format) if path == _streams.DASH else contextlib.nullcontext(path)


def _read(arguments, path, **options):
    return files.read_edges(path, header=not arguments.no_header, delimiter=arguments.delimiter,
                             text_ids=arguments.text_ids, **options)


def _options(arguments) -> dict:
    names = ("preset", "normalized", "endpoints", "direction", "parallel", "precision", "threads", "memory_limit",
             "tuning", "cutoff", "k", "seed", "tie_tolerance")
    options = {name: getattr(arguments, name) for name in names}
    if arguments.device:
        options["device"] = arguments.device
    for name in ("sources", "targets"):
        path = getattr(arguments, name)
        options[name] = _read(arguments, path, weight="weight") if path else None
    options["of"] = _read(arguments, arguments.of) if arguments.of else None
    return options


def _estimate(arguments) -> dict:
    """The options of an estimate. The nodes of an adaptive one are those of --of, else as many as are printed."""
    if arguments.adaptive is None:
        return {"epsilon": arguments.epsilon, "delta": arguments.delta}
    if not arguments.of and arguments.top < 1:
        raise ArgumentError("--adaptive: name the nodes with --of, or say with --top how many are wanted")
    return {"adaptive": arguments.adaptive, "top_k": None if arguments.of else arguments.top, "epsilon": arguments.epsilon,
            "delta": arguments.delta}


def _compute(arguments) -> int:
    progress = False if arguments.no_progress else None
    outputs = _outputs(arguments)
    with _graph(arguments, progress) as graph:
        options = {**_options(arguments), **_estimate(arguments)}
        result = graph._compute(arguments.measures, progress=progress, partial=arguments.partial,
                                time_limit=arguments.time_limit, **options)
    edges = getattr(result, "edges", None)
    tables = [result] if edges is None else [result, edges]
    pairs = [(table, path) for table, path in zip(tables, outputs) if path]
    for table, path in pairs:
        _write(table, path, arguments)
    if _streams.DASH not in outputs:
        say = _compute_json if arguments.json else _compute_text
        say(arguments, graph, result, tables, pairs)
    return PARTIAL if result.partial is not None else 0


def _compute_text(arguments, graph, result, tables, written) -> None:
    _print_summary(graph, result, [name for table in tables for name in table.measures])
    for table in tables:
        for name in table.measures if arguments.top > 0 else ():
            print(f"\n{table.top(arguments.top, name)!r}")
    for table, path in written:
        print(f"\nwritten: {path} ({len(table):,} rows)")


def _compute_json(arguments, graph, result, tables, written) -> None:
    told = {"graph": _graph_json(graph), "seconds": result.seconds, "plan": dict(result.plan),
            "top": {name: _rows(table.top(arguments.top, name)) if arguments.top > 0 else []
                    for table in tables for name in table.measures},
            "written": {path: len(table) for table, path in written}}
    if result.partial is not None:
        told["partial"] = {"finished": result.partial.finished, "sources": result.partial.sources}
    _print_json(told)


def _graph_json(graph) -> dict:
    names = ("num_nodes", "num_edges", "directed", "weighted", "components", "largest_component", "self_loops", "parallel_edges")
    return {**{name: getattr(graph, name) for name in names}, "columns": _columns(graph).split(", ")}


def _rows(ranking) -> list[dict]:
    """Of a ranking, a dictionary each; what JSON has no number for is a text."""
    return [{name: value if not isinstance(value, float) or value - value == 0 else str(value)
             for name, value in zip(ranking.columns, row)} for row in ranking]


def _print_json(value) -> None:
    json.dump(value, sys.stdout, indent=2, default=str, allow_nan=False)
    print()


def _write(table, path, arguments) -> None:
    if path == _streams.DASH:
        _streams.write(table, arguments.output_format or "csv")
    else:
        _files.write_table(table, path, arguments.output_format)


def _outputs(arguments) -> list[str | None]:
    """Files for the scores of nodes and of edges, or only the ones if there are no others. Checked before the work."""
    from ._tables import EDGE_MEASURES

    asked = {name.strip() for name in arguments.measures.split(",")}
    edges, nodes = asked & set(EDGE_MEASURES), asked - set(EDGE_MEASURES)
    if edges and nodes:
        if arguments.output and not arguments.edge_output:
            raise ArgumentError(f"{', '.join(sorted(edges))}: edges have rows of their own; name a file for them with "
                                "--edge-output")
        paths = [arguments.output, arguments.edge_output]
    elif arguments.edge_output and (nodes or arguments.output):
        raise ArgumentError("--edge-output is for scores of edges beside --output for those of nodes; --measures asks "
                            "for one kind only")
    else:
        paths = [arguments.output or arguments.edge_output]
    if paths.count(_streams.DASH) > 1:
        raise ArgumentError("--output - --edge-output -: standard output takes one table")
    if arguments.output_format and not any(paths):
        raise ArgumentError(f"--output-format {arguments.output_format}: name a file with --output, or - for standard output")
    for path in filter(None, paths):
        _check_output(path, arguments)
    return paths


def _check_output(path, arguments) -> None:
    if path != _streams.DASH:
        _files.check_writable(path, arguments.output_format)
    elif arguments.json:
        raise ArgumentError("--json --output -: both are for standard output")
    else:
        _files.check_writable("standard output", arguments.output_format or "csv")


def _print_summary(graph, result, measures) -> None:
    kind = "directed" if graph.directed else "undirected"
    print(f"{graph.num_nodes:,} nodes, {graph.num_edges:,} {kind} edges, {graph.components:,} "
          f"component{'s' * (graph.components != 1)} (columns {_columns(graph)})")
    seconds = f" in {result.seconds:.3g} s" if result.seconds is not None else ""
    drawn = result.plan.get("sample")
    sample = f", estimated from {_drawn(drawn)} drawn at random" if drawn else ""
    print(f"{', '.join(measures)}{seconds}{sample}")
    if result.partial is not None:
        print(repr(result.partial))


def _drawn(sample) -> str:
    return f"{sample['pairs']:,} pairs" if sample.get("drawn") == "pairs" else f"{sample['sources']:,} sources"


def _columns(graph) -> str:
    return ", ".join([graph.source, graph.target, *([graph.weight] if graph.weighted else [])])


def _plan(arguments) -> int:
    with _graph(arguments) as graph:
        plan = graph.plan(arguments.measures, **_options(arguments))
    if arguments.json:
        _print_json(plan)
    else:
        print(repr(plan))
    return 0


def _info(arguments) -> int:
    with _graph(arguments) as graph:
        if arguments.json:
            _print_json(_graph_json(graph))
            return 0
        print(f"{graph._kind()} graph of columns {_columns(graph)}")
        for name, value in graph._facts():
            print(f"{name:<18} {value}")
    return 0


def _devices(arguments) -> int:
    from ._show import WHOLE, device, text_table
    from .api import devices

    if arguments.json:
        _print_json(devices())
    else:
        print(text_table(["name", "kind", "description"],
                         [[row.get("name", "-"), row["kind"], device(row)] for row in devices()], WHOLE))
    return 0


def _doctor(arguments) -> int:
    from ._doctor import WRONG, report

    findings = []
    for finding in report():
        findings.append(finding)
        if not arguments.json:
            print(f"{finding['state']:<6} {finding['what']}: {finding['says']}", flush=True)
    if arguments.json:
        _print_json(findings)
    return FAILED if any(finding["state"] == WRONG for finding in findings) else 0


def _generate(arguments) -> int:
    from .api import generate

    _check_output(arguments.output, arguments)
    edges = generate(arguments.spec, arguments.seed)
    _write(edges, arguments.output, arguments)
    if arguments.json:
        _print_json({"written": {arguments.output: len(edges)}})
    elif arguments.output != _streams.DASH:
        print(f"written: {arguments.output} ({len(edges):,} edges)")
    return 0


def _completion(arguments) -> int:
    try:
        import shtab
    except ImportError:
        raise ImportError("completion needs shtab: pip install 'gobc[completion]'") from None
    print(shtab.complete(_parser(), arguments.shell))
    return 0


def _demo(arguments) -> int:
    from ._demo import run

    return run(arguments.output_dir, arguments.threads)


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    arguments = _parser().parse_args(argv)
    try:
        return arguments.run(arguments)
    except KeyboardInterrupt:
        print("gobc: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone: not worth a message, but nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (Error, ImportError, OSError, MemoryError, ValueError) as error:
        print(f"gobc: {error}", file=sys.stderr)
        return MISUSE if isinstance(error, ArgumentError) else FAILED
