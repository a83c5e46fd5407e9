"""The banner over a board: whose decision it is, when, what about, and the button that ends it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QWidget

from engine.narration.game_report import outcome_text
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_of
from engine.texts import begin_sentence
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import KeyButton, card_style, chip_style
from studio.widgets.localization import Localizer
from studio.widgets.sizing import bold_font
from studio.widgets.tokens import Space, current_colours
from studio.workspaces.play.game_view.game_controller import GameController

Direction = QBoxLayout.Direction
SHARE = 0.9  # of the width of the board, at most
LONGEST = 44  # letters of an answer on a button


class DecisionBanner(QFrame):
    """Floats at the upper edge of a board; what is under its words can still be clicked."""

    summary_wanted = Signal()

    def __init__(self, play: GameController, board: QWidget, localize: Localizer) -> None:
        super().__init__(board)
        self._play, self._board, self._localize = play, board, localize
        self._dressed: object = None  # the colours it has
        self._shown: object = None  # the words it is placed for
        self.side, self.when, self.sentence = QLabel(), QLabel(), QLabel()
        self.button = KeyButton()
        self.setObjectName("banner")
        self.setMouseTracking(True)
        self._lay_out()
        play.settled.connect(self.refresh)
        play.recalled.connect(self.refresh)
        play.afar.changed.connect(self.refresh)
        localize.changed.connect(self.refresh)
        self.button.clicked.connect(self.press)
        board.installEventFilter(self)
        self.refresh()
        self.show()

    def _lay_out(self) -> None:
        self.when.setFont(bold_font(self.when.font()))
        self.button.setDefault(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.setCursor(Qt.CursorShape.ArrowCursor)
        for label in (self.side, self.when, self.sentence):
            label.setMouseTracking(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.MEDIUM, Space.TIGHT, Space.TIGHT + 2, Space.TIGHT)
        row.setSpacing(Space.MEDIUM)
        self._words = QBoxLayout(Direction.LeftToRight)
        self._words.addWidget(self.when)
        self._words.addWidget(self.sentence, 1)
        row.addWidget(self.side)
        row.addLayout(self._words, 1)
        row.addWidget(self.button)

    def dispose(self) -> None:
        """Leave the board for good."""
        self._play.settled.disconnect(self.refresh)
        self._play.recalled.disconnect(self.refresh)
        self._play.afar.changed.disconnect(self.refresh)
        self._localize.changed.disconnect(self.refresh)
        self._board.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def refresh(self) -> None:
        """Say what is asked now."""
        play = self._play
        side = asked_side_text(play)
        question = begin_sentence(without_name(question_text(play), side))
        told = side, turn_and_phase_text(play), question
        self._dress()
        for label, words in zip((self.side, self.when, self.sentence), told, strict=True):
            label.setText(words)
        self._show_button()
        shown = (*told, self.button.text(), self.button.isHidden(), self._localize.language)
        if shown != self._shown:  # to measure it costs more than all else
            self._shown = shown
            self.setAccessibleName(". ".join(told))
            self._place()

    def _dress(self) -> None:
        """Take the colour of the side that is asked, and those of the theme."""
        session, colours = self._play.session, current_colours()
        shade = side_colours(session.scenario).get(session.asked, "")
        if (shade, colours) != self._dressed:
            self._dressed = shade, colours
            self.setStyleSheet(card_style("banner"))
            self.side.setStyleSheet(chip_style(shade))
            self.sentence.setStyleSheet(f"color: {colours.muted}")

    def _show_button(self) -> None:
        choices, is_over = self._play.choices, self._play.session.result is not None
        passing = choices.pass_choice if choices is not None else None
        self.button.setVisible(passing is not None or is_over)
        if is_over:
            self.button.setText(self._localize("banner-summary"))
            self.button.setToolTip(self._localize("banner-pass-hint"))
        elif passing is not None:
            words = begin_sentence(passing.words.strip())
            is_long = len(words) > LONGEST
            self.button.setText(f"{words[:LONGEST].rstrip()}…" if is_long else words)
            self.button.setToolTip(words if is_long else self._localize("banner-pass-hint"))
        self.button.show_keys(self._localize("key-space"))

    def press(self) -> None:
        """Give the answer that ends what is asked; show the summary of a game that is over."""
        if self._play.session.result is not None:
            self.summary_wanted.emit()
        else:
            self._play.pass_turn()
            self._board.setFocus()

    # --- where it is ------------------------------------------------------------------------------

    def _place(self) -> None:
        """Stand in the middle of the upper edge, in one line where there is room for it."""
        room = round(SHARE * self._board.width())
        self.sentence.setWordWrap(False)
        self._words.setDirection(Direction.LeftToRight)
        self._words.setSpacing(Space.MEDIUM)
        is_wide = self.sizeHint().width() > room
        if is_wide:
            self._words.setDirection(Direction.TopToBottom)
            self._words.setSpacing(0)
            self.sentence.setWordWrap(self.sizeHint().width() > room)
        wide = min(self.sizeHint().width(), room)
        self.resize(wide, max(self.heightForWidth(wide), self.minimumSizeHint().height()))
        self.move((self._board.width() - wide) // 2, Space.SMALL)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the board."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return False


# --- what is said ---------------------------------------------------------------------------------


def asked_side_text(play: GameController) -> str:
    """Return the name of the side that is asked; without one, what is due."""
    session, localize = play.session, play.localize
    if session.asked:
        return ScenarioNames(session.scenario, localize.language).side(session.asked)
    return localize("dice" if session.awaited_roll else "over-short")


def turn_and_phase_text(play: GameController) -> str:
    """Return the turn and the phase of the position that is shown."""
    scenario, language = play.session.scenario, play.localize.language
    shown = play.standing.position if play.is_recalling else play.session.game.position(
        play.session.viewer
    )  # fmt: skip
    phase = ScenarioNames(scenario, language).word("phase", shown.phase)
    if not shown.turn or play.session.result is not None:
        return phase if play.session.result is None else ""
    turn = turn_of(scenario.game, shown.turn, shown.turns, language)
    return play.localize("when", turn=turn, phase=phase)


def question_text(play: GameController) -> str:
    """Return the question to the person, else the reason for waiting."""
    session, localize = play.session, play.localize
    side = asked_side_text(play)
    if session.awaited_roll is not None:
        return localize("enter-dice", roll=session.awaited_roll_text(localize.language))
    if play.question is None:
        return outcome_text(session.game, localize.language)
    if session.needs_hand_over:
        return localize("hand-over-to", side=side)
    if session.is_machines_turn:
        return localize("machine-waits" if play.is_paused else "machine-thinks", side=side)
    if session.is_remote_turn:
        is_open = play.afar.is_there(session.asked)
        return localize("page-decides" if is_open else "page-nobody", side=side)
    return play.question.sentence


def without_name(sentence: str, side: str) -> str:
    """Return a question without the side, which is named before it."""
    rest = sentence.removeprefix(side)
    return rest[1:].lstrip() if rest != sentence and rest.startswith((":", "：")) else sentence
