"""What NetworkX and igraph answer to the conformance vectors (tests/vectors) that use their presets."""

import math
import pathlib
import random
import subprocess

import igraph
import networkx

ROOT = pathlib.Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
subprocess.run(["sh", ROOT / "scripts" / "make_vectors.sh"], check=True)
FILES = sorted([*(VECTORS / "cases").glob("*.txt"), *(VECTORS / "wide").glob("*.txt")])


class Case:
    """One file: what its lines say; a block is a dict of them."""

    def __init__(self, path):
        self.name = path.stem
        self.head, self.nodes, self.edges, self.weights, self.blocks = [], [], [], [], []
        lines = path.read_text(encoding="utf-8").split("\n")
        for line in lines[:-2]:
            key, *fields = line.split("\t")
            if key == "compute":
                self.blocks.append({"line": line, "options": dict(f.split("=") for f in fields), "rows": [], "edge_rows": []})
            elif key in ("row", "edge_row"):
                self.blocks[-1][key + "s"].append(fields)
            elif self.blocks:
                self.blocks[-1][key] = fields
            else:
                self.head.append(line)
                if key == "node":
                    self.nodes.append(fields[0])
                elif key == "edge":
                    self.edges.append(tuple(fields[:2]))
                    self.weights += map(float, fields[2:])
        self.directed = "directed\t1" in self.head
        self.labels = list(dict.fromkeys(self.nodes + [label for e in self.edges for label in e]))

    def weighted(self, block):
        return bool(self.weights) and block["options"].get("weighted") != "0"


def choose(block, calls):
    """The columns that a block asks for, of functions by measure; a function that does not do returns None."""
    wanted = block.get("columns", []) + block.get("edge_columns", [])
    columns = {measure: calls[measure]() for measure in wanted if measure in calls}
    return {measure: column for measure, column in columns.items() if column is not None}


def from_networkx(case, block):
    """Columns by measure, a list each; what NetworkX has no function for is left out."""
    graph = (networkx.MultiDiGraph if case.directed else networkx.MultiGraph)()
    graph.add_nodes_from(case.labels)
    weights = case.weights if case.weighted(block) else [1] * len(case.edges)
    for row, ((source, target), w) in enumerate(zip(case.edges, weights)):
        if w < math.inf:
            graph.add_edge(source, target, key=row, weight=w)
    weight = "weight" if case.weighted(block) else None
    options, sources, targets = block["options"], block.get("sources"), block.get("targets")
    if {"cutoff", "tie_tolerance", "direction"} & set(options) or {"source_weights", "target_weights"} & set(block):
        return {}
    normalized, endpoints = options.get("normalized", "1") == "1", options.get("endpoints") == "1"
    subset = {"sources": sources or list(graph), "targets": targets or list(graph)}
    sampled = options.get("sampled") == "1"
    whole = sources is None and targets is None

    def paths(plain, partial):
        if whole or sampled:
            how = {"endpoints": endpoints} if plain is networkx.betweenness_centrality else {}
            picked = {"k": len(sources), "seed": Picks(sources)} if sampled else {}
            return plain(graph, normalized=normalized, weight=weight, **how, **picked)
        return None if endpoints else partial(graph, **subset, normalized=normalized, weight=weight)

    def vertices(scores):
        return None if scores is None else [scores[label] for label in case.labels]

    def rows(scores):
        by_key = {key: score for (_, _, key), score in scores.items()}
        return [by_key.get(row, 0.0) for row in range(len(case.edges))]

    def eccentricity():
        try:
            return vertices(networkx.eccentricity(graph, weight=weight)) if whole and case.labels else None
        except networkx.NetworkXError:
            return None  # not (strongly) connected: NetworkX has no values

    return choose(block, {
        "betweenness": lambda: vertices(paths(networkx.betweenness_centrality, networkx.betweenness_centrality_subset)),
        "edge_betweenness": lambda: rows(paths(networkx.edge_betweenness_centrality,
                                               networkx.edge_betweenness_centrality_subset)),
        "closeness": lambda: vertices(networkx.closeness_centrality(
            graph, distance=weight, wf_improved=normalized)) if whole else None,
        "harmonic": lambda: vertices(networkx.harmonic_centrality(graph, distance=weight, sources=sources))
        if targets is None else None,
        "eccentricity": eccentricity})


class Picks(random.Random):
    """A random generator whose sample is given."""

    def __init__(self, picks):
        super().__init__(0)
        self.picks = picks

    def sample(self, population, k):
        assert k == len(self.picks)
        return self.picks


def from_igraph(case, block):
    number = {label: i for i, label in enumerate(case.labels)}
    weights = case.weights if case.weighted(block) else None
    options, sources, targets = block["options"], block.get("sources"), block.get("targets")
    unknown = {"tie_tolerance", "direction", "endpoints", "sampled"} & set(options)
    if unknown or {"source_weights", "target_weights"} & set(block) or weights and math.inf in weights:
        return {}
    graph = igraph.Graph(n=len(number), edges=[(number[u], number[v]) for u, v in case.edges], directed=case.directed)
    given = {"normalized": options["normalized"] == "1"} if "normalized" in options else {}
    cut = {"cutoff": float(options["cutoff"])} if "cutoff" in options else {}
    whole = sources is None and targets is None

    def paths(function):
        if whole:
            return function(weights=weights, **given, **cut)
        ends = {"sources": [number[s] for s in sources or case.labels], "targets": [number[t] for t in targets or case.labels]}
        return None if given or cut else function(weights=weights, **ends)

    return choose(block, {
        "betweenness": lambda: paths(graph.betweenness),
        "edge_betweenness": lambda: paths(graph.edge_betweenness),
        "closeness": lambda: graph.closeness(weights=weights, **given, **cut) if whole else None,
        "harmonic": lambda: graph.harmonic_centrality(weights=weights, **given, **cut) if whole else None,
        "eccentricity": lambda: graph.eccentricity(weights=weights) if whole and not cut else None})


PEERS = {"networkx": from_networkx, "igraph": from_igraph}
