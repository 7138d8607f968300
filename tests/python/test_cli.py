"""The command line, through its entry point and as python -m gobc."""

import csv
import functools
import gzip
import json
import os
import pathlib
import re
import resource
import signal
import struct
import subprocess
import sys
import textwrap
import typing
import warnings
import zlib

import networkx
import pyarrow
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest
import scipy.io
import scipy.sparse

import delays
import gobc
from gobc.cli import main
from gobc.cli.parser import make_parser
from grouped import grouped

EDGES = pyarrow.table({"weight": [1.0, 2.0, 3.0, 4.0], "source": ["a", "b", "c", "x"], "target": ["b", "c", "d", "y"]})
WANT = gobc.betweenness(EDGES).to_dict()


def write_csv(path):
    pyarrow.csv.write_csv(EDGES, path)


def write_tsv_gz(path):
    with gzip.open(path, "wt") as file:
        file.write("source\ttarget\na\tb\nb\tc\nc\td\nx\ty\n")


def write_arrow_stream(path):
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_stream(file, EDGES.schema) as writer:
        writer.write_table(EDGES)


def write_graphml(path):
    networkx.write_graphml(networkx.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("x", "y")]), path)


FILES = {
    "edges.csv": write_csv,
    "edges.tsv.gz": write_tsv_gz,
    "edges.parquet": lambda path: pyarrow.parquet.write_table(EDGES, path),
    "edges.arrow": lambda path: pyarrow.feather.write_feather(EDGES, path, compression="zstd"),
    "stream.arrow": write_arrow_stream,
    "edges.graphml": write_graphml,
}


@pytest.mark.parametrize("name", FILES)
def test_compute(name, tmp_path, capsys):
    path, output = tmp_path / name, tmp_path / "out.csv"
    FILES[name](path)
    assert main(["compute", str(path), "--output", str(output)]) == 0
    out = capsys.readouterr().out
    assert "6 nodes, 4 undirected edges, 2 components" in out and "written" in out
    with open(output, newline="") as file:
        rows = {row["node"]: float(row["betweenness"]) for row in csv.DictReader(file)}
    assert rows == WANT
    assert sorted(os.listdir(tmp_path)) == sorted([name, "out.csv"])


def test_the_first_of_each_measure_are_a_table(tmp_path, capsys):
    write_csv(tmp_path / "edges.csv")
    assert main(["compute", str(tmp_path / "edges.csv"), "--measures", "betweenness,closeness", "--top", "3"]) == 0
    table = gobc.centralities(EDGES, ["betweenness", "closeness"])
    said = capsys.readouterr().out
    assert all(f"\n\n{table.top(3, name)!r}\n" in said for name in table.measures) and "..." not in said


@pytest.mark.parametrize("ending", ["tsv", "parquet", "arrow"])
def test_output_formats(ending, tmp_path, capsys):
    path, output = tmp_path / "edges.csv", tmp_path / f"out.{ending}"
    write_csv(path)
    output.write_text("old")
    assert main(["compute", str(path), "--measures", "betweenness,closeness", "--output", str(output)]) == 0
    if ending == "tsv":
        table = pyarrow.csv.read_csv(output, parse_options=pyarrow.csv.ParseOptions(delimiter="\t"))
    else:
        table = pyarrow.parquet.read_table(output) if ending == "parquet" else pyarrow.feather.read_table(output)
    assert table.column_names == ["node", "betweenness", "closeness"]
    assert dict(zip(table["node"].to_pylist(), table["betweenness"].to_pylist())) == WANT


def test_matrix_market(tmp_path, capsys):
    path = tmp_path / "matrix.mtx"
    scipy.io.mmwrite(path, scipy.sparse.coo_array(([1, 1], ([0, 1], [1, 2])), shape=(4, 4)))
    assert main(["info", str(path)]) == 0
    out = capsys.readouterr().out
    assert "nodes              4" in out and "components         2" in out


def test_text_options(tmp_path, capsys):
    path = tmp_path / "edges.txt"
    path.write_text("001;1\n1;2\n")
    arguments = [str(path), "--no-header", "--delimiter", ";"]
    assert main(["info", *arguments, "--text-ids"]) == 0
    assert "nodes              3" in capsys.readouterr().out
    assert main(["info", *arguments]) == 0
    assert "nodes              2" in capsys.readouterr().out
    path.write_text("001;1;0.5\n1;2;4\n")
    assert main(["info", *arguments, "--text-ids", "--weight", "#2"]) == 0
    out = capsys.readouterr().out
    assert "nodes              3" in out and "0.5 to 4" in out


def test_directed_and_columns(tmp_path, capsys):
    path = tmp_path / "edges.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"p": [0, 1], "q": [1, 2], "source": [5, 5], "target": [5, 5]}), path)
    assert main(["info", str(path), "--directed", "--source", "p", "--target", "q"]) == 0
    assert "directed graph of columns p, q" in capsys.readouterr().out


def test_plan_and_devices(tmp_path, capsys):
    path = tmp_path / "edges.csv"
    write_csv(path)
    assert main(["plan", str(path), "--measures", "stress", "--threads", "1"]) == 0
    assert "fits" in capsys.readouterr().out
    assert main(["devices"]) == 0
    assert "cpu" in capsys.readouterr().out


# Parallel edges of one length, lengths that nearly tie, and a direction that matters.
MANY = {"source": list("aabacd"), "target": list("bbdcde"), "weight": [1.0, 1.0, 1.0, 1.0, 1.0 + 1e-12, 2.0]}
OPTIONS = {
    "--preset raw": {"preset": "raw"}, "--raw": {"normalized": False}, "--endpoints": {"endpoints": True},
    "--directed": {"directed": True}, "--parallel count": {"parallel": "count"}, "--cutoff 2.5": {"cutoff": 2.5},
    "--k 2 --seed 5": {"k": 2, "seed": 5}, "--tie-tolerance 0": {"tie_tolerance": 0.0},
}


@pytest.fixture
def scores_by_command(tmp_path):
    """The scores of MANY that the command line writes."""
    path, output = tmp_path / "many.csv", tmp_path / "out.csv"
    pyarrow.csv.write_csv(pyarrow.table(MANY), path)

    def scores(*arguments):
        assert main(["compute", str(path), "--weight", "weight", "--output", str(output), *arguments]) == 0
        with open(output, newline="") as file:
            return [float(row[-1]) for row in list(csv.reader(file))[1:]]

    return scores


@pytest.mark.parametrize("option", OPTIONS)
def test_options_change_scores_as_in_python(option, scores_by_command, capsys):
    scores = scores_by_command(*option.split())
    assert scores == gobc.betweenness(MANY, weight="weight", **grouped(**OPTIONS[option]))["betweenness"].tolist()
    assert scores != scores_by_command()


def test_direction(scores_by_command, capsys):
    for direction in ("in", "out", "all"):
        scores = scores_by_command("--directed", "--measures", "harmonic", "--direction", direction)
        wanted = gobc.harmonic(MANY, weight="weight", directed=True, direction=direction)["harmonic"].tolist()
        assert scores == wanted


def test_options_reach_the_plan(tmp_path, capsys):
    path = tmp_path / "edges.csv"
    write_csv(path)

    def planned(*arguments):
        assert main(["plan", str(path), "--json", *arguments]) == 0
        return json.loads(capsys.readouterr().out)

    assert planned("--precision", "single")["path"]["precision"] == 32 != planned()["path"]["precision"]
    assert planned("--threads", "1")["threads"] == 1
    assert planned("--tuning", "kernel=queue")["path"]["kernel"] == "queue" != planned()["path"]["kernel"]
    assert main(["compute", str(path), "--memory-limit", "1"]) == 1
    assert "memory" in capsys.readouterr().err


def test_of(tmp_path, capsys):
    path, of, output = tmp_path / "edges.csv", tmp_path / "of.csv", tmp_path / "out.csv"
    write_csv(path)
    of.write_text("gene\nc\na\n")
    assert main(["compute", str(path), "--of", str(of), "--output", str(output)]) == 0
    with open(output, newline="") as file:
        rows = [(row["node"], float(row["betweenness"])) for row in csv.DictReader(file)]
    assert rows == [("c", WANT["c"]), ("a", WANT["a"])]
    assert main(["plan", str(path), "--of", str(of)]) == 0
    of.write_text("gene\nq\n")
    assert main(["compute", str(path), "--of", str(of)]) == 2
    assert "of: row 0" in capsys.readouterr().err


def test_adaptive(tmp_path, capsys):
    path, of = tmp_path / "tree.csv", tmp_path / "of.csv"
    assert main(["generate", "barabasi_albert:n=2000,m=1", "--output", str(path)]) == 0
    of.write_text("node\n0\n")
    for arguments in (["--of", str(of)], ["--top", "1"]):
        assert main(["compute", str(path), "--adaptive", "2", "--seed", "3", *arguments]) == 0
        assert "estimated from 64 sources drawn at random" in capsys.readouterr().out
    for arguments, text in ((["--top", "0"], "--of"), (["--k", "3"], "--k sets"), (["--measures", "stress"], "stress")):
        assert main(["compute", str(path), "--adaptive", "2", *arguments]) == 2
        assert text in capsys.readouterr().err


def test_generate(tmp_path, capsys):
    output = tmp_path / "grid.csv"
    assert main(["generate", "grid:rows=2,cols=2", "--seed", "1", "--output", str(output)]) == 0
    assert output.read_text() == "source,target\n0,1\n0,2\n1,3\n2,3\n"


FAILURES = {
    "no file": (["compute", "{folder}/none.csv"], "no file"),
    "unknown ending": (["compute", "{folder}/edges.xyz"], "unknown format"),
    "unknown output": (["compute", "{folder}/edges.csv", "--output", "{folder}/out.xls"], "unknown format"),
    "unknown format of standard output": (["compute", "{folder}/edges.csv", "--output", "-", "--output-format", "xls"],
                                          "standard output: unknown format"),
    "list from standard input": (["compute", "{folder}/edges.csv", "--sources", "-"], "only FILE, which has the edges, may be -"),
    "demand from standard input": (["compute", "{folder}/edges.csv", "--demand", "-"], "only FILE, which has the edges, may"),
    "no folder": (["compute", "{folder}/edges.csv", "--output", "{folder}/none/out.csv"], "no folder"),
    "null": (["info", "{folder}/null.csv"], 'null.csv", line 3: the column "target" is empty'),
    "broken file": (["info", "{folder}/broken.parquet"], "broken.parquet"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_failures(case, tmp_path, capsys):
    write_csv(tmp_path / "edges.csv")
    write_csv(tmp_path / "edges.xyz")
    (tmp_path / "null.csv").write_text("source,target\n1,2\n3,\n")
    (tmp_path / "broken.parquet").write_text("PAR1")
    before = sorted(os.listdir(tmp_path))
    arguments, text = FAILURES[case]
    assert main([argument.format(folder=tmp_path) for argument in arguments]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("gobc: ") and text in captured.err
    assert sorted(os.listdir(tmp_path)) == before


MISUSES = {
    "measure": (["compute", "{folder}/edges.csv", "--measures", "degree"], "betweenness"),
    "spec": (["generate", "nonsense", "--output", "{folder}/out.csv"], "nonsense"),
    "device": (["compute", "{folder}/edges.csv", "--device", "tpu"], "tpu"),
    "epsilon": (["compute", "{folder}/edges.csv", "--epsilon", "-1"], "epsilon"),
    "delta alone": (["compute", "{folder}/edges.csv", "--delta", "0.1"], "--epsilon"),
    "output twice": (["compute", "{folder}/edges.csv", "--measures", "betweenness,edge_betweenness", "--output", "-",
                      "--edge-output", "-"], "one table"),
    "format of no output": (["compute", "{folder}/edges.csv", "--output-format", "csv"], "--output"),
    "json and output": (["compute", "{folder}/edges.csv", "--json", "--output", "-"], "--json"),
}


@pytest.mark.parametrize("case", MISUSES)
def test_what_makes_no_sense(case, tmp_path, capsys):
    write_csv(tmp_path / "edges.csv")
    arguments, text = MISUSES[case]
    assert main([argument.format(folder=tmp_path) for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("gobc: ") and text in captured.err
    assert (captured.out == "") == ("--json" not in arguments)


def test_a_memory_limit_of_nothing_is_an_error(capsys):
    """It was no limit at all."""
    with pytest.raises(SystemExit) as ended:
        main(["compute", "x.csv", "--memory-limit", "0"])
    assert ended.value.code == 2 and "give a size above 0, or leave the limit out" in capsys.readouterr().err


def test_words_are_those_of_the_tables(capsys):
    for name in ("preset", "direction", "parallel", "precision"):
        words = typing.get_args(getattr(gobc._registry, name.capitalize()))
        for word in words:
            assert vars(make_parser().parse_args(["compute", "x.csv", f"--{name}", word]))[name] == word
        with pytest.raises(SystemExit) as ended:
            main(["compute", "x.csv", f"--{name}", "other"])
        assert ended.value.code == 2 and all(word in capsys.readouterr().err for word in words[:1])
    with pytest.raises(SystemExit):
        main(["plan", "--help"])
    assert "only paths and distances up to this length count" in " ".join(capsys.readouterr().out.split())


def test_a_cutoff_that_is_no_length(capsys):
    for text in ("abc", "1,x", ""):
        with pytest.raises(SystemExit):
            main(["compute", "edges.csv", "--cutoff", text])
        assert f"argument --cutoff: {text!r} is not a length; give a number" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")
def test_a_full_disk_is_an_error_with_the_file(tmp_path, capsys):
    write_csv(tmp_path / "edges.csv")
    for format in ("csv", "csv.gz", "parquet"):
        assert main(["compute", str(tmp_path / "edges.csv"), "--output", "/dev/full", "--output-format", format]) == 1
        assert "gobc: /dev/full cannot be written: No space left on device" in capsys.readouterr().err


def test_misuse():
    for arguments in ([], ["nothing"], ["compute"], ["compute", "x.csv", "--raw", "--normalized"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2


def test_a_missing_package_is_named(tmp_path, python):
    pyarrow.parquet.write_table(EDGES, tmp_path / "edges.parquet")
    done = python(f"""
        import sys
        sys.modules["pyarrow"] = None
        from gobc.cli import main
        sys.exit(main(["info", {str(tmp_path / "edges.parquet")!r}]))
    """, check=False)
    assert done.returncode == 1
    assert "pip install 'gobc[files]'" in done.stderr


def test_a_failed_write_leaves_the_old_file(tmp_path):
    from gobc._files import replacing

    path = tmp_path / "out.csv"
    path.write_text("old")
    with pytest.raises(RuntimeError), replacing(str(path)) as temporary:
        pathlib.Path(temporary).write_text("half")
        raise RuntimeError
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.csv"]


def test_interrupt(tmp_path):
    path = tmp_path / "edges.csv"
    assert main(["generate", "barabasi_albert:n=60000,m=4", "--output", str(path)]) == 0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen([sys.executable, "-m", "gobc", "compute", str(path), "--output", tmp_path / "out.csv"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    delays.wait_until(lambda: delays.processor_time(process.pid) > 1.5, "the sweep")
    worked = delays.processor_time(process.pid)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=delays.HANG)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert (whole - worked) / delays.PROCESSORS < 1
    assert process.returncode == 130 and error == "gobc: interrupted\n" and out == ""
    assert not (tmp_path / "out.csv").exists()


def test_module_and_version():
    done = subprocess.run([sys.executable, "-m", "gobc", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"gobc {gobc.__version__}\n")


def test_demo(tmp_path, capsys):
    assert main(["demo", "--output-dir", str(tmp_path / "demo")]) == 0
    out = capsys.readouterr().out
    assert "246,908 edges" in out and out.count("The ten most central") == 4
    names = sorted(os.listdir(tmp_path / "demo"))
    assert names == ["bladder_centralities.csv", "bladder_centralities.parquet", "bladder_centralities.png"]
    assert all((tmp_path / "demo" / name).stat().st_size > 10_000 for name in names)


HEADERS = {
    "numbers": ("1,2\n2,3\n", 3, 2, "is taken as an edge .*numbers"),
    "numbers and weights": ("1,2,0.5\n2,3,1.5\n", 3, 2, "is taken as an edge"),
    "text and a weight": ("a,b,0.5\nb,c,1.5\n", 3, 2, "is taken as an edge"),
    "text": ("a,b\nb,c\n", 3, 2, "is taken as an edge .*below"),
    "one edge": ("1,2\n", 2, 1, "is taken as an edge"),
    "known names": ("Source,TARGET\na,b\nb,c\n", 3, 2, None),
    "names over numbers": ("a,b\n1,2\n2,3\n", 3, 2, 'warning: line 1, "a,b", .* read as the names of columns: say --header'),
    "names over numbers beside": ("a,b,w\nc,d,1\nd,e,2\n", 3, 2, "is taken as the names of columns .*numbers stand below"),
    "names over text": ("gene,other\na,b\nb,c\n", 3, 2, 'warning: line 1, "gene,other", .* read as the names of columns: say'),
    "text without commas": ("a0\ta1\na2\ta2\n", 3, 2, 'warning: line 1, "a0.ta1", .* an edge: say --header .* or --no-header'),
    "one edge of text": ("a0\ta1\n", 2, 1, "warning: line 1, .* is read as an edge"),
}


@pytest.mark.parametrize("case", HEADERS)
def test_the_first_line_is_names_or_an_edge_by_what_it_has(case, tmp_path, capsys):
    text, nodes, edges, said = HEADERS[case]
    path = tmp_path / "edges.csv"
    path.write_text(text)
    assert main(["info", "--json", str(path)]) == 0
    out, error = capsys.readouterr()
    told = json.loads(out)
    assert (told["num_nodes"], told["num_edges"]) == (nodes, edges)
    assert (error == "") if said is None else re.search(said, error)
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        assert gobc.Graph.read(path).num_edges == edges
    assert len(remarks) == ("warning" in (said or "")) and all(remark.filename == __file__ for remark in remarks)
    for option, more in (("--header", 0), ("--no-header", 1))["one edge" in case:]:
        assert main(["info", "--json", option, str(path)]) == 0
        out, error = capsys.readouterr()
        assert json.loads(out)["num_edges"] == text.count("\n") - 1 + more and error == ""


def test_nodes_in_a_file_without_a_header(tmp_path, capsys):
    path, some = tmp_path / "edges.csv", tmp_path / "some.csv"
    path.write_text("source,target\n1,2\n2,3\n3,4\n")
    some.write_text("2\n3\n")
    assert main(["compute", str(path), "--json", "--of", str(some)]) == 0
    out, error = capsys.readouterr()
    assert len(json.loads(out)["top"]["betweenness"]) == 2 and "some.csv: the first line is taken as a node" in error


LISTS = {  # the list, what is said of it, and its nodes
    "a node": ("l.csv", "b\nc\na\n", "", ["a", "b", "c"]),
    "a node in a text": ("l.txt", "b\nc\na\n", "", ["a", "b", "c"]),
    "a known word": ("l.csv", "id\na\n", "", ["a"]),
    "a known word that is a node": ("l.csv", "node\na\n", "'node' is also a node", ["a"]),
    "a name": ("l.csv", "gene\na\n", 'warning: line 1, "gene"', ["a"]),
    "weights": ("l.csv", "b,weight\na,3\n", "", {"a": 3}),
}


@pytest.mark.parametrize("header", ([], ["--no-header"]), ids=str)
@pytest.mark.parametrize("case", LISTS)
def test_the_first_line_of_a_list_is_a_node_if_the_graph_has_it(case, header, tmp_path, capsys):
    name, text, said, nodes = LISTS[case]
    path, some, output = tmp_path / "edges.csv", tmp_path / name, tmp_path / "out.csv"
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "node")]
    path.write_text("".join(f"{a},{b}\n" for a, b in edges))
    some.write_text(text)
    assert main(["compute", str(path), "--raw", "--sources", str(some), "--output", str(output), *header]) == 0
    error = [line for line in capsys.readouterr().err.splitlines() if name in line and "warning" in line or "also" in line]
    assert len(error) == bool(said) and said in "".join(error)
    with open(output, newline="") as file:
        rows = {row["node"]: float(row["betweenness"]) for row in csv.DictReader(file)}
    assert rows == gobc.betweenness(edges, sources=nodes, normalized=False).to_dict()


@pytest.mark.parametrize("given", [[], ["--text-ids"]], ids=str)
def test_lists_have_labels_of_the_graphs_type(given, tmp_path):
    path, some, flows, output = (tmp_path / name for name in ("edges.csv", "some.csv", "flows.csv", "out.csv"))
    edges = [("007", "8"), ("8", "9"), ("9", "10" if given else "x")]
    path.write_text("source,target\n" + "".join(f"{a},{b}\n" for a, b in edges))
    some.write_text("gene,weight\n007,2.5\n")
    flows.write_text("origin,destination,flow\n007,9,3\n8,8,0.5\n")
    wanted = {"--sources": gobc.betweenness(edges, sources={"007": 2.5}, normalized=False),
              "--demand": gobc.betweenness(edges, demand=[("007", "9", 3), ("8", "8", 0.5)], normalized=False)}
    for (option, want), list in zip(wanted.items(), (some, flows)):
        assert main(["compute", str(path), "--raw", option, str(list), "--output", str(output), *given]) == 0, option
        with open(output, newline="") as file:
            assert {row["node"]: float(row["betweenness"]) for row in csv.DictReader(file)} == want.to_dict()


def bomb(start, repeated, megabytes):
    """gzip.compress of so many MB, made from one of them: after a full flush a block can be put there again and again."""
    block = repeated * ((1 << 20) // len(repeated))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    first, once = (packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH) for text in (start, block))
    check = functools.reduce(lambda check, _: zlib.crc32(block, check), range(megabytes), zlib.crc32(start))
    size = len(start) + megabytes * len(block)
    return gzip.compress(b"")[:10] + first + once * megabytes + packer.flush() + struct.pack("<II", check, size)


def test_a_bomb_is_a_file_of_gzip():
    assert gzip.decompress(bomb(b"one\n", b"0\t1\n", 3)) == b"one\n" + b"0\t1\n" * 3 * (1 << 18)


HOSTILE = {
    "zeros.csv.gz": (lambda: bomb(b"source,target\n", b"0", 200), "line 2: longer than"),
    "lines.tsv.gz": (lambda: bomb(b"source\ttarget\n", b"1000000000\t1000000001\n", 200), r"line [\d,]+: the file expands"),
    "rows.mtx": (lambda: b"%%MatrixMarket matrix coordinate pattern general\n% so\n1000000000 1000000000 1\n1 2\n",
                 "line 3: .* rows"),
    "entries.mtx": (lambda: b"%%MatrixMarket matrix coordinate pattern general\n3 3 1000000000000\n1 2\n",
                    "line 4: the matrix ends after 1 of 1000000000000 entries"),
    "dense.mtx": (lambda: b"%%MatrixMarket matrix array real general\n1000000 1000000\n1\n", "line 1: .* only coordinate"),
    "negative.mtx": (lambda: b"%%MatrixMarket matrix coordinate pattern general\n3 -3 1\n1 2\n", "line 2: "),
    "zeros.mtx.gz": (lambda: bomb(b"%%MatrixMarket matrix coordinate pattern general\n", b"%" + 30 * b" " + b"\n", 200),
                     r"line \d+: the file expands"),
    "entities.graphml": (lambda: b'<?xml version="1.0"?>\n<!DOCTYPE g [\n<!ENTITY a "aaaaaaaaaa">\n'
                         + b"".join(b'<!ENTITY %c "%s">\n' % (97 + i, b"&%c;" % (96 + i) * 10) for i in range(1, 12))
                         + b']>\n<graphml>&l;</graphml>\n', "line 16: XML: invalid character entity"),
    "cut.graphml": (lambda: b"<graphml>\n<graph>\n", "line 3"),
    "text.graphml": (lambda: b"so\n", "line 1"),
    "other.graphml": (lambda: b"<html></html>\n", 'line 1: the element "html" where graphml'),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_small_hostile_files_are_errors_with_the_line(name, tmp_path):
    """Within 400 MB more than the program itself takes, and no traceback."""
    make, text = HOSTILE[name]
    path = tmp_path / name
    path.write_bytes(make())
    assert path.stat().st_size < 1 << 20
    program = f"""
        import resource
        from gobc.cli import main
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        code = main(["info", {str(path)!r}])
        print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True,
                          timeout=delays.HANG)
    code, kilobytes = map(int, done.stdout.split())
    assert code == 1 and done.stderr.startswith("gobc: ") and re.search(text, done.stderr), done.stderr
    assert "Traceback" not in done.stderr and kilobytes < 400_000


def written(tmp_path, output):
    path = tmp_path / "edges.csv"
    path.write_text("source,target\na,b\nb,c\n")
    return main(["compute", str(path), "--output", str(output), "--output-format", "csv"])


def test_output_goes_through_links(tmp_path, capsys):
    real, link, chain = tmp_path / "real.csv", tmp_path / "link.csv", tmp_path / "chain.csv"
    real.write_text("before\n")
    real.chmod(0o640)
    link.symlink_to("real.csv")
    chain.symlink_to(link)
    assert written(tmp_path, chain) == 0
    assert chain.is_symlink() and link.is_symlink() and real.read_text().startswith("node,betweenness")
    assert real.stat().st_mode & 0o777 == 0o640
    (tmp_path / "dangling.csv").symlink_to(tmp_path / "new.csv")
    assert written(tmp_path, tmp_path / "dangling.csv") == 0
    assert (tmp_path / "dangling.csv").is_symlink() and (tmp_path / "new.csv").read_text().startswith("node,")
    assert written(tmp_path, tmp_path) == 1 and "is a folder" in capsys.readouterr().err


def test_output_to_a_device_or_a_pipe_is_written_there(tmp_path, capsys):
    pipe, link = tmp_path / "pipe", tmp_path / "null"
    link.symlink_to("/dev/null")
    before = os.stat("/dev/null").st_rdev
    assert written(tmp_path, link) == 0 and link.is_symlink() and os.stat("/dev/null").st_rdev == before
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        assert written(tmp_path, pipe) == 0
        assert reader.communicate(timeout=delays.HANG)[0].startswith(b"node,betweenness") and pipe.is_fifo()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_process_that_is_killed_leaves_nothing(number, tmp_path):
    program = f"""
        import sys, time
        from gobc._files import replacing
        with replacing({str(tmp_path / "scores.csv")!r}) as temporary:
            print(temporary, flush=True)
            while True:  # a signal just before the system call does not end a long sleep
                time.sleep(0.01)
    """
    started = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # nohup ignores it
    with started as process:
        assert os.path.exists(process.stdout.readline().decode().strip())
        process.send_signal(number)
        try:
            assert process.wait(timeout=delays.HANG) == -number
        finally:
            process.kill()
    if number != signal.SIGKILL:
        assert os.listdir(tmp_path) == []
    with gobc._files.replacing(str(tmp_path / "scores.csv")) as temporary:  # the next start removes what is left
        assert os.listdir(tmp_path) == [os.path.basename(temporary)]
        with gobc._files.replacing(str(tmp_path / "scores.csv")):  # and nothing of a process that runs
            assert os.path.exists(temporary)


def test_options_before_the_command_are_told(capsys):
    for words, text in ((["--json", "compute", "x.csv"], "options come after the command: gobc compute ... --json"),
                        (["--json", "x.csv"], "options come after a command: gobc COMMAND ... --json")):
        with pytest.raises(SystemExit) as ended:
            main(words)
        shown = capsys.readouterr()
        assert ended.value.code == 2 and text in shown.err and text in json.loads(shown.out)["error"]["message"]


def test_input_is_not_overwritten(tmp_path, capsys):
    write_csv(path := tmp_path / "net.csv")
    (tmp_path / "link.csv").symlink_to(path)
    os.link(path, tmp_path / "hard.csv")
    (tmp_path / "some.csv").write_text("node\na\nb\n")
    kept = path.read_bytes()
    for output in ("net.csv", "link.csv", "hard.csv", "some.csv"):
        for command in (["compute", str(path), "--sources", str(tmp_path / "some.csv")], ["many", str(path), "--by", "weight"]):
            if command[0] == "many" and output == "some.csv":
                continue
            assert main([*command, "-o", str(tmp_path / output)]) == 2
            assert "is the input, and would be overwritten: name another file" in capsys.readouterr().err
    assert path.read_bytes() == kept and (tmp_path / "some.csv").read_text() == "node\na\nb\n"
    out = str(tmp_path / "out.csv")
    both = ["--measures", "betweenness,edge_betweenness", "-o", out, "--edge-output", out]
    assert main(["compute", str(path), *both]) == 2 and "name two files" in capsys.readouterr().err


def test_tables_and_stored_graphs_are_told_apart(tmp_path):
    for name in ("edges.parquet", "edges.feather", "edges.csv"):
        table = tmp_path / name
        {"edges.parquet": lambda: pyarrow.parquet.write_table(EDGES, table), "edges.csv": lambda: write_csv(table),
         "edges.feather": lambda: pyarrow.feather.write_feather(EDGES, table)}[name]()
        with pytest.raises(gobc.FileError, match=r"is a table, .* gobc\.Graph\.read reads it"):
            gobc.Graph.load(table)
    for name in ("graph.gobc", "graph.arrow", "graph"):
        gobc.Graph(EDGES).save(tmp_path / name)
        with pytest.raises(gobc.FileError, match=r"save\(\) wrote: gobc\.Graph\.load reads it"):
            gobc.Graph.read(tmp_path / name)
    (tmp_path / "torn").write_bytes((tmp_path / "graph").read_bytes()[:-1])
    with pytest.raises(gobc.FileError, match="damaged or not written by gobc"):
        gobc.Graph.load(tmp_path / "torn")
