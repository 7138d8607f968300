"""What NetworkX reads at its own import: it must cost nothing and load nothing."""

from __future__ import annotations

_PARAMETERS = {
    "device : str, list of str, optional":
        '"auto" (default), "cpu", "cuda", "cuda:1" or several, as in gobc.betweenness; '
        "else nx.config.backends.gobc.device",
    "precision : str, optional":
        '"double" (default) or "single" for path counts; else nx.config.backends.gobc.precision',
    "threads : int, optional": "default: all there are; else nx.config.backends.gobc.threads",
    "progress : bool or function, optional":
        "None shows progress after two seconds on a terminal; else nx.config.backends.gobc.progress",
}

FUNCTIONS = {
    "betweenness_centrality": "Exact, the same bits for any number of threads. weight= as a key.",
    "edge_betweenness_centrality": "Exact, the same bits for any number of threads. weight= as a key.",
    "betweenness_centrality_subset": "weight= as a key.",
    "edge_betweenness_centrality_subset":
        "weight= as a key. Shares by path counts where shortest paths meet on their way to a target.",
    "percolation_centrality": "weight= as a key; states that are finite numbers from 0 on, of all nodes.",
    "closeness_centrality": "distance= as a key.",
    "harmonic_centrality": "distance= as a key.",
    "eccentricity": "weight= as a key; not sp=.",
    "diameter": "weight= as a key; not e=. usebounds=True gives the same number.",
    "radius": "weight= as a key; not e=. usebounds=True gives the same number.",
    "center": "weight= as a key; not e=. usebounds=True gives the same nodes.",
    "periphery": "weight= as a key; not e=. usebounds=True gives the same nodes.",
    "average_shortest_path_length": "weight= as a key. method= chooses no algorithm.",
    "all_pairs_shortest_path_length": "Computed 256 sources at a time.",
    "all_pairs_dijkstra_path_length": "weight= as a key. Computed 256 sources at a time.",
    "single_source_shortest_path_length": "",
    "single_source_dijkstra_path_length": "weight= as a key.",
    "single_target_shortest_path_length": "",
    "wiener_index": "weight= as a key.",
    "global_efficiency": "",
    "efficiency": "",
    "local_efficiency": "Graphs with self-loops are left to NetworkX.",
    "harmonic_diameter": "weight= as a key; not sp=.",
    "schultz_index": "weight= as a key.",
    "gutman_index": "weight= as a key.",
    "closeness_vitality": "weight= as a key; not wiener_index=.",
    "local_reaching_centrality": "Without weight= and paths=.",
    "global_reaching_centrality": "Without weight=.",
    "group_betweenness_centrality":
        "weight= as a key. By definition: NetworkX's own values of groups of three or more nodes, and in directed graphs that "
        "are not strongly connected, are wrong for some.",
    "group_closeness_centrality": "weight= as a key.",
    "barycenter": "weight= as a key; not sp= and attr=. Nodes are in the order of the graph.",
}


def get_info() -> dict[str, object]:
    return {
        "backend_name": "gobc",
        "project": "gobc",
        "package": "gobc",
        "short_summary": "Exact shortest-path centralities on all CPU cores or on NVIDIA GPUs",
        "default_config": {"device": "auto", "precision": "double", "threads": None, "progress": None},
        "functions": {name: {"additional_docs": text, "additional_parameters": dict(_PARAMETERS)}
                      for name, text in FUNCTIONS.items()},
    }
