#!/bin/sh
# Refuses a commit message that is not `area: imperative` of at most 72 characters, an empty line, and a body that says why.
# Usage: scripts/commit_message.sh FILE       as git's hook commit-msg does; lines that begin with # are git's own
set -u
LC_ALL=C.UTF-8; export LC_ALL # characters, not bytes
text=$(grep -v '^#' "$1")
subject=$(printf '%s\n' "$text" | sed -n 1p)
wrong() { echo "commit message: $1: $subject" >&2; exit 1; }

case "$subject" in
  "Merge "* | "Revert "* | "fixup! "* | "squash! "*) exit 0 ;;
esac
printf '%s\n' "$subject" | grep -qE '^[a-zR][a-z0-9_/.-]*(, [a-zR][a-z0-9_/.-]*)*: [a-z]' ||
  wrong "the first line is 'area: what it does', such as 'read: refuse a quote that hides the first line'"
[ "$(printf '%s' "$subject" | wc -m)" -le 72 ] || wrong "the first line has more than 72 characters"
case "$subject" in
  *.) wrong "the first line ends without a full stop" ;;
esac
[ -z "$(printf '%s\n' "$text" | sed -n 2p)" ] || wrong "the second line is empty"
[ -n "$(printf '%s\n' "$text" | sed -n 3p)" ] || wrong "the third line on says why"
