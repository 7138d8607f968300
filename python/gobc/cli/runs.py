"""The commands of a computation in a folder, which any number of processes work on: plan --output, run, status, merge."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from .._inputs.demand import parts_of_demand
from .._library import measure_names
from .._options import Sample
from ..errors import ArgumentError
from ..jobs import Job
from ..jobs.folder import Folder, numbers_of
from . import commands
from .wording import say

MISSING = 3


def plan(arguments: Namespace) -> int:
    """Says how a computation would be done, or makes the folder of a job."""
    if arguments.output is None:
        if arguments.shards is not None:
            raise ArgumentError("--shards needs a folder: name it with --output")
        return commands.plan(arguments)
    for name in ("device", "threads", "memory_limit"):
        if getattr(arguments, name) is not None:
            flag = "--" + name.replace("_", "-")
            raise ArgumentError(f"{flag} is for gobc run, which computes the shards: leave it out of gobc plan --output")
    shards = arguments.shards or "auto"
    rule = Sample(arguments.k, arguments.seed, arguments.epsilon, arguments.delta)
    with commands.graph_of(arguments) as graph:
        options = commands.options_of(arguments, graph)
        for name in ("sources", "targets", "of"):  # tables of one column, and perhaps of weights
            if options[name] is not None:
                rows = list(options[name])
                options[name] = dict(rows) if rows and len(rows[0]) == 2 else [node for node, in rows]
        table, decay = parts_of_demand(options["demand"])
        if table is not None:
            options["demand"] = commands.demand_of(table.to_dict(), decay)  # finds the columns by their names
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
    job = Job.load(arguments.folder)

    def computed(*shard: int) -> int | None:
        found = job._run_into(folder, *shard, device=arguments.device, threads=arguments.threads,
                              memory_limit=arguments.memory_limit, progress=commands._progress(arguments))
        if found is not None:
            print(f"gobc: shard {found} of {job.n_shards} is finished", file=sys.stderr)
        return found

    if arguments.shard is not None:
        missing = set(folder.missing())
        for shard in numbers_of(arguments.shard, job.n_shards):
            if shard in missing:
                computed(shard)
        return 0
    while computed() is not None:
        pass
    return 0


def status(arguments: Namespace) -> int:
    facts, missing = Folder(arguments.folder).state()
    finished, damaged = facts["shards"] - len(missing), facts["damaged"]
    if arguments.missing:
        print(facts["missing"])
    elif arguments.json:
        kept = {name: facts[name] for name in ("measures", "fingerprint", "shards")}
        print(json.dumps({"folder": arguments.folder, **kept, "finished": finished, "missing": facts["missing"],
                          "damaged": damaged}, indent=2))
    else:
        print(f"{facts['measures']}, job {facts['fingerprint'][:16]}: {finished} of {facts['shards']} shards finished"
              + (f"; missing: {facts['missing']}" if missing else "")
              + (f"; with damaged files: {damaged}" if damaged else ""))
    return MISSING if missing else 0


def merge(arguments: Namespace) -> int:
    """The result of a folder. Where shards are missing nothing is written, unless --incomplete is given."""
    folder = Folder(arguments.folder)
    facts, missing = folder.state()
    if missing and not arguments.incomplete:
        count = "1 shard is" if len(missing) == 1 else f"{len(missing):,} shards are"
        damaged = f" ({facts['damaged']}: the file is damaged)" if facts["damaged"] else ""
        others = "" if len(missing) == facts["shards"] else ", or give --incomplete for the values of the others"
        return say(f"{count} missing in {arguments.folder}: {facts['missing']}{damaged}; gobc run {arguments.folder} computes "
                   f"what is missing{others}", "ArgumentError", MISSING, arguments.json)
    job = Job.load(arguments.folder)
    arguments.measures = ",".join(job.measures)
    outputs = commands.outputs_of(arguments)
    commands.give(arguments, job.graph, folder.merged(job).result(job=job, incomplete=bool(missing)), outputs)
    return MISSING if missing else 0
