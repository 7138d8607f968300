"""Checks packaging/conda/recipe.yaml by rattler-build: it renders for every platform, and its library is packed
and tested on this one.

Only libgobc is built, without its requirements, by this machine's compilers: no channel of conda is needed.
Usage: scripts/check_conda.py FOLDER      FOLDER: where the package goes
"""

import pathlib
import shutil
import sys
import tempfile

from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, ToolConfiguration, VariantConfig
from rattler_build._rattler_build import EnvironmentIsolation
from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).resolve().parents[1]
CONDA = ROOT / "packaging" / "conda"
# What conda-forge's configuration has.
VARIANTS = {"c_compiler": ["gcc"], "c_stdlib": ["sysroot"], "go_cgo_compiler": ["go-cgo"]}


def render(platform):
    config = RenderConfig(platform=PlatformConfig(target_platform=platform))
    outputs = Stage0Recipe.from_file(CONDA / "recipe.yaml").render(VariantConfig(VARIANTS), config)
    print(f"conda, {platform}:", ", ".join(f"{one.recipe.package.name} {one.recipe.package.version}" for one in outputs))


def build_library(folder):
    recipe = YAML(typ="safe").load(CONDA / "recipe.yaml")
    recipe["source"]["path"] = str(ROOT)
    recipe["outputs"] = [output for output in recipe["outputs"] if output["package"]["name"] == "libgobc"]
    del recipe["outputs"][0]["requirements"]
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(CONDA / "build_libgobc.sh", copy)
        output, = Stage0Recipe.from_dict(recipe, recipe_dir=copy).render(VariantConfig({}))
        built = output.run_build(ToolConfiguration(test_strategy="native"), output_dir=folder, channels=[],
                                 env_isolation=EnvironmentIsolation.NONE)
    print("conda: built", *(f"{path.name}, {path.stat().st_size} bytes" for path in map(pathlib.Path, built.packages)))


if __name__ == "__main__":
    for platform in ("linux-64", "linux-aarch64", "osx-64", "osx-arm64", "win-64"):
        render(platform)
    build_library(pathlib.Path(sys.argv[1]))
