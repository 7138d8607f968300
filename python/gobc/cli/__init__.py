"""The command line: gobc compute, many, report, plan, info, devices, generate, demo, papers, doctor, calibrate, completion.

Exit codes: 0; 1 where something failed (a file, memory, a device); 2 where what was asked for makes no sense; 3 where a
computation was stopped and its partial result given, or networks were left out; 130 for Ctrl-C. With --json an error is
JSON on standard output too.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from ..errors import ArgumentError, Error, GobcWarning
from .commands import FAILED
from .parser import make_parser
from .wording import in_words_of_shell, say

MISUSE, INTERRUPTED = 2, 130


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    words = sys.argv[1:] if argv is None else argv
    arguments = make_parser().read(words)
    arguments.words = words
    try:
        with _warnings_as_lines():
            code: int = arguments.run(arguments)
            sys.stdout.flush()
            return code
    except KeyboardInterrupt:
        return say("interrupted", "KeyboardInterrupt", INTERRUPTED, getattr(arguments, "json", False))
    except BrokenPipeError:
        # The reader of our output has gone: not worth a message, but nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0  # as where all was written before it went
    except (Error, ImportError, OSError, MemoryError, ValueError) as error:
        code = MISUSE if isinstance(error, ArgumentError) else FAILED
        text = in_words_of_shell(str(error)) if isinstance(error, Error) else str(error)
        return say(text, type(error).__name__, code, getattr(arguments, "json", False))


@contextlib.contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Shows gobc's warnings as lines in words of the shell, without a place in a program."""
    others = warnings.formatwarning

    def line(message: Warning | str, category: type[Warning], *where: Any, **how: Any) -> str:
        if not issubclass(category, GobcWarning):
            return others(message, category, *where, **how)
        return f"gobc: warning: {in_words_of_shell(str(message))}\n"

    warnings.formatwarning = line
    try:
        yield
    finally:
        warnings.formatwarning = others
