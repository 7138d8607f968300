"""The conformance vectors of tests/vectors on a GPU: every file, every computation, in both precisions."""

import pytest

import gobc
from grouped import grouped
from setting import ALL
from test_vectors import CASES, agrees, asked, options_of, read

SINGLE = 1e-5
LONG = {"grid_37"}  # a tenth of the time of all GPU tests on the emulated driver; test_gpu_range.py has counts of its size
SMALL = 200  # vertices of the graphs that run again in single precision where the vectors ask for double


def test_there_are_cases():
    assert len(CASES) >= 30


def load(path):
    """The graph of a case without weights, its computations, and the type of its labels."""
    head, nodes, edges, blocks = read(path)
    label = int if head["labels"] == "int64" else str
    pairs = ([label(source) for source, _ in edges], [label(target) for _, target in edges])
    graph = gobc.Graph(pairs, directed=head["directed"] == "1", nodes=[label(node) for node in nodes] or None)
    return graph, blocks, label


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")  # stress beyond float64, which some cases are for
@pytest.mark.parametrize("path", [pytest.param(path, marks=pytest.mark.long if path.stem in LONG else ()) for path in CASES],
                         ids=lambda path: path.stem)
def test_case(path):
    graph, blocks, label = load(path)
    # All devices where one would take long; their number changes nothing, see test_gpu_bits.py.
    device = "cuda" if graph.num_nodes <= SMALL else ALL
    for block in blocks:
        options = {**options_of(block, label), "device": device}
        check(graph, block, options, float(block["tolerance"][0]), label)
        if graph.num_nodes <= SMALL and "precision" not in options:
            check(graph, block, {**options, "precision": "single"}, SINGLE, label)


def check(graph, block, options, tolerance, label):
    result = asked(graph, block).centralities(block["columns"], **grouped(**options))
    assert result.plan["device"].startswith("cuda:0")
    for node, want in block["rows"]:
        for measure, value in zip(block["columns"], want):
            got = result.value(label(node), measure)
            assert agrees(got, value, tolerance), f"{options} {measure} of {node}: {got!r}, not {value!r}"
    for measure, kind, want in block["summaries"]:
        got = {"sum": sum, "min": min, "max": max}[kind](list(result[measure]))
        assert agrees(got, want, tolerance), f"{options} {kind} of {measure}: {got!r}, not {want!r}"
