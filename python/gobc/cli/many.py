"""gobc many: measures of all networks of one table of edges in a file."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any

from .._inputs import files
from .._library import limited
from .._many import ManyResult, many
from .._registry import ABSENT_NAMES, NUMBERS
from .._validation import seconds
from ..errors import shown
from ..tables import Table
from . import commands, networks, streams

SHOWN = 10  # networks that are left out


def run(arguments: Namespace) -> int:
    """Writes the scores. Exit code 3 if networks were left out."""
    for path in filter(None, (arguments.output, arguments.left_out)):
        commands._check_output(path, arguments)
    progress = commands._progress(arguments)
    report = arguments.errors == "report" or arguments.left_out is not None
    options = {name: getattr(arguments, name)
               for name in ("normalized", "endpoints", "direction", "cutoff", "preset", *NUMBERS)}
    settings = commands.settings_of(arguments)._replace(progress=progress)
    with limited(seconds(arguments.time_limit)):
        with commands._file(arguments.file) as (path, name):
            table, columns, by = _read(arguments, path, name)
        result = many(table, arguments.measures, directed=bool(arguments.directed), errors="report" if report else "raise",
                      settings=settings, **columns, **options)
    commands._show_remarks(name, [], _remarks(result, by))
    commands._write_table(result, arguments.output, arguments)
    if arguments.left_out is not None:
        assert result.left_out is not None  # errors is "report", which always sets it
        commands._write_table(result.left_out, arguments.left_out, arguments)
    if arguments.output != streams.DASH:
        (_print_json if arguments.json else _print_text)(arguments, result)
    elif result.left_out:
        _print_left_out(result.left_out)
    return commands.PARTIAL if result.left_out else 0


def _read(arguments: Namespace, path: str, name: str) -> tuple[Any, dict[str, Any], str]:
    """A table of edges, which its columns are, and what the file calls the one that names networks."""
    columns: dict[str, Any] = {"by": arguments.by, "source": arguments.source, "target": arguments.target,
                               "weight": arguments.weight or None}
    if not networks.is_table_of_text(path, arguments.format):
        header = True if arguments.header is None and arguments.by[:1] != "#" else arguments.header
        file = files.read(path, format=arguments.format, weight=arguments.weight or None, header=header,
                          delimiter=arguments.delimiter, text_ids=arguments.text_ids, only_nodes=True)
        commands._show_remarks(name, file.notes, file.warnings)
        return file.edges, columns, arguments.by
    with networks.that_can_be_read_twice(path) as path:
        found = networks.read(arguments, path)
    commands._show_remarks(name, found.notes, found.warnings)
    return found.table, {column: getattr(found, column) for column in columns}, found.by


def _remarks(result: ManyResult, by: str) -> list[str]:
    """What to say about networks that may be none."""
    names = [*result.networks, *([] if result.left_out is None else dict.fromkeys(result.left_out.to_dict()["network"]))]
    remarks = [f"{shown(name)} is the name of a network, and often stands for a missing one: remove its lines if it does"
               for name in names if name in ABSENT_NAMES]
    if by in names:
        remarks.append(f"{shown(by)} is the name of a network and of the column of networks: if the names of columns stand in "
                       "the file again, remove these lines")
    return remarks


def _print_text(arguments: Namespace, result: ManyResult) -> None:
    rows = "edges" if "source" in result.columns else "nodes"
    count = len(result.networks)
    print(f"{count:,} network{'s' * (count != 1)} with {len(result):,} {rows}: {', '.join(result.measures)} in "
          f"{result.seconds:.3g} s\nwritten: {arguments.output} ({len(result):,} rows)")
    if result.left_out:
        _print_left_out(result.left_out)


def _print_left_out(left: Table) -> None:
    print(f"gobc: {len(left):,} network{'s' * (len(left) != 1)} left out", file=sys.stderr)
    for network, row, error in list(left)[:SHOWN]:
        print(f"gobc: network {network}, row {row}: {error}", file=sys.stderr)
    if len(left) > SHOWN:
        print(f"gobc: and {len(left) - SHOWN:,} more: --left-out FILE writes them all", file=sys.stderr)


def _print_json(arguments: Namespace, result: ManyResult) -> None:
    left = [] if result.left_out is None else \
        [dict(zip(("network", "row", "error"), row)) for row in result.left_out]
    json.dump({"networks": len(result.networks), "rows": len(result), "measures": result.measures, "seconds": result.seconds,
               "left_out": left, "written": arguments.output}, sys.stdout, indent=2)
    print()


