"""The wizard on a small piece of made-up ground, in a window that nobody sees."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.terrain_import.map_frame import SheetSpec
from studio.widgets.localization import Localizer
from studio.workspaces.map.terrain_import.import_setup import (
    RadiusArea,
    ReimportedMap,
    TerrainImportSetup,
)
from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard
from tests.engine.terrain_import.small_ground import LAT, LON, box_ring, osm, raster
from tests.studio.main_window.conftest import PATIENT, make_window, prompts, window  # noqa: F401 (fixtures are found by their names)

BOUNDS = (11.4, 49.9, 11.6, 50.1)
AREA = RadiusArea(LON, LAT, 1250.01, 900.01)  # 12 × 10 hexes of 100 m


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A slope, a wood, a lake, a brook, a road over it and a village."""
    nodes = dict(enumerate(box_ring(11.495, 49.998, 11.501, 50.003), 1))
    nodes |= dict(enumerate(box_ring(11.5045, 49.9965, 11.5075, 49.999), 5))
    nodes |= {10: (11.49, 50.0), 11: (11.5, 50.0003), 12: (11.51, 50.0)}
    nodes |= {20: (11.502, 50.01), 21: (11.501, 50.0), 22: (11.503, 49.99)}
    ways: list[tuple[int, list[int], dict[str, str]]] = [
        (1, [1, 2, 3, 4, 1], {"landuse": "forest"}),
        (2, [10, 11, 12], {"highway": "tertiary"}),
        (3, [20, 21, 22], {"waterway": "stream"}),
        (4, [5, 6, 7, 8, 5], {"natural": "water"}),
    ]
    spots: Any = [(30, (11.505, 50.001), {"place": "village", "name": "Neudorf"})]
    heights = raster(tmp_path / "a.tif", lambda lon, lat: 300 + (lat - 49.9) * 900)
    return [heights, osm(tmp_path / "a.osm", nodes, ways, bounds=BOUNDS, spots=spots)]


Make = Callable[..., TerrainImportWizard]


@pytest.fixture
def make_wizard(qtbot: QtBot) -> Iterator[Make]:
    """Makes wizards that do what they are asked before they go on."""
    made: list[TerrainImportWizard] = []

    def make(
        setup: TerrainImportSetup | None = None,
        again: ReimportedMap | None = None,
        language: str = "en",
    ) -> TerrainImportWizard:
        chosen = setup or TerrainImportSetup(sheet=SheetSpec(100), area=AREA)
        empty = TerrainImportSetup((), chosen.sheet, chosen.area, chosen.choice)
        wizard = TerrainImportWizard(Localizer(language), empty, list, again)
        wizard.jobs.patience = PATIENT
        made.append(wizard)
        wizard.show()
        qtbot.waitExposed(wizard)
        wizard.add(chosen.sources)
        return wizard

    yield make
    for wizard in made:
        wizard.reject()
        wizard.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


@pytest.fixture
def wizard(make_wizard: Make, files: list[Path]) -> TerrainImportWizard:
    """A wizard that has read the files, 12 × 10 hexes of 100 m chosen on them."""
    wizard = make_wizard()
    wizard.add(files)
    return wizard
