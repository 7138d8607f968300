"""Matrices of AnnData, as those of scipy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..errors import ArgumentError, DataError, shown
from . import scipy as sparse
from .prepared import Prepared

if TYPE_CHECKING:
    import anndata

WHAT = "an AnnData"
NONE = ("; scanpy.pp.neighbors(adata) makes one of similar observations. A network of genes is made of their correlations, "
        "and given as a table of edges")
NEIGHBORS = "connectivities"  # where scanpy keeps the graph of neighbors unless told otherwise


def takes(value: object) -> bool:
    anndata = sys.modules.get("anndata")
    return anndata is not None and hasattr(anndata, "AnnData") and isinstance(value, anndata.AnnData)


def read(data: anndata.AnnData, directed: bool | None, weight: object, obsp: str | None = None) -> Prepared:
    """One of the matrices between observations, which are known by their names."""
    import scipy.sparse

    known = ", ".join(map(repr, data.obsp)) or "none"
    if obsp is None and NEIGHBORS not in data.obsp:
        advice = "" if len(data.obsp) else NONE
        raise ArgumentError(f"which matrix of the AnnData is the graph? Give obsp= one of those it has: {known}{advice}")
    name = NEIGHBORS if obsp is None else obsp
    if not isinstance(name, str) or name not in data.obsp:
        advice = ""
        if isinstance(name, str) and name in data.varp:
            advice = f". varp has it, between variables: gobc.Graph.from_anndata(adata.T, obsp={shown(name)})"
        raise ArgumentError(f"obsp={shown(name)}: the AnnData has no such matrix; there are {known}{advice}")
    if weight is True and name.endswith(NEIGHBORS):
        raise ArgumentError(f"weight=True: {shown(name)} are similarities (larger means nearer), but weights are lengths. "
                            "Give obsp= the matrix of distances, or a matrix of lengths in place of the AnnData")
    if not data.obs_names.is_unique:
        raise DataError("two observations of the AnnData have the same name; call obs_names_make_unique() first")
    matrix = data.obsp[name]
    if not scipy.sparse.issparse(matrix):
        matrix = scipy.sparse.coo_array(matrix)
    prepared = sparse.read(matrix, bool(directed), weight)  # nearest neighbors need not be mutual: no warning
    prepared.labels = data.obs_names.tolist()
    prepared.attribute = name if weight is True else None
    return prepared
