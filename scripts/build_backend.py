"""Build backend: setuptools, asking pip for the pinned wheels of Go and of NVIDIA's compiler where they are not there.

The library is for this machine unless GOBC_CPU=all and GOBC_CUDA=all ask for one that goes to others (build_environment.sh).
"""

import os
import pathlib
import shutil
import subprocess

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  (hooks that pip calls by name)
    build_editable,
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

SCRIPTS = pathlib.Path(__file__).resolve().parent


def _missing(script, group):
    """The pinned packages of a group, unless the script finds what they have on this machine."""
    if subprocess.run(["sh", SCRIPTS / script, "--installed"], capture_output=True).returncode == 0:
        return []
    groups, found = [], []
    for line in (SCRIPTS / "requirements.txt").read_text().splitlines():
        if line.startswith("#: "):
            groups = line.split()
        elif line[:1].isalpha() and group in groups:
            found.append(line.removesuffix("\\").strip())
    return found


def _build_requirements():
    if "GOBC_BUILT_LIBRARY" in os.environ or os.environ.get("GOBC_PURE", "0") not in ("", "0"):
        return []
    return _missing("find_go.sh", "go") + _missing("build_environment.sh", "cuda")


def get_requires_for_build_wheel(config_settings=None):
    return build_meta.get_requires_for_build_wheel(config_settings) + _build_requirements()


def get_requires_for_build_editable(config_settings=None):
    return build_meta.get_requires_for_build_editable(config_settings) + _build_requirements()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    # setuptools packs whatever an earlier build left in its folder, also modules that are gone.
    shutil.rmtree(SCRIPTS.parent / "build" / "python", ignore_errors=True)
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
