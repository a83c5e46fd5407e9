"""A click on an option wakes what it changes, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.hexes.grid import Grid, Orientation
from engine.play.option_targets import OptionAction
from engine.session.seats import Seat
from engine.session.session import Session
from studio.canvas.camera import MapCamera
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.map_overlays import TargetHexes
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.decision_panel import DecisionPanel
from studio.workspaces.play.panels.game_panel_refresh import (
    GamePanelRefresher,
    nothing_panel_reads,
    rolls_panel_reads,
)
from tests.assertions import require_type
from tests.engine.session.sessions import crossroads


class Table:
    """The crossroads on a canvas beside the panel of what is asked."""

    def __init__(self, qtbot: QtBot) -> None:
        scenario, localize = crossroads(), Localizer("en")
        self.session = Session.begin(scenario, dict.fromkeys(("red", "blue"), Seat.PERSON), 1)
        self.canvas, self.panel = MapCanvas(), DecisionPanel(localize)
        self.canvas.show_map(scenario.map)
        self.play = GameController(
            self.session, MapGameView(scenario, self.canvas, localize.language), localize
        )
        self.play.speed = PlaybackSpeed.SKIP
        self.pointer = MapGamePointer(self.play, require_type(self.play.board, MapGameView))
        for widget in (self.canvas, self.panel):
            qtbot.addWidget(widget)
            widget.resize(360, 620)
            widget.show()
        self.panel.show_play(self.play, self.pointer)
        self.play.look_again()

    def click(self) -> None:
        """On the first option of the list."""
        choices = self.panel.list
        place = choices.visualItemRect(choices.item(0)).center()
        QTest.mouseClick(choices.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def play_until_dice(self) -> None:
        """Fire as soon as anybody may, until dice have fallen."""
        while not any(entry.roll for entry in self.session.history.branch.answered):
            assert self.play.choices is not None
            self.play.choose(self.play.choices[-1])


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Table]:
    made = Table(qtbot)
    yield made
    made.panel.show_play(None, None)
    made.play.end()


def test_what_a_click_answers_at_once_is_not_foreseen_and_what_is_pointed_at_is(
    table: Table, qtbot: QtBot
) -> None:
    looked: list[object] = []
    table.pointer.look_at = looked.append  # type: ignore[assignment, method-assign]
    number = table.session.answer_count
    table.click()
    qtbot.wait(1)
    assert table.session.answer_count == number + 1
    assert not looked
    table.panel.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: bool(looked))
    assert looked == [table.panel.list.item(1).data(Qt.ItemDataRole.UserRole)]


def test_what_a_click_answered_is_not_foreseen_while_what_it_leads_to_is_watched(
    table: Table, qtbot: QtBot
) -> None:
    while table.play.question is None or table.play.question.choices.pass_choice is None:
        assert table.play.choices is not None
        table.play.choose(table.play.choices[0])  # until all are set up
    looked: list[object] = []
    table.pointer.look_at = looked.append  # type: ignore[assignment, method-assign]
    table.play.speed = PlaybackSpeed.SLOW
    while not table.play.is_moving:
        looked.clear()
        table.click()
    qtbot.wait(1)
    assert not any(looked), "the rules were asked about an answer that is asked for no more"


def test_a_panel_looks_again_where_what_it_reads_is_another(table: Table, qtbot: QtBot) -> None:
    seen: dict[str, int] = {"all": 0, "rolls": 0, "nothing": 0}

    def count(name: str) -> None:
        seen[name] += 1

    followers = []
    for name, reads in (
        ("all", None),
        ("rolls", rolls_panel_reads),
        ("nothing", nothing_panel_reads),
    ):
        widget = QWidget()
        qtbot.addWidget(widget)
        widget.show()
        follower = GamePanelRefresher(widget, partial(count, name), reads)
        follower.follow(table.play)
        followers.append(follower)
    table.play.look_again()  # whoever looks is new to all of them
    before = dict(seen)
    table.click()
    assert seen["all"] == before["all"] + 1
    assert seen == {**before, "all": seen["all"]}, "a unit was set up: no dice, nothing pointed at"
    table.play_until_dice()
    assert seen["rolls"] > before["rolls"]
    assert seen["nothing"] == before["nothing"]
    told = seen["rolls"]
    table.play.undo()
    assert seen["rolls"] > told, "what was rolled is taken back"
    for follower in followers:
        follower.follow(None)


def test_what_was_foreseen_is_past_once_the_game_has_gone_on(table: Table) -> None:
    past: list[None] = []
    table.pointer.outdated.connect(lambda: past.append(None))
    table.click()
    assert not past, "nothing was foreseen"
    while table.pointer.forecast is None:
        assert table.play.choices is not None
        table.pointer.look_at(table.play.choices[0])
        if table.pointer.forecast is None:
            table.play.choose(table.play.choices[0])
    table.click()
    assert len(past) == 1
    table.play.look_again()
    assert len(past) == 1


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("width", [9.0, 40.0, 130.0])
def test_what_is_wanted_is_painted_within_its_pieces(
    orientation: Orientation, width: float
) -> None:
    camera = MapCamera(Grid(3, 3, orientation=orientation), width, -60.0, -60.0)
    middle = camera.grid.hex(1, 1)
    for deed in OptionAction:
        image = QImage(600, 600, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wanted = TargetHexes({middle: deed})
        wanted(painter, camera)
        painter.end()
        (room,) = wanted.pieces(camera).values()
        rest = QPainter(image)
        rest.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        rest.fillRect(QRectF(room.toAlignedRect()), Qt.GlobalColor.transparent)
        rest.end()
        assert room.contains(QPointF(*camera.centre(middle)))
        assert image == blank(image), deed


def blank(image: QImage) -> QImage:
    """A picture of the same size with nothing in it."""
    made = QImage(image.size(), image.format())
    made.fill(Qt.GlobalColor.transparent)
    return made
