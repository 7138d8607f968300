"""scripts/commit_message.sh, which is git's hook, takes and refuses messages."""

import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
WHY = "\n\nBecause.\n"


def checked(message, tmp_path):
    file = tmp_path / "message"
    file.write_text(message, encoding="utf-8")
    done = subprocess.run(["sh", ROOT / "scripts/commit_message.sh", file], capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.parametrize("message", [
    "read: refuse a quote that hides the first line" + WHY, "core/plan, python: say what a call takes" + WHY,
    "# git's own\nread: take references\n# more of it" + WHY, "Merge branch 'x'", f"a: {'x' * 69}{WHY}", f"a: x{'é' * 68}{WHY}"])
def test_messages_that_are_taken(message, tmp_path):
    assert checked(message, tmp_path) == (0, "")


@pytest.mark.parametrize("message, why", [
    ("Refuse a quote" + WHY, "the first line is 'area: what it does'"), ("read: Refuse a quote" + WHY, "'area: what it does'"),
    (f"a: {'x' * 70}{WHY}", "more than 72"), ("read: refuse a quote." + WHY, "full stop"), ("read: refuse a quote", "says why"),
    ("read: refuse a quote\nBecause.\n", "the second line is empty"), ("", "'area: what it does'")])
def test_messages_that_are_refused(message, why, tmp_path):
    code, error = checked(message, tmp_path)
    assert code == 1 and why in error, error
