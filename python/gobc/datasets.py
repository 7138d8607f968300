"""Small real networks that come with the package. What they are and where they come from: data/CLASSICS.md and the
README beside the data."""

from __future__ import annotations

import os

from ._arrow import column_chunks, import_array, struct_of
from ._library import load
from ._names import check_names
from .errors import PackageError
from .tables import EdgeTable, Table

__all__ = ["bladder_coexpression", "florentine_families", "karate", "les_miserables"]

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


def _classic(name: str, numeric_nodes: bool = False) -> EdgeTable:
    import csv

    with open(os.path.join(_FOLDER, f"{name}.csv"), encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    columns = []
    for column_name, values in zip(names, zip(*rows)):
        whole = numeric_nodes or column_name == "weight"
        cells = [int(value) for value in values] if whole else list(values)
        columns.append(column_chunks(cells, column_name)[0])
    return EdgeTable(struct_of(columns))


def karate() -> EdgeTable:
    """Zachary's karate club: 34 nodes (0 to 33), 78 undirected edges. W. W. Zachary, 1977.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness(gobc.datasets.karate()).top(1)[0][0]
    0
    """
    return _classic("karate", numeric_nodes=True)


def les_miserables() -> EdgeTable:
    """Characters of Les Miserables that appear together: 77 nodes, 254 undirected edges, ``weight`` counts chapters.
    D. E. Knuth, The Stanford GraphBase, 1993.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness(gobc.datasets.les_miserables()).top(1)[0][0]
    'Valjean'
    """
    return _classic("les_miserables")


def florentine_families() -> EdgeTable:
    """Marriages between families of Renaissance Florence: 15 nodes, 20 undirected edges. J. F. Padgett, 1986.

    Examples
    --------
    >>> import gobc
    >>> gobc.betweenness(gobc.datasets.florentine_families()).top(1)[0][0]
    'Medici'
    """
    return _classic("florentine_families")


def bladder_coexpression() -> Table:
    """Genes that are expressed together in bladder cancer: 8,000 probe sets at most, an undirected edge where the
    absolute Pearson correlation is at least 0.85. Dyrskjot et al., Cancer Res. 64, 4040 (2004). Needs pyarrow.

    Examples
    --------
    >>> import gobc
    >>> edges = gobc.datasets.bladder_coexpression()
    >>> edges.columns, len(edges)
    (['source', 'target', 'r'], 246908)
    """
    load()  # which refuses limits of memory that are too low: under them the import of pyarrow may hang
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise PackageError("this data set is a Parquet file and needs pyarrow: pip install 'gobc[files]'") from error

    with pyarrow.parquet.ParquetFile(os.path.join(_FOLDER, "bladder_coexpression.parquet")) as file:  # read_table imports pandas
        table = file.read()
    return EdgeTable(import_array(table.combine_chunks().to_batches()[0]))


check_names(globals(), __all__, "datasets.")
