"""Scores by definition, from all-pairs distances and path counts: O(n^3), exact fractions, nothing shared with gobc."""

from collections import deque
from fractions import Fraction


def distances_and_counts(nodes, edges, directed):
    """d[s][t] and sigma[s][t] for reachable pairs; parallel edges merged, loops ignored."""
    out = {v: set() for v in nodes}
    for s, t in edges:
        if s != t:
            out[s].add(t)
            if not directed:
                out[t].add(s)
    distance, count = {}, {}
    for s in nodes:
        d, c, queue = {s: 0}, {s: 1}, deque([s])
        while queue:
            v = queue.popleft()
            for w in out[v]:
                if w not in d:
                    d[w] = d[v] + 1
                    c[w] = 0
                    queue.append(w)
                if d[w] == d[v] + 1:
                    c[w] += c[v]
        distance[s], count[s] = d, c
    return distance, count


def scores(nodes, edges, directed):
    """Raw sums over ordered pairs, distances from v: {measure: {node: value}}."""
    d, c = distances_and_counts(nodes, edges, directed)
    result = {name: {} for name in ("betweenness", "stress", "closeness", "harmonic", "eccentricity")}
    for v in nodes:
        share, paths = Fraction(0), 0
        for s in nodes:
            for t in d[s]:
                if v in (s, t) or s == t or v not in d[s] or t not in d[v] or d[s][v] + d[v][t] != d[s][t]:
                    continue
                share += Fraction(c[s][v] * c[v][t], c[s][t])
                paths += c[s][v] * c[v][t]
        far = [length for t, length in d[v].items() if t != v]
        result["betweenness"][v] = float(share)
        result["stress"][v] = float(paths)
        result["closeness"][v] = 1 / sum(far) if far else 0.0
        result["harmonic"][v] = float(sum(Fraction(1, length) for length in far))
        result["eccentricity"][v] = float(max(far, default=0))
    return result
