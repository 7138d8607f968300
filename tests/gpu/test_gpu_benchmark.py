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


def run(folder, **factors):
    """Beside a program of each name, which writes scores times its factor."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    command = f"{sys.executable} {program} {{file}} {{scores}}"
    others = [part for name, factor in factors.items() for part in ("--external", f"{name}={command} {factor}")]
    return subprocess.run(
        [sys.executable, RUNNER, "--generate", "grid:rows=5,cols=8", "--devices", "1", "--rounds", "1", "--precision", "double",
         "--methods", "hybrid", "--output", folder, *others],
        capture_output=True, text=True, timeout=1200)


# Long: 3 s; the other factor is compared too.
@pytest.mark.parametrize("factor", [1, pytest.param(2, marks=pytest.mark.long)])
def test_programs_beside_gobc(tmp_path, factor):
    """One is compared, the other writes no scores."""
    done = run(tmp_path, other=factor, silent=0)
    assert done.returncode == 0, done.stderr
    machine, *rows = map(json.loads, (tmp_path / "gpu.jsonl").read_text().splitlines())
    assert [row["library"] for row in rows] == ["gobc", "hybrid", "other", "silent"] and machine["gpu"]
    assert all(row["worst_difference"] <= 1e-12 for row in rows[:-1]) and rows[-1]["worst_difference"] is None
    assert done.stdout.count("not compared") == 1
    chart = (tmp_path / "gpu.svg").read_text()
    assert [name for name in ("gobc", "hybrid", "other", "silent") if f"<!-- {name} -->" in chart] == ["gobc", "hybrid", "other"]


def test_wrong_values_are_no_bar(tmp_path):
    done = run(tmp_path, other=1.01)
    assert done.returncode == 1 and "WRONG RESULT: grid:rows=5,cols=8 other: scores differ by" in done.stderr
    assert not (tmp_path / "gpu.svg").exists()
