"""What the referee keeps on its own table: units, works, headquarters, as the events tell them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.hexes.hex import Hex
from engine.scenario.scenario import Card, Scenario
from tests.games.tide.slow_sight import sees
from tests.games.tide.slow_tables import KITS, PLACES, Kit, away

TOKENS = ("anti-tank", "flamethrower", "engineer", "medic", "recon")
SHELTER = {"entrenchment": 2, "pillbox": 6}


class Foul(AssertionError):
    """Something that the specification does not allow."""


@dataclass
class Man:
    """A squad or a vehicle as the referee knows it."""

    id: str
    side: str
    type: str
    at: Hex
    figures: list[str] = field(default_factory=list)
    token: str = ""
    morale: str = "normal"
    mode: str = "fresh"
    damage: int = 0
    inside: str = ""
    shelter: str = ""

    @property
    def is_squad(self) -> bool:
        """A base with figures."""
        return self.type == "squad"

    def has(self, trait: str) -> bool:
        """Whether it, or one of its figures, has a trait."""
        kits = [KITS[each] for each in self.figures] if self.is_squad else [KITS[self.type]]
        return any(trait in kit.traits.split() for kit in kits)

    @property
    def kit(self) -> Kit:
        """The line of a vehicle."""
        return KITS[self.type]


@dataclass
class Site:
    """What lies in a hex."""

    id: str
    kind: str
    side: str
    at: Hex
    hidden: bool
    since: int


@dataclass
class Office:
    """A headquarters."""

    command: int
    decks: dict[str, list[str]]
    initiative: int = 0
    hand: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)


@dataclass
class Force:
    """Something in force (D7)."""

    kind: str
    side: str
    card: str
    what: str
    amount: int
    who: str
    against: str
    lasts: str
    unit: str
    until: int


class Table:
    """Everything that lies on the table, changed by nothing but what events say."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.map, self.grid = scenario, scenario.map, scenario.map.grid
        self.rules = scenario.rules
        self.sides = [side.id for side in scenario.sides]
        self.cards: dict[str, Card] = {
            card.id: card for deck in scenario.decks.values() for card in deck.cards
        }
        self.units: dict[str, Man] = {}
        self.sites: dict[str, Site] = {}
        self.gone: list[Man] = []
        self.called: dict[str, tuple[str, list[str], int]] = {}  # by cards: side, figures, round
        self.waiting = {unit.id: unit for unit in scenario.units}
        self.offices = {side.id: self._office(side) for side in scenario.sides}
        self.forces: list[Force] = []
        self.holders = {each.id: each.holder for each in scenario.objectives}
        self.points = dict.fromkeys(self.sides, 0)
        self._sight: dict[tuple[Hex, Hex, frozenset[Hex]], bool] = {}
        for unit in scenario.units:
            if unit.at is not None:
                self.come(unit.id, unit.at)
        for each in scenario.features:
            if each.at is not None:
                self.lay(each.id, each.kind, each.side, each.at, self.hides(each.kind), 0)

    def _office(self, side: Any) -> Office:
        decks = {
            hand.deck: [c.id for c in self.scenario.decks[hand.deck].cards for _ in range(c.copies)]
            for hand in side.decks
        }
        return Office(side.stocks.get("command", 0), decks)

    def hides(self, kind: str) -> bool:
        """Whether what is laid at set-up is hidden (X9)."""
        return kind == "mines" and bool(self.rules.get("hidden_mines"))

    # --- looking ----------------------------------------------------------------------------------

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.sides if each != side)

    def here(self, at: Hex) -> list[Man]:
        """Who is in a hex, passengers left out."""
        return [man for man in self.units.values() if man.at == at and not man.inside]

    def cargo(self, unit: str) -> list[Man]:
        """Who is aboard."""
        return [man for man in self.units.values() if man.inside == unit]

    def lies(self, at: Hex, kind: str) -> list[Site]:
        """The works of a kind in a hex."""
        return [site for site in self.sites.values() if site.at == at and site.kind == kind]

    def in_force(self, kind: str, what: str = "") -> list[Force]:
        """What is in force of a kind."""
        return [f for f in self.forces if f.kind == kind and what in ("", f.what)]

    def bonus(self, what: str, man: Man, *words: str) -> int:
        """The bonuses of a unit that count against these (D7)."""
        who = ("squads" if man.is_squad else "vehicles", "all", "")
        return sum(
            f.amount
            for f in self.in_force("bonus", what)
            if f.side in ("", man.side)
            and (f.unit == man.id if f.who == "unit" else f.who in who)
            and f.against in ("", "any", *words)
        )

    def sees(self, one: Hex, other: Hex) -> bool:
        """Whether two hexes see each other now (LS, BS, D7 limit)."""
        limit = min((f.amount for f in self.in_force("limit", "sight")), default=999)
        if away(one, other) > limit:
            return False
        smoke = frozenset(site.at for site in self.sites.values() if site.kind == "smoke")
        key = one, other, smoke
        if key not in self._sight:
            self._sight[key] = one == other or sees(self.map, one, other, smoke)
        return self._sight[key]

    def leads(self, man: Man) -> bool:
        """An officer who does something (U6, TR4)."""
        return man.has("officer") and man.morale != "disrupted" and not man.inside

    def led(self, at: Hex, side: str) -> bool:
        """Whether an officer of a side leads in a hex."""
        return any(man.side == side and self.leads(man) for man in self.here(at))

    def cost(self, side: str, card: Card) -> int:
        """What a card costs now (D7 cost)."""
        more = sum(
            f.amount
            for f in self.in_force("cost")
            if f.side in ("", side)
            and f.what in self.scenario.decks
            and card.id in [each.id for each in self.scenario.decks[f.what].cards]
        )
        return max(card.cost + more, 0)

    # --- comings and goings -----------------------------------------------------------------------

    def come(self, id_: str, at: Hex) -> None:
        """A unit comes onto the map, with what is aboard."""
        if id_ in self.called:
            side, figures, _ = self.called.pop(id_)
            self.units[id_] = Man(id_, side, "squad", at, figures)
            return
        unit = self.waiting.pop(id_)
        token = next((mark for mark in unit.marks if mark in TOKENS), "")
        aboard = unit.aboard if unit.aboard in self.units else ""
        self.units[id_] = Man(
            id_, unit.side, unit.type, at, list(unit.figures), token,
            mode=unit.mode or "fresh", inside=aboard,
        )  # fmt: skip
        for each in [each.id for each in self.waiting.values() if each.aboard == id_]:
            self.come(each, at)

    def put(self, man: Man, at: Hex) -> None:
        """A unit and what it carries are in another hex."""
        for each in (man, *self.cargo(man.id)):
            each.at, each.shelter = at, ""

    def lay(self, id_: str, kind: str, side: str, at: Hex, hidden: bool, since: int) -> None:
        """A work lies in a hex."""
        self.sites[id_] = Site(id_, kind, side, at, hidden, since)

    def clear(self, id_: str) -> None:
        """A work is gone; who was in it stands in the open."""
        del self.sites[id_]
        for man in self.units.values():
            if man.shelter == id_:
                man.shelter = ""

    def lose(self, id_: str) -> Man:
        """A unit is out of the game."""
        man = self.units.pop(id_)
        self.gone.append(man)
        return man

    # --- what may never be ------------------------------------------------------------------------

    def wrongs(self, mover: str = "") -> list[str]:
        """What is wrong on the table, whatever has happened; one unit is on its way."""
        found = []
        for man in self.units.values():
            if man.is_squad and not 0 < sum(PLACES.get(f, 1) for f in man.figures) <= 4:
                found.append(f"Q1: {man}")
            if man.token and man.has("crew"):
                found.append(f"Q4: {man}")
            if man.inside and self.units[man.inside].at != man.at:
                found.append(f"TR: {man}")
            if man.shelter and self.sites[man.shelter].at != man.at:
                found.append(f"X4: {man}")
        for at in {man.at for man in self.units.values()}:
            found += self._crowds(at, mover)
        for site in self.sites.values():
            same = [other for other in self.sites.values() if other.at == site.at]
            if sum(each.kind in SHELTER for each in same) > 3:
                found.append(f"X6: {site}")
        for side, office in self.offices.items():
            if office.command < 0 or office.initiative < 0:
                found.append(f"CM: {side} {office}")
        return found

    def _crowds(self, at: Hex, mover: str) -> list[str]:
        there = [man for man in self.here(at) if man.id != mover]
        found = [f"M5: {there}"] if len({man.side for man in there}) > 1 else []
        most = self.rules.get("units_in_hex", 3)
        if len(there) > most or sum(not man.is_squad for man in there) > 2:
            found.append(f"G6: {there}")
        sheltered = [man.shelter for man in there if man.shelter]
        if len(sheltered) != len(set(sheltered)):
            found.append(f"X4: {there}")
        return found
