"""The panel of each side's player from now on, and of a computer player's advice."""

from __future__ import annotations

import time
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.ai.candidate_orders import CandidateOrder
from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.player_registry import make_parallel_player, make_player
from engine.ai.successive_halving import RankedOrder
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_of
from engine.play.players import Question
from engine.session.move_plans import MovePlan
from engine.session.seats import Seat
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher
from studio.workspaces.play.panels.player_boxes import (
    PlayerBox,
    TemperamentBox,
    missing_players_text,
)
from studio.workspaces.play.panels.remote_seats_box import RemoteSeatsBox, scroll_into_view

NARROW = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
CONSIDERED = Qt.ItemDataRole.UserRole
ADVISER, FINISHER = "elite", Seat.VETERAN
MAX_TOLD = 6
PATIENCE = 8.0  # seconds of thought for a hint
SHORT, STEP = 90.0, 10  # seconds: below this many they are announced, in steps of this size


class AutoPlayDeadline(NamedTuple):
    """Since which turn, and which second, the computer plays on for all seats."""

    turn: int
    since: float

    def left(self, turn: int, turns: int) -> float | None:
        """Seconds until the last turn is over, at the pace so far; None before a whole turn."""
        played = turn - self.turn
        if played < 1:
            return None
        return (time.monotonic() - self.since) / played * max(turns - turn + 1, 0)


def _advice(adviser: LookaheadPlayer, question: Question) -> list[RankedOrder]:
    """Return a computer player's ratings of the orders, within a fixed time."""
    until = time.monotonic() + PATIENCE
    return adviser.advise(question, lambda: time.monotonic() > until)


class PlayersPanel(QWidget):
    """Hands a side to a machine and takes it back at any decision; asks a machine for advice."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._told_at: object = None
        self._finishing: AutoPlayDeadline | None = None  # the computer plays on for all here
        self._fault = ""  # what is wrong in the user's own tempers and plug-ins
        self.seats: dict[str, PlayerBox] = {}
        self.tempers: dict[str, TemperamentBox] = {}
        self._form, self.pages = QFormLayout(), RemoteSeatsBox(localize)
        self.finish, self.hint, self.stop = QPushButton(), QPushButton(), QPushButton()
        self.finish.clicked.connect(self._let_finish)
        self.hint.clicked.connect(self._ask)
        self.stop.clicked.connect(self._stop)
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.orders = QListWidget()
        self.orders.setWordWrap(True)
        self.orders.itemActivated.connect(self._give)
        self._lay_out()
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        row = QGridLayout()
        row.addWidget(self.hint, 0, 0)
        row.addWidget(self.stop, 0, 1)
        row.addWidget(self.finish, 1, 0, 1, 2)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(4, 4, 4, 4)
        whole.addLayout(self._form)
        whole.addWidget(self.pages)
        whole.addLayout(row)
        whole.addWidget(self.state)
        whole.addWidget(self.orders, 1)

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        if self._play is not None:
            self._play.deliberation.changed.disconnect(self.seen.request_refresh)
        self._play, self._finishing = play, None
        self._seat_sides()
        if play is not None:
            play.deliberation.changed.connect(self.seen.request_refresh)
        self.pages.follow(play)
        self.seen.follow(play)

    def _seat_sides(self) -> None:
        """A list for each side of the game."""
        while self._form.rowCount():
            self._form.removeRow(0)
        self.seats.clear()
        self.tempers.clear()
        self._fault = ""
        if self._play is None:
            return
        names = ScenarioNames(self._play.session.scenario, self._localize.language)
        for side in self._play.session.seats:
            box = self.seats[side] = PlayerBox(self._localize)
            temper = self.tempers[side] = TemperamentBox(
                self._localize, self._play.session.scenario.game
            )
            self._fault = "\n".join(filter(None, (temper.fault, box.fault)))
            for chosen in (box, temper):
                chosen.setSizeAdjustPolicy(NARROW)
                chosen.activated.connect(partial(self._seat, side))
            row = QHBoxLayout()
            row.addWidget(box, 2)
            row.addWidget(temper, 1)
            self._form.addRow(names.side(side), row)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        for name in ("finish", "hint", "stop"):
            button = getattr(self, name)
            button.setText(self._localize(f"players-{name}"))
            button.setToolTip(self._localize(f"players-{name}-hint"))
        self.orders.setToolTip(self._localize("players-orders-hint"))
        self._told_at = None
        self._seat_sides()
        self.pages.refresh()
        self.refresh()

    def refresh(self) -> None:
        """Show who plays, and whether a computer player is thinking."""
        play = self._play
        self.setEnabled(play is not None)
        if play is None:
            self.orders.clear()
            return
        session, thinks = play.session, play.deliberation.is_under_way
        for side, box in self.seats.items():
            seat, temper = session.seats[side], self.tempers[side]
            box.show_seat(seat)
            temper.show_temperament(session.temperament_of(side))
            temper.setEnabled(seat.has_temperament)
        persons = any(seat.is_here for seat in session.seats.values())
        self.finish.setEnabled(persons and session.result is None)
        self.hint.setEnabled(play.may_answer and not thinks)
        self.stop.setEnabled(thinks)
        if self._told_at != self._here(play):
            self._told_at = None
            if self.orders.count():
                self.orders.clear()
                scroll_into_view(self.hint)  # advice may be asked for again
        self._tell_state(thinks)

    def _tell_state(self, thinks: bool) -> None:
        if self._play is not None and self._finishing is not None and not self.finish.isEnabled():
            self.state.setText(self._told_of_end(self._play, self._finishing))
            return
        self._finishing = None
        key = "thinks" if thinks else "told" if self.orders.count() else "quiet"
        said = self._localize(f"players-{key}"), self._missing, self._fault
        self.state.setText("\n".join(filter(None, said)))

    @property
    def _missing(self) -> str:
        if self._play is None:
            return ""
        session = self._play.session
        return missing_players_text(
            session.seats, ScenarioNames(session.scenario, self._localize.language), self._localize
        )

    def _told_of_end(self, play: GameController, finishing: AutoPlayDeadline) -> str:
        """Describe how far the computer player has come, and its time limit."""
        session, position = play.session, play.standing.position
        if session.result is not None:
            return self._localize("players-finished")
        turn = turn_of(
            session.scenario.game, position.turn, position.turns, self._localize.language
        )
        left = finishing.left(position.turn, position.turns)
        if left is None:
            return self._localize("players-finishes", turn=turn)
        if left < SHORT:
            return self._localize(
                "players-seconds-left", turn=turn, count=max(STEP, STEP * round(left / STEP))
            )
        return self._localize("players-minutes-left", turn=turn, count=max(1, round(left / 60)))

    @staticmethod
    def _here(play: GameController) -> object:
        return play.session.history.number, play.session.answer_count

    # --- who plays --------------------------------------------------------------------------------

    def _seat(self, side: str, _: int) -> None:
        if self._play is not None:
            self._play.seat(side, self.seats[side].seat, self.tempers[side].temperament)

    def _let_finish(self) -> None:
        """Let the computer play on for all persons at the screen."""
        play = self._play
        if play is not None:
            for side, seat in list(play.session.seats.items()):
                if seat.is_here:
                    play.seat(side, FINISHER)
            self._finishing = AutoPlayDeadline(play.standing.position.turn, time.monotonic())
            self.refresh()

    def _stop(self) -> None:
        """Stop thinking: a machine waits, a hint is not given."""
        play = self._play
        if play is None:
            return
        if play.session.is_machines_turn:
            play.pause()
        else:
            play.deliberation.stop()

    # --- advice -----------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask a machine what it would do."""
        play = self._play
        question = None if play is None else play.session.detached_question()
        if play is None or question is None:
            return
        session = play.session
        adviser = make_parallel_player(make_player(ADVISER, session.seed), session.scenario.game)
        play.deliberation.begin(adviser, question, _advice, partial(self._show_orders, question))

    def _show_orders(self, question: Question, found: list[RankedOrder]) -> None:
        play = self._play
        if play is None:
            return
        self.orders.clear()
        by_words: dict[str, RankedOrder] = {}
        for each in sorted(found, key=lambda one: -one.worth):
            by_words.setdefault(self._words(play, question, each.order), each)
        for words, each in [*by_words.items()][:MAX_TOLD]:
            worth = f"{100 * each.chance:.0f}"
            item = QListWidgetItem(self._localize("players-order", worth=worth, order=words))
            item.setData(CONSIDERED, each)
            self.orders.addItem(item)
        self._told_at = self._here(play)
        self._tell_state(thinks=False)
        scroll_into_view(self.orders)

    def _words(self, play: GameController, question: Question, order: CandidateOrder) -> str:
        """An order in words: the answer, and the hex it leads to."""
        rules, language = question.rules, self._localize.language
        view, asked = question.view, question.decision
        if order.is_begun:
            unit = rules.describe_unit(view, order.unit, language)
        else:
            unit = rules.describe_option(view, asked, order.answer, language)
        if not order.path:
            return unit
        label = play.session.scenario.map.labels.label(order.path[-1])
        return self._localize("players-way", order=unit, hex=label)

    def _give(self, item: QListWidgetItem) -> None:
        """Play the computer's choice."""
        play, considered = self._play, item.data(CONSIDERED)
        if play is None or play.choices is None or not isinstance(considered, RankedOrder):
            return
        order = considered.order
        if not order.is_way:
            play.answer(order.answer)
            return
        first = None if order.is_begun else play.choices.choice_of_option(order.answer)
        play.carry_out_plan(MovePlan(order.unit, order.path, first))
