"""The page about other programs keeps up with the commands."""

from __future__ import annotations

import click
import pytest

from engine.files.source_text import ROOT
from studio.cli import export_, import_

PAGES = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))


LINES = [
    f"{group.name} {kind}"
    for group in (import_.command, export_.command)
    for kind in group.list_commands(click.Context(group))
]


@pytest.mark.parametrize("line", LINES)
def test_every_kind_stands_on_a_page(line: str) -> None:
    kind = line.split()[1]
    assert f"sandtable {line}" in PAGES or f"| `{kind}` |" in PAGES
