"""The start: units on their hexes, set up in their zones, or waiting to arrive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.games.reinforcement_calls import Reserve, call_of, next_callable_units
from engine.games.scenario_rules import InvalidRules
from engine.games.scenario_setup import objective_hexes, side_names
from engine.games.tank import victory
from engine.games.tank.data.rulebook import Rulebook, check_card, check_side_numbers, load_rulebook
from engine.games.tank.events import ArrivalDelayed, UnitPlaced
from engine.games.tank.game_board import GameBoard
from engine.games.tank.state import CardHand, ScenarioTerms, State, TankGame, Unit
from engine.games.victory_judgement import condition_zones
from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.play.decisions import Decision, Procedure, ask
from engine.problems import SandtableError
from engine.scenario.scenario import Card, Scenario, ScenarioSide, ScenarioUnit
from engine.texts import text

DAMAGE_MARKS = ("suppressed", "gun_out", "immobile")


class UnplayableScenario(SandtableError):
    """A scenario the tank rules cannot begin."""


@dataclass(frozen=True, slots=True)
class PlaceUnit(Decision[State, Hex]):
    """The hex in which a unit is set up, or a reinforcement arrives."""

    unit: str

    def options(self, state: State) -> list[Hex]:
        return placement_hexes(
            state, next(entry for entry in state.reserves if entry.id == self.unit)
        )


def initial_position(scenario: Scenario) -> State:
    """The position in which a scenario begins; Unplayable or InvalidRules say what is wrong."""
    if len(scenario.sides) != 2:
        raise UnplayableScenario(text("tank.two-sides", None, found=len(scenario.sides)))
    rulebook = load_rulebook(scenario.rules)
    cards = _cards(scenario, rulebook)
    sides = tuple(side.id for side in scenario.sides)
    check_side_numbers(rulebook, sides)
    field = GameBoard(Board(scenario.played_map), rulebook)
    units = {u.id: _unit(u, rulebook) for u in scenario.units if u.at is not None}
    reserves = tuple(_reserve(u, scenario, rulebook) for u in scenario.units if u.at is None)
    hands = {side: _hand(scenario, rulebook, side) for side in sides}
    holders = {entry.id: entry.holder for entry in scenario.objectives}
    state = State(
        rulebook, field, cards, _aims(scenario, rulebook), units, hands, holders, reserves
    )  # fmt: skip
    for hex_ in dict.fromkeys(unit.at for unit in units.values()):
        state.lock_in_close_combat(hex_)
    return state


def _unit(unit: ScenarioUnit, rulebook: Rulebook) -> Unit:
    assert unit.at is not None
    _check_type(unit, rulebook)
    return Unit(unit.id, unit.side, unit.type, unit.at, unit.name).marked(*unit.marks)


def _reserve(unit: ScenarioUnit, scenario: Scenario, rulebook: Rulebook) -> Reserve:
    _check_type(unit, rulebook)
    turn, zone = (unit.arrives.turn, unit.arrives.zone) if unit.arrives else (0, unit.zone)
    hexes = scenario.zone(zone)
    call = call_of(unit)
    return Reserve(unit.id, unit.side, unit.type, unit.name, turn, hexes, unit.marks, call=call)


def _check_type(unit: ScenarioUnit, rulebook: Rulebook) -> None:
    known = ", ".join(rulebook.units)
    what, found = text("game.what-unit-type"), unit.type
    if unit.type not in rulebook.units:
        raise UnplayableScenario(
            text("game.rules-unknown", None, what=what, found=found, options=known)
        )
    for mark in unit.marks:
        if mark not in DAMAGE_MARKS:
            known = ", ".join(DAMAGE_MARKS)
            raise UnplayableScenario(
                text("game.rules-value", None, what="marks", found=mark, options=known)
            )


def _cards(scenario: Scenario, rulebook: Rulebook) -> dict[str, Card]:
    """Every card that may be drawn, by its id; InvalidRules when decks disagree about one."""
    cards = dict(rulebook.cards)
    for deck in scenario.decks.values():
        for card in deck.drawable_cards:
            check_card(card, ["decks", deck.id, card.id], rulebook.tables)
            known = cards.get(card.id)
            if known is not None and (known.effect, known.parameters) != (
                card.effect,
                card.parameters,
            ):
                why = text("tank.card-twice", None, card=card.id)
                raise InvalidRules(["decks", deck.id, card.id], why)
            cards[card.id] = card if known is None else _titled(card, known)
    return cards


def _titled(card: Card, known: Card) -> Card:
    """A deck's card with the words of the game's own where it has none."""
    return replace(card, title=card.title or known.title, text=card.text or known.text)


def _hand(scenario: Scenario, rulebook: Rulebook, side: str) -> CardHand:
    """A side's own deck: the scenario's, else one of each (E4)."""
    deck = scenario.decks.get(scenario.side(side).deck)
    cards = deck.drawable_cards if deck else tuple(rulebook.cards.values())
    pool = tuple(sorted(card.id for card in cards for _ in range(card.copies)))
    return CardHand(pool, draws=rulebook.choices.cards_in_all.number_for_side(side) or 10**6)


def _aims(scenario: Scenario, rulebook: Rulebook) -> ScenarioTerms:
    sides = tuple(side.id for side in scenario.sides)
    is_one_deck = len({side.deck for side in scenario.sides}) == 1
    choices = rulebook.choices
    return ScenarioTerms(
        sides,
        side_names(scenario),
        scenario.turns,
        scenario.objectives,
        {id_: frozenset(hexes) for id_, hexes in objective_hexes(scenario).items()},
        scenario.victory,
        condition_zones(scenario),
        odd_side(scenario.sides),
        is_one_deck and (choices.card_pool == "shared" or choices.deal == "before_play"),
    )


def odd_side(sides: Sequence[ScenarioSide]) -> str:
    """Return the side that declares and shoots first on an odd die: Red (T2, T3, B3).

    Where no side is called so it is the one that begins, else the first.
    """
    named = [side.id for side in sides if side.id == "red"]
    begins = [side.id for side in sides if side.begins]
    return next(iter((*named, *begins, sides[0].id)))


# --- placing -------------------------------------------------------------------------------------


def next_to_place(state: State) -> Reserve | None:
    """The next unit to be set up before the first turn; None when all are."""
    return next((entry for entry in state.reserves if entry.turn == 0), None)


def next_to_arrive(state: State) -> Reserve | None:
    """The next reinforcement due; None when all due have come or wait."""
    due = (entry for entry in state.reserves if entry.turn <= state.turn and not entry.call)
    return next(due, None)


def next_callable_reinforcements(state: State) -> tuple[str, ...]:
    """The next reinforcements that may be called this turn; none when all are called."""
    holds = partial(victory.is_condition_met, state)
    found = (next_callable_units(state.reserves, state.turn, side, holds) for side in state.sides)
    return next(filter(None, found), ())


def place(game: TankGame, reserve: Reserve) -> Procedure[None]:
    """Let a side place a unit; a reinforcement that finds no room waits for the next turn."""
    if not any(may_stand(game.state, reserve.side, hex_) for hex_ in reserve.hexes):
        if reserve.turn == 0 and game.state.turn == 0:
            raise UnplayableScenario(text("tank.no-room", None, unit=reserve.id))
        game.emit(ArrivalDelayed(reserve.id, reserve.side))
        return
    at = yield from ask(PlaceUnit(reserve.side, reserve.id))
    game.emit(UnitPlaced(reserve.id, at))
    victory.claim_objectives(game)


def placement_hexes(state: State, reserve: Reserve) -> list[Hex]:
    """The hexes of its zone a unit may be placed in: enterable, below the limit, no enemies."""
    return [hex_ for hex_ in reserve.hexes if may_stand(state, reserve.side, hex_)]


def may_stand(state: State, side: str, hex_: Hex) -> bool:
    """Return True if one more unit of a side may be put into a hex."""
    if not state.field.may_be_entered(hex_):
        return False
    here = [unit.side for unit in state.units_at(hex_)]
    return state.enemy_of(side) not in here and len(here) < state.book.choices.stacking
