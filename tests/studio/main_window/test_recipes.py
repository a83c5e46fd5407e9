"""The recipes of `docs/design/house.md`, followed step by step: what is added is there, and works.

Adding a game has tests of its own (`tests/studio/test_sixth_game.py`, `tests/plugins`).
"""

from __future__ import annotations

import inspect
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout
from pytestqt.qtbot import QtBot

from engine import texts
from engine.checks import check
from engine.files import source_text
from engine.files.schemas import KINDS
from engine.files.source_text import SHIPPED, ParsedSource
from engine.interchange import built_in_formats, megamek_terrain, wesnoth_terrain
from engine.interchange.import_result import Loss, Losses, Report, iterate_hexes
from engine.interchange.plugin_formats import Exporter
from engine.map import terrain
from engine.map.map import Map
from engine.problems import InvalidFileError, Problem
from engine.scenario.scenario import Scenario
from engine.texts import KeyedText
from studio.actions import ACTIONS
from studio.actions.action import Action, Menu, actions_for_documents
from studio.actions.tools_menu import _other
from studio.cli import main
from studio.documents import document_loader
from studio.documents.document_loader import Making
from studio.documents.file_sync import Fingerprint
from studio.documents.immutable_value_document import SpreadsheetDocument
from studio.framework.background_jobs import BackgroundJobs
from studio.framework.document_tab import DocumentTab
from studio.framework.editor_provider import EditorProvider
from studio.framework.panel_layouts import PanelPlace
from studio.framework.prompts import Prompts
from studio.main_window.main_window import MainWindow
from studio.map_tools.editing_context import MapEditingContext, MapTool, Stroke
from studio.map_tools.paints import GroundPaint
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer, ToolPreview
from studio.widgets.localization import Localizer
from studio.workspaces.map.map_toolbox import MaterialFamily, Toolbox
from studio.workspaces.map.swatch_grid import MATERIAL
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.scenario_docks import BERTHS, DockSpec
from tests import test_docs
from tests.engine.interchange import test_megamek, test_wesnoth
from tests.studio.main_window.conftest import Scripted, at, do, drag, ground, type_

CROSSROADS = SHIPPED / "samples" / "tank"
MAP = CROSSROADS / "maps" / "crossroads.map.yaml"


@pytest.fixture
def say_more(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Adds sentences to a file of texts, by its name."""
    folder = tmp_path / "texts"

    def write(name: str, sentences: str) -> None:
        for key, said in texts.parse_sentences(sentences).items():
            for language, sentence in said.items():
                (folder / language).mkdir(parents=True, exist_ok=True)
                with (folder / language / f"{name}.yaml").open("a", encoding="utf-8") as file:
                    file.write(f"{key}: {sentence}\n")
        texts.add_folder(folder)

    yield write
    texts._folders.remove(folder)
    texts._forget()


def with_actions(monkeypatch: pytest.MonkeyPatch, *more: Action) -> None:
    for place in ("action_bars", "keyboard"):
        monkeypatch.setattr(f"studio.main_window.{place}.ACTIONS", (*ACTIONS, *more))


# --- a terrain kind -------------------------------------------------------------------------------

VINEYARD = """\
  vineyard:
    name: {en: Vineyard, zh: 葡萄园}
    drawing:
      {fill: "#b7c48a", opacity: 0.6, edge: "#6f7f4a", edge_width: 0.012, inset: 0.04,
       marks: [{shape: rows, colour: "#6d4f7a", size: 0.02, density: 7}]}
"""
SLOPES = """\
sandtable: map/1
grid: {columns: 4, rows: 2}
layers: {ground: "vv..\\nv..."}
legend: {".": open, v: vineyard}
"""


def add_vineyard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add an entry to the catalogue, as a line more in its file would."""
    shipped = Path(terrain.__file__).with_name("terrain.yaml").read_text(encoding="utf-8")
    before, rubble, after = shipped.partition("  rubble:\n")
    grown = terrain.read_catalogue(before + VINEYARD + rubble + after)
    kinds = terrain.load_catalogue().kinds
    assert isinstance(kinds, dict)
    monkeypatch.setitem(kinds, "vineyard", grown.kinds["vineyard"])


def test_a_terrain_kind_that_is_added_is_checked_named_and_offered(
    tmp_path: Path, make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "slopes.map.yaml"
    file.write_text(SLOPES, encoding="utf-8")
    found = json.loads(CliRunner().invoke(main, ["check", str(file), "--json"]).stdout)
    unknown = [each for each in found if each["code"] == "unknown-ground"]
    assert ["'vineyard'" in each["message"] for each in unknown] == [True]
    add_vineyard(monkeypatch)
    assert json.loads(CliRunner().invoke(main, ["check", str(file), "--json"]).stdout) == []
    assert "Vineyard" in CliRunner().invoke(main, ["show", str(file)]).output
    window = make_window()
    do(window, "new")
    QTest.keyClicks(window.docks.palette.search, "Vineyard")
    assert window.docks.palette.items()[0].data(MATERIAL).kind == "vineyard"


def test_the_tests_that_the_recipe_names_ask_for_the_rest_of_a_terrain_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_vineyard(monkeypatch)
    page = (SHIPPED / "docs" / "terrain.md").read_text(encoding="utf-8")
    stands = test_docs.test_every_kind_of_terrain_and_ramp_stands_on_the_terrain_page
    with pytest.raises(AssertionError, match="vineyard"):
        inspect.unwrap(stands)(page, "vineyard")  # the kind is newer than the table of cases
    with pytest.raises(AssertionError, match="vineyard"):
        test_megamek.test_every_ground_has_its_terrain()
    monkeypatch.setitem(megamek_terrain.terrain_table().terrain, "vineyard", "planted_fields:1")
    test_megamek.test_every_ground_has_its_terrain()
    with pytest.raises(AssertionError, match="vineyard"):
        test_wesnoth.test_every_ground_has_its_code()
    monkeypatch.setitem(wesnoth_terrain.terrain_table().codes, "vineyard", "Gg^Gvs")
    test_wesnoth.test_every_ground_has_its_code()


# --- a tool ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plough:
    """Makes a field of every hex that the pointer comes to."""

    def hover(self, context: MapEditingContext, pointer: ToolPointer) -> ToolPreview:
        return ToolPreview(context.indices([pointer.hex(context.grid)]))

    def stroke(self, context: MapEditingContext, press: ToolPointer) -> Stroke:
        pointer = press
        while pointer.phase is not PointerPhase.RELEASE:
            here = context.indices([pointer.hex(context.grid)])
            context.apply_symmetric_edit(GroundPaint("fields").edit(context.map, here))
            pointer = yield ToolPreview(here)


def test_a_tool_that_is_added_paints_by_its_key_and_names_its_step(
    make_window: Callable[..., MainWindow],
    say_more: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand_out = Toolbox.tool

    def tool(toolbox: Toolbox, map_: Map) -> MapTool:
        is_meant = (
            toolbox.material.family is MaterialFamily.OTHER and toolbox.material.kind == "plough"
        )
        return Plough() if is_meant else hand_out(toolbox, map_)

    monkeypatch.setattr(Toolbox, "tool", tool)
    with_actions(monkeypatch, replace(_other("plough", "Ctrl+F9"), on_bar=False))
    say_more("tools", "action-tool-plough: {en: Plough}\nother-plough: {en: Fields}\n")
    window = make_window()
    do(window, "new")
    editor = window.required_map_editor
    QTest.keyClick(editor.canvas, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    drag(editor, at(editor, 3, 3), at(editor, 4, 3))
    assert [ground(editor, column, 3) for column in (2, 3, 4, 5)] == [
        "open", "fields", "fields", "open",
    ]  # fmt: skip
    assert editor.document.history.undoText() == "Fields"


# --- a panel --------------------------------------------------------------------------------------


class TitlePanel(ScenarioPanel):
    """The title of a scenario, to be typed."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__(localize)
        self.line = QLineEdit()
        QVBoxLayout(self).addWidget(self.line)
        self.line.editingFinished.connect(self._retitle)

    def refresh(self, scenario: Scenario) -> None:
        self.line.setText(self.localize.localize_text(scenario.title))

    def _retitle(self) -> None:
        self.replace_scenario(replace(self.scenario, title=self.line.text()), "title")


def _title(localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> TitlePanel:
    return TitlePanel(localize)


def test_a_panel_that_is_added_edits_the_scenario_in_front(
    make_window: Callable[..., MainWindow],
    say_more: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    monkeypatch.setattr(
        "studio.workspaces.scenario.scenario_docks.BERTHS",
        (*BERTHS, DockSpec("title", _title, PanelPlace("title"))),
    )
    say_more("studio", "panel-title: {en: How it is called}\n")
    window = make_window()
    window.filing.open_file(CROSSROADS / "scenarios" / "crossroads.scenario.yaml")
    qtbot.waitUntil(lambda: window.active_tab is not None)
    panel = window.scenario_docks.show_panel("title")
    assert isinstance(panel, TitlePanel)
    assert window.scenario_docks.named["title"].windowTitle() == "How it is called"
    qtbot.waitUntil(lambda: panel.line.text() == "Crossroads")
    panel.line.selectAll()
    QTest.keyClicks(panel.line, "Two roads")
    QTest.keyClick(panel.line, Qt.Key.Key_Return)
    assert panel.scenario.title == "Two roads"
    do(window, "undo")
    assert panel.line.text() == "Crossroads"


# --- a format, and a workplace for it -------------------------------------------------------------

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["sandtable", "name"],
    "additionalProperties": False,
    "properties": {"sandtable": {"const": "roster/1"}, "name": {"type": "string"}},
}
ROSTER = "sandtable: roster/1\nname: Third company\n"


class RosterDocument(SpreadsheetDocument[str]):
    """A name in a file."""

    kind = "roster"

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, None)
        self._path = path

    @property
    def title(self) -> str:
        return self.value

    @property
    def path(self) -> Path:
        return self._path

    def as_table(self) -> str:
        return f"name\n{self.value}\n"

    def _read_again(self, path: Path) -> str:
        return read_roster(source_text.read(path))

    def _writer(self, target: Path) -> Callable[[], Path]:
        said = f"sandtable: roster/1\nname: {self.value}\n"

        def write() -> Path:
            source_text.write(target, said)
            return target

        return write

    def _written(self, file: Path, target: Path) -> None:
        self._path = file


class RosterTab(DocumentTab):
    """The name, in capitals where that is wanted."""

    def __init__(self, document: RosterDocument, localize: Localizer) -> None:
        super().__init__(document, localize)
        self.line = QLineEdit(document.value)
        QVBoxLayout(self).addWidget(self.line)
        self.line.textEdited.connect(lambda name: document.replace_value(name, "name", "name"))
        document.changed.connect(self.line.setText)


class RosterDocks:
    """Panels that only remember whether they are out."""

    is_out = False

    def show_tab(self, tab: DocumentTab | None) -> None:
        self.is_out = tab is not None and isinstance(tab.document, RosterDocument)

    def retranslate(self) -> None: ...


def read_roster(source: ParsedSource) -> str:
    from engine.files import schemas

    faults = [each.problem for each in schemas.find_violations(source, "roster")]
    if faults:
        raise InvalidFileError(faults)
    found: Any = source.root.plain()
    return str(found["name"])


def _check_roster(source: ParsedSource) -> list[Problem]:
    try:
        read_roster(source)
    except InvalidFileError as error:
        return list(error.problems)
    return []


def _open_roster(path: Path) -> Making:
    on_disk, name = Fingerprint.of(path), read_roster(source_text.read(path))

    def make(journals: Path | None) -> RosterDocument:
        made = RosterDocument(name, path)
        made._on_disk = on_disk
        return made

    return make


@pytest.fixture
def roster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of a format that was added."""
    shipped = tmp_path / "shipped"
    shutil.copytree(SHIPPED / "schemas", shipped / "schemas")
    (shipped / "schemas" / "roster.schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    monkeypatch.setattr("engine.files.schemas.SHIPPED", shipped)
    monkeypatch.setattr("engine.files.schemas.KINDS", (*KINDS, "roster"))
    monkeypatch.setitem(check.__dict__["_CHECKS"], "roster", _check_roster)
    monkeypatch.setitem(document_loader.READERS, "roster", _open_roster)
    file = tmp_path / "third.roster.yaml"
    file.write_text(ROSTER, encoding="utf-8")
    return file


def test_a_format_that_is_added_is_checked_to_line_and_column(roster: Path) -> None:
    assert CliRunner().invoke(main, ["check", str(roster)]).exit_code == 0
    roster.write_text(ROSTER + "colour: red\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["check", str(roster), "--json"])
    (fault,) = json.loads(ran.stdout)
    assert (fault["code"], fault["line"], fault["column"]) == ("unknown-key", 3, 1)
    with pytest.raises(InvalidFileError, match="colour"):
        document_loader.read_document(roster)


def test_a_workplace_that_is_added_opens_edits_and_saves_its_works(
    roster: Path,
    make_window: Callable[..., MainWindow],
    say_more: Callable[[str, str], None],
    prompts: Scripted,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def shout(studio: Any) -> None:
        document = studio.required_active_tab.document
        document.replace_value(document.value.upper(), "shout")

    action = Action("roster-shout", Menu.EDIT, shout, ("Ctrl+F9",))
    with_actions(monkeypatch, *actions_for_documents(RosterDocument, (action,)))
    say_more("studio", "action-roster-shout: {en: Shout}\n")
    window, docks = make_window(), RosterDocks()
    place = EditorProvider(RosterDocument, lambda work: RosterTab(work, window.localize), (docks,))
    window.opening.places = (*window.opening.places, place)
    do(window, "new")
    assert not window.bars.actions["roster-shout"].isEnabled()

    window.filing.open_file(roster)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, RosterTab))
    tab = window.active_tab
    assert isinstance(tab, RosterTab)
    assert docks.is_out
    QTest.keyClicks(tab.line, " of the reserve")
    type_(window, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    assert tab.line.text() == "THIRD COMPANY OF THE RESERVE"
    do(window, "undo")
    do(window, "undo")
    assert tab.line.text() == "Third company"
    do(window, "redo")
    do(window, "save")
    qtbot.waitUntil(lambda: not tab.document.is_dirty)
    assert "name: Third company of the reserve\n" in roster.read_text(encoding="utf-8")
    prompts.file = roster.with_name("third.csv")
    do(window, "export-table")
    qtbot.waitUntil(lambda: not window.jobs.running)
    assert prompts.file.read_text(encoding="utf-8") == "name\nThird company of the reserve\n"
    assert not window.bars.actions["print"].isEnabled()
    assert not window.bars.actions["preview-sight"].isEnabled()
    assert window.close_tab(tab)
    assert not docks.is_out


# --- an export ------------------------------------------------------------------------------------


def test_an_export_that_is_added_writes_alike_by_command_and_window(
    tmp_path: Path,
    make_window: Callable[..., MainWindow],
    say_more: Callable[[str, str], None],
    prompts: Scripted,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def write(map_: Map, path: Path, report: Report) -> list[Loss]:
        """The levels alone."""
        losses = Losses()
        losses.add("heights-left", "ground", count=len(map_.grid))
        levels = (
            f"{map_.level[map_.grid.index(hex_)]} " for hex_ in iterate_hexes(map_.grid, report)
        )
        source_text.write_pieces(path, levels)
        return losses.listed()

    added = Exporter(KeyedText("interchange.export-heights"), ".heights", write, has_progress=True)
    monkeypatch.setitem(built_in_formats.__dict__["EXPORTERS"], "heights", added)
    say_more(
        "interchange",
        "export-heights: {en: The levels of a map.}\nheights-left: {en: 'no place for {what}'}\n",
    )
    out = tmp_path / "a.heights"
    ran = CliRunner().invoke(main, ["export", "heights", str(MAP), str(out), "--json"])
    assert json.loads(ran.stdout)["losses"][0]["code"] == "heights-left"
    by_command = out.read_text(encoding="utf-8")

    window = make_window()
    window.filing.open_file(MAP)
    qtbot.waitUntil(lambda: window.active_map_editor is not None)
    prompts.file = tmp_path / "b.heights"
    do(window, "export-map")
    qtbot.waitUntil(lambda: prompts.file is not None and prompts.file.is_file())
    assert prompts.file.read_text(encoding="utf-8") == by_command
    assert "no place for ground" in prompts.told[0]
