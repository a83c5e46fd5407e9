"""How a game is watched: shots, results and moves in turn, cut short by any key; with sounds."""

from __future__ import annotations

import random
import wave
from dataclasses import replace
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engine import install_commands
from engine.games import result_looks_of
from engine.play.game import Intervention
from engine.session.visible_position import OffMapUnit, VisiblePosition
from engine.texts import text
from studio.canvas.counter_effects import HitEffect
from studio.preferences import Preferences
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view import playback
from studio.workspaces.play.game_view.map_game_view import AnimationStage, CounterArranger
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.playback_settings import PlaybackSettings
from tests.engine.session.sessions import begun, give
from tests.studio.workspaces.play.watching import Watched
from tools.sounds import SOUNDS, write

SEED = 4


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    session = give(begun(), random.Random(SEED), 30)
    while not session.may_intervene:
        give(session, random.Random(SEED), 1)
    made = Watched(session)
    qtbot.addWidget(made)
    made.show()
    return made


def changed(
    watched: Watched, kind: str, *arguments: object
) -> tuple[VisiblePosition, VisiblePosition]:
    """The position before and after the umpire did something to a unit."""
    before = watched.play.standing
    watched.session.intervene(Intervention(kind, arguments, "Ann", "for the test"))
    return before, watched.session.visible_position(None, "en")


def test_a_unit_that_is_worse_off_is_struck_in_the_colour_of_its_result(watched: Watched) -> None:
    unit = watched.play.standing.pieces[0]
    before, after = changed(watched, "hurt", unit.id, "S")
    passage = CounterArranger(watched.session.scenario).passage(before, after, ())
    (strike,) = passage.strikes
    gained = set(next(p.marks for p in after.pieces if p.id == unit.id)) - set(unit.marks)
    shade = result_looks_of(watched.session.scenario.game).colour(next(iter(gained)))
    assert strike == HitEffect(unit.at, shade, False, 0.0)
    assert passage.stages == (AnimationStage.STRIKES,)


def test_a_unit_that_is_lost_is_crossed_and_one_out_of_sight_is_not(watched: Watched) -> None:
    before = watched.play.standing
    unit, *others = before.pieces
    gone = replace(before, pieces=tuple(others))
    lost = replace(gone, lost=(*before.lost, OffMapUnit(unit.id, unit.side, unit.type, unit.name)))
    staging = CounterArranger(watched.session.scenario)
    (strike,) = staging.passage(before, lost, ()).strikes
    assert (strike.at, strike.is_lost) == (unit.at, True)
    assert staging.passage(before, gone, ()).strikes == ()


def test_shots_results_and_moves_are_watched_in_turn(watched: Watched) -> None:
    unit, other = watched.play.standing.pieces[:2]
    before, after = changed(watched, "hurt", unit.id, "S")
    staging = CounterArranger(watched.session.scenario)
    passage = staging.passage(before, after, ((other.at, unit.at),))
    assert passage.stages == (AnimationStage.SHOTS, AnimationStage.STRIKES)
    first, last = staging.between(passage, 0.2), staging.between(passage, 0.9)
    assert (len(first.shots), len(first.strikes)) == (1, 0)
    assert (len(last.shots), len(last.strikes)) == (0, 1)
    assert 0.7 < last.strikes[0].progress < 0.9


@pytest.fixture
def struck(watched: Watched) -> Watched:
    """Somebody is struck, slowly."""
    watched.play.speed = PlaybackSpeed.SLOW
    unit = watched.play.standing.pieces[0]
    watched.play.intervene(Intervention("hurt", (unit.id, "S"), "Ann", "for the test"))
    assert watched.play.is_moving
    return watched


def test_any_key_cuts_it_short_and_does_nothing_else(struck: Watched) -> None:
    at = struck.session.answer_count
    QTest.keyClick(struck.log, Qt.Key.Key_P)
    assert not struck.play.is_moving
    assert struck.session.answer_count == at


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_Shift, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_keys_that_order_something_do_so_while_it_is_watched(
    struck: Watched, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    QTest.keyClick(struck.log, key, held)
    assert struck.play.is_moving


def test_a_board_that_goes_meanwhile_leaves_the_keys_to_others(
    struck: Watched, qtbot: QtBot
) -> None:
    line = QLineEdit()
    qtbot.addWidget(line)
    struck.canvas.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QTest.keyClicks(line, "p")
    assert line.text() == "p"


def test_each_part_that_is_watched_is_told_once(watched: Watched) -> None:
    cues: list[str] = []
    watched.play.cue.connect(cues.append)
    watched.play.speed = PlaybackSpeed.FAST
    unit = watched.play.standing.pieces[0]
    watched.play.intervene(Intervention("hurt", (unit.id, "S"), "Ann", "for the test"))
    watched.settle()
    watched.grab()
    assert cues == ["strikes"]


# --- sounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(SOUNDS))
def test_the_sounds_are_those_the_script_makes(tmp_path: Path, name: str) -> None:
    write(tmp_path / f"{name}.wav", SOUNDS[name]())
    assert (playback.FOLDER / f"{name}.wav").read_bytes() == (tmp_path / f"{name}.wav").read_bytes()
    with wave.open(str(tmp_path / f"{name}.wav")) as sound:
        assert 0.1 < sound.getnframes() / sound.getframerate() < 0.5


def test_every_part_that_is_watched_has_a_sound() -> None:
    assert {stage.value for stage in AnimationStage} <= SOUNDS.keys()


class Effects:
    """What would be heard."""

    def __init__(self) -> None:
        self.played = 0

    def play(self) -> None:
        self.played += 1


def test_sounds_are_off_until_they_are_switched_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    effects = Effects()
    monkeypatch.setattr(playback, "has_audio", lambda: True)
    monkeypatch.setattr(playback.SoundPlayer, "_effect", lambda _, file: effects)
    sounds = playback.SoundPlayer()
    sounds.play("shots")
    assert effects.played == 0
    sounds.is_on = True
    sounds.play("shots")
    sounds.play("no such cue")
    assert effects.played == 1


def test_what_sounds_need_is_said_where_it_is_not_there(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("studio.workspaces.play.playback_settings.has_audio", lambda: False)
    over, told = QObject(), list[str]()
    pace = PlaybackSettings(Preferences(tmp_path / "studio.ini"), Localizer("en"), over)
    pace.told.connect(told.append)
    pace.toggle_sounds()
    assert not pace.sounds.is_on
    fitting = install_commands.install_command(f"PySide6-Addons=={PySide6.__version__}")
    assert told == [text("playtest.sounds-need", "en", package="PySide6-Addons", command=fitting)]


def test_pace_and_sounds_are_as_they_were_the_day_before(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("studio.workspaces.play.playback_settings.has_audio", lambda: True)
    over = QObject()
    pace = PlaybackSettings(Preferences(tmp_path / "studio.ini"), Localizer("en"), over)
    assert (pace.speed, pace.sounds.is_on) == (PlaybackSpeed.NORMAL, False)
    pace.set_speed(PlaybackSpeed.FAST)
    pace.toggle_sounds()
    again = PlaybackSettings(Preferences(tmp_path / "studio.ini"), Localizer("en"), over)
    assert (again.speed, again.sounds.is_on) == (PlaybackSpeed.FAST, True)


def test_on_a_desktop_without_motion_results_alone_are_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.workspaces.play.game_view.playback.is_motion_reduced", lambda: True)
    assert PlaybackSpeed.kept("") is PlaybackSpeed.SKIP
    assert PlaybackSpeed.kept("SLOW") is PlaybackSpeed.SLOW
