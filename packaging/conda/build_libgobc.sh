#!/bin/sh
# Builds the library of the conda package libgobc into $PREFIX: for every processor of the platform, and without GPUs, whose
# compiler would come from the Python package index.
set -eu
GOBC_CPU=all GOBC_CUDA=none sh scripts/build_library.sh "$PREFIX/lib/libgobc.so"
mkdir -p "$PREFIX/include"
cp include/gobc.h "$PREFIX/include"
