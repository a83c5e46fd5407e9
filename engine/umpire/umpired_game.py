"""The umpire's room: one umpired double-blind game, its seats, its record.

The server of the players' screens calls it from its thread, the console from the window's: every
public method holds one lock, briefly. Listeners are called after every change, outside the lock, in
the thread that changed something. What is done is on the disk before it is published.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.checks.scenario_checks import load_playable
from engine.play.arm_commands import CommandScope
from engine.play.decisions import Answer, Faces
from engine.play.game import Intervention
from engine.umpire import bulletins, game_record, record_text, seat_view
from engine.umpire.game_record import Line, RecordFile
from engine.umpire.game_setup import (
    build_state,
    find_scenario,
    head_of,
    initial_state,
    warm_in_background,
)
from engine.umpire.mail import Bulletin, Message, UmpireNote
from engine.umpire.order_trials import OrderTrial
from engine.umpire.orders import Order
from engine.umpire.record_text import RecordEntry
from engine.umpire.recorded_game import ActRecord
from engine.umpire.seat_view_cache import SeatViewCache
from engine.umpire.seats import PlayerSeat, new_secret, with_secret
from engine.umpire.shared_game import TimedGame
from engine.umpire.sightings import LastKnownUnit, TurnBelief, remembered_unseen_units
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game_state import GameTerms, UmpiredGameState


class UmpiredGame(TimedGame):
    """One umpired game. Refused (or another SandtableError) says why something cannot be done."""

    def __init__(
        self, table: UmpiredGameState, scenario: Path, head: Line, file: ActRecord
    ) -> None:
        super().__init__(table, scenario, head, file)
        self._present: Counter[str] = Counter()
        self._desks: dict[CommandScope, SeatViewCache] = {}

    @classmethod
    def begin(
        cls,
        scenario: Path,
        file: Path,
        seats: Sequence[PlayerSeat],
        seed: int,
        *,
        is_attended: bool = True,
        may_talk: bool = False,
    ) -> UmpiredGame:
        """A new game with its record; `may_talk`: within a side messages are allowed.

        InvalidFileError for a scenario that cannot be played, Refused for seats that cannot be,
        SaveError where the record cannot be written or is there already.
        """
        played = load_playable(scenario)
        head = head_of(scenario, played, file, seats, GameTerms(seed, is_attended, may_talk))
        table = build_state(played, scenario, head)
        warm_in_background(played)
        return cls(table, scenario, head, RecordFile.begin(file, head))

    @classmethod
    def reopen(cls, file: Path) -> UmpiredGame:
        """The game of a record, every act of it repeated; a last line cut short is left out.

        InvalidRecordError names the line that cannot be read or repeated,
        or says that scenario or map
        are no longer what they were.
        """
        held = RecordFile.take_up(file)
        try:
            written = game_record.read(file)
            path = file.parent / written.head["scenario"]
            scenario = find_scenario(written.head, path, file)
            warm_in_background(scenario)
            room = cls(initial_state(scenario, path, written.head, file), path, written.head, held)
            room._repeat(written.acts)
            room._greet(written)
        except BaseException:  # whatever it was, the record must not stay locked
            held.close()
            raise
        return room

    # --- looking ----------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game."""
        return self._table.sides

    def join(self, secret: str) -> PlayerSeat | None:
        """The seat a secret opens, if any."""
        return with_secret(self.seats.values(), secret)

    def new_link(self, seat: str) -> None:
        """Revoke a seat's link and replace its secret."""
        with self._changing():
            self._do("new-link", seat=self._seat(seat).id, secret=new_secret())

    # --- a seat -----------------------------------------------------------------------------------

    def desk(self, seat: str) -> dict[str, Any]:
        """Return all a seat may know, as JSON values. Do not change it: it is shared."""
        with self._lock:
            if seat not in self.seats and seat in self.observers:
                return self._guest_desk(self.observers[seat])
            return self._desks_of(seat).desk(self._table, self.seats[seat])

    def desk_number(self, seat: str) -> int:
        """The number of a seat's desk: it grows when the desk changes, and only then."""
        with self._lock:
            if seat not in self.seats and seat in self.observers:
                return int(self._guest_desk(self.observers[seat])["number"])
            return self._desks_of(seat).number(self._table, self.seats[seat])

    # A screen that got no answer asks again, after a crash too: `act` is the id it gave to what it
    # wants, kept in the record, and what a seat has done by an id is not done again.

    def draft(
        self,
        seat: str,
        option_id: str,
        number: int,
        act: str = "",
        question: str = "",
        answer: Answer = None,
    ) -> str:
        """Write an order down, seen on a desk of that number or with that question; its id.

        With an empty `option_id` the order is `answer`, as an open decision takes it, in JSON's
        values. Refused where another question is asked by now, or the side may not answer so.
        """
        with self._changing():
            place = self._seat(seat)
            if (seat, act) in self._done:
                return self._done[seat, act]
            desks = self._desks_of(seat)
            is_known = question == desks.question_id(self._table)
            if not is_known and number < desks.question_view_number(self._table, place):
                refuse("stale")
            option = self._option(place.command, option_id) if option_id else answer
            order = self._table.books[place.side].next_id()
            self._do("draft", seat=seat, option=option, **_name(act))
            return order

    def has_done(self, seat: str, act: str) -> bool:
        """Return True if a seat has done an act of this id, given by its screen."""
        with self._lock:
            return (seat, act) in self._done

    def _option(self, command: CommandScope, option_id: str) -> Answer:
        """Return the option a player may write next with this id."""
        for option in self._table.trials.trial_for_command(command).options:
            if seat_view.option_id(option) == option_id:
                return option
        return refuse("no-such-option")

    def game_after_orders(self, command: CommandScope) -> OrderTrial:
        """The game as it would be after the orders a player knows of; read it only."""
        with self._lock:
            return self._table.trials.trial_for_command(command)

    def orders_of(self, command: CommandScope) -> tuple[Order, ...]:
        """The orders of a side that a player knows of, whatever became of them."""
        with self._lock:
            known = self._table.trials.is_known
            return tuple(order for order in self.orders(command.side) if known(command, order))

    def withdraw(self, seat: str, order_id: str, act: str = "") -> None:
        """Take a draft back, with what follows from it."""
        self._do_once("withdraw", seat, act, order=order_id)

    def deliver(self, seat: str, act: str = "") -> None:
        """Hand in what the side has drafted. Refused where an order is written only by half."""
        self._do_once("deliver", seat, act, is_whole=True)

    def recall(self, seat: str, act: str = "") -> None:
        """Make what was handed in, and waits for the umpire, drafts again."""
        self._do_once("recall", seat, act)

    def write(self, seat: str, to: str, words: str, act: str = "") -> None:
        """Write to "umpire"; to "side" (all of one's own) or a seat of it where that is allowed."""
        with self._changing():
            self._seat(seat)
            if (seat, act) not in self._done:
                self._table.post.check_pace(seat, self.time)
                self._do("write", seat=seat, to=to, words=words, **_name(act))

    def _do_once(self, kind: str, seat: str, act: str, **fields: Any) -> None:
        with self._changing():
            self._seat(seat)
            if (seat, act) not in self._done:
                self._do(kind, seat=seat, **fields, **_name(act))

    # --- the umpire: the game ---------------------------------------------------------------------

    def proceed(self) -> None:
        """Do what is waiting next: the proposed dice, a delivered order, a first option."""
        self._change("proceed")

    @property
    def can_proceed(self) -> bool:
        """Return True if anything is waiting that `proceed` would do."""
        with self._lock:
            return self._table.can_proceed

    @property
    def waits_for(self) -> str:
        """The side, or "umpire", that is to decide; empty while dice are awaited and at the end."""
        return self.session.asked

    @property
    def proposed(self) -> Faces | None:
        """The faces proposed for the dice that are awaited; None where real ones are rolled."""
        with self._lock:
            return self._table.proposed

    @property
    def next_order(self) -> Order | None:
        """The order that `proceed` would execute."""
        with self._lock:
            return self._table.next_order()

    def choose(self, option: Answer, reason: str = "") -> None:
        """Decide what the umpire is asked, or answer for the side that is asked.

        `reason`: why an order is not carried out, where that is decided; its side reads it.
        """
        self._change("choose", option=option, **({"reason": reason} if reason else {}))

    def refuse(self, order_id: str, reason: str) -> None:
        """Refuse an order that was handed in."""
        self._change("refuse", order=order_id, reason=reason)

    def lay_dice(self, faces: Iterable[int], note: str = "") -> None:
        """Lay other faces for the dice that are awaited than are proposed, with a note.

        Real dice are laid as they fell, and need none.
        """
        self._change("lay", faces=tuple(faces), note=note)

    def roll_real(self, is_real: bool) -> None:
        """Say that real dice are rolled at the umpire's table, or those of the seed again.

        While they are none are proposed, and `proceed` is refused at a roll. Refused in a game
        without an attending umpire.
        """
        self._change("real-dice", is_real=is_real)

    @property
    def rolls_real(self) -> bool:
        """Return True if real dice are rolled at the umpire's table."""
        return self._table.rolls_real

    @property
    def awaits_real_dice(self) -> bool:
        """Return True if real dice must be rolled before anything else can happen."""
        with self._lock:
            return self._table.awaits_real_dice

    def override(self, number: int, faces: Iterable[int], note: str) -> None:
        """Other faces for the roll that was answer `number`; what came after is taken back."""
        self._change("override", number=number, faces=tuple(faces), note=note)

    def intervene(self, order: Intervention) -> None:
        """Change the position between two activities, recording who and why."""
        kind, arguments, who, why = order
        self._change("intervene", kind=kind, arguments=arguments, who=who, why=why)

    def undo(self) -> None:
        """Take the umpire's last step back; orders it executed or refused wait again."""
        self._change("undo")

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step of the umpire's to undo."""
        return bool(self._table.steps)

    # --- the umpire: words ------------------------------------------------------------------------

    def orders(self, side: str) -> tuple[Order, ...]:
        """All orders of a side, whatever became of them."""
        return self._table.books[side].all

    def order_status(self, order: Order) -> str:
        """Return the status of an order, in words of `OrderState` or "noted": no effect yet."""
        with self._lock:
            return seat_view.order_status(self._table, order)

    def units_without_orders(self, side: str) -> list[str]:
        """The units of a side on the map without an order in this turn."""
        with self._lock:
            return seat_view.units_without_orders(self._table, side)

    def ghosts(self, side: str) -> list[LastKnownUnit]:
        """The enemy units a side has seen and does not see now."""
        with self._lock:
            game = self.session.game
            return remembered_unseen_units(self._table.sightings.memory[side], game.position(side))

    def debrief(self) -> list[TurnBelief]:
        """Turn by turn the true position, what each side saw and what it remembered."""
        with self._lock:
            return self._table.sightings.turns()

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages."""
        return tuple(self._table.post.messages)

    @property
    def bulletins(self) -> tuple[Bulletin, ...]:
        """All bulletins that were sent."""
        return tuple(self._table.post.bulletins)

    @property
    def notes(self) -> tuple[UmpireNote, ...]:
        """The umpire's own notes."""
        return tuple(self._table.post.notes)

    def write_message(self, to: str, words: str) -> None:
        """Write a message to a side or a seat."""
        self._change("say", to=to, words=words)

    def explain(self, to: str, reason: str) -> None:
        """Send a side the reason for a refusal."""
        self._change("say", to=to, words=reason, is_refusal=True)

    def note(self, words: str) -> None:
        """Write a note not shown to others."""
        self._change("note", words=words)

    def bulletin(self, side: str) -> dict[str, str]:
        """Draft a side's bulletin of its sightings since the last, by language."""
        with self._lock:
            return bulletins.side_bulletin(self._table, side)

    def announce(self, to: str, words: Mapping[str, str]) -> None:
        """Send a bulletin to a side or a seat."""
        self._change("announce", to=to, words=dict(words))

    def allow_talk(self, is_allowed: bool) -> None:
        """Allow or forbid messages within a side."""
        self._change("talk", is_allowed=is_allowed)

    @property
    def may_talk(self) -> bool:
        """Return True if messages within a side are allowed."""
        return self._table.post.may_talk

    def mute(self, seat: str, is_muted: bool) -> None:
        """Let a seat write no more messages, or let it write again."""
        self._change("mute", seat=self._seat(seat).id, is_muted=is_muted)

    @property
    def muted(self) -> frozenset[str]:
        """The seats that may write no messages."""
        return self._table.post.muted

    # --- the record in words ----------------------------------------------------------------------

    @property
    def log(self) -> tuple[RecordEntry, ...]:
        """Return the record of all acts, in words, with their events."""
        return tuple(self._table.log)

    def export(self, language: str | None = None) -> str:
        """Return the whole record as text: with all hidden parts, without seats' secrets."""
        with self._lock:
            return record_text.export(self._table, language)

    # --- presence ---------------------------------------------------------------------------------

    def connected(self, seat: str) -> None:
        """Note that a screen of a seat has connected."""
        with self._changing():
            self._present[self._place(seat)] += 1
            self._number += 1

    def disconnect_screen(self, seat: str) -> None:
        """Note that a screen of a seat has disconnected."""
        with self._changing():
            if self._present[seat]:
                self._present[seat] -= 1
            self._number += 1

    @property
    def screens_by_seat(self) -> Mapping[str, int]:
        """Return the number of screens of each seat."""
        with self._lock:
            return {place: self._present[place] for place in (*self.seats, *self.observers)}

    def _place(self, place: str) -> str:
        """A seat or a guest by the id."""
        return place if place in self.observers else self._seat(place).id

    def _seat(self, seat: str) -> PlayerSeat:
        if seat not in self.seats:
            refuse("no-such-seat")
        return self.seats[seat]

    def _desks_of(self, seat: str) -> SeatViewCache:
        command = self._seat(seat).command
        if command not in self._desks:
            self._desks[command] = SeatViewCache(command, self._first_number)
        return self._desks[command]


def _name(act: str) -> Line:
    """The id a screen gave to an act, as a line keeps it."""
    return {"id": act} if act else {}
