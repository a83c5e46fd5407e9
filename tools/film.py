"""A film strip of two turns at the table, as they are watched in the window.

python -m tools.film                     in English and Chinese, into docs/pictures
python -m tools.film FOLDER tide/scenarios/two-lanes.scenario.yaml     of another sample

Persons play both sides, by the answers of `greedy` and always the same seed: a picture of each
phase as it is asked about, and of each kind of thing that is watched, in the middle of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from engine.play.players import Question, find_player
from studio import app
from studio.main_window.main_window import MainWindow
from studio.rendering.text_painting import make_font
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from tools.stage import PICTURES, Stage, guest_of

SAMPLE = "tank/scenarios/crossroads.scenario.yaml"
SIZE, ACROSS, EDGE, LINE = (1366, 740), 3, 6, 22
WIDE, HIGH = 620, 336  # pixels of a picture
TURNS, MAXIMUM, SEED = 2, 12, 3
QUALITY = 82


@dataclass
class Strip:
    """The pictures so far; of each kind of thing in a turn one is enough."""

    window: MainWindow
    pictures: list[tuple[str, QImage]] = field(default_factory=list)
    seen: set[tuple[int, str]] = field(default_factory=set)

    def take(self, turn: int, kind: str) -> None:
        """Take a picture, unless there is one of its kind in this turn."""
        if (turn, kind) in self.seen or len(self.pictures) >= MAXIMUM:
            return
        self.seen.add((turn, kind))
        shape = Qt.AspectRatioMode.KeepAspectRatio
        smooth = Qt.TransformationMode.SmoothTransformation
        taken = self.window.grab().toImage().scaled(WIDE, HIGH, shape, smooth)
        banner = guest_of(self.window).banner
        self.pictures.append((f"{banner.when.text()}  ·  {banner.sentence.text()}", taken))

    def whole(self) -> QImage:
        """All of them with what is asked below, from left to right and downwards."""
        rows = -(-len(self.pictures) // ACROSS)
        across, down = WIDE + EDGE, HIGH + LINE + EDGE
        whole = QImage(ACROSS * across + EDGE, rows * down + EDGE, QImage.Format.Format_RGB32)
        whole.fill(QColor("#22262b"))
        painter = QPainter(whole)
        painter.setPen(QColor("#f2efe6"))
        painter.setFont(make_font(13))
        for number, (words, taken) in enumerate(self.pictures):
            row, column = divmod(number, ACROSS)
            corner = QPoint(EDGE + column * across, EDGE + row * down)
            painter.drawImage(corner, taken)
            letters = painter.fontMetrics()
            line = letters.elidedText(words, Qt.TextElideMode.ElideRight, WIDE)
            painter.drawText(corner + QPoint(2, HIGH + LINE - 7), line)
        painter.end()
        return whole


def strip(stage: Stage, sample: str, language: str) -> QImage:
    """Two turns of a sample in one language."""
    window = stage.window(sample, size=SIZE, language=language)
    play = stage.play(window, SEED, lambda _: True)
    window.playing.set_speed(PlaybackSpeed.NORMAL)
    made = Strip(window)
    for turn in _answers(play):
        made.take(turn, play.standing.phase)
        cues: list[str] = []
        play.cue.connect(cues.append)
        _answer(play)
        while play.is_moving:
            QTest.qWait(play.speed.value // 2)
            if cues and play.is_moving:
                made.take(turn, cues[-1])
        play.cue.disconnect(cues.append)
    return made.whole()


def _answers(play: GameController) -> Iterator[int]:
    """The turns of the answers that are given, one after the other."""
    session = play.session
    turn = session.game.rules.turn(session.game.state)
    while session.result is None and turn <= TURNS:
        yield turn
        turn = session.game.rules.turn(session.game.state)


def _answer(play: GameController) -> None:
    game: Any = play.session.game
    assert game.decision is not None, "dice are rolled, not asked for"
    play.answer(find_player("greedy", SEED).choose(Question(game, game.decision)))


def main() -> None:
    """Write a strip for each language."""
    application = app.start_qt_application()
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    sample = sys.argv[2] if len(sys.argv) > 2 else SAMPLE
    stage = Stage()
    for language in ("en", "zh"):
        picture = strip(stage, sample, language)
        picture.save(str(folder / f"turns-{language}.jpg"), "JPG", QUALITY)  # type: ignore[call-overload]  # takes a name as str, too
    assert application is not None


if __name__ == "__main__":
    main()
    import os

    os._exit(0)  # games under way in the windows are nobody's
