"""GPUs against the definition, on small random graphs: every kernel and width, and the methods of papers. The questions are
those of tests/python/test_definition.py, which sees that they have everything."""

import pytest

from exact_questions import check
from random_questions import CHUNKS, random_question, seeds, some_ways_of_gpus


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs(chunk):
    for seed in seeds(chunk):
        check(random_question(seed, some_ways_of_gpus))
