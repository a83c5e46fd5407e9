"""Event cards (tank E): drawing them, and what each does when its time comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tank.card_events import (
    CardDrawn,
    CardPicked,
    CardsLapsed,
    CardSwapped,
    CardTaken,
    CardUsed,
    DeckShuffled,
    ResultLowered,
    SupportPlanned,
    UnitRepaired,
)
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.state import HIDDEN, CardHand, State, TankGame
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask, roll_one
from engine.scenario.scenario import Card

USE, KEEP = "use", "keep"


@dataclass(frozen=True, slots=True)
class BoostShot(Decision[State, str]):
    """The choice to give the firer's shots of this turn a fire boost (card 2)."""

    card: str
    firer: str
    target: str
    manner: str

    def options(self, state: State) -> list[str]:
        return [USE, KEEP]


@dataclass(frozen=True, slots=True)
class LowerResult(Decision[State, str]):
    """The choice to lower this result, and others of the turn, by reactive armour (card 4)."""

    card: str
    unit: str
    result: str

    def options(self, state: State) -> list[str]:
        return [USE, KEEP]


@dataclass(frozen=True, slots=True)
class RepairUnit(Decision[State, str | None]):
    """The choice of the unit that field repair restores (card 3)."""

    card: str

    def options(self, state: State) -> list[str | None]:
        return [*damaged_units(state, self.side), None]


@dataclass(frozen=True, slots=True)
class PlanSupport(Decision[State, Hex]):
    """The hex a battery will fire at (A1)."""

    card: str
    turn: int

    def options(self, state: State) -> tuple[Hex, ...]:
        return state.field.board.hexes


class CardSwap(NamedTuple):
    """A card given back and the one taken for it; a side that holds none gives none."""

    given: str
    taken: str


@dataclass(frozen=True, slots=True)
class SwapCard(Decision[State, CardSwap | None]):
    """The choice of a face-up card to take for one of the side's own (E3)."""

    def options(self, state: State) -> list[CardSwap | None]:
        hand = state.hands[self.side]
        held = dict.fromkeys(entry.card for entry in hand.held) or {"": None}
        pool = dict.fromkeys(hand.pool)
        return [
            *(CardSwap(given, taken) for given in held for taken in pool if given != taken),
            None,
        ]


# --- what is in force ----------------------------------------------------------------------------


def in_force(state: State, side: str, effect: str) -> Card | None:
    """The side's card with an effect that is good this turn and not used up; None without."""
    for entry in state.hands[side].held:
        if entry.turn == state.turn and entry.uses > 0 and entry.card != HIDDEN:
            card = state.cards[entry.card]
            if card.effect == effect:
                return card
    return None


def damaged_units(state: State, side: str) -> list[str]:
    """The units of a side that are gun out or immobile."""
    return [unit.id for unit in state.units_of(side) if unit.gun_out or unit.immobile]


def extra_mp(game: TankGame, unit_id: str) -> int:
    """The MP rapid assault adds to this mover: the first movers take it as they come (card 1)."""
    side = game.state.units[unit_id].side
    card = in_force(game.state, side, "extra-mp")
    if card is None:
        return 0
    game.emit(CardUsed(side, card.id, unit_id))
    return int(card.parameters.get("mp", 0))


def offer_fire_boost(
    game: TankGame, card: Card, firer: str, target: str, manner: FireManner
) -> Procedure[bool]:
    """Ask the firer's side to spend its fire boost on this unit (card 2)."""
    side = game.state.units[firer].side
    if (yield from ask(BoostShot(side, card.id, firer, target, manner))) == KEEP:
        return False
    game.emit(CardUsed(side, card.id, firer))
    return True


def offer_reactive_armour(game: TankGame, unit: str, result: FireOutcome) -> Procedure[FireOutcome]:
    """The result after the unit's side has decided about its reactive armour (card 4)."""
    side = game.state.units[unit].side
    if not game.state.units[unit].grades:
        card = in_force(game.state, side, "reactive-armour")
        if card is None or (yield from ask(LowerResult(side, card.id, unit, result))) == KEEP:
            return result
        game.emit(CardUsed(side, card.id, unit))
    lowered = result.lowered(game.state.units[unit].grades)
    game.emit(ResultLowered(unit, result, lowered))
    return lowered


def repair(game: TankGame, side: str, card: Card) -> Procedure[None]:
    """Field repair at the start of the turn (card 3)."""
    unit = yield from ask(RepairUnit(side, card.id))
    if unit is None:
        game.emit(CardsLapsed(side, (card.id,)))
    else:
        game.emit(CardUsed(side, card.id, unit))
        game.emit(UnitRepaired(unit))


# --- drawing and awards --------------------------------------------------------------------------


def draw(game: TankGame, side: str) -> Procedure[None]:
    """Hand a side one card, unseen by the other; a support card is planned at once (E2, A1)."""
    if game.state.book.choices.deal == "before_play":
        yield from _hand_out(game, side)
        return
    hand = game.state.hands[side]
    if not hand.pool and game.state.book.choices.deck_used_up == "reshuffle":
        game.emit(DeckShuffled(side))
        hand = game.state.hands[side]
    game.emit(CardTaken(side, count_cards_to_draw(hand)))
    if not count_cards_to_draw(hand):
        return
    die = yield from roll_one("card", sides=len(hand.pool))
    card = game.state.cards[hand.pool[die - 1]]
    game.emit(CardDrawn(side, card.id, game.state.turn + 1))
    yield from plan_support_fire_of_card(game, side, card, game.state.turn)


def _hand_out(game: TankGame, side: str) -> Procedure[None]:
    """Hand a side the next of the cards it picked before play (E2)."""
    picked = game.state.hands[side].picked
    game.emit(CardTaken(side, len(picked)))
    if picked:
        card = game.state.cards[picked[0]]
        game.emit(CardDrawn(side, card.id, game.state.turn + 1))
        yield from plan_support_fire_of_card(game, side, card, game.state.turn)


def next_to_pick(state: State) -> str | None:
    """The side that picks the next card before play; None when both have theirs (E2)."""
    if state.book.choices.deal != "before_play":
        return None
    picking = [side for side in state.sides if _picks(state, side)]
    return min(picking, key=lambda side: len(state.hands[side].picked), default=None)


def _picks(state: State, side: str) -> bool:
    """Return True if a side has still to pick cards, as far as there are any."""
    hand = state.hands[side]
    wanted = state.book.choices.cards_per_turn.number_for_side(side) * state.aims.turns
    return len(hand.picked) < wanted and count_cards_to_draw(hand) > 0


def pick(game: TankGame, side: str) -> Procedure[None]:
    """A side picks a card before play, unseen (E2)."""
    pool = game.state.hands[side].pool
    die = yield from roll_one("card", sides=len(pool))
    game.emit(CardPicked(side, pool[die - 1]))


def has_card_to_give(state: State, side: str) -> bool:
    """Return True if a side can be handed one more card."""
    hand, choices = state.hands[side], state.book.choices
    if choices.deal == "before_play":
        return bool(hand.picked)
    drawing = (state.hands[each] for each in state.sides_that_draw_with(side))
    used = any(each.spent or each.lapsed for each in drawing)
    return bool(hand.pool or (used and choices.deck_used_up == "reshuffle"))


def count_cards_to_draw(hand: CardHand) -> int:
    """Return the number of cards a side may still be handed."""
    return min(hand.draws, len(hand.pool))


def plan_support_fire_of_card(game: TankGame, side: str, card: Card, drawn: int) -> Procedure[None]:
    """Write the target of a support card drawn in a turn; it arrives turns later (A1)."""
    if card.effect != "support":
        return
    turn = drawn + int(card.parameters.get("delay", 2))
    target = yield from ask(PlanSupport(side, card.id, turn))
    guns = int(card.parameters.get("guns", 6))
    game.emit(SupportPlanned(side, card.id, target, turn, guns))


def expire_cards(game: TankGame) -> None:
    """At the end of a turn the cards that were good in it are over."""
    for side in game.state.sides:
        held = game.state.hands[side].held
        over = tuple(entry.card for entry in held if entry.turn <= game.state.turn)
        if over:
            game.emit(CardsLapsed(side, over))


def award_card_swaps(game: TankGame, side: str) -> Procedure[None]:
    """The umpire's award: the rest face up, the side swaps one or more of its cards (E3).

    One that holds none takes a card.
    """
    while len(SwapCard(side).options(game.state)) > 1:
        chosen = yield from ask(SwapCard(side))
        if chosen is None:
            return
        yield from swap(game, side, chosen)


def swap(game: TankGame, side: str, chosen: CardSwap) -> Procedure[None]:
    """One card for another; a support card taken is planned at once (E3, A1)."""
    hand = game.state.hands[side]
    turns = (held.turn for held in hand.held if held.card == chosen.given)
    turn = next(turns, game.state.turn + 1)
    game.emit(CardSwapped(side, chosen.given, chosen.taken))
    yield from plan_support_fire_of_card(game, side, game.state.cards[chosen.taken], turn - 1)
