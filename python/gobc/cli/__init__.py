"""The command line: gobc compute, report, plan, info, devices, generate, demo, papers, doctor, completion.

Exit codes: 0; 1 where something failed (a file, memory, a device); 2 where what was asked for makes no sense; 3 where a
computation was stopped and its partial result given; 130 for Ctrl-C.
"""

from __future__ import annotations

import os
import sys

from ..errors import ArgumentError, Error
from .commands import FAILED
from .parser import make_parser

MISUSE, INTERRUPTED = 2, 130


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    arguments = make_parser().parse_args(argv)
    arguments.words = sys.argv[1:] if argv is None else argv
    try:
        code: int = arguments.run(arguments)
        return code
    except KeyboardInterrupt:
        print("gobc: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone: not worth a message, but nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (Error, ImportError, OSError, MemoryError, ValueError) as error:
        print(f"gobc: {error}", file=sys.stderr)
        return MISUSE if isinstance(error, ArgumentError) else FAILED
