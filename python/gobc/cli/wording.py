"""Errors in the words of the command line: options are named as the shell has them."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import sys
from typing import Any, NoReturn

from .._names import WORDS, hint
from .._options import Fields, Sample
from .._registry import EDGE_MEASURES, HELP, MEASURES
from ..errors import DECAY

_MEASURES = (*MEASURES, *EDGE_MEASURES)

_OPTIONS = "|".join(sorted({*HELP, *Fields.__annotations__, *Sample._fields, "weight", "directed", "format", "source", "target",
                            "header", "delimiter", "text_ids", "measures", "by"}, key=len, reverse=True))
_IN_SETTINGS = re.compile(rf"(?:settings=|sample=)?gobc\.(?:Settings|Sample)\(({_OPTIONS})=([^()]*)\)")
_WITH_VALUE = re.compile(rf"(?<![\w-])({_OPTIONS})=(True\b|(?=[\s,:;.?)]|$))?")
_BEFORE_QUOTE = re.compile(rf"(?<![\w-])({_OPTIONS})=$")
_ALONE = re.compile(rf"(?<![\w-])({'|'.join(name for name in _OPTIONS.split('|') if '_' in name)})(?![\w=])")
_SUBJECT = re.compile(rf"^({_OPTIONS})(?: \([a-z]+\))?(?= (?:is|must|has|and) )")
_OF_PYTHON = re.compile(r", (?:True for [\d.]+, or False|or None(?= for ))")


def option(name: str) -> str:
    """How the shell writes an option."""
    return "--" + name.replace("_", "-")


def in_words_of_shell(message: str) -> str:
    """A message with options as the shell has them: --top-k for top_k, --k for k=, --time-limit 1 for time_limit=1."""
    parts = re.split(r"(\"[^\"]*\"|'[^']*')", message)  # what is quoted are the caller's own words
    for at in range(0, len(parts), 2):
        text = _BEFORE_QUOTE.sub(lambda found: option(found[1]) + " ", parts[at]) if at + 1 < len(parts) else parts[at]
        text = text.replace(DECAY, option("distance_decay"))
        text = _IN_SETTINGS.sub(lambda found: option(found[1]) + f" {found[2]}" * (found[2] not in ("True", "...")), text)
        text = _WITH_VALUE.sub(lambda found: option(found[1]) + " " * (found[2] is None), text)
        text = _OF_PYTHON.sub(", or leave it out", text)
        text = _ALONE.sub(lambda found: option(found[1]), text)
        parts[at] = _SUBJECT.sub(lambda found: option(found[1]), text) if at == 0 else text
    return "".join(parts)


def say(message: str, kind: str, code: int, as_json: bool) -> int:
    """Says why a command has failed, with --json on standard output too, and returns its exit code."""
    print(f"gobc: {message}", file=sys.stderr)
    if as_json:
        show_json(message, kind, code)
    return code


def show_json(message: str, kind: str, code: int) -> None:
    print(json.dumps({"error": {"kind": kind, "message": message, "exit_code": code}}, indent=2))


class Parser(argparse.ArgumentParser):
    """argparse's, with the nearest name of an option that there is not, and errors as JSON."""

    words: list[str] = []  # of the command line

    def read(self, words: list[str]) -> argparse.Namespace:
        """The arguments of a command line."""
        Parser.words = words
        self.refuse_early_options(words)
        found, others = self.parse_known_args(words)
        if others:
            command = self.command(found.command)
            meant = command.nearest(others[0])
            if others[0] in (*MEASURES, *EDGE_MEASURES) and getattr(found, "measures", None):
                meant = f"; several measures stand between commas: --measures {','.join([found.measures, *others])}"
            command.error(f"unrecognized arguments: {' '.join(others)}{meant}")
        return found

    def refuse_early_options(self, words: list[str]) -> None:
        """An option before the command is one of its own."""
        own = {text for action in self._actions for text in action.option_strings}
        early = list(itertools.takewhile(lambda word: word.startswith("-") and len(word) > 1, words))
        if not early or own.intersection(early):
            return
        choices = next(action.choices for action in self._actions if isinstance(action, argparse._SubParsersAction))
        command = next((word for word in words if word in choices), None)
        if command is None:
            self.error(f"options come after a command: gobc COMMAND ... {early[0]}")
        self.error(f"options come after the command: gobc {command} ... {early[0]}")

    def command(self, name: str) -> Parser:
        """The parser of a command."""
        choices = next(action.choices for action in self._actions if isinstance(action, argparse._SubParsersAction))
        parser: Parser = choices[name]
        return parser

    def nearest(self, word: str) -> str:
        """What was meant by an option that there is not."""
        if not word.startswith("--"):
            return ""
        there_are = [text for action in self._actions for text in action.option_strings if text.startswith("--")]
        said = hint(word[2:].partition("=")[0].replace("-", "_"), {text[2:].replace("-", "_"): text for text in there_are})
        return f"; {said}" if said.startswith("did you mean") else ""

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """The options that a word may abbreviate: none where it is another word for others, as --distance is for --weight."""
        meant = WORDS.get(option_string.lstrip("-").partition("=")[0].replace("-", "_"))
        found: list[Any] = super()._get_option_tuples(option_string)
        return [each for each in found if meant is None or each[1].lstrip("-").replace("-", "_") in meant]

    def error(self, message: str) -> NoReturn:
        message += self._meant(message)
        if "--json" in Parser.words:
            show_json(message, "ArgumentError", 2)
        super().error(message)

    @staticmethod
    def _meant(message: str) -> str:
        """What was meant by a file or a measure where a command stands."""
        found = re.search(r"argument COMMAND: invalid choice: '([^']*)'", message)
        if found and os.path.exists(found[1]):
            return f"; a file follows a command: gobc compute {found[1]}"
        return f"; did you mean gobc compute FILE --measures {found[1]}?" if found and found[1] in _MEASURES else ""
