"""Orders tried out on a separate game, so that a side can be asked what comes next.

Nothing of what would happen is found out that way. Dice never fall here, and the game is as the
side may know it: a step onto hidden mines is a step like any other. In a game that hides units a
trial goes on only through what the side alone knows of and what moves nothing on the map, as
writing an order down or deploying a unit: where the enemy stands is only imagined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.games import rule_system_of
from engine.play.arm_commands import CommandScope, may_answer, may_talk
from engine.play.decisions import UMPIRE, AcceptedAnswer, Answer, Decision
from engine.play.game import Game
from engine.play.option_targets import ENDING, OptionAction, OptionTarget
from engine.play.position import Spot
from engine.play.simulated_game import make_foreseen_game
from engine.session.planned_actions import (
    has_first_turn_begun,
    known_position,
    may_units_hide,
)
from engine.session.timeline import Words
from engine.texts import text, text_languages
from engine.umpire.orders import Order, OrderBook, OrderState
from engine.umpire.seats import PlayerSeat

MAX_LEFT_OUT = 500  # answers of others
LOOKED_AT = 300  # options, to see whether they are all about one unit
Places = Mapping[str, tuple[str, Spot | None]]  # sides and places of units


class OrderTrial:
    """A trial of one side's next orders, after those it has written."""

    def __init__(
        self, game: Game[Any], side: str, is_open: bool, orders: Iterable[Order] = ()
    ) -> None:
        """`is_open`: by the rules of this game no unit on the map is ever hidden from anybody."""
        self.side, self._is_open = side, is_open
        self.game = game
        self._apart = stage_of(game) if do_sides_answer_apart(game) else None
        self._has_stopped = self._apart is None and not is_side_asked(game, side)
        if not self._has_stopped:
            self._foresee()
        self.real = len(self.game.answers)
        self._leave_out_others()
        self.tried: list[Order] = []
        for order in orders:
            if not self.answers_next_question(order):
                break
            self.give(order)

    def _foresee(self) -> None:
        """Go on in a game as the side may know it."""
        game = self.game
        self.game = make_foreseen_game(game, self.side, partial(known_position, game, self.side))

    @property
    def decision(self) -> Decision[Any, Any] | None:
        """Return the side's decision after its orders; None if another comes first."""
        if self._has_stopped or not is_side_asked(self.game, self.side):
            return None
        return self.game.decision

    @property
    def options(self) -> Sequence[Answer]:
        """Return the options that may be written next."""
        return () if self.decision is None else self.game.options

    def is_for(self, command: CommandScope, answer: Answer) -> bool:
        """Return True if a player of the side may give this answer."""
        return self.decision is not None and may_answer(self.game, command, answer)

    def options_for(self, command: CommandScope) -> Sequence[Answer]:
        """Return the options a player of the side may write next.

        Those in `closing` are written by handing in.
        """
        closing = self.closing
        offered = [option for option in self.options if option not in closing]
        return [option for option in offered if not command.arm or self.is_for(command, option)]

    @property
    def closing(self) -> list[Answer]:
        """The answer, if any, by which the game itself takes what was written as handed in."""
        return [one for one in self.options if self.pointing(one).deed is OptionAction.HAND_IN][:1]

    @property
    def unfinished(self) -> Order | None:
        """The order that is only half written: more of it is asked."""
        if (
            self.decision is None
            or self.begins_activity_next
            or self.closing
            or not self.opening_order_id
        ):
            return None
        return next(order for order in self.tried if order.id == self.opening_order_id)

    def accepts(self, answer: Answer) -> AcceptedAnswer[Any] | None:
        """An answer as it may be written next; None where it may not be."""
        return None if self.decision is None else self.game.accepts(answer)

    @property
    def view(self) -> Any:
        """Return the view of the side after its orders."""
        return self.game.view(self.side)

    @property
    def memo(self) -> frozenset[str]:
        """The units the side's memo has orders for; none in games without one."""
        memo = self.game.position(self.side).memo
        return frozenset(unit for written in memo for unit in written.units)

    def words(self, option: Answer) -> Words:
        """An option of what is asked in words, as the side may read them."""
        assert self.decision is not None
        describe, view, decision = self.game.rules.describe_option, self.view, self.decision
        return {each: describe(view, decision, option, each) for each in text_languages()}

    def pointing(self, option: Answer) -> OptionTarget:
        """Return the target of an option, as the side may know it."""
        assert self.decision is not None
        return self.game.rules.points_at(self.view, self.decision, option)

    def order(self, id_: str, by: str, option: Answer) -> Order:
        """An answer as an order that is written next, by a seat.

        InvalidAnswerError where it cannot be.
        """
        chosen = self.game.as_accepted(option)
        return Order(
            id_, self.side, by, chosen, self._order_words(chosen), self.pointing(chosen),
            question_key(self.game), self.game.rules.turn(self.game.state),
            self.begins_activity_next, self.opening_order_id, self.began, len(self.game.answers),
        )  # fmt: skip

    def _order_words(self, option: Answer) -> Words:
        """An order in words that stand by themselves: a place alone says neither who nor what."""
        words, points = self.words(option), self.pointing(option)
        if points.deed is not OptionAction.PLACE or not points.unit:
            return words
        describe, view = self.game.rules.describe_unit, self.view
        named = {each: describe(view, points.unit, each) for each in text_languages()}
        return {
            each: text("umpiring.order-place", each, unit=named[each], where=words[each])
            for each in text_languages()
        }

    def answers_next_question(self, order: Order) -> bool:
        """Return True if an order answers the next decision."""
        game = self.game
        return (
            self.decision is not None
            and order.turn == game.rules.turn(game.state)
            and game.accepts(order.option) is not None
            and order.asked == question_key(game)
        )

    def give(self, order: Order) -> None:
        """Try one more order."""
        game, count = self.game, len(self.game.events)
        before: Places = {} if self._is_open else self._places()
        was_set_up = has_first_turn_begun(game)
        game.choose(order.option)
        self.tried.append(order)
        if self.decision is not None and has_first_turn_begun(game) != was_set_up:
            self._foresee()
        if not self._is_open:
            is_private = all(event.seers() == (self.side,) for event in game.events[count:])
            self._has_stopped = not is_private or self._shows(before)
        self._leave_out_others()

    def _leave_out_others(self) -> None:
        """While sides answer apart, go on to what this one is asked, whatever others may answer.

        What comes after this phase depends on what they do answer.
        """
        game = self.game
        if self._has_stopped:
            return
        for _ in range(MAX_LEFT_OUT):
            if self._apart is None or stage_of(game) != self._apart:
                break
            if game.decision is None or game.decision.side in (self.side, UMPIRE):
                return
            game.choose(default(game))
        self._has_stopped = self._has_stopped or self._apart is not None

    def _places(self) -> Places:
        """The side and the place of every unit the side sees."""
        known = self.game.position(self.side)
        return {piece.id: (piece.side, known.spot_of(piece.id)) for piece in known.pieces}

    def _shows(self, before: Places) -> bool:
        """Return True if a unit has moved, or others have come into sight."""
        after = self._places()
        new = [after[unit] for unit in after.keys() - before.keys()]
        return any(after.get(unit) != place for unit, place in before.items()) or any(
            side != self.side for side, _ in new
        )

    # --- where an order written now would belong --------------------------------------------------

    @property
    def begins_activity_next(self) -> bool:
        """Return True if the next order begins an activity."""
        return self.game.is_between_activities

    @property
    def began(self) -> int:
        """Return the number of answers before the present activity."""
        return self.game.marks[-1].answers

    @property
    def opening_order_id(self) -> str:
        """The order that began the activity under way; empty where the game itself is in it."""
        if self.begins_activity_next or self.began < self.real:
            return ""
        return next((order.id for order in reversed(self.tried) if order.opens), "")


def is_side_asked(game: Game[Any], side: str) -> bool:
    """Return True if a side is to decide."""
    return game.decision is not None and game.decision.side == side


def do_sides_answer_apart(game: Game[Any]) -> bool:
    """Return True if the sides answer at the same time, each for itself."""
    return game.position().phase in rule_system_of(game.scenario.game).secret_phases


def stage_of(game: Game[Any]) -> tuple[int, str]:
    """The turn and phase under way."""
    return game.rules.turn(game.state), game.position().phase


def default(game: Game[Any]) -> Answer:
    """The answer for a side that gives none: to pass where it may, else the first option."""
    decision = game.decision
    assert decision is not None
    points_at, view = game.rules.points_at, game.view(decision.side)
    passing = (one for one in game.options if points_at(view, decision, one).deed in ENDING)
    return next(passing, game.options[0])


def question_key(game: Game[Any]) -> str:
    """Return the key of the present decision for orders: its kind and the unit.

    There is no unit where a decision is about several.
    """
    decision = game.decision
    assert decision is not None
    units = set()
    for option in game.options[:LOOKED_AT]:
        units.add(game.rules.points_at(game.state, decision, option).unit)
        if len(units - {""}) > 1:
            break
    named = units - {""}
    return f"{type(decision).__name__}:{named.pop() if len(named) == 1 else ''}"


# --- who tries what -------------------------------------------------------------------------------

Stamp = tuple[int, int]
"""Numbers of moves of the game, and of changes to a side's orders."""


class OrderTrials:
    """The trials of each side's players, each after the orders known to the player."""

    def __init__(
        self,
        game: Game[Any],
        books: Mapping[str, OrderBook],
        seats: Mapping[str, PlayerSeat],
        moves: Callable[[], int],
    ) -> None:
        """`moves` counts changes of the game."""
        self._game, self._books, self._seats = game, books, seats
        self._moves = moves
        self._kept: dict[CommandScope, tuple[Stamp, OrderTrial]] = {}

    def of_side(self, side: str) -> OrderTrial:
        """After the orders of a side, as far as it may be tried."""
        return self._trial(CommandScope(side), lambda: self.orders_to_try(side))

    def trial_for_command(self, command: CommandScope) -> OrderTrial:
        """After those orders alone that a player of the side knows of."""
        chain = self.orders_to_try(command.side)
        known = tuple(order for order in chain if self.is_known(command, order))
        return self.of_side(command.side) if known == chain else self._trial(command, lambda: known)

    def _trial(self, command: CommandScope, orders: Callable[[], Iterable[Order]]) -> OrderTrial:
        stamp = self._stamp(command.side)
        kept = self._kept.get(command)
        if kept is None or kept[0] != stamp:
            kept = self._kept[command] = stamp, self.trial_after_orders(command.side, orders())
        return kept[1]

    def keep(self, side: str, trial: OrderTrial) -> None:
        """An order was given to the trial of a side as it was written down: it is the trial now."""
        self._kept[CommandScope(side)] = self._stamp(side), trial

    def _stamp(self, side: str) -> Stamp:
        return self._moves(), self._books[side].revision

    def trial_after_orders(self, side: str, orders: Iterable[Order] = ()) -> OrderTrial:
        """The game as it stands, or after some orders of a side."""
        return OrderTrial(self._game, side, not may_units_hide(self._game), orders)

    def is_known(self, command: CommandScope, order: Order) -> bool:
        """Return True if a player knows of an order of its side not yet carried out.

        The commander of an arm knows the orders written for it, and by players it can hear from;
        the commander of the whole side knows all.
        """
        writer = self._seats[order.by].command
        return (
            not command.arm
            or order.state is OrderState.EXECUTED
            or writer.arm == command.arm
            or may_talk(self._game, writer, command)
        )

    def orders_to_try(self, side: str) -> tuple[Order, ...]:
        """The orders to be tried: those that wait too, where they answer what is asked now."""
        book = self._books[side]
        waiting = book.waiting
        is_for_now = bool(waiting) and self.trial_after_orders(side).answers_next_question(
            waiting[0]
        )
        return (*waiting, *book.drafts) if is_for_now else book.drafts

    def misfits(self, side: str) -> list[str]:
        """Drafts that do not follow, or no longer, from those before them."""
        drafts = self._books[side].drafts
        tried = {order.id for order in self.of_side(side).tried} if drafts else set()
        return [order.id for order in drafts if order.id not in tried]
