#!/bin/sh
# Builds the library of the conda package libgobc into $PREFIX: for every processor of the platform, and without GPUs, whose
# compiler would come from the Python package index.
set -eu
case "${target_platform:-linux-64}" in
  win-*) file=libgobc.dll ;;
  osx-*) file=libgobc.dylib ;;
  *) file=libgobc.so ;;
esac
GOBC_CPU=all GOBC_CUDA=none sh scripts/build_library.sh "$PREFIX/lib/$file"
mkdir -p "$PREFIX/include"
cp include/gobc.h "$PREFIX/include"
