"""Support missions (V18) and smoke barrages (V11.5): placed, then resolved in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.shared_events import StageBegan
from engine.games.valor import (
    anti_tank,
    casualties,
    fortifications,
    smoke,
    targeting,
    unit_lookups,
    unit_losses,
)
from engine.games.valor.data.rule_tables import AntiTankWeaponKind, is_elimination_rolled
from engine.games.valor.state import Mission, State, ValorGame
from engine.games.valor.support_events import (
    MissionLanded,
    MissionPlaced,
    MissionResolved,
    ShellingRolled,
    SmokeLaid,
)
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask, roll, roll_one

AIRCRAFT = "fighter-bomber"
ARTILLERY = ("light", "heavy")
MISSIONS = (*ARTILLERY, AIRCRAFT)
BARRAGE, SMOKE = "barrage", "smoke"
ON_TARGET, TWO_OFF = 4, 6  # faces of the accuracy die (V18.4)
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")  # by the face of the direction die (V18.4)


class Wish(NamedTuple):
    """A mission of a kind, or a barrage of smoke by one."""

    kind: str
    manner: str


@dataclass(frozen=True, slots=True)
class Support(Decision[State, Wish | None]):
    """The next mission that a side places; None for no more this turn (V5.3)."""

    def options(self, state: State) -> list[Wish | None]:
        return [*possible_missions(state, self.side), None]


@dataclass(frozen=True, slots=True)
class SupportHex(Decision[State, Hex]):
    """On which hex a mission is placed (V5.3, V18.2)."""

    kind: str
    manner: str

    def options(self, state: State) -> list[Hex]:
        return mission_targets(state, self.side, Wish(self.kind, self.manner))


# --- placing (V5.3) ------------------------------------------------------------------------------


def place(game: ValorGame) -> Procedure[None]:
    """The active side places one mission; when it wants no more, `missions` begins (V5.3)."""
    side = game.state.active
    wish = None
    if possible_missions(game.state, side):
        wish = yield from ask(Support(side))
    if wish is None:
        game.emit(StageBegan("missions"))
        return
    at = yield from ask(SupportHex(side, wish.kind, wish.manner))
    factors = smoke.SHELL if wish.manner == SMOKE else 0
    game.emit(MissionPlaced(side, wish.kind, at, wish.manner, factors))


def possible_missions(state: State, side: str) -> list[Wish]:
    """Return the missions that a side may place now (V11.5, V18.1).

    A mission that lays smoke is not spent, but must be there beside those already used.
    """
    found = [Wish(kind, BARRAGE) for kind in MISSIONS if missions_left(state, side, kind)]
    if state.count_in_stock(side, smoke.STOCK) >= smoke.SHELL:
        found += [Wish(kind, SMOKE) for kind in ARTILLERY if missions_left(state, side, kind)]
    return [wish for wish in found if mission_targets(state, side, wish)]


def missions_left(state: State, side: str, kind: str) -> int:
    """Return the number of missions of a kind left this turn."""
    smoking = sum(each.smoke and each.kind == kind for each in state.missions)
    return state.count_in_stock(side, kind) - smoking


def mission_targets(state: State, side: str, wish: Wish) -> list[Hex]:
    """The hexes a mission may be placed on: in sight of a spotter, unless it flies (V18.2).

    No smoke where some lies or is to fall (V11.1).
    """
    hexes = list(state.field.board.hexes)
    if wish.manner == SMOKE:
        coming = {each.at for each in state.missions if each.smoke}
        hexes = [hex_ for hex_ in hexes if not state.smoke_at(hex_) and hex_ not in coming]
    if wish.kind == AIRCRAFT:
        return hexes
    seen = targeting.hexes_spotted(state, side)
    return [hex_ for hex_ in hexes if hex_ in seen]


# --- resolving (V18.3) ---------------------------------------------------------------------------


def resolve(game: ValorGame) -> Procedure[None]:
    """One placed mission is resolved; when none is left, `reorganise` begins (V18.3)."""
    if not game.state.missions:
        game.emit(StageBegan("reorganise"))
        return
    mission = game.state.missions[0]
    at = yield from _land(game, mission)
    if at is None:
        return
    if mission.smoke:
        lay_barrage_smoke(game, mission, at)
    else:
        yield from strike_mission_hex(game, mission, at)


def _land(game: ValorGame, mission: Mission) -> Procedure[Hex | None]:
    """Accuracy and direction; None off the map, where it is lost (V18.4, V18.5)."""
    accuracy = direction = 0
    if mission.kind != AIRCRAFT or game.state.book.choices.aircraft_scatter:
        accuracy = yield from roll_one("accuracy")
        if accuracy > ON_TARGET:
            direction = yield from roll_one("scatter")
    at = landing_hex(game.state, mission.at, accuracy, direction)
    result = "lost" if at is None else "scattered" if direction else "on-target"
    game.emit(
        MissionLanded(mission.side, mission.kind, mission.at, accuracy, direction, at, result)
    )
    return at


def landing_hex(state: State, target: Hex, accuracy: int, direction: int) -> Hex | None:
    """Return the hex that a mission hits by its dice; None off the map (V18.4)."""
    if accuracy <= ON_TARGET:
        return target
    orientation = state.field.board.grid.orientation
    names = orientation.directions
    compass = COMPASS[direction - 1]
    towards = names.index(compass) if compass in names else direction - 1
    at = target.moved(orientation.steps[towards], 2 if accuracy == TWO_OFF else 1)
    return at if state.field.is_on(at) else None


def lay_barrage_smoke(game: ValorGame, mission: Mission, at: Hex) -> None:
    """A barrage lays smoke 2; where smoke lies already, it adds nothing (V11.1, V11.5)."""
    if not game.state.smoke_at(at):
        game.emit(SmokeLaid(mission.side, "", at, smoke.SHELL, 0, "barrage"))


# --- what is in the hex (V18.6–V18.8) ------------------------------------------------------------


def strike_mission_hex(game: ValorGame, mission: Mission, at: Hex) -> Procedure[None]:
    """A mission on everybody in a hex, friend too: first what bleeds, then AFVs (V18.6, V18.7)."""
    side = game.state.side_at(at)
    if not side:
        return
    afvs = [unit.id for unit in game.state.units_at(at) if game.state.type_of(unit).is_afv]
    yield from _bleed(game, mission, at, side)
    for afv in afvs:
        if afv in game.state.units:
            yield from _shell(game, mission, at, afv)


def _bleed(game: ValorGame, mission: Mission, at: Hex, side: str) -> Procedure[None]:
    """One roll on the mission's row for infantry, unarmoured vehicles and guns (V18.6)."""
    state = game.state
    if all(state.type_of(unit).is_afv for unit in state.units_at(at)):
        return
    cover, (firepower, _) = (
        fortifications.cover_without_line(state, at),
        state.book.charts.area_firepower(mission.kind),
    )
    dice = yield from roll(2, "mission")
    times = 2 if mission.kind != AIRCRAFT and is_tree_burst(state, at) else 1
    points = times * state.book.charts.casualty_points(firepower, sum(dice) + cover)
    game.emit(MissionResolved(mission.side, mission.kind, at, side, dice, cover, points, times))
    if points:
        victims = casualties.attacked_units_at(state, at, side)
        yield from casualties.spend_casualty_points(game, victims, points, None, BARRAGE)


def is_tree_burst(state: State, at: Hex) -> bool:
    """Return whether shells burst in trees over infantry: woods and jungle (V10.5)."""
    in_trees = state.field.ground(at) in state.book.ground.doubles
    return in_trees and bool(unit_lookups.infantry_at(state, at))


def _shell(game: ValorGame, mission: Mission, at: Hex, afv: str) -> Procedure[None]:
    """A mission on one AFV: a roll to hit, a roll against its rear, no immobilising (V18.7)."""
    state = game.state
    _, rating = state.book.charts.area_firepower(mission.kind)
    type_ = state.type_of(state.units[afv])
    armour = type_.rear or type_.front
    number = state.book.charts.elimination_number(rating, armour)
    cover = fortifications.cover_without_line(state, at)
    dice = yield from roll(2, "mission-hit")
    is_hit = sum(dice) + cover <= state.book.charts.hit_number(AntiTankWeaponKind.MISSION)
    faces: tuple[int, ...] = ()
    if is_hit and is_elimination_rolled(number):
        faces = yield from roll(2, "penetration")
    result = _result(is_hit, number, faces)
    game.emit(ShellingRolled(mission.side, mission.kind, afv, dice, cover, number, faces, result))
    if result == "eliminated":
        unit_losses.eliminate(game, afv, BARRAGE)
    else:
        yield from anti_tank.offer_bailing_out(game, afv)


def _result(is_hit: bool, number: str, faces: tuple[int, ...]) -> str:
    """`missed`, `nothing` or `eliminated` (V18.7): equal to the number eliminates too."""
    if not is_hit:
        return "missed"
    if not faces:
        return "eliminated" if number == "E" else "nothing"
    return "eliminated" if sum(faces) <= int(number) else "nothing"
