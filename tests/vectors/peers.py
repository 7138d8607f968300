"""Writes peers/*.txt: what NetworkX and igraph answer to the blocks of cases and wide that use their presets.

Peers are no oracle: vectors_test.go reports where they and the definition part. Run it in this folder with Python and
both libraries; the versions go into the files.
"""

import math
import pathlib
import random

import igraph
import networkx

HERE = pathlib.Path(__file__).parent


class Case:
    """One file: what its lines say; a block is a dict of them."""

    def __init__(self, path):
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


PEERS = {"networkx": (from_networkx, networkx.__version__), "igraph": (from_igraph, igraph.__version__)}


def number(x):
    """Text as Go writes it."""
    x = float(x)
    if math.isnan(x):
        return "NaN"
    return ("+Inf" if x > 0 else "-Inf") if math.isinf(x) else repr(x).removesuffix(".0")


def answer(path):
    case = Case(path)
    lines = list(case.head)
    for block in case.blocks:
        preset = block["options"]["preset"]
        if preset not in PEERS or "parallel" in block["options"]:
            continue
        function, version = PEERS[preset]
        columns = function(case, block)
        if not columns:
            continue
        lines.append(block["line"])
        lines += ["\t".join([key, *block[key]]) for key in ("sources", "targets") if key in block]
        lines += [f"values\tby {preset} {version}", "tolerance\t1e-12"]
        for key, prefix, labels in (("columns", "row", 1), ("edge_columns", "edge_row", 3)):
            names = [name for name in block.get(key, []) if name in columns]
            if names:
                lines.append("\t".join([key, *names]))
                for row in block[prefix + "s"]:
                    at = case.labels.index(row[0]) if labels == 1 else int(row[0])
                    lines.append("\t".join([prefix, *row[:labels], *(number(columns[name][at]) for name in names)]))
    if any(line.startswith("compute") for line in lines):
        (HERE / "peers" / path.name).write_text("\n".join([*lines, "end", ""]), encoding="utf-8")


if __name__ == "__main__":
    for old in (HERE / "peers").glob("*.txt"):
        old.unlink()
    for path in sorted([*(HERE / "cases").glob("*.txt"), *(HERE / "wide").glob("*.txt")]):
        answer(path)
