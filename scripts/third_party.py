"""Write or check THIRD_PARTY.md: the Go modules compiled into libgobc.so and their licenses.

Usage: third_party.py GO [--check]     GO is the go command; --check fails if the file does not fit the modules.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "THIRD_PARTY.md"

HEAD = """# Third-party code

gobc is under the Apache License 2.0 (LICENSE). The shared library holds code of the Go modules below and of Go's own
runtime and standard library; nothing else is linked in but the system's C library, dynamically. gorgonia.org/cu and
what it brings are in builds with the CUDA part only. The Python package
has no dependency; what its extras name (pyarrow, SciPy, NetworkX, matplotlib, tqdm) is installed beside it, not with it.
This file is written by `make licenses` and checked by `make test`.

| module | version | license |
| --- | --- | --- |
"""

NOTES = """
## Notes
- **gorgonia.org/cu** (CUDA driver bindings for Go, v0.9.6): its LICENSE file is the Apache License 2.0, while its README
  speaks of "a MIT-like licence" and says that parts of `cgoflags.go`, `execution.go` and `memory.go` were taken from
  Arne Vansteenkiste's unlicensed CUDA package, and advises to assume a GPL-like license for them. gobc follows the
  LICENSE file; whoever distributes a build with the CUDA part should know. GOBC_CUDA=none builds without it.
- **NVIDIA**: the driver's header cuda.h (package nvidia-cuda-runtime-cu12) and the compiler NVRTC (nvidia-cuda-nvrtc-cu12)
  are used at build time, under NVIDIA's license, and are neither linked in nor shipped. The compiled kernels in the
  library are gobc's own code as that compiler translates it. The driver is loaded from the system at run time.
- **github.com/apache/arrow/go**: its LICENSE.txt lists further notices for parts of Arrow in other languages, which are
  not in this library.
- The file `gobc/data/bladder_coexpression.parquet` of the Python package is derived from Bioconductor's bladderbatch,
  Artistic License 2.0; see the README beside it.
"""

APACHE = "Apache-2.0"


def compiled_modules(go):
    """Modules with a package in the library, the CUDA part with it: {path: (version, folder)}, by path."""
    # One platform for all, so that the file does not depend on where it is checked.
    environment = dict(os.environ, GOOS="linux", GOARCH="amd64", CGO_ENABLED="1")
    # The tag and -e: the list is that of the whole library also where CUDA is left out and no kernels are compiled.
    output = subprocess.run(
        [go, "list", "-e", "-tags=gobc_cuda", "-deps", "-json=Module,Error", "./capi/...", "./kernels/cuda/..."],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    ).stdout
    modules, decoder, position = {}, json.JSONDecoder(), 0
    while position < len(output.rstrip()):
        entry, position = decoder.raw_decode(output, position)
        position += len(output[position:]) - len(output[position:].lstrip())
        error = entry.get("Error", {}).get("Err", "")
        if error and "images/kernels.zip" not in error:
            sys.exit(f"third_party: {error}")
        module = entry.get("Module")
        if module and not module.get("Main"):
            modules[module["Path"]] = (module["Version"], pathlib.Path(module["Dir"]))
    return dict(sorted(modules.items()))


def license_text(folder):
    for name in ("LICENSE", "LICENSE.txt", "LICENSE.md", "COPYING"):
        if (folder / name).is_file():
            return (folder / name).read_text().strip()
    sys.exit(f"third_party: {folder} has no license file")


def license_name(text):
    """Of the first license in the text; several in one file are named as such."""
    names = []
    if "Apache License" in text:
        names.append(APACHE)
    if "Permission is hereby granted, free of charge" in text:
        names.append("MIT")
    if "Redistribution and use in source and binary forms" in text:
        clauses = 3 if "Neither the name" in text else 2
        names.append(f"BSD-{clauses}-Clause")
    if not names:
        sys.exit("third_party: a license text is of no known kind")
    if text.startswith("Apache License"):
        return APACHE
    return " and ".join(names)


def render(go):
    modules = compiled_modules(go)
    # Go's own license is that of golang.org/x/sys, word for word; some distributions of Go leave the file out.
    texts = {"Go runtime and standard library": (None, license_text(modules["golang.org/x/sys"][1]))}
    for path, (version, folder) in modules.items():
        texts[path] = (version, license_text(folder))
    rows, bodies = [], []
    for path, (version, text) in texts.items():
        name = license_name(text)
        rows.append(f"| {path} | {version or 'of the build'} | {name} |\n")
        if name != APACHE:
            bodies.append(f"\n## {path}\n```text\n{text}\n```\n")
    return HEAD + "".join(rows) + NOTES + "".join(bodies)


def main(go, *flags):
    text = render(go)
    if "--check" not in flags:
        OUTPUT.write_text(text)
        print(f"wrote {OUTPUT.name}")
    elif OUTPUT.read_text() != text:
        sys.exit("third_party: THIRD_PARTY.md does not fit the modules of the library; run `make licenses`")
    else:
        print("THIRD_PARTY.md fits the modules of the library")


if __name__ == "__main__":
    main(*sys.argv[1:])
