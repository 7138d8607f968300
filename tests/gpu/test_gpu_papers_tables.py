"""gobc papers on GPUs: a few cells of tiny networks, checked, with times of kernels."""

import json

import pytest

from gobc.cli import main
from graphs import diamonds
from setting import ALL


@pytest.mark.parametrize("table, strategies", [("sriram-1", {"pull"}), ("sc14-4", {"sampling"})])
@pytest.mark.parametrize("precision", ["double", "single"])
def test_cells(table, strategies, precision, tmp_path):
    arguments = ["--scale", "small", "--rounds", "1", "--precision", precision, "--output-dir", str(tmp_path)]
    assert main(["papers", table, *arguments]) == 0
    machine, *cells = map(json.loads, (tmp_path / "papers.jsonl").read_text().splitlines())
    assert machine["device"] == "cuda"
    ran = [cell for cell in cells if cell["strategy"] in strategies | {None} and cell.get("reason") != "no file given"]
    assert len(ran) >= 6
    for cell in ran:
        assert cell["verdict"] == "agrees" and cell["device"] == "cuda", cell
        assert cell["precision"] == precision and cell["seconds"] == cell["kernel_seconds"][0] > 0
        assert cell["plan"]["path"]["precision"] == {"double": 64, "single": 32}[precision]
        assert (cell["strategy"] is None) == ("strategy" not in cell["plan"])
    assert all(cell["device"] == "cpu" for cell in cells if cell["strategy"] == "serial" and "device" in cell)


@pytest.mark.long  # 20 s on the emulated driver
def test_path_counts_beyond_single_precision(tmp_path):
    """A method's cell with such counts runs in double precision, and says so."""
    edges = "\n".join(f"{u}\t{v}" for u, v in zip(*diamonds(130)))
    (tmp_path / "chain.tsv").write_text(edges + "\n")
    methods = [part for name in ("work-efficient", "sampling", "gobc") for part in ("--method", name)]
    assert main(["papers", "sc14-3", *methods, "--graph", f"luxembourg.osm={tmp_path / 'chain.tsv'}", "--rounds", "1", "--scale",
                 "small", "--precision", "single", "--output-dir", str(tmp_path)]) == 0
    cells = [json.loads(line) for line in (tmp_path / "papers.jsonl").read_text().splitlines()][1:]
    ran = {cell["method"]: cell for cell in cells if cell["input"] == "luxembourg.osm"}
    assert set(ran) == {"Sampling", "gobc"}
    for cell in ran.values():
        assert cell["verdict"] == "agrees" and cell["seconds"] == cell["kernel_seconds"][0] > 0, cell
    assert ran["Sampling"]["in_double"] and ran["Sampling"]["plan"]["path"]["precision"] == 64
    assert ran["gobc"]["plan"]["path"]["flagged"] > 0  # the engine has them counted again itself
    assert "Sampling (`sampling`), in double precision |" in (tmp_path / "papers.md").read_text()


def test_several_devices(tmp_path):
    arguments = ["--scale", "small", "--rounds", "1", "--device", ALL, "--output-dir", str(tmp_path)]
    assert main(["papers", "sc14-4", *arguments]) == 0
    cells = [json.loads(line) for line in (tmp_path / "papers.jsonl").read_text().splitlines()][1:]
    assert len(cells) == 6 and {cell["verdict"] for cell in cells} == {"agrees"}
    assert {len(cell["plan"]["gpu"]["devices"]) for cell in cells} == {ALL.count(",") + 1}


def test_times_of_distances_are_those_of_kernels(tmp_path):
    assert main(["papers", "gpufan-2", "--scale", "small", "--rounds", "1", "--output-dir", str(tmp_path)]) == 0
    cells = [json.loads(line) for line in (tmp_path / "papers.jsonl").read_text().splitlines()][1:]
    ran = [cell for cell in cells if cell["device"] != "cpu"]
    assert {cell["measure"] for cell in ran} >= {"betweenness", "closeness", "stress"} and len(ran) == 8
    for cell in ran:
        assert cell["verdict"] == "agrees" and cell["seconds"] == cell["kernel_seconds"][0] > 0, cell
