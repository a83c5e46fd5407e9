"""The five-minute tutorial: one step after the other, each done when its work is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.map_tools.selection import hexes_of_ground, hexes_with_link
from studio.widgets.sizing import bold_font, scale_length

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from studio.actions.action import StudioWindow

LOOK_MS = 250
WIDTH, FROM_EDGE = 430, 14
WOODS, ROAD = 5, 3  # hexes that are painted


def _with_map(studio: StudioWindow) -> bool:
    return studio.active_map_editor is not None


def _with_woods(studio: StudioWindow) -> bool:
    return (
        studio.active_map_editor is not None
        and hexes_of_ground(studio.active_map_editor.map, "woods").size >= WOODS
    )


def _with_road(studio: StudioWindow) -> bool:
    return (
        studio.active_map_editor is not None
        and hexes_with_link(studio.active_map_editor.map, "road").size >= ROAD
    )


def _without_doubts(studio: StudioWindow) -> bool:
    return (
        _with_road(studio)
        and not studio.required_map_editor.checking.is_waiting
        and not studio.required_map_editor.problems
    )


def _has_saved(studio: StudioWindow) -> bool:
    tab = studio.active_tab
    return tab is not None and tab.document.path is not None and not tab.document.is_dirty


def _with_scenario(studio: StudioWindow) -> bool:
    return _scenario(studio) is not None


def _with_forces(studio: StudioWindow) -> bool:
    """Every side of the scenario in front has a unit."""
    scenario = _scenario(studio)
    if scenario is None:
        return False
    fighting = {unit.side for unit in scenario.units}
    return bool(fighting) and all(side.id in fighting for side in scenario.sides)


def _with_game(studio: StudioWindow) -> bool:
    return studio.playing.play is not None


def _with_answer(studio: StudioWindow) -> bool:
    play = studio.playing.play
    return play is not None and play.session.answer_count > 0


def _scenario(studio: StudioWindow) -> Scenario | None:
    return studio.active_tab.document.scenario if studio.active_tab is not None else None


@dataclass(frozen=True)
class TutorialStep:
    """A step of the tutorial, by the key of its text, and the test that it is done."""

    id: str
    is_done: Callable[[StudioWindow], bool]


STEPS = (
    TutorialStep("map", _with_map),
    TutorialStep("woods", _with_woods),
    TutorialStep("road", _with_road),
    TutorialStep("check", _without_doubts),
    TutorialStep("save", _has_saved),
    TutorialStep("scenario", _with_scenario),
    TutorialStep("forces", _with_forces),
    TutorialStep("play", _with_game),
    TutorialStep("move", _with_answer),
)


class Tutorial(QFrame):
    """A card over the foot of the window: it says what to do next, and notices when it is done."""

    left = Signal()

    def __init__(self, window: QWidget, studio: StudioWindow, middle: QWidget) -> None:
        """`middle` is the part of the window over whose foot the card lies."""
        super().__init__(window)
        self._window, self._studio, self._middle = window, studio, middle
        self._localize = localize = studio.localize
        self.step = 0
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFixedWidth(scale_length(WIDTH))
        self.heading, self.words, self.bar = QLabel(), QLabel(), QProgressBar()
        self.heading.setFont(bold_font(self.heading.font()))
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.bar.setRange(0, len(STEPS))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.skip, self.end = QPushButton(), QPushButton()
        for button in (self.skip, self.end):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys are the work's
        self.skip.clicked.connect(self.go_on)
        self.end.clicked.connect(self.leave)
        self._lay_out()
        self._clock = QTimer(self, interval=LOOK_MS)
        self._clock.timeout.connect(self.look)
        self._clock.start()
        localize.changed.connect(self._tell)
        window.installEventFilter(self)
        self._tell()
        self.show()

    def _lay_out(self) -> None:
        foot, layout = QHBoxLayout(), QVBoxLayout(self)
        foot.addStretch(1)
        foot.addWidget(self.skip)
        foot.addWidget(self.end)
        for widget in (self.heading, self.words, self.bar):
            layout.addWidget(widget)
        layout.addLayout(foot)

    @property
    def is_over(self) -> bool:
        """Return True if every step was taken."""
        return self.step >= len(STEPS)

    def look(self) -> None:
        """Go on when the step is done."""
        if not self.is_over and STEPS[self.step].is_done(self._studio):
            self.go_on()

    def go_on(self) -> None:
        """To the next step."""
        self.step = min(self.step + 1, len(STEPS))
        self._tell()

    def leave(self) -> None:
        """End the tutorial; the work stays as it is."""
        self._clock.stop()
        self._localize.changed.disconnect(self._tell)
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()
        self.left.emit()

    def _tell(self) -> None:
        localize = self._localize
        self.bar.setValue(self.step)
        key = "over" if self.is_over else STEPS[self.step].id
        counted = localize("tutorial-step", step=min(self.step + 1, len(STEPS)), steps=len(STEPS))
        self.heading.setText(localize("tutorial-done") if self.is_over else counted)
        self.words.setText(localize(f"tutorial-{key}"))
        self.skip.setText(localize("tutorial-skip"))
        self.skip.setVisible(not self.is_over)
        self.end.setText(localize("tutorial-end"))
        self._place()

    def _place(self) -> None:
        """Over the foot of the work, in the middle."""
        self.adjustSize()
        middle = self._middle
        at = middle.mapTo(self._window, middle.rect().bottomLeft())
        left = at.x() + max((middle.width() - self.width()) // 2, 0)
        self.move(left, at.y() - self.height() - FROM_EDGE)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The card stays at the foot when the window changes its size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return False
