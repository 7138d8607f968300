"""Files as every language and the shell read them: the cases of tests/files/cases.tsv, which Go, C and R run too."""

import contextlib
import csv
import json
import os
import pathlib
import re
import threading
import warnings

import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest

import delays
import gobc
from gobc._inputs import files
from gobc.cli import main
from gobc.errors import _in_words_of_python

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "files"
with open(FOLDER / "cases.tsv", encoding="utf-8", newline="") as file:
    CASES = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
assert len(CASES) > 50
CHOICES = {"yes": True, "no": False}


def by_case(function):
    return pytest.mark.parametrize("case", CASES, ids=[f"{case['file']} {case['options']}" for case in CASES])(function)


def options_of(case):
    """What the words of a case mean in Python."""
    words = dict(word.split("=") for word in case["options"].split())
    return {name: CHOICES[value] if name in ("header", "directed", "text_ids") else value for name, value in words.items()}


def shown(values):
    """Cells as Go writes them, in one line."""
    return [repr(value).removesuffix(".0") if isinstance(value, float) else str(value).replace("\n", " ") for value in values]


@by_case
def test_a_file_is_read_as_in_every_language(case):
    path = FOLDER / case["file"]
    if case["error"]:
        ends = case["error"].startswith("which columns are the ends")  # an error of the table, as of one in memory
        with pytest.raises(gobc.DataError if ends else (gobc.FileError, gobc.ArgumentError)) as raised:
            gobc.Graph.read(path, **options_of(case))
        assert re.search(_in_words_of_python(case["error"]), str(raised.value)) and case["file"] in str(raised.value)
        return
    edges = files.read(path, **options_of(case)).edges
    source, target, *weights = (shown(edges._list(name)) for name in edges.columns)
    assert "; ".join(map(" > ".join, zip(source, target))) == case["edges"]
    assert " ".join(*weights) == case["weights"] if weights else not case["weights"]
    graph = gobc.Graph.read(path, **options_of(case))
    assert str(graph.num_nodes) == case["vertices"] and graph.num_edges == len(edges)
    assert graph.directed == (case["directed"] == "yes") and graph.weighted == bool(case["weights"])


@by_case
def test_a_file_is_read_as_in_every_language_by_the_command(case, capsys):
    words = {"directed": "--directed", "text_ids": "--text-ids", ("header", False): "--no-header", ("header", True): "--header"}
    arguments = [words.get(name) or words.get((name, value)) or f"--{name}={value}" for name, value in options_of(case).items()]
    code = main(["info", "--json", str(FOLDER / case["file"]), *arguments])
    out, error = capsys.readouterr()
    if case["error"]:
        assert code in (1, 2) and error.startswith("gobc: ") and error.count("\n") == 1
        assert json.loads(out)["error"]["message"] == error.removeprefix("gobc: ").rstrip("\n")
        assert re.search(_in_words_of_python(case["error"]), error) and case["file"] in error
        return
    told = json.loads(out)
    assert code == 0 and all(line.startswith(f"gobc: {FOLDER / case['file']}: ") for line in error.splitlines())
    assert str(told["num_nodes"]) == case["vertices"] and told["num_edges"] == case["edges"].count(" > ")
    assert told["directed"] == (case["directed"] == "yes") and told["weighted"] == bool(case["weights"])


def test_texts_need_no_other_package(python):
    python(f"""
        import sys
        for name in ("pyarrow", "scipy", "networkx", "numpy"):
            sys.modules[name] = None
        import gobc
        for name in ("snap.txt.gz", "matrix.mtx", "graph.graphml", "labels.gml", "pajek.net", "metis.graph"):
            assert gobc.Graph.read({str(FOLDER)!r} + "/" + name).num_edges >= 2
    """)


def test_paths_are_shown_as_they_are(tmp_path):
    path = tmp_path / "vertex vertices.csv"
    path.write_text("source,target\n1,\n")
    with pytest.raises(gobc.FileError, match='vertex vertices.csv", line 2: the column "target" is empty'):
        gobc.Graph.read(path)
    with pytest.raises(gobc.FileError, match="is a folder"):
        gobc.Graph.read(tmp_path)


@pytest.mark.parametrize("name, said", [
    ("streets.gpkg", r"does not read the format 'gpkg': .*geopandas\.read_file\(path\).*gobc\.streets\.primal"),
    ("streets.SHP", r"geopandas\.read_file\(path\)"),
    ("network.gexf", r"gobc\.Graph\(networkx\.read_gexf\(path\)\)"),
    ("network.xlsx", r"gobc\.Graph\(pandas\.read_excel\(path\)\)"),
    ("network.json", r'pandas\.read_json\(path\).*node_link_graph\(json\.load\(file\), edges="links"\)'),
    ("edges.jsonl", r"pandas\.read_json\(path, lines=True\)"),
    ("town.osm.pbf", "does not read the format 'pbf': .*osmnx"),
    ("network.pkl", r"pickle\.load\(file\)"),
])
def test_files_that_other_packages_read(name, said, tmp_path):
    """Listed all formats, and said to name one of them."""
    (tmp_path / name).write_bytes(b"1,2\n2,3\n")
    with pytest.raises(gobc.FileError, match=said):
        gobc.Graph.read(tmp_path / name)
    assert gobc.Graph.read(tmp_path / name, format="csv").num_edges == 2


def test_what_is_no_file_of_this_machine(tmp_path):
    (tmp_path / "year=2020").mkdir()
    (tmp_path / "year=2020" / "part-0.parquet").write_bytes(b"")
    folder = r"is a folder; name a file, or give .*pyarrow\.parquet\.read_table\(path\)"
    for path, said in ((tmp_path, folder), (tmp_path / "year=2020", folder),
                       (tmp_path / "*.parquet", r"\*\.parquet: gobc does not expand \*"),
                       ("s3://bucket/edges.parquet", "no file s3://bucket/edges.parquet: gobc reads files on this machine only"),
                       ([("a", "b")], r"path must name a file, not .*; gobc\.Graph\(edges\) takes a table")):
        with pytest.raises(gobc.FileError, match=said):
            gobc.Graph.read(path)


def test_a_file_that_is_called_as_standard_input_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gobc.FileError, match="there is no file -"):
        gobc.Graph.read("-")
    pathlib.Path("-").write_text("source,target\n1,2\n")
    assert gobc.Graph.read("-").num_edges == 1


@pytest.mark.parametrize("names, ways", [("a,a,a", (0, 1, 2)), (",b,c", (0, "b", 2)), ("b,#0,w", ("b", "#0", "w")),
                                         ("x,y,y", ("x", "#1", "#2"))])
def test_columns_of_any_name_are_found_again(names, ways, tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text(f"{names}\n1,2,0.5\n2,3,4\n4,3,8\n")
    source, target, weight = ways
    graph = gobc.Graph.read(path, source=source, target=target, weight=weight, header=True, directed=True)
    assert (graph.smallest_weight, graph.largest_weight) == (0.5, 8)
    assert list(graph.closeness()["node"]) == [1, 2, 3, 4]
    assert graph.eccentricity(direction="out").to_dict()[1] == 4.5


def test_what_contradicts_the_file_is_an_error():
    assert gobc.Graph.read(FOLDER / "graph.graphml").directed
    assert not gobc.Graph.read(FOLDER / "graph.graphml", directed=False).directed  # as the caller says
    with pytest.raises(gobc.ArgumentError, match="directed=True contradicts the file, which has undirected edges"):
        gobc.Graph.read(FOLDER / "metis.graph", directed=True)
    with pytest.raises(gobc.ArgumentError, match='weight "km": the file has one column of lengths, called "value"'):
        gobc.Graph.read(FOLDER / "matrix.mtx", weight="km")


def test_tables_are_known_by_how_they_begin(tmp_path):
    table = pyarrow.table({"source": [1, 2], "target": [2, 3]})
    pyarrow.parquet.write_table(table, tmp_path / "parquet")
    pyarrow.feather.write_feather(table, tmp_path / "feather")
    with pyarrow.OSFile(str(tmp_path / "stream"), "wb") as file, pyarrow.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)
    for name in ("parquet", "feather", "stream"):
        assert gobc.Graph.read(tmp_path / name).num_nodes == 3


def test_a_first_line_that_could_be_either_is_a_warning_with_both_ways_out(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("a0 a1\na2 a2\n")
    with pytest.warns(gobc.GobcWarning, match='edges.txt: line 1, "a0 a1", could be .* read as an edge: '
                      r"say header=True \(names\) or header=False \(an edge\)") as remarks:
        assert gobc.Graph.read(path).num_nodes == 3
    assert [remark.filename for remark in remarks] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gobc.Graph.read(path, header=True).num_nodes == 1
        assert gobc.Graph.read(path, header=False).num_nodes == 3


@pytest.mark.parametrize("line", ["source target", "a,b", "0 1"])
def test_a_file_of_one_line_is_read_or_said(line, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text(line)
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        edges = gobc.Graph.read(path).num_edges
    assert (edges, len(remarks)) == {"source target": (0, 1), "a,b": (1, 1), "0 1": (1, 0)}[line]


@pytest.mark.parametrize("header", [None, True, False])
@pytest.mark.parametrize("first", ["#Interaction\tGene One\tGene Two\tkm", "# Interaction\tGene One\tGene Two\tkm"])
def test_names_in_a_comment_can_be_asked_for(first, header, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text(f"# made by hand\n{first}\n7\ta\tb\t2\n8\tb\tc\t3\n")
    graph = gobc.Graph.read(path, source="Gene One", target="Gene Two", weight="km", header=header)
    assert graph.eccentricity().to_dict() == {"a": 5, "b": 3, "c": 5}
    for name in ("Interaction", "#Interaction", 0):
        assert gobc.Graph.read(path, source=name, target="Gene Two", header=header, text_ids=True).num_nodes == 4
    with pytest.raises(gobc.DataError, match='"Interaction" and "Gene One" hold integers and text.*"Interaction", "Gene One"'):
        gobc.Graph.read(path, header=header)


@pytest.mark.parametrize("name", ["biogrid.tab3.txt", "biogrid.mitab.txt", "mitab.txt"])
def test_a_comment_with_the_names_of_columns_is_said_to_have_them(name):
    """Said of a file of BioGRID that its first line is an edge, and that of its mitab may be."""
    file = files.read(FOLDER / name)
    assert file.notes[0] == "line 1 has the names of the columns, and line 2 is the first edge" and not file.warnings


def test_columns_without_names_are_asked_for_by_place():
    """The name and the number of each protein were taken as an edge."""
    graph = gobc.Graph.read(FOLDER / "hippie.txt", source="#0", target=2)
    assert graph.num_edges == 2 and graph.nodes.to_list() == ["ALBU_HUMAN", "NEK7_HUMAN", "NEK9_HUMAN"]


REMARKS = {
    "a label that may be a comment": ("a b\n#c d\n", "line 2 begins with # or % and is read as an edge"),
    "a missing quote": ('a,b\nb,c\n"c,a\nd",e\n', "line 3 has a text in quotes that spans several lines"),
    "padded numbers": ("007,8\n7,9\n", 'labels are read as numbers, "007" as 7: text_ids=True keeps them'),
    "an edge as names": ("#x,y\na,b\nb,c\n", 'line 1, "#x,y", is read as the names of columns: if it is an edge, put quotes'),
    "a name that stands for none": ("#ID(s) interactor A\tID(s) interactor B\nP1\tP2\nP3\t-\nP4\t-\n",
                                    '"-" is the name of a node in 2 places, and often stands for a missing one'),
    "R's NA": ("from,to\nTP53,NA\n", '"NA" is the name of a node in one place'),
    "a delimiter of two": ("a,b,x;y\nb,c,z;w\n", "is split at commas, and could be split at semicolons: name the delimiter"),
    "two sides": ("% bip unweighted\n1 1\n1 2\n", 'line 1, "% bip unweighted", says that the network is bipartite'),
    "a direction": ("% asym\n1 2\n", "have a direction, and they are read without: say directed"),
    "numbers of lines": ("0,a,x\n1,b,y\n", "the first column has the numbers of the lines"),
    "Postgres' null": ("a \\N\nb \\N\na b\n", "is the name of a node in 2 places"),
    "a sentence as names": ("# it leads from here to there\na x b y z w\na x c y z w\n", '"from" and "to" are the ends of edges'),
}


@pytest.mark.parametrize("case", REMARKS)
def test_what_may_be_read_wrongly_is_a_warning(case, tmp_path):
    text, said = REMARKS[case]
    path = tmp_path / "edges.txt"
    path.write_text(text)
    with pytest.warns(gobc.GobcWarning, match=re.escape(said)):
        gobc.Graph.read(path)


@pytest.mark.parametrize("text, line", [("#a,b\nb,#a\n", 1), ("#a b\nc #a\n", 1), ("#a\tb\n#c\td\ne\tf\n", 1), ("a b\n# c\n", 2),
                                        ("#1,2\n3,4\n", 1)])
def test_a_comment_that_may_be_an_edge_is_refused(text, line, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    with pytest.raises(gobc.FileError, match=f"line {line}: .*put quotes around"):
        gobc.Graph.read(path)


def test_line_ends_of_every_kind_across_blocks(tmp_path):
    """The library reads a megabyte at a time: a line end may lie in two of them."""
    path = tmp_path / "edges.txt"
    for end in ("\n", "\r", "\r\n", "\r\r\n"):
        for start in range(4):
            path.write_bytes(("#" * start + end + end.join(f"{n} {n + 1}" for n in range(100_000))).encode())
            graph = gobc.Graph.read(path)
            assert path.stat().st_size > 1 << 20 and (graph.num_edges, graph.num_nodes) == (100_000, 100_001)


def endless(path, stop):
    with contextlib.suppress(BrokenPipeError), open(path, "wb") as pipe:
        while not stop.is_set():
            pipe.write(b"1 2\n" * 16384)


def test_a_pipe_is_read_and_the_reading_of_one_without_end_is_cancelled(tmp_path):
    path, stop = str(tmp_path / "pipe"), threading.Event()
    os.mkfifo(path)
    threading.Thread(target=pathlib.Path(path).write_text, args=("a b\nb c\n",)).start()
    assert gobc.Graph.read(path).num_edges == 2
    writer = threading.Thread(target=endless, args=(path, stop))
    writer.start()
    delays.when(lambda control: True, gobc.cancel, 0.3)
    try:
        with pytest.raises(gobc.Cancelled):
            gobc.Graph.read(path)
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("call", [
    "gobc.Graph.read('edges.parquet')", "gobc.Graph.read('edges.arrow')", "gobc.datasets.bladder_coexpression()",
    "gobc.betweenness([(0, 1)]).write('scores.parquet')", "gobc.betweenness([(0, 1)]).write('scores.arrow')",
    "gobc.betweenness([(0, 1)]).to_pyarrow()"])
def test_without_pyarrow_the_error_says_how_to_install_it(call, python, tmp_path):
    for name in ("edges.parquet", "edges.arrow"):
        (tmp_path / name).touch()
    done = python(f"""
        import sys
        sys.modules["pyarrow"] = None
        import gobc
        try:
            {call}
        except gobc.PackageError as error:
            print(error)
    """, cwd=tmp_path)
    assert "pip install 'gobc[files]'" in done.stdout or "pip install pyarrow" in done.stdout


def test_files_of_arrow_and_parquet_need_no_pandas(python, tmp_path):
    table = pyarrow.table({"source": ["a", "b"], "target": ["b", "c"]})
    pyarrow.parquet.write_table(table, tmp_path / "edges.parquet")
    pyarrow.feather.write_feather(table, tmp_path / "edges.arrow", compression="uncompressed")
    python("""
        import sys
        import gobc
        for kind in ("parquet", "arrow"):
            gobc.Graph.read(f"edges.{kind}").betweenness().write(f"scores.{kind}")
        assert len(gobc.datasets.bladder_coexpression()) == 246_908
        assert "pandas" not in sys.modules  # it would take a second to import
        import pyarrow.feather, pyarrow.parquet
        written = pyarrow.feather.read_table("scores.arrow")
        assert written == pyarrow.parquet.read_table("scores.parquet") and written["betweenness"].to_pylist() == [0, 1, 0]
    """, cwd=tmp_path)


NO_EDGES = {
    "ida,idb,score\n1,2,0.5\nida,idb,score\n2,3,0.4\n": (gobc.FileError, "line 3: .* repeats the names of the columns"),
    "0 1 0 1 1\n" * 5: (gobc.FileError, "looks like a matrix: in Python give"),
    "0,a,b\n1,b,c\n2,c,a\n": (gobc.DataError, 'but "#1" and "#2" have more labels in common'),
    "1 -> 2\n2 -> 3\n": (gobc.DataError, 'Column "#1" holds "->" in all lines'),
}


@pytest.mark.parametrize("text", NO_EDGES)
def test_what_is_no_list_of_edges_is_an_error_with_a_way_out(text, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    error, said = NO_EDGES[text]
    with pytest.raises(error, match=said):
        gobc.Graph.read(path)


@pytest.mark.parametrize("text", ["year,a,b\n2001,1,2\n2001,2,3\n2002,3,4\n", "street,a,b\nx,p,q\nx,q,r\ny,r,s\n"])
def test_values_speak_against_the_first_columns(text, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(gobc.DataError, match='"a" and "b" have more labels in common: .* the columns are ".*", "a", "b"'):
            gobc.Graph.read(path)
        first = "year" if "year" in text else "street"
        assert gobc.Graph.read(path, source="a", target="b").num_nodes == 4
        assert gobc.Graph.read(path, source=first, target="a").num_edges == 3  # who names them knows


@pytest.mark.parametrize("ending", ["parquet", "feather", "arrows", "views.arrow", "codes.arrow", "views-of-codes.arrow"])
def test_names_that_may_be_missing_in_tables_are_a_warning(ending, tmp_path):
    kinds = {"views": pyarrow.string_view(), "codes": pyarrow.dictionary(pyarrow.int8(), pyarrow.large_string()),
             "views-of-codes": pyarrow.dictionary(pyarrow.int32(), pyarrow.string_view())}
    kind = kinds.get(ending.partition(".")[0], pyarrow.string())

    def column_of(side):
        if not side or side[0] != "x":
            return pyarrow.array(side)
        if kind != kinds["views-of-codes"]:
            return pyarrow.array(side, kind)
        coded = pyarrow.array(side).dictionary_encode()
        return pyarrow.DictionaryArray.from_arrays(coded.indices, coded.dictionary.cast(pyarrow.string_view()))

    for names, said in (((["x", "NA", "y"], ["x", "y", "NA"]), "'NA' .* in 2 places"),
                        ((["x", "", "y"], ["x", "y", "z"]), "'' .* in 1 place"),
                        ((["x", "nay", "y"], ["x", "z", "x"]), None), (([1, 2], [2, 3]), None), (([], []), None)):
        columns = [column_of(side) for side in names]
        other = pyarrow.array(["NA"] * len(names[0]))
        path = tmp_path / f"edges.{ending}"
        write_arrow(path, pyarrow.table([*columns, other], ["source", "target", "note"]))
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always")
            gobc.Graph.read(path)
        assert len(remarks) == (said is not None) and all(re.search(said, str(remark.message)) for remark in remarks)
        assert all(remark.filename == __file__ for remark in remarks)


def write_arrow(path, table):
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path)
        return
    with (pyarrow.ipc.new_stream if path.suffix == ".arrows" else pyarrow.ipc.new_file)(path, table.schema) as file:
        file.write_table(table, max_chunksize=2)


def test_a_stream_without_its_end_is_an_error(tmp_path):
    path = tmp_path / "edges.arrows"
    for ends in ([-1, -1, 1], ["a", "b", "c"], pyarrow.array(["a", "b", "a"]).dictionary_encode(), []):
        write_arrow(path, pyarrow.table({"source": ends, "target": ends, "score": pyarrow.array([-1] * len(ends), "int32")}))
        whole = path.read_bytes()
        assert gobc.Graph.read(path).num_edges == len(ends)
        for cut in (8, 4, *([] if not len(ends) else [len(whole) - whole.rfind(b"\xff\xff\xff\xff", 0, -8)])):
            path.write_bytes(whole[:-cut])
            with pytest.raises(gobc.FileError, match="Arrow stream does not have its end|metadata|Expected to be able to read"):
                gobc.Graph.read(path)
    polars = pytest.importorskip("polars")
    polars.DataFrame({"a": ["x", "y"], "b": ["y", "z"]}).write_ipc_stream(path)
    assert gobc.Graph.read(path).num_edges == 2


def test_files_that_pyarrow_names_by_numbers(tmp_path):
    for begin, said in ((b"FEA1", "Feather of version 1"), (b"ARROW1\0\0", "Not an Arrow file|too small")):
        path = tmp_path / "edges.feather"
        path.write_bytes(begin + bytes(100))
        with pytest.raises(gobc.FileError, match=said):
            gobc.Graph.read(path)
