"""The conformance vectors of tests/vectors: every file, every computation. Their README describes the format."""

import math
import pathlib

import pytest

import gobc

CASES = sorted((pathlib.Path(__file__).parent.parent / "vectors" / "cases").glob("*.txt"))


def read(path):
    head, nodes, edges, blocks, ended = {}, [], [], [], False
    for line in open(path, encoding="utf-8", newline="\n"):
        assert not ended, "lines after the end"
        key, *fields = line.rstrip("\n").split("\t")
        if key == "end":
            ended = True
        elif key == "compute":
            blocks.append({"options": dict(field.split("=") for field in fields), "rows": [], "summaries": []})
        elif key == "node":
            nodes.append(fields[0])
        elif key == "edge":
            edges.append(fields)
        elif key == "row":
            blocks[-1]["rows"].append((fields[0], [float(value) for value in fields[1:]]))
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
    for name in ("normalized", "endpoints"):
        if name in options:
            options[name] = options[name] == "1"
    if "sources" in block:
        options["sources"] = [label(source) for source in block["sources"]]
    return options


def test_there_are_cases():
    assert len(CASES) >= 30


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")  # stress beyond float64, which these cases are for
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path):
    head, nodes, edges, blocks = read(path)
    label = int if head["labels"] == "int64" else str
    columns = ([label(source) for source, _ in edges], [label(target) for _, target in edges])
    graph = gobc.Graph(columns, directed=head["directed"] == "1", nodes=[label(node) for node in nodes] or None)
    assert graph.num_nodes == int(head["vertices"])
    assert blocks
    for block in blocks:
        check(graph, block, label)


def check(graph, block, label):
    measures, tolerance = block["columns"], float(block["tolerance"][0])
    result = graph.centralities(measures, **options_of(block, label))
    assert result.columns == ["node", *measures]
    rows = block["rows"]
    if len(rows) == graph.num_nodes:
        assert list(result["node"]) == [label(node) for node, _ in rows], "order of first appearance"
    for node, want in rows:
        for measure, value in zip(measures, want):
            got = result.value(label(node), measure)
            assert agrees(got, value, tolerance), f"{block['options']} {measure} of {node}: {got!r}, not {value!r}"
    for measure, kind, want in block["summaries"]:
        values = list(result[measure])
        got = {"sum": math.fsum, "min": min, "max": max}[kind](values)
        assert agrees(got, want, tolerance), f"{block['options']} {kind} of {measure}: {got!r}, not {want!r}"
