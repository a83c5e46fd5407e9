"""Examples in docstrings as code of the documentation site (an extension of griffe)."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"((?:^>>> .*\n?)(?:^(?!\s*$).*\n?)*)", re.MULTILINE)


class FencedExamples(griffe.Extension):
    """Puts the examples of every docstring into fences; Markdown would take them for quotations."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Look at what was read of a module, class or function."""
        if obj.docstring is not None:
            words = obj.docstring.value
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\1\n```\n", words)
