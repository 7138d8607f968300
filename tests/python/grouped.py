"""Arguments that are given by their names alone, in the groups in which gobc's functions take them."""

import gobc

RUN = ("device", "threads", "progress")
SETTINGS = [name for name in gobc.Settings._fields if name not in RUN]
RULES = [name for name in gobc.Sample._fields if name not in ("k", "seed", "epsilon")]


def grouped(**options):
    """The options with those of gobc.Settings and gobc.Sample as settings= and sample=."""
    own = {name: value for name, value in options.items() if name not in (*SETTINGS, *RULES)}
    settings = {name: value for name, value in options.items() if name in SETTINGS}
    if settings:
        own["settings"] = gobc.Settings(**settings)
    if set(options) & set(RULES):
        own["sample"] = gobc.Sample(**{name: value for name, value in options.items() if name in gobc.Sample._fields})
        own = {name: value for name, value in own.items() if name not in gobc.Sample._fields}
    return own
