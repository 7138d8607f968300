"""What it means that an element has the largest score of a measure, in one clause."""

LARGEST = {
    "betweenness": "no other node lies on a larger share of the shortest paths between other nodes",
    "stress": "no other node lies on more shortest paths between other nodes",
    "closeness": "no other node is nearer, on average, to the nodes that count for it",
    "harmonic": "no other node has a larger sum of reciprocal distances, which many near nodes make large",
    "lin": "no other node combines many nodes that count with so small a mean distance to them",
    "reach": "no other node reaches more nodes",
    "radiality": "no other node's distances fall further short of the diameter, on average",
    "decay": "no other node has more nodes near it, where each further step counts less",
    "eccentricity": "no other node has a node farther away, so it lies at the periphery",
    "eccentricity_centrality": "every other node has a node at least as far away, so it lies in the middle",
    "edge_betweenness": "no other edge lies on a larger share of the shortest paths",
    "edge_stress": "no other edge lies on more shortest paths",
}
