"""gobc papers: the result tables of five papers again, by their methods and by the engine, on this machine.

The papers' figures, the inputs and the rows are data: ../data/papers.json. `inputs` makes or reads networks, `cells`
runs and checks, `write` makes tables, `pictures` draws, `command` is the command line.
"""
