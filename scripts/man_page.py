"""Writes packaging/gobc.1, the manual page of the command, from its own parser and docs/reference/commands.md.

It does not depend on the day, the terminal or the version of Python, so that a test can tell whether it is current.
Usage: scripts/man_page.py [--check]      --check: writes nothing, and fails if the page is another
"""

import argparse
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
    return "\n".join(f".TP\n{code}\n{filled(meaning.replace('`', ''))}" for code, meaning in rows)


def options(parser):
    """An item for every option and argument: what is written, then what it does."""
    items = []
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        value = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper())
        names = ", ".join(f"\\fB{roff(name)}\\fR" for name in action.option_strings) or f"\\fI{roff(value)}\\fR"
        if action.option_strings and action.nargs != 0:
            names += f" \\fI{roff(value)}\\fR"
        items.append(f".TP\n{names}\n{filled(action.help % {**vars(action), 'prog': 'gobc'})}")
    return "\n".join(items)


def filled(text):
    """A paragraph in lines of at most 78."""
    return "\n".join(textwrap.wrap(roff(text), 78, break_long_words=False, break_on_hyphens=False))


def page():
    parser = make_parser()
    date = re.search(r"(?m)^## \S+ \((\d{4}-\d\d-\d\d|not yet released)\)", (ROOT / "CHANGELOG.md").read_text())[1]
    text = (ROOT / "docs" / "reference" / "commands.md").read_text()
    parts = [f'.TH GOBC 1 "{date}" "gobc {__version__}" "User Commands"',
             ".SH NAME\ngobc \\- exact shortest\\-path centralities of networks",
             ".SH SYNOPSIS\n.B gobc\n.I COMMAND\n[\\fIOPTION\\fR]...",
             f".SH DESCRIPTION\n{filled(parser.description)}", ".SH OPTIONS", options(parser), ".SH COMMANDS"]
    titles = {choice.dest: choice.help for action in parser._actions if isinstance(action, argparse._SubParsersAction)
              for choice in action._choices_actions}
    for name, command in commands(parser).items():
        title = titles[name][:1].upper() + titles[name][1:] + "."
        parts += [f".SS {roff(usage(name, command))}", filled(title), options(command)]
    parts += [".SH EXIT STATUS", exit_status(text), ".SH EXAMPLES", examples(text)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    new = page()
    if "--check" in sys.argv[1:]:
        if PAGE.read_text() != new:
            sys.exit("packaging/gobc.1 is not what the parser says: run `make man`")
    else:
        PAGE.write_text(new)
