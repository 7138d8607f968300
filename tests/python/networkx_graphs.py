"""Random NetworkX graphs, and the comparison of gobc's answers with NetworkX's own: values, types, order, errors."""

import random

import networkx as nx
import pytest

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def random_graph(kind, seed: int):
    """Loops, parallel edges, isolated nodes, missing weights; half of them connected."""
    draw = random.Random(f"{kind.__name__} {seed}")
    graph = kind()
    names = [f"v{number}" for number in range(draw.choice([0, 1, 2, 3, 5, 8, 12, 20]))]
    draw.shuffle(names)
    graph.add_nodes_from(names)
    edges = [(draw.choice(names), draw.choice(names)) for _ in range(int(len(names) * draw.choice([0.5, 1.5, 3])))]
    if seed % 2:
        edges += list(zip(names, names[1:] + names[:1]))
    for ends in edges:
        graph.add_edge(*ends, **({"w": draw.randint(1, 5)} if draw.random() < 0.8 else {}))
    return graph


def same(ours, theirs, what) -> None:
    assert type(ours) is type(theirs), (what, ours, theirs)
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs), what
        for key in theirs:
            same(ours[key], theirs[key], (*what, key))
    elif isinstance(theirs, list):
        assert ours == theirs, what
    else:
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12, nan_ok=True), what


def answer(backend: str, name: str, graph, arguments: dict):
    try:
        return getattr(nx, name)(graph, backend=backend, **arguments)
    except Exception as error:
        return error


def compare(name: str, graph, **arguments) -> None:
    theirs = answer("networkx", name, graph, arguments)
    ours = answer("gobc", name, graph, arguments)
    what = (name, graph, arguments)
    if isinstance(theirs, Exception):
        assert type(ours) is type(theirs) and str(ours) == str(theirs), (what, ours, theirs)
    elif isinstance(ours, Exception):
        raise ours
    else:
        same(ours, theirs, what)
