"""The referee of what carries: boxes, wagons, trains, boats, rails (L21.3–L21.5, K2.4, K8.3).

By the events alone, and by his own reading of the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tests.games.littlewars.plain import XY, Form, form, gap, length
from tests.games.littlewars.referee_country import steps
from tests.games.littlewars.referee_field import GUNS, Man, Muster, Piece
from tests.games.littlewars.slow_rules import CREW, INCH, NEAR

FOOT = 12 * INCH
SPARE = 1.5
RIDES = ("horse", "scout", "general")
FULL = {"truck": 1.0, "boat": 1.0}


def share(piece: Piece, carrier: str) -> float:
    """What of a truck or a boat one fills: 12 foot, 5 horse, half a gun; 20 men a boat."""
    if carrier == "boat":
        return 1 / 20
    return 2.0 if piece.type in GUNS else 1 / 5 if piece.type in RIDES else 1 / 12


class Carrying(Muster):
    """Who is aboard what, what is being loaded, what is short of supplies, where rails are cut."""

    def __init__(self, game: Any) -> None:
        self.inside: dict[str, Piece] = {}
        self.aboard: dict[str, list[str]] = {}
        self.loading: dict[str, tuple[int, tuple[str, ...]]] = {}
        self.short: set[str] = set()
        self.cuts: dict[str, tuple[XY, str]] = {}
        self.on_the_rails: dict[str, tuple[str, int, XY]] = {}
        super().__init__(game)
        for carrier, ids in game.opening.aims.aboard.items():
            self.aboard[carrier] = list(ids)
            for id_ in ids:
                self.enter(id_, (0.0, 0.0), 0.0)
                self.inside[id_] = self.men.pop(id_) if id_ in self.men else self.guns.pop(id_)

    def own_men(self, side: str) -> list[Man]:
        riding = [each for each in self.inside.values() if isinstance(each, Man)]
        return [*super().own_men(side), *(man for man in riding if man.side == side)]

    def guns_of(self, side: str) -> list[Piece]:
        return [gun for gun in self.guns.values() if gun.side == side]

    def guns_with(self, side: str) -> list[Piece]:
        """The guns of a side, those on trains too."""
        riding = [each for each in self.inside.values() if each.type in GUNS]
        return [*self.guns_of(side), *(gun for gun in riding if gun.side == side)]

    def foes(self, side: str) -> list[Man]:
        """The other side's men on the table who look."""
        return [man for man in self.men.values() if man.side != side and man.status == "fit"]

    def nearest(self, one: Piece, others: Sequence[Piece]) -> float:
        """How far the nearest of some is."""
        return min((gap(self.form(one), self.form(other)) for other in others), default=1e9)

    # --- driving ----------------------------------------------------------------------------------

    def on_Driven(self, event: Any) -> None:
        wagon = self.wagons[event.unit]
        self.need(wagon.side == self.active and event.unit not in self.spent, "L21: not now")
        self.need(not self.is_being_loaded(event.unit), "K2.4: it is being loaded")
        self.need(wagon.type not in ("engine", "truck"), "L21.5: off the rails")
        far = self.pace(wagon, event.path) - self.head_start(wagon)
        self.need(length(event.path) <= far + SPARE, f"L21: {length(event.path) / INCH} in")
        self.check_wheels(wagon, event.path)
        self.place(event.unit, event.path[-1], event.facing)
        wagon.is_fresh = False
        self.spent.add(event.unit)
        self.stands_free(event.unit, "G5")

    def pace(self, wagon: Piece, path: Sequence[XY]) -> float:
        """How far a wagon, a boat or a box goes."""
        if wagon.type != "box":
            return FOOT
        inside = [self.rate_of(self.inside[id_]) for id_ in self.aboard.get(wagon.id, [])]
        return 3 * min(inside, default=FOOT)

    def rate_of(self, piece: Piece) -> float:
        """How far one goes by himself."""
        return 2 * FOOT if piece.type in RIDES else FOOT

    def check_wheels(self, wagon: Piece, path: Sequence[XY]) -> None:
        """Boats on water, boxes out of sight, others as all (K2.4, L21.3)."""
        if wagon.type == "boat":
            dry = [at for at in steps(path, 8) if not self.is_water(at)]
            self.need(not dry, f"K2.4: a boat at {dry}")
            return
        self.check_way(wagon.id, path, "G6")
        if wagon.type == "box":
            for at in steps(path, 8):
                if math.dist(at, path[-1]) > 2 * INCH:
                    self.need(not self.is_seen(wagon, at, -SPARE), f"L21.3: seen at {at}")

    def check_way(self, id_: str, path: Sequence[XY], rule: str) -> None:
        """No obstacle, no water, no enemy on the way (G6)."""
        raise NotImplementedError

    def is_water(self, at: XY) -> bool:
        """Whether a point is on a river or a lake."""
        waters = [f for f in self.table.features if f.kind in ("river", "lake")]
        return any(gap(Form((at,)), self.country.forms[each.id]) <= 1 for each in waters)

    def is_seen(self, box: Piece, at: XY, spare: float = 0.0) -> bool:
        """Whether an enemy is within ten feet of a box at a place (L21.3)."""
        there = form("box", at, box.facing, self.halved)
        return any(gap(there, self.form(foe)) <= 10 * FOOT + spare for foe in self.foes(box.side))

    def on_TrainRan(self, event: Any) -> None:
        (_, path, _), *trucks = event.ran
        engine = self.wagons[event.unit]
        self.need(engine.type == "engine" and engine.side == self.active, "L21.5: whose")
        slower = 1 - max(len(trucks) - 8, 0) / 10
        self.need(length(path) <= 8 * FOOT * slower + SPARE, f"K8.3: {length(path) / FOOT} ft")
        for id_, way, facing in event.ran:
            self.need(id_ not in self.spent, f"L21.5: {id_} twice")
            self.need(not self.is_being_loaded(id_), f"K2.4: {id_} is being loaded")
            self.need(abs(length(way) - length(path)) <= 12, f"L21.5: {id_} goes another way")
            self.need(all(self.is_on_rails(at) for at in way), f"L21.5: {id_} off the rails")
            for at, _ in self.cuts.values():
                self.need(gap(Form(tuple(way)), Form((at,))) > -1, "L21.5: over broken rails")
            self.place(id_, way[-1], facing)
            self.spent.add(id_)
        for id_, _, _ in event.ran:
            self.stands_free(id_, "G5")

    def is_on_rails(self, at: XY) -> bool:
        lines = [f for f in self.table.features if f.kind == "railway"]
        return any(gap(Form((at,)), self.country.forms[f.id]._replace(radius=0)) <= 3
                   for f in lines)  # fmt: skip

    # --- loading (K2.4, L21.5) --------------------------------------------------------------------

    def is_being_loaded(self, id_: str) -> bool:
        return any(id_ == carrier or id_ in units for carrier, (_, units) in self.loading.items())

    def train_of(self, id_: str) -> list[str]:
        """The trucks loaded with one: coupled, an inch from one another."""
        if self.wagons[id_].type == "boat":
            return [id_]
        found, left = [id_], [w for w in self.wagons.values() if w.type in ("truck", "engine")]
        for one in found:
            near = [
                w.id for w in left if w.id not in found and self.distance(one, w.id) <= INCH + 1
            ]
            found += near
        return [each for each in found if self.wagons[each].type == "truck"]

    def on_LoadingBegan(self, event: Any) -> None:
        cars = self.train_of(event.carrier)
        guns = [id_ for id_ in event.units if id_ in self.guns]
        self.need(len(event.units) <= 20 and len(guns) in (0, len(event.units)), "K2.4: twenty")
        self.need(len(guns) <= 1, "L21.5: one gun at a time")
        for id_ in guns:
            men = self.near_men(id_, self.guns[id_].side)
            self.need(len(men) >= CREW, f"L7.1: {len(men)} men serve {id_}")
        for id_ in event.units:
            self.need(id_ not in self.spent, f"K2.4: {id_} has moved")
            near = min(self.distance(id_, car) for car in cars)
            self.need(near <= NEAR + SPARE, f"K2.4: {id_} is {near / INCH} in off")
        self.loading[event.carrier] = (self.move, tuple(event.units))
        self.spent |= {*event.units}

    def on_LoadingWentOn(self, event: Any) -> None:
        began, units = self.loading[event.carrier]
        self.need({*event.units} <= {*units}, "K2.4: others")
        self.loading[event.carrier] = (began, tuple(event.units))

    def on_LoadingStopped(self, event: Any) -> None:
        del self.loading[event.carrier]

    def on_Embarked(self, event: Any) -> None:
        began, units = self.loading.pop(event.carrier)
        self.need(self.move - began == 2, "K2.4: in two moves")
        boarded = {id_ for _, ids in event.berths for id_ in ids}
        self.need(boarded <= {*units}, "K2.4: others")
        for carrier, ids in event.berths:
            self.need(carrier in self.train_of(event.carrier), "L21.5: another train")
            self.aboard.setdefault(carrier, []).extend(ids)
        for id_ in boarded:
            self.inside[id_] = self.men.pop(id_) if id_ in self.men else self.guns.pop(id_)
        for carrier, _ in event.berths:
            kind = self.wagons[carrier].type
            full = sum(share(self.inside[id_], kind) / len(self.carriers(id_))
                       for id_ in self.aboard[carrier])  # fmt: skip
            self.need(full <= 1.001, f"L21.5: {carrier} holds {full}")

    def carriers(self, id_: str) -> list[str]:
        return [carrier for carrier, ids in self.aboard.items() if id_ in ids]

    def on_Landed(self, event: Any) -> None:
        cars = self.train_of(event.carrier)
        self.need(len(event.placed) <= 20, "K2.4: twenty")
        self.need(not {*cars} & self.spent, "K2.4: it has moved")
        for id_, at, facing in event.placed:
            self.need({*self.carriers(id_)} <= {*cars}, f"K2.4: {id_} is not aboard")
            self.take_out(id_, at, facing)
            near = min(self.distance(id_, car) for car in cars)
            self.need(near <= NEAR + SPARE, f"K2.4: {id_} lands {near / INCH} in off")
            self.spent.add(id_)
        self.spent |= {event.carrier, *cars}
        for id_, _, _ in event.placed:
            self.stands_free(id_, "G5")
            if id_ in self.guns:
                men = self.near_men(id_, self.guns[id_].side)
                self.need(len(men) >= CREW, f"L7.1: {len(men)} men unload {id_}")

    def take_out(self, id_: str, at: XY, facing: float) -> None:
        piece = self.inside.pop(id_)
        piece.at, piece.facing = at, facing
        if isinstance(piece, Man):
            self.men[id_] = piece
            self.came_to(id_, at)
        else:
            self.guns[id_] = piece
        for carrier in self.carriers(id_):
            self.aboard[carrier].remove(id_)

    def came_to(self, id_: str, at: XY) -> None:
        self.came[id_] = at

    def lose(self, id_: str) -> None:
        """What carries is gone, with all aboard."""
        for each in self.aboard.pop(id_, []):
            self.inside.pop(each, None)
        self.wagons.pop(id_, None)

    # --- boxes (L21.3) ----------------------------------------------------------------------------

    def on_BoxSet(self, event: Any) -> None:
        self.need(bool(self.rules.get("boxes")), "L21.3: no boxes are played")
        self.need(event.side == self.active, "L21.3: not now")
        self.wagons[event.box] = Piece(event.box, event.side, "box", event.at, event.facing)
        self.aboard[event.box] = []
        self.spent.add(event.box)

    def on_Packed(self, event: Any) -> None:
        for id_ in event.figures:
            man = self.men[id_]
            self.need(man.type in ("foot", "horse") and man.side == event.side, "L21.3: who")
            self.need(id_ not in self.spent, "L21.3: has moved")
            near = self.nearest(man, self.foes(man.side))
            self.need(near >= 20 * FOOT - SPARE, f"L21.3: an enemy {near / FOOT} ft off")
            self.inside[id_] = self.men.pop(id_)
            self.aboard[event.box].append(id_)

    def on_BoxOpened(self, event: Any) -> None:
        box = self.wagons[event.box]
        self.need(
            {id_ for id_, _, _ in event.placed} == {*self.aboard.get(event.box, ())}, "L21.3: all"
        )
        if event.why == "seen":
            self.need(self.is_seen(box, box.at, SPARE), "L21.3: nobody sees it")
        else:
            self.need(event.box not in self.spent, "L21.3: it has moved")
        del self.wagons[event.box]
        for id_, at, facing in event.placed:
            self.take_out(id_, at, facing)
            if event.is_spent:
                self.spent.add(id_)
        self.aboard.pop(event.box, None)
        for id_, _, _ in event.placed:
            self.stands_free(id_, "G5")

    def check_boxes(self) -> None:
        """No box stays shut that an enemy stands by."""
        for box in self.wagons.values():
            if box.type == "box":
                self.need(not self.is_seen(box, box.at, -SPARE), f"L21.3: {box.id} is seen")

    # --- supplies (L21.4) -------------------------------------------------------------------------

    def carts(self, side: str, *, with_shot: bool) -> list[Piece]:
        found = [w for w in self.wagons.values() if w.side == side and w.type == "wagon"]
        return [w for w in found if ("ammunition" in self.bodies[w.id].load) == with_shot]

    def on_RanShort(self, event: Any) -> None:
        self.need(bool(self.rules.get("supply_wagons")), "L21.4: no supply wagons are played")
        self.short = {*event.figures}

    def check_supplies(self) -> None:
        """Every man of the mover who is not short has a wagon; none serves more than fifty."""
        if not self.rules.get("supply_wagons"):
            return
        carts = self.carts(self.active, with_shot=False)
        men = [m for m in self.men.values() if m.side == self.active and m.status == "fit"]
        fed = [m for m in men if m.id not in self.short]
        self.need(len(fed) <= 50 * len(carts), "L21.4: one for each fifty")
        for man in fed:
            near = self.nearest(man, carts)
            self.need(near <= 6 * FOOT + SPARE, f"L21.4: {man.id} has no wagon")
        if len(men) <= 50:
            for id_ in self.short:
                near = self.nearest(self.men[id_], carts)
                self.need(near > 6 * FOOT - SPARE, f"L21.4: {id_} has a wagon")

    def check_shot(self, gun: Piece) -> None:
        """A gun has ammunition within two moves of the wagon."""
        if self.rules.get("supply_wagons"):
            carts = self.carts(gun.side, with_shot=True)
            near = self.nearest(gun, carts)
            self.need(near <= 2 * FOOT + SPARE, f"L21.4: {near / FOOT} ft to the ammunition")

    # --- rails (L21.5) ----------------------------------------------------------------------------

    def on_WorkBegun(self, event: Any) -> None:
        men = {"break-rails": 4, "mend-rails": 8}[event.kind]
        self.need(len(event.figures) >= men, f"L21.5: {men} men")
        self.need(not {*event.figures} & self.spent, "L21.5: they have moved")
        self.on_the_rails[event.work] = (event.kind, self.move, event.at)

    def on_WorkStopped(self, event: Any) -> None:
        self.on_the_rails.pop(event.work)

    def on_BlownUp(self, event: Any) -> None:
        kind, since, at = self.on_the_rails.pop(event.work)
        self.need(kind == "break-rails" and (self.move - since) // 2 + 1 == 2, "L21.5: two moves")
        self.cuts[event.work] = (at, event.target)

    def on_Mended(self, event: Any) -> None:
        kind, since, _ = self.on_the_rails.pop(event.work)
        self.need(kind == "mend-rails" and (self.move - since) // 2 + 1 == 3, "L21.5: three moves")
        del self.cuts[event.cut]
