#!/bin/sh
# Installs the Python package of the conda package gobc, without a library: libgobc has it.
set -eu
GOBC_PURE=1 "$PYTHON" -m pip install --no-deps --no-build-isolation --no-index .
