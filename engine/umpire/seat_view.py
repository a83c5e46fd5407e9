"""The view of a seat, as JSON values: its side's view, decision, orders and mail.

All of it comes from the side's view, never from the position itself. Sentences are given in every
language, as `{en: …, zh: …}`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.games import rule_system_of
from engine.narration import markdown_text
from engine.narration.game_report import outcome_text
from engine.narration.scenario_names import ScenarioNames, game_word
from engine.narration.turn_text import turn_of, turn_title
from engine.play.arm_commands import CommandScope
from engine.play.decisions import UMPIRE, Answer
from engine.play.option_targets import ActionParameter, OptionTarget
from engine.play.position import Naming, Piece, Position, as_json, piece_as_json, spot_formatter_for
from engine.play.tabletop_gestures import GestureRules
from engine.scenario.scenario import Scenario
from engine.session.side_inventory import SideInventory, side_stores
from engine.session.timeline import Words
from engine.texts import LocalText, localised, text_languages
from engine.umpire import seat_gesture_view
from engine.umpire.clock import Clock
from engine.umpire.game_record import record_line_text
from engine.umpire.mail import Bulletin, Message
from engine.umpire.order_trials import OrderTrial
from engine.umpire.orders import Order, OrderState
from engine.umpire.seats import PlayerSeat
from engine.umpire.side_report import situation_parts
from engine.umpire.sightings import remembered_unseen_units, visible_enemies
from engine.umpire.umpired_game_state import UmpiredGameState

NOTED = "noted"
MAX_KEPT = 8192  # messages and bulletins whose JSON is cached: it is sent with every change
MAX_WORDED = 300  # options put into words; of more, those about a hex are named by it

Plain = dict[str, Any]


# --- the position as a side sees it --------------------------------------------------------------


def position_view(table: UmpiredGameState, side: str) -> Plain:
    """Return the parts of the position that a side sees, remembers or shares."""
    known, name = table.game.position(side), spot_formatter_for(table.game.scenario)
    ghosts = remembered_unseen_units(table.sightings.memory[side], known)
    return {
        "turn": known.turn,
        "turns": known.turns,
        "turn_words": turn_as_json(table, known),
        "phase": phase_as_json(table, known.phase),
        "units": [_unit(table, side, piece) for piece in known.pieces if piece.side == side],
        "seen": [_unit(table, side, piece) for piece, _ in visible_enemies(known, side)],
        "ghosts": [ghost.as_json(table.turn, name) for ghost in ghosts],
        "result": result_as_json(table),
        "position": _rest(known, name),
        "cards": cards_as_json(table, known),
        "situation": situation_parts(table.game, side),
    }


def cards_as_json(table: UmpiredGameState, known: Position) -> list[Plain]:
    """The cards that lie open to a side, and what their holders have in store."""
    if not (known.hands or known.laid_out):
        return []
    told = {each: side_stores(table.game.scenario, known, each) for each in text_languages()}
    each_side = zip(*told.values(), strict=True)
    return [_store(dict(zip(told, store, strict=True))) for store in each_side]


def _store(told: Mapping[str, SideInventory]) -> Plain:
    """Return the stocks and cards of one side, in every language."""
    first = next(iter(told.values()))
    return {
        "side": first.side,
        "stocks": [
            {"name": {each: told[each].stocks[n].name for each in told}, "amount": stock.amount}
            for n, stock in enumerate(first.stocks)
        ],
        "cards": [
            {
                "id": card.id,
                "laid_out": card.is_laid_out,
                "title": {each: told[each].cards[n].title for each in told},
                "terms": {each: told[each].cards[n].terms for each in told},
                "text": {each: told[each].cards[n].text for each in told},
            }
            for n, card in enumerate(first.cards)
        ],
    }


def _rest(known: Position, name: Naming) -> Plain:
    """A position without the other parts of its desk."""
    told = as_json(replace(known, pieces=()), name)
    return {key: told[key] for key in told if key not in ("turn", "turns", "phase", "units")}


def _unit(table: UmpiredGameState, side: str, piece: Piece) -> Plain:
    """A unit with its name in every language, as a side knows it."""
    game = table.game
    describe, view = game.rules.describe_unit, game.view(side)
    at, name = game.position(side).spot_of(piece.id), spot_formatter_for(game.scenario)
    words = {each: describe(view, piece.id, each) for each in text_languages()}
    return {**piece_as_json(piece, at, name), "name": words}


def turn_as_json(table: UmpiredGameState, known: Position) -> Plain:
    """The turn under way as its game calls it, and any turn, with `{turn}` for its number."""
    game = table.game.scenario.game
    return {
        "now": {each: turn_of(game, known.turn, known.turns, each) for each in text_languages()},
        "any": {each: turn_title(game, "{turn}", each) for each in text_languages()},
    }


def phase_as_json(table: UmpiredGameState, phase: str) -> Plain:
    names = {each: ScenarioNames(table.game.scenario, each) for each in text_languages()}
    words = {each: known.word("phase", phase) if phase else "" for each, known in names.items()}
    return {"id": phase, "words": words}


def result_as_json(table: UmpiredGameState) -> Plain | None:
    result = table.game.result
    if result is None:
        return None
    words = {each: outcome_text(table.game, each) for each in text_languages()}
    return {"winner": result.winner, "reason": result.reason, "words": words}


# --- what it is asked, and its orders ------------------------------------------------------------


def pending_decision(table: UmpiredGameState, command: CommandScope) -> Plain:
    """Return the options a player may write next, and the orders of its side."""
    trial = table.trials.trial_for_command(command)
    decision, offered = trial.decision, trial.options_for(command)
    question, is_open = None, False
    if decision is not None and offered and not table.is_closed:
        describe, is_open = trial.game.rules.describe_decision, decision.is_open
        question = {each: describe(trial.view, decision, each) for each in text_languages()}
    return {
        "asked": question is not None,
        "question": question,
        "options": [] if question is None else option_views(trial, offered),
        **(_open_terms(trial) if is_open else {}),
        **(
            seat_gesture_view.grab_options_view(trial)
            if question and isinstance(trial.game.rules, GestureRules)
            else {}
        ),
        "can_close": question is not None and bool(trial.closing),
        **_purse(trial),
        "draft": [order_as_json(table, order) for order in order_views(table, command)],
        "with_orders": sorted(units_with_orders(table, command)),
    }


def _open_terms(trial: OrderTrial) -> Plain:
    """Return the parameters of answers other than those proposed."""
    assert trial.decision is not None
    blanks = [_blank(trial, blank) for blank in trial.decision.blanks(trial.view)]
    return {"open": True, **({"blanks": blanks} if blanks else {})}


def _purse(trial: OrderTrial) -> Plain:
    """The money a side has left after what it has written, in games that have any."""
    purses = trial.game.position(trial.side).purses
    return {"purse": purses[trial.side]} if trial.side in purses else {}


def _blank(trial: OrderTrial, blank: ActionParameter) -> Plain:
    rules, game = trial.game.rules, trial.game.scenario.game

    def words(option: str) -> Words:
        describe = rules.describe_argument
        return {each: describe(trial.view, blank, option, each) for each in text_languages()}

    return {
        "name": blank.name,
        "kind": blank.kind,
        "words": {
            each: game_word(game, "parameter", blank.name, each) for each in text_languages()
        },
        "options": [{"value": option, "words": words(option)} for option in blank.options],
    }


def order_views(table: UmpiredGameState, command: CommandScope) -> list[Order]:
    """The orders a player knows of for this turn, and those still to be executed."""
    book = table.books[command.side]
    current = [order for order in book.all if order.is_live or order.turn == table.turn]
    return [order for order in current if table.trials.is_known(command, order)]


def units_with_orders(table: UmpiredGameState, command: CommandScope) -> set[str]:
    """The units that have an order in this turn, as a player knows; several at once too."""
    found = [one for one in order_views(table, command) if one.reason is None]
    named = {unit for one in found for unit in units_of(one)}
    return named | table.trials.trial_for_command(command).memo


def units_without_orders(table: UmpiredGameState, side: str) -> list[str]:
    """The units of a side on the map without an order in this turn."""
    ordered, known = units_with_orders(table, CommandScope(side)), table.game.position(side)
    return [piece.id for piece in known.pieces if piece.side == side and piece.id not in ordered]


def option_id(option: Answer) -> str:
    """A short name for an option, the same wherever it is offered.

    It is all letters, so that no unit or hex is in it by chance.
    """
    digest = hashlib.blake2b(
        record_line_text({"option": option}).encode(), digest_size=8
    ).hexdigest()
    return digest.translate(_LETTERS)


_LETTERS = str.maketrans("0123456789abcdef", "ghijklmnopqrstuv")


def option_views(trial: OrderTrial, offered: Sequence[Answer]) -> list[Plain]:
    """Each option that is offered with its words and what it points at."""
    return [_option(trial, option, len(offered)) for option in offered]


def _option(trial: OrderTrial, option: Answer, count: int) -> Plain:
    pointing = trial.pointing(option)
    if count > MAX_WORDED and pointing.hex is not None:
        labels = trial.game.scenario.map.labels
        words: Words = dict.fromkeys(text_languages(), labels.label(pointing.hex))
    else:
        words = trial.words(option)
    return {"id": option_id(option), "words": words, **_pointing(trial, pointing)}


def _pointing(trial: OrderTrial, pointing: OptionTarget) -> Plain:
    at = pointing.hex
    return {
        "deed": pointing.deed.value,
        "unit": pointing.unit,
        "target": pointing.target,
        "hex": None if at is None else trial.game.scenario.map.grid.name(at),
        "card": pointing.card,
        **({} if pointing.facing is None else {"facing": pointing.facing}),
        **({"joined": list(pointing.joined)} if pointing.joined else {}),
        **({"points": [f"{at.x},{at.y}" for at in pointing.points]} if pointing.points else {}),
    }


def order_as_json(table: UmpiredGameState, order: Order) -> Plain:
    at = order.pointing.hex
    return {
        "id": order.id,
        "by": order.by,
        "words": order.words,
        "unit": order.pointing.unit,
        "units": sorted(units_of(order)),
        "deed": order.pointing.deed.value,
        "target": order.pointing.target,
        "hex": None if at is None else table.game.scenario.map.grid.name(at),
        "opens": order.opens,
        "turn": order.turn,
        "state": order_status(table, order),
        "reason": order.reason,
    }


def order_status(table: UmpiredGameState, order: Order) -> str:
    """Return the status of an order; "noted": in the game's memo, without effect yet.

    As long as orders that it opens are waiting, it counts as waiting too.
    """
    if order.opens and any(one.opener == order.id for one in table.books[order.side].waiting):
        return OrderState.DELIVERED.value
    memo = table.game.position(order.side).memo
    noted = {unit for written in memo for unit in written.units}
    if order.state is not OrderState.EXECUTED or order.turn != table.turn:
        return order.state.value
    units = units_of(order)
    return NOTED if units and noted.issuperset(units) else order.state.value


def units_of(order: Order) -> set[str]:
    """The units an order is about."""
    return {order.pointing.unit, *order.units} - {""}


# --- what only some seats know --------------------------------------------------------------------


def seat_mail_view(table: UmpiredGameState, seat: PlayerSeat) -> Plain:
    """The messages and bulletins a seat may read, and the clock."""
    written, addressees = table.post, (seat.id, seat.side)
    return {
        "messages": [_message(one) for one in written.messages if may_read(table, seat, one)],
        "bulletins": [bulletin_as_json(one) for one in written.bulletins if one.to in addressees],
        "clock": clock_as_json(table.clock),
        "may_write": not table.is_closed,
        "may_talk": written.may_talk,
        "is_muted": seat.id in written.muted,
        "sketches": table.sketches.shown_to(seat, lambda name: table.seats[name].side),
    }


@lru_cache(MAX_KEPT)
def _message(one: Message) -> Plain:
    """A message as its readers have it: not whom it did not reach."""
    return {key: value for key, value in one._asdict().items() if key != "unheard"}


def bulletin_as_json(one: Bulletin) -> Plain:
    """A bulletin with its Markdown as a tree beside its words."""
    return {**one._asdict(), "prose": _prose(tuple(one.words.items()))}


@lru_cache(MAX_KEPT)
def _prose(words: tuple[tuple[str, str], ...]) -> Plain:
    return {language: markdown_text.as_json(said) for language, said in words}


def post_stamp(table: UmpiredGameState) -> Hashable:
    """A value that differs whenever anything of the post may have changed."""
    counts = len(table.post.messages), len(table.post.bulletins)
    riding = table.couriers.terms, sum(not one.is_over for one in table.couriers.all)
    return (
        *counts,
        *riding,
        table.sketches.revision,
        table.moves,
        table.clock,
        table.post.may_talk,
        table.post.muted,
        table.is_closed,
    )


def may_read(table: UmpiredGameState, seat: PlayerSeat, message: Message) -> bool:
    """Return True if a seat may read a message: its own, to it, or to its side."""
    if message.sender not in (UMPIRE, seat.id):
        writer = table.seats[message.sender]
        if writer.side != seat.side or seat.id in message.unheard:
            return False
    return message.sender == seat.id or message.to in (seat.id, seat.side)


def clock_as_json(clock: Clock | None) -> Plain | None:
    """The clock: when it ends, in seconds since 1970, or what was left when it was stopped."""
    if clock is None:
        return None
    return {
        "seconds": clock.seconds,
        "ends_at": clock.ends_at,
        "left": clock.left,
        "is_up": clock.is_up,
        "is_grace": clock.is_grace,
        "when_up": clock.when_up.value,
    }


def seat_identity_view(table: UmpiredGameState, seat: PlayerSeat) -> Plain:
    """A seat: its name, its side, and all the seats of that side."""
    scenario = table.game.scenario
    arms = rule_system_of(scenario.game).arms
    mates = [one for one in table.seats.values() if one.side == seat.side]
    unheard = table.post.unreachable_seats(seat.id)
    return {
        "seat": seat.id,
        "side": seat.side,
        "name": table.seat_names[seat.id],
        "may_deliver": seat.may_deliver,
        "is_attended": table.terms.is_attended,
        **({"arm": text_in_all_languages(arms[seat.arm])} if seat.arm else {}),
        "mates": [
            {
                "seat": one.id,
                "name": table.seat_names[one.id],
                "may_deliver": one.may_deliver,
            }
            | ({"out_of_reach": True} if one.id in unheard else {})
            for one in mates
        ],
    }


def seat_heading(scenario: Scenario) -> Plain:
    """Return the heading of every desk of a game: its title and its sides."""
    return {
        "title": text_in_all_languages(scenario.title),
        "sides": [
            {"id": side.id, "name": text_in_all_languages(side.name), "colour": side.colour}
            for side in scenario.sides
        ],
    }


def text_in_all_languages(words: LocalText) -> Words:
    return {each: localised(words, each) for each in text_languages()}
