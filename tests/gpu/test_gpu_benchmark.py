"""benchmarks/gpu.py beside a published method and another program: values are compared before a bar is drawn."""

import json
import pathlib
import subprocess
import sys

import pytest

for package in ("matplotlib", "networkx", "scipy"):  # which a bundle for another machine does not bring
    pytest.importorskip(package)
RUNNER = pathlib.Path(__file__).parents[2] / "benchmarks" / "gpu.py"
# Reads METIS, writes betweenness times a factor, or nothing for 0, and says that it took half a second.
PROGRAM = """
import sys, networkx
n, *rows = open(sys.argv[1]).read().split("\\n")
g = networkx.empty_graph(int(n.split()[0]))
g.add_edges_from((v, int(u) - 1) for v, row in enumerate(rows) for u in row.split())
if factor := float(sys.argv[3]):
    open(sys.argv[2], "w").writelines(f"{factor * x}\\n" for x in networkx.betweenness_centrality(g, normalized=False).values())
print("took 0.5")
"""


def run(folder, factor):
    program = folder / "program.py"
    program.write_text(PROGRAM)
    command = f"{sys.executable} {program} {{file}} {{scores}} {factor}"
    return subprocess.run(
        [sys.executable, RUNNER, "--generate", "grid:rows=5,cols=8", "--devices", "1", "--rounds", "1", "--precision", "double",
         "--methods", "hybrid", "--output", folder, "--external", f"other={command}"],
        capture_output=True, text=True, timeout=1200)


# Long: 3 s; the other two compare and do not.
@pytest.mark.parametrize("factor, compared", [(1, True), pytest.param(2, True, marks=pytest.mark.long),
                                              (0, False)])
def test_a_program_beside_gobc(tmp_path, factor, compared):
    done = run(tmp_path, factor)
    assert done.returncode == 0, done.stderr
    machine, *rows = map(json.loads, (tmp_path / "gpu.jsonl").read_text().splitlines())
    assert [row["library"] for row in rows] == ["gobc", "hybrid", "other"] and machine["gpu"]
    assert all(row["worst_difference"] <= 1e-12 for row in rows if row["worst_difference"] is not None)
    assert (rows[-1]["worst_difference"] is not None) == compared == ("not compared" not in done.stdout)
    chart = (tmp_path / "gpu.svg").read_text()
    assert "<!-- gobc -->" in chart and "<!-- hybrid -->" in chart and ("<!-- other -->" in chart) == compared


def test_wrong_values_are_no_bar(tmp_path):
    done = run(tmp_path, 1.01)
    assert done.returncode == 1 and "WRONG RESULT: grid:rows=5,cols=8 other: scores differ by" in done.stderr
    assert not (tmp_path / "gpu.svg").exists()
