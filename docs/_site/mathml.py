"""Formulas become MathML while the site is built, by latex2mathml: browsers need no script for them."""

from docutils.nodes import SkipNode
from latex2mathml.converter import convert


def _inline(self, node):
    self.body.append(convert(" ".join(node.astext().split())))
    raise SkipNode


def _block(self, node):
    self.body.append(f'<div class="formula">{convert(" ".join(node.astext().split()), display="block")}</div>')
    raise SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True}
