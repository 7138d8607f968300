"""The shared library: its structs and functions, how it is loaded, how options are passed and long calls are run."""

from .calls import cancel, from_json, limited, run
from .handles import Handle, Memory, Out, bytes_of
from .header import ABI_VERSION, Control, ErrorBlock, GraphOptions, GraphStats, Options, ReadOptions
from .loading import PACKAGE, Library, check, find, load, loaded
from .options import block_of, fill_sample, fill_weighted, measure_names, plain_options, rows_of, sample_of, split_names, word
from .progress import lines

__all__ = [
    "ABI_VERSION", "Control", "ErrorBlock", "GraphOptions", "GraphStats", "Handle", "Library", "Memory", "Options", "Out",
    "PACKAGE", "ReadOptions", "block_of", "bytes_of", "cancel", "check", "fill_sample", "fill_weighted", "find", "from_json",
    "limited", "lines", "load", "loaded", "measure_names", "plain_options", "rows_of", "run", "sample_of", "split_names", "word",
]
