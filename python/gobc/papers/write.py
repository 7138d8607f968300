"""Tables in Markdown, of the records of one run or of several."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from .. import _files
from ..errors import FileError
from .cells import ENGINE, TOLERANCES

Record: TypeAlias = dict[str, Any]  # of a cell or of a machine: a line of LINES

FILE = "papers.md"
LINES = "papers.jsonl"
COLUMNS = ("input", "method", "paper", "paper, MTEPS", "seconds", "sources", "MTEPS", "isolated left out", "x paper",
           "gobc / method", "difference")
LEGEND = """\
*paper* is the figure that the paper prints. *MTEPS* are millions of traversed edges a second as McLaughlin and Bader
define them, m k / t, for m undirected edges, k sources (all n unless said) and t seconds; *isolated left out* counts
only sources that have a neighbor. *seconds* are those of the kernels on a GPU and of the whole call on a CPU, medians;
where not all sources ran, for as many as *sources* says, the first of a random order: compare MTEPS. Sources that lie
far apart share less work than all of them do: on meshes and roads such figures of gobc are below those of a full run.
*x paper* is MTEPS here over MTEPS of the paper, *gobc / method* those of gobc's own engine over those of the method,
both on this machine. *difference* is the largest relative difference from the engine's scores in double precision for
the same sources, the engine's own on a GPU that from the CPU's ({tolerances}; beyond it, WRONG)."""


def read_lines(paths: list[str]) -> list[Record]:
    """Records of earlier runs; a cell that is there twice for as many GPUs is that of the last file."""
    machines, cells = [], {}
    for path in paths:
        for number, record in _records(path):
            if record.get("kind") == "machine":
                machines.append(record)
            elif record.get("kind") == "cell":
                key = record["table"], record["input"], record["measure"], record["method"], _gpus(record)
                cells[key] = record
            else:
                raise FileError(f"{path}, line {number}: the line is neither a machine nor a cell; give a {LINES} of "
                                       "gobc papers")
    return [*machines, *cells.values()]


def _gpus(record: Record) -> int:
    """Of a cell: how many there were, 1 if none."""
    return 1 + str(record.get("device", "")).count(",")


def _records(path: str) -> Iterator[tuple[int, Record]]:
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                record = json.loads(line)
                yield number, record if isinstance(record, dict) else {}
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}; give a {LINES} of gobc papers") from error


def tables(data: dict[str, Any], names: list[str], records: list[Record], folder: str) -> list[str]:
    """Writes the tables, and the records they are made of, into a folder."""
    parts = [_head([record for record in records if record["kind"] == "machine"])]
    parts += [table(data, name, records) for name in names]
    paths = [os.path.join(folder, name) for name in (FILE, LINES)]
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    for path, text in zip(paths, ("\n".join(parts), lines)):
        with _files.replacing(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
    return paths


def _head(machines: Sequence[Record]) -> str:
    lines = ["# The papers' tables on this machine", "", "Written by `gobc papers`.", ""]
    alike: dict[str, list[Record]] = {}
    for one in machines:
        alike.setdefault(f"{one['date']}, gobc {one['gobc']}, device {one['device']}: {_device(one)}; precision "
                         f"{one['precision']}, seed {one['seed']}", []).append(one)
    for what, runs in alike.items():
        limits, rounds = (_span([one[key] for one in runs]) for key in ("limit", "rounds"))
        lines.append(f"- {what}; at most {limits} s a cell, {rounds} run{'' if rounds == '1' else 's'} after the first")
    if any(one["scale"] == "small" for one in machines):
        lines.append("- **scale small**: tiny networks instead of the papers', to try it; the times say nothing")
    tolerances = ", ".join(f"{limit:g} in {name}" for name, limit in TOLERANCES.items())
    return "\n".join([*lines, "", LEGEND.format(tolerances=tolerances), ""])


def _span(values: Sequence[float]) -> str:
    return f"{min(values):g}" if len(set(values)) == 1 else f"{min(values):g} to {max(values):g}"


def _device(machine: Record) -> str:
    asked = machine["device"].replace("cuda:", "cuda").split(",")
    gpus = {row["name"].replace("cuda:", "cuda"): row["model"] for row in machine["devices"] if "model" in row}
    models = [gpus[name] for name in ["cuda0" if name == "cuda" else name for name in asked] if name in gpus]
    threads = next((row.get("threads") for row in machine["devices"] if row["kind"] == "cpu"), None)
    return ", ".join(models) or f"{machine['processor']}, {threads} threads"


def table(data: dict[str, Any], name: str, records: list[Record]) -> str:
    about = data["tables"][name]
    paper = data["papers"][about["paper"]]
    rows = [row for row in records if row["kind"] == "cell" and row["table"] == name]
    source = f"{paper['cite']}, {about['where']}. The paper's machine: {paper['machine']}."
    notes = [f"- {note}" for note in about.get("notes", ())]
    body = markdown(COLUMNS, [cells(data, about, row, _engine(rows, row)) for row in rows])
    return "\n".join([f"## {name}: {about['title']}", "", source, "", *notes, "", *body, "", *_inputs(data, rows), ""])


def markdown(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    def line(values: Sequence[object]) -> str:
        return "| " + " | ".join(str(value).replace("|", "\\|") for value in values) + " |"

    return [line(columns), line(["---"] * len(columns)), *map(line, rows)]


def _engine(rows: Sequence[Record], row: Record) -> Record | None:
    """The engine's row for the same input, measure and number of GPUs, if it has a figure."""
    return next((one for one in rows if one["method"] == ENGINE and "teps" in one
                 and (one["input"], one["measure"], _gpus(one)) == (row["input"], row["measure"], _gpus(row))), None)


def cells(data: dict[str, Any], about: dict[str, Any], row: Record, engine: Record | None) -> list[str]:
    """A line of the table."""
    theirs = paper_teps(data, about, row)
    rough = "about " if data["inputs"][row["input"]].get("about") else ""
    start = [row["input"], _method(row, "preset" in about), _figure_text(data, about, row),
             f"{rough}{_mega(theirs)}" if theirs else "-"]
    if "teps" not in row:
        return [*start, row["reason"], *["-"] * 6]
    ratio = engine["teps"] / row["teps"] if engine and row["teps"] and row["method"] != ENGINE else None
    of = "" if row["sources"] == row["of"] else f" of {row['of']:,}"
    return [*start, f"{row['seconds']:.3g}", f"{row['sources']:,}{of}", _mega(row["teps"]), _mega(row["teps_linked"]),
            f"{row['teps'] / theirs:.3g}" if theirs else "-", f"{ratio:.3g}" if ratio else "-", _checked(row)]


def _method(row: Record, measures: bool) -> str:
    name: str = "**gobc**" if row["method"] == ENGINE else row["method"]
    if row["strategy"] and row["strategy"] != row["method"]:
        name += f" (`{row['strategy']}`)"
    if _gpus(row) > 1:
        name += f", {_gpus(row)} GPUs"
    if row.get("in_double"):
        name += ", in double precision"
    return f"{row['measure']}: {name}" if measures else name


def _figure_text(data: dict[str, Any], about: dict[str, Any], row: Record) -> str:
    if row["method"] == ENGINE or not in_paper(data, row):
        return "-"
    if about["unit"] is None:
        return "figure only"
    return "not given" if row["figure"] is None else f"{row['figure']:,} {about['unit']}"


def in_paper(data: dict[str, Any], row: Record) -> bool:
    """Whether the row's network is the paper's, or one as large."""
    return "vertices" in data["inputs"][row["input"]] and bool(row["scale"] == "full" or row["file"])


def paper_teps(data: dict[str, Any], about: dict[str, Any], row: Record) -> float | None:
    """Traversed edges a second, from the figure and the numbers that the paper prints."""
    if row["figure"] is None or not in_paper(data, row):
        return None
    figure = float(row["figure"])
    if about["unit"] in ("MTEPS", "GTEPS"):
        return figure * {"MTEPS": 1e6, "GTEPS": 1e9}[about["unit"]]
    network = data["inputs"][row["input"]]
    seconds = figure * {"s": 1.0, "ms": 1e-3}[about["unit"]]
    edges, sources = int(network["edges"]), int(about.get("sources", network["vertices"]))
    return edges * sources / seconds


def _mega(teps: float) -> str:
    return f"{teps / 1e6:,.0f}" if teps >= 1e8 else f"{teps / 1e6:.3g}"


def _checked(row: Record) -> str:
    if row["verdict"] == "yardstick":
        return "the yardstick"
    size = "not finite" if row["difference"] is None else f"{row['difference']:.1g}"
    return f"**WRONG: {size}**" if row["verdict"] == "WRONG" else size


def _inputs(data: dict[str, Any], rows: Sequence[Record]) -> list[str]:
    """What the networks are, here and in the paper."""
    found = {row["input"]: row for row in rows if "origin" in row}
    lines = []
    for name, row in found.items():
        paper = data["inputs"][name]
        theirs = [_count(paper, key) if in_paper(data, row) else "-" for key in ("vertices", "edges")]
        here = [f"{row[key]:,}" for key in ("vertices", "edges", "isolated")]
        lines.append([name, row["origin"], *here, *theirs])
    columns = ("input", "from", "vertices", "edges", "isolated", "paper: vertices", "edges")
    return markdown(columns, lines) if lines else []


def _count(paper: Mapping[str, Any], key: str) -> str:
    return ("about " if paper.get("about") else "") + f"{paper[key]:,}" if key in paper else "not given"
