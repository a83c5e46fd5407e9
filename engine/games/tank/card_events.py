"""The events of cards and off-board artillery (tank E, A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.tank.state import ActiveCard, FirePlan, Impact, State
from engine.hexes.hex import Hex
from engine.play.events import Event, SideOnlyEvent, UmpireOnlyEvent

TankEvent = Event[State]

# --- cards ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPicked(UmpireOnlyEvent[State]):
    """A side picks a card before play, unseen by both; the umpire keeps it (E2)."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        hand = state.hands[self.side]
        picked = (*hand.picked, self.card)
        state.hands[self.side] = hand._replace(picked=picked, draws=hand.draws - 1)
        state.put_pool(self.side, _without(hand.pool, self.card))


@dataclass(frozen=True, slots=True)
class CardTaken(TankEvent):
    """A side is handed a card, or finds none left; which one, only its owner learns (E2)."""

    side: str
    left: int

    def apply(self, state: State) -> None:
        state.to_draw = state.to_draw[1:]


@dataclass(frozen=True, slots=True)
class DrawGranted(TankEvent):
    """The umpire lets a side draw a card beyond those it is due."""

    side: str

    def apply(self, state: State) -> None:
        state.to_draw = (self.side, *state.to_draw)
        hand = state.hands[self.side]
        state.hands[self.side] = hand._replace(draws=hand.draws + 1)


@dataclass(frozen=True, slots=True)
class CardDrawn(SideOnlyEvent[State]):
    """The card a side was handed, in force in a turn to come (E2)."""

    side: str
    card: str
    turn: int

    def apply(self, state: State) -> None:
        hand, card = state.hands[self.side], state.cards[self.card]
        held = (*hand.held, ActiveCard(self.card, self.turn, uses_of(card.parameters)))
        if hand.picked:
            state.hands[self.side] = hand._replace(picked=hand.picked[1:], held=held)
            return
        state.hands[self.side] = hand._replace(held=held, draws=hand.draws - 1)
        state.put_pool(self.side, _without(hand.pool, self.card))


@dataclass(frozen=True, slots=True)
class DeckShuffled(TankEvent):
    """The used cards of a side are shuffled again; of both where they draw from one pool (E4)."""

    side: str

    def apply(self, state: State) -> None:
        pool = [*state.hands[self.side].pool]
        for side in state.sides_that_draw_with(self.side):
            hand = state.hands[side]
            pool += (*hand.spent, *hand.lapsed)
            state.hands[side] = hand._replace(spent=(), lapsed=())
        state.put_pool(self.side, pool)


@dataclass(frozen=True, slots=True)
class CardUsed(TankEvent):
    """A card takes effect once, for a unit (cards 1–5); 2 and 4 for all of its turn."""

    side: str
    card: str
    unit: str

    def apply(self, state: State) -> None:
        self._strengthen(state)
        hand = state.hands[self.side]
        held = list(hand.held)
        place = next(
            place
            for place, entry in enumerate(held)
            if entry.card == self.card and entry.turn == state.turn
        )
        held[place] = held[place]._replace(uses=held[place].uses - 1)
        spent = hand.spent
        if held[place].uses < 1:
            del held[place]
            spent = tuple(sorted((*spent, self.card)))
        state.hands[self.side] = hand._replace(held=tuple(held), spent=spent)

    def _strengthen(self, state: State) -> None:
        card, unit = state.cards[self.card], state.units[self.unit]
        if card.effect == "fire-boost":
            boost = int(card.parameters.get("levels", 0))
            state.units[self.unit] = unit._replace(boost=boost)
        elif card.effect == "reactive-armour":
            grades = int(card.parameters.get("grades", 1))
            state.units[self.unit] = unit._replace(grades=grades)


@dataclass(frozen=True, slots=True)
class ResultLowered(TankEvent):
    """A unit takes a result some grades lower (card 4)."""

    unit: str
    rolled: str
    result: str


@dataclass(frozen=True, slots=True)
class CardsLapsed(SideOnlyEvent[State]):
    """Cards are over unused, or with their turn."""

    side: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        hand = state.hands[self.side]
        held = list(hand.held)
        for card in self.cards:
            held.remove(next(e for e in held if e.card == card and e.turn <= state.turn))
        lapsed = tuple(sorted((*hand.lapsed, *self.cards)))
        state.hands[self.side] = hand._replace(held=tuple(held), lapsed=lapsed)


@dataclass(frozen=True, slots=True)
class CardSwapped(SideOnlyEvent[State]):
    """An award: the side takes a card from the rest, laid open, for one of its own (E3).

    A side that holds none gives none.
    """

    side: str
    given: str
    taken: str

    def apply(self, state: State) -> None:
        hand, uses = state.hands[self.side], uses_of(state.cards[self.taken].parameters)
        pool, held = _without(hand.pool, self.taken), list(hand.held)
        if self.given:
            place = next(i for i, entry in enumerate(held) if entry.card == self.given)
            held[place] = ActiveCard(self.taken, held[place].turn, uses)
            pool.append(self.given)
        else:
            held.append(ActiveCard(self.taken, state.turn + 1, uses))
        state.hands[self.side] = hand._replace(held=tuple(held))
        state.put_pool(self.side, pool)


@dataclass(frozen=True, slots=True)
class UnitRepaired(TankEvent):
    """Field repair restores a unit fully (card 3)."""

    unit: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = unit._replace(gun_out=False, immobile=False, suppressed=False)


@dataclass(frozen=True, slots=True)
class SecondShotTaken(TankEvent):
    """A side's last unit to fire this turn fires again (card 5)."""

    side: str
    firer: str
    target: str

    def apply(self, state: State) -> None:
        state.last_shots = (*state.last_shots, self.side)
        state.units[self.target] = state.units[self.target]._replace(fired_upon=True)


# --- artillery ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupportPlanned(SideOnlyEvent[State]):
    """The owner of a support card writes its target (A1); only the owner and the umpire know it."""

    side: str
    card: str
    target: Hex
    turn: int
    guns: int

    def apply(self, state: State) -> None:
        plan = FirePlan(self.side, self.card, self.target, self.turn, self.guns)
        state.plans = (*state.plans, plan)
        hand = state.hands[self.side]
        held = list(hand.held)
        held.remove(next(entry for entry in held if entry.card == self.card))
        state.hands[self.side] = hand._replace(held=tuple(held))


@dataclass(frozen=True, slots=True)
class SupportArrived(TankEvent):
    """A battery is announced on its target (A1)."""

    side: str
    card: str
    target: Hex


@dataclass(frozen=True, slots=True)
class GunFired(TankEvent):
    """One gun of a battery: arrival, scatter, direction and distance dice (0: not rolled) (A2–A4).

    `at` is where its shell falls; None when its fire is cancelled or lost off the map.
    """

    side: str
    card: str
    gun: int
    arrival: int
    scatter: int
    direction: int
    distance: int
    at: Hex | None

    def apply(self, state: State) -> None:
        first = state.due_fire_plans()[0]
        left = first._replace(guns=first.guns - 1)
        others = tuple(plan for plan in state.plans if plan is not first)
        state.plans = (left, *others) if left.guns else others
        if not left.guns:
            hand = state.hands[self.side]
            spent = tuple(sorted((*hand.spent, self.card)))
            state.hands[self.side] = hand._replace(spent=spent)
        if self.at is not None:
            battery = str(state.cards[self.card].parameters["battery"])
            state.impacts = (*state.impacts, Impact(battery, self.at, self.side))


@dataclass(frozen=True, slots=True)
class ShellStruck(TankEvent):
    """A shell acts on a unit, with all its figures (A5, A6); fields as in ShotResolved."""

    unit: str
    battery: str
    at: Hex
    distance: int
    level: int
    dice: tuple[int, ...]
    rolled: str
    armour_die: int
    softened: str
    result: str


def _without(pool: tuple[str, ...], card: str) -> list[str]:
    """A pool after one of its cards is taken."""
    left = list(pool)
    left.remove(card)
    return left


def uses_of(parameters: Mapping[str, Any]) -> int:
    """Return how often a card's effect may be used."""
    for key in ("movers", "shots", "units", "results"):
        if (count := parameters.get(key)) is not None:
            return int(count)
    return 1
