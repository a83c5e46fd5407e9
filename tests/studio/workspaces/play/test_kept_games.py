"""A game that is left is found again with every answer, whoever gave it, and shows no secrets."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SAMPLES
from engine.play.decisions import Answer
from engine.session.saved_games import SavedGameStore
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.texts import text
from studio.framework.document_tab import MapDocumentTab
from studio.main_window.main_window import MainWindow
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup, StartGameDialog
from tests.assertions import require_type
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.play.opened import begin, opened

CROSSROADS = SAMPLES / "tank" / "scenarios" / "crossroads.scenario.yaml"
THREE_CITIES = SAMPLES / "primer" / "scenarios" / "three-cities.scenario.yaml"
PERSONS = {"red": Seat.PERSON, "blue": Seat.PERSON}
LEFT = Qt.MouseButton.LeftButton
PATIENCE_MS = 60_000
SEED = 5

Playing = Callable[..., Hand]


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def playing(window: MainWindow, qtbot: QtBot) -> Playing:
    def begun(setup: GameSetup, file: Path = CROSSROADS) -> Hand:
        begin(window, qtbot, file, setup)
        return Hand(window, Random(SEED))

    return begun


def courses(session: Session) -> tuple[list[list[Answer]], int, int]:
    """The answers of every branch, which one is played, and how far."""
    lines = [branch.line.answers for branch in session.history.branches]
    return lines, session.history.number, session.answer_count


def left(games: Path, scenario: Path = CROSSROADS) -> Session:
    """The latest game of a folder, as a program that is started anew would find it now."""
    copy = games.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(games, copy)
    keeper = SavedGameStore(copy)
    return keeper.resumed(keeper.games(scenario)[0].file, scenario)


def let_finish(window: MainWindow, hand: Hand, answers: int, qtbot: QtBot) -> None:
    """Let the machine finish, and go on until it has given so many answers or the game is over."""
    session = hand.play.session
    until = session.answer_count + answers
    button = window.playing.panels.players.finish
    window.playing.panels.show_dock("players")
    QTest.mouseClick(button, LEFT)
    qtbot.waitUntil(
        lambda: session.answer_count >= until or session.game.is_over, timeout=PATIENCE_MS
    )


def stop_by_keys(window: MainWindow) -> None:
    QTest.keyClick(
        require_type(window.active_tab, MapDocumentTab).canvas,
        Qt.Key.Key_F5,
        Qt.KeyboardModifier.ShiftModifier,
    )
    assert window.playing.play is None


def test_a_game_a_machine_went_on_with_is_found_where_it_was_left(
    window: MainWindow, playing: Playing, qtbot: QtBot
) -> None:
    hand, told = playing(GameSetup(PERSONS, seed=SEED)), list[str]()
    window.playing.told.connect(told.append)
    for _ in range(3):
        hand.give_an_answer()
    let_finish(window, hand, 25, qtbot)
    hand.play.pause()
    was = courses(hand.play.session)
    stop_by_keys(window)
    assert told[-1] == str(text("playtest.game-kept", "en"))
    hand = playing(GameSetup({}, resumes=True))
    assert courses(hand.play.session) == was
    hand.play.pause()


def test_all_branches_stay_where_a_machine_went_on_in_another(
    window: MainWindow, playing: Playing, qtbot: QtBot
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.RANDOM}, seed=SEED), THREE_CITIES)
    session = hand.play.session
    while session.answer_count < 12:
        qtbot.waitUntil(lambda: hand.play.may_answer or hand.play.session.needs_hand_over)
        if session.needs_hand_over:
            hand.play.hand_over()
        else:
            hand.give_an_answer()
    qtbot.waitUntil(lambda: hand.play.may_answer)
    hand.play.undo()
    before = session.history.branch.line.answers[session.answer_count]
    other = next(option for option in session.game.options if option != before)
    hand.play.answer(other)
    let_finish(window, hand, 20, qtbot)
    hand.play.pause()
    was = courses(session)
    assert len(was[0]) > 1
    stop_by_keys(window)
    hand = playing(GameSetup({}, resumes=True), THREE_CITIES)
    assert courses(hand.play.session) == was
    hand.play.pause()


def test_an_answer_is_in_the_journal_before_it_is_shown(
    window: MainWindow, playing: Playing, tmp_path: Path, qtbot: QtBot
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.GREEDY}, seed=SEED))
    while hand.play.session.game.state.turn == 0:
        hand.play.answer(hand.play.session.game.options[0])
        qtbot.waitUntil(lambda: hand.play.may_answer, timeout=PATIENCE_MS)
    window.playing.set_speed(PlaybackSpeed.NORMAL)
    missing, shown, session = [], [0], hand.play.session

    def compare(*_: object) -> None:
        shown[0] += 1
        if courses(left(tmp_path / "games")) != courses(session):
            missing.append(session.answer_count)

    hand.play.cue.connect(compare)
    let_finish(window, hand, 6, qtbot)
    qtbot.waitUntil(lambda: shown[0] >= 2, timeout=PATIENCE_MS)
    hand.play.cue.disconnect(compare)
    hand.play.pause()
    assert missing == []


def test_where_somebody_has_gone_back_to_is_in_the_journal(
    window: MainWindow, playing: Playing, tmp_path: Path
) -> None:
    hand = playing(GameSetup(PERSONS, seed=SEED))
    for _ in range(4):
        hand.give_an_answer()
    hand.play.undo()
    assert hand.play.session.can_redo
    hand.play.rename_branch(0, "桥")
    found = left(tmp_path / "games")
    assert courses(found) == courses(hand.play.session)
    assert found.history.branch.name == "桥"


def test_a_finished_game_stays_and_a_new_one_is_offered(
    window: MainWindow, playing: Playing, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copytree(CROSSROADS.parents[1], tmp_path / "tank")
    short = tmp_path / "tank" / "scenarios" / CROSSROADS.name
    short.write_text(short.read_text("utf-8").replace("turns: 12", "turns: 1"), "utf-8")
    hand, told = playing(GameSetup(PERSONS, seed=SEED), short), list[str]()
    window.playing.told.connect(told.append)
    hand.give_an_answer()
    let_finish(window, hand, 10**6, qtbot)
    was = courses(hand.play.session)
    stop_by_keys(window)
    assert told[-1] == str(text("playtest.game-over-kept", "en"))
    keeper = SavedGameStore(tmp_path / "games")
    (game,) = keeper.games(short)
    assert game.is_over
    assert not keeper.has_game(short)
    assert courses(keeper.resumed(game.file, short)) == was
    dialog = StartGameDialog(load(short), [game], None, Localizer("en"))
    qtbot.addWidget(dialog)
    assert not dialog.setup().resumes
    assert dialog.games.list.count() == 2


# --- pictures -------------------------------------------------------------------------------------


def hidden_game(playing: Playing, seed: int, qtbot: QtBot) -> Hand:
    """A double-blind game whose red side has always done the same, and blue as the seed says."""
    seats = {"red": Seat.PERSON, "blue": Seat.RANDOM}
    hand = playing(GameSetup(seats, seed, fog=FogOfWar.PER_SIDE), THREE_CITIES)
    while hand.play.session.game.state.turn == 0:
        qtbot.waitUntil(lambda: hand.play.may_answer, timeout=PATIENCE_MS)
        hand.play.answer(hand.play.session.game.options[0])
    return hand


def test_the_picture_of_a_hidden_game_shows_what_its_side_may_see(
    window: MainWindow, playing: Playing, tmp_path: Path, qtbot: QtBot
) -> None:
    states = set()
    for seed in (1, 2):
        hand = hidden_game(playing, seed, qtbot)
        states.add(str(hand.play.session.visible_position("blue").pieces))
        window.playing.panels.show_dock("players")
        QTest.mouseClick(window.playing.panels.players.finish, LEFT)
        hand.play.pause()
        assert hand.play.session.viewer is None, "the window now shows everything"
        stop_by_keys(window)
    files = [game.picture for game in SavedGameStore(tmp_path / "games").games(THREE_CITIES)]
    pictures = {file.read_bytes() for file in files if file is not None}
    assert len(files) == len(states) == 2
    assert len(pictures) == 1


def test_a_game_two_persons_hide_from_each_other_in_has_no_picture(
    window: MainWindow, playing: Playing, tmp_path: Path, qtbot: QtBot
) -> None:
    hand = hidden_game(playing, 1, qtbot)
    hand.play.seat("blue", Seat.PERSON)
    hand.play.seat("red", Seat.GREEDY)
    hand.play.pause()
    stop_by_keys(window)
    (game,) = SavedGameStore(tmp_path / "games").games(THREE_CITIES)
    assert game.picture is None
