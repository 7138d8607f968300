"""The conformance vectors of tests/vectors: every file, every computation. Their README describes the format."""

import math
import pathlib
import subprocess

import pytest

import gobc
from grouped import grouped

VECTORS = pathlib.Path(__file__).parent.parent / "vectors"
if (VECTORS / "hashes.sha256").exists():  # not in a bundle, which holds the cases themselves
    subprocess.run(["sh", VECTORS.parents[1] / "scripts" / "make_vectors.sh"], check=True)
CASES = sorted((VECTORS / "cases").glob("*.txt"))
# k= picks its own sources, so a sample of given ones cannot be asked for here: the core's tests read that file.
WIDE = sorted(path for path in (VECTORS / "wide").glob("*.txt") if path.stem != "sampled_karate")
assert CASES, "tests/vectors/cases is empty: sh scripts/make_vectors.sh"


def read(path):
    head, nodes, edges, blocks, ended = {}, [], [], [], False
    for line in open(path, encoding="utf-8", newline="\n"):
        assert not ended, "lines after the end"
        key, *fields = line.rstrip("\n").split("\t")
        if key == "end":
            ended = True
        elif key == "compute":
            blocks.append({"options": dict(field.split("=") for field in fields), "columns": [], "edge_columns": [],
                           "rows": [], "edge_rows": [], "summaries": []})
        elif key == "node":
            nodes.append(fields[0])
        elif key == "edge":
            edges.append(fields)
        elif key == "row":
            blocks[-1]["rows"].append((fields[0], [float(value) for value in fields[1:]]))
        elif key == "edge_row":
            blocks[-1]["edge_rows"].append((int(fields[0]), fields[1:3], [float(value) for value in fields[3:]]))
        elif key == "summary":
            blocks[-1]["summaries"].append((fields[0], fields[1], float(fields[2])))
        elif blocks:
            blocks[-1][key] = fields
        else:
            head[key] = fields[0]
    assert ended, "the file is cut off"
    return head, nodes, edges, blocks


def agrees(got, want, tolerance):
    if math.isnan(want):
        return math.isnan(got)
    if math.isinf(want):
        return got == want
    return abs(got - want) <= tolerance * abs(want)


def options_of(block, label):
    options = dict(block["options"])
    options.pop("weighted", None)
    for name in ("normalized", "endpoints"):
        if name in options:
            options[name] = options[name] == "1"
    for name in ("cutoff", "tie_tolerance"):
        if name in options:
            options[name] = float(options[name])
    for name in ("sources", "targets"):
        if name in block:
            options[name] = [label(node) for node in block[name]]
        if f"{name[:-1]}_weights" in block:
            options[name] = dict(zip(options[name], map(float, block[f"{name[:-1]}_weights"]), strict=True))
    return options


def asked(graph, block):
    """The graph that a block asks about: with its weights or without."""
    return graph.unweighted() if block["options"].get("weighted") == "0" else graph


def test_there_are_cases():
    assert len(CASES) >= 30 and len(WIDE) >= 30


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")  # stress beyond float64, which these cases are for
@pytest.mark.parametrize("path", [*CASES, *WIDE], ids=lambda path: path.stem)
def test_case(path):
    head, nodes, edges, blocks = read(path)
    label = int if head["labels"] == "int64" else str
    columns = [[label(edge[end]) for edge in edges] for end in (0, 1)]
    weight = None
    if "weights" in head:
        length = int if head["weights"] == "int64" else float
        columns.append([length(float(edge[2])) for edge in edges])
        weight = True
    graph = gobc.Graph(tuple(columns), weight=weight, directed=head["directed"] == "1",
                       nodes=[label(node) for node in nodes] or None)
    assert graph.num_nodes == int(head["vertices"])
    assert blocks
    for block in blocks:
        check(graph, block, label)


def check(graph, block, label):
    measures, of_edges, tolerance = block["columns"], block["edge_columns"], float(block["tolerance"][0])
    result = asked(graph, block).centralities([*measures, *of_edges], **grouped(**options_of(block, label)))
    edges = result.edges if measures else result
    if measures:
        check_nodes(graph, block, label, result, tolerance)
    if of_edges:
        assert edges.columns == ["source", "target", *of_edges] and len(edges) == graph.num_edges
    for row, ends, want in block["edge_rows"]:
        assert [edges["source"][row], edges["target"][row]] == [label(end) for end in ends]
        for measure, value in zip(of_edges, want):
            got = edges[measure][row]
            assert agrees(got, value, tolerance), f"{block['options']} {measure} of row {row}: {got!r}, not {value!r}"
    for measure, kind, want in block["summaries"]:
        values = list((result if measure in measures else edges)[measure])
        got = {"sum": math.fsum, "min": min, "max": max}[kind](values)
        assert agrees(got, want, tolerance), f"{block['options']} {kind} of {measure}: {got!r}, not {want!r}"


def check_nodes(graph, block, label, result, tolerance):
    measures, rows = block["columns"], block["rows"]
    assert result.columns == ["node", *measures]
    if len(rows) == graph.num_nodes:
        assert list(result["node"]) == [label(node) for node, _ in rows], "order of first appearance"
    for node, want in rows:
        for measure, value in zip(measures, want):
            got = result.value(label(node), measure)
            assert agrees(got, value, tolerance), f"{block['options']} {measure} of {node}: {got!r}, not {value!r}"
