"""The packages whose graphs are read: a row each, with what a graph of it is called.

A row is a module beside this one with

    WHAT                             what it reads, in messages
    takes(value)                     whether the value is that; it must not import the package
    read(value, directed, weight)    a Prepared
"""

from __future__ import annotations

from . import anndata, igraph, libpysal, networkit, networkx, rustworkx, scipy

PACKAGES = (networkx, igraph, scipy, rustworkx, networkit, anndata, libpysal)

KINDS = ("an Arrow table (pyarrow, polars, pandas, duckdb, nanoarrow), a tuple (sources, targets) of arrays or lists, "
         "a dict of columns, an (m, 2) array, a list of (source, target) tuples, "
         + ", ".join(package.WHAT for package in PACKAGES)
         + "; with weight=True also (sources, targets, weights), an (m, 3) array and (source, target, weight) tuples")
