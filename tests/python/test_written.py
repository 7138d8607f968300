"""Results as tables of other tools: ranks, names of columns, files of every format; what a result says of itself."""

from __future__ import annotations

import csv
import gzip
import json
import math
import pickle
import re
import subprocess
import sys
import xml.etree.ElementTree
import zipfile

import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest

import gobc

GRAPH = gobc.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("c", "f")])
TWO = GRAPH.centralities(["closeness", "betweenness"])
OBJECTS = gobc.Graph(networkx.Graph([((1, 2), "=1+1"), ("=1+1", 3.5)])).betweenness()


def sheet(path):
    """The cells of the first sheet of an xlsx file, row by row, None for an empty one."""
    space = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with zipfile.ZipFile(path) as book:
        root = xml.etree.ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    rows = []
    for row in root.iterfind(".//m:row", space):
        cells = {}
        for cell in row.iterfind("m:c", space):
            assert cell.find("m:f", space) is None, "a formula"
            column = ord(re.match("[A-Z]+", cell.get("r"))[0]) - ord("A")
            text = "".join(part.text or "" for part in cell.iterfind(".//m:t", space))
            cells[column] = text if cell.get("t") == "inlineStr" else float(cell.find("m:v", space).text)
        rows.append([cells.get(column) for column in range(max(cells, default=-1) + 1)])
    return rows


# ---- ranks ----

def test_ranks_are_those_of_pandas_with_the_rows_in_their_order():
    draw = numpy.random.default_rng(5)
    for labels in (numpy.ndarray.tolist, lambda ends: [f"n{end}" for end in ends], lambda ends: [(int(end),) for end in ends]):
        for _ in range(10):
            source, target = draw.integers(0, 12, 14), draw.integers(0, 12, 14)
            made = networkx.Graph(zip(labels(source), labels(target)))
            for result in (gobc.Graph(made).centralities(["closeness", "betweenness"]), gobc.Graph(made).edge_betweenness()):
                measure = result.measures[-1]
                table = result.ranked(measure)
                frame = result.to_pandas()
                frame.insert(0, "rank", frame[measure].rank(method="min", ascending=False).astype(int))
                wanted = frame.sort_values("rank", kind="stable").reset_index(drop=True)
                pandas.testing.assert_frame_equal(table.to_pandas(), wanted)
                assert list(pickle.loads(pickle.dumps(table))) == list(table)
                assert result.top(len(result), measure) == [(*row[1:-1][:len(result._LABELS)], row[-1]) for row in table]


def test_the_first_measure_ranks_unless_another_is_named():
    assert list(TWO.ranked()) == list(TWO.ranked("closeness")) and list(TWO.ranked("betweenness"))[0][1] == "c"
    with pytest.raises(gobc.ArgumentError, match="no measure 'rank'"):
        TWO.ranked("rank")


def test_rows_without_a_number_have_no_rank_and_infinite_ones_the_first():
    table = pyarrow.record_batch({"node": ["a", "b", "c", "d"], "m": [math.nan, 2.0, math.inf, 2.0]})
    result = gobc.Result(gobc._arrow.import_array(table), {})
    ranked = result.ranked()
    assert [row[:2] for row in ranked] == [(1, "c"), (2, "b"), (2, "d"), (None, "a")]
    assert pyarrow.table(ranked)["rank"].to_pylist() == [1, 2, 2, None] and "RankedTable of 4 rows" in repr(ranked)
    assert polars.DataFrame(ranked)["rank"].to_list() == [1, 2, 2, None]


def test_an_empty_result_has_no_ranks():
    assert list(gobc.Graph([]).degree().ranked()) == []


# ---- the first measure ----

def test_top_and_plot_take_the_first_measure_of_several():
    pytest.importorskip("matplotlib").use("agg")
    assert TWO.top(2) == TWO.top(2, "closeness") and TWO.top(2).measure == "closeness"
    for kind in ("rank", "histogram"):
        assert "closeness" in TWO.plot(kind).get_ylabel() + TWO.plot(kind).get_xlabel()
    assert TWO.plot("degree", graph=GRAPH).get_ylabel() == "closeness"
    assert GRAPH.centralities(["closeness", "betweenness", "stress"]).plot(against="closeness").get_ylabel() == "betweenness"
    with pytest.raises(gobc.ArgumentError, match="which measure"):
        TWO.value("a")


# ---- names ----

def test_pandas_takes_the_names_of_the_columns():
    for table in (TWO, GRAPH.edge_betweenness(), GRAPH.edges, TWO.ranked(), gobc.datasets.karate(), OBJECTS):
        assert list(pandas.DataFrame(table).columns) == table.columns
        assert pandas.DataFrame(list(table)).values.tolist() == table.to_pandas().values.tolist()
    assert list(pandas.DataFrame(TWO.top(2)).columns) == ["node", "closeness"]
    assert list(pandas.DataFrame(GRAPH.edge_betweenness().top(1)).columns) == ["source", "target", "edge_betweenness"]


def test_rows_are_tuples_all_the_same():
    row = next(iter(TWO))
    assert isinstance(row, tuple) and row == tuple(row) and repr(row) == repr(tuple(row)) and hash(row) == hash(tuple(row))
    assert type(pickle.loads(pickle.dumps(row))) is tuple
    assert sorted(gobc.Graph(list(GRAPH.edges)).edges) == sorted(GRAPH.edges)
    assert pickle.loads(pickle.dumps(TWO.top(2))) == TWO.top(2)


# ---- what a result is of ----

@pytest.mark.parametrize("options, words", [
    ({}, "exact,"), ({"sources": ["a"]}, "exact from 1 source,"), ({"sources": ["a", "b"]}, "exact from 2 sources,"),
    ({"targets": ["a", "b"]}, "exact to 2 targets,"),
    ({"sources": ["c", "b"], "targets": {"a": 2.0}}, "exact from 2 sources to 1 target,"),
    ({"k": 3, "seed": 1}, "sampled 3 sources,"), ({"sources": list("abcdef")}, "exact,")])
def test_a_result_of_chosen_sources_says_so(options, words, tmp_path):
    whole = GRAPH.betweenness(**options)
    shared = GRAPH.betweenness(**options, checkpoint=tmp_path / "run")
    for result in (whole, shared, pickle.loads(pickle.dumps(whole))):
        assert words in repr(result).splitlines()[0] and words in result._repr_html_()


def test_chosen_sources_are_said_of_distances_and_edges():
    assert "exact from 1 source," in repr(GRAPH.closeness(sources=["a"]))
    assert "exact from 1 source," in repr(GRAPH.edge_betweenness(sources=["a"]))
    assert "exact from 2 sources," in repr(GRAPH.betweenness(sources=["a", "b"], of=["c"]))


# ---- files ----

@pytest.mark.parametrize("name, read", [
    ("s.csv", lambda path: open(path, encoding="utf-8", newline="").read()),
    ("s.csv.gz", lambda path: gzip.open(path, "rt", encoding="utf-8", newline="").read()),
    ("s.tsv.gz", lambda path: gzip.open(path, "rt", encoding="utf-8", newline="").read().replace("\t", ",")),
    ("s.csv.zst", lambda path: pyarrow.input_stream(path, compression="zstd").read().decode()),
    ("s.CSV.GZ", lambda path: gzip.open(path, "rt", encoding="utf-8", newline="").read())])
def test_compressed_text_is_the_same_text(tmp_path, name, read):
    path = tmp_path / name
    TWO.write(path)
    rows = list(csv.reader(read(path).splitlines()))
    assert rows[0] == ["node", "closeness", "betweenness"] and [(row[0], *map(float, row[1:])) for row in rows[1:]] == list(TWO)
    first = path.read_bytes()
    TWO.write(path)
    assert path.read_bytes() == first and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["s.csv", "s.tsv"])
def test_nodes_of_one_text_are_told_apart(tmp_path, name):
    """Both were 1."""
    graph = networkx.Graph([(1, "1"), ("1", (1, "a, b"))])
    for nodes, want in ((graph, ["1", "'1'", "(1, 'a, b')"]), (graph.subgraph(["1", (1, "a, b")]), ["1", "(1, 'a, b')"])):
        result = gobc.closeness(nodes)
        result.write(tmp_path / name)
        with open(tmp_path / name, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t" if name == "s.tsv" else ","))
        assert [row[0] for row in rows[1:]] == want == result.to_pyarrow()["node"].to_pylist()
        assert [float(row[1]) for row in rows[1:]] == list(result["closeness"])
    gobc.edge_betweenness(graph).write(tmp_path / name)
    assert "'1'" in (tmp_path / name).read_text()


def test_compressed_files_are_read_again(tmp_path):
    for name in ("e.csv.gz", "e.csv.zst"):
        GRAPH.edges.write(tmp_path / name)
        assert list(gobc.Graph.read(tmp_path / name).edges) == list(GRAPH.edges)


@pytest.mark.parametrize("name", ["s.json", "s.json.gz"])
def test_json_is_a_list_of_objects(tmp_path, name):
    TWO.write(tmp_path / name)
    data = (gzip.decompress if name.endswith("gz") else bytes)((tmp_path / name).read_bytes())
    assert json.loads(data) == [dict(zip(TWO.columns, row)) for row in TWO]
    assert pandas.read_json(tmp_path / name).columns.tolist() == TWO.columns


def test_json_has_texts_for_what_it_has_no_number_or_name_for(tmp_path):
    table = pyarrow.record_batch({"node": ["a\"\n", "\N{SNOWMAN}"], "m": [math.nan, -math.inf]})
    gobc.Result(gobc._arrow.import_array(table), {}).write(tmp_path / "s.json")
    assert json.loads((tmp_path / "s.json").read_text()) == [{"node": "a\"\n", "m": "nan"}, {"node": "\N{SNOWMAN}", "m": "-inf"}]
    OBJECTS.write(tmp_path / "o.json")
    assert [row["node"] for row in json.loads((tmp_path / "o.json").read_text())] == ["(1, 2)", "=1+1", 3.5]
    gobc.Graph([]).degree().write(tmp_path / "e.json")
    assert json.loads((tmp_path / "e.json").read_text()) == []


def test_xlsx_has_the_cells_of_the_table(tmp_path):
    TWO.write(tmp_path / "s.xlsx")
    rounded = [[row[0], *(float(f"{score:.16g}") for score in row[1:])] for row in TWO]
    assert sheet(tmp_path / "s.xlsx") == [TWO.columns, *rounded]
    OBJECTS.write(tmp_path / "o.xlsx")
    assert [row[0] for row in sheet(tmp_path / "o.xlsx")] == ["node", "(1, 2)", "=1+1", 3.5]
    table = pyarrow.record_batch({"node": [1 << 53, (1 << 53) + 1, 7, 8], "m": [math.nan, math.inf, 2.0, -math.inf]})
    gobc.Result(gobc._arrow.import_array(table), {}).write(tmp_path / "n.xlsx")
    assert sheet(tmp_path / "n.xlsx")[1:] == [[2.0**53], ["9007199254740993", "inf"], [7.0, 2.0], [8.0, "-inf"]]


def test_xlsx_refuses_what_a_sheet_cannot_hold(tmp_path, monkeypatch):
    with pytest.raises(gobc.FileError, match=r"row 1, column node: .* at most 32,767 .* has 40,000"):
        gobc.betweenness([("a", "b" * 40_000)]).write(tmp_path / "s.xlsx")
    monkeypatch.setattr(gobc._files, "MOST_ROWS", 5)
    with pytest.raises(gobc.FileError, match="at most 5 rows, and this table has 6"):
        TWO.write(tmp_path / "s.xlsx")
    assert not list(tmp_path.iterdir())


def test_xlsx_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(gobc.PackageError, match=r"needs XlsxWriter: pip install 'gobc\[xlsx\]'"):
        TWO.write(tmp_path / "s.xlsx")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["s", "s.gz", "s.xls", "s.parquet.gz", "s.xlsx.zst", "csv"])
def test_what_cannot_be_written_is_said_with_what_can(tmp_path, name):
    with pytest.raises(gobc.FileError, match=r"unknown format .*; gobc writes csv, tsv, json \(also .gz, .zst\), xlsx"):
        TWO.write(tmp_path / name)


def test_a_format_that_is_given_counts(tmp_path):
    TWO.write(tmp_path / "s.txt", format="csv.gz")
    assert gzip.decompress((tmp_path / "s.txt").read_bytes()).startswith(b"node,closeness,betweenness\n")


@pytest.mark.parametrize("format, begins", [("csv.gz", b"\x1f\x8b"), ("csv.zst", b"\x28\xb5\x2f\xfd"), ("json", b"[\n{"),
                                            ("xlsx", b"PK")])
def test_the_command_writes_them_to_standard_output_and_into_files(tmp_path, format, begins):
    edges = tmp_path / "edges.csv"
    edges.write_text("source,target\na,b\nb,c\n")
    command = [sys.executable, "-m", "gobc", "compute", str(edges), "--measures", "betweenness"]
    shown = subprocess.run([*command, "-o", "-", "--output-format", format], capture_output=True, check=True).stdout
    subprocess.run([*command, "-o", str(tmp_path / f"s.{format}")], capture_output=True, check=True)
    assert shown.startswith(begins) and (tmp_path / f"s.{format}").read_bytes()[:2] == begins[:2]
