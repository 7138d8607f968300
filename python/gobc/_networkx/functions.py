"""The functions that gobc computes for NetworkX, by name, and their arguments."""

from __future__ import annotations

import inspect

from . import betweenness, closeness, distances, eccentricity, groups, info, percolation

FUNCTIONS = {name: getattr(family, name) for family in (betweenness, closeness, distances, eccentricity, groups, percolation)
             for name in info.FUNCTIONS if name in vars(family)}

# Those that NetworkX's functions take by position: gobc's own arguments stand behind a star.
PARAMETERS = {name: tuple(parameter.name for parameter in inspect.signature(function).parameters.values()
                          if parameter.kind is not parameter.KEYWORD_ONLY)
              for name, function in FUNCTIONS.items()}
