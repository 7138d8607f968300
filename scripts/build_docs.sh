#!/bin/sh
# Builds the documentation site: pages and Python's reference by Sphinx, C's from the header by Doxygen, Go's from its doc
# comments, R's from its help pages and vignettes, which are run. Doxygen and R come from Debian if they are missing, as root.
# Nothing is fetched while pages are made; a warning is an error.
# Usage: scripts/build_docs.sh LIBRARY [FOLDER]      FOLDER: build/site
set -eu
cd "$(dirname "$0")/.."
library=$1
site=${2:-build/site}
python=${PYTHON:-.venv/bin/python}

mkdir -p build/doxygen
sh scripts/need.sh doxygen doxygen
# The header has plain C comments: before a declaration, or after one on its line; a name and two blanks begin what is said of
# an argument, or of a convention.
cat >build/doxygen/filter.sed <<'EOF'
1s:.*:/** \\file:
/^ *\/\* \(generated: .*\|end of .*\) \*\/$/d
/^ \* End of the keys\.$/d
s: (generated)::
s:`\([^`]*\)`:\\c \1:g
s:^\( *\)/\*\( [^-].*\)*$:\1/**\2:
s:\([;,}] *\)/\* \([^-]\):\1/**< \2:
s:^ \*   \([A-Za-z_]\+\)  \+\(.*\): * \\par \1\n * \2:
EOF
doxygen - <<'EOF'
PROJECT_NAME = gobc
INPUT = include/gobc.h
INPUT_FILTER = "sed -f build/doxygen/filter.sed"
PREDEFINED = ARROW_C_DATA_INTERFACE ARROW_C_STREAM_INTERFACE
OUTPUT_DIRECTORY = build/doxygen
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
OPTIMIZE_OUTPUT_FOR_C = YES
EXTRACT_ALL = YES
WARN_IF_DOC_ERROR = NO
WARN_NO_PARAMDOC = NO
WARN_IF_INCOMPLETE_DOC = NO
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
JAVADOC_AUTOBRIEF = NO
MARKDOWN_SUPPORT = NO
QUIET = YES
EOF

GOTOOLCHAIN=local GOFLAGS=-mod=readonly "$(sh scripts/find_go.sh)" run ./internal/godoc >docs/reference/go_api.md

rm -rf docs/reference/r_pages
sh scripts/test_r.sh "$library" --install
R_LIBS=$PWD/build/rlib Rscript scripts/r_pages.R docs/reference/r_pages

rm -rf "$site" build/doctrees docs/reference/python
"$python" -m sphinx --builder html --fail-on-warning --keep-going --jobs auto --quiet --doctree-dir build/doctrees docs "$site"

GOBC_SITE=$(cd "$site" && pwd) "$python" -m pytest -q tests/site/test_site.py
echo "the site is $site/index.html"
