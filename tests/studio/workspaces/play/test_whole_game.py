"""A whole game through the window by the mouse, equal to the same answers given to the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files import source_text
from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games import new_game
from engine.play.decisions import is_dice
from engine.play.dice import SeededDice
from engine.play.events import event_as_json_line
from engine.session.saved_games import SavedGameStore
from engine.session.seats import Seat
from engine.session.session import Session
from engine.texts import text
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.play.opened import begin, opened

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
REPLAY = next((SHIPPED / "samples" / "tank" / "replays").glob("*.replay"))
SEED = 20261121
AUTOMATIC = {"red": Seat.RANDOM, "blue": Seat.RANDOM}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def playing(window: MainWindow, qtbot: QtBot) -> Callable[[GameSetup], Hand]:
    """Opens the crossroads and begins a game of it."""

    def begun(setup: GameSetup) -> Hand:
        begin(window, qtbot, CROSSROADS, setup)
        return Hand(window, Random(SEED))

    return begun


def test_a_whole_game_by_the_mouse_is_the_game_of_the_same_answers(
    playing: Callable[[GameSetup], Hand],
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    game = hand.play.session.game
    while not game.is_over:
        hand.give_an_answer()
    assert game.result is not None
    assert hand.used.keys() >= {"hex", "unit", "list", "button"}, hand.used

    again = new_game(load(CROSSROADS), SeededDice.of(SEED))
    for answer in game.answers:
        if not is_dice(answer):
            again.choose(answer)
    assert again.answers == game.answers
    assert list(map(event_as_json_line, again.events)) == list(map(event_as_json_line, game.events))


def test_stopped_the_scenario_is_as_it_was(
    window: MainWindow, playing: Callable[[GameSetup], Hand]
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.GREEDY}, seed=SEED))
    tab = hand.tab
    was = tab.document.scenario
    for _ in range(5):
        hand.give_an_answer()
    window.playing.stop()
    assert tab.guest is None
    assert tab.document.scenario is was
    assert not tab.document.is_dirty
    assert not window.docks.named["problems"].isHidden()
    assert window.playing.docks["decision"].isHidden()


def test_a_game_that_cannot_be_kept_is_not_left_but_saved_elsewhere(
    window: MainWindow,
    playing: Callable[[GameSetup], Hand],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    hand.give_an_answer()
    told, write = list[str](), source_text.write
    window.playing.told.connect(told.append)

    def full(path: Path, content: str | bytes) -> None:
        if path.is_relative_to(tmp_path / "games"):
            raise source_text.SaveError("no space left")
        write(path, content)

    monkeypatch.setattr(source_text, "write", full)
    assert isinstance(window.prompts, Scripted)
    window.prompts.answers = [PromptAnswer.CANCEL]
    do(window, "stop-play")
    assert window.playing.play is not None, "it is still there to be saved"
    window.prompts.answers, window.prompts.file = [PromptAnswer.YES], tmp_path / "mine.session"
    do(window, "stop-play")
    assert window.playing.play is None
    assert (tmp_path / "mine.session").exists()
    assert told[0].startswith("Not saved: no space left")
    assert not any(words == text("playtest.game-kept", "en") for words in told)


def test_a_game_that_was_stopped_goes_on_where_it_stood(
    window: MainWindow, playing: Callable[[GameSetup], Hand]
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    for _ in range(12):
        hand.give_an_answer()
    answers = list(hand.play.session.game.answers)
    window.playing.stop()
    hand = playing(GameSetup({}, resumes=True))
    assert hand.play.session.game.answers == answers


def test_undo_in_a_game_takes_answers_back_and_redo_gives_them_again(
    window: MainWindow, playing: Callable[[GameSetup], Hand]
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    for _ in range(6):
        hand.give_an_answer()
    answers = list(hand.play.session.game.answers)
    while window.required_active_tab.can_undo:
        window.bars.actions["undo"].trigger()
    assert hand.play.session.answer_count == 0
    while window.required_active_tab.can_redo:
        window.bars.actions["redo"].trigger()
    assert hand.play.session.game.answers == answers


def test_a_saved_game_is_opened_and_goes_on_in_the_tab_of_its_scenario(
    window: MainWindow, playing: Callable[[GameSetup], Hand], tmp_path: Path, qtbot: QtBot
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    for _ in range(9):
        hand.give_an_answer()
    answers = list(hand.play.session.game.answers)
    prompts = window.prompts
    assert isinstance(prompts, Scripted)
    for name in ("mine.session", "mine.replay"):
        prompts.file = tmp_path / name
        window.playing.save()
    window.playing.stop()
    assert window.close_tab(hand.tab)
    for name in ("mine.session", "mine.replay"):
        window.filing.open_file(tmp_path / name)
        qtbot.waitUntil(lambda: window.playing.play is not None)
        assert hand.play.session.game.answers == answers
        window.playing.stop()


def test_a_broken_game_is_refused_with_its_place(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file, whole = tmp_path / "broken.replay", REPLAY.read_text().splitlines(keepends=True)
    file.write_text("".join([whole[0], "nonsense\n", *whole[2:]]))
    window.filing.open_file(file)
    prompts = window.prompts
    assert isinstance(prompts, Scripted)
    qtbot.waitUntil(lambda: bool(prompts.told))
    assert "broken.replay:" in prompts.told[0]
    assert window.playing.play is None


def test_a_finished_replay_looked_at_leaves_the_kept_game_alone(
    window: MainWindow, playing: Callable[[GameSetup], Hand], tmp_path: Path, qtbot: QtBot
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    hand.give_an_answer()
    window.playing.stop()
    finished = Session.begin(load(CROSSROADS), AUTOMATIC, SEED, path=CROSSROADS)
    while finished.play_machine_answer():
        pass
    finished.save_replay(tmp_path / "finished.replay")
    window.filing.open_file(tmp_path / "finished.replay")
    qtbot.waitUntil(lambda: window.playing.play is not None)
    window.playing.stop()
    hand = playing(GameSetup({}, resumes=True))
    assert hand.play.session.answer_count > 0


def test_a_tab_stays_open_while_its_game_cannot_be_kept(
    window: MainWindow, playing: Callable[[GameSetup], Hand], tmp_path: Path
) -> None:
    (tmp_path / "games").write_text("no folder", encoding="utf-8")
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    hand.give_an_answer()
    prompts = window.prompts
    assert isinstance(prompts, Scripted)
    prompts.answers = [PromptAnswer.YES]
    assert not window.close_tab(hand.tab)
    assert hand.tab.guest is not None
    prompts.answers = [PromptAnswer.NO]  # at the end it is given up


def test_a_game_of_a_scenario_without_a_file_is_asked_about_and_saved(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
    tab, prompts = window.active_tab, window.prompts
    assert isinstance(tab, ScenarioTab)
    assert isinstance(prompts, Scripted)
    session = Session.begin(load(CROSSROADS), {}, SEED)
    window.playing.play_session(tab, session)
    session.answer(session.game.options[0])
    prompts.answers = [PromptAnswer.CANCEL]
    window.escape()
    assert tab.guest is not None
    prompts.answers, prompts.file = [PromptAnswer.YES], tmp_path / "mine.session"
    window.escape()
    assert tab.guest is None
    assert (
        Session.resume(tmp_path / "mine.session", load(CROSSROADS)).answer_count
        == session.answer_count
    )


def test_escape_asks_before_it_leaves_a_game_that_is_kept(window: MainWindow, qtbot: QtBot) -> None:
    window.filing.open_file(CROSSROADS)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
    tab, prompts = window.active_tab, window.prompts
    assert isinstance(tab, ScenarioTab)
    assert isinstance(prompts, Scripted)
    session = Session.begin(load(CROSSROADS), {}, SEED, path=CROSSROADS)
    window.playing.play_session(tab, session)
    prompts.confirmed = [False, True]
    QTest.keyClick(tab.canvas, Qt.Key.Key_Escape)
    assert tab.guest is not None
    QTest.keyClick(tab.canvas, Qt.Key.Key_Escape)
    assert tab.guest is None


def test_a_game_taken_up_again_is_kept_where_it_is_found_the_next_time(
    window: MainWindow, playing: Callable[[GameSetup], Hand]
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    for _ in range(3):
        for _ in range(4):
            hand.give_an_answer()
        answers = list(hand.play.session.game.answers)
        window.playing.stop()
        hand = playing(GameSetup({}, resumes=True))
        assert hand.play.session.game.answers == answers


def test_a_new_game_is_kept_beside_those_before(
    window: MainWindow, playing: Callable[[GameSetup], Hand], tmp_path: Path
) -> None:
    persons, courses = {"red": Seat.PERSON, "blue": Seat.PERSON}, []
    for seed in (SEED, SEED + 1):
        hand = playing(GameSetup(persons, seed=seed))
        for _ in range(4):
            hand.give_an_answer()
        courses.append(list(hand.play.session.game.answers))
        window.playing.stop()
    games = SavedGameStore(tmp_path / "games").games(CROSSROADS)
    assert len(games) == 2
    found = []
    for game in games:
        assert game.picture is not None
        hand = playing(GameSetup({}, resumes=True, kept=game.file))
        found.append(hand.play.session.game.answers)
        window.playing.stop()
    assert found == courses[::-1]


def test_who_is_chosen_for_a_game_that_goes_on_plays_it(
    window: MainWindow, playing: Callable[[GameSetup], Hand]
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    hand.give_an_answer()
    window.playing.stop()
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.RANDOM}, resumes=True))
    assert hand.play.session.seats == {"red": Seat.PERSON, "blue": Seat.RANDOM}


@pytest.fixture
def kept(
    window: MainWindow, playing: Callable[[GameSetup], Hand], tmp_path: Path
) -> list[PromptAnswer]:
    """The answers of a game that is kept; an earlier moment of it lies in mine.session."""
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    hand.give_an_answer()
    hand.play.session.save(tmp_path / "mine.session")
    for _ in range(4):
        hand.give_an_answer()
    answers = list(hand.play.session.game.answers)
    window.playing.stop()
    return answers


def test_a_saved_game_that_is_opened_leaves_what_is_kept_alone(
    window: MainWindow,
    playing: Callable[[GameSetup], Hand],
    kept: list[PromptAnswer],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    window.filing.open_file(tmp_path / "mine.session")
    qtbot.waitUntil(lambda: window.playing.play is not None)
    assert window.playing.play is not None
    assert len(window.playing.play.session.game.answers) < len(kept)
    window.playing.stop()
    games = SavedGameStore(tmp_path / "games").games(CROSSROADS)
    assert len(games) == 2
    hand = playing(GameSetup({}, resumes=True, kept=games[1].file))
    assert hand.play.session.game.answers == kept


def test_a_game_of_machines_that_is_watched_leaves_the_kept_one_alone(
    window: MainWindow, playing: Callable[[GameSetup], Hand], kept: list[PromptAnswer]
) -> None:
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    window.playing.watch(tab, load(CROSSROADS), {"red": "random", "blue": "random"}, SEED)
    window.playing.stop()
    hand = playing(GameSetup({}, resumes=True))
    assert hand.play.session.game.answers == kept


def test_the_language_is_switched_when_the_game_is_over(
    window: MainWindow, playing: Callable[[GameSetup], Hand]
) -> None:
    hand = playing(GameSetup({"red": Seat.RANDOM, "blue": Seat.RANDOM}, seed=SEED))
    while not hand.play.session.game.is_over:
        hand.settle()
    window.looks.choose_language("zh")
    assert window.playing.docks["decision"].windowTitle() == "决定"
