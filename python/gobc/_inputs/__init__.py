"""Turns what users have into Arrow streams of edges, nodes and sources.

Tables that speak Arrow pass as they are. Arrays and lists become columns, without a copy where their memory allows.
Graph objects and anything whose nodes are arbitrary objects are numbered here, 0 to n-1, and `labels` takes the numbers
back. Nothing is guessed: what cannot be told apart, or would be rounded, raises with the row.
"""
