"""What the dialog before a game proposes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.session.saved_games import SavedGameStore
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.session.side_briefs import brief_side, hidden_things_text
from engine.texts import text
from studio.widgets.localization import Localizer
from studio.workspaces.play.seat_preferences import SeatPreferences
from studio.workspaces.play.start_game_dialog import GameSetup, StartGameDialog
from tests.assertions import require

TANK = SHIPPED / "samples/tank/scenarios/crossroads.scenario.yaml"


def proposed(qtbot: QtBot, game: str, usual: GameSetup | None = None) -> GameSetup:
    """What is chosen where nothing is changed."""
    file = min((SHIPPED / "samples" / game / "scenarios").glob("*.scenario.yaml"))
    dialog = StartGameDialog(load(file), [], usual, Localizer("en"))
    qtbot.addWidget(dialog)
    return dialog.setup()


@pytest.mark.parametrize(
    ("game", "fog"),
    [
        ("primer", FogOfWar.PER_SIDE),  # double-blind
        ("tank", FogOfWar.PER_SIDE),  # fire plans are written in secret
        ("littlewars", FogOfWar.PER_SIDE),  # both set up behind a curtain
        ("valor", FogOfWar.OPEN),
        ("tide", FogOfWar.OPEN),
    ],
)
def test_what_others_do_is_hidden_at_first_where_the_rules_hide_or_write_in_secret(
    qtbot: QtBot, game: str, fog: FogOfWar
) -> None:
    assert proposed(qtbot, game).fog is fog


@pytest.mark.parametrize("fog", list(FogOfWar))
@pytest.mark.parametrize("game", ["primer", "tank"])
def test_who_sees_what_is_proposed_as_it_was_chosen_last(
    qtbot: QtBot, game: str, fog: FogOfWar
) -> None:
    last = replace(proposed(qtbot, game), fog=fog)
    assert proposed(qtbot, game, last).fog is fog


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> StartGameDialog:
    """The dialog of the crossroads, with two games kept of it."""
    keeper = SavedGameStore(tmp_path)
    for seed, blue in ((3, Seat.PERSON), (4, Seat.VETERAN)):
        session = Session.begin(load(TANK), {"red": Seat.PERSON, "blue": blue}, seed, path=TANK)
        session.answer(session.game.options[0])
        keeper.keep(session)
    made = StartGameDialog(load(TANK), keeper.games(TANK), None, Localizer("en"))
    qtbot.addWidget(made)
    made.show()
    return made


def test_enter_goes_on_with_the_latest_game_as_it_was_played(dialog: StartGameDialog) -> None:
    QTest.keyClick(dialog.games.list, Qt.Key.Key_Return)
    setup = dialog.setup()
    assert setup.resumes
    assert setup.seats["blue"] == Seat.VETERAN


def test_another_kept_game_is_chosen_noted_and_given_to_another_player(
    dialog: StartGameDialog, tmp_path: Path
) -> None:
    QTest.keyClick(dialog.games.list, Qt.Key.Key_Down)
    QTest.mouseClick(dialog.games.note, Qt.MouseButton.LeftButton)
    QTest.keyClicks(dialog.games.note, "the bridge")
    QTest.keyClick(dialog.seats["blue"], Qt.Key.Key_End)
    QTest.mouseClick(dialog.play, Qt.MouseButton.LeftButton)
    setup = dialog.setup()
    assert setup.resumes
    assert setup.seats["blue"] == Seat.ELITE
    kept = next(game for game in SavedGameStore(tmp_path).games(TANK) if game.file == setup.kept)
    assert kept.seats["blue"] == "person"
    assert kept.note == "the bridge"


def test_a_new_game_has_the_dice_and_the_view_that_are_chosen(dialog: StartGameDialog) -> None:
    """A kept game has its own, of which the dialog claims nothing."""
    chosen = (dialog.seed, dialog.by_hand, dialog.fog)
    assert not any(widget.isVisible() for widget in chosen)
    QTest.keyClick(dialog.games.list, Qt.Key.Key_Up)
    QTest.keyClick(dialog.games.list, Qt.Key.Key_Home)
    assert all(widget.isVisible() and widget.isEnabled() for widget in chosen)
    QTest.keyClick(dialog.by_hand, Qt.Key.Key_Space)
    assert not dialog.seed.isEnabled()
    assert not dialog.setup().resumes


@pytest.mark.parametrize(("button", "left"), [("play", 1), ("reject", 2)])
def test_a_game_that_is_struck_out_goes_with_the_dialog_but_not_with_cancel(
    dialog: StartGameDialog, tmp_path: Path, button: str, left: int
) -> None:
    QTest.keyClick(dialog.games.list, Qt.Key.Key_Delete)
    assert not dialog.setup().resumes
    if button == "play":
        QTest.mouseClick(dialog.play, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert len(SavedGameStore(tmp_path).games(TANK)) == left


def test_a_game_of_other_rules_says_nothing_of_who_sees_what(qtbot: QtBot) -> None:
    assert proposed(qtbot, "primer", proposed(qtbot, "valor")).fog is FogOfWar.PER_SIDE
    assert proposed(qtbot, "valor", proposed(qtbot, "primer")).fog is FogOfWar.OPEN


@pytest.mark.parametrize("fog", [None, *FogOfWar])
def test_how_games_are_liked_to_begin_is_kept_in_words(fog: FogOfWar | None) -> None:
    liked = SeatPreferences(Seat.ELITE, Seat.PERSON, fog)
    assert SeatPreferences.from_words(liked.as_words()) == liked
    for broken in ("", "elite", "elite person", "elite person dark"):
        assert SeatPreferences.from_words(broken) == SeatPreferences()


def test_a_machine_that_thinks_begins_with_the_temper_that_is_chosen(
    dialog: StartGameDialog,
) -> None:
    QTest.keyClick(dialog.games.list, Qt.Key.Key_Home)
    assert not dialog.tempers["red"].isEnabled()
    assert not dialog.tempers["blue"].isEnabled()
    QTest.keyClick(dialog.seats["blue"], Qt.Key.Key_End)
    assert dialog.tempers["blue"].isEnabled()
    QTest.keyClick(dialog.tempers["blue"], Qt.Key.Key_Down)
    setup = dialog.setup()
    assert (setup.seats["blue"], setup.tempers["blue"]) == (Seat.ELITE, "cautious")


def test_how_games_are_liked_to_begin_has_tempers() -> None:
    liked = SeatPreferences(Seat.VETERAN, Seat.ELITE, None, "bold", "daring")
    assert SeatPreferences.from_words(liked.as_words()) == liked
    assert liked.tempers(["red", "blue"]) == {"red": "bold", "blue": "daring"}
    assert SeatPreferences.from_words("person greedy game").other_temper == "steady"


def test_tempers_of_ones_own_are_offered_before_a_game(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tempers.yaml"
    file.write_text("tank:\n  daring: {danger: 0.2}\n", encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_TEMPERS", str(file))
    liked = SeatPreferences(Seat.PERSON, Seat.VETERAN, None, other_temper="daring")
    dialog = StartGameDialog(load(TANK), [], None, Localizer("en"), seating=liked)
    qtbot.addWidget(dialog)
    assert dialog.setup().tempers["blue"] == "daring"
    assert dialog.tempers["blue"].currentText() == "daring"


@pytest.fixture
def new(qtbot: QtBot) -> StartGameDialog:
    """The card of the crossroads: a person plays Red, the computer Blue."""
    made = StartGameDialog(load(TANK), [], None, Localizer("en"))
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_card_describes_the_side_of_the_person_alone_while_it_is_foggy(
    new: StartGameDialog,
) -> None:
    red = brief_side(load(TANK), "red", "en")
    assert new.fog.isChecked()
    assert new.briefing.text() == red.briefing
    assert all(said in new.cards["red"].aims.text() for said in red.conditions)
    assert new.cards["red"].forces.text().splitlines() == list(red.forces)
    assert new.cards["red"].you.isVisible()
    assert text("playtest.begin-hidden", "en") in new.cards["blue"].aims.text()
    assert not new.cards["blue"].forces.isVisible()


def test_without_fog_both_sides_are_described_and_the_card_says_what_is_open(
    new: StartGameDialog,
) -> None:
    QTest.mouseClick(new.fog, Qt.MouseButton.LeftButton, pos=QPoint(8, new.fog.height() // 2))
    assert not new.fog.isChecked()
    blue = brief_side(load(TANK), "blue", "en")
    assert all(said in new.cards["blue"].aims.text() for said in blue.conditions)
    assert new.cards["blue"].forces.isVisible()
    assert hidden_things_text("tank", "en") in new.opened.text()


def test_the_briefing_changes_sides_with_the_person(new: StartGameDialog) -> None:
    QTest.keyClick(new.seats["red"], Qt.Key.Key_End)
    QTest.keyClick(new.seats["blue"], Qt.Key.Key_Home)
    assert new.seats["blue"].seat.is_here
    assert new.briefing.text() == brief_side(load(TANK), "blue", "en").briefing
    assert not new.cards["red"].forces.isVisible()


def test_two_persons_read_no_briefing_before_the_screen_is_handed_over(
    new: StartGameDialog,
) -> None:
    QTest.keyClick(new.seats["blue"], Qt.Key.Key_Home)
    assert not new.briefing.isVisible()
    assert not any(card.forces.isVisible() for card in new.cards.values())


def test_enter_begins(new: StartGameDialog) -> None:
    QTest.keyClick(new, Qt.Key.Key_Return)
    assert new.result() == StartGameDialog.DialogCode.Accepted


@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant", "ru"])
@pytest.mark.parametrize("game", ["primer", "tank", "tide", "valor", "littlewars"])
def test_the_card_cuts_nothing_off(qtbot: QtBot, game: str, language: str) -> None:
    file = min((SHIPPED / "samples" / game / "scenarios").glob("*.scenario.yaml"))
    card = StartGameDialog(load(file), [], None, Localizer(language))
    qtbot.addWidget(card)
    card.show()
    QApplication.processEvents()
    inner = require(card.area.widget())
    assert inner.width() <= card.area.viewport().width(), "nothing lies beyond the right edge"
    for button in card.findChildren(QPushButton):
        if button.isVisible():
            assert button.width() >= button.sizeHint().width()
    for label in card.findChildren(QLabel):
        if label.isVisible() and not label.wordWrap():
            assert label.width() >= label.sizeHint().width(), label.text()
