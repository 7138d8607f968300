"""Compiles every .cu under kernels/cuda and kernels/papers with NVRTC and packs the images into a zip, which images.go embeds.

A file is a module: NAME.cu becomes NAME.sm_75.cubin and so on for every architecture, and NAME.ptx as the last resort
for later ones. No GPU, no nvcc. What is up to date is kept by a hash over the source, the headers that it includes,
options and compiler. A warning is an error. The zip is the same bytes for the same images.

usage: compile.py WHEELS OBJECTS OUTPUT.zip TARGETS   WHEELS: folder with nvidia/cuda_nvrtc/lib and zstandard; TARGETS:
                                                      "all", or architectures with commas between, such as
                                                      "sm_90,ptx"; "sm_90,quick": for emulated GPUs, see QUICK
       compile.py --found                             the targets for the GPUs of this machine; nothing without a driver
"""

import ctypes
import hashlib
import os
import pathlib
import re
import sys
import zipfile
from concurrent.futures import ProcessPoolExecutor

FOLDER = pathlib.Path(__file__).resolve().parent
# Where sources lie, from FOLDER on; a file's name is its own in all of them.
PLACES = (".", "unweighted", "weighted", "many", "../papers")
# The oldest architecture of CUDA 12.9's successors too (75), and one for each major with the minors that pay: 89 is
# served by 86, whose machine code is the same byte for byte in every module.
CUBINS = ("sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120")
PTX = "compute_75"
# No contraction: a*b+c has the same bits as on the CPU.
OPTIONS = ("-std=c++17", "-fmad=false", "-default-device", *(f"-I{place}" for place in PLACES))
# The same errors and warnings in a quarter of the time (81 CPU-s of an architecture become 23), and slow code: for tests on
# machines without a GPU, where images are compiled and read, and the emulated driver has kernels of its own.
QUICK = ("--Ofast-compile=max",)
LIBRARY = "nvidia/cuda_nvrtc/lib/libnvrtc.so.12"


class Failed(Exception):
    """A compiler's message, or a call that went wrong."""


class Compiler:
    def __init__(self, wheels):
        self.nvrtc = ctypes.CDLL(str(pathlib.Path(wheels, LIBRARY)))
        self.nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p

    def call(self, name, *arguments):
        status = getattr(self.nvrtc, name)(*arguments)
        if status:
            raise Failed(f"{name}: {self.nvrtc.nvrtcGetErrorString(status).decode()}")

    def read(self, program, what):
        size = ctypes.c_size_t()
        self.call(f"nvrtcGet{what}Size", program, ctypes.byref(size))
        data = ctypes.create_string_buffer(size.value)
        self.call(f"nvrtcGet{what}", program, data)
        return data.raw

    def compile(self, name, target, options):
        """The image of a source file; the working folder is that of the sources, so that no path gets into it."""
        program = ctypes.c_void_p()
        source = pathlib.Path(name).read_bytes()
        self.call("nvrtcCreateProgram", ctypes.byref(program), source, name.encode(), 0, None, None)
        try:
            options = [f"--gpu-architecture={target}".encode(), *map(str.encode, options)]
            status = self.nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
            log = self.read(program, "ProgramLog").rstrip(b"\0").decode().strip()
            if status or log:
                raise Failed(log or self.nvrtc.nvrtcGetErrorString(status).decode())
            return self.read(program, "PTX").rstrip(b"\0") if target == PTX else self.read(program, "CUBIN")
        finally:
            self.nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def compile_to(wheels, name, target, options, output):
    """One job of a worker process: NVRTC compiles one program at a time in each process."""
    os.chdir(FOLDER)
    try:
        image = Compiler(wheels).compile(name, target, options)
    except Failed as failure:
        return f"{failure}\n"
    temporary = output.with_name(f"{output.name}.{os.getpid()}")
    temporary.write_bytes(image)
    temporary.replace(output)
    return ""


def entry_name(name, target):
    module = pathlib.Path(name).stem
    return f"{module}.ptx" if target == PTX else f"{module}.{target}.cubin"


def sources_of(name):
    """The file and all that it includes, and those include, of these folders: an image depends on no other."""
    found, open_names = {}, [pathlib.Path(name).name]
    while open_names:
        wanted = open_names.pop()
        for path in (FOLDER / place / wanted for place in PLACES):
            if wanted not in found and path.is_file():
                found[wanted] = path
                open_names += re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    return [found[key] for key in sorted(found)]


def fingerprint(wheels, name, target, options):
    library = pathlib.Path(wheels, LIBRARY)
    digest = hashlib.sha256(repr((target, options, library.stat().st_size)).encode())
    for path in sources_of(name):
        digest.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:24]


def targets_of(text):
    """The architectures, and the options for all of them."""
    if text == "all":
        return (*CUBINS, PTX), OPTIONS
    names = text.split(",")
    targets = tuple(PTX if name == "ptx" else name for name in names if name != "quick")
    if unknown := set(targets) - {*CUBINS, PTX}:
        sys.exit(f"compile: there is no target {', '.join(sorted(unknown))}; there are {', '.join(CUBINS)} and ptx")
    return targets, (*OPTIONS, *QUICK) if "quick" in names else OPTIONS


def target_for(major, minor):
    """What runs best on a GPU of this compute capability; PTX for those that came after this compiler."""
    fitting = [name for name in CUBINS if int(name[3:-1]) == major and int(name[-1]) <= minor]
    return fitting[-1] if fitting else "ptx"


def found():
    """Targets for the GPUs that the driver of this machine names, none if there is no driver."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return []
    count, value, targets = ctypes.c_int(), ctypes.c_int(), set()
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)):
        return []
    for ordinal in range(count.value):
        device, capability = ctypes.c_int(), []
        if driver.cuDeviceGet(ctypes.byref(device), ordinal):
            continue
        for attribute in (75, 76):  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR
            driver.cuDeviceGetAttribute(ctypes.byref(value), attribute, device)
            capability.append(value.value)
        if capability >= [7, 5]:
            targets.add(target_for(*capability))
    return sorted(targets)


def compile_all(wheels, objects, targets, options):
    """Compiles what is not up to date: {name in the zip: path of the image}."""
    sources = sorted(os.path.normpath(f"{place}/{path.name}") for place in PLACES for path in (FOLDER / place).glob("*.cu"))
    if not sources:
        sys.exit(f"compile: there is no .cu file in {FOLDER}")
    objects.mkdir(parents=True, exist_ok=True)
    images, jobs, modules = {}, [], {pathlib.Path(name).stem for name in sources}
    for name in sources:
        for target in targets:
            entry = entry_name(name, target)
            images[entry] = objects / f"{entry}.{fingerprint(wheels, name, target, options)}"
            if not images[entry].is_file():
                jobs.append((wheels, name, target, options, images[entry]))
    run(jobs)
    for path in set(objects.iterdir()) - set(images.values()):
        entry, _, digest = path.name.rpartition(".")
        stale = entry in images or entry.split(".")[0] not in modules  # images of other targets stay for their builds
        if stale and re.fullmatch(r"[0-9a-f]{24}", digest):  # not another build's unfinished file
            path.unlink(missing_ok=True)
    return images


def run(jobs):
    if not jobs:
        return
    print(f"compiling {len({job[1] for job in jobs})} CUDA files, {len(jobs)} images", file=sys.stderr)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        failures = pool.map(compile_to, *zip(*jobs))
        targets = {}  # a message is mostly the same for all architectures: said once
        for (_, name, target, _, _), failure in zip(jobs, failures):
            if failure:
                targets.setdefault((name, failure), []).append(target)
    for (name, failure), names in targets.items():
        located = re.sub(r"^(?:\./|(\.\./)|)(?=[\w./-]+\.(?:cu|h)\(\d+\))",
                         lambda match: "kernels/" if match[1] else "kernels/cuda/", failure, flags=re.MULTILINE)
        where = os.path.normpath(f"kernels/cuda/{name}")
        print(f"{located}compile: that was {where} for {', '.join(names)}", file=sys.stderr)
    if targets:
        sys.exit("compile: the CUDA kernels do not compile without an error or a warning")


def pack(zstandard, images, output, level):
    """Writes a file of each module into the zip: its images one after another, compressed as one, for they are alike (with
    each by itself 1.2 times as large, by deflate twice). The file's comment lists targets and lengths in this order.

    The zip's comment names what is packed: compressing takes some seconds, and every build and test step asks for it.
    """
    packed = "\n".join([f"zstandard {level}", *sorted(path.name for path in images.values())])
    comment = hashlib.sha256(packed.encode()).hexdigest().encode()
    if output.is_file() and zipfile.is_zipfile(output):
        with zipfile.ZipFile(output) as archive:
            if archive.comment == comment:
                return
    modules = {}
    for name in sorted(images):
        module, target = name.removesuffix(".cubin").split(".")
        modules.setdefault(module, {})[target] = images[name].read_bytes()
    output.parent.mkdir(parents=True, exist_ok=True)
    temporary = output.with_name(f"{output.name}.{os.getpid()}")
    with zipfile.ZipFile(temporary, "w") as archive:
        archive.comment = comment
        for module, parts in modules.items():
            entry = zipfile.ZipInfo(f"{module}.zst", (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.comment = " ".join(f"{target} {len(image)}" for target, image in parts.items()).encode()
            archive.writestr(entry, zstandard.ZstdCompressor(level=level).compress(b"".join(parts.values())))
    temporary.replace(output)


def compressor(wheels):
    sys.path.insert(0, str(wheels))  # the pinned one, for the same bytes
    try:
        import zstandard
    except ImportError as failure:
        sys.exit(f"compile: zstandard: {failure}. It must be in {wheels}, for {sys.executable} ({sys.version.split()[0]}): "
                 "delete that folder if it is build/cuda/wheels, or set PYTHON to the one that made it")
    return zstandard


def main(*arguments):
    if arguments[0] == "--found":
        print(",".join(found()))
        return
    wheels, objects, output = (pathlib.Path(argument).resolve() for argument in arguments[:3])
    targets, options = targets_of(arguments[3])
    zstandard = compressor(wheels)  # not after minutes of compiling
    pack(zstandard, compile_all(wheels, objects, targets, options), output, 19 if options == OPTIONS else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
