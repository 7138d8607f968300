"""What the package does on another system or processor: run under an emulator and on this one, whose lines must be the same.
Needs no other package.

Usage: python host.py FOLDER GENES      an empty folder of its own; the network of the README's quick start as CSV
Environment: GOBC_TESTS_RUNNER runs Python, where the system cannot start it by itself
"""

import hashlib
import os
import struct
import subprocess
import sys
import threading
import time

import gobc

PYTHON = [*os.environ.get("GOBC_TESTS_RUNNER", "").split(), sys.executable]
MEASURES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity"]


def show(what, value):
    print(f"{what}: {value}", flush=True)


def bits(table, measures=MEASURES):
    """A hash of all values, to the last bit."""
    digest = hashlib.sha256()
    for name in measures:
        for value in table[name]:
            digest.update(struct.pack("<d", value))
    return digest.hexdigest()[:16]


def quick_start(network):
    genes = gobc.Graph.read(network)
    show("genes", gobc.betweenness(genes).top(2))
    table = gobc.centralities(genes, ["betweenness", "closeness", "eccentricity"])
    show("bits of genes", bits(table, table.measures))
    roads = [("a", "b", 2.5), ("b", "c", 1.0), ("a", "c", 3.5), ("c", "d", 1.0)]
    show("roads", gobc.betweenness(roads, weight=True, normalized=False).to_dict())


def generated():
    for spec in ("kronecker:scale=9", "grid:rows=20,cols=31", "barabasi_albert:n=900,m=3", "small_world:n=700,k=6,p=0.1"):
        edges = gobc.generate(spec, seed=4)
        lengths = [1.0 + i % 7 for i in range(len(edges))]
        decimals = [0.1 * (1 + i % 9) for i in range(len(edges))]
        for weights in (None, lengths, decimals):
            given = (edges["source"], edges["target"]) + (() if weights is None else (weights,))
            graph = gobc.Graph(given, weight=weights is not None)
            show(spec, bits(gobc.centralities(graph, MEASURES)))


def files(folder):
    """Folders with spaces and letters outside ASCII; a file that is replaced while it is open elsewhere; wrong files."""
    place = os.path.join(folder, "Straße nach Thun 東京")
    os.mkdir(place)
    network = os.path.join(place, "netz – Kopie.csv")
    with open(network, "w", encoding="utf-8", newline="\r\n") as file:
        file.write("von,nach,km\nZürich,Bern,125\nBern,Genève,158\nBern,Zürich,125\n")
    graph = gobc.Graph.read(network, weight="km")
    scores = gobc.betweenness(graph)
    show("read", ascii(scores.to_dict()))
    stored = os.path.join(place, "gespeichert ü.gobc")
    for _ in range(2):
        graph.save(stored)
    show("stored", ascii(gobc.betweenness(gobc.Graph.load(stored)).to_dict()))
    output = os.path.join(place, "scores.csv")
    scores.write(output)
    with open(output, "rb") as file:
        first = file.read()
    scores.write(output)
    with open(output, "rb") as file:
        show("written", (file.read() == first, b"\r" in first, "Zürich".encode() in first))
    show("left", sorted(ascii(name) for name in os.listdir(place)))
    with open(network, "a", encoding="utf-8") as file:
        file.write("Bern,Thun,far\n")
    for path in (network, os.path.join(place, "absent.csv")):
        try:
            gobc.Graph.read(path, weight="km")
        except gobc.Error as error:
            show(type(error).__name__, str(error).partition(os.path.basename(path))[2])


def ends():
    """Cancels, time limits, memory limits, threads."""
    graph = gobc.Graph(gobc.generate("grid:rows=300,cols=300"))
    began = time.process_time()
    try:
        gobc.betweenness(graph, settings=gobc.Settings(time_limit=0.3, threads=1, reductions="none"))
    except gobc.Cancelled as error:
        show("time limit", (type(error).__name__, time.process_time() - began < 60))
    try:
        gobc.betweenness(graph, settings=gobc.Settings(memory_limit=1 << 20))
    except MemoryError as error:
        show("memory limit", type(error).__name__)
    small = gobc.Graph(gobc.generate("grid:rows=12,cols=12"))
    found = []
    threads = [threading.Thread(target=lambda: found.append(bits(gobc.centralities(small, MEASURES)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    show("threads", sorted(set(found)))


WRITER = """
import sys, time, gobc
from gobc._files import replacing
with replacing(sys.argv[1]) as temporary:
    print("writing", flush=True)
    time.sleep(600)
"""


def left(folder):
    """What a killed process was writing goes when the next one writes the same file, and what a living one is writing stays."""
    place = os.path.join(folder, "left")
    os.mkdir(place)
    output = os.path.join(place, "scores.csv")
    scores = gobc.betweenness([("a", "b"), ("b", "c")])
    writers = [subprocess.Popen([*PYTHON, "-c", WRITER, output], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    for writer in writers:
        writer.stdout.readline()
    writers[0].kill()
    writers[0].wait()  # its handle is still open here
    scores.write(output)
    show("one is being written", len(os.listdir(place)))
    writers[1].kill()
    writers[1].communicate()
    scores.write(output)
    show("none is left", os.listdir(place))


STRUCK = """
import os, signal, sys, gobc
signal.signal(signal.SIGINT, signal.default_int_handler)  # who started us may ignore Ctrl-C, which is inherited
if sys.platform == "win32":
    import ctypes
    ctypes.windll.kernel32.SetConsoleCtrlHandler(None, False)
strikes = 0
def strike(done, total):
    global strikes
    if not done or strikes:
        return
    strikes += 1
    if sys.platform == "win32":
        ctypes.windll.kernel32.GenerateConsoleCtrlEvent(0, 0)  # Ctrl-C, to this console
    else:
        os.kill(os.getpid(), signal.SIGINT)
graph = gobc.Graph(gobc.generate("grid:rows=250,cols=250"))
settings = gobc.Settings(threads=1, reductions="none", partial=sys.argv[1] == "partial")
try:
    scores = gobc.betweenness(graph, settings=settings, progress=strike)
    print("partial", scores.partial is not None)
except KeyboardInterrupt:
    print("interrupted", gobc.cancel())
"""


def interrupts():
    """Ctrl-C during a call, in a process with a console of its own."""
    own = getattr(subprocess, "CREATE_NEW_CONSOLE", 0)
    for what in ("whole", "partial"):
        run = subprocess.run([*PYTHON, "-c", STRUCK, what], stdin=subprocess.PIPE, capture_output=True, text=True,
                             creationflags=own)
        show("Ctrl-C", (run.returncode, run.stdout.split(), "Traceback" in run.stderr))


def commands(folder):
    network = os.path.join(folder, "a network.csv")
    gobc.generate("grid:rows=5,cols=6").write(network)
    for arguments in (["compute", network, "--measures", "betweenness", "--output", os.path.join(folder, "out.csv")],
                      ["compute", os.path.join(folder, "absent.csv")]):
        run = subprocess.run([*PYTHON, "-m", "gobc", *arguments], capture_output=True, stdin=subprocess.PIPE)
        show("command", run.returncode)
    with open(os.path.join(folder, "out.csv"), "rb") as file:
        show("output", hashlib.sha256(file.read()).hexdigest()[:16])


def jobs(folder):
    """A job in a folder: its worker is killed amid its shards, another one finishes them, and the result is that of one call."""
    network, place = os.path.join(folder, "job.csv"), os.path.join(folder, "a job ü")
    gobc.generate("grid:rows=60,cols=50").write(network)

    def gobc_command(*arguments):
        return [*PYTHON, "-m", "gobc", *arguments]

    def run(*arguments):
        done = subprocess.run(gobc_command(*arguments), capture_output=True, stdin=subprocess.PIPE, text=True)
        return done.returncode, done.stdout + done.stderr

    show("plan", run("plan", network, "--output", place, "--shards", "40")[0])
    command = gobc_command("run", place, "--threads", "1", "--no-progress")
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while worker.poll() is None and sum(name.startswith("shard-") for name in os.listdir(place)) < 2:
        time.sleep(0.005)
    worker.kill()
    worker.wait()
    finished = sum(name.startswith("shard-") for name in os.listdir(place))
    show("killed amid its shards", 2 <= finished < 40)
    code, text = run("run", place, "--shard", "0-39", "--no-progress")
    show("resumed", code if code == 0 else (code, text))
    show("status", run("status", place)[0])
    output, whole = os.path.join(folder, "merged.csv"), os.path.join(folder, "whole.csv")
    show("merged", run("merge", place, "--output", output)[0])
    show("one call", run("compute", network, "--output", whole)[0])
    with open(output, "rb") as merged, open(whole, "rb") as of_one_call:
        show("the bits of one call", merged.read() == of_one_call.read())


def main(folder, genes):
    quick_start(genes)
    generated()
    files(folder)
    ends()
    left(folder)
    interrupts()
    commands(folder)
    jobs(folder)


main(*sys.argv[1:])
