"""The commands and options of the command line."""

from __future__ import annotations

import argparse
import functools
from typing import Any, get_args

from .. import _registry
from .._files import READ, WRITE
from .._validation import size_of
from .._version import __version__
from ..errors import ArgumentError, PackageError, shown
from ..papers.command import add_arguments as add_papers_arguments
from ..papers.command import run as run_papers
from . import commands as run
from . import many, runs
from .wording import Parser

EXAMPLES = """examples:
  gobc info network.csv                               what the file holds
  gobc compute network.csv --top 20                   the 20 nodes of the largest betweenness
  gobc compute network.csv --measures betweenness,closeness -o scores.csv
  gobc report network.csv -o report.html              a page for a browser

gobc COMMAND --help lists the options of a command."""


@functools.cache
def make_parser() -> Parser:
    parser = Parser(prog="gobc", description="Exact shortest-path centralities of networks.", epilog=EXAMPLES,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"gobc {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    compute = commands.add_parser("compute", help="compute measures of a network in a file")
    _file_arguments(compute)
    _compute_arguments(compute)
    compute.add_argument("--adaptive", type=float, metavar="C", help="betweenness: estimate it from sources drawn at "
                         "random until the nodes of --of, else the --top-k or --top, are known; C is at least 2, 5 is usual")
    _option(compute, "top_k", type=int, metavar="K")
    _option(compute, "epsilon", type=float, metavar="E")
    _option(compute, "delta", type=float, metavar="D")
    _output_arguments(compute)
    _run_arguments(compute)
    compute.set_defaults(run=run.compute)

    several = commands.add_parser("many", help="compute measures of each network of one table of edges in a file")
    _file_arguments(several)
    several.add_argument("--by", default="network", metavar="COLUMN", help="column that names the network of each edge "
                         "(network)")
    _compute_arguments(several, lists=False)
    several.add_argument("--errors", choices=("raise", "report"), default="raise", help="networks with wrong weights end the "
                         "command, or are left out and listed, with exit code 3 (raise)")
    several.add_argument("--left-out", metavar="FILE", help=f"leave them out, and write which and why ({WRITE})")
    several.add_argument("-o", "--output", required=True, metavar="FILE", help=f"{WRITE}; - for standard output")
    several.add_argument("--output-format", metavar="FORMAT", help=f"of - ({WRITE}; csv), or of FILE where its "
                         "ending does not say")
    _option(several, "time_limit", type=float, metavar="SECONDS")
    several.add_argument("--no-progress", action="store_true", help="show no progress")
    several.set_defaults(run=many.run)

    report = commands.add_parser("report", help="compute measures of a network, and write a page of HTML about them")
    _file_arguments(report)
    _compute_arguments(report, None, "betweenness,closeness; betweenness for a sample or a part")
    _option(report, "epsilon", type=float, metavar="E")
    _option(report, "delta", type=float, metavar="D")
    report.add_argument("-o", "--output", metavar="FILE", default="report.html", help="the page (report.html); - for standard "
                        "output")
    report.add_argument("--title", metavar="TEXT", help="its heading (the measures and FILE)")
    _run_arguments(report)
    report.set_defaults(run=run.report)

    plan = commands.add_parser("plan", help="say how a computation would be done")
    _file_arguments(plan)
    _compute_arguments(plan)
    plan.add_argument("-o", "--output", metavar="FOLDER", help="make a folder for the computation, cut into shards for any "
                      "number of processes: see run")
    plan.add_argument("--shards", metavar="N", help="how many (auto: as many as take about a tenth of a second each on one "
                      "processor)")
    _option(plan, "epsilon", type=float, metavar="E")
    _option(plan, "delta", type=float, metavar="D")
    plan.set_defaults(run=runs.plan)

    shards = commands.add_parser("run", help="compute shards of a computation that plan --output has made")
    shards.add_argument("folder", metavar="FOLDER", help="of plan --output")
    shards.add_argument("--shard", metavar="LIST", help="numbers, such as 3,40-44 or $SLURM_ARRAY_TASK_ID (what is left, one "
                        "after the other, until nothing is)")
    shards.add_argument("--next", action="store_true", help="what is left, one after the other: the default")
    shards.add_argument("--device", help="auto, cpu, cuda, cuda:1 or cuda:0,cuda:1 (auto)")
    _option(shards, "threads", type=int)
    _option(shards, "memory_limit", type=_size, metavar="SIZE")
    shards.add_argument("--no-progress", action="store_true", help="show no progress")
    shards.set_defaults(run=runs.run)

    status = commands.add_parser("status", help="say which shards of a computation are finished; exit code 3 if some are missing")
    status.add_argument("folder", metavar="FOLDER", help="of plan --output")
    status.add_argument("--missing", action="store_true", help="print the missing ones alone, such as 3,17,40-44")
    status.set_defaults(run=runs.status)

    merge = commands.add_parser("merge", help="give the result of a computation in shards; exit code 3 if some are missing")
    merge.add_argument("folder", metavar="FOLDER", help="of plan --output")
    merge.add_argument("--incomplete", action="store_true", help="give the values of the sources of the shards that are "
                       "there; of a computation with --epsilon, an estimate")
    _output_arguments(merge)
    merge.set_defaults(run=runs.merge)

    info = commands.add_parser("info", help="say what a file holds")
    _file_arguments(info)
    info.set_defaults(run=run.info)

    devices = commands.add_parser("devices", help="list the devices there are")
    devices.set_defaults(run=run.devices)

    doctor = commands.add_parser("doctor", help="say what is found on this machine, and whether it works")
    doctor.set_defaults(run=run.doctor)

    calibrate = commands.add_parser("calibrate", help="measure how fast this processor is, so that predicted seconds are "
                                    "those of this machine; nothing needs it, and no value depends on it")
    action = calibrate.add_mutually_exclusive_group()
    action.add_argument("--show", action="store_true", help="say what is stored, and measure nothing")
    action.add_argument("--forget", action="store_true", help="remove what is stored")
    calibrate.add_argument("--no-progress", action="store_true", help="show no progress")
    calibrate.set_defaults(run=run.calibrate)

    generate = commands.add_parser("generate", help="make a synthetic network")
    generate.add_argument("spec", metavar="SPEC", help="for example kronecker:scale=16,edge_factor=16")
    generate.add_argument("--seed", type=int, default=0, help="of the random numbers (0)")
    generate.add_argument("-o", "--output", required=True, metavar="FILE", help=f"{WRITE}; - for standard output")
    generate.add_argument("--output-format", metavar="FORMAT", help=f"of - ({WRITE}; csv), or of FILE where its "
                          "ending does not say")
    generate.set_defaults(run=run.generate)

    demo = commands.add_parser("demo", help="compute a gene co-expression network that comes with the package")
    demo.add_argument("--output-dir", default="demo-output", metavar="FOLDER", help="where its files go (demo-output)")
    _option(demo, "threads", type=int)
    demo.set_defaults(run=run.demo)

    papers = commands.add_parser("papers", help="make five papers' tables again, by their methods and by the engine")
    add_papers_arguments(papers)
    papers.set_defaults(run=run_papers)

    completion = commands.add_parser("completion", help="print what makes a shell complete gobc's words")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="which shell")
    completion.set_defaults(run=_completion)

    for command in (compute, several, plan, status, merge, info, devices, doctor, calibrate, generate):
        command.add_argument("--json", action="store_true", help="print JSON in place of text")
    return parser


def _file_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"{READ}; - for standard input")
    parser.add_argument("--format", help="format of FILE if its ending, or how standard input begins, does not say")
    parser.add_argument("--source", metavar="COLUMN", help="column of the edges' sources, by name or by place: \"#0\" is the "
                        "first")
    parser.add_argument("--target", metavar="COLUMN", help="column of the edges' targets")
    parser.add_argument("--weight", metavar="COLUMN", help="column or edge attribute of the edges' lengths; \"value\" "
                        "for those of an mtx file (none: every edge has length 1)")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--directed", action="store_true", default=None, help="edges have a direction")
    either.add_argument("--undirected", action="store_false", dest="directed", default=None, help="edges have no direction, "
                        "whatever the file says")
    parser.add_argument("--header", action=argparse.BooleanOptionalAction, help="whether the first line of FILE, a list of "
                        "edges, has the names of the columns, else it is an edge (by what it has; what could be either is a "
                        "warning)")
    parser.add_argument("--delimiter", help="separator of the columns of a list of edges")
    parser.add_argument("--text-ids", action="store_true", help="read ids as text: 007 stays 007")


def _output_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--top", type=int, default=10, metavar="K", help="print the K first of each measure (10)")
    parser.add_argument("-o", "--output", metavar="FILE", help=f"write all scores ({WRITE}), of nodes if there "
                        "are any; - for standard output, where nothing else is written then")
    parser.add_argument("--output-format", metavar="FORMAT", help=f"of - ({WRITE}; csv), or of FILE where its "
                        "ending does not say")
    parser.add_argument("--edge-output", metavar="FILE", help="write all scores of edges, where nodes have scores too")


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--partial", action="store_true", help="when stopped by Ctrl-C or --time-limit, give the sums "
                        "over the sources that have finished")
    _option(parser, "time_limit", type=float, metavar="SECONDS")
    parser.add_argument("--no-progress", action="store_true", help="show no progress")


def _lengths(text: str) -> float | list[float]:
    """One length, or several with commas between them."""
    try:
        return [float(part) for part in text.split(",")] if "," in text else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a length; give a number, or several with commas between them") \
            from None


def _compute_arguments(parser: argparse.ArgumentParser, measures: str | None = "betweenness",
                       default: str = "betweenness", lists: bool = True) -> None:
    parser.add_argument("--measures", default=measures, help=f"comma-separated ({default})")
    _option(parser, "preset", default="networkx")
    scale = parser.add_mutually_exclusive_group()
    _option(scale, "normalized", action="store_const", const=True)
    scale.add_argument("--raw", action="store_const", const=False, dest="normalized", help="do not normalize")
    _option(parser, "endpoints", action="store_true")
    _option(parser, "direction")
    if lists:
        _list_arguments(parser)
    _option(parser, "cutoff", type=_lengths, metavar="LENGTH[,LENGTH...]")
    for name in _registry.NUMBERS:
        _option(parser, name, type=float, metavar=name.upper())
    if lists:
        _option(parser, "k", type=int, metavar="K")
        _option(parser, "seed", type=int, metavar="SEED")
    _option(parser, "tie_tolerance", type=float, metavar="T")
    _option(parser, "parallel")
    _option(parser, "precision")
    _option(parser, "reductions")
    parser.add_argument("--device", help="auto, cpu, cuda, cuda:1 or cuda:0,cuda:1 (auto)" if lists else "auto or cpu (auto)")
    _option(parser, "threads", type=int)
    _option(parser, "memory_limit", type=_size, metavar="SIZE")
    parser.add_argument("--tuning", help=argparse.SUPPRESS)


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--of", metavar="FILE", help="give scores of the nodes in FILE alone, a table of one column")
    parser.add_argument("--sources", metavar="FILE", help="count only what starts at the nodes in FILE, a table of one "
                        "column and perhaps \"weight\"")
    parser.add_argument("--targets", metavar="FILE", help="count only paths that end at the nodes in FILE")
    parser.add_argument("--demand", metavar="FILE", help="count the pairs in FILE alone, a table of origins, destinations and "
                        "flows, each as often as its flow says")
    _option(parser, "distance_decay", metavar="FUNCTION:NUMBER")


def _option(parser: argparse._ActionsContainer, name: str, **how: Any) -> None:
    """Adds an option from the generated tables, with its choices and the first sentence of its description."""
    words = get_args(getattr(_registry, name.capitalize(), None))
    if words:
        how |= {"choices": words}
    text = _registry.HELP[name].partition(". ")[0].rstrip(".").replace("%", "%%")
    parser.add_argument("--" + name.replace("_", "-"), help=text[0].lower() + text[1:], **how)


def _size(text: str) -> int:
    try:
        size = size_of(text, "")
    except ArgumentError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("=")) from None
    if size == 0:
        raise argparse.ArgumentTypeError("give a size above 0, or leave the limit out")
    return size


def _completion(arguments: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise PackageError("completion needs shtab: pip install 'gobc[completion]'") from None
    print(shtab.complete(make_parser(), arguments.shell))
    return 0
