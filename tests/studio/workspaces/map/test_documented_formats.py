"""The page about other programs names every ending that the window opens and writes."""

from __future__ import annotations

import pytest

from engine.files.source_text import ROOT
from studio.workspaces.map.import_export import PICTURED, READERS, SCENES, WRITERS

# What formats are called on the page by other words than their endings.
NAMES = dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp"), "PNG, JPEG, GIF, WebP")
NAMES |= {".geojson": "GeoJSON", ".csv": "`csv`"}


@pytest.mark.parametrize("ending", sorted({*READERS, *WRITERS, *SCENES, *PICTURED}))
def test_every_ending_of_the_window_stands_on_the_page(ending: str) -> None:
    page = (ROOT / "docs/interchange.md").read_text("utf-8")
    assert NAMES.get(ending, ending) in page
