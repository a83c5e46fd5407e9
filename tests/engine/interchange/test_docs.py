"""The page about other programs keeps up with the commands."""

from __future__ import annotations

import pytest

from engine.files.source_text import ROOT
from studio.cli.export_ import KINDS as OUT
from studio.cli.import_ import KINDS as IN

PAGES = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize(
    "line", [*(f"import {kind}" for kind in IN), *(f"export {kind}" for kind in OUT)]
)
def test_every_kind_stands_on_a_page(line: str) -> None:
    kind = line.split()[1]
    assert f"sandtable {line}" in PAGES or f"| `{kind}` |" in PAGES
