"""Writes packaging/gobc.1, the manual page of the command, from its own parser and docs/reference/commands.md.

It does not depend on the day, the terminal or the version of Python, so that a test can tell whether it is current.
Usage: scripts/man_page.py [--check]      --check: writes nothing, and fails if the page is another
"""

import argparse
import os
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "packaging" / "gobc.1"
sys.path.insert(0, str(ROOT / "python"))

from gobc._version import __version__  # noqa: E402
from gobc.cli.parser import make_parser  # noqa: E402


def roff(text):
    """Text as roff has it: no word of it is a request, no hyphen a dash."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^(?=['.])", "\\\\&", text)


def commands(parser):
    """The parsers of the commands by their names."""
    return next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def usage(name, parser):
    files = "".join(f" {action.metavar or action.dest.upper()}" for action in parser._actions if not action.option_strings)
    return f"gobc {name} [OPTION]...{files}"


def examples(text):
    return ".nf\n" + roff(re.search(r"```sh\n(.*?)\n```", text, re.DOTALL)[1]) + "\n.fi"


def exit_status(text):
    rows = re.findall(r"(?m)^\| (\d+) \| (.*) \|$", text)
    return "\n".join(f".TP\n{code}\n{roff(meaning.replace('`', ''))}" for code, meaning in rows)


def page():
    os.environ["COLUMNS"] = "10000"  # the generator breaks lines where the next one may begin with a dot
    from argparse_manpage.manpage import Manpage  # a package for tests alone

    parser = make_parser()
    for name, command in commands(parser).items():
        command.usage = usage(name, command)
    parser.usage = "gobc COMMAND [OPTION]..."
    manual = Manpage(parser, format="single-commands-section")
    manual.date = re.search(r"(?m)^## \S+ \((\d{4}-\d\d-\d\d|not yet released)\)", (ROOT / "CHANGELOG.md").read_text())[1]
    manual.source = f"gobc {__version__}"
    manual.manual = "User Commands"
    manual.description = "exact shortest-path centralities of networks"
    text = (ROOT / "docs" / "reference" / "commands.md").read_text()
    manual.add_section("EXIT STATUS", "=", exit_status(text))
    manual.add_section("EXAMPLES", "=", examples(text))
    return tidy(str(manual))


def tidy(text):
    """Without what the checks of man and mandoc find in the generator's pages."""
    text = text.replace(".SH\nPOSITIONAL ARGUMENTS", ".SH COMMANDS").replace("usage: gobc", "gobc")
    head, _, rest = text.partition("\n")
    text = head.replace("\\-", "-") + "\n" + rest
    text = re.sub(r"\n\n+(?=\.(TP|SH|SS|RS|RE))", "\n", text)  # macros leave room themselves
    text = re.sub(r"\n\n+", "\n.PP\n", text)
    before, mark, after = text.partition("\n.nf\n")
    return "".join(broken(line) + "\n" for line in before.splitlines()) + mark.lstrip("\n") + after


def broken(line):
    """A paragraph in lines of at most 78; requests and what stands beside a tag must stay one line."""
    if line.startswith((".", "\\f")):
        return line
    lines = textwrap.wrap(line, 78, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + part if part.startswith((".", "'")) else part for part in lines)


if __name__ == "__main__":
    new = page()
    if "--check" in sys.argv[1:]:
        if PAGE.read_text() != new:
            sys.exit("packaging/gobc.1 is not what the parser says: run `make man`")
    else:
        PAGE.write_text(new)
