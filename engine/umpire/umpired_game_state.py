"""The state of an umpired game: the game, the orders, the mail and the clock.

It changes by acts alone, each a line of the record, and by the same acts always in the same way:
repeating them gives the same state. It has no time but that of the acts, no file, no thread. A
refused act leaves it unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.narration.scenario_names import seat_name
from engine.play.arm_commands import may_talk
from engine.play.decisions import UMPIRE, Answer, Faces, answer_from_json
from engine.play.dice import DiceOverride, seeded_faces
from engine.play.game import Intervention
from engine.play.option_targets import OptionAction, UmpireAction
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from engine.texts import LocalText, text_languages
from engine.umpire import courier_delivery, due_orders, record_text
from engine.umpire.clock import CLOCK_ACTS, Clock, TimeoutAction, clock_after
from engine.umpire.couriers import COURIER_ACTS, Couriers
from engine.umpire.game_record import Line
from engine.umpire.mail import Mail, check_short_text
from engine.umpire.map_sketches import SKETCH_ACTS, Sketches
from engine.umpire.notifications import NOTICE_ACTS, NotificationBook
from engine.umpire.observers import GUEST_ACTS, ObserverList
from engine.umpire.order_trials import OrderTrials, default, do_sides_answer_apart, stage_of
from engine.umpire.orders import BulletinProgress, Order, OrderBook, OrderState, UmpireStep
from engine.umpire.seats import PlayerSeat, relink
from engine.umpire.sightings import Sightings, own_locations
from engine.umpire.umpire_refusals import RefusedError, refusal_text, refuse

ATTEND = "attend"  # an umpire's act in games that ask a present umpire
MAX_ORDERS = 500  # of one side, not yet executed
MAX_UNDONE = 200  # steps that can be taken back
MAX_STEPS = 10_000  # that are taken for a side or the umpire, one after the other


@dataclass(frozen=True)
class GameTerms:
    """The terms agreed before the game: the seed, and if an umpire attends it."""

    seed: int
    is_attended: bool
    may_talk: bool


class UmpiredGameState:
    """An umpired game at its present point."""

    def __init__(self, session: Session, seats: dict[str, PlayerSeat], terms: GameTerms) -> None:
        self.session, self.seats, self.terms = session, seats, terms
        self.game = session.game
        self.sides = self.game.rules.sides(self.game.state)
        self.books = {side: OrderBook(side) for side in self.sides}
        self._attend()
        self.sightings = Sightings(self.game)
        self.post = Mail(self.sides, seats, terms.may_talk, self.may_write_to)
        self.guests = ObserverList(self.sides, seats)
        self.post.guests = self.guests
        self.notices = NotificationBook()
        self.sketches = Sketches(
            lambda: self.post.may_talk and self.couriers.terms is None, self.post.unreachable_seats
        )
        self.couriers = Couriers(self.game, seats, terms.seed)
        self.told = dict.fromkeys(
            self.sides, BulletinProgress(0, frozenset())
        )  # by the bulletins of a side
        self.clock: Clock | None = None
        self.is_closed = False  # time ran out, and nothing may be written
        self.overdue: frozenset[str] = frozenset()  # sides whose time ran out
        self.steps: list[UmpireStep] = []
        self.moves = 0  # counts changes of the game
        self.rolls_real = False  # real dice, at the umpire's table: none are proposed
        self.now = 0.0
        self.log: list[record_text.RecordEntry] = []
        self.trials = OrderTrials(self.game, self.books, seats, lambda: self.moves)
        self._run_on()

    def _attend(self) -> None:
        """Notify the game that an umpire attends, if it wants to know."""
        acts = self.game.rules.acts(self.game.state)
        if self.terms.is_attended and UmpireAction(ATTEND, ()) in acts:
            self.session.intervene(Intervention(ATTEND))

    # --- acts ------------------------------------------------------------------------------------

    def apply(self, act: Line) -> None:
        """Do what a line of the record says. Refused, or the rules' own refusals."""
        self.now, was, stage = float(act["time"]), record_text.state_before(self), self._stage
        self._do(act)
        if self._stage != stage or self._is_anothers_time:
            self.overdue = frozenset()
            self._renew_clock()
        entry = record_text.describe_act(self, act, was)
        if entry is not None:
            self.log.append(entry)

    def _do(self, act: Line) -> None:
        match act["act"]:
            case "draft":
                self._draft(act["seat"], answer_from_json(act["option"]))
            case "withdraw":
                self._withdraw(act["seat"], act["order"])
            case "deliver":
                self._deliver(act["seat"], is_whole=act.get("is_whole", False))
            case "recall":
                self._recall(act["seat"])
            case "announce":
                self._announce(act)
            case "write" | "say" | "note" | "talk" | "mute" as kind:
                self.post.take(act, self.now, self.turn)
                if kind == "write":
                    courier_delivery.send_letter(self)
            case kind if kind in NOTICE_ACTS:
                self.notices.take(act)
            case kind if kind in SKETCH_ACTS:
                self.sketches.take(act)
            case kind if kind in COURIER_ACTS:
                self.couriers.take(act)
                courier_delivery.deliver_due_couriers(self)
            case "new-link":
                self.seats[act["seat"]] = relink(self.seats[act["seat"]], act["secret"])
                self.notices.forget(act["seat"])
            case "collect":
                self._collect()
            case "real-dice":
                self._roll_real(is_real=bool(act["is_real"]))
            case kind if kind in GUEST_ACTS:
                self.guests.take(act)
            case kind if kind in CLOCK_ACTS:
                self._keep_time(kind, act)
            case kind:
                self._act(kind, act)

    def _act(self, kind: str, act: Line) -> None:
        """Carry out an act of the umpire on the game."""
        match kind:
            case "proceed":
                self._step(self._proceed)
            case "choose":
                self._step(
                    lambda: self._choose(answer_from_json(act["option"]), act.get("reason", ""))
                )
            case "refuse":
                self._refuse_order(act["order"], act["reason"])
            case "lay":
                self._step(lambda: self._lay(tuple(act["faces"]), act["note"]))
            case "override":
                self._override(act["number"], tuple(act["faces"]), act["note"])
            case "intervene":
                arguments = answer_from_json(act["arguments"])
                order = Intervention(act["kind"], arguments, act["who"], act["why"])
                self._step(lambda: self.session.intervene(order))
            case "undo":
                self._undo()
            case _:
                refuse("act-unknown", act=kind)

    @property
    def _stage(self) -> tuple[int, str]:
        """The turn and phase under way."""
        return stage_of(self.game)

    @cached_property
    def seat_names(self) -> Mapping[str, LocalText]:
        """Return the names of the seats, in every language; names are given once."""
        scenario = self.game.scenario
        return {o.id: seat_name(scenario, o.side, o.name) for o in self.seats.values()}

    @property
    def turn(self) -> int:
        """The turn under way."""
        return self.game.rules.turn(self.game.state)

    # --- what a side writes ----------------------------------------------------------------------

    def _draft(self, seat: str, option: Answer) -> None:
        side, command = self.seats[seat].side, self.seats[seat].command
        trial, book = self.trials.of_side(side), self.books[side]
        if self.is_closed:
            refuse("time-is-up")
        if trial.decision is None:
            refuse("not-asked")
        if (accepted := trial.accepts(option)) is None:
            refuse("no-such-option")
        if not trial.is_for(command, accepted.answer):
            refuse("not-your-arm")
        if len(book.drafts) + len(book.waiting) >= MAX_ORDERS:
            refuse("too-many-orders", most=MAX_ORDERS)
        order, before = trial.order(book.next_id(), seat, option), trial.memo
        trial.give(order)
        book.write(replace(order, units=tuple(sorted(trial.memo - before))))
        self.trials.keep(side, trial)

    def _withdraw(self, seat: str, order: str) -> None:
        side = self.seats[seat].side
        book = self.books[side]
        found = book.find(order)
        if self.is_closed:
            refuse("time-is-up")
        if found is None or found.state is not OrderState.DRAFT:
            refuse("not-a-draft")
        if (arm := self.seats[seat].arm) and self.seats[found.by].arm != arm:
            refuse("not-your-arm")
        book.strike(book.followers(found))
        if misfits := self.trials.misfits(side):
            book.strike(misfits)

    def _deliver(self, seat: str, *, is_whole: bool) -> None:
        """Hand in the drafts; in older records they might be written by half, and left open."""
        place = self.seats[seat]
        if self.is_closed:
            refuse("time-is-up")
        if not place.may_deliver:
            refuse("may-not-deliver")
        if is_whole:
            self._finish(seat)
        if not self.books[place.side].drafts:
            refuse("nothing-to-deliver")
        self._hand_in(place.side)

    def _finish(self, seat: str) -> None:
        """Check that the orders handed in are complete, and pass them to the game."""
        trial = self.trials.of_side(self.seats[seat].side)
        if (order := trial.unfinished) is not None:
            if not self.trials.is_known(self.seats[seat].command, order):
                refuse("half-written-elsewhere")
            raise RefusedError(record_text.fill_in_each_language("half-written", order=order.words))
        for answer in trial.closing:
            self._draft(seat, answer)

    def _recall(self, seat: str) -> None:
        """Turn the orders that wait for the umpire into drafts again."""
        side = self.seats[seat].side
        if self.is_closed or side in self.overdue:
            refuse("time-is-up")
        if not self.seats[seat].may_deliver:
            refuse("may-not-deliver")
        if not self.books[side].waiting:
            refuse("nothing-to-recall")
        self.books[side].withdraw_orders()
        self.books[side].strike([*self._endings(side), *self.trials.misfits(side)])

    def _endings(self, side: str) -> list[str]:
        """The drafts that handing in wrote."""
        drafts = self.books[side].drafts
        return [order.id for order in drafts if order.pointing.deed is OptionAction.HAND_IN]

    def _hand_in(self, side: str) -> None:
        courier_delivery.send_orders(self, side)
        book, chain = self.books[side], self.trials.orders_to_try(side)
        if book.waiting and book.waiting[0] not in chain:
            book.deliver_first()
        else:
            book.deliver()
        self._run_on()

    def may_write_to(self, sender: PlayerSeat, receiver: PlayerSeat) -> bool:
        """Return True if a seat may write to another one now, if messages are allowed."""
        return may_talk(self.game, sender.command, receiver.command)

    # --- reports to the sides ---------------------------------------------------------------------

    def _announce(self, act: Line) -> None:
        self.post.take(act, self.now, self.turn)
        if (to := act["to"]) in self.told:
            stand = own_locations(self.game.position(to), to)
            self.told[to] = BulletinProgress(len(self.game.events), self.losses(to), stand)

    def losses(self, side: str) -> frozenset[str]:
        """The losses a side knows of."""
        return frozenset(unit.id for unit in self.game.position(side).lost)

    # --- the clock -------------------------------------------------------------------------------

    def _keep_time(self, kind: str, act: Line) -> None:
        if kind == "time-up":
            self._run_out(goes_on=bool(act.get("goes_on")))
            return
        self.clock = clock_after(self.clock, act, self.now)
        if kind in ("set-clock", "more-time"):
            self.is_closed, self.overdue = False, frozenset()

    def _run_out(self, *, goes_on: bool) -> None:
        """Announce that time is up and do what was agreed on; in older records nothing went on."""
        clock = self.clock
        if clock is None or clock.ends_at is None:
            refuse("no-clock")
        if clock.has_grace:
            self.clock = clock.in_grace_time(self.now)
            return
        self.clock = clock.expired()
        self.is_closed = clock.when_up is TimeoutAction.CLOSE
        if clock.when_up is TimeoutAction.DELIVER:
            self._collect(goes_on=goes_on)

    def _collect(self, *, goes_on: bool = True) -> None:
        """Hand in what every side has drafted; who is silent is answered for from now on.

        Without an umpire at once; where one attends, at the next `proceed`.
        """
        is_each_timed = self.clock is not None and self.clock.is_renewed
        is_one = is_each_timed and not do_sides_answer_apart(self.game)
        asked = frozenset((self.session.asked,) if is_one else self.sides)
        for side in self.sides:
            if self.books[side].drafts:
                self._hand_in(side)
        if goes_on and self.terms.is_attended:
            self.overdue = asked
        elif goes_on:
            self._pass_over(asked)

    def _pass_over(self, sides: frozenset[str]) -> None:
        """Answer for sides that have not, until another is asked or the phase is over."""
        stage = self._stage
        for _ in range(MAX_STEPS):
            asked = self.session.asked
            if asked not in sides or asked not in self.sides or self._stage != stage:
                break
            self._step(self._do_without)
            self._run_on()
        if self.clock is not None and self.clock.is_renewed:
            self.clock = self.clock.renewed(self.now)

    def _do_without(self) -> None:
        self.session.history.choose(default(self.game), AnswerSource.MACHINE)

    @property
    def _is_anothers_time(self) -> bool:
        """Return True if time is up for others than the asked side, which has it all."""
        return bool(self.overdue) and self.session.asked in set(self.sides) - self.overdue

    def _renew_clock(self) -> None:
        if self.clock is not None and self.clock.restarts_with_phase:
            self.clock, self.is_closed = self.clock.renewed(self.now), False

    # --- the umpire's steps ----------------------------------------------------------------------

    @property
    def proposed(self) -> Faces | None:
        """The faces that are proposed for the dice awaited; None while none are."""
        roll, number = self.game.awaited, len(self.game.answers)
        if roll is None or self.rolls_real:
            return None
        return seeded_faces(self.terms.seed, number, roll)

    @property
    def awaits_real_dice(self) -> bool:
        """Return True if real dice must be rolled before anything else can happen."""
        return self.rolls_real and self.game.awaited is not None

    def _roll_real(self, *, is_real: bool) -> None:
        """From now on real dice are rolled, or those that are proposed again."""
        if is_real and not self.terms.is_attended:
            refuse("nobody-rolls")
        self.rolls_real = is_real

    def next_order(self) -> Order | None:
        """The order handed in that would be executed next; None where none is for what is asked."""
        return due_orders.next_order(self.game, self.books)

    def _step(self, do: Callable[[], None]) -> None:
        """Do something to the game that can be undone."""
        step = self._here()
        do()
        self._moved()
        self._remember(step)

    def _remember(self, step: UmpireStep) -> None:
        self.steps.append(step)
        del self.steps[:-MAX_UNDONE]

    def _here(self) -> UmpireStep:
        """Return the present state as a step."""
        orders = {side: book.all for side, book in self.books.items()}
        return UmpireStep(self.session.history.number, self.session.answer_count, orders)

    def _proceed(self) -> None:
        """The next thing that waits: dice, the umpire's own decision, an order handed in.

        A side that is silent when its time is up is answered for.
        """
        history, decision = self.session.history, self.game.decision
        if self.awaits_real_dice:
            refuse("real-dice-first")
        elif (proposed := self.proposed) is not None:
            history.enter(proposed, AnswerSource.DICE)
        elif decision is None:
            refuse("game-over")
        elif decision.side == UMPIRE:
            history.choose(self.game.options[0], AnswerSource.UMPIRE)
        elif self.is_silent:
            self._do_without()
        else:
            self._execute(decision.side)

    def _execute(self, side: str) -> None:
        """Execute the next order of a side; those that are too late or impossible are refused."""
        book = self.books[side]
        before = book.revision
        order = due_orders.take_due(self.game, book)
        if order is not None:
            number = len(self.game.answers)
            self.session.history.choose(order.option, AnswerSource.PERSON)
            book.set_status(order.id, OrderState.EXECUTED, None, number)
        elif book.revision == before:
            refuse("waits-for-orders", side=side)

    def _choose(self, option: Answer, reason: str) -> None:
        """The umpire decides, or answers for the side that is asked."""
        turn, number, unit = (
            self.turn,
            len(self.game.answers),
            due_orders.ruled_out(self.game, option),
        )
        if self.game.decision is None:
            refuse("nothing-asked")
        why = (
            dict.fromkeys(text_languages(), check_short_text(reason))
            if reason
            else refusal_text("no-reason")
        )
        self.session.history.choose(option, AnswerSource.UMPIRE)
        due_orders.rule_out(self.books, unit, turn, why, number)

    def _refuse_order(self, order: str, reason: str) -> None:
        for book in self.books.values():
            found = book.find(order)
            if found is not None and found.state is OrderState.DELIVERED:
                self._remember(self._here())
                book.set_status(
                    order,
                    OrderState.REFUSED,
                    dict.fromkeys(text_languages(), check_short_text(reason)),
                    None,
                )
                self._moved()
                return
        refuse("no-such-order")

    def _lay(self, faces: Faces, note: str) -> None:
        """Real dice as they fell; or other faces than are proposed, with a note."""
        history, number = self.session.history, self.session.answer_count
        if self.game.awaited is None:
            refuse("no-dice")
        if self.rolls_real:
            history.enter(faces, AnswerSource.DICE)
            return
        history.enter(faces, AnswerSource.UMPIRE)
        for overrides in (self.game.overrides, history.branch.line.overrides):
            overrides[number] = DiceOverride(UMPIRE, note)

    def _override(self, number: int, faces: Faces, note: str) -> None:
        step = self._here()
        self.session.override_dice(number, faces, UMPIRE, note)
        due_orders.undo_orders(self.books, number)
        self._went_back(number)
        self._remember(step)

    def _undo(self) -> None:
        if not self.steps:
            refuse("nothing-to-undo")
        step, history = self.steps.pop(), self.session.history
        common = step.at
        if history.number != step.branch:
            common = min(common, history.branch.fork)
            history.switch(step.branch)
        if step.at != self.session.answer_count:
            history.go_to(step.at)
        for side, book in self.books.items():
            book.restore(step.orders[side])
        self._went_back(common)

    def _went_back(self, answers: int) -> None:
        """Drop what came after so many answers; the game may have gone another way."""
        answered = self.session.history.branch.answered
        events = answered[answers].events if answers < len(answered) else len(self.game.events)
        self.sightings.forget_after(events)
        for side, told in self.told.items():
            kept = min(told.events, events), told.lost & self.losses(side)
            self.told[side] = BulletinProgress(*kept, told.places)
        self._moved()

    def _moved(self) -> None:
        """The game has moved: announce as void the drafts that no longer answer anything.

        Moves end in which something unforeseen has happened.
        """
        self.moves += 1
        self.sightings.follow()
        for book in self.books.values():
            due_orders.end_move(self.game, book)
        courier_delivery.deliver_due_couriers(self)
        for side, book in self.books.items():
            for order in self.trials.misfits(side):
                book.set_status(order, OrderState.REFUSED, refusal_text("void"), None)

    def _run_on(self) -> None:
        """Without an umpire, play on until a player is waited for."""
        if self.terms.is_attended:
            return
        for _ in range(MAX_STEPS):
            if not self.can_proceed:
                return
            self._step(self._proceed)

    @property
    def can_proceed(self) -> bool:
        """Return True if something is waiting that `proceed` would do."""
        if self.awaits_real_dice:
            return False
        return self.is_silent or due_orders.can_proceed(self.game, self.books)

    @property
    def is_silent(self) -> bool:
        """Return True if the side that is asked has run out of time without an order."""
        is_overdue = self.session.asked in self.overdue & self.books.keys()
        return is_overdue and not due_orders.can_proceed(self.game, self.books)
