"""The command line in pipes and scripts: standard input and output, JSON, exit codes, completion, gobc doctor."""

import gzip
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import pyarrow
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet
import pytest

import gobc
from gobc.cli import doctor, main
from test_cli import FILES, WANT, write_csv

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "files"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def run(*arguments, stdin=b""):
    done = subprocess.run([sys.executable, "-m", "gobc", *arguments], input=stdin, capture_output=True, env=ENVIRONMENT)
    return done.returncode, done.stdout, done.stderr.decode()


def matrix(path):
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n")


@pytest.mark.parametrize("name", [*FILES, "edges.tsv"])
def test_standard_input_is_known_by_how_it_begins(name, tmp_path):
    path = tmp_path / name
    (FILES[name] if name in FILES else lambda to: to.write_text("source\ttarget\na\tb\nb\tc\nc\td\nx\ty\n"))(path)
    code, out, error = run("compute", "-", "--output", "-", "--no-progress", stdin=path.read_bytes())
    assert (code, error) == (0, "")
    rows = pyarrow.csv.read_csv(io.BytesIO(out)).to_pylist()
    assert {row["node"]: row["betweenness"] for row in rows} == WANT


def test_a_matrix_and_a_format_by_name(tmp_path):
    matrix(tmp_path / "m.mtx")
    code, out, _ = run("info", "-", stdin=(tmp_path / "m.mtx").read_bytes())
    assert code == 0 and b"nodes" in out
    code, out, error = run("info", "-", "--format", "tsv", "--no-header", stdin=b"a,b\tc\n")
    assert (code, error) == (0, "") and b"nodes              2" in out


@pytest.mark.parametrize("format, read", [
    ("csv", lambda data: pyarrow.csv.read_csv(io.BytesIO(data))),
    ("tsv", lambda data: pyarrow.csv.read_csv(io.BytesIO(data), parse_options=pyarrow.csv.ParseOptions(delimiter="\t"))),
    ("CSV", lambda data: pyarrow.csv.read_csv(io.BytesIO(data))),
    ("arrow", lambda data: pyarrow.ipc.open_stream(data).read_all()),
    ("parquet", lambda data: pyarrow.parquet.read_table(io.BytesIO(data))),
])
def test_standard_output(format, read, tmp_path):
    code, made, error = run("generate", "grid:rows=3,cols=3", "--output", "-", "--output-format", format)
    assert (code, error) == (0, "") and read(made).num_rows == 12
    code, out, error = run("compute", "-", "--output", "-", "--output-format", format, "--no-progress", stdin=made)
    assert (code, error) == (0, "")
    want = gobc.betweenness(gobc.generate("grid:rows=3,cols=3")).to_dict()
    assert {row["node"]: row["betweenness"] for row in read(out).to_pylist()} == want


def test_a_file_whose_ending_says_nothing(tmp_path):
    write_csv(tmp_path / "edges.csv")
    output = tmp_path / "scores.dat"
    assert main(["compute", str(tmp_path / "edges.csv"), "--output", str(output), "--output-format", "tsv"]) == 0
    assert output.read_text().startswith("node\tbetweenness\n")


@pytest.mark.parametrize("stdin, text", [
    (b"", "standard input is empty"), (b"source,target\n1\n", "standard input, line 2: 1 column"), (b"PAR1", "standard input")])
def test_broken_standard_input(stdin, text):
    code, out, error = run("compute", "-", stdin=stdin)
    assert code == 1 and out == b"" and error.startswith("gobc: ") and text in error


def test_a_reader_that_leaves(tmp_path):
    done = subprocess.run(f"{sys.executable} -m gobc generate grid:rows=400,cols=400 --output - | head -1", shell=True,
                          capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.stdout, done.stderr) == ("source,target\n", "")


@pytest.mark.parametrize("rows", ["3", "400"])
def test_a_reader_that_leaves_at_once_is_no_failure(rows):
    """The exit code was that of a failure or not, by who was faster: of a short table that is still to be written, too."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "gobc", "generate", f"grid:rows={rows},cols=400", "--output", "-"],
                          stdout=writing, stderr=subprocess.PIPE, env=ENVIRONMENT)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_compressed_standard_input():
    for data in (gzip.compress(b"a\tb\nb\tc\n" * 4000), (FOLDER / "snap.txt.zst").read_bytes()):
        code, out, error = run("info", "-", stdin=data)
        assert code == 0 and b"nodes              " in out and error in ("", "gobc: standard input: " + error[22:])
    code, out, error = run("info", "-", stdin=gzip.compress(b"%%MatrixMarket matrix\n"))
    assert code == 1 and error.startswith("gobc: standard input, line 1: the file must begin with %%MatrixMarket")


def test_what_standard_input_is_copied_to_is_gone_with_the_process(tmp_path):
    """It has no name in a folder: that of an open file which was deleted ends like this."""
    with subprocess.Popen([sys.executable, "-m", "gobc", "info", "-"], stdin=subprocess.PIPE,
                          env={**ENVIRONMENT, "TMPDIR": str(tmp_path)}) as process:
        process.stdin.write(b"1 2\n" * 100_000)
        process.stdin.flush()
        files = pathlib.Path("/proc", str(process.pid), "fd")
        until = time.monotonic() + 60
        while not any(os.path.basename(tmp_path) in os.readlink(file) for file in files.iterdir() if os.path.islink(file)):
            assert time.monotonic() < until and process.poll() is None
            time.sleep(0.01)
        process.kill()
    assert os.listdir(tmp_path) == []


def test_no_room_for_standard_input():
    program = """if True:
        import resource, runpy
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
        runpy.run_module("gobc", run_name="__main__")
    """
    done = subprocess.run([sys.executable, "-c", program, "info", "-"], input=b"1 2\n" * 10_000, capture_output=True,
                          env=ENVIRONMENT)
    assert done.returncode == 1
    assert re.fullmatch(r"gobc: copying standard input to a temporary file \(TMPDIR .*File too large\n", done.stderr.decode())


def test_closed_standard_input():
    done = subprocess.run(f"{sys.executable} -m gobc info - <&-", shell=True, capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.returncode, done.stdout) == (1, "") and "standard input is a terminal or closed" in done.stderr


# ---- JSON ----


def told(capsys):
    return json.loads(capsys.readouterr().out)


def test_compute_as_json(tmp_path, capsys):
    path, output = tmp_path / "edges.csv", tmp_path / "out.csv"
    write_csv(path)
    assert main(["compute", str(path), "--json", "--measures", "betweenness,closeness", "--top", "2", "--output",
                 str(output)]) == 0
    found = told(capsys)
    assert found["graph"]["num_nodes"] == 6 and found["graph"]["columns"] == ["source", "target"]
    assert [row["betweenness"] for row in found["top"]["betweenness"]] == sorted(WANT.values(), reverse=True)[:2]
    assert found["written"] == {str(output): 6} and found["plan"]["device"] == "cpu" and "partial" not in found
    assert main(["compute", str(path), "--json", "--measures", "eccentricity", "--preset", "raw"]) == 0
    assert len(told(capsys)["top"]["eccentricity"]) == 6


def test_the_others_as_json(tmp_path, capsys):
    path, output = tmp_path / "edges.csv", tmp_path / "out.csv"
    write_csv(path)
    assert main(["plan", str(path), "--json"]) == 0
    assert told(capsys)["fits"] is True
    assert main(["info", str(path), "--json", "--weight", "weight"]) == 0
    assert told(capsys)["weighted"] is True
    assert main(["devices", "--json"]) == 0
    assert told(capsys)[0]["kind"] == "cpu"
    assert main(["generate", "grid:rows=2,cols=2", "--json", "--output", str(output)]) == 0
    assert told(capsys) == {"written": {str(output): 4}}


# ---- options and exit codes ----


def test_device_and_estimate(tmp_path, capsys):
    path = tmp_path / "edges.csv"
    assert main(["generate", "barabasi_albert:n=3000,m=3", "--output", str(path)]) == 0
    capsys.readouterr()
    assert main(["compute", str(path), "--device", "cpu", "--epsilon", "0.05", "--delta", "0.2", "--seed", "1"]) == 0
    assert "estimated from" in capsys.readouterr().out
    assert main(["compute", str(path), "--device", "cuda:77"]) in (1, 2)
    assert "cuda" in capsys.readouterr().err


def test_a_partial_result_has_its_own_code(tmp_path, capsys):
    path = tmp_path / "edges.parquet"
    assert main(["generate", "barabasi_albert:n=60000,m=8", "--output", str(path)]) == 0
    for limit in ("0.7", "3", "12"):  # longer ones where a busy machine has only read the graph
        capsys.readouterr()
        if (code := main(["compute", str(path), "--partial", "--time-limit", limit, "--json", "--no-progress"])) != 1:
            break
    assert code == 3
    found = told(capsys)["partial"]
    assert 0 < found["finished"] < found["sources"] == 60000


# ---- completion and doctor ----


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell, capsys):
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert "compute" in out and "measures" in out


def test_completion_needs_its_package(python):
    done = python("""
        import sys
        sys.modules["shtab"] = None
        from gobc.cli import main
        sys.exit(main(["completion", "bash"]))
    """, check=False)
    assert done.returncode == 1 and "pip install 'gobc[completion]'" in done.stderr


def test_doctor(capsys):
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert f"gobc: {gobc.__version__}" in out and "wrong" not in out
    assert "cpu computes: the right scores of a small network" in out
    assert main(["doctor", "--json"]) == 0
    found = {row["what"]: row for row in told(capsys)}
    assert {"gobc", "library", "cpu", "cpu computes", "memory", "packages"} <= set(found)
    assert all(row["state"] in ("fine", "note") and row["says"] for row in found.values())


def test_doctor_finds_what_is_wrong(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "SCORES", [1.0] * 5)
    assert main(["doctor"]) == 1
    assert "wrong  cpu computes:" in capsys.readouterr().out


def test_doctor_without_a_library():
    done = subprocess.run([sys.executable, "-m", "gobc", "doctor"], capture_output=True, text=True,
                          env={**ENVIRONMENT, "GOBC_LIBRARY": "/nowhere/libgobc.so"})
    assert done.returncode == 1 and "wrong  library:" in done.stdout and "/nowhere/libgobc.so" in done.stdout


def test_a_stream_of_arrow_that_was_cut_is_an_error():
    buffer = io.BytesIO()
    table = pyarrow.table({"a": ["x", "y"], "b": ["y", "z"]})
    with pyarrow.ipc.new_stream(buffer, table.schema) as stream:
        stream.write_table(table, max_chunksize=1)
    code, out, _ = run("info", "-", "--json", stdin=buffer.getvalue())
    assert code == 0 and json.loads(out)["num_edges"] == 2
    code, out, error = run("info", "-", stdin=buffer.getvalue()[:-8])
    assert code != 0 and "standard input: the Arrow stream does not have its end" in error
