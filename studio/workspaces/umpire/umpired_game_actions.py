"""The umpire's actions in the game, from the window: done and shown on the map, or refused."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.play.decisions import UMPIRE, Answer
from engine.problems import SandtableError
from engine.umpire.clock import TimeoutAction
from engine.umpire.umpired_game import UmpiredGame
from studio.workspaces.umpire.next_step import PendingStepKind, ProposedStep, plan_next_step
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_texts import localize_refusal
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument

SLICE = 0.03  # seconds the window waits for steps that run by themselves
MINUTE = 60.0


class UmpireActions(QObject):
    """The actions that change an umpired game; `refused` has the reason of a refusal."""

    refused = Signal(str)
    done = Signal(str)  # what was done, in words
    ran = Signal()  # automatic steps have started, or stopped

    def __init__(self, work: UmpiredGameDocument, board: UmpireView) -> None:
        super().__init__(board)
        self._work, self._board, self._localize = work, board, board.play.localize
        self.room: UmpiredGame = work.room
        self.steps = 0  # made since automatic steps started
        self._passes_umpire = False
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._run_on)

    def act(self, deed: Callable[[], object]) -> bool:
        """Do something with the room; returns whether it could be done."""
        try:
            deed()
        except SandtableError as error:
            self.refused.emit(localize_refusal(error, self._localize.language))
            return False
        return True

    def show(self, deed: Callable[[], object]) -> None:
        """Do something to the game and let the map show the result."""
        self.stop()
        self._board.play.run_and_show(deed)
        self._work.changed.emit(self.room)

    # --- step by step -----------------------------------------------------------------------------

    def next(self) -> ProposedStep:
        """The next step."""
        return plan_next_step(self.room, self._localize.language)

    def proceed(self) -> None:
        """Do what is proposed."""
        self.show(self.room.proceed)

    def decide_as_umpire(self, option: Answer) -> None:
        """Decide what the umpire is asked."""
        self.show(lambda: self.room.choose(option))

    def roll_real(self, is_real: bool) -> None:
        """Say whether real dice are rolled."""
        self.act(lambda: self.room.roll_real(is_real))

    def use_dice(self, faces: Sequence[int], note: str = "") -> None:
        """Lay other dice than are proposed, or real ones."""
        self.show(lambda: self.room.lay_dice(faces, note))

    def refuse(self, reason: str, order: str = "") -> None:
        """Refuse an order, by default the one that comes next; its side gets the reason."""
        coming = self.next()
        if order or (coming.waits is PendingStepKind.ORDER and coming.order is not None):
            wanted = order or (coming.order.id if coming.order else "")
            self.show(lambda: self.room.refuse(wanted, reason))
        elif coming.waits is PendingStepKind.UMPIRE and len(coming.rulings) > 1:
            self.show(lambda: self._rule_against(coming, reason))

    def _rule_against(self, coming: ProposedStep, reason: str) -> None:
        """Decide otherwise than the rules propose, and inform the side whose turn it is."""
        session = self.room.session
        active = session.visible_position(None).active
        self.room.choose(coming.rulings[1].option, reason)
        if reason and active in self.room.sides:
            self.room.explain(active, reason)

    def undo(self) -> None:
        """Take the last step back."""
        if self.room.can_undo:
            self.show(self.room.undo)

    # --- by itself --------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Return True if steps run automatically."""
        return self._slices.isActive()

    def run(self, *, passes_umpire: bool = False) -> None:
        """Go on until a decision is needed, or real dice are to be rolled.

        The umpire counts unless the umpire's decisions are passed.
        """
        self._passes_umpire, self.steps = passes_umpire, 0
        self._board.play.skip()
        self._slices.start()
        self.ran.emit()

    def stop(self) -> bool:
        """Stop running; returns whether it was running."""
        if not self.is_running:
            return False
        self._slices.stop()
        self.ran.emit()
        return True

    def _run_on(self) -> None:
        """Run as many steps as fit into a moment, so the window stays responsive."""
        until = time.monotonic() + SLICE
        with self._work.batch_changes():
            while time.monotonic() < until:
                if not self._may_run() or not self.act(self.room.proceed):
                    self.stop()
                    break
                self.steps += 1
        self.ran.emit()

    def _may_run(self) -> bool:
        is_umpires = self.room.waits_for == UMPIRE and not self._passes_umpire
        return self.room.can_proceed and not is_umpires

    # --- words ------------------------------------------------------------------------------------

    def send_message(self, to: str, words: str) -> bool:
        """Write to a seat or a side."""
        return self.act(lambda: self.room.write_message(to, words))

    def note(self, words: str) -> bool:
        """Keep a note."""
        return self.act(lambda: self.room.note(words))

    def announce(self, to: str, words: Mapping[str, str]) -> bool:
        """Send a bulletin."""
        return self.act(lambda: self.room.announce(to, words))

    def deliver(self, seat: str) -> bool:
        """Hand in the orders written for a seat."""
        return self.act(lambda: self.room.deliver(seat))

    def recall(self, seat: str) -> bool:
        """Take back waiting orders that were handed in for a seat."""
        return self.act(lambda: self.room.recall(seat))

    def withdraw(self, seat: str, order: str) -> bool:
        """Take back a draft of a seat."""
        return self.act(lambda: self.room.withdraw(seat, order))

    # --- the clock --------------------------------------------------------------------------------

    def set_clock(
        self, minutes: float, when_up: TimeoutAction, is_renewed: bool, grace: float = 0.0
    ) -> None:
        """Start the clock, with some minutes of grace; 0 minutes remove it."""
        seconds, more = minutes * MINUTE, grace * MINUTE
        self.act(lambda: self.room.set_clock(seconds, when_up, is_renewed=is_renewed, grace=more))

    def collect(self) -> None:
        """Hand in the drafts: time is up."""
        self.show(self.room.hand_in_drafts)

    def add_time(self, minutes: float) -> None:
        """Give all seats more minutes."""
        self.act(lambda: self.room.add_time(minutes * MINUTE))

    def hold_clock(self) -> None:
        """Hold the running clock, or let it go on."""
        clock = self.room.clock
        if clock is not None:
            self.act(self.room.start_clock if clock.ends_at is None else self.room.stop_clock)
