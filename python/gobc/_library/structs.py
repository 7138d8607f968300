"""The structs and functions of gobc.h."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p

from .._tables import NUMBERS


class ErrorBlock(ctypes.Structure):
    _fields_ = [("code", c_int32), ("message", c_char * 1020)]


class Control(ctypes.Structure):
    _fields_ = [("struct_size", c_uint64), ("cancel", c_int32), ("phase", c_int32), ("done", c_int64),
                ("total", c_int64), ("predicted", c_int64)]


class GraphOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_uint64), ("directed", c_int32), ("threads", c_int32), ("source", c_char_p),
                ("target", c_char_p), ("weight", c_char_p), ("node", c_char_p), ("memory_limit", c_int64),
                ("nodes_are_all", c_int32)]


class GraphStats(ctypes.Structure):
    _fields_ = [("struct_size", c_uint64), ("vertices", c_int64), ("edges", c_int64), ("self_loops", c_int64),
                ("parallel_edges", c_int64), ("components", c_int64), ("largest_component", c_int64),
                ("bytes", c_int64), ("directed", c_int32), ("reserved", c_int32), ("source", c_char * 128),
                ("target", c_char * 128), ("weight", c_char * 128), ("smallest_weight", c_double),
                ("largest_weight", c_double), ("units", c_double), ("weighted", c_int32), ("reserved2", c_int32)]


class Options(ctypes.Structure):
    _fields_ = [("struct_size", c_uint64), ("threads", c_int32), ("normalized", c_int32), ("endpoints", c_int32),
                ("preset", c_char_p), ("parallel", c_char_p), ("direction", c_char_p), ("precision", c_char_p),
                ("device", c_char_p), ("tuning", c_char_p), ("sources", c_void_p), ("memory_limit", c_int64),
                ("targets", c_void_p), ("cutoff", c_double), ("tie_tolerance", c_double), ("weighted", c_int32),
                ("sampled", c_int32), ("epsilon", c_double), ("delta", c_double), ("top_k", c_int64),
                ("seed", c_uint64), ("of", c_void_p), ("adaptive", c_double), ("partial", c_int32),
                ("reductions", c_char_p),
                *((name, c_double) for name in NUMBERS)]


class ReadOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_uint64), ("format", c_char_p), ("delimiter", c_char_p), ("source", c_char_p),
                ("target", c_char_p), ("weight", c_char_p), ("header", c_int32), ("directed", c_int32),
                ("text_ids", c_int32), ("list", c_int32)]


SIGNATURES = {
    "gobc_control_init": (None, [POINTER(Control), c_uint64]),
    "gobc_graph_options_init": (None, [POINTER(GraphOptions), c_uint64]),
    "gobc_graph_new": (c_int32, [c_void_p, c_void_p, POINTER(GraphOptions), POINTER(Control), c_void_p,
                                 POINTER(ErrorBlock)]),
    "gobc_graph_info": (c_int32, [c_void_p, POINTER(GraphStats), POINTER(ErrorBlock)]),
    "gobc_graph_free": (None, [c_void_p]),
    "gobc_options_init": (None, [POINTER(Options), c_uint64]),
    "gobc_compute": (c_int32, [c_void_p, c_char_p, POINTER(Options), POINTER(Control), c_void_p, c_void_p,
                               POINTER(ErrorBlock)]),
    "gobc_compute_edges": (c_int32, [c_void_p, c_char_p, POINTER(Options), POINTER(Control), c_void_p, c_void_p,
                                     c_void_p, c_void_p, POINTER(ErrorBlock)]),
    "gobc_plan": (c_int32, [c_void_p, c_char_p, POINTER(Options), POINTER(c_void_p), POINTER(ErrorBlock)]),
    "gobc_calibrate": (c_int32, [c_char_p, POINTER(Control), c_void_p, POINTER(ErrorBlock)]),
    "gobc_text_free": (None, [c_void_p]),
    "gobc_abi_version": (c_int32, []),
    "gobc_ready": (c_int32, [POINTER(ErrorBlock)]),
    "gobc_version": (c_char_p, []),
    "gobc_measures": (c_char_p, []),
    "gobc_devices": (c_char_p, []),
    "gobc_generate": (c_int32, [c_char_p, c_uint64, c_void_p, c_void_p, POINTER(ErrorBlock)]),
    "gobc_graph_save": (c_int32, [c_void_p, c_char_p, c_void_p, c_void_p, POINTER(ErrorBlock)]),
    "gobc_graph_load": (c_int32, [c_char_p, c_char_p, c_int64, POINTER(GraphOptions), POINTER(Control), c_void_p,
                                  POINTER(ErrorBlock)]),
    "gobc_graph_columns": (c_int32, [c_void_p, c_char_p, c_void_p, c_void_p, c_void_p, POINTER(ErrorBlock)]),
    "gobc_graph_subgraph": (c_int32, [c_void_p, c_void_p, c_int32, POINTER(GraphOptions), POINTER(Control), c_void_p,
                                      POINTER(ErrorBlock)]),
    "gobc_job_new": (c_int32, [c_void_p, c_char_p, POINTER(Options), c_int64, POINTER(Control), c_void_p, POINTER(ErrorBlock)]),
    "gobc_job_info": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(ErrorBlock)]),
    "gobc_job_run": (c_int32, [c_void_p, c_int64, POINTER(Options), POINTER(Control), c_void_p, POINTER(ErrorBlock)]),
    "gobc_job_result": (c_int32, [c_void_p, c_void_p, c_int32, POINTER(Control), c_void_p, c_void_p, c_void_p, c_void_p,
                                  POINTER(ErrorBlock)]),
    "gobc_job_free": (None, [c_void_p]),
    "gobc_partial_info": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(ErrorBlock)]),
    "gobc_partial_merge": (c_int32, [c_void_p, c_void_p, POINTER(ErrorBlock)]),
    "gobc_partial_save": (c_int32, [c_void_p, c_char_p, c_void_p, c_void_p, POINTER(ErrorBlock)]),
    "gobc_partial_load": (c_int32, [c_char_p, c_char_p, c_int64, c_void_p, POINTER(ErrorBlock)]),
    "gobc_partial_free": (None, [c_void_p]),
    "gobc_read_options_init": (None, [POINTER(ReadOptions), c_uint64]),
    "gobc_read": (c_int32, [c_char_p, POINTER(ReadOptions), POINTER(Control), c_void_p, c_void_p, c_void_p, c_void_p,
                            POINTER(ErrorBlock)]),
}
