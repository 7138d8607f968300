"""Jobs on the engines of clusters, all on this machine."""

import pytest

from cases import MEASURES, make


@pytest.fixture(scope="session", params=[False, True], ids=["unweighted", "weighted"])
def graph(request):
    return make(request.param)


@pytest.fixture(scope="session")
def want(graph):
    return graph.centralities(MEASURES)
