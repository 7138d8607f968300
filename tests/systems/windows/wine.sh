#!/bin/sh
# Runs a program under Wine, and again where Wine's server has lost it, as happens to one of several hundred: it then ends with
# status 1 and without a word of its own. What fails in a test says so.
out=$(mktemp) && err=$(mktemp) || exit 2
trap 'rm -f "$out" "$err"' EXIT INT TERM
for _ in 1 2 3; do
  wine "$@" >"$out" 2>"$err"
  status=$?
  if [ $status != 1 ] || [ -s "$out" ] || grep -qv '^wine client error' "$err"; then break; fi
done
cat "$out"
cat "$err" >&2
exit "$status"
