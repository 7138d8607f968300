"""The shared library: its structs and functions, how it is loaded, how options are passed and long calls are run."""

from .calls import cancel, run
from .handles import Handle, Out
from .loading import ABI_VERSION, PACKAGE, Library, check, find, load, loaded
from .options import Wish, block_of, check_use, measure_names, split_names, word
from .structs import Control, ErrorBlock, GraphOptions, GraphStats, Options

__all__ = [
    "ABI_VERSION", "Control", "ErrorBlock", "GraphOptions", "GraphStats", "Handle", "Library", "Options", "Out", "PACKAGE",
    "Wish", "block_of", "cancel", "check", "check_use", "find", "load", "loaded", "measure_names", "run", "split_names", "word",
]
