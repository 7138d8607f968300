# gobc: every command a user or a developer needs. `make help` lists them.
# PYTHON names the Python to start from, GO a Go, CC a C compiler; all are found otherwise, and a missing Go or
# Python environment is put into build/ and .venv/ of this folder. GOBC_CPU and GOBC_CUDA say what a build is for: none, native
# (this machine, the default) or all (scripts/build_environment.sh).

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
LIBRARY := build/libgobc.so
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_TIME ?= 30s
BENCH_ARGS ?=
GPU_DATA ?=
UPDATE ?=
ONLY ?=
KILLS ?= 3
GRAPHS ?= 20000

# Of the library, and of the Python package around it.
SOURCES := $(shell find ./*.go capi core kernels include scripts -type f ! -name '*_test.go' \
	! -path '*__pycache__*' ! -path '*/cuda/images/*') go.mod go.sum python/gobc/_version.py
PACKAGE := $(shell find python -type f ! -name '*.so' ! -path '*__pycache__*' ! -path '*.egg-info*') setup.py pyproject.toml

# Tests take a library for this machine's processor with kernels for its GPUs; where there is none for one architecture,
# compiled without optimizing: the emulated driver has kernels of its own.
TEST_LIBRARY := build/test/libgobc.so
NO_GPU := sm_90,quick
TEST_CUDA = $(or $(GOBC_CUDA),$(shell python3 kernels/cuda/compile.py --found 2>/dev/null),$(NO_GPU))
# A release takes everything.
ALL_LIBRARY := build/all/libgobc.so
ALL := GOBC_CPU=all GOBC_CUDA=all

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1@\2/p' $(MAKEFILE_LIST) | awk -F@ '{ printf "  %-16s %s\n", $$1, $$2 }'
	@echo "  A build is for this machine. GOBC_CPU=all adds every instruction set, GOBC_CUDA=all every GPU, none leaves them out."

# ---- using it ----

.PHONY: demo
demo: $(VENV)/demo.stamp ## install gobc into .venv and analyze the bladder network; results in demo-output/
	$(VENV)/bin/gobc demo --output-dir demo-output

.PHONY: build
build: $(LIBRARY) ## build the shared library, build/libgobc.so

$(LIBRARY): $(SOURCES)
	@echo "building $@"
	@sh scripts/build_library.sh $@

$(TEST_LIBRARY): $(SOURCES)
	@echo "building $@ (GPU kernels: $(TEST_CUDA))"
	@GOBC_CUDA=$(TEST_CUDA) sh scripts/build_library.sh $@

$(ALL_LIBRARY): $(SOURCES)
	@echo "building $@, for every processor and GPU"
	@$(ALL) sh scripts/build_library.sh $@

.PHONY: install
install: $(LIBRARY) ## install the C library with gobc.h, gobc.pc and a CMake package: PREFIX=/usr/local, DESTDIR for packages
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" sh scripts/install_c.sh "$(LIBRARY)"

.PHONY: wheel
wheel: $(VENV)/venv.stamp $(ALL_LIBRARY) ## build dist/gobc-*.whl, for every processor and GPU
	GOBC_BUILT_LIBRARY="$(CURDIR)/$(ALL_LIBRARY)" SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-1577836800} $(VENV)/bin/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

.PHONY: sdist
sdist: ## build dist/gobc-*.tar.gz
	"$$(sh scripts/make_tools.sh)" -m build --sdist --no-isolation --outdir dist .

.PHONY: r-package
r-package: $(LIBRARY) ## build dist/gobc_*.tar.gz, the R package with the library's sources
	@GOBC_LIBRARY="$(CURDIR)/$(LIBRARY)" sh scripts/r_package.sh

.PHONY: r-install
r-install: $(LIBRARY) ## install the R package with its vignettes, into R's own library or that of R_LIBS
	@GOBC_LIBRARY="$(CURDIR)/$(LIBRARY)" sh scripts/r_package.sh --install

.PHONY: man
man: $(VENV)/test.stamp ## write packaging/gobc.1, the manual page, from the command's parser and docs/reference/commands.md
	@$(VENV)/bin/python scripts/man_page.py

.PHONY: r-docs
r-docs: ## write rpkg/NAMESPACE and rpkg/man anew, with roxygen2
	@Rscript -e 'roxygen2::roxygenise("rpkg", load_code = "source")'

.PHONY: r-check
r-check: $(LIBRARY) ## R CMD check --as-cran of the R package, with the library built here
	@GOBC_LIBRARY="$(CURDIR)/$(LIBRARY)" sh scripts/r_package.sh --check

.PHONY: release-check
release-check: $(ALL_LIBRARY) $(VENV)/venv.stamp ## what a release must be: wheel, sdist, metadata, workflows, packages of conda and R
	@$(ALL) sh scripts/release_check.sh

# ---- checking it ----

.PHONY: generate
generate: ## write the files that are generated from others: the CUDA kernels' arguments in Go, Python's functions
	@GOFLAGS=-mod=readonly "$$(sh scripts/find_go.sh)" run ./internal/arguments
	@GOFLAGS=-mod=readonly "$$(sh scripts/find_go.sh)" run ./internal/tables

.PHONY: check
check: ## the inner loop: format, lint and the quick tests of every language whose sources have changed
	@$(MAKE) --no-print-directory -j 2 build/check/go build/check/c build/check/staticcheck build/check/python build/check/r

# The library comes first: what it compiles is not compiled again.
build/check/go: $(LIBRARY) $(SOURCES) $(shell find ./*.go core internal kernels capi tests -name '*_test.go')
	@GOBC_CUDA=none sh scripts/test.sh format vet go_quick
	@mkdir -p $(@D) && touch $@

build/check/c: .clang-format $(shell find capi core include kernels rpkg tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cc' -o -name '*.cpp')
	@[ -e $(VENV)/test.stamp ] || $(MAKE) --no-print-directory $(VENV)/test.stamp
	@sh scripts/test.sh format_c
	@mkdir -p $(@D) && touch $@

# Of Go alone: C does not change what it finds.
build/check/staticcheck: $(shell find ./*.go capi core internal kernels tests -name '*.go') | $(LIBRARY)
	@GOBC_CUDA=none sh scripts/test.sh staticcheck
	@mkdir -p $(@D) && touch $@

# With the sources and the library as they are: what is installed in the environment may be older.
build/check/python: $(LIBRARY) $(PACKAGE) $(shell find tests scripts -name '*.py')
	@[ -e $(VENV)/test.stamp ] || $(MAKE) --no-print-directory $(VENV)/test.stamp
	@sh scripts/test.sh lint python_quick
	@mkdir -p $(@D) && touch $@

build/check/r: $(LIBRARY) $(shell find rpkg -type f)
	@sh scripts/test.sh r_quick r_lint
	@mkdir -p $(@D) && touch $@

# What several suites read, which would otherwise compute it at the same time.
.PHONY: vectors
vectors: ## compute the conformance vectors into tests/vectors, unless they are there
	@sh scripts/make_vectors.sh

.PHONY: test
test: $(VENV)/test.stamp vectors ## every suite (installs what the tests need into .venv); the summary comes last
	@GOBC_CUDA=$(TEST_CUDA) GOBC_TEST_LIBRARY=$(TEST_LIBRARY) sh scripts/test.sh format format_c lint vet go measured race_short \
		licenses cuda kernels abi python networkx notebooks docs process planted gpu_scores gpu r_packages r planted_r languages

.PHONY: test-all
test-all: $(VENV)/all.stamp vectors ## before a release: all of every suite, every processor and GPU, sanitizers, reproducibility (an hour)
	@$(ALL) GOBC_TEST_LIBRARY=$(ALL_LIBRARY) GOBC_TEST_ALL=1 sh scripts/test.sh format format_c lint vet staticcheck go measured race without_cgo licenses cuda \
		reproducible kernels abi asan snapshots python networkx notebooks docs process planted gpu_scores gpu r_packages r planted_r languages r_lint \
		amd64 arm64 windows macos musl
	@$(MAKE) --no-print-directory test-site

# Parts of make test, by themselves.
test-cuda test-gpu test-abi test-delays test-planted test-r reproducible: export GOBC_CUDA := $(TEST_CUDA)
test-cuda test-gpu test-abi test-delays test-python test-r reproducible stress: export GOBC_TEST_LIBRARY := $(TEST_LIBRARY)

.PHONY: test-go
test-go: ## Go tests, with the C kernels
	@sh scripts/test.sh go measured

.PHONY: test-without-cgo
test-without-cgo: ## Go tests without cgo: the readable reference kernels
	@sh scripts/test.sh without_cgo

.PHONY: test-reductions
test-reductions: ## exact reductions on GRAPHS=n hard random graphs and on graphs of millions of vertices (minutes)
	@GOBC_TEST_GRAPHS=$(GRAPHS) sh scripts/test.sh reductions

.PHONY: test-race
test-race: ## Go tests under the race detector
	@sh scripts/test.sh race

.PHONY: test-valgrind
test-valgrind: ## the C example under valgrind with packaging/gobc.supp, and a leak that it must still report
	@sh tests/abi/valgrind.sh

.PHONY: test-delays
test-delays: $(VENV)/test.stamp ## seconds from a cancel or an interrupt to the end of a call: on a machine that does nothing else
	@sh scripts/test.sh delays

.PHONY: test-planted
test-planted: $(VENV)/test.stamp ## planted panics, faults and failing allocations, seen from Python
	@sh scripts/test.sh planted

.PHONY: test-kernels
test-kernels: ## C tests of the kernels
	@sh scripts/test.sh kernels

.PHONY: test-cuda
test-cuda: $(TEST_LIBRARY) $(VENV)/venv.stamp ## CUDA kernels for every architecture, the library without a driver
	@sh scripts/test.sh cuda

.PHONY: test-gpu
test-gpu: $(VENV)/test.stamp ## Python tests on this machine's GPUs, or on emulated ones where there is none
	@sh scripts/test.sh gpu_scores gpu

.PHONY: test-abi
test-abi: $(TEST_LIBRARY) ## C tests of the library's interface
	@sh scripts/test.sh abi

.PHONY: test-windows
test-windows: $(VENV)/test.stamp ## cross-build for Windows and run its tests under Wine (as root it installs both)
	@sh scripts/test_system.sh windows

.PHONY: test-arm64
test-arm64: $(VENV)/test.stamp ## cross-build for arm64 and run its tests under QEMU (as root it installs both)
	@sh scripts/test_system.sh arm64

.PHONY: test-amd64
test-amd64: vectors ## the conformance vectors on older x86-64 processors under QEMU (as root it installs it)
	@sh scripts/test_system.sh amd64

.PHONY: test-macos
test-macos: ## compile and link the library for macOS, on arm64 and x86-64, with zig, which it fetches; nothing runs
	@sh scripts/test_system.sh macos

.PHONY: test-musl
test-musl: ## Go tests as static programs with musl (as root it installs Debian's compiler for it)
	@sh scripts/test_system.sh musl

.PHONY: snapshots
snapshots: $(VENV)/test.stamp ## several thousand answers against their hashes: a change that moves code leaves them as they are
	@GOBC_CUDA=$(TEST_CUDA) sh scripts/test.sh snapshots

.PHONY: test-asan
test-asan: ## kernels and interface under AddressSanitizer
	@sh scripts/test.sh asan

.PHONY: test-python
test-python: $(VENV)/test.stamp ## Python tests of the installed package
	@sh scripts/test.sh python process

.PHONY: test-cluster
test-cluster: $(LIBRARY) ## jobs on Dask, Ray, joblib and MPI; KILLS=n kills every engine n times each way (minutes)
	@GOBC_CLUSTER_KILLS=$(KILLS) sh scripts/test.sh cluster

.PHONY: test-networkx
test-networkx: $(VENV)/test.stamp ## NetworkX's own tests, all of them, with gobc as its backend (three minutes)
	@sh scripts/test_networkx.sh

.PHONY: notebooks
notebooks: $(VENV)/notebooks.stamp ## run the notebooks of docs/tutorials and check what comes out; UPDATE=1 writes it into them
	@$(VENV)/bin/python scripts/run_notebooks.py $(if $(filter-out 0,$(UPDATE)),--update,--check)

.PHONY: test-r
test-r: $(TEST_LIBRARY) ## R package: installed into build/rlib and tested (installs R from Debian if it is missing, as root)
	@sh scripts/test.sh r_packages r

.PHONY: coverage
coverage: $(LIBRARY) $(VENV)/test.stamp ## how much of the Python package and of each Go package its tests run, as tables (minutes)
	@sh scripts/coverage.sh

.PHONY: lint
lint: $(VENV)/test.stamp ## gofmt, clang-format, go vet, staticcheck, ruff, import-linter, mypy, shellcheck and codespell
	@sh scripts/test.sh format format_c vet staticcheck lint

.PHONY: reproducible
reproducible: $(TEST_LIBRARY) ## two builds in different folders must be byte-identical
	@sh scripts/test.sh reproducible

.PHONY: mutants
mutants: $(VENV)/test.stamp ## plant the faults of tests/mutants one by one, and see that tests catch them (ONLY="name ..."; JOBS=n at once; 80 minutes on two cores)
	@JOBS=$(JOBS) $(VENV)/bin/python scripts/mutants.py $(ONLY)

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZ_TIME (30s): those of Go, and libFuzzer over the C interface where clang is
	@FUZZ_TIME=$(FUZZ_TIME) sh scripts/fuzz.sh

.PHONY: stress
stress: $(VENV)/test.stamp ## repeat the tests of threads, cancelling and fork ten times
	@sh scripts/test.sh stress

.PHONY: random-graphs
random-graphs: $(VENV)/test.stamp ## compare 20,000 random graphs with networkx, igraph and the definition, 4,000 larger ones with igraph (20 minutes)
	GOBC_RANDOM_GRAPHS=$${GOBC_RANDOM_GRAPHS:-20000} $(VENV)/bin/python -m pytest -q -k test_random_graphs \
		tests/peers/test_random_graphs.py tests/python/test_igraph_module.py tests/python/test_definition.py

.PHONY: malformed
malformed: $(LIBRARY) ## read ten million malformed streams and files in processes side by side (an hour and a half of a processor)
	sh tests/abi/malformed.sh $(LIBRARY)

.PHONY: random-graphs-r
random-graphs-r: $(LIBRARY) ## compare 5,000 random graphs with R's igraph (some minutes)
	GOBC_RANDOM_GRAPHS=$${GOBC_RANDOM_GRAPHS:-5000} sh scripts/test_r.sh $(LIBRARY) parity

.PHONY: random-stress
random-stress: $(VENV)/test.stamp ## compare stress on 5,000 random graphs with R's sna, if that is installed
	$(VENV)/bin/python tests/peers/stress_sna.py --graphs 5000

.PHONY: benchmark
benchmark: $(VENV)/test.stamp ## measure speed against other libraries (BENCH_ARGS goes to the runner)
	$(VENV)/bin/python benchmarks/run.py $(BENCH_ARGS)

.PHONY: benchmark-wide
benchmark-wide: $(VENV)/test.stamp ## measure edges, weights, samples and bounds (BENCH_ARGS: see benchmarks/wide.py)
	$(VENV)/bin/python benchmarks/wide.py $(BENCH_ARGS)

.PHONY: benchmark-gpu
benchmark-gpu: $(VENV)/test.stamp ## measure betweenness on this machine's GPUs (BENCH_ARGS goes to the runner)
	$(VENV)/bin/python benchmarks/gpu.py $(BENCH_ARGS)

.PHONY: benchmark-papers
benchmark-papers: $(VENV)/test.stamp ## make the papers' tables again, into build/bench-papers (BENCH_ARGS: see gobc papers --help)
	$(VENV)/bin/gobc papers --output-dir build/bench-papers $(BENCH_ARGS)

# ---- the rest ----

.PHONY: gpu-bundle
gpu-bundle: $(ALL_LIBRARY) ## pack dist/gobc-gpu.tar: library, tests and bench for a machine with a GPU and without Go (GPU_DATA: edge lists)
	@sh scripts/gpu_bundle.sh $(ALL_LIBRARY) dist/gobc-gpu.tar $(GPU_DATA)

.PHONY: docs
docs: $(LIBRARY) $(VENV)/docs.stamp ## build the documentation site, build/site/index.html; a warning or a broken link is an error
	@sh scripts/build_docs.sh $(LIBRARY)

.PHONY: test-site
test-site: docs ## look at the site in Chromium: errors, widths, contrast, tabs, search (installs it from Debian, as root)
	@sh scripts/test.sh site

.PHONY: dataset
dataset: ## rebuild the bladder network from Debian's r-bioc-bladderbatch, byte for byte
	sh scripts/build_bladder.sh

.PHONY: licenses
licenses: ## rewrite THIRD_PARTY.md from the modules that are compiled in
	python3 scripts/third_party.py "$$(sh scripts/find_go.sh)"

.PHONY: pins
pins: ## resolve the Python packages anew, with their hashes, into scripts/requirements.txt (UPDATE=1: the newest versions)
	@"$$(sh scripts/make_tools.sh)" scripts/pins.py $(if $(filter-out 0,$(UPDATE)),--upgrade)

.PHONY: audit
audit: ## known vulnerabilities of the Go modules and Python packages: exit status 2 if the databases cannot be reached
	@sh scripts/audit.sh

.PHONY: clean
clean: ## remove builds, environments and results
	sh rpkg/cleanup
	rm -rf build dist kernels/cuda/images tests/vectors/cases tests/vectors/wide demo-output papers-output $(VENV) python/gobc.egg-info python/gobc/libgobc.so .pytest_cache .hypothesis
	find python tests -name __pycache__ -prune -exec rm -rf {} +

# pip rebuilds and reinstalls a local folder every time; the stamps keep a second run quick. The library comes first
# because pip hides what a compiler says.
# Only what is used is compiled to bytecode, when it is used first: a third of an installation's time.
# Packages are installed by the hashes of their files (make pins), and then this folder without looking for others.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile
PACKAGES = $(INSTALL) --only-binary :all: --require-hashes --requirement
GOBC = GOBC_BUILT_LIBRARY="$(CURDIR)/$(filter %/libgobc.so,$^)" $(INSTALL) --no-deps --no-build-isolation .

$(VENV)/venv.stamp: scripts/make_venv.sh scripts/requirements.txt
	@sh scripts/make_venv.sh $(VENV)
	@$(PACKAGES) "$$(sh scripts/pinned.sh build)"
	@touch $@

$(VENV)/demo.stamp: $(LIBRARY) $(PACKAGE) scripts/requirements.txt | $(VENV)/venv.stamp
	@echo "installing gobc[demo] into $(VENV)"
	@$(PACKAGES) "$$(sh scripts/pinned.sh demo)"
	@$(GOBC)
	@touch $@

$(VENV)/test.stamp: $(TEST_LIBRARY) $(PACKAGE) scripts/requirements.txt | $(VENV)/venv.stamp
	@echo "installing gobc[test] into $(VENV)"
	@$(PACKAGES) "$$(sh scripts/pinned.sh test)"
	@$(GOBC)
	@touch $@ $(VENV)/demo.stamp $(VENV)/notebooks.stamp
	@rm -f $(VENV)/all.stamp

$(VENV)/all.stamp: $(ALL_LIBRARY) $(PACKAGE) scripts/requirements.txt | $(VENV)/venv.stamp
	@echo "installing gobc[test] into $(VENV), for every processor and GPU"
	@$(PACKAGES) "$$(sh scripts/pinned.sh test)"
	@$(GOBC)
	@touch $@ $(VENV)/demo.stamp $(VENV)/notebooks.stamp
	@rm -f $(VENV)/test.stamp

$(VENV)/docs.stamp: $(LIBRARY) $(PACKAGE) scripts/requirements.txt | $(VENV)/venv.stamp
	@echo "installing gobc[docs] into $(VENV)"
	@$(PACKAGES) "$$(sh scripts/pinned.sh docs)"
	@$(GOBC)
	@touch $@ $(VENV)/demo.stamp

$(VENV)/notebooks.stamp: $(LIBRARY) $(PACKAGE) scripts/requirements.txt | $(VENV)/venv.stamp
	@echo "installing gobc[notebooks] into $(VENV)"
	@$(PACKAGES) "$$(sh scripts/pinned.sh notebooks)"
	@$(GOBC)
	@touch $@ $(VENV)/demo.stamp
