"""The endings that the window opens and writes: their order, and the page that names them."""

from __future__ import annotations

import pytest

from engine.files.source_text import ROOT
from studio.workspaces.map.import_export import export_formats, import_formats

# What formats are called on the page by other words than their endings.
NAMES = dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp"), "PNG, JPEG, GIF, WebP")
NAMES |= {".geojson": "GeoJSON", ".csv": "`csv`"}


@pytest.mark.parametrize("ending", sorted({*import_formats(), *export_formats(of_scenario=False)}))
def test_every_ending_of_the_window_stands_on_the_page(ending: str) -> None:
    page = (ROOT / "docs/interchange.md").read_text("utf-8")
    assert NAMES.get(ending, ending) in page


OPENED = """
    .board .board2 .tmx .tmj .map .wxx .mms .vmod .png .jpg .jpeg .gif .webp .uvtt .dd2vtt .df2vtt
    .json
"""
WRITTEN = """
    .tmx .tmj .board .board2 .map .geojson .csv .foundry.json .roll20.json .tts.json .uvtt .dd2vtt
"""


def test_dialogs_list_maps_first_and_for_a_scenario_its_module() -> None:
    assert sorted(import_formats(), key=lambda ending: ending == "") == [*OPENED.split(), ""]
    assert list(export_formats(of_scenario=False)) == [*WRITTEN.split(), ".vmod"]
    assert list(export_formats(of_scenario=True)) == [".vmod", *WRITTEN.split()]
