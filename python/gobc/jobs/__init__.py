"""Computations in shards: jobs, which any processes compute together, and partials, which they hand on."""

from .job import Job, run_shard
from .partial import Partial, merge

__all__ = ["Job", "Partial", "merge", "run_shard"]
