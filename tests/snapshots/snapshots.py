"""Snapshots of answers: what the library gives for several thousand calls of its C interface. A change that moves code must
leave every answer as it was.

    python tests/snapshots/snapshots.py check [--device cuda]          # against digests.tsv here, which is committed
    python tests/snapshots/snapshots.py update [--device cuda]         # writes the device's lines of digests.tsv anew
    python tests/snapshots/snapshots.py columns FILE [--device cuda]   # a line for each call: hashes of columns, or the error
    python tests/snapshots/snapshots.py plans FILE [--device cuda]     # a line for each call: its plan

digests.tsv has a line for each graph and list of measures, with the hash of what `columns` writes of them, an error without
its text: scores are the same for every processor, GPU and number of threads. To see which calls differ, write the columns of
both libraries and run diff. Plans hold what depends on the machine: compare two libraries on one. Needs numpy, pyarrow and
the gobc package (GOBC_LIBRARY, PYTHONPATH).
"""

import argparse
import ctypes
import hashlib
import json
import pathlib
import sys

import pyarrow
from questions import GRAPHS, questions

from gobc._library import ErrorBlock, GraphOptions, Options, load

EDGE_MEASURES = {"edge_betweenness", "edge_stress"}
DIGESTS = pathlib.Path(__file__).with_name("digests.tsv")


class Failed(Exception):
    """A call's error: its status and message."""


class Struct:
    """A C struct of the Arrow interface in memory of our own."""

    def __init__(self, size):
        self.memory = ctypes.create_string_buffer(size)
        self.address = ctypes.addressof(self.memory)


def stream(table):
    """An Arrow stream of a table; the library releases it."""
    out = Struct(40)
    pyarrow.Table.from_batches(table.to_batches(), table.schema).to_reader()._export_to_c(out.address)
    return out


def ends(nodes):
    """The stream of a list of nodes, or of {node: weight}."""
    if isinstance(nodes, dict):
        return stream(pyarrow.table({"node": list(nodes), "weight": [float(w) for w in nodes.values()]}))
    return stream(pyarrow.table({"node": pyarrow.array(nodes, pyarrow.int64())}))


def table(schema, array):
    """What the library filled in: columns by name."""
    read = pyarrow.Array._import_from_c(array.address, schema.address)
    return {field.name: read.field(number) for number, field in enumerate(read.type)}


class Library:
    """The library's calls on one graph, on a device."""

    def __init__(self, device, threads):
        self.c = load()
        self.device, self.threads = device.encode(), threads
        self.graph = ctypes.c_void_p()

    def check(self, status, error):
        if status:
            raise Failed(f"{status} {error.message.decode()}")

    def build(self, edges, directed, weight):
        """Makes the graph that the calls are about."""
        self.close()
        options, error, streams = GraphOptions(), ErrorBlock(), stream(edges)
        self.c.graph_options_init(ctypes.byref(options), ctypes.sizeof(options))
        options.directed, options.weight = int(directed), b"weight" if weight else None
        self.check(self.c.graph_new(streams.address, None, ctypes.byref(options), None, ctypes.addressof(self.graph),
                                    ctypes.byref(error)), error)

    def close(self):
        if self.graph.value:
            self.c.graph_free(self.graph)
            self.graph.value = None

    def options(self, asked):
        """The filled block, and what it points to."""
        block, held = Options(), []
        self.c.options_init(ctypes.byref(block), ctypes.sizeof(block))
        block.device, block.threads = self.device, self.threads
        for name, value in asked.items():
            if name in ("sources", "targets", "of"):
                held.append(ends(value))
                value = held[-1].address
            setattr(block, name, value.encode() if isinstance(value, str) else value)
        return block, held

    def columns(self, measures, asked):
        """All columns of a call by name."""
        block, held = self.options(asked)
        names, error = set(measures.split(",")), ErrorBlock()
        of_edges, of_nodes = bool(names & EDGE_MEASURES), bool(names - EDGE_MEASURES)
        tables = [(Struct(72), Struct(80)) for _ in range(of_edges + of_nodes)]
        addresses = [part.address for pair in tables for part in pair]
        if of_edges:
            status = self.c.compute_edges(self.graph, measures.encode(), ctypes.byref(block), None,
                                          *(addresses + [None, None])[:4], ctypes.byref(error))
        else:
            status = self.c.compute(self.graph, measures.encode(), ctypes.byref(block), None, *addresses, ctypes.byref(error))
        self.check(status, error)
        return {name: column for pair in tables for name, column in table(*pair).items()}

    def plan(self, measures, asked):
        block, held = self.options(asked)
        text, error = ctypes.c_void_p(), ErrorBlock()
        status = self.c.plan(self.graph, measures.encode(), ctypes.byref(block), ctypes.byref(text), ctypes.byref(error))
        self.check(status, error)
        try:
            plan = json.loads(ctypes.string_at(text).decode())
        finally:
            self.c.text_free(text)
        for name in ("limit", "limit_source"):
            plan.pop(name, None)
        return json.dumps(plan, ensure_ascii=False)


def hashed(column, digits=None):
    """The hash of a column's values: bit by bit, or by so many digits."""
    if pyarrow.types.is_floating(column.type) and digits:
        raw = " ".join(f"{x:.{digits}g}" for x in column.to_pylist()).encode()
    elif pyarrow.types.is_floating(column.type):
        raw = column.to_numpy(zero_copy_only=False).tobytes()
    else:
        raw = repr(column.to_pylist()).encode()
    return hashlib.sha256(raw).hexdigest()[:12]


def answers(kind, device, threads):
    """(graph, measures, options, what came) for every call."""
    library = Library(device, threads)
    for name, (edges, directed, weight) in GRAPHS.items():
        library.build(edges, directed, weight)
        for measures, asked in questions(name, device):
            try:
                if kind == "plans":
                    came = library.plan(measures, asked)
                else:
                    # The papers' methods add in the order in which threads come.
                    digits = 6 if "strategy=" in asked.get("tuning", "") else None
                    came = " ".join(f"{column}:{hashed(values, digits)}"
                                    for column, values in library.columns(measures, asked).items())
            except Failed as failed:
                came = f"error {failed}"
            yield name, measures, " ".join(f"{key}={value}" for key, value in asked.items()), came
    library.close()


def digests(device, threads):
    """The hash of all answers of a graph and measures, by device, graph and measures."""
    hashes = {}
    for name, measures, asked, came in answers("columns", device, threads):
        key = f"{device.partition(':')[0]}\t{name}\t{measures}"
        if came.startswith("error "):
            came = " ".join(came.split()[:2])  # its status
        hashes.setdefault(key, hashlib.sha256()).update(f"{asked}\t{came}\n".encode())
    return {key: digest.hexdigest()[:16] for key, digest in hashes.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["check", "update", "columns", "plans"])
    parser.add_argument("file", nargs="?", type=pathlib.Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    if asked.verb in ("columns", "plans"):
        asked.file.write_text("".join("\t".join(line) + "\n" for line in answers(asked.verb, asked.device, asked.threads)))
        return 0
    stored = dict(line.rsplit("\t", 1) for line in DIGESTS.read_text().splitlines())
    now = digests(asked.device, asked.threads)
    if asked.verb == "update":
        others = {key: digest for key, digest in stored.items() if key.split("\t")[0] != asked.device.partition(":")[0]}
        DIGESTS.write_text("".join(f"{key}\t{digest}\n" for key, digest in sorted({**others, **now}.items())))
        print(f"{len(now)} digests written")
        return 0
    before = {key: digest for key, digest in stored.items() if key.split("\t")[0] == asked.device.partition(":")[0]}
    differ = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
    print(*(f"differs: {key}" for key in differ), sep="\n", end="\n" if differ else "")
    print(f"{len(now)} digests, {len(differ)} differ")
    return 1 if differ or not now else 0


sys.exit(main())
