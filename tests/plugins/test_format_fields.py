"""A plug-in's format may be of any sort that a built-in one is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files import map_reader
from engine.interchange.format_registry import exporters
from studio.framework.background_jobs import JobCancelled
from studio.workspaces.map.import_export import export_formats, import_formats
from tests.plugins.conftest import Adding
from tests.plugins.test_hooks import CROSSROADS, SHOTS, answer, run
from tests.test_examples import blocks

FORMATS = '''
"""Formats that use what built-in ones use."""

import io

from PIL import Image

from engine.files import scenario_reader
from engine.hexes.grid import Grid
from engine.interchange.import_result import ImportedScenario, ImportResult, Losses
from engine.interchange.plugin_formats import Exporter, FormatOption, Importer, ImportTarget
from engine.interchange.underlay_pictures import LaidPicture
from engine.map.map import Map

ROWS = FormatOption("row-count", "Rows.", float, default=2.0, limits=(1, 9), parse=int)


def read_picture(path, row_count):
    content = io.BytesIO()
    Image.new("RGB", (4, 4)).save(content, "PNG")
    picture = LaidPicture(content.getvalue(), ".png", (4, 4), (1, 0, 0, 1, 0, 0))
    return ImportResult(Map.blank(Grid(3, int(row_count))), [], picture=picture)


def read_scenario(path):
    return ImportedScenario(scenario_reader.load(path), [])


def beside(path):
    return [path.with_suffix(".sides")]


def write(map_, path, *, report, scenario, folder, loud):
    if scenario is None:
        losses = Losses()
        losses.add("not-zone", "sides")
    report(1.0)
    sides = [side.id for side in scenario.sides] if scenario else []
    path.write_text(f"{folder.name} {loud}")
    beside(path)[0].write_text(" ".join(sides))
    return [] if scenario else losses.listed()


IMPORTERS = {
    "traced": Importer("traced", (".traced",), read_picture, target=ImportTarget.TRACED_MAP,
                       options=(ROWS,), folder_endings=(".trc",)),
    "fight": Importer("fight", (".fight",), read_scenario, target=ImportTarget.SCENARIO),
}
EXPORTERS = {
    "sides": Exporter("sides", ".sid", write, more_endings=(".sid2",), files_beside=beside,
                      has_progress=True, has_scenario=True, note="Open both.",
                      options=(FormatOption("loud", "Loud.", bool),)),
}
'''


@pytest.fixture(scope="module", autouse=True)
def _plugged(add_folder: Adding, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A plug-in that uses every field."""
    folder = tmp_path_factory.mktemp("plugged")
    (folder / "more_formats.py").write_text(FORMATS, encoding="utf-8")
    (example,) = (block for block in blocks("docs/plugins.md", "python") if "EXPORTERS" in block)
    (folder / "documented.py").write_text(example, encoding="utf-8")
    add_folder(folder)


def test_a_format_may_have_a_picture_and_options(tmp_path: Path) -> None:
    (tmp_path / "a.trc").touch()
    written = answer("import", "traced", tmp_path, tmp_path / "out", "--row-count", "4")["written"]
    assert [Path(each).name for each in written] == ["a.map.yaml"]
    assert map_reader.load(tmp_path / "out" / "a.map.yaml").grid.shape == (4, 3)
    assert (tmp_path / "out" / "a.underlay.png").is_file()
    words = ("import", "traced", tmp_path / "a.trc", tmp_path / "b", "--row-count", 10)
    assert "row-count" in run(*words, code=2)


def test_a_format_may_be_of_scenarios(tmp_path: Path) -> None:
    out = tmp_path / "b.scenario.yaml"
    written = answer("import", "fight", SHOTS, out)["written"]
    assert written == [str(out), str(tmp_path / "b.map.yaml")]
    run("check", out)
    assert (
        map_reader.load(tmp_path / "b.map.yaml").grid.shape
        == map_reader.load(CROSSROADS).grid.shape
    )


def test_a_format_may_have_files_beside_and_a_note(tmp_path: Path) -> None:
    out = tmp_path / "a.sid"
    found = answer("export", "sides", SHOTS, out, "--loud")
    assert found["written"] == [str(out), str(tmp_path / "a.sides")]
    assert found["notes"] == ["Open both."]
    assert out.read_text() == f"{SHOTS.parent.name} True"
    assert (tmp_path / "a.sides").read_text() == "red blue"
    out.unlink()
    assert "a.sides" in run("export", "sides", CROSSROADS, out, code=1)
    assert answer("export", "sides", CROSSROADS, out, "--overwrite")["losses"][0]["what"] == "sides"


def test_the_documented_format_writes_the_levels_of_a_map(tmp_path: Path) -> None:
    run("export", "levels", CROSSROADS, tmp_path / "a.levels", "--separator", ",")
    grid = map_reader.load(CROSSROADS).grid
    rows = (tmp_path / "a.levels").read_text().splitlines()
    assert {len(row.split(",")) for row in rows} == {grid.columns}
    assert len(rows) == grid.rows


def test_what_a_window_lists_has_formats_of_plug_ins_behind_its_own() -> None:
    assert list(import_formats())[-2:] == [".fight", ".traced"]
    assert list(export_formats(of_scenario=True))[:3] == [".vmod", ".sid", ".sid2"]


def test_a_cancelled_export_is_no_failure_of_its_plug_in(tmp_path: Path) -> None:
    def cancel(_: float) -> None:
        raise JobCancelled

    one = exporters({})["sides"]
    with pytest.raises(JobCancelled):
        one.write(
            map_reader.load(CROSSROADS), tmp_path / "a.sid",
            report=cancel, scenario=None, folder=tmp_path, loud=False,
        )  # fmt: skip
    assert one.plugin == "more_formats"
    assert list(tmp_path.iterdir()) == []
