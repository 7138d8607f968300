#!/bin/sh
# Sees that a command is there, and installs Debian's packages for it as root if it is not.
# Usage: scripts/need.sh COMMAND PACKAGE...
set -eu
command=$1
shift
! command -v "$command" >/dev/null || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing $* with apt-get"
  get() { DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"; }
  { get "$@" || { apt-get update && get "$@"; }; } >/dev/null 2>&1 || :
fi
command -v "$command" >/dev/null || { echo "$command is missing. As root run: apt-get install $*" >&2; exit 1; }
