"""Values that nothing can be made of, in every argument of gobc.igraph's functions: what comes out is an error of gobc's, which
may be igraph's, too, or a result."""

import contextlib
import inspect
import io
import warnings

import igraph
import pytest

import gobc
import gobc.igraph
from test_hostile_values import VALUES, wrong_with

GRAPH = igraph.Graph([(0, 1), (1, 2), (2, 3), (1, 3)], vertex_attrs={"name": list("abcd")}, edge_attrs={"km": [1.5, 2, 1, 1]})
FUNCTIONS = [name for name in gobc.igraph.__all__ if name != "accelerate"]
RUN = ("device", "threads", "progress", "settings")


EACH = ("betweenness", "edge_betweenness", "diameter")  # scores of vertices, of edges, one number


def arguments():
    """A call for every argument of every function. All functions hand those of RUN to one function, so that most of them
    are long."""
    for name in FUNCTIONS:
        function = getattr(gobc.igraph, name)
        own = [argument for argument in inspect.signature(function).parameters if argument != "run"]
        for argument in (*own, *RUN):
            marks = [pytest.mark.long] if argument in RUN and name not in EACH else []
            yield pytest.param(function, argument, id=f"{name}, {argument}", marks=marks)


@pytest.mark.parametrize("function, argument", arguments())
def test_hostile_value(function, argument):
    """Failed with foreign exceptions: TypeError, ValueError, OverflowError, KeyError, igraph.InternalError ..."""
    faults = []
    for name, value in VALUES.items():
        given = {"graph": GRAPH, "progress": False, argument: value()}
        if argument == "progress" and callable(given["progress"]):
            continue  # what it raises comes out as it is
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            try:
                function(**given)
            except Exception as error:
                wrong = wrong_with(error)
                if wrong and not wrong.startswith("says vertex"):  # as igraph does
                    faults.append(f"{name}: {wrong}: {type(error).__name__}"
                                  + (f": {error!s:.150}" if not isinstance(error, ZeroDivisionError) else ""))
    assert not faults, "\n".join(faults)
