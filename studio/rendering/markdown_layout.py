"""The layout of Markdown texts by Qt: on screen, on paper, in reports."""

from __future__ import annotations

import re

from PySide6.QtGui import QFontMetricsF, QTextDocument

from engine.narration import markdown_text

# Lengths in ems; Qt only knows pixels.
STYLE = """
h1{font-size:x-large;margin-top:0.4em;margin-bottom:0.2em}
h2{font-size:large;margin-top:0.4em;margin-bottom:0.2em}
h3,h4,h5,h6{font-size:medium;margin-top:0.3em;margin-bottom:0.1em}
p{margin-top:0.1em;margin-bottom:0.25em}
ul,ol{margin-top:0.1em;margin-bottom:0.25em}
li{margin-top:0.05em;margin-bottom:0.05em}
table{border-collapse:collapse;border-style:solid;border-width:0.05em;border-color:#a79f8c;
margin:0.2em}
td,th{border-style:solid;border-width:0.05em;border-color:#a79f8c;padding:0.15em 0.4em}
blockquote{margin-left:1.2em;margin-right:1.2em;font-style:italic}
"""
EMS = re.compile(r"([\d.]+)em")
INDENT = 1.5  # ems: room for the marks and numbers of lists


def set_markdown(document: QTextDocument, words: str) -> None:
    """Let a document show a text in Markdown."""
    set_html(document, markdown_text.as_html(words))


def set_html(document: QTextDocument, markup: str) -> None:
    """Let a document show HTML that a text in Markdown has become, in its own letters."""
    em = QFontMetricsF(document.defaultFont()).height()
    style = EMS.sub(lambda match: f"{max(1, round(float(match[1]) * em))}px", STYLE)
    document.setDefaultStyleSheet(style)
    document.setIndentWidth(INDENT * em)
    document.setHtml(markup)
