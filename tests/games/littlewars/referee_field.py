"""The referee's table: who stands where, by what events have told, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.play.game import Game
from tests.games.littlewars.plain import XY, Form, form, gap, height
from tests.games.littlewars.plain_shot import Standing
from tests.games.littlewars.referee_country import Country
from tests.games.littlewars.slow_rules import INCH, NEAR

MEN = ("foot", "horse", "scout", "engineer", "general")
GUNS = ("gun", "howitzer")


class Foul(AssertionError):
    """A rule was broken."""


@dataclass
class Piece:
    """Something on the table."""

    id: str
    side: str
    type: str
    at: XY
    facing: float
    skill: str = ""
    taken: int = 0
    captor: str = ""
    is_fresh: bool = False

    @property
    def keeper(self) -> str:
        """The side that moves it."""
        return self.captor or self.side


@dataclass
class Man(Piece):
    """A figure."""

    body: str = ""
    status: str = "fit"
    party: int = 0
    formation: str = ""


class Muster:
    """What lies and stands on the referee's table, and the whistle."""

    def __init__(self, game: Game[Any]) -> None:
        scenario, opening = game.scenario, game.opening
        self.scenario, self.rules = scenario, dict(scenario.rules)
        self.table = scenario.table
        self.country = Country(self.table)
        self.halved = self.table.scale.value == "kriegspiel"
        self.sides = tuple(side.id for side in scenario.sides)
        self.bodies = {body.id: body for body in scenario.bodies}
        self.edges: dict[str, str] = dict(opening.edges)
        self.men: dict[str, Man] = {}
        self.guns: dict[str, Piece] = {}
        self.wagons: dict[str, Piece] = {}
        self.move, self.phase, self.active, self.first = 0, "", "", ""
        self.defender: str = opening.defender
        self.began: Mapping[str, int] = {}
        self.spent: set[str] = set()
        self.shots: dict[str, int] = {}
        self.fought: set[str] = set()
        self.came: dict[str, XY] = {}
        self.attacks: dict[str, dict[str, list[XY]]] = {}
        self.down: set[str] = set()
        self.due: set[str] = set()
        self.open_melees: list[set[str]] = []
        self.giving_up: set[str] = set()
        self.led_off: list[str] = []
        self.is_over = False
        for units in (opening.figures, opening.guns, opening.vehicles):
            for unit in units.values():
                self.enter(unit.id, unit.at, unit.facing)
                self.stands_free(unit.id, "G5")

    def need(self, is_right: bool, rule: str) -> None:
        """Blow the whistle where a rule is broken."""
        if not is_right:
            raise Foul(rule)

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.sides if each != side)

    # --- who there is -----------------------------------------------------------------------------

    def enter(self, id_: str, at: XY, facing: float) -> None:
        """A figure, gun or wagon comes on the table, or is set elsewhere."""
        name = id_ if id_ in self.bodies else id_.rpartition(".")[0]
        body = self.bodies[name]
        fresh = not (body.at or body.zone or body.aboard) and body.side != self.defender
        if body.type in MEN:
            man = Man(id_, body.side, body.type, at, facing, body=name, is_fresh=fresh)
            man.formation = body.formation
            self.men[id_] = man
        elif body.type in GUNS:
            self.guns[id_] = Piece(id_, body.side, body.type, at, facing, body.skill)
            self.guns[id_].is_fresh = fresh
        else:
            self.wagons[id_] = Piece(id_, body.side, body.type, at, facing, is_fresh=fresh)

    def piece(self, id_: str) -> Piece:
        """What has an id."""
        return self.men.get(id_) or self.guns.get(id_) or self.wagons[id_]

    def pieces(self) -> Iterator[Piece]:
        """All that stands there."""
        yield from self.men.values()
        yield from self.guns.values()
        yield from self.wagons.values()

    def place(self, id_: str, at: XY, facing: float | None = None) -> None:
        """Put something elsewhere."""
        piece = self.piece(id_)
        piece.at = at
        if facing is not None:
            piece.facing = facing

    def own_men(self, side: str) -> list[Man]:
        """The men of a side that are not prisoners."""
        return [m for m in self.men.values() if m.side == side and m.status != "prisoner"]

    def guns_of(self, side: str) -> list[Piece]:
        """The guns a side holds."""
        return [gun for gun in self.guns.values() if gun.side == side]

    # --- how far ----------------------------------------------------------------------------------

    def form(self, piece: Piece) -> Form:
        """The room something takes up."""
        kind = "gun" if piece.type in GUNS else piece.type
        return form(kind, piece.at, piece.facing, self.halved)

    def sweep(self, piece: Piece) -> float:
        """Half the breadth of what it sweeps, its front ahead (G6)."""
        made = self.form(piece)
        if not made.is_filled:
            return made.radius
        breadth = 32 if piece.type == "wagon" else 40
        return breadth / (4 if self.halved else 2)

    def distance(self, one: str, other: str) -> float:
        """Edge to edge (G4)."""
        return gap(self.form(self.piece(one)), self.form(self.piece(other)))

    def near_men(self, id_: str, side: str) -> list[str]:
        """The fit men of a side within six inches of something, or nearly."""
        return [
            man.id
            for man in self.men.values()
            if man.side == side and man.status == "fit" and self.distance(man.id, id_) <= NEAR + 1.5
        ]

    def depth(self, side: str, at: XY) -> float:
        """How deep in the table a point lies, seen from a side's line."""
        wide, deep = self.table.width, self.table.depth
        by_edge = {"south": at[1], "north": deep - at[1], "west": at[0], "east": wide - at[0]}
        return by_edge[self.edges[side]]

    def head_start(self, piece: Piece) -> float:
        """What a first move is shorter by: all count as standing on the back line (L2.2)."""
        return self.depth(piece.side, piece.at) if piece.is_fresh else 0

    def line_gap(self, side: str, piece: Piece) -> float:
        """How far something is from a side's line, edge to edge."""
        made = self.form(piece)
        return min(self.depth(side, at) for at in made.points) - made.radius

    def is_set_up_well(self, piece: Piece, at: XY) -> bool:
        """Along the back line, in its zone, or in a defender's half (L2.2, L19.3)."""
        name = piece.id if piece.id in self.bodies else piece.id.rpartition(".")[0]
        zone = self.bodies[name].zone
        if zone:
            shape = self.table.zones[zone].shape
            area = Form(tuple((float(x), float(y)) for x, y in shape.points), 0, True)
            return gap(area, Form((at,))) <= 1
        across = self.edges[piece.side] in ("south", "north")
        along, length = (at[0], self.table.width) if across else (at[1], self.table.depth)
        if not 0 <= along <= length:
            return False
        whole = self.table.depth if across else self.table.width
        depth = self.depth(piece.side, at)
        if self.rules.get("game") == "defence" and piece.side == self.defender:
            return depth <= whole / 2 - 12 * INCH + 1
        reach = int(self.rules.get("setup_depth", 12)) * INCH
        return abs(depth) <= reach + 1

    def stands_free(self, id_: str, rule: str) -> None:
        """A sixteenth from others and from what stands there, but for contact (G5)."""
        piece = self.piece(id_)
        own = self.form(piece)
        for other in self.pieces():
            if other.id != id_:
                far = gap(own, self.form(other))
                self.need(far > -0.8, f"{rule}: {id_} stands on {other.id}")
        for thing in self.country.obstacles:
            self.need(gap(own, thing) > -0.8, f"{rule}: {id_} in an obstacle")

    def targets(self) -> list[Standing]:
        """All a shot may meet, with their tops over the floor."""
        found = []
        for piece in self.pieces():
            base = self.country.ground(piece.at)
            kind = "gun" if piece.type in GUNS else piece.type
            top = base + height(kind, self.halved)
            found.append(Standing(piece.id, self.form(piece), base, top))
        return found
