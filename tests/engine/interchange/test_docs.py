"""The page about other programs keeps up with the commands."""

from __future__ import annotations

import pytest

from engine.files.source_text import ROOT
from studio.cli.export_ import KINDS as OUT
from studio.cli.import_ import KINDS as IN
from studio.workspaces.map.import_export import PICTURED, READERS, SCENES, WRITERS

PAGES = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))


# What formats are called on the page by other words than their endings.
NAMES = dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp"), "PNG, JPEG, GIF, WebP")
NAMES |= {".geojson": "GeoJSON", ".csv": "`csv`"}


@pytest.mark.parametrize(
    "line", [*(f"import {kind}" for kind in IN), *(f"export {kind}" for kind in OUT)]
)
def test_every_kind_stands_on_a_page(line: str) -> None:
    kind = line.split()[1]
    assert f"sandtable {line}" in PAGES or f"| `{kind}` |" in PAGES


@pytest.mark.parametrize("ending", sorted({*READERS, *WRITERS, *SCENES, *PICTURED}))
def test_every_ending_of_the_window_stands_on_the_page(ending: str) -> None:
    page = (ROOT / "docs/interchange.md").read_text("utf-8")
    assert NAMES.get(ending, ending) in page
