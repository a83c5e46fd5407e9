"""The referee of the Kriegspiel: its own rates, contours, charges, shells, rations and works."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from tests.games.littlewars import slow_rules as slow
from tests.games.littlewars.plain import XY, Form, crossings, gap, length
from tests.games.littlewars.referee import SPARE, UNWATCHED, Referee, bearing, turned
from tests.games.littlewars.referee_country import Country
from tests.games.littlewars.referee_field import Man, Piece
from tests.games.littlewars.slow_rules import CONTACT, CREW, INCH, NEAR

QUIET = UNWATCHED | frozenset({
    "AmmunitionSpent", "Besieged", "FiringDone", "Relieved", "StageDone", "TriedToRetire",
    "WentHungry", "WorkStopped",
})  # fmt: skip
BURST, RANK, APART, VOLLEY = 3 * INCH, 6 * INCH, 2 * INCH, 5
WORKS = {
    "blow-bridge": (1, 2), "mend-bridge": (1, 10), "blow-line": (1, 1), "mend-line": (1, 5),
    "burn-depot": (1, 2), "empty-wagons": (4, 1), "mine": (2, 6), "entrenchment": (2, 4),
    "gun-pit": (6, 4),
}  # fmt: skip


class WarReferee(Referee):
    """Watches one Kriegspiel."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.on_foot: set[str] = set()
        self.limbered: set[str] = set()
        self.halved_now: set[str] = set()
        self.fired: set[str] = set()
        self.served: set[str] = set()
        self.fleeing: dict[str, set[str]] = {}
        self.begun: dict[str, tuple[str, int]] = {}
        self.loads = {b.id: dict(b.load) for b in self.bodies.values() if b.type == "wagon"}

    def see(self, event: Any) -> None:
        """Check one event."""
        self.need(not self.is_over, "L17: the game is over")
        name = type(event).__name__
        if name not in QUIET:
            getattr(self, f"on_{name}")(event)

    def on_MoveBegan(self, event: Any) -> None:
        super().on_MoveBegan(event)
        self.halved_now, self.fired, self.served = set(), set(), set()

    # --- rates (K1) -------------------------------------------------------------------------------

    def arm(self, id_: str) -> str:
        """As what a figure goes."""
        kind = self.men[id_].type
        return "foot" if id_ in self.on_foot else kind

    def check_length(self, id_: str, path: Sequence[XY], deed: str) -> None:
        man = self.men[id_]
        formation = man.formation if deed == "go" else deed
        in_column = formation in ("column", "fours") and id_ not in self.on_foot
        far = self.allowed(self.arm(id_), path, in_column)
        far -= self.head_start(man)
        if id_ in self.halved_now:
            far = far / 2
        cost = self.cost(path, not self.country.is_on_road(path))
        self.need(cost <= far + SPARE, f"K1: {id_} spends {cost / INCH} of {far / INCH} in")

    def allowed(self, arm: str, path: Sequence[XY], in_column: bool) -> float:
        """The rate of an arm on a way (K1.1)."""
        off, road, column = slow.RATES[arm]
        if not self.country.is_on_road(path):
            return off * INCH
        return (column if in_column else road) * INCH

    def cost(self, path: Sequence[XY], is_off: bool) -> float:
        """Length and contours (K1.2)."""
        found = crossings(path, [hill for hill, _ in self.country.hills])
        is_steep = slow.is_steep(found) or any(self.is_steep_at(at) for at in self.edges_met(path))
        self.need(not (is_off and is_steep), "K1.2: too steep")
        return length(path) + slow.climbed(found)

    def edges_met(self, path: Sequence[XY]) -> Iterator[tuple[XY, XY]]:
        """The places where a path crosses contours, and the direction straight up each."""
        for hill, _ in self.country.hills:
            for (ax, ay), (bx, by) in hill.segments:
                for along, _ in crossings(path, [Form(((ax, ay), (bx, by)), 0)]):
                    far = math.dist((ax, ay), (bx, by))
                    yield point_along(path, along), ((ay - by) / far, (bx - ax) / far)

    def is_steep_at(self, met: tuple[XY, XY]) -> bool:
        """Whether four contours lie within a foot of a place straight up, by more than rounding."""
        (x, y), (dx, dy) = met
        foot = 12 * INCH
        ends = ((x - dx * foot, y - dy * foot), (x + dx * foot, y + dy * foot))
        found = [along for along, _ in crossings(ends, [hill for hill, _ in self.country.hills])]
        return any(
            last - first < foot - 4 and first <= foot <= last
            for first, last in zip(found, found[3:], strict=False)
        )

    def check_haul(self, event: Any, riders: int) -> None:
        self.need(event.gun in self.limbered, "K2.3: it is not limbered")
        far = slow.RATES["gun"][0] * INCH - self.head_start(self.guns[event.gun])
        far /= 2 if event.gun in self.halved_now else 1
        self.need(self.cost(event.path, True) <= far + SPARE, "K1.1: too far")

    def on_MenMoved(self, event: Any) -> None:
        if event.deed == "charge":
            for id_, path, _ in event.moved:
                self.need(len(path) == 2, f"K6.1: {id_} does not charge straight")
        for id_, _, _ in event.moved:
            self.need(id_ not in self.fleeing, f"K7.4: {id_} is pursued")
            self.need(id_ not in self.served, f"K2.5: {id_} has served a gun that fired")
            self.need(id_ not in self.fired, f"K2.5: {id_} has fired")
        super().on_MenMoved(event)
        if event.deed != "charge":
            self.check_horse_apart([id_ for id_, _, _ in event.moved])

    def check_horse_apart(self, ids: Sequence[str]) -> None:
        """Horse goes into contact in a charge alone (K6.1)."""
        for id_ in ids:
            if self.men[id_].type in ("horse", "scout", "general") and id_ not in self.on_foot:
                near = self.nearest(self.men[id_], self.foes(self.men[id_].side))
                self.need(near > CONTACT - SPARE, f"K6.1: {id_} rides into contact")

    def pace(self, wagon: Piece, path: Sequence[XY]) -> float:
        """By the table of rates, less what contours cost (K1.1, K1.2)."""
        if wagon.type in ("box", "boat"):
            return super().pace(wagon, path)
        spent = self.cost(path, True) - length(path)
        return self.allowed(wagon.type, path, False) - spent

    def rate_of(self, piece: Piece) -> float:
        return slow.RATES["horse" if piece.type == "scout" else piece.type][0] * INCH

    def on_BroughtOff(self, event: Any) -> None:
        for id_ in event.vehicles:
            far = self.line_gap(self.enemy(event.side), self.wagons[id_])
            self.need(far <= 1, f"SC4: {id_} is not at the edge")
            del self.wagons[id_]

    # --- changes (K2) -----------------------------------------------------------------------------

    def on_Limbered(self, event: Any) -> None:
        self.need(event.gun not in self.halved_now, "K2.3: twice")
        (self.limbered.add if event.is_limbered else self.limbered.discard)(event.gun)
        self.halved_now.add(event.gun)

    def on_FormationTaken(self, event: Any) -> None:
        for id_ in event.figures:
            self.men[id_].formation = event.formation
        self.halved_now |= {*event.figures}

    def on_Dismounted(self, event: Any) -> None:
        self.need(not {*event.figures} & self.spent, "K2.2: a whole move")
        self.on_foot |= {*event.figures}
        self.spent |= {*event.figures}

    def on_Mounted(self, event: Any) -> None:
        self.need({*event.figures} <= self.on_foot, "K2.2: not on foot")
        self.on_foot -= {*event.figures}
        self.spent |= {*event.figures}

    # --- fire (K3) --------------------------------------------------------------------------------

    def on_GunLaid(self, event: Any) -> None:
        self.need(event.gun not in self.limbered, "K2.3: it is limbered")
        self.need(event.gun not in self.fleeing, "K8.2: it is pursued")
        far = math.dist(self.guns[event.gun].at, event.aim)
        self.need(far <= 20 * 12 * INCH + SPARE, "K3.3: out of range")
        super().on_GunLaid(event)

    def on_GunServed(self, event: Any) -> None:
        near = self.near_men(event.gun, self.guns[event.gun].side)
        self.need({*event.figures} <= {*near} and len(event.figures) == CREW, "L7.1: four men")
        self.served |= {*event.figures}

    def on_ShotFired(self, event: Any) -> None:
        if not self.shots.get(event.gun):
            self.need(bool(self.served & {*self.men}), f"K2.5: nobody has served {event.gun}")
        super().on_ShotFired(event)

    def check_flight(self, event: Any) -> None:
        """Shells burst: their dead are checked with the burst."""

    def on_Burst(self, event: Any) -> None:
        near = {
            id_: gap(self.form(man), Form((event.at,)))
            for id_, man in self.men.items()
            if gap(self.form(man), Form((event.at,))) <= BURST + SPARE
        }
        self.need({*event.figures} <= {*near}, "K3.1: beyond 3 in")
        exposed = [id_ for id_ in near if not self.is_sheltered(event.at, id_)]
        sure = [id_ for id_ in exposed if near[id_] <= BURST - SPARE]
        men = [id_ for id_ in event.figures if self.men[id_].type != "general"]
        self.need({*sure} <= {*event.figures}, f"K3.1: {sure} are within 3 in")
        self.need(len(event.fallen) == -(-len(men) // 2), "K3.1: half, rounded up")
        spared = [near[id_] for id_ in men if id_ not in event.fallen]
        worst = max((near[id_] for id_ in event.fallen), default=0)
        self.need(all(worst <= each + SPARE for each in spared), "K3.1: nearest first")
        self.due = {*event.fallen}
        for id_ in [each for each in event.destroyed if each not in self.inside]:
            self.need(gap(self.form(self.piece(id_)), Form((event.at,))) <= BURST + SPARE, "K3.2")
            self.guns.pop(id_, None)
            self.lose(id_)

    def is_sheltered(self, at: XY, id_: str) -> bool:
        """Whether a wall, an earthwork or a house stands between."""
        way = Form((at, self.men[id_].at))
        kinds = ("wall", "house", "entrenchment", "rock")
        features = [each for each in self.country.table.features if each.kind in kinds]
        return any(gap(way, self.country.forms[each.id]) <= SPARE for each in features)

    def on_VolleyFired(self, event: Any) -> None:
        self.need(len({*event.figures}) == VOLLEY, "K3.4: five")
        for id_ in event.figures:
            man = self.men[id_]
            self.need(man.side == self.active and man.status == "fit", "K3.4: its own")
            self.need(id_ not in self.spent and id_ not in self.fired, f"K2.5: {id_} has moved")
        for one, other in zip(event.figures, event.figures[1:], strict=False):
            self.need(self.distance(one, other) <= APART + SPARE, "K3.4: 2 in from the next")
        across = max(self.distance(a, b) for a in event.figures for b in event.figures)
        self.need(across <= RANK + SPARE, "K3.4: within 6 in")
        middle = self.men[event.figures[2]]
        self.need(math.dist(event.path[0][:2], middle.at) <= SPARE, "K3.4: over the middle man")
        self.fired |= {*event.figures}
        self.due = {*event.fallen}

    def on_Died(self, event: Any) -> None:
        if event.why in ("shell", "volley"):
            self.need({*event.figures} == self.due, f"K3: {self.due} fell")
        super().on_Died(event)

    # --- charges (K6–K8) --------------------------------------------------------------------------

    def on_Charged(self, event: Any) -> None:
        riders, met = len(event.riders), len(event.met)
        self.need(riders >= 8, "K6.1: eight riders")
        self.fought |= {*event.riders, *event.met}
        self.fleeing = {i: foes for i, foes in self.fleeing.items() if not foes & {*event.met}}
        if event.order in ("extended", "close"):
            wanted = slow.charge(event.order, riders, met, event.came)
            self.need((event.horse, event.foot) == wanted, f"K6: {wanted}")
        elif event.order == "caught-column":
            wanted = slow.charge("column", riders, met, event.came)
            self.need((event.horse, event.foot) == wanted, f"K6.5: {wanted}")
        elif event.order == "caught-extended":
            horse, _ = slow.charge("extended", riders, met, event.came)
            each = slow.EXTENDED[slow.farness(event.came)][1]
            self.need(
                (event.horse, event.foot) == (horse, min(met, int(2 * each * riders))), "K6.5"
            )
        elif event.order == "unready":
            self.need((event.horse, event.foot) == (0, min(5 * riders, met)), "K7.1")
        elif event.order == "horse":
            self.check_horse(event)
        elif event.order == "even":
            self.need(riders == met and event.counted == riders, f"K7.2: {riders} on {met}")
            lost = {(min(met // 4, riders), -(-3 * met // 4)), (-(-3 * met // 4), met // 4)}
            self.need((event.horse, event.foot) in lost, f"K7.2: {lost}")
        elif event.order == "guns":
            each = slow.FOR_A_GUN[slow.farness(event.came)]
            self.need(event.horse % each == 0, f"K8.1: {each} for a gun")

    def check_horse(self, event: Any) -> None:
        """Unequal horse, or on a slope: a mêlée of those counted (K7.2, K7.3)."""
        riders, met = len(event.riders), len(event.met)
        times = event.counted // riders
        leads = event.counted >= met
        wanted = set()
        for alone in (True, False):
            found = slow.melee(event.counted, met, alone)
            taken = found.taken if leads else found.taken // times
            horse = found.larger // times if leads else riders - taken
            wanted.add((horse, found.smaller if leads else found.larger))
        self.need((event.horse, event.foot) in wanted, f"K7.2: {wanted}")

    def on_Bound(self, event: Any) -> None:
        """Who retires is bound to, as long as those riders pursue (K6.5, K7.4, K8.2)."""
        self.fleeing |= {id_: {*event.pursuers} for id_ in event.fleeing}

    def on_PursuitBroken(self, event: Any) -> None:
        for id_ in event.figures:
            foes = self.fleeing.pop(id_) & {*self.men}
            side = self.piece(id_).side
            others = [m.id for m in self.men.values() if m.side == side and m.status == "fit"]
            near = min(self.distance(a, b) for a in others for b in foes)
            self.need(near <= CONTACT + SPARE, f"K6.5: nobody attacks those after {id_}")

    def on_Warned(self, event: Any) -> None:
        """At the end of his move the pursuer has come nearer to those who flee on (K7.4)."""
        for id_ in event.free:
            self.fleeing.pop(id_, None)
        for id_, foes in self.fleeing.items():
            if id_ in self.men and self.men[id_].side != event.side:
                after = [f for f in foes & {*self.men} if self.came[f] != self.men[f].at]
                self.need(bool(after), f"K7.4: nobody follows {id_}")

    def on_GunMoved(self, event: Any) -> None:
        """A gun that is pursued retires when the men have moved (K8.2)."""
        if event.gun not in self.fleeing:
            super().on_GunMoved(event)
            return
        self.need(self.phase == "melee", "K8.2: not before the men have moved")
        self.phase = "guns"
        super().on_GunMoved(event)
        self.phase = "melee"

    def on_GunTaken(self, event: Any) -> None:
        if self.phase != "end":
            self.guns[event.gun].side, self.guns[event.gun].taken = event.side, self.move
            return
        super().on_GunTaken(event)

    def on_WentBack(self, event: Any) -> None:
        for id_, way in event.ways:
            far = length(way)
            self.need(far <= 36 * INCH + SPARE, "K7.1: 36 in at most")
            self.place(id_, way[-1], round(bearing(way[0], way[-1])))
            self.spent.add(id_)
        for id_, _ in event.ways:
            self.stands_free(id_, "G5")

    # --- supply and works (K4, K5) ----------------------------------------------------------------

    def on_Fed(self, event: Any) -> None:
        given = sum(amount for _, amount in event.stores)
        is_by_edge = bool(self.rules.get("edge_supplies"))
        self.need(given == event.amount or (is_by_edge and not given), "K4.1: all or by the edge")
        men = [man for man in self.men.values() if man.body == event.body and man.status == "fit"]
        if event.ration != "fodder" and event.amount:
            self.need(event.amount == slow.rations(len(men)), "K4.2: rations")
            self.need(not self.is_small_and_alone(event.body, men), "K4.3: it needs none")
        for id_, amount in event.stores:
            wagon = self.wagons[id_]
            self.need(id_ not in self.spent, "K2.7: it has moved")
            self.need(self.loads[id_].get(event.ration, 0) >= amount, "K4: it has not so much")
            self.loads[id_][event.ration] -= amount
            far = min(gap(self.form(wagon), self.form(man)) for man in men)
            rides = sum(m.type in ("horse", "general") and m.id not in self.on_foot for m in men)
            reach = (216 if 2 * rides > len(men) else 72) * INCH
            self.need(far <= reach + SPARE, "K4.1: too far from its stores")
            self.spent.add(id_)

    def is_small_and_alone(self, body: str, men: Sequence[Man]) -> bool:
        """Foot under thirty, surely more than 12 ft from others of its side (K4.3)."""
        rides = any(
            m.type in ("horse", "scout", "general") and m.id not in self.on_foot for m in men
        )
        if rides or len(men) >= 30:
            return False
        side = men[0].side
        others = [m for m in self.men.values() if m.side == side and m.body != body]
        others = [m for m in others if m.status == "fit"]
        return all(self.nearest(m, others) > 144 * INCH + SPARE for m in men)

    def on_HorseEaten(self, event: Any) -> None:
        self.on_foot |= {*event.riders}

    def on_WorkBegun(self, event: Any) -> None:
        men, moves = WORKS[event.kind]
        self.need(len(event.figures) >= men and event.needs == moves, f"K5: {event.kind}")
        self.need(not {*event.figures} & (self.spent | self.fired), "K2.6: they have moved")
        self.begun[event.work] = (event.kind, self.move)

    def finished(self, event: Any) -> None:
        kind, since = self.begun.pop(event.work)
        taken = (self.move - since) // 2 + 1
        self.need(taken >= WORKS[kind][1], f"K5: {kind} in {taken} moves")

    def on_MineLaid(self, event: Any) -> None:
        self.finished(event)

    def on_BlownUp(self, event: Any) -> None:
        self.finished(event)

    def on_Mended(self, event: Any) -> None:
        self.finished(event)

    def on_StoresDestroyed(self, event: Any) -> None:
        self.finished(event)
        for id_ in event.stores:
            self.loads[id_] = {}

    def on_EarthworkBuilt(self, event: Any) -> None:
        self.finished(event)
        wall = Form(tuple(event.way), INCH / 4)
        self.country.obstacles.append(wall)
        for piece in self.pieces():
            self.need(gap(wall, self.form(piece)) > -1, f"K5.5: on {piece.id}")

    def on_Exploded(self, event: Any) -> None:
        for id_ in (*event.figures, *(each for each in event.destroyed if each not in self.inside)):
            far = gap(self.form(self.piece(id_)), Form((event.at,)))
            self.need(far <= NEAR + SPARE or id_ == event.by, "K5.4: beyond 6 in")
        for id_ in event.destroyed:
            self.guns.pop(id_, None)
            self.lose(id_)


def point_along(path: Sequence[XY], along: float) -> XY:
    """The point so far along a path."""
    for (ax, ay), (bx, by) in pairwise(path):
        leg = math.dist((ax, ay), (bx, by))
        if along <= leg and leg:
            return ax + (bx - ax) * along / leg, ay + (by - ay) * along / leg
        along -= leg
    return path[-1]


__all__ = ["CREW", "Country", "WarReferee", "turned"]
