"""Hooks that keep Python's collector away from thousands of collected tests, which it looked through again and again: a tenth of
all time. conftest.py here and that of tests/gpu import them."""

import gc


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    gc.unfreeze()
