"""gobc papers: the command."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .._version import __version__
from ..api import devices, plan
from ..errors import ArgumentError, Error
from . import inputs, pictures, write
from .cells import ENGINE, Bench, Settings, brief
from .write import Record

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "papers.json")
JSON_LINES = "papers.jsonl"
SMALL_SOURCES = "small_sources"


def figures() -> dict[str, Any]:
    """The papers' figures, inputs and tables."""
    with open(DATA, encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("tables", nargs="*", metavar="TABLE",
                        help="tables to make (all): " + ", ".join(figures()["tables"]))
    parser.add_argument("--graph", action="append", default=[], metavar="NAME=PATH", help="file of a network, "
                        "an edge list or a matrix (mtx); rows of networks without one say so")
    parser.add_argument("--method", action="append", default=[], metavar="NAME", help="run this one alone, or several: "
                        "gobc, or a strategy without its parameters (all); --from puts runs together")
    parser.add_argument("--limit", type=float, default=20.0, metavar="SECONDS", help="for a cell, all its runs "
                        "together (20); where all sources would take longer, fewer are run")
    parser.add_argument("--rounds", type=int, default=3, help="runs of a cell after the first, the median counts (3)")
    parser.add_argument("--device", default="auto", help="cuda, cuda:1, \"cuda:0,cuda:1\", cpu (auto: the first GPU if "
                        "there is one)")
    parser.add_argument("--precision", default="double", choices=("double", "single"), help="of path counts (double); "
                        "cells whose counts leave single precision run in double")
    parser.add_argument("--scale", default="full", choices=("full", "small"), help="small: tiny networks in "
                        "place of the generated ones, to try the command (full)")
    parser.add_argument("--seed", type=int, default=1, help="of networks, weights and samples of sources (1)")
    parser.add_argument("--output-dir", default="papers-output", metavar="FOLDER", help="where its files go (papers-output)")
    parser.add_argument("--json", action="store_true", help="print JSON lines instead of tables")
    parser.add_argument("--from", action="append", default=[], metavar="FILE", dest="earlier", help=f"a {JSON_LINES} "
                        "of an earlier run: compute nothing, make tables and pictures of all that are given")


def run(arguments: Namespace) -> int:
    data = figures()
    chosen = _chosen(arguments, data["tables"])
    os.makedirs(arguments.output_dir, exist_ok=True)
    if arguments.earlier:
        records = write.read_lines(arguments.earlier)
        done = [name for name in chosen if any(row.get("table") == name for row in records)]
    else:
        records, done = _measure(arguments, data, chosen), chosen
    for path in write.tables(data, done, records, arguments.output_dir):
        _say(f"written: {path}")
    for path in pictures.draw(data, done, records, arguments.output_dir, _say):
        _say(f"written: {path}")
    return _verdict(records)


def _chosen(arguments: Namespace, tables: dict[str, dict[str, Any]]) -> list[str]:
    for name in arguments.tables:
        if name not in tables:
            raise ArgumentError(f"there is no table {name!r}; there are {', '.join(tables)}")
    if not arguments.limit > 0:
        raise ArgumentError(f"--limit {arguments.limit:g}: give seconds above 0")
    if arguments.rounds < 1:
        raise ArgumentError(f"--rounds {arguments.rounds}: give at least 1")
    if not 0 <= arguments.seed < 1 << 64:
        raise ArgumentError(f"--seed {arguments.seed}: give a whole number from 0 to 2^64-1")
    known = {ENGINE, *(_name(strategy) for table in tables.values() for strategy in table["methods"].values() if strategy)}
    for name in arguments.method:
        if name not in known:
            raise ArgumentError(f"--method {name}: no table uses this method; there are {', '.join(sorted(known))}")
    return [name for name in tables if name in arguments.tables or not arguments.tables]


def _name(strategy: str) -> str:
    """Without parameters."""
    return strategy.partition(":")[0]


def _measure(arguments: Namespace, data: dict[str, Any], chosen: Iterable[str]) -> list[Record]:
    """All records, written as they come."""
    files = inputs.paths(arguments.graph, data["inputs"])
    settings = Settings(_device(arguments.device), arguments.precision, arguments.limit, arguments.rounds)
    records: list[Record] = []
    with open(os.path.join(arguments.output_dir, JSON_LINES), "w", encoding="utf-8") as file:
        def note(record: Record) -> None:
            records.append(record)
            line = json.dumps(record, ensure_ascii=False)
            file.write(line + "\n")
            file.flush()
            if arguments.json:
                print(line, flush=True)

        note(_machine(arguments, settings))
        rows = Rows(arguments, data, Bench(settings), files)
        for name in chosen:
            for row in data["tables"][name]["rows"]:
                for record in rows.of(name, row):
                    note(record)
            if not arguments.json:
                print(write.table(data, name, records), flush=True)
    return records


class Rows:
    """Makes the records of a row: one a method, then one of the engine. What two tables share is measured once."""

    def __init__(self, arguments: Namespace, data: dict[str, Any], bench: Bench, files: dict[str, str]):
        self.arguments, self.data, self.bench, self.files = arguments, data, bench, files
        self._known: dict[tuple[object, ...], Record] = {}
        self._network: tuple[str | None, inputs.Network | Exception | None] = (None, None)

    def of(self, name: str, row: dict[str, Any]) -> Iterator[Record]:
        table = self.data["tables"][name]
        measure, preset = row.get("measure", "betweenness"), table.get("preset", "raw")
        common = {"kind": "cell", "table": name, "input": row["input"], "scale": self.arguments.scale,
                  "file": row["input"] in self.files}
        # The engine first: its scores are what the methods are compared with.
        methods = [(ENGINE, None), *((label, strategy) for label, strategy in table["methods"].items())]
        if only := self.arguments.method:
            methods = [(label, strategy) for label, strategy in methods if _name(strategy or label) in only]
        cells: dict[str, Record] = {}
        for label, strategy in methods:
            if label != ENGINE and strategy is None:
                cells[label] = {"method": label, "strategy": None, "measure": measure, "reason": "no such method here"}
                continue
            cells[label] = self._cell(table, row["input"], label, strategy, measure, preset)
            _say(f"{name}: {row['input']} {measure} {strategy or ENGINE}: {_progress(cells[label])}")
        for label, _ in sorted(methods, key=lambda method: method[0] == ENGINE):  # the engine last
            yield {**common, **cells[label], "figure": row["figures"].get(label)}

    def _cell(self, table: dict[str, Any], name: str, label: str, strategy: str | None, measure: str,
              preset: str) -> Record:
        cap = table.get(SMALL_SOURCES) if self.arguments.scale == "small" else table.get("sources")
        key = name, strategy, measure, preset, cap
        if key not in self._known:
            self._known[key] = self._measured(name, label, strategy, measure, preset, cap)
        return {**self._known[key], "method": label}

    def _measured(self, name: str, label: str, strategy: str | None, measure: str, preset: str,
                  cap: int | None) -> Record:
        try:
            network = self._load(name)
        except (Error, ImportError, MemoryError) as error:
            return {"strategy": strategy, "measure": measure, "reason": brief(error), "message": str(error),
                    "unreadable": name in self.files}
        if network is None:
            return {"strategy": strategy, "measure": measure, "reason": "no file given"}
        wanted = min(cap or network.vertices, network.vertices)
        return self.bench.cell(network, label, strategy, measure, wanted, preset)

    def _load(self, name: str) -> inputs.Network | None:
        """The network, or None; the one before it goes first. What cannot be read is not read again."""
        if self._network[0] != name:
            self._network = (name, None)
            self.bench.forget()
            found: inputs.Network | Exception | None
            entry, path = self.data["inputs"][name], self.files.get(name)
            try:
                found = inputs.load(name, entry, path, self.arguments.scale, self.arguments.seed)
            except (Error, ImportError, MemoryError) as error:
                found = error
            self._network = name, found
        if isinstance(self._network[1], Exception):
            raise self._network[1]
        return self._network[1]


def _device(asked: str) -> str:
    if asked != "auto":
        plan([(0, 1)], "betweenness", device=asked)  # an unknown or missing device is said before anything runs
        return asked
    return "cuda" if any(row["kind"] == "cuda" and "model" in row for row in devices()) else "cpu"


def _machine(arguments: Namespace, settings: Settings) -> Record:
    return {"kind": "machine", "gobc": __version__, "date": time.strftime("%Y-%m-%d"), "devices": devices(),
            "processor": _processor(), "python": platform.python_version(), "device": settings.device,
            "precision": settings.precision, "limit": settings.limit, "rounds": settings.rounds,
            "scale": arguments.scale, "seed": arguments.seed}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def _progress(cell: Record) -> str:
    if "reason" in cell:
        return str(cell["reason"])
    of = "" if cell["sources"] == cell["of"] else f" for {cell['sources']:,} of {cell['of']:,} sources"
    return f"{cell['seconds']:.3g} s{of}, {cell['verdict']}"


def _verdict(records: Sequence[Record]) -> int:
    wrong = [row for row in records if row.get("verdict") == "WRONG"]
    for row in wrong:
        by = "not finite" if row["difference"] is None else f"{row['difference']:.2g}"
        name = row["strategy"] or ENGINE
        _say(f"WRONG: {row['table']} {row['input']} {row['measure']} {name}: largest difference {by}")
    unreadable = {row["input"]: row["message"] for row in records if row.get("unreadable")}
    for name, message in unreadable.items():
        _say(f"{name}: {message}")
    return 1 if wrong or unreadable else 0


def _say(text: str) -> None:
    print(f"gobc: {text}", file=sys.stderr, flush=True)
