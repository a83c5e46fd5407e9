"""A slow referee of Little Wars: replays a game from its events and blows the whistle at a foul.

It reads the fields of events, the table and the scenario's bodies, and measures with geometry of
its own (`plain.py`), in real numbers, so what is nearer to a limit than rounding is let pass. Of
the game's chapters it knows nothing. `Referee(game).watch(events)` raises `Foul` with the event.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from tests.games.littlewars import slow_rules as slow
from tests.games.littlewars.plain import XY, Form, gap, is_inside, length
from tests.games.littlewars.plain_shot import shoot
from tests.games.littlewars.referee_carrying import Carrying
from tests.games.littlewars.referee_field import Foul, Man, Piece
from tests.games.littlewars.slow_rules import CONTACT, CREW, INCH, NEAR

NEXT = {"guns": "men", "men": "melee", "melee": "end"}
SPARE = 1.5  # u: what rounding may make of a distance
ANGLE = 2  # degrees
WIDTHS, LOFTS, TURNS = (2.0, 1.0, 3.0), (-2.0, -3.5, -0.5, 0.0), (0.0, -1.5, 1.5)
UNWATCHED = frozenset(
    {"WorkWentOn", "SetAside", "CurtainDrawn", "UmpireActed", "RoutBegan", "GaveIn", "GunPassed"}
)


class Referee(Carrying):
    """Watches one game."""

    def watch(self, events: Iterable[Any]) -> None:
        """Check every event of a game in order."""
        for number, event in enumerate(events):
            try:
                self.see(event)
            except (Foul, KeyError, ValueError, StopIteration) as foul:
                said = f"event {number}, move {self.move}, {self.phase}: {event}: {foul!r}"
                raise Foul(said) from foul

    def see(self, event: Any) -> None:
        """Check one event, and do on the own table what it says."""
        name = type(event).__name__
        self.need(not self.is_over, "L17: the game is over")
        if name in UNWATCHED:
            return
        getattr(self, f"on_{name}")(event)

    # --- before the first move ----------------------------------------------------------------

    def on_EdgeChosen(self, event: Any) -> None:
        self.edges[event.side] = event.edge
        other = self.enemy(event.side)
        opposite = {"south": "north", "north": "south", "west": "east", "east": "west"}
        self.edges[other] = opposite[event.edge]

    def on_FirstDecided(self, event: Any) -> None:
        self.first = event.side

    def on_DefenderDecided(self, event: Any) -> None:
        self.defender = event.side

    def on_Placed(self, event: Any) -> None:
        for id_, at, facing in event.placed:
            self.enter(id_, at, facing)
        for id_, at, _ in event.placed:
            piece = self.piece(id_)
            self.need(piece.side == event.side, f"L2.2: {id_} is not its own")
            self.need(self.is_set_up_well(piece, at), f"L2.2: {id_} too far from its line")
            self.stands_free(id_, "G5")

    def on_SetUpDone(self, event: Any) -> None:
        self.need(self.move == 0, "L2: set-up is over")

    # --- moves ------------------------------------------------------------------------------------

    def on_TurnBegan(self, event: Any) -> None:
        self.need(event.turn == self.move // 2 + 1, "L5: turns follow one another")

    def on_MoveBegan(self, event: Any) -> None:
        self.need(event.move == self.move + 1, "L5: moves follow one another")
        wanted = self.first if self.move == 0 else self.enemy(self.active)
        self.need(event.side == wanted, f"L5: it is the move of {wanted}")
        self.move, self.active, self.phase = event.move, event.side, "guns"
        if not self.began:
            self.began = {side: len(self.own_men(side)) for side in self.sides}
        if self.rules.get("clock_follows_losses", True):
            men, guns = len(self.own_men(event.side)), len(self.guns_with(event.side))
            self.need(event.minutes == slow.minutes(men, guns), f"L3.1: {men} men, {guns} guns")
        self.spent, self.shots, self.fought, self.short = set(), {}, set(), set()
        self.came = {id_: man.at for id_, man in self.men.items()}

    def on_PhaseBegan(self, event: Any) -> None:
        if event.phase in ("set-up", "curtain"):
            return
        self.check_boxes()
        if event.phase == "men":
            self.check_supplies()
        self.need(NEXT.get(self.phase) == event.phase, f"L5: {event.phase} after {self.phase}")
        if event.phase == "end":
            self.need(not any(self.open_melees), "L11.2: a mêlée is not fought")
        self.phase = event.phase

    def on_MoveEnded(self, event: Any) -> None:
        self.check_guns_left()
        self.remember_attacks()
        self.need(event.side == self.active and self.phase == "end", "L5: the move is not over")

    # --- guns (L7, L8) ----------------------------------------------------------------------------

    def on_GunMoved(self, event: Any) -> None:
        gun = self.guns[event.gun]
        self.need(self.phase == "guns" and gun.side == self.active, "L5: guns first")
        self.need(
            event.gun not in self.spent and not self.shots.get(event.gun), "L8.1: moved twice"
        )
        before = {id_: self.distance(id_, event.gun) for id_, _, _ in event.crew}
        self.need(len(event.crew) >= CREW, "L8.3: four go with it")
        self.need(all(far <= NEAR + SPARE for far in before.values()), "L8.3: not its crew")
        riders = sum(
            self.men[id_].type in ("horse", "scout") for id_ in self.near_men(event.gun, gun.side)
        )
        self.check_haul(event, riders)
        self.check_way(event.gun, event.path, "L8.3")
        for id_, path, facing in event.crew:
            self.need(id_ not in self.spent, f"L5: {id_} moved twice")
            self.check_length(id_, path, "go")
            self.place(id_, path[-1], facing)
            self.spent.add(id_)
            self.men[id_].is_fresh = False
        self.place(event.gun, event.path[-1], event.facing)
        gun.is_fresh = False
        self.spent.add(event.gun)
        back = bearing(event.path[-1], last_before(event.path))
        self.need(turned(back, event.facing) <= ANGLE, "L8.4: it faces where it came from")
        for id_, _, _ in event.crew:
            self.need(self.distance(id_, event.gun) <= NEAR + SPARE, f"L8.3: {id_} left behind")

    def check_haul(self, event: Any, riders: int) -> None:
        rate = slow.HORSE_MOVE if riders >= CREW else slow.FOOT_MOVE
        far = rate - self.head_start(self.guns[event.gun])
        self.need(length(event.path) <= far + SPARE, "L8.3: too far")

    def on_GunLaid(self, event: Any) -> None:
        gun = self.guns[event.gun]
        self.need(self.phase == "guns" and gun.side == self.active, "L5: guns first")
        self.need(event.gun not in self.spent, "L8.1: it has moved")
        is_early = self.move < 3 and gun.side != self.defender
        self.need(not is_early, "L4.1: no gun fires so early")
        served = self.near_men(event.gun, gun.side)
        self.need(len(served) >= CREW, f"L7.1: {len(served)} men serve it")
        self.need(gun.taken < self.move, "L16.1: just taken")
        self.check_shot(gun)
        want = bearing(gun.at, event.aim)
        self.need(turned(want, event.facing) <= ANGLE, "L8.2: it is laid elsewhere")
        gun.facing, self.down = event.facing, set(event.laid_down)
        self.need(all(self.men[id_].side == gun.side for id_ in self.down), "L8.2: own men")

    def on_ShotFired(self, event: Any) -> None:
        shots = self.shots[event.gun] = self.shots.get(event.gun, 0) + 1
        self.need(shots <= slow.SHOTS, "L8.2: four shots")
        self.due = set(event.fallen)
        if event.by == "model":
            self.check_flight(event)

    def check_flight(self, event: Any) -> None:
        told = tuple(event.fallen)
        found = set()
        for how in variants():
            found.add(self.flown(event, *how))
            if told in found:
                return
        self.need(False, f"S: {sorted(found)}")

    def flown(self, event: Any, width: float, loft: float, turn: float) -> tuple[str, ...]:
        """Whom the shot kills by plain geometry, a little wider, higher or to the side (L9.2)."""
        gun = self.guns[event.gun]
        figures = [one for one in self.targets() if one.id not in {event.gun, *self.down}]
        things = [one for one in figures if one.id not in self.men]
        figures = [one for one in figures if one.id in self.men]
        aim = aside(gun.at, event.aim, turn)
        made = shoot(
            gun.at, aim, event.faces, gun.skill or "practised", figures,
            [*self.country.standing, *things], self.country.ground, width, loft,
        )  # fmt: skip
        return tuple(made.knocked) or ((made.touched,) if made.touched else ())

    def on_GunDone(self, event: Any) -> None:
        self.spent.add(event.gun)
        for id_, at in event.crew:
            self.place(id_, at)
        for id_, _ in event.crew:
            self.stands_free(id_, "L8.2")
        self.need(len(event.crew) <= 2, "L8.2: two men at the trail")

    def on_Died(self, event: Any) -> None:
        if event.why == "shot":
            self.need(set(event.figures) == self.due, f"L9: {self.due} fell")
        for id_ in event.figures:
            del self.men[id_]
        self.due = set()

    # --- men (L6) ---------------------------------------------------------------------------------

    def on_MenMoved(self, event: Any) -> None:
        self.need(self.phase == "men" and event.side == self.active, "L5: not now")
        for id_, path, facing in event.moved:
            man = self.men[id_]
            self.need(man.keeper == self.active, f"L5: {id_} is not its to move")
            self.need(id_ not in self.spent, f"L5: {id_} moved twice")
            self.need(id_ not in self.short, f"L21.4: {id_} is short of supplies")
            self.need(not self.is_being_loaded(id_), f"K2.4: {id_} goes aboard something")
            self.need(math.dist(man.at, path[0]) < 1, f"G6: {id_} begins elsewhere")
            self.check_length(id_, path, event.deed)
            self.check_way(id_, path, "G6")
            self.spent.add(id_)
            self.place(id_, path[-1], facing)
            man.is_fresh = False
            if event.deed != "go":
                man.formation = event.deed
        for id_, _, _ in event.moved:
            self.stands_free(id_, "G5")

    def check_length(self, id_: str, path: Sequence[XY], deed: str) -> None:
        man = self.men[id_]
        far = self.rate_of(man) - self.head_start(man)
        self.need(length(path) <= far + SPARE, f"L6: {id_} goes {length(path) / INCH} in")

    def check_way(self, id_: str, path: Sequence[XY], rule: str) -> None:
        """No obstacle, no water, no enemy on the way (G6)."""
        piece = self.piece(id_)
        radius = self.sweep(piece)
        wrong = self.country.wrong_way(path, radius)
        self.need(not wrong, f"{rule}: {wrong}")
        band = Form(tuple(path), radius)
        for other in self.pieces():
            if other.id != id_ and other.keeper != piece.keeper:
                self.need(gap(band, self.form(other)) > -SPARE, f"{rule}: over {other.id}")

    def on_ContactMade(self, event: Any) -> None:
        for one, other in event.pairs:
            self.need(self.distance(one, other) <= CONTACT + SPARE, "L11.1: no contact")

    # --- mêlées (L10–L13) -------------------------------------------------------------------------

    def on_MeleesFormed(self, event: Any) -> None:
        self.need(self.phase == "melee", "L11.2: at the end of the move")
        everybody = {id_ for melee in event.melees for id_ in melee}
        fit = [
            man for man in self.men.values() if man.status == "fit" and man.id not in self.fought
        ]
        pairs = [
            (one.id, other.id)
            for n, one in enumerate(fit)
            for other in fit[n + 1 :]
            if one.side != other.side and self.distance(one.id, other.id) <= CONTACT + SPARE
        ]
        sure = [pair for pair in pairs if self.distance(*pair) <= CONTACT - 1]
        self.need(all({*pair} <= everybody for pair in sure), "L11.2: a contact is left out")
        for melee in event.melees:
            inside = set(melee)
            touching = {id_ for pair in pairs if {*pair} <= inside for id_ in pair}
            self.need(bool(touching), "L11.2: nobody is in contact")
            for id_ in inside:
                near = min(self.distance(id_, each) for each in touching)
                self.need(near <= NEAR + SPARE, f"L11.2: {id_} is {near / INCH} in off")
        self.open_melees = [set(melee) for melee in event.melees]

    def on_MeleeResolved(self, event: Any) -> None:
        melee = self.open_melees[event.number - 1]
        sides = {side: {i for i in melee if i in self.men and self.men[i].side == side}
                 for side in self.sides}  # fmt: skip
        n, m = len(sides[event.larger]), len(sides[self.enemy(event.larger)])
        self.need(n >= m and event.men == (n, m), f"L12: {n} against {m}")
        group = sides[self.enemy(event.larger)]
        least, most = self.friends(group, -SPARE), self.friends(group, SPARE)
        self.need(least <= event.friends <= most, f"L10: {least} to {most} friends")
        self.need(event.isolated == slow.is_isolated(m, event.friends), "L10.1: isolation")
        self.open_melees[event.number - 1] = set()
        if event.isolated and event.prisoners == m and event.dead == (0, 0):
            self.giving_up = group  # L15: they surrender before it is fought, or are taken whole
            return
        wanted = slow.melee(n, m, event.isolated)
        self.need(event.dead == (wanted.larger, wanted.smaller), f"L12: {wanted}")
        self.need(event.prisoners == wanted.taken, f"L12.2: {wanted}")

    def friends(self, group: set[str], spare: float) -> int:
        """Friends within a member's own move (L10.2)."""
        side = next((self.men[id_].side for id_ in group), "")
        return sum(
            any(self.distance(man.id, id_) <= self.rate(id_) + spare for id_ in group)
            for man in self.men.values()
            if man.side == side and man.status == "fit" and man.id not in group
        )

    def rate(self, id_: str) -> float:
        """How far a figure's arm goes."""
        return self.rate_of(self.men[id_])

    # --- prisoners (L13–L15) ----------------------------------------------------------------------

    def on_Taken(self, event: Any) -> None:
        self.need(self.giving_up <= {*event.figures}, "L12.2: they neither fell nor surrendered")
        self.giving_up = set()
        for id_ in event.figures:
            man = self.men[id_]
            self.need(man.side != event.captor, "L12.2: own men")
            man.status, man.captor, man.party = "prisoner", event.captor, event.party
        self.need(len(event.guards) <= slow.guards(len(event.figures)), "L13.1: guards")
        for id_ in event.guards:
            self.need(self.men[id_].side == event.captor, "L13.1: guards")
            self.men[id_].party = event.party

    def on_Gathered(self, event: Any) -> None:
        for id_, at in event.places:
            self.place(id_, at)

    def on_Surrendered(self, event: Any) -> None:
        self.need(all(self.men[id_].side == event.side for id_ in event.figures), "L15")
        self.giving_up = set()

    def on_Freed(self, event: Any) -> None:
        for id_ in event.figures:
            self.men[id_].status, self.men[id_].captor, self.men[id_].party = "disarmed", "", 0

    def on_Armed(self, event: Any) -> None:
        for id_ in event.figures:
            man = self.men[id_]
            self.need(man.status == "disarmed", "L14.3: was not disarmed")
            self.need(self.depth(man.side, man.at) <= INCH, "L14.3: not at its edge")
            man.status = "fit"

    def on_LedOff(self, event: Any) -> None:
        for id_ in event.figures:
            man = self.men.pop(id_)
            self.need(man.captor == event.captor, "L14.2: not its prisoner")
            self.need(self.depth(event.captor, man.at) <= NEAR + INCH, "L14.2: not at its edge")
            self.led_off.append(id_)

    # --- guns taken, the end ----------------------------------------------------------------------

    def on_GunTaken(self, event: Any) -> None:
        gun = self.guns[event.gun]
        self.need(gun.side != event.side, "L16.1: whose")
        own = [
            i
            for i in self.near_men(event.gun, gun.side)
            if self.distance(i, event.gun) < NEAR - SPARE
        ]
        self.need(not own, f"L16.1: {own} are near")
        takers = [i for i in self.near_men(event.gun, event.side) if self.has_passed(gun, i)]
        self.need(len(takers) >= CREW, f"L16.1: {takers} have passed its axle")
        gun.side, gun.taken = event.side, self.move

    def remember_attacks(self) -> None:
        """From where those now by a gun attacked it: their starts since they came near."""
        for gun in self.guns.values():
            before, near = self.attacks.get(gun.id, {}), self.near_men(gun.id, self.enemy(gun.side))
            self.attacks[gun.id] = {id_: [*before.get(id_, ()), self.came[id_]] for id_ in near}

    def has_passed(self, gun: Piece, id_: str) -> bool:
        """Past the axle line, seen from where it began this move or an earlier one by the gun."""
        facing = math.radians(gun.facing)
        ahead = (math.sin(facing), math.cos(facing))

        def side(at: XY) -> float:
            return (at[0] - gun.at[0]) * ahead[0] + (at[1] - gun.at[1]) * ahead[1]

        now = side(self.men[id_].at)
        starts = [self.came[id_], *self.attacks.get(gun.id, {}).get(id_, ())]
        return any(now * side(at) < 0 or min(abs(now), abs(side(at))) < SPARE for at in starts)

    def check_guns_left(self) -> None:
        """No gun stays with its side that four have passed in this move, and nobody defends."""
        for gun in self.guns.values():
            if self.near_men(gun.id, gun.side):
                continue
            near = [
                i
                for i in self.near_men(gun.id, self.enemy(gun.side))
                if self.distance(i, gun.id) < NEAR - SPARE
            ]
            sure = [i for i in near if self.has_surely_passed(gun, i)]
            self.need(len(sure) < CREW, f"L16.1: {sure} take {gun.id}")

    def has_surely_passed(self, gun: Piece, id_: str) -> bool:
        """Past the axle line by more than rounding, from where it began this move."""
        facing = math.radians(gun.facing)
        ahead = (math.sin(facing), math.cos(facing))
        now, start = (
            (at[0] - gun.at[0]) * ahead[0] + (at[1] - gun.at[1]) * ahead[1]
            for at in (self.men[id_].at, self.came[id_])
        )
        return now * start < 0 and min(abs(now), abs(start)) > 4 * SPARE

    def on_Reached(self, event: Any) -> None:
        there = [
            man.id
            for man in self.men.values()
            if man.side == event.side
            and man.status == "fit"
            and self.line_gap(self.enemy(event.side), man) <= 2 * CONTACT
        ]
        self.need(len(there) >= event.men, f"L18.1: {len(there)} are there")

    def on_Abandoned(self, event: Any) -> None:
        for id_ in event.units:
            piece = self.piece(id_)
            far = self.line_gap(event.side, piece)
            kept = slow.is_kept(far + SPARE, piece.type == "horse")
            played = self.rules.get("rout") == "played"
            self.need(played or not kept, f"L18.2: {id_} is {far / INCH} in from its line")
            if id_ in self.guns:
                self.guns[id_].side = event.winner
            elif id_ in self.men:
                del self.men[id_]
                self.led_off.append(id_)
            else:
                self.led_off += [each for each in self.aboard.get(id_, []) if each in self.inside]
                self.lose(id_)

    def on_GameEnded(self, event: Any) -> None:
        self.is_over = True
        if event.reason == "few-left":
            counts = [len(self.own_men(side)) for side in self.sides]
            began = [self.began[side] for side in self.sides]
            self.need(slow.is_draw(counts[0], counts[1], began[0], began[1]), "L17.3: a draw")
            self.need(not event.winner, "L17.3: nobody wins a draw")
        halves = {side: self.halves(side, event.winner) for side in self.sides}
        self.need(dict(event.halves) == halves, f"L17.2: {halves}")

    def halves(self, side: str, winner: str) -> int:
        """Points in halves: the hundred is the winner's, halved in a draw (L17.2, L17.3)."""
        men = self.own_men(side)
        horse = sum(man.type in ("horse", "scout", "general") for man in men)
        held = sum(man.status == "prisoner" for man in self.men.values()) + len(self.led_off)
        guns = len(self.guns_with(side))
        bonus = 0 if winner not in (side, "") else slow.WIN if winner else slow.WIN // 2
        return int(2 * slow.points(len(men) - horse, horse, guns, held, bonus))


# --- small measures -------------------------------------------------------------------------------


def variants() -> list[tuple[float, float, float]]:
    """The ways in which rounding may tell a shot: true ones first."""
    return [(w, up, to) for w in WIDTHS for up in LOFTS for to in TURNS]


def aside(gun: XY, aim: XY, by: float) -> XY:
    """A point beside the one aimed at."""
    far = math.dist(gun, aim)
    return (aim[0] + by * (aim[1] - gun[1]) / far, aim[1] - by * (aim[0] - gun[0]) / far)


def bearing(start: XY, end: XY) -> float:
    """Degrees clockwise from y away."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360


def turned(one: float, other: float) -> float:
    """How many degrees two directions differ."""
    return abs((one - other + 180) % 360 - 180)


def last_before(path: Sequence[XY]) -> XY:
    """The last point of a way that is not its end."""
    return next(at for at in reversed(path[:-1]) if tuple(at) != tuple(path[-1]))


def contains(area: Form, at: XY) -> bool:
    """Whether a zone has a point, or nearly."""
    return is_inside(at, area) or gap(area, Form((at,))) <= 1


__all__ = ["Foul", "Man", "Referee"]
