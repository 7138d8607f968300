"""Random files of every format, as they were written and changed at random: gobc finds the edges that were written, and that
other readers find, or refuses the file, or warns. Where it reads in silence otherwise than a peer, KNOWN says why, and who is
right.

GOBC_RANDOM_FILES says how many files of each format (30), GOBC_RANDOM_FILES_FROM the seed of the first (0).
"""

from __future__ import annotations

import os
import pathlib
import random
import re
from collections import Counter
from typing import NamedTuple

import pyarrow
import pytest

import gobc
from gobc._inputs import files
from random_files import FORMATS, Made, Pair, Refused, changed, found_by, unified

COUNT = int(os.environ.get("GOBC_RANDOM_FILES", "30"))
FIRST = int(os.environ.get("GOBC_RANDOM_FILES_FROM", "0"))


class Known(NamedTuple):
    """A difference in files that have a pattern. All of these are read by gobc as documented."""

    peer: str
    pattern: str  # in the text with line feeds, unless it is about line ends
    reason: str


KNOWN = [
    Known("networkx", r"(?m)^\s*%", "% begins no comment in NetworkX: KONECT's heads become edges"),
    Known("networkx", r"#", "# begins a comment anywhere in NetworkX: labels such as x#y are cut"),
    Known("networkx", r"(?m)^[ \t]+$", "a line of one tab is an edge between empty labels in NetworkX"),
    Known("networkx", r'"', "quotes are letters in NetworkX"),
    Known("csv", r"\t", "csv keeps tabs around labels"),
    Known("lines", r"(?m)^\s*[#%]", "lines before the first edge of SIF that begin with # and a blank are comments"),
    Known("networkx gml", r'"[^"\n]*\n[^"]*"\n', "NetworkX makes a blank of a line end in a label"),
    Known("igraph gml", r"[\r]", "igraph keeps carriage returns in labels"),
    Known("igraph gml", r"&#[0-9]+[^0-9;]", "igraph takes a number for a reference that has no semicolon behind it"),
    Known("csv", r"(?m)^\s*#", "a comment above the edges has the names of columns, so that the first line is an edge"),
    Known("networkx pajek", r"(?m)^%", "% begins no comment in NetworkX"),
    Known("networkx pajek", r"(?m)^[ \t]+\*", "NetworkX ignores a section that is indented, and all its edges"),
    Known("networkx pajek", r"""(?m)^\s*\d+\s+[^"\s]+["']|\w'\w*\s*$""", "NetworkX reads labels as a shell does, without quotes"),
    Known("igraph pajek", r"(?m)^[ \t]+\*", "igraph ignores a section that is indented, and all its edges"),
    Known("igraph pajek", r"\n\n", "an empty line ends the file in igraph"),
    Known("igraph pajek", r"""(?m)^\s*\d+\s+[^"\s]+["']""", "igraph ends a label at a quote within it"),
    Known("igraph pajek", r'(?m)^\s*"', "igraph takes a vertex whose number is in quotes for the end of the file"),
    Known("igraph pajek", r"\r", "igraph takes a carriage return alone, or two, for the end of the file or for a blank"),
]


def known(peer: str, text: str) -> str | None:
    return next((one.reason for one in KNOWN if one.peer == peer
                 and re.search(one.pattern, text if r"\r" in one.pattern else unified(text))), None)


def edges_of(file: files.File) -> list[Pair]:
    table = pyarrow.table(file.edges)  # two columns may have one name
    source, target = ([str(label) for label in table.column(at).to_pylist()] for at in range(2))
    return list(zip(source, target))


def whole(label: str) -> bool:
    return re.fullmatch(r"[+-]?\d{1,18}", label) is not None


def edge_set(pairs: list[Pair], directed: bool) -> set[Pair]:
    """Labels that are all whole numbers are compared as such; blanks around labels are left out."""
    pairs = [(a.strip(), b.strip()) for a, b in pairs]
    if all(whole(a) and whole(b) for a, b in pairs):
        pairs = [(str(int(a)), str(int(b))) for a, b in pairs]
    return set(pairs) if directed else {(min(pair), max(pair)) for pair in pairs}


def read(path: pathlib.Path, made: Made, told: bool) -> files.File:
    """With `told` gobc is told the delimiter and whether there are names; else it finds them."""
    return files.read(path, **({"delimiter": made.delimiter, "header": made.header} if told and made.delimiter else {}))


@pytest.mark.parametrize("ending", FORMATS)
def test_edges_are_those_that_were_written(ending, tmp_path):
    path, outcomes = tmp_path / f"edges.{ending}", Counter()
    for seed in range(FIRST, FIRST + COUNT):
        made = FORMATS[ending](random.Random(f"{ending} {seed}"))
        path.write_bytes(made.data())
        try:
            file = read(path, made, False)
        except gobc.Error as error:  # of a list: labels of two kinds, called as delimiters or as names in a comment
            expected = "which columns are the ends|is empty|is this a comment or an edge|SIF has none"
            assert re.search(expected, str(error)), f"{ending} {seed}: {error}"
            outcomes["refused"] += 1
            continue
        want = edge_set(made.edges, made.directed)
        right = edge_set(edges_of(file), made.directed) == want
        assert right or file.warnings, f"{ending} {seed}: {made.data()!r}: {edges_of(file)}, not {made.edges}"
        outcomes["right" if right else "warned"] += 1
        for peer in made.peers:
            try:
                theirs, _ = found_by(peer, made.text, str(path), made)
            except Refused:
                outcomes[f"{peer} refuses"] += 1
                continue
            same = edge_set(theirs, made.directed) == want
            assert same or known(peer, made.text), f"{ending} {seed}: {peer} finds {theirs} in {made.data()!r}"
            outcomes[f"{peer} is {'right' if same else 'wrong'}"] += 1
    print(f"\n{ending}: {dict(outcomes)}")
    assert outcomes["right"] >= 0.9 * COUNT and outcomes["refused"] <= 0.05 * COUNT


@pytest.mark.parametrize("ending", FORMATS)
def test_no_edge_is_lost_or_added_in_silence(ending, tmp_path):
    path, outcomes = tmp_path / f"edges.{ending}", Counter()
    for seed in range(FIRST, FIRST + COUNT):
        chance = random.Random(f"{ending} {seed} changed")
        made = FORMATS[ending](chance)
        made.text = changed(made.text, chance)
        path.write_bytes(made.data())
        try:
            file = read(path, made, True)
        except gobc.Error:
            outcomes["refused"] += 1
            continue
        outcomes["read"] += 1
        mine = edges_of(file)
        for peer in made.peers:
            try:
                theirs, directed = found_by(peer, made.text, str(path), made)
            except Refused:
                outcomes[f"{peer} refuses"] += 1
                continue
            directed = directed and bool(file.directed or made.delimiter)
            if edge_set(theirs, directed) == edge_set(mine, directed):
                outcomes[f"{peer} agrees"] += 1
                continue
            reason = "warned" if file.warnings else known(peer, made.text)
            assert reason, f"{ending} {seed}: {peer} finds {theirs}, gobc {mine} in {made.data()!r}"
            outcomes[f"{peer}: {reason}"] += 1
    print(f"\n{ending}: {dict(outcomes)}")
    assert outcomes["refused"] > 0 and (outcomes["read"] > 0 or ending in ("mtx", "graph"))  # which say how much they hold
