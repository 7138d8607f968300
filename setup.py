"""Packs libgobc.so (macOS: libgobc.dylib, Windows: libgobc.dll), built by scripts/build_library.sh, into a wheel
py3-none-<platform>.

The library is loaded by ctypes and knows nothing of CPython, so one wheel serves every Python 3. GOBC_PURE=1 leaves the library
out, for a py3-none-any wheel beside a library that is a package of its own (packaging/conda).
"""

import importlib.util
import os
import pathlib
import runpy
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
CROSS = os.environ.get("GOOS") == "windows" and sys.platform != "win32"  # a wheel for Windows, made elsewhere
NAMES = runpy.run_path(str(ROOT / "python/gobc/_library/file_name.py"))
FILE_NAME = pathlib.Path(NAMES["file_name"]("win32") if CROSS else NAMES["FILE_NAME"])
LIBRARY = f"gobc.{FILE_NAME.stem}"
PURE = os.environ.get("GOBC_PURE", "0") not in ("", "0")


def folders(package):
    found = importlib.util.find_spec(package)
    return [pathlib.Path(folder) for folder in (found and found.submodule_search_locations) or ()]


def build_environment():
    """The environment for the build, with Go and NVIDIA's compiler if pip has put their wheels beside setuptools."""
    environment = {"PYTHON": sys.executable, **os.environ}
    for folder in folders("go"):
        if (folder / "bin/go").is_file():
            environment.setdefault("GO", str(folder / "bin/go"))
    for folder in folders("nvidia"):
        header = folder / "cuda_runtime/include/cuda.h"  # other versions may be there for other packages
        rest = (folder / "cuda_nvrtc/lib").is_dir() and (folder.parent / "zstandard").is_dir()
        if rest and header.is_file() and "#define CUDA_VERSION 12090\n" in header.read_text():
            environment.setdefault("GOBC_CUDA_WHEELS", str(folder.parent))
    return environment


class BuildLibrary(build_ext):
    def build_extension(self, ext):
        output = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        output.parent.mkdir(parents=True, exist_ok=True)
        if built := os.environ.get("GOBC_BUILT_LIBRARY"):  # the Makefile has just built it
            shutil.copyfile(built, output)
            return
        command = ["sh", str(ROOT / "scripts" / "build_library.sh"), str(output)]
        if subprocess.run(command, cwd=ROOT, env=build_environment()).returncode != 0:
            raise SystemExit("gobc: the library could not be built; the reason stands above")

    def get_ext_filename(self, fullname):
        return os.path.join(*fullname.split(".")) + FILE_NAME.suffix  # no cpython-3xx suffix: no extension module


class PlatformWheel(bdist_wheel):
    def write_wheelfile(self, wheelfile_base, *arguments):
        """Adds the bill of materials of the library that is packed. Metadata alone, which has none yet, are made without it."""
        super().write_wheelfile(wheelfile_base, *arguments)
        if PURE:
            return
        library = pathlib.Path(self.bdist_dir, *LIBRARY.split(".")).with_suffix(FILE_NAME.suffix)
        go = subprocess.run(["sh", str(ROOT / "scripts" / "find_go.sh")], cwd=ROOT, env=build_environment(), check=True,
                            stdout=subprocess.PIPE, text=True).stdout.strip()
        command = [sys.executable, str(ROOT / "scripts" / "sbom.py"), go, str(library)]
        bill = pathlib.Path(wheelfile_base, "sboms", "gobc.cdx.json")
        bill.parent.mkdir()
        with open(bill, "w") as file:
            subprocess.run(command, check=True, stdout=file)

    def get_tag(self):
        return ("py3", "none", "any" if PURE else "win_amd64" if CROSS else super().get_tag()[2])


setup(
    ext_modules=[] if PURE else [Extension(LIBRARY, sources=[])],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": PlatformWheel},
    data_files=[("share/man/man1", ["packaging/gobc.1"])],
    options={"build": {"build_base": "build/python"}},
)
