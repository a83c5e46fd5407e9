"""Codes of a column are given their ground by a click."""

from __future__ import annotations

from pathlib import Path

from engine.terrain_import.land_cover_legends import OPEN
from engine.terrain_import.source_reader import TerrainSource
from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard
from tests.engine.terrain_import.test_land_cover_legends import columns, covers


def source(wizard: TerrainImportWizard, path: Path) -> TerrainSource:
    found = wizard.area_page.sources.found[path.resolve()]
    assert isinstance(found, TerrainSource)
    return found


def test_codes_that_were_not_understood_are_named_in_a_dialog(
    wizard: TerrainImportWizard, tmp_path: Path
) -> None:
    file = columns(tmp_path / "use.geojson", "TYP", ["W1", "W1", "F", "X"])
    wizard.add([file])
    assert covers(source(wizard, file).features) == {}
    sources = wizard.area_page.sources
    sources.list.setCurrentRow(sources.list.count() - 1)
    assert sources.codes.isEnabled()
    sources.codes.click()
    dialog = wizard.codes
    assert dialog is not None
    dialog.column.setCurrentText("TYP")
    assert next(iter(dialog.covers)) == "W1"
    for code, cover in (("W1", "woods"), ("F", OPEN)):
        box = dialog.covers[code]
        box.setCurrentIndex(box.findData(cover))
    dialog.accept()
    read = source(wizard, file)
    assert covers(read.features) == {"woods": 2}
    (left,) = [found for found in read.findings if found.code == "not-understood"]
    assert left.about == ("TYP=X × 1",)


def test_a_source_that_is_understood_has_nothing_to_name(wizard: TerrainImportWizard) -> None:
    sources = wizard.area_page.sources
    sources.list.setCurrentRow(0)
    assert not sources.codes.isEnabled()
