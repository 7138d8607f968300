"""The mistakes that people make most, and what is said: names of other libraries, wrong numbers of arguments, sizes."""

import functools
import inspect
import pathlib
import subprocess
import sys
import warnings

import igraph
import networkx
import numpy
import pytest

import gobc
import gobc.datasets
import gobc.igraph
import gobc.plots
import gobc.spark
import gobc.streets
from gobc.cli import main

EDGES = [("a", "b"), ("b", "c"), ("c", "d")]
GRAPH = gobc.Graph(EDGES)
RESULT = GRAPH.betweenness()
LINES = [[(0, 0), (60, 0)], [(60, 0), (60, 50)]]
JOB = gobc.plan(EDGES, "betweenness", shards=2)
STAR = igraph.Graph.Star(4)
PAIRS = "sources= and targets=, as dicts of node and weight"

# What is written, and what was meant, behind "did you mean".
NAMES = {
    # NetworkX's words
    "gobc.closeness(EDGES, distance='km')": "weight=?",
    "gobc.closeness(EDGES, u='a')": "of=?",
    "gobc.closeness(EDGES, wf_improved=False)": "normalized=?",
    "gobc.eccentricity(EDGES, v='a')": "of=?",
    "gobc.closeness(EDGES, k=3)": "sources= (k= is for betweenness and edge_betweenness)?",
    "gobc.betweenness(G=EDGES)": None,
    "gobc.Graph.read('edges.csv', nodetype=int)": "text_ids=?",
    "gobc.Graph.read('edges.csv', data=True)": "weight=?",
    # SciPy's
    "gobc.distances(EDGES, indices=[0])": "sources=?",
    # igraph's
    "gobc.betweenness(EDGES, weights='km')": "weight=?",
    "gobc.betweenness(EDGES, vertices=['a'])": "of=?",
    "gobc.closeness(EDGES, mode='out')": "direction=?",
    # said reductions= and node=
    "gobc.betweenness(EDGES, direction='in')": "directed= (direction= is for measures of distances, such as closeness)?",
    "gobc.edge_betweenness(EDGES, mode='in')": "directed= (direction= is for measures of distances",
    "GRAPH.stress(mode='in')": "gobc.Graph(..., directed=...) (direction= is for",
    "gobc.Graph(EDGES, weights='km')": "weight=?",
    "gobc.Graph.from_igraph(STAR, weights='km')": "weight=?",
    "gobc.igraph.betweenness(STAR, weight='km')": "weights=?",
    "gobc.igraph.closeness(STAR, direction='in')": "mode=?",
    "gobc.igraph.closeness(STAR, of=[1])": "vertices=?",
    # momepy's and cityseer's
    "gobc.closeness(EDGES, radius=400)": "cutoff=?",
    "gobc.closeness(EDGES, distances=[400])": "cutoff=?",
    "GRAPH.betweenness(distances=[400])": "cutoff=?",
    "gobc.Graph(EDGES, distances='km')": "weight=?",
    "gobc.streets.primal(LINES, weight='km')": "length=?",
    "gobc.streets.angular_betweenness(LINES, weight='km')": "length=?",
    "gobc.streets.dual(LINES, tolerance=1)": "decimals=?",
    "gobc.closeness(EDGES, cutoffs=[400, 800])": "cutoff=?",
    "gobc.stress(EDGES, demand={})": PAIRS,
    "GRAPH.stress(demand={})": PAIRS,
    "gobc.betweenness(EDGES, od_matrix={})": "demand=?",
    "gobc.betweenness(EDGES, beta=0.01)": 'demand="exponential:400", or demand=(table, "exponential:400") for a table of pairs?',
    # of programs at large
    "gobc.betweenness(EDGES, n_jobs=4)": "threads=?",
    "gobc.betweenness(EDGES, num_threads=4)": "threads=?",
    "gobc.betweenness(EDGES, gpu=True)": "device=?",
    "gobc.betweenness(EDGES, verbose=True)": "progress=?",
    "gobc.betweenness(EDGES, timeout=3)": "settings=gobc.Settings(time_limit=...)?",
    "gobc.betweenness(EDGES, max_memory=3)": "settings=gobc.Settings(memory_limit=...)?",
    "gobc.betweenness(EDGES, memory_limit=3)": "settings=gobc.Settings(memory_limit=...)?",
    "gobc.betweenness(EDGES, n_samples=3)": "k=?",
    "gobc.betweenness(EDGES, random_state=3)": "seed=?",
    "gobc.betweenness(EDGES, top=3)": "sample=gobc.Sample(top_k=...)?",
    "gobc.betweenness(EDGES, normalised=True)": "normalized=?",
    # said precision= of the settings
    "gobc.edge_betweenness(EDGES, epsilon=0.1)": "k= (epsilon= is for betweenness alone)?",
    "GRAPH.edge_betweenness(eps=0.1)": "k= (epsilon= is for betweenness alone)?",
    "gobc.closeness(EDGES, epsilon=0.1)": "sources= (epsilon= is for betweenness alone)?",
    "gobc.closeness(EDGES, top_k=3)": "sources= (k= is for betweenness and edge_betweenness)?",
    "gobc.betweenness(EDGES, normalize=True)": "normalized=?",
    "gobc.betweenness(EDGES, is_directed=True)": "directed=?",
    "gobc.centralities(EDGES, metrics='stress')": "measures=?",
    "gobc.plan(EDGES, metric='stress')": "measures=?",
    "gobc.Graph(EDGES, src='a')": "source=?",
    "gobc.Graph.read('edges.csv', sep=';')": "delimiter=?",
    "gobc.Settings(timeout=3)": "time_limit=?",
    "gobc.Settings(memory='8GB')": "memory_limit=?",
    "gobc.Sample(eps=0.1)": "epsilon=?",
    "RESULT.top(n=3)": "k=?",
    "RESULT.top(3, metric='betweenness')": "measure=?",
    "RESULT.report(file='page.html')": "path=?",
    "RESULT.write('scores.csv', fmt='csv')": "format=?",
    "gobc.generate('grid:rows=2,cols=2', rng=3)": "seed=?",
    "gobc.plots.rank(RESULT, topp=3)": "top=?",
    "RESULT.plot(topp=3)": "top=?",
    "JOB.run(shard=0, cores=2)": "threads=?",
    "JOB.compute(n_jobs=2)": "threads=?",
    "gobc.run_shard(JOB, 0, workers=2)": "threads=?",
}
# What is written, and what is said.
CALLS = {
    "gobc.betweenness()": "gobc.betweenness() needs edges",
    "gobc.betweenness(EDGES, 'km')": "takes edges by position, not 2 arguments; give the others by name: directed=, weight=",
    "gobc.betweenness(EDGES, edges=EDGES)": "got edges twice",
    "gobc.Graph()": "gobc.Graph() needs edges",
    "gobc.Graph(EDGES, True)": "takes edges by position, not 2 arguments; give the others by name: directed=",
    "gobc.Graph.read()": "gobc.Graph.read() needs path",
    "gobc.datasets.karate(weighted=True)": "got an unexpected keyword argument 'weighted'; it takes none",
    "gobc.plots.scatter()": "gobc.plots.scatter() needs result",
    "gobc.Sample(1, 2, 3, 4, 5, 6, 7)": "takes k, seed, epsilon, delta, top_k, adaptive by position, not 7 arguments",
    "RESULT.value()": "gobc.Result.value() needs node",
    "GRAPH.close(now=True)": "gobc.Graph.close() got an unexpected keyword argument 'now'; it takes none",
    "gobc.Settings(executor=4)": "'executor'; give it to the call, as in gobc.betweenness(edges, executor=...)",
    "gobc.settings(checkpoint='x')": "'checkpoint'; give it to the call, as in gobc.betweenness(edges, checkpoint=...)",
    "gobc.closeness_vitality(EDGES, node='a')": "'node'; its result has all nodes: gobc.closeness_vitality(edges)[node]",
    "gobc.Graph.read('edges.csv', comments='#')": "'comments'; lines before the first edge that begin with # or % are comments",
    "gobc.Graph.read('edges.csv', encoding='latin-1')": "'encoding'; files are read as UTF-8",
    # Nothing is near: nothing is guessed.
    "gobc.streets.angular_closeness(LINES, radius=800)": "'radius'; it takes lines, normalized, angle, length, decimals",
    "gobc.closeness(EDGES, zzz=1)": "'zzz'; it takes edges, directed, weight, normalized, direction, cutoff",
    "gobc.closeness(EDGES, demand={})": "'demand'; it takes edges, directed, weight",
}


@pytest.mark.parametrize("written", NAMES)
def test_names_of_other_libraries(written):
    """Failed with bare TypeErrors and with the nearest letters: distance= was said to be device=, k= checkpoint=."""
    with pytest.raises(gobc.ArgumentTypeError) as caught:
        eval(written)
    meant = NAMES[written]
    assert meant is None or f"did you mean {meant}" in str(caught.value)


@pytest.mark.parametrize("written", CALLS)
def test_calls_that_fit_no_function(written):
    with pytest.raises(gobc.ArgumentTypeError) as caught:
        eval(written)
    assert CALLS[written] in str(caught.value)


@pytest.mark.parametrize("module", [gobc, gobc.streets, gobc.igraph, gobc.datasets, gobc.plots, gobc.spark])
def test_tab_completion_shows_public_names_alone(module):
    """gobc.streets had Any, Iterable and its own imports."""
    assert dir(module) == sorted(module.__all__)


def documented():
    """(what is written, what is said) of the table of docs/reference/errors.md."""
    text = (pathlib.Path(__file__).parents[2] / "docs" / "reference" / "errors.md").read_text("utf-8")
    lines = text.partition("## Usual mistakes")[2].partition("\n## ")[0].splitlines()
    return [line.strip("| ").split("` | ") for line in lines if line.startswith("| `")]


def test_the_documented_mistakes():
    assert len(documented()) >= 20
    for written, said in documented():
        with pytest.raises(gobc.ArgumentTypeError) as caught:
            eval(written.strip("`"), {"gobc": gobc, "edges": EDGES})
        assert said in str(caught.value)


def public():
    """(name, function) of everything that a user may call, methods with an object that they never reach."""
    for module in (gobc, gobc.igraph, gobc.plots, gobc.datasets, gobc.spark, gobc.streets):
        for name in module.__all__:
            thing = getattr(module, name)
            if not inspect.isclass(thing):
                if callable(thing):
                    yield f"{module.__name__}.{name}", thing
            elif not issubclass(thing, BaseException):
                yield f"{name}()", thing
                for attribute, method in inspect.getmembers(thing, inspect.isroutine):
                    owner = next(kind for kind in thing.__mro__ if attribute in vars(kind))
                    if not attribute.startswith("_") and owner.__module__.startswith("gobc"):
                        bound = isinstance(vars(owner)[attribute], classmethod)
                        yield f"{name}.{attribute}", method if bound else functools.partial(method, object.__new__(thing))


FUNCTIONS = {name: function for name, function in public() if name != "Plan()" and ".plot" not in name}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_says_what_it_does_not_take(name):
    """A keyword that there is not, and twenty arguments, are gobc's errors everywhere. Plan is a dict; pictures have tests of
    their own, as they hand keywords on."""
    for arguments, keywords in ((), {"no_such_name": 1}), (range(20), {}):
        with pytest.raises(gobc.ArgumentTypeError) as caught:
            FUNCTIONS[name](*arguments, **keywords)
        assert isinstance(caught.value, TypeError) and str(caught.value).startswith("gobc.")


def test_there_are_functions():
    assert len(FUNCTIONS) > 90
    assert {"gobc.betweenness", "Graph()", "Graph.read", "Graph.stress", "Job.run", "Result.top", "Settings()", "Partial.load",
            "gobc.igraph.radius", "gobc.datasets.karate", "gobc.spark.compute"} <= FUNCTIONS.keys()


def test_errors_within_a_function_stay_as_they_are():
    """A TypeError of a caller's own function is not that of the call."""

    def progress(done, total, more):
        raise AssertionError

    with pytest.raises(TypeError, match="missing 1 required positional argument: 'more'") as caught:
        gobc.betweenness(gobc.generate("small_world:n=20000,k=10,p=0.1"), progress=progress, device="cpu")
    assert not isinstance(caught.value, gobc.Error)


# ---- results that are taken for a dict or a frame ----

# What is asked for, and what is said.
ATTRIBUTES = {
    "RESULT.keys()": "a gobc.Result has no attribute 'keys'; did you mean .to_dict()?",
    "sorted(RESULT, key=RESULT.get)": "did you mean .to_dict()?",
    "RESULT.to_csv('scores.csv')": 'did you mean .write("scores.csv")?',
    "RESULT.head()": "did you mean .top()?",
    "RESULT.sort_values('betweenness')": "did you mean .ranked()?",
    "RESULT.df": "did you mean .to_pandas()?",
    "RESULT.to_arrow()": "did you mean .to_pyarrow()?",
    "RESULT.betweenness": "did you mean result['betweenness']?",
    "GRAPH.diameter()": "a gobc.Graph has no attribute 'diameter'; did you mean gobc.diameter(graph)?",
    "GRAPH.betweenness_centrality()": "a gobc.Graph has no attribute 'betweenness_centrality'; did you mean .betweenness?",
    "GRAPH.number_of_nodes()": "a gobc.Graph has no attribute 'number_of_nodes'; did you mean .num_nodes?",
    "GRAPH.degrees()": "a gobc.Graph has no attribute 'degrees'; did you mean .degree()?",
    "GRAPH.has_edge(1, 2)": "a gobc.Graph has no attribute 'has_edge'; did you mean v in graph.neighbors(u)?",
    "GRAPH.edge_betweenness().nlargest(3)": "a gobc.EdgeResult has no attribute 'nlargest'; did you mean .top()?",
    "GRAPH.edges.to_csv('edges.csv')": 'a gobc.EdgeTable has no attribute \'to_csv\'; did you mean .write("scores.csv")?',
    "gobc.betweenness_centrality": "did you mean gobc.betweenness(edges)?",
    "gobc.edge_betweenness_centrality": "did you mean gobc.edge_betweenness(edges)?",
    "gobc.betweenness_centrality_subset": "did you mean gobc.betweenness(edges, sources=..., targets=...)?",
    "gobc.read_csv": "did you mean gobc.Graph.read(path)?",
    "gobc.DiGraph": "did you mean gobc.Graph(edges, directed=True)?",
    "gobc.from_networkx": "did you mean gobc.Graph(nx_graph), or a measure of it",
    "gobc.pagerank": "of centralities it has betweenness, stress, closeness",
    "gobc.group_betweenness_centrality": "did you mean gobc.group_betweenness?",
    "gobc.percolation_centrality": "did you mean gobc.percolation?",
    "gobc.average_shortest_path_length": "did you mean gobc.average_path_length(edges)?",
    "gobc.shortest_path_length": "did you mean gobc.distances(edges)?",
    "gobc.all_pairs_shortest_path_length": "did you mean gobc.distances(edges)?",
    "gobc.all_shortest_paths": "did you mean gobc.path_counts(edges), which counts them",
    "gobc.single_source_dijkstra": "did you mean gobc.distances(edges, sources=[source])?",
    "gobc.connected_components": "did you mean gobc.Graph(edges).components()?",
    "GRAPH.is_directed()": "did you mean .directed?",
    "GRAPH.to_undirected()": "did you mean gobc.Graph(edges, directed=False)?",
    "gobc.katz_centrality": "NetworkX and igraph have others",
    "gobc.degree_centrality": "did you mean gobc.Graph(edges).degree()?",
    "GRAPH.degree_centrality()": "did you mean .degree()?",
    "gobc.simplify": 'did you mean gobc.Settings(parallel="merge")?',
    "GRAPH.simplify()": 'did you mean gobc.Settings(parallel="merge"), which measures take (loops never count)?',
    "gobc.largest_connected_component": "did you mean gobc.Graph(edges).largest_component()?",
    "GRAPH.largest_connected_component()": "did you mean .largest_component()?",
}


@pytest.mark.parametrize("written", ATTRIBUTES)
def test_attributes_of_other_libraries(written):
    """Failed without a word on what the name is here."""
    with pytest.raises(AttributeError) as caught:
        eval(written)
    assert ATTRIBUTES[written] in str(caught.value)


@pytest.mark.parametrize("measures", ["degree", "betweenness, degree", ["degree_centrality"]])
def test_degrees_are_no_measure(measures):
    for call in (gobc.centralities, gobc.plan, gobc.many):
        with pytest.raises(gobc.ArgumentError, match=r'unknown measure "degree": gobc.Graph\(edges\).degree\(\)'):
            call([EDGES] if call is gobc.many else EDGES, measures)


@pytest.mark.parametrize("written", ["RESULT.zzz", "RESULT._data_", "GRAPH.edges.nlargest", "gobc.zzz", "gobc._zzz"])
def test_nothing_is_guessed_for_other_attributes(written):
    with pytest.raises(AttributeError) as caught:
        eval(written)
    assert written.rpartition(".")[2] in str(caught.value) and "did you mean" not in str(caught.value)


def test_a_result_is_no_dict_for_networkx():
    """networkx.set_node_attributes gave the whole result to every node, without a word."""
    graph = networkx.path_graph(3)
    scores = gobc.centralities(graph, ["betweenness", "edge_betweenness"])
    with pytest.raises(gobc.ArgumentTypeError, match=r"a gobc.Result is not a dict: give .to_dict\(\)"):
        networkx.set_node_attributes(graph, scores, "betweenness")
    with pytest.raises(gobc.ArgumentTypeError, match="a gobc.EdgeResult is not a dict"):
        networkx.set_edge_attributes(graph, scores.edges, "betweenness")
    assert all(data == {} for _, data in graph.nodes(data=True)) and all(data == {} for *_, data in graph.edges(data=True))
    networkx.set_node_attributes(graph, scores.to_dict(), "betweenness")
    assert graph.nodes[1]["betweenness"] == 1.0


def test_values_of_nodes_of_another_kind():
    """Failed with "'2' is not a node of this result" alone, where 2 is one."""
    numbers, texts = gobc.betweenness([(1, 2), (2, 3)]), gobc.betweenness([("1", "2"), ("2", "3")])
    with pytest.raises(gobc.MissingError, match="'2' is not a node of this result; it has 2, which is an integer"):
        numbers.value("2")
    with pytest.raises(gobc.MissingError, match="2 is not a node of this result; it has '2', which is text"):
        texts.value(2)
    for result, node in ((numbers, "9"), (numbers, "b"), (texts, 9), (texts, None)):
        with pytest.raises(gobc.MissingError) as caught:
            result.value(node)
        assert "it has" not in str(caught.value)
    with pytest.raises(gobc.MissingError, match=r"'a' is not a tuple \(source, target\)"):
        GRAPH.edge_betweenness().value("a", "b")  # said that there is no measure 'b'


# ---- cutoffs of graphs without lengths ----


@pytest.mark.parametrize("cutoff", [800, 800.0, numpy.int64(800), 0.8])
def test_a_cutoff_in_meters_of_a_graph_without_lengths(cutoff):
    """Counted edges without a word, so that nothing, or everything, was cut off."""
    calls = [lambda: gobc.betweenness(EDGES, cutoff=cutoff), lambda: GRAPH.edge_betweenness(cutoff=cutoff),
             lambda: gobc.centralities(EDGES, ["closeness", "harmonic"], cutoff=cutoff)]
    for call in calls:
        with pytest.warns(gobc.GobcWarning, match=rf"cutoff={cutoff:g} counts edges, because .*weights: .*weight="):
            call()


@pytest.mark.parametrize("call", ["gobc.betweenness(EDGES, cutoff=100)", "gobc.betweenness(EDGES, cutoff=2.0)",
                                  "gobc.betweenness(EDGES, cutoff=float('inf'))", "gobc.betweenness(EDGES)",
                                  "gobc.closeness([('a', 'b', 2.5)], weight=True, cutoff=800.5)",
                                  "gobc.igraph.betweenness(STAR, cutoff=800)"])
def test_other_cutoffs_are_taken_without_a_warning(call):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        eval(call)


def test_a_file_or_a_measure_in_place_of_a_command(tmp_path, capsys):
    path = tmp_path / "edges.csv"
    path.write_text("a,b\n")
    for word, said in ((str(path), f"gobc compute {path}"), ("edge_stress", "gobc compute FILE --measures edge_stress")):
        with pytest.raises(SystemExit):
            main([word])
        assert said in capsys.readouterr().err


# ---- sizes ----

SIZES = [line.split("\t") for line in (pathlib.Path(__file__).parents[1] / "files" / "sizes.tsv").read_text("utf-8").splitlines()
         if not line.startswith("#")]


@pytest.mark.parametrize("text, size", SIZES, ids=[text for text, _ in SIZES])
def test_sizes(text, size):
    from gobc._validation import size_of

    if size == "error":
        with pytest.raises(gobc.ArgumentError, match='memory_limit=.*(is not a size: give bytes, .* "8GB"|is out of range)'):
            size_of(text, "memory_limit")
    else:
        assert size_of(text, "memory_limit") == int(size)


def test_a_memory_limit_as_text():
    """Failed with "memory_limit must be a whole number, not '8GB'"."""
    settings = gobc.Settings(memory_limit="50MB")
    assert gobc.plan(GRAPH, "betweenness", settings=settings)["limit"] == 50_000_000
    assert gobc.betweenness(EDGES, settings=settings).value("b") == RESULT.value("b")
    gobc.Graph(EDGES, memory_limit="50 MiB").close()
    assert gobc.run_shard(JOB, 0, memory_limit="50M").held == [0]
    for call in (lambda: gobc.Graph(EDGES, memory_limit="1k"), lambda: GRAPH.stress(settings=gobc.Settings(memory_limit="1kB"))):
        with pytest.raises(gobc.MemoryLimitError, match="not enough memory"):
            call()


# ---- the shell ----


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("source,target\na,b\nb,c\n")
    return str(path)


# Options, exit code, and what is said.
COMMANDS = {
    "--k 0": (2, "--k 0 samples nothing; give the number of sources to sample, or leave --k out for all"),
    "--k 2 --epsilon 0.1": (2, "--k sets how many sources to sample, but --epsilon, --top-k and --adaptive choose that number"),
    "--measures closeness --k 2": (2, "--k is for betweenness, edge_betweenness; closeness cannot use it"),
    "--delta 0.1": (2, "--delta is the failure probability of --epsilon, --top-k and --adaptive"),
    "--top-k 0": (2, "--top-k 0: give the number of nodes"),
    "--seed 3": (2, "--seed is for a random sample: give --k, --epsilon, --top-k or --adaptive as well"),
    "--time-limit 0": (2, "--time-limit 0.0: give seconds above 0, or leave it out for no limit"),
    "--adaptive 1": (2, "--adaptive 1.0: give a finite number of at least 2"),
    "--tie-tolerance 0.1": (2, "--tie-tolerance is for weighted graphs"),
    "--memory-limit 1k": (1, "not enough memory: the edges read so far take 6.1 KiB, but 1000 bytes is left (--memory-limit)"),
    "--memory-limit 500k": (1, "not enough memory: this call needs about 8.0 MiB with --threads 1, but 488.3 KiB is left"),
    "--memory-limit 5X": (2, "argument --memory-limit: '5X' is not a size: give bytes"),
    "--weight km": (2, 'there is no column "km"; the columns are "source", "target"'),
    "--distance km": (2, "unrecognized arguments: --distance km; did you mean --weight?"),
    "--sources TP53": (1, "there is no file TP53: --sources takes a file with one node on each line"),
    "--measures closeness stress": (2, "several measures stand between commas: --measures closeness,stress"),
    "--workers 3": (2, "unrecognized arguments: --workers 3; did you mean --threads?"),
    "--normalised": (2, "unrecognized arguments: --normalised; did you mean --normalized?"),
}


@pytest.mark.parametrize("options", COMMANDS)
def test_errors_of_commands(options, file, capsys):
    """Said top_k and "leave k= out", which no shell knows; with --json nothing was JSON."""
    import json

    code, said = COMMANDS[options]
    for more in ([], ["--json"]):
        try:
            found = main(["compute", file, "--threads", "1", *options.split(), *more])
        except SystemExit as end:
            found = end.code
        out, err = capsys.readouterr()
        assert found == code and said in err
        if more:
            error = json.loads(out)["error"]
            assert said in error["message"] and error["exit_code"] == code
            assert issubclass(getattr(gobc, error["kind"]), gobc.Error)
        else:
            assert not out


def test_sizes_and_files_of_commands(file, tmp_path, capsys):
    assert main(["compute", file, "--memory-limit", "50M", "--no-progress"]) == 0
    assert main(["generate", "grid:rows=2,cols=2", "-o", str(tmp_path / "grid.csv")]) == 0
    assert (tmp_path / "grid.csv").read_text().startswith("source,target\n")
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["no_such_command", "--json"])
    assert '"exit_code": 2' in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["edge_betweenness", file])
    assert "did you mean gobc compute FILE --measures edge_betweenness?" in capsys.readouterr().err


def test_warnings_of_commands(file):
    """Had the place in a program and its line, and words of Python; of a cutoff in meters there was none."""
    done = subprocess.run([sys.executable, "-m", "gobc", "compute", file, "--cutoff", "800", "--no-progress"],
                          capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ("gobc: warning: --cutoff 800 counts edges, because the graph has no weights: if it is a length, give "
                           "the lengths of edges with --weight where the graph is made\n")
