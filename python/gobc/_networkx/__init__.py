"""The backend "gobc" of NetworkX, found by its entry points; docs/howto/networkx.md says what it serves.

info        what NetworkX reads when it is imported
interface   what NetworkX calls: conversions, can_run, should_run, a method a function
functions   the functions that are served, and their arguments
choice      the reasons of can_run and should_run
conversion  NetworkX graphs as arrays and gobc.Graph
session     one computation on a converted graph; what NetworkX itself says of input without an answer
The other files hold a family of functions each, with NetworkX's arguments and results.
"""
