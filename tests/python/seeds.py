"""Seeds of random cases. Each test has a usual number of them. Longer runs set GOBC_RANDOM_SEEDS, and the first of them as
GOBC_RANDOM_SEEDS_FROM where several processes share them."""

import os


def seeds(usual: int) -> range:
    first = int(os.environ.get("GOBC_RANDOM_SEEDS_FROM", "0"))
    return range(first, first + int(os.environ.get("GOBC_RANDOM_SEEDS", usual)))
