"""Writes peers/*.txt: what NetworkX and igraph answer to the blocks of cases/*.txt that use their presets.

Peers are no oracle: vectors_test.go reports where they and the definition part. Run it in this folder with Python and
both libraries; the versions go into the files.
"""

import math
import pathlib

import igraph
import networkx

HERE = pathlib.Path(__file__).parent


def read(path):
    """One file as (head lines, nodes, edges, blocks); a block is a dict of what its lines say."""
    head, nodes, edges, blocks = [], [], [], []
    for line in path.read_text(encoding="utf-8").split("\n")[1:-2]:
        key, *fields = line.split("\t")
        if key == "compute":
            blocks.append({"line": line, "options": dict(f.split("=") for f in fields), "rows": [], "sources": None})
        elif key == "row":
            blocks[-1]["rows"].append(fields[0])
        elif blocks:
            blocks[-1][key] = fields
        else:
            head.append(line)
            if key == "node":
                nodes.append(fields[0])
            elif key == "edge":
                edges.append(fields)
    return head, nodes, edges, blocks


def from_networkx(nodes, edges, directed, measures, options, sources):
    """Columns by measure as dicts label -> value; what NetworkX has no function for is left out."""
    multiple = len({frozenset(e) if not directed else tuple(e) for e in edges}) < len(edges)
    kind = (networkx.MultiDiGraph if directed else networkx.MultiGraph) if multiple else (
        networkx.DiGraph if directed else networkx.Graph)
    graph = kind()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    normalized = options.get("normalized", "1") == "1"
    columns = {}
    if "betweenness" in measures and sources is None:
        columns["betweenness"] = networkx.betweenness_centrality(
            graph, normalized=normalized, endpoints=options.get("endpoints") == "1")
    elif "betweenness" in measures:
        columns["betweenness"] = networkx.betweenness_centrality_subset(
            graph, sources=sources, targets=list(graph), normalized=normalized)
    if "closeness" in measures and sources is None:
        columns["closeness"] = networkx.closeness_centrality(graph, wf_improved=normalized)
    if "harmonic" in measures:
        columns["harmonic"] = networkx.harmonic_centrality(graph, sources=sources)
    if "eccentricity" in measures and sources is None and len(graph):
        try:
            columns["eccentricity"] = networkx.eccentricity(graph)
        except networkx.NetworkXError:
            pass  # not (strongly) connected: NetworkX has no values
    return columns


def from_igraph(nodes, edges, directed, measures, options, sources):
    number = {}
    for label in nodes + [label for e in edges for label in e]:
        number.setdefault(label, len(number))
    graph = igraph.Graph(n=len(number), edges=[(number[u], number[v]) for u, v in edges], directed=directed)
    given = {"normalized": options["normalized"] == "1"} if "normalized" in options else {}
    columns = {}
    if "betweenness" in measures and sources is None:
        columns["betweenness"] = graph.betweenness(**given)
    elif "betweenness" in measures:
        columns["betweenness"] = graph.betweenness(sources=[number[s] for s in sources], targets=list(number.values()))
    if sources is None:
        if "closeness" in measures:
            columns["closeness"] = graph.closeness(**given)
        if "harmonic" in measures:
            columns["harmonic"] = graph.harmonic_centrality(**given)
        if "eccentricity" in measures:
            columns["eccentricity"] = graph.eccentricity()
    return {measure: dict(zip(number, column)) for measure, column in columns.items()}


PEERS = {"networkx": (from_networkx, networkx.__version__), "igraph": (from_igraph, igraph.__version__)}


def number(x):
    """Text as Go writes it."""
    x = float(x)
    if math.isnan(x):
        return "NaN"
    return ("+Inf" if x > 0 else "-Inf") if math.isinf(x) else repr(x).removesuffix(".0")


def answer(path):
    head, nodes, edges, blocks = read(path)
    lines = ["gobc-vector\t1", *head]
    for block in blocks:
        preset, options = block["options"]["preset"], block["options"]
        if preset not in PEERS or "parallel" in options:
            continue
        function, version = PEERS[preset]
        columns = function(nodes, edges, "directed\t1" in head, block["columns"], options, block["sources"])
        if not columns:
            continue
        lines.append(block["line"])
        if block["sources"] is not None:
            lines.append("\t".join(["sources", *block["sources"]]))
        lines += [f"values\tby {preset} {version}", "tolerance\t1e-12", "\t".join(["columns", *columns])]
        lines += ["\t".join(["row", label, *(number(c[label]) for c in columns.values())]) for label in block["rows"]]
    if any(line.startswith("compute") for line in lines):
        (HERE / "peers" / path.name).write_text("\n".join([*lines, "end", ""]), encoding="utf-8")


if __name__ == "__main__":
    for old in (HERE / "peers").glob("*.txt"):
        old.unlink()
    for path in sorted((HERE / "cases").glob("*.txt")):
        answer(path)
