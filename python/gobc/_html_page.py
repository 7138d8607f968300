"""A page of HTML, as reports and interactive pictures are."""

from __future__ import annotations

import os


class Page:
    """A report or an interactive picture: one page of HTML that holds all it shows and asks for no other file.

    ``save(path)`` writes it, ``html`` is its text, and a notebook shows the page that a cell ends with. Made by
    ``Result.report`` and ``Result.plot(kind="interactive")``.

    Examples
    --------
    >>> import gobc
    >>> graph = gobc.Graph(gobc.datasets.florentine_families())
    >>> page = graph.betweenness().plot("interactive", graph=graph)
    >>> page.save("florence.html")  # doctest: +SKIP
    """

    def __init__(self, html: str, height: int):
        self.html = html
        self._height = height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page. A file that is there is replaced when the new one is whole.

        Examples
        --------
        >>> import gobc
        >>> import tempfile
        >>> graph = gobc.Graph(gobc.datasets.florentine_families())
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     graph.betweenness().report(graph=graph).save(folder + "/florence.html")
        """
        from . import _files

        with _files.replacing(os.fspath(path)) as temporary, open(temporary, "w", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self) -> str:
        return f"<gobc.Page of {len(self.html):,} characters: save(path) writes it>"

    def _repr_html_(self) -> str:
        """In a frame, whose scripts cannot reach those of the notebook."""
        import html

        return (f'<iframe sandbox="allow-scripts allow-downloads" title="gobc" width="100%" height="{self._height}" '
                f'style="border:0" srcdoc="{html.escape(self.html)}"></iframe>')
