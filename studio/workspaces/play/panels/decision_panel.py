"""The decision in front of you: what is asked of whom, with every option, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QFocusEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.narration.game_report import outcome_text
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_of
from engine.play.position import Position
from engine.session.option_choices import OptionChoice
from engine.session.session import Session
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import chip_style
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.answer_form import AnswerForm
from studio.workspaces.play.panels.dice_entry import DiceEntry
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher

CHOICE = Qt.ItemDataRole.UserRole
MAX_NAMED = 4  # of those who have joined
BUTTONS_A_ROW = 2
MAX_LISTED = 200  # the rest is chosen on the map


class ChoiceList(NoTypeAheadMixin, QListWidget):
    """The possible answers. While there is nothing to choose, it says how answers are given."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize

    def focusInEvent(self, event: QFocusEvent) -> None:
        """With the keyboard in the list, select a choice."""
        super().focusInEvent(event)
        if self.currentRow() < 0 and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.setCurrentRow(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say how to answer where nothing is listed; a frame shows that the keyboard is here."""
        super().paintEvent(event)
        painter, room = QPainter(self.viewport()), self.viewport().rect()
        if not self.count():
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            words = int(Qt.TextFlag.TextWordWrap)
            painter.drawText(room.adjusted(12, 12, -12, -12), words, self._localize("choose-how"))
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
            painter.drawRect(room.adjusted(1, 1, -1, -1))
        painter.end()


class DecisionPanel(QWidget):
    """Says what is asked; its list and the map offer the same choices."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._asked: object = None
        self._announced = ""  # to a screen reader
        self._headed: object = None
        self._pointed: OptionChoice | None = None  # in the list
        self._foreseeing = QTimer(self, singleShot=True, interval=0)
        self._foreseeing.timeout.connect(self._foresee)
        self.side, self.sentence, self.when = QLabel(), QLabel(), QLabel()
        self.joined = QLabel()  # who has joined so far, where units join one by one
        for label in (self.sentence, self.when, self.joined):
            label.setWordWrap(True)
        self.joined.hide()
        self.list = ChoiceList(localize)
        self.list.setMouseTracking(True)
        self.list.setWordWrap(True)
        self.list.itemEntered.connect(self._point_at)
        self.list.currentItemChanged.connect(self._point_at)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.list.viewport().installEventFilter(self)
        self.dice = DiceEntry(localize)
        self.dice.entered.connect(self._enter)
        self.other = AnswerForm(localize)
        self.buttons: dict[str, QPushButton] = {}
        self._buttons = QGridLayout()
        self._lay_out()
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.seen.request_refresh)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.side)
        head.addWidget(self.when, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(head)
        layout.addWidget(self.sentence)
        layout.addWidget(self.dice)
        layout.addWidget(self.joined)
        layout.addWidget(self.list, 3)
        layout.addWidget(self.other)
        layout.addLayout(self._buttons)

    def add_actions(self, actions: Iterable[QAction]) -> None:
        """Buttons for what can be done with a decision: pass, step back …"""
        for action in actions:
            button = self.buttons[action.objectName()] = QPushButton()
            button.clicked.connect(action.trigger)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            follow = _following(button, action)
            action.changed.connect(follow)
            follow()
            row, column = divmod(len(self.buttons) - 1, BUTTONS_A_ROW)
            self._buttons.addWidget(button, row, column)

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        if self._play is not None:
            self._play.afar.changed.disconnect(self.seen.request_refresh)
        self._play, self._pointer, self._asked = play, pointer, None
        if play is not None:
            play.afar.changed.connect(self.seen.request_refresh)
        self.other.follow(play, pointer)
        self.seen.follow(play)

    def refresh(self) -> None:
        """Say again what is asked."""
        play = self._play
        self.setEnabled(play is not None)
        if play is None:
            return
        self._show_head(play)
        session = play.session
        wanted = (session.history.number, session.answer_count, play.may_answer,
                  self._localize.language,
                  play.question is None)  # fmt: skip
        self.dice.setVisible(play.session.awaited_roll is not None)
        if wanted != self._asked:
            self._asked = wanted
            self._fill(play)
            if play.session.awaited_roll is not None:
                self.dice.ask(play.session.awaited_roll)

    def _show_head(self, play: GameController) -> None:
        session, position = play.session, play.standing.position
        head = (session, session.asked, session.awaited_roll is None, self._localize.language,
                position.turn, position.turns, position.phase)  # fmt: skip
        if head != self._headed:  # to set it again would measure all about it anew
            self._headed = head
            self._name_side(session)
            self._name_time(session, position)
        self.sentence.setText(self._told(play))

    def _name_side(self, session: Session) -> None:
        """Show the side whose decision it is, in its colour."""
        localize, side = self._localize, session.asked
        name = ScenarioNames(session.scenario, localize.language).side(side) if side else ""
        shade = side_colours(session.scenario).get(side, "")
        self.side.setText(name or localize("dice" if session.awaited_roll else "over-short"))
        self.side.setStyleSheet(chip_style(shade))

    def _name_time(self, session: Session, at: Position) -> None:
        """The turn and the phase."""
        scenario, language = session.scenario, self._localize.language
        phase = ScenarioNames(scenario, language).word("phase", at.phase)
        turn = turn_of(scenario.game, at.turn, at.turns, language)
        whole = self._localize("when", turn=turn, phase=phase)
        self.when.setText(whole if at.turn else phase)  # before the first there is no turn

    def _told(self, play: GameController) -> str:
        """Describe the question to the person, else the reason for waiting."""
        session, localize = play.session, self._localize
        if session.awaited_roll is not None:
            return localize("enter-dice", roll=session.awaited_roll_text(localize.language))
        if play.question is None:
            return outcome_text(session.game, localize.language)
        side = self.side.text()
        if session.needs_hand_over:
            return localize("hand-over-to", side=side)
        if session.is_machines_turn:
            return localize("machine-waits" if play.is_paused else "machine-thinks", side=side)
        if session.is_remote_turn:
            is_open = play.afar.is_there(session.asked)
            return localize("page-decides" if is_open else "page-nobody", side=side)
        return play.question.sentence

    def _fill(self, play: GameController) -> None:
        self._foreseeing.stop()
        self._pointed = None
        self.list.blockSignals(True)
        self.list.clear()
        question = play.question
        if question is not None and play.may_answer:
            for choice in question.choices[:MAX_LISTED]:
                item = QListWidgetItem(choice.words)
                item.setData(CHOICE, choice)
                self.list.addItem(item)
            more = len(question.choices) - MAX_LISTED
            if more > 0:
                rest = QListWidgetItem(self._localize("more-on-map", count=more))
                rest.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(rest)
        self.list.blockSignals(False)
        blanks = play.choices.blanks if play.choices is not None else ()
        if blanks or self.other.fields:
            self.other.ask()
        self._show_joined(play)
        self._announce(play)

    def _announce(self, play: GameController) -> None:
        """Announce the question and its side to a screen reader; its list has the same name."""
        count = self.list.count() if play.choices is not None else 0
        key = "asked-options" if count else "asked-said"
        side, told = self.side.text(), self._told(play)
        words = self._localize(key, count=count, side=side, sentence=without_name(told, side))
        self.list.setAccessibleName(told)
        self.list.setAccessibleDescription(words)
        if words != self._announced:
            self._announced = words
            announce_to_screen_reader(self.list, words)

    def _show_joined(self, play: GameController) -> None:
        """Say who has joined so far, as the rings on the map show."""
        joined = play.choices.joined if play.choices is not None else ()
        self.joined.setVisible(bool(joined))
        if not joined:
            return
        game, language = play.session.game, self._localize.language
        named = [game.rules.describe_unit(game.state, unit, language) for unit in joined]
        key = "joined-so-far" if len(joined) <= MAX_NAMED else "joined-many"
        units = ScenarioNames(play.session.scenario, language).listed(named[:MAX_NAMED])
        self.joined.setText(self._localize(key, count=len(joined), units=units))

    def focus(self) -> None:
        """Let what answers have the keyboard: the list, or the dice that lie on the table."""
        if self.dice.isVisibleTo(self):
            self.dice.focus()
        else:
            self.list.setFocus()

    # --- choosing ---------------------------------------------------------------------------------

    def _choose(self, item: QListWidgetItem) -> None:
        choice = item.data(CHOICE)
        if self._play is not None and isinstance(choice, OptionChoice):
            self._play.choose(choice)

    def _point_at(self, item: QListWidgetItem | None) -> None:
        """Forecast what is pointed at once the list is at rest: a click answers before that."""
        choice = item.data(CHOICE) if item is not None else None
        if choice != self._pointed:
            self._pointed = choice if isinstance(choice, OptionChoice) else None
            self._foreseeing.start()

    def _foresee(self) -> None:
        """Forecast it, unless it was answered meanwhile: then it is no longer asked."""
        if self._pointer is not None and self._play is not None:
            is_asked = self._play.may_answer
            self._pointer.look_at(self._pointed if is_asked else None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Once the pointer leaves the list, stop pointing at its entries."""
        if event.type() is QEvent.Type.Leave:
            self._point_at(None)
        return super().eventFilter(watched, event)

    def _enter(self, faces: list[int]) -> None:
        if self._play is not None:
            self._play.enter_dice(faces)


def _following(button: QPushButton, action: QAction) -> Callable[[], None]:
    """Keeps a button in step with its action."""

    def follow() -> None:
        button.setText(action.text())
        button.setToolTip(action.toolTip())
        button.setEnabled(action.isEnabled())

    return follow


def without_name(sentence: str, side: str) -> str:
    """A question without the side, which is announced before it."""
    rest = sentence.removeprefix(side)
    return rest[1:].lstrip() if rest != sentence and rest.startswith((":", "：")) else sentence
