"""Texts in Markdown, read one way everywhere: on screen, on paper, on web pages, in reports.

CommonMark with tables and ~~struck~~ words. A line stays a line, as who writes a briefing means it
(and as YAML's folded texts need it). No HTML, no pictures from elsewhere.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a window begins without it
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

TAGS = {"softbreak": "br", "hardbreak": "br", "code_inline": "code", "fence": "pre",
        "code_block": "pre"}  # fmt: skip
INNER = ("br", "code", "pre")  # of the tags: what is in them is words, or nothing


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    plain = MarkdownIt("commonmark", {"html": False, "breaks": True})
    return plain.enable(["table", "strikethrough"]).disable(["image"])


def as_html(words: str) -> str:
    """A text as HTML, without a head."""
    return str(_reader().render(words))


def html_parts(words: str) -> list[str]:
    """The same in parts that may stand on pages of their own: paragraphs, lists, tables."""
    reader = _reader()
    tokens = reader.parse(words)
    parts, first = [], 0
    for place, token in enumerate(tokens, 1):
        if token.level == 0 and token.nesting <= 0:
            parts.append(reader.renderer.render(tokens[first:place], reader.options, {}))
            first = place
    return parts


def as_json(words: str) -> list[Any]:
    """A text as a tree, for who builds a page without reading HTML.

    An element is `[tag, attributes, inside…]` as in HTML, `inside` being elements and words.
    """
    from markdown_it.tree import SyntaxTreeNode

    return [_element(node) for node in SyntaxTreeNode(_reader().parse(words)).children]


def _element(node: SyntaxTreeNode) -> Any:
    if node.type == "text":
        return node.content
    tag = TAGS.get(node.type, node.tag)
    if tag in INNER:
        return [tag, {}, *([node.content] if node.content else [])]
    return [tag, _attributes(node), *_inside(node)]


def _inside(node: SyntaxTreeNode) -> list[Any]:
    """Return the contents of an element, without the paragraphs of tight lists."""
    found: list[Any] = []
    for child in node.children:
        is_bare = child.type == "inline" or (child.type == "paragraph" and child.hidden)
        found += _inside(child) if is_bare else [_element(child)]
    return found


def _attributes(node: SyntaxTreeNode) -> dict[str, Any]:
    return {name: node.attrs[name] for name in ("href", "start", "style") if name in node.attrs}
