"""The position in which a scenario begins (G4): units on their hexes, or yet to be set up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.games.reinforcement_calls import call_of
from engine.games.scenario_rules import unknown_type_text
from engine.games.scenario_setup import BoardCache, squad_terms
from engine.games.tide import unit_lookups
from engine.games.tide.data.piece_types import MINES
from engine.games.tide.data.rulebook import Rulebook, load_rulebook
from engine.games.tide.game_board import GameBoard
from engine.games.tide.state import (
    HEAVY,
    LIGHT,
    ActivationMode,
    Headquarters,
    Morale,
    Reserve,
    ScenarioTerms,
    State,
    Unit,
    Work,
    WorkPlan,
)
from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit, StartingHand
from engine.texts import text

HALF_HEXES = "half-hexes"
"""The zone of the hexes that may not be entered (G3)."""
COMMAND = "command"
"""Key of a side's command points among its stocks at the start."""
DAMAGE: Mapping[str, int] = {"light-damage": LIGHT, "heavy-damage": HEAVY}
SHAKEN = (Morale.PINNED, Morale.DISRUPTED)


class UnplayableScenario(SandtableError):
    """A scenario the rules of tide cannot begin."""


def initial_position(scenario: Scenario) -> State:
    """The position in which a scenario begins; Unplayable or InvalidRules say what is wrong."""
    if len(scenario.sides) != 2:
        raise UnplayableScenario(text("tide.two-sides", None, found=len(scenario.sides)))
    rulebook = load_rulebook(scenario.rules)
    _check(scenario, rulebook)
    sides = tuple(side.id for side in scenario.sides)
    entries = {unit.id: _reserve(scenario, rulebook, unit) for unit in scenario.units}
    standing = {unit.id: at for unit in scenario.units if (at := _standing(scenario, unit))}
    state = State(
        rulebook,
        _field(scenario, rulebook),
        _aims(scenario),
        {},
        {work.id: work for work in _works(scenario, rulebook)},
        {side.id: _headquarters(scenario, side) for side in scenario.sides},
        {entry.id: entry.holder for entry in scenario.objectives},
        dict.fromkeys(sides, 0),
        {side.id: _pool(side) for side in scenario.sides},
        tuple(entry for id_, entry in entries.items() if id_ not in standing),
        tuple(_plans(scenario)),
        unbuilt=tuple(id_ for id_, entry in entries.items() if _is_empty(rulebook, entry)),
        initiative=_first(scenario),
    )
    for id_, at in standing.items():
        state.replace_unit(_unit(entries[id_], at))
    return state


_boards: BoardCache[GameBoard] = BoardCache()


def _field(scenario: Scenario, rulebook: Rulebook) -> GameBoard:
    """The field of a map, the same for all games on it under the same rules."""
    halves = _halves(scenario)
    return _boards.board(
        scenario,
        lambda board: board.book == rulebook and board.halves == halves,
        lambda: GameBoard(Board(scenario.played_map), rulebook, halves),
    )


def _halves(scenario: Scenario) -> frozenset[Hex]:
    known = HALF_HEXES in scenario.zones or HALF_HEXES in scenario.map.zones
    return frozenset(scenario.zone(HALF_HEXES)) if known else frozenset()


def _first(scenario: Scenario) -> str:
    """Return the side with the first initiative: one that begins, else the first (G4)."""
    begins = (side.id for side in scenario.sides if side.begins)
    return next(begins, scenario.sides[0].id)


# --- units ----------------------------------------------------------------------------------------


def _standing(scenario: Scenario, unit: ScenarioUnit) -> Hex | None:
    """The hex a unit begins in, by itself or aboard; None for one that is yet to come."""
    return scenario.outermost(unit).at


def _reserve(scenario: Scenario, rulebook: Rulebook, unit: ScenarioUnit) -> Reserve:
    """A unit as the scenario writes it; where it begins is its own, or its carrier's."""
    first = scenario.outermost(unit)
    round_, zone = (first.arrives.turn, first.arrives.zone) if first.arrives else (0, first.zone)
    hexes = () if unit.aboard or first.at else scenario.zone(zone)
    token = next((mark for mark in unit.marks if mark in rulebook.tokens), "")
    shaken = next((mark for mark in SHAKEN if mark in unit.marks), Morale.NORMAL)
    damage = max((DAMAGE.get(mark, 0) for mark in unit.marks), default=0)
    return Reserve(
        unit.id, unit.side, unit.type, unit.name, round_, hexes, unit.figures, token,
        ActivationMode(unit.mode or ActivationMode.FRESH), unit.aboard, shaken, damage,
        call=call_of(unit),
    )  # fmt: skip


def _unit(entry: Reserve, at: Hex) -> Unit:
    return Unit(
        entry.id, entry.side, entry.type, at, entry.name, entry.figures, entry.token,
        entry.morale, entry.mode, entry.damage, entry.aboard,
    )  # fmt: skip


def _is_empty(rulebook: Rulebook, entry: Reserve | ScenarioUnit) -> bool:
    """A base that its side has yet to fill (Q5)."""
    return rulebook.units[entry.type].is_squad and not entry.figures


def _pool(side: ScenarioSide) -> Mapping[str, int]:
    """Return the pool from which a side builds its squads (Q5)."""
    return {kind: count for kind, count in side.stocks.items() if kind != COMMAND}


# --- works ----------------------------------------------------------------------------------------


def _works(scenario: Scenario, rulebook: Rulebook) -> Iterator[Work]:
    for each in scenario.features:
        if each.at is not None:
            hidden = rulebook.choices.hidden_mines and each.kind == MINES
            yield Work(each.id, each.kind, each.side, each.at, hidden)


def _plans(scenario: Scenario) -> Iterator[WorkPlan]:
    for each in scenario.features:
        if each.at is None:
            yield WorkPlan(each.id, each.kind, each.side, scenario.zone(each.zone))


# --- headquarters (D1) ----------------------------------------------------------------------------


def _hands(side: ScenarioSide) -> tuple[StartingHand, ...]:
    """The decks of a side: several, or one."""
    return side.decks or ((StartingHand(side.deck),) if side.deck else ())


def _headquarters(scenario: Scenario, side: ScenarioSide) -> Headquarters:
    decks = tuple((hand.deck, _pile(scenario, hand.deck)) for hand in _hands(side))
    return Headquarters(side.stocks.get(COMMAND, 0), decks=decks)


def _pile(scenario: Scenario, deck: str) -> tuple[str, ...]:
    """The cards that are drawn, each as often as the deck has it."""
    return tuple(
        card.id for card in scenario.decks[deck].drawable_cards for _ in range(card.copies)
    )


# --- what the fight is for ------------------------------------------------------------------------


def _aims(scenario: Scenario) -> ScenarioTerms:
    cards = {card.id: card for deck in scenario.decks.values() for card in deck.cards}
    return ScenarioTerms(
        **squad_terms(scenario, _first(scenario)),
        spots={zone: scenario.zone(zone) for zone in _zones(scenario)},
        cards=cards,
        decks={deck: _pile(scenario, deck) for deck in scenario.decks},
        musters={side.id: _muster(scenario, side.id) for side in scenario.sides},
        openings={
            side.id: {hand.deck: hand.cards for hand in _hands(side)} for side in scenario.sides
        },
        deck_names={id_: deck.title or id_ for id_, deck in scenario.decks.items()},
    )


def _zones(scenario: Scenario) -> list[str]:
    return sorted({*scenario.zones, *scenario.map.zones})


def _muster(scenario: Scenario, side: str) -> tuple[Hex, ...]:
    """Return a side's set-up hexes: zones or starting hexes of its units (D7 reinforce)."""
    own = [unit for unit in scenario.units if unit.side == side]
    zones = (hex_ for unit in own if unit.zone for hex_ in scenario.zone(unit.zone))
    found = tuple(dict.fromkeys(zones))
    return found or tuple(dict.fromkeys(unit.at for unit in own if unit.at is not None))


# --- what cannot be played ------------------------------------------------------------------------


def _check(scenario: Scenario, rulebook: Rulebook) -> None:
    """Unplayable for what `check` finds before, so that no game begins with nonsense."""
    ids = {unit.id: unit for unit in scenario.units}
    types = [id_ for id_, type_ in rulebook.units.items() if not type_.is_figure]
    for unit in scenario.units:
        _check_word(unit.type, types)
        for figure in unit.figures:
            _check_word(figure, rulebook.figures)
        if unit.mode:
            _check_value("mode", unit.mode, tuple(ActivationMode))
        for mark in unit.marks:
            _check_value("marks", mark, (*SHAKEN, *DAMAGE, *rulebook.tokens))
        if unit.aboard and (unit.aboard not in ids or ids[unit.aboard].side != unit.side):
            raise UnplayableScenario(
                text("tide.nobody-carries", None, unit=unit.id, found=unit.aboard)
            )
        if unit.figures and not unit_lookups.fits_on_base(
            [rulebook.units[each] for each in unit.figures]
        ):
            raise UnplayableScenario(text("tide.base-full", None, unit=unit.id))
        if _is_empty(rulebook, unit) and not _pool(scenario.side(unit.side)):
            raise UnplayableScenario(text("tide.empty-base", None, unit=unit.id, side=unit.side))
    for feature in scenario.features:
        _check_word(feature.kind, rulebook.works)
    for id_, event in rulebook.events.items():
        if event.side not in ("", *(side.id for side in scenario.sides)):
            raise UnplayableScenario(text("tide.no-event-side", None, event=id_, found=event.side))


def _check_word(found: str, known: Iterable[str]) -> None:
    if found not in known:
        raise UnplayableScenario(unknown_type_text(found, known))


def _check_value(what: str, found: str, known: Iterable[str]) -> None:
    if found not in known:
        values = {"what": what, "found": found, "options": ", ".join(known)}
        raise UnplayableScenario(text("game.rules-value", None, **values))
