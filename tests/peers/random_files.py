"""Random graphs as files of every format, written in the ways that programs and people write them, and changed at random; and
what other readers find in them. test_random_files.py compares.

A file is written with a truth: its edges, as texts. What a peer reads is brought into the same words: pairs of labels, in order
where edges have a direction.
"""

from __future__ import annotations

import csv
import html
import io
import random
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import igraph
import networkx as nx
import scipy.io

Pair = tuple[str, str]
WORDS = ["a", "b", "a0", "TP53", "MDM2", "Zoë", "東京", "x-y", "P12345", "n.a.", "e10", "A_1", "it's", "Bern", "v", "u", "node",
         "0x1f"]
ODD = ["nan", "NA", "inf", "None", "-", "null", "source", "target", "x#y", "50%", "1e5", "+7", "1.0", "-3", "007", "0"]
SPACED = ["New York", "St. Gallen", "a b", "Doe J"]
QUOTED = ["Doe, John", 'the "best"', "tab\there", "two\nlines", " padded ", "#1", "%x", ";", ","]
ENDS = ("\n", "\n", "\n", "\r\n", "\r", "\r\r\n")
HEADERS = [("source", "target"), ("from", "to"), ("protein1", "protein2"), ("gene", "other"), ("Name A", "Name B")]


@dataclass
class Made:
    """A file: its bytes, the edges that were written, and what a reader is told about it."""

    text: str
    edges: list[Pair]
    directed: bool = False
    delimiter: str | None = None
    header: bool | None = None  # whether the first line has names
    quotes: bool = False
    mark: bool = False
    peers: list[str] = field(default_factory=list)

    def data(self) -> bytes:
        return (b"\xef\xbb\xbf" if self.mark else b"") + self.text.encode(errors="surrogateescape")


def labels(chance: random.Random, spaced: bool, quoted: bool) -> list[str]:
    """A few labels of one kind or of several, distinct also as numbers."""
    kind = chance.randrange(4)
    if kind == 0:
        start = chance.choice((0, 1, 10**12, -5))
        return [str(start + n) for n in range(chance.randint(2, 9))]
    pool = WORDS + (ODD if kind > 1 else []) + (SPACED if spaced else []) + (QUOTED if quoted else [])
    found = chance.sample(pool, min(len(pool), chance.randint(2, 9)))
    return found + [str(n) for n in range(1, 4)] if kind == 3 else found


def pairs_of(chance: random.Random, nodes: list[str], loops: bool = True) -> list[Pair]:
    pairs = dict.fromkeys((chance.choice(nodes), chance.choice(nodes)) for _ in range(chance.randint(1, 12)))
    kept = [pair for pair in pairs if (loops or pair[0] != pair[1]) and pair[::-1] not in pairs or pair[0] < pair[1]]
    return kept or [(nodes[0], nodes[1])]


def cell(text: str, delimiter: str, chance: random.Random) -> str:
    """A label, in quotes where it needs them."""
    inside = {"\t": "\t", " ": " \t,;"}.get(delimiter, delimiter) + '"\n'  # between blanks a comma may be a delimiter
    if text != text.strip() or any(one in text for one in inside) or text[:1] in "#%" or chance.random() < 0.05:
        return '"' + text.replace('"', '""') + '"'
    return text


def edge_list(chance: random.Random, delimiter: str) -> Made:
    quotes = chance.random() < 0.3
    nodes = labels(chance, spaced=delimiter != " " or quotes, quoted=quotes)
    edges = pairs_of(chance, nodes)
    weights = chance.random() < 0.4
    rows = [[*pair, chance.choice(("1", "0.5", "12", "1e-3"))] if weights else list(pair) for pair in edges]
    header = chance.random() < 0.4
    above = chance.choice((0, 0, 0, 1, 2))
    comments = [chance.choice(("# made by hand", "% sym", "#", "# nodes: 5 edges: 7")) for _ in range(above)]
    names = [*chance.choice(HEADERS), *(["km"] if weights else [])]
    if header:
        rows.insert(0, names)
        if chance.random() < 0.2:  # names behind #
            header = False
            comments.append("#" + delimiter.join(cell(name, delimiter, chance) for name in rows.pop(0)))
    lines = comments + [delimiter.join(cell(text, delimiter, chance) if quotes else text for text in row) for row in rows]
    if not quotes and any('"' in line for line in lines):
        quotes = True
    if delimiter == " " and not quotes and any(" " in text for row in rows for text in row):  # names with a blank need quotes
        lines = [line.replace("Name A Name B", "node_1 node_2") for line in lines]
    end = chance.choice(ENDS)
    if any("\n" in text for row in rows for text in row) and end != "\n":
        end = "\n"
    blank = end if chance.random() < 0.1 else ""
    text = end.join(lines) + (end if chance.random() < 0.9 else "") + blank
    return Made(text, edges, delimiter=delimiter, header=header, quotes=quotes, mark=chance.random() < 0.1,
                peers=["csv"] if quotes else ["networkx", "csv"])


def sif(chance: random.Random) -> Made:
    tabs = chance.random() < 0.6
    nodes = [name for name in labels(chance, spaced=tabs, quoted=False)]
    between = "\t" if tabs else " "
    lines, edges = [], []
    for source in dict.fromkeys(chance.choice(nodes) for _ in range(chance.randint(1, 6))):
        targets = chance.sample(nodes, chance.randint(1, min(3, len(nodes))))
        lines.append(between.join([source, chance.choice(("pp", "pd", "in-complex")), *targets]))
        edges += [(source, target) for target in targets]
    if chance.random() < 0.3:
        lines.append(nodes[0].replace(" ", "_"))
    return Made(chance.choice(ENDS).join(lines) + "\n" * chance.randrange(2), edges, peers=["lines"])


def network(chance: random.Random, names: bool) -> tuple[nx.Graph, list[Pair], bool]:
    directed = chance.random() < 0.5
    nodes = labels(chance, spaced=True, quoted=False) if names else [str(n) for n in range(chance.randint(2, 9))]
    edges = pairs_of(chance, nodes)
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return graph, edges, directed


def with_ends(chance: random.Random, text: str) -> str:
    return text.replace("\n", chance.choice(ENDS))


def gml(chance: random.Random) -> Made:
    graph, edges, directed = network(chance, True)
    text = "\n".join(nx.generate_gml(graph)) + "\n"
    if chance.random() < 0.2:
        text = "# made by hand\n" + text
    return Made(with_ends(chance, text), edges, directed, peers=["networkx gml", "igraph gml"])


def graphml(chance: random.Random) -> Made:
    graph, edges, directed = network(chance, True)
    text = "\n".join(nx.generate_graphml(graph)) + "\n"
    peers = ["networkx graphml", "igraph graphml"]
    return Made(with_ends(chance, text), edges, directed, mark=chance.random() < 0.1, peers=peers)


def pajek(chance: random.Random) -> Made:
    graph, edges, directed = network(chance, True)
    nodes = list(graph)
    lines = [f"*Vertices {len(nodes)}", *(f'{n + 1} "{name}"' for n, name in enumerate(nodes))]
    lines.append("*Arcs" if directed else "*Edges")
    number = {name: n + 1 for n, name in enumerate(nodes)}
    lines += [f"{number[a]} {number[b]}" + chance.choice(("", " 1", " 2.5")) for a, b in edges]
    return Made(with_ends(chance, "\n".join(lines) + "\n"), edges, directed, peers=["networkx pajek", "igraph pajek"])


def metis(chance: random.Random) -> Made:
    n = chance.randint(2, 9)
    edges = pairs_of(chance, [str(v) for v in range(1, n + 1)], loops=False)
    edges = [pair for pair in edges if pair[0] != pair[1]] or [("1", "2")]
    lines = [f"{n} {len(edges)}"]
    for v in map(str, range(1, n + 1)):
        lines.append(" ".join([b for a, b in edges if a == v] + [a for a, b in edges if b == v]))
    if chance.random() < 0.2:
        lines.insert(0, "% made by hand")
    return Made(with_ends(chance, "\n".join(lines) + "\n"), edges, peers=["metis lines"])


def matrix(chance: random.Random) -> Made:
    n = chance.randint(2, 9)
    symmetric, field_ = chance.random() < 0.5, chance.choice(("real", "integer", "pattern"))
    edges = pairs_of(chance, [str(v) for v in range(n)])
    if symmetric:
        edges = [(max(pair, key=int), min(pair, key=int)) for pair in edges]
    lines = [f"%%MatrixMarket matrix coordinate {field_} {'symmetric' if symmetric else 'general'}", f"{n} {n} {len(edges)}"]
    if chance.random() < 0.3:
        lines.insert(1, "% made by hand")
    value = {"real": " 0.5", "integer": " 3", "pattern": ""}[field_]
    lines += [f"{int(a) + 1} {int(b) + 1}{value}" for a, b in edges]
    return Made(with_ends(chance, "\n".join(lines) + "\n"), edges, peers=["scipy"])


FORMATS: dict[str, Callable[[random.Random], Made]] = {
    "edges": lambda chance: edge_list(chance, " "), "tsv": lambda chance: edge_list(chance, "\t"),
    "csv": lambda chance: edge_list(chance, chance.choice(",,;")), "sif": sif, "gml": gml, "graphml": graphml, "net": pajek,
    "graph": metis, "mtx": matrix,
}


# ---- changes ----

PIECES = ["\n", "\r", "\r\n", " ", "\t", ",", ";", '"', "#", "# note\n", "%", "1", "-", "a", "0", "]", "[", "<", "*", "\n\n",
          "\ufeff", "nan"]


def changed(text: str, chance: random.Random) -> str:
    """Up to three changes: characters replaced, cut out, doubled, lines moved, or a piece put in."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(text) + 1)
        kind = chance.randrange(6)
        if kind == 0 and at < len(text):
            text = text[:at] + chance.choice("ab12 \t,#\n") + text[at + 1:]
        elif kind == 1:
            text = text[:at] + text[at + chance.choice((1, 1, 2, 5, 30)):]
        elif kind == 2:
            text = text[:at] + text[at:at + chance.randint(1, 30)] + text[at:]
        elif kind == 3:
            lines = re.split("(?<=[\r\n])", text)
            chance.shuffle(lines) if chance.random() < 0.3 else lines.pop(chance.randrange(len(lines)))
            text = "".join(lines)
        else:
            text = text[:at] + chance.choice(PIECES) + text[at:]
    return text


# ---- other readers ----

class Refused(Exception):
    """A peer does not read a file."""


def unified(text: str) -> str:
    """With line feeds: peers that do not know other line ends are shown these."""
    return re.sub("\r+\n|\r", "\n", text.removeprefix("\ufeff"))


def after_names(lines: list[str], made: Made) -> list[str]:
    """Without the line of names, which these peers do not know."""
    if not made.header:
        return lines
    first = next((at for at, line in enumerate(lines) if line.strip() and line.strip()[0] not in "#%"), len(lines))
    return lines[:first] + lines[first + 1:]


def by_networkx(text: str, made: Made) -> Iterable[Pair]:
    """parse_edgelist: # begins a comment anywhere, quotes and % mean nothing."""
    lines = after_names(unified(text).split("\n"), made)
    graph = nx.parse_edgelist(lines, delimiter=made.delimiter.strip(" ") or None, data=False, create_using=nx.MultiDiGraph)
    return [(a.strip(), b.strip()) for a, b in graph.edges()]


def by_csv(text: str, made: Made) -> Iterable[Pair]:
    """Python's csv module: lines before the first edge that begin with # or % are comments, as gobc has it."""
    text = unified(text)
    if made.delimiter == " " and "\t" in text:
        raise Refused("it knows one kind of blank")
    if made.delimiter == " ":
        text = "\n".join(line.strip(" \t") for line in text.split("\n"))
    lines = text.splitlines(keepends=True) if "\x0b" in text else io.StringIO(text).readlines()
    begun = next((at for at, line in enumerate(lines) if line.strip() and line.strip()[0] not in "#%"), len(lines))
    rows = csv.reader(lines[begun:], delimiter=made.delimiter, skipinitialspace=True, strict=True)
    try:
        found = [row for row in rows if "".join(row).strip()]
    except csv.Error as error:
        raise Refused(str(error)) from None
    found = [[text for text in row if text] if made.delimiter == " " else row for row in found][1 if made.header else 0:]
    if any(len(row) < 2 for row in found):
        raise Refused("a row of one column")
    return [(row[0].strip(" "), row[1].strip(" ")) for row in found]


def by_lines(text: str, made: Made) -> Iterable[Pair]:
    """SIF as Cytoscape's manual has it: tabs where there are any, else blanks."""
    text = unified(text)
    found = []
    for line in text.split("\n"):
        words = [word.strip() for word in line.rstrip("\t ").split("\t")] if "\t" in text else line.split()
        if len(words) == 2:
            raise Refused("two words")
        found += [(words[0], target) for target in words[2:]]
    return found


def by_metis_lines(text: str, made: Made) -> Iterable[Pair]:
    lines = [line for line in unified(text).split("\n") if not line.startswith("%")]
    sizes = lines[0].split()
    if len(sizes) > 2:
        raise Refused("weights")
    rows = [[int(word) for word in line.split()] for line in lines[1:int(sizes[0]) + 1]]
    found = Counter((min(v, w), max(v, w)) for v, row in enumerate(rows, 1) for w in row)
    if any(times != 2 for (v, w), times in found.items() if v != w):
        raise Refused("an edge that does not stand in two lines")
    return [(str(v), str(w)) for v, w in found]


def of_networkx(graph: nx.Graph) -> tuple[list[Pair], bool]:
    return [(str(a), str(b)) for a, b in graph.edges()], graph.is_directed()


def by_networkx_gml(text: str, made: Made) -> tuple[list[Pair], bool]:
    return of_networkx(nx.parse_gml(unified(text).split("\n"), label="label"))


def by_networkx_graphml(text: str, made: Made) -> tuple[list[Pair], bool]:
    return of_networkx(nx.read_graphml(io.BytesIO(unified(text).encode()), force_multigraph=True))


def by_networkx_pajek(text: str, made: Made) -> tuple[list[Pair], bool]:
    return of_networkx(nx.parse_pajek(unified(text)))


def by_igraph(read: Callable[[str], igraph.Graph], name: str) -> Callable[[str], tuple[list[Pair], bool]]:
    def reader(path: str) -> tuple[list[Pair], bool]:
        graph = read(path)
        names = graph.vs[name] if name in graph.vs.attributes() else [str(v) for v in range(graph.vcount())]
        if name == "label":
            names = [html.unescape(text) for text in names]  # igraph keeps the entities of GML
        if name == "name":
            names = [text or str(v + 1) for v, text in enumerate(names)]  # vertices that have no line in Pajek
        return [(names[a], names[b]) for a, b in graph.get_edgelist()], graph.is_directed()
    return reader


def by_scipy(text: str, made: Made) -> tuple[list[Pair], bool]:
    found = scipy.io.mmread(io.BytesIO(unified(text).encode())).tocoo()
    if found.shape[0] != found.shape[1]:
        raise Refused("not square")
    return list({(str(i), str(j)) for i, j in zip(*found.coords)}), True


TEXTS = {"networkx": by_networkx, "csv": by_csv, "lines": by_lines, "metis lines": by_metis_lines,
         "networkx gml": by_networkx_gml, "networkx graphml": by_networkx_graphml,
         "networkx pajek": by_networkx_pajek, "scipy": by_scipy}
PATHS = {"igraph gml": by_igraph(igraph.Graph.Read_GML, "label"), "igraph graphml": by_igraph(igraph.Graph.Read_GraphML, "id"),
         "igraph pajek": by_igraph(igraph.Graph.Read_Pajek, "name")}


def found_by(peer: str, text: str, path: str, made: Made) -> tuple[list[Pair], bool]:
    """The edges that a peer reads, and whether they have a direction."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = TEXTS[peer](text, made) if peer in TEXTS else PATHS[peer](path)
        except (MemoryError, KeyboardInterrupt):
            raise
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from None
    return found if isinstance(found, tuple) else (list(found), made.directed)
