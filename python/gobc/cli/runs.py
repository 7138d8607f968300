"""The commands of a computation in a folder, which any number of processes work on: plan --output, run, status, merge."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from .._folder import Folder, numbers, ranges
from .._library import measure_names
from .._options import Sample
from ..errors import ArgumentError
from ..jobs import Job
from . import commands

MISSING = 3


def plan(arguments: Namespace) -> int:
    """Says how a computation would be done, or makes the folder of a job."""
    if arguments.output is None:
        if arguments.shards is not None:
            raise ArgumentError("--shards is for a folder: name it with --output")
        return commands.plan(arguments)
    for name in ("device", "threads", "memory_limit"):
        if getattr(arguments, name) is not None:
            flag = "--" + name.replace("_", "-")
            raise ArgumentError(f"{flag} is for gobc run, which computes the shards: leave it out of gobc plan --output")
    options = commands.options_of(arguments)
    for name in ("sources", "targets", "of"):  # tables of one column, and perhaps of weights
        if options[name] is not None:
            rows = list(options[name])
            options[name] = dict(rows) if rows and len(rows[0]) == 2 else [node for node, in rows]
    shards = arguments.shards or "auto"
    rule = Sample(arguments.k, arguments.seed, arguments.epsilon, arguments.delta)
    with commands.graph_of(arguments) as graph:
        job = Job(graph, measure_names(arguments.measures), commands.settings_of(arguments),
                  {**options, "sample": rule}, shards if shards == "auto" else _number(shards))
        job.save(arguments.output)
    if arguments.json:
        print(json.dumps({"folder": arguments.output, "fingerprint": job.fingerprint, "shards": job.n_shards,
                          "sources": sum(job.sources)}, indent=2))
    else:
        print(f"{arguments.output}: {arguments.measures} in {job.n_shards} shards, job {job.fingerprint[:16]}\n"
              f"next: gobc run {arguments.output}, in as many processes as you like; "
              f"then gobc merge {arguments.output} --output FILE")
    return 0


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentError(f"--shards {text}: give a whole number above 0, or auto")
    return int(text)


def run(arguments: Namespace) -> int:
    """Computes shards that are missing: those that are named, or one after the other until there are none."""
    folder = Folder(arguments.folder)
    job = folder.job()
    if arguments.shard is not None:
        finished = set(folder.finished())
        todo = [shard for shard in numbers(arguments.shard, job.n_shards) if shard not in finished]
    for shard in folder.take_shards() if arguments.shard is None else todo:
        folder.add(shard, job.run(shard, device=arguments.device, threads=arguments.threads,
                                  memory_limit=arguments.memory_limit, progress=commands._progress(arguments)))
        print(f"gobc: shard {shard} of {job.n_shards} is finished", file=sys.stderr)
    return 0


def status(arguments: Namespace) -> int:
    folder = Folder(arguments.folder)
    told = folder.facts()
    missing = folder.missing()
    if arguments.missing:
        print(ranges(missing))
    elif arguments.json:
        kept = {name: told[name] for name in ("measures", "fingerprint", "shards")}
        print(json.dumps({"folder": arguments.folder, **kept, "finished": told["shards"] - len(missing),
                          "missing": ranges(missing)}, indent=2))
    else:
        print(f"{told['measures']}, job {told['fingerprint'][:16]}: {told['shards'] - len(missing)} of {told['shards']} shards "
              + (f"finished; missing: {ranges(missing)}" if missing else "finished"))
    return MISSING if missing else 0


def merge(arguments: Namespace) -> int:
    """The result of a folder. Where shards are missing nothing is written, unless --incomplete is given."""
    folder = Folder(arguments.folder)
    missing = folder.missing()
    if missing and not arguments.incomplete:
        print(f"gobc: {len(missing)} shards are missing in {arguments.folder}: {ranges(missing)}; run them, or give "
              "--incomplete for the values of the others", file=sys.stderr)
        return MISSING
    job = folder.job()
    arguments.measures = ",".join(job.measures)
    outputs = commands.outputs_of(arguments)
    commands.give(arguments, job.graph, folder.merged(job).result(job=job, incomplete=bool(missing)), outputs)
    return MISSING if missing else 0
