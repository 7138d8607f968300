"""The one place that states the version: the package, the library and the wheel are built from this line."""

__version__ = "0.1.0"
__year__ = 2026  # of this version, for citations
