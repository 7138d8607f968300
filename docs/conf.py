"""The documentation site, made by Sphinx: `make docs` builds it in build/site. Nothing is fetched from other hosts, neither
to build it nor to read it; a warning is an error.

Pages are Markdown that a code host shows as well: formulas are fences of the language "math", examples are fences of Python
with prompts.
"""

import pathlib
import sys

from docutils.nodes import Text, literal_block

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "docs" / "_site")]

from gobc import __version__  # noqa: E402

project, author, copyright = "gobc", "the gobc developers", "the gobc developers"
version = release = __version__
language = "en"

extensions = [
    "breathe",
    "mathml",
    "myst_nb",
    "numpydoc",
    "outside",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_site"]
root_doc = "index"
nitpicky = False  # signatures name types of other libraries, of which there are no pages here
default_role = "py:obj"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
myst_fence_as_directive = ["math"]
nb_execution_mode = "off"

autosummary_generate = True
autosummary_imported_members = True
autodoc_typehints = "none"  # numpydoc's sections say them
autodoc_member_order = "groupwise"
numpydoc_show_class_members = False  # the template of classes shows them whole

breathe_projects = {"gobc": str(ROOT / "build" / "doxygen" / "xml")}
breathe_default_project = "gobc"
breathe_domain_by_extension = {"h": "c"}
c_id_attributes = ["GOBC_OPTIONAL"]

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

suppress_warnings = ["duplicate_declaration.c"]  # a C struct and its typedef have one name, which Sphinx counts twice

html_theme = "pydata_sphinx_theme"
html_title = "gobc"
templates_path = ["_site/templates"]
html_static_path = ["_site/static"]
html_css_files = ["site.css"]
html_favicon = "_site/static/icon.svg"
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"install": [], "quickstart": []}  # which stand alone
html_context = {"default_mode": "auto"}  # light or dark, as the reader's system
html_theme_options = {
    "navbar_align": "left",
    "show_prev_next": True,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
    "navigation_with_keys": False,
}


def _without_last_lines(app, doctree):
    """Examples end with an empty line, which doctest needs before the end of a fence, and no page."""
    for block in doctree.findall(literal_block):
        if block.rawsource == block.astext():
            block.rawsource = block.rawsource.rstrip("\n")
            block.clear()
            block += Text(block.rawsource)


def setup(app):
    app.connect("doctree-read", _without_last_lines)
    # At a reader's first visit the theme would log an error, that no mode is stored.
    app.add_js_file(None, body='localStorage.mode ||= "auto"', priority=100)
