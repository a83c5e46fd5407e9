"""From a map to a printed game: a designer's whole job at the window, by hand."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from engine.checks.check import check
from engine.files.source_text import SHIPPED
from engine.scenario.scenario import Arrival
from engine.session.seats import Seat
from engine.texts import text
from studio.framework.prompts import DialogPrompts
from studio.main_window.main_window import MainWindow
from studio.printing.game_print_dialog import GamePrintDialog
from studio.printing.print_page import PrintedPart
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.assertions import require_type
from tests.studio.main_window.conftest import Scripted, make_window, prompts, window  # noqa: F401  # fixtures
from tests.studio.printing.reading import pages
from tests.studio.printing.reading import words as words_of
from tests.studio.workspaces.scenario.designer import NONE, SHIFT, Designer, png

Key = Qt.Key
MAP = "crossroads.map.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the sample's map alone."""
    (tmp_path / "game" / "maps").mkdir(parents=True)
    shutil.copy(SHIPPED / "samples" / "tank" / "maps" / MAP, tmp_path / "game" / "maps")
    (tmp_path / "game" / "scenarios").mkdir()
    return tmp_path / "game"


@pytest.fixture
def designer(window: MainWindow, prompts: Scripted, qtbot: QtBot) -> Designer:  # noqa: F811
    window.resize(1500, 950)
    qtbot.waitUntil(window.isActiveWindow)
    return Designer(window, prompts, qtbot)


def test_a_designer_s_whole_job(
    designer: Designer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(designer, folder)
    write_words(designer)
    write_sides(designer)
    write_briefings(designer)
    paint_zones(designer)
    raise_forces(designer)
    place_forces(designer)
    set_objectives(designer)
    set_conditions(designer)
    make_deck(designer, folder)
    assert designer.problems == []
    assert designer.steps > 60
    save_and_open_again(designer, folder)
    play_to_the_end(designer)
    print_it(designer, folder, monkeypatch)


# --- written --------------------------------------------------------------------------------------


def begin(designer: Designer, folder: Path) -> None:
    """A scenario on the map, saved under a name at once."""
    designer.prompts.open = [folder / "maps" / MAP]
    designer.do("open")
    designer.do("new-scenario")
    designer.prompts.file = folder / "scenarios" / "valley.scenario.yaml"
    designer.do("save")
    assert not designer.tab.document.is_dirty


def write_words(designer: Designer) -> None:
    """Title, turns, sides, briefings and notes, in both languages."""
    story = designer.panel(Key.Key_5, "story")
    for language, words in (("en", "The valley"), ("zh", "谷地")):
        with designer.step(story):
            designer.write(story.title.lines[language], words)
    with designer.step(story):
        designer.number(story.turns, 4)
    with designer.step(story):
        designer.write(story.credits, "After the sample")
    designer.turn(story.notes.tabs, 0)
    with designer.step(story):
        designer.write(story.notes.areas["en"], "A test of *everything*.")
    designer.turn(story.notes.tabs, 1)
    with designer.step(story):
        designer.write(story.notes.areas["zh"], "检验所有部分。")


def write_sides(designer: Designer) -> None:
    """One side with another id, name, colour and budget; the other begins."""
    story = designer.panel(Key.Key_5, "story")
    designer.turn(story.pages, 1)
    sides = story.sides
    sides.listing.list.setFocus()
    with designer.step(story):
        designer.number(sides.budget, 12)
    with designer.step(story):
        designer.write(sides.id, "north")
        designer.keys(sides.id, Key.Key_Return)
    with designer.step(story):
        designer.write(sides.name_field.lines["en"], "North")
    with designer.step(story):
        designer.write(sides.name_field.lines["zh"], "北方")
    designer.prompts.colours = ["#7d2fa0"]
    with designer.step(story):
        designer.push(sides.colour)
    designer.keys(sides.listing.list, Key.Key_Down)
    assert sides.chosen.id == "blue"
    with designer.step(story):
        designer.tick(sides.begins)


def write_briefings(designer: Designer) -> None:
    """For each side and the umpire, with a word that nobody else writes."""
    story = designer.panel(Key.Key_5, "story")
    designer.turn(story.pages, 2)
    briefings = story.briefings
    for who in ("north", "blue", "umpire"):
        designer.choose(briefings.who, who)
        said = {"en": f"Secret of {who}", "zh": f"{who}的秘密"}
        for place, (language, words) in enumerate(said.items()):
            designer.turn(briefings.area.tabs, place)
            with designer.step(story):
                designer.write(briefings.area.areas[language], words)


def paint_zones(designer: Designer) -> None:
    """Two zones of the scenario's own, painted and named."""
    zones = designer.panel(Key.Key_4, "own-zones")
    for name, first, last in (("north-hill", (1, 3), (4, 6)), ("ridge", (18, 11), (21, 13))):
        with designer.step():
            zones.list.setFocus()
            designer.keys(zones.list, Key.Key_Insert)
        designer.do("own-zone-paint")  # undone and done again, it is not in hand any more
        with designer.step():
            designer.drag(designer.hex(*first), designer.hex(*last), held=SHIFT)
        with designer.step():
            designer.keys(designer.tab.canvas, Key.Key_Escape)
            designer.write(zones.id, name)
            designer.keys(zones.id, Key.Key_Return)
        zones.list.setFocus()
        designer.keys(zones.list, Key.Key_F2)
        assert zones.name_field.lines["en"].hasFocus()
        for language, called in (("en", f"The {name}"), ("zh", "高地")):
            with designer.step(zones):
                designer.write(zones.name_field.lines[language], called)
    assert {*designer.scenario.zones} == {"north-hill", "ridge"}
    assert designer.scenario.zone_names["ridge"] == {"en": "The ridge", "zh": "高地"}


def raise_forces(designer: Designer) -> None:
    """Twenty tanks in six platoons."""
    designer.do("units-add")
    forces = designer.found("forces")
    form = forces.form
    for side in ("north", "blue"):
        designer.choose(form.side, side)
        for number, count in enumerate((4, 3, 3), 1):
            with designer.step():
                form.count.setFocus()
                designer.write(form.count, str(count))
                designer.write(form.formation, f"{side} {number}")
                designer.write(form.name.lines["en"], "Tank")
                designer.write(form.name.lines["zh"], "坦克")
                designer.keys(form.name.lines["zh"], Key.Key_Return)
    designer.keys(form.name.lines["zh"], Key.Key_Escape)
    assert len(designer.scenario.units) == 20


def place_forces(designer: Designer) -> None:
    """From the list onto the map, with Shift into a zone, and onto a turn of the track."""
    forces = designer.found("forces")
    tree, model = forces.tree, forces.model
    tracks = designer.found("turn-track")
    canvas = designer.tab.canvas
    for side, first, entry in (("north", (6, 5), "north-edge"), ("blue", (16, 8), "south-edge")):
        if side == "blue":
            platoon = model.find(("formation", side, f"{side} 1"))
            designer.choose_rows(tree, platoon, platoon)
            with designer.step():
                designer.drag_rows(tree, canvas, QPointF(designer.at(designer.hex(18, 11))), SHIFT)
        for place, unit in enumerate(designer.ids(f"{side} 2")):
            index = model.find(("unit", unit))
            designer.choose_rows(tree, index, index)
            hex_ = designer.hex(first[0] + place, first[1])
            with designer.step():
                designer.drag_rows(tree, canvas, QPointF(designer.at(hex_)))
        third = designer.ids(f"{side} 3")
        designer.choose(tracks.entry, entry)
        designer.choose_rows(tree, model.find(("unit", third[0])), model.find(("unit", third[-1])))
        with designer.step():
            designer.drag_rows(tree, tracks.track, tracks.track.boxes()[1].center())
        assert designer.unit(third[0]).arrives == Arrival(2, entry)


def set_objectives(designer: Designer) -> None:
    """One in a zone, one at a hex that is picked on the map, then typed."""
    aims = designer.panel(Key.Key_6, "aims")
    objectives, canvas = aims.objectives, designer.tab.canvas
    with designer.step(aims):
        objectives.listing.list.setFocus()
        designer.keys(objectives.listing.list, Key.Key_Insert)
    for language, words in (("en", "Crossways"), ("zh", "十字镇")):
        with designer.step(aims):
            designer.write(objectives.name_field.lines[language], words)
    with designer.step(aims):
        designer.choose(objectives.zone, "village")
    with designer.step(aims):
        designer.number(objectives.points, 3)
    with designer.step(aims):
        designer.choose(objectives.holder, "blue")
    with designer.step(aims):
        designer.write(objectives.id, "crossways")
        designer.keys(objectives.id, Key.Key_Return)
    with designer.step(aims):
        objectives.listing.list.setFocus()
        designer.keys(objectives.listing.list, Key.Key_Insert)
    for language, words in (("en", "The spur"), ("zh", "山梁")):
        with designer.step(aims):
            designer.write(objectives.name_field.lines[language], words)
    with designer.step(aims):
        designer.push(objectives.hex.button)
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, NONE, designer.at(designer.hex(10, 6)))
    assert designer.scenario.objectives[1].at == designer.hex(10, 6)
    with designer.step(aims):
        designer.write(objectives.hex.line, "@10,5")
        designer.keys(objectives.hex.line, Key.Key_Return)


def set_conditions(designer: Designer) -> None:
    """Three ways to win, the last one moved up."""
    aims = designer.panel(Key.Key_6, "aims")
    designer.turn(aims.pages, 1)
    conditions = aims.conditions
    wins = (("objectives", "north"), ("losses", "blue"), ("turn-limit", ""))
    for place, (kind, side) in enumerate(wins):
        with designer.step(aims):
            conditions.listing.list.setFocus()
            designer.keys(conditions.listing.list, Key.Key_Insert)
        if kind != "objectives":
            with designer.step(aims):
                designer.choose(conditions.kind, kind)
        if side != conditions.side.currentData():
            with designer.step(aims):
                designer.choose(conditions.side, side)
        if kind == "losses":
            with designer.step(aims):
                designer.number(conditions.percent, 60)
            with designer.step(aims):
                designer.choose(conditions.judged, "at_once")
        assert conditions.listing.place == place
    conditions.listing.list.setFocus()
    with designer.step():
        designer.keys(conditions.listing.list, Key.Key_Up, held=Qt.KeyboardModifier.AltModifier)


def make_deck(designer: Designer, folder: Path) -> None:
    """A deck of the scenario's own, drawn by both sides, with a card that has a picture."""
    decks = designer.panel(Key.Key_9, "decks")
    with designer.step():
        designer.push(decks.add)
    for name in ("North", "Blue"):
        box = next(box for box in decks.findChildren(QCheckBox) if box.text() == name)
        with designer.step():
            designer.tick(box)
    panel = decks.panel
    with designer.step():
        panel.cards.rows.setFocus()
        designer.keys(panel.cards.rows, Key.Key_Insert)
        designer.keys(panel.cards.menu, Key.Key_Return)
    form = panel.form
    with designer.step(form):
        designer.choose(form.effect, "repair")
    with designer.step(form):
        designer.number(form.parameters.fields["units"], 2)
    with designer.step(form):
        designer.number(form.copies, 3)
    for language, words in (("en", "Workshop"), ("zh", "修理所")):
        with designer.step(form):
            designer.write(form.title.lines[language], words)
    designer.prompts.file = png(folder / "workshop.png")
    with designer.step(form):
        designer.push(form.choose)
    with designer.step(form):
        designer.write(form.id, "workshop")


def save_and_open_again(designer: Designer, folder: Path) -> None:
    """Saved it is clean for the command too; closed and opened it is the same."""
    file = folder / "scenarios" / "valley.scenario.yaml"
    designer.do("save")
    was, tab = designer.scenario, designer.tab
    assert check(file) == []
    assert designer.window.close_tab(tab)
    designer.prompts.open = [file]
    designer.do("open")
    assert designer.tab is not tab
    again = designer.scenario
    assert again.map_hash, "what the map was is written down with the scenario"
    assert replace(again, ground=was.ground, map_hash=was.map_hash) == was
    assert designer.problems == []


def play_to_the_end(designer: Designer) -> None:
    """Two machines play it in the window."""
    playing = designer.window.playing
    seats = {"north": Seat.GREEDY, "blue": Seat.GREEDY}
    designer.prompts.setup = GameSetup(seats, seed=7)
    playing.set_speed(PlaybackSpeed.SKIP)
    designer.do("play")
    play = require_type(designer.tab.guest, GameOnTab).play
    assert play is not None
    designer.qtbot.waitUntil(lambda: play.session.result is not None, timeout=60_000)
    assert play.session.game.state.turn <= 4
    designer.do("stop-play")
    assert designer.tab.guest is None


def print_it(designer: Designer, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All parts as PDF by the dialog: what was written is on its pages, secrets on no others."""
    found: dict[str, int] = {}

    def fill_in(dialog: GamePrintDialog) -> int:
        dialog.show()
        designer.settle()
        for part, box in dialog.parts.items():
            if box.isChecked() == (part is PrintedPart.CALIBRATION):
                designer.tick(box)
        designer.tick(dialog.fit)

        def is_fitted() -> bool:
            return dialog.list.count() > 0 and "(1 of 1)" in dialog.list.item(0).text()

        designer.qtbot.waitUntil(is_fitted, timeout=30_000)
        for row in range(dialog.list.count()):
            number, _, says = dialog.list.item(row).text().partition("  ")
            found[says] = int(number)
        return 1

    monkeypatch.setattr(GamePrintDialog, "exec", fill_in)
    shown, file = designer.window, folder / "valley.pdf"
    designer.prompts.file = file
    dialogs = DialogPrompts(shown, shown.localize, shown.preferences)
    monkeypatch.setattr(designer.prompts, "ask", dialogs.ask)
    designer.do("print")
    designer.qtbot.waitUntil(lambda: not designer.window.jobs.running, timeout=60_000)
    printed = pages(file.read_bytes())

    def page(says: str) -> str:
        """The pages whose title begins so, as one text."""
        numbers = [n for title, n in found.items() if title.startswith(f"The valley · {says}")]
        assert numbers, says
        return "".join(words_of(printed[number - 1]) for number in numbers)

    assert found["The valley, row 1, column 1 (1 of 1)"] == 1
    assert page("Counters · sheet 1 of 1 · front").count("Tank") == len(designer.scenario.units)
    assert page("Cards · sheet 1 of 3 · front").startswith("Workshop")
    assert "Turn4" in page("Tables · page")
    north, blue = (
        page(f"{text('printing.handout-of', 'en', side=side)} · page") for side in ("North", "Blue")
    )
    assert "Secretofnorth" in north
    assert "setupinThenorth-hill" in north
    assert "Secretofblue" not in north
    assert "Secretofblue" in blue
    assert "north3" not in blue
    assert "Secretofumpire" in page(f"{text('printing.handout-umpire', 'en')} · page")
