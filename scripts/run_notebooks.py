"""Runs the notebooks of docs/tutorials, each in a new kernel and an empty folder, and says what is wrong with them.

Usage: run_notebooks.py [--check | --update | --short] [NAME...]

--check (default) runs them as they are, --update also writes what they put out back into the files, --short puts the
smaller sizes in place that cells name in their metadata ({"gobc": {"short": SOURCE}}), so that `make test` runs every
cell within seconds. Needs the extra "notebooks".
"""

import argparse
import contextlib
import os
import pathlib
import re
import resource
import sys
import tempfile

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "docs" / "tutorials"
LIMIT = 200  # seconds of processor time of all together
LARGEST = 400_000  # bytes of a file
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"}}
TROUBLE = re.compile(r"\w*Warning\b|Traceback|\w*Error: |\bException\b")
PLACES = re.compile("|".join([r"(?<![\w.:/])/(?:home|root|tmp|usr|var|opt|mnt|srv|Users|private)/\S+",
                              "site-packages", *map(re.escape, (str(FOLDER.parents[1]), sys.prefix, tempfile.gettempdir()))]))


def worked():
    """Processor time of the kernels that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextlib.contextmanager
def clean_state():
    """An empty folder to run in, and no settings of the user's for Jupyter, IPython, NetworkX or gobc."""
    with tempfile.TemporaryDirectory(prefix="gobc-notebooks-") as folder:
        places = {name: os.path.join(folder, name.lower()) for name in
                  ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")}
        for name in list(os.environ):
            if name.startswith(("NETWORKX_", "PYTHONWARNINGS")) or name in ("GOBC_THREADS", "MPLBACKEND"):
                del os.environ[name]
        # How often a bar of tqdm's is drawn depends on the machine.
        os.environ.update(places, JUPYTER_PREFER_ENV_PATH="1", TQDM_DISABLE="1")
        work = os.path.join(folder, "work")
        os.mkdir(work)
        yield work


def shorten(notebook):
    for cell in notebook.cells:
        cell.source = cell.metadata.get("gobc", {}).get("short", cell.source)


def execute(notebook, folder) -> str | None:
    """Fills in the outputs; the error of the cell that failed."""
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", coalesce_streams=True,
                            extra_arguments=["--log-level=ERROR"], resources={"metadata": {"path": folder}})
    try:
        client.execute()
    except CellExecutionError as error:
        return str(error)
    finally:
        strip(notebook)
    return None


def strip(notebook):
    """What differs from run to run or from machine to machine without saying anything."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            if "metadata" in output:
                output.metadata = nbformat.NotebookNode()


def texts(output):
    """The texts that a reader sees of an output; pictures are none."""
    if output.output_type == "stream":
        yield output.text
    for kind, data in output.get("data", {}).items():
        if kind.startswith("text/"):
            yield data


def problems(notebook):
    """What must not stand in a file that readers see."""
    if notebook.metadata != METADATA:
        yield f"its metadata are {dict(notebook.metadata)}, not {METADATA}"
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        if cell.execution_count is None:
            yield f"cell {number} was not run"
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                yield f"cell {number} puts out an error: {output.get('evalue', output.get('text'))}"
            for text in texts(output):
                for pattern, what in ((TROUBLE, "names trouble"), (PLACES, "names a place of this machine")):
                    if found := pattern.search(text):
                        yield f"cell {number} {what}: {text[max(found.start() - 40, 0):found.end() + 80]!r}"


def examine(path, mode, folder) -> list[str]:
    notebook = nbformat.read(path, as_version=4)
    found = [] if mode == "update" else [f"as committed, {problem}" for problem in problems(notebook)]
    if mode == "short":
        shorten(notebook)
    failure = execute(notebook, folder)
    found += [failure] if failure else problems(notebook)
    if mode == "update" and not found:
        nbformat.write(notebook, path)
    size = path.stat().st_size
    if size > LARGEST:
        found.append(f"it has {size:,} bytes, more than {LARGEST:,}: draw smaller pictures")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    modes = parser.add_mutually_exclusive_group()
    for mode in ("check", "update", "short"):
        modes.add_argument(f"--{mode}", dest="mode", action="store_const", const=mode)
    parser.add_argument("names", nargs="*", metavar="NAME", help="notebooks, all by default")
    parser.set_defaults(mode="check")
    arguments = parser.parse_args()
    paths = [FOLDER / f"{name}.ipynb" for name in arguments.names] or sorted(FOLDER.glob("*.ipynb"))
    missing = [path.name for path in paths if not path.is_file()]
    if missing or not paths:
        parser.error(f"there is no {', '.join(missing) or 'notebook'} in {FOLDER}")
    total, failed = 0.0, 0
    for path in paths:
        began = worked()
        with clean_state() as folder:
            found = examine(path, arguments.mode, folder)
        seconds = worked() - began
        total += seconds
        failed += bool(found)
        print(f"{'FAILED' if found else 'ok':<7} {path.stem:<20} {seconds:5.1f} CPU-s", flush=True)
        for problem in found:
            print(f"        {problem}", flush=True)
    print(f"{len(paths) - failed} of {len(paths)} notebooks passed, {total:.1f} CPU-s in all")
    if total > LIMIT:
        print(f"that is more than {LIMIT} CPU-s: make them smaller")
    return int(failed > 0 or total > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
