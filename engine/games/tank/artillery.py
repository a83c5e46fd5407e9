"""Off-board artillery (tank A): a battery's guns one by one, and the impacts they leave."""

from __future__ import annotations

from engine.games.tank import fire
from engine.games.tank.card_events import GunFired, ShellStruck, SupportArrived
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.state import FirePlan, Impact, State, TankGame, Unit
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Faces, Procedure, roll, roll_one

CANCELLED = 6
REACH = 2  # hexes from an impact to the farthest it acts on: the last column of table D


def fire_gun(game: TankGame) -> Procedure[None]:
    """Resolve the next gun that fires this turn: arrival, scatter, effect on every unit (A1–A6)."""
    plan = game.state.due_fire_plans()[0]
    card = game.state.cards[plan.card]
    guns = int(card.parameters.get("guns", 6))
    if plan.guns == guns:
        game.emit(SupportArrived(plan.side, plan.card, plan.target))
    arrival = yield from roll_one("arrival")
    scatter, direction, steps = 0, 0, 0
    at: Hex | None = None
    if arrival != CANCELLED:
        scatter, direction, steps = yield from _scatter(plan, game.state)
        at = landing_hex(game.state, plan.target, direction, steps)
    number = guns - plan.guns + 1
    game.emit(
        GunFired(plan.side, plan.card, number, arrival, scatter, direction, steps, at)
    )  # fmt: skip
    if at is not None:
        yield from burst_shell(game, game.state.impacts[-1])


def _scatter(plan: FirePlan, state: State) -> Procedure[tuple[int, int, int]]:
    """Scatter die, direction and distance; rockets and suppressed batteries always scatter."""
    parameters, die = state.cards[plan.card].parameters, 0
    if not (parameters.get("rocket") or parameters.get("suppressed")):
        die = yield from roll_one("scatter")
        if die % 2 == 0:
            return die, 0, 0
    direction = yield from roll_one("scatter-direction")
    steps = yield from roll_one("scatter-distance")
    return die, direction, steps


def landing_hex(state: State, target: Hex, direction: int, steps: int) -> Hex | None:
    """Return the hex a shell falls in; None off the map (A4)."""
    grid = state.field.board.grid
    if direction:
        toward = grid.orientation.steps[state.field.scatter[direction - 1]]
        target = target.moved(toward, steps)
    return target if target in grid else None


def burst_shell(game: TankGame, impact: Impact) -> Procedure[None]:
    """A shell that has just fallen acts on every unit about it, friend and foe (A5)."""
    near = [unit.id for unit in game.state.units.values() if distance(unit.at, impact.at) <= REACH]
    for unit in near:
        yield from strike(game, unit, impact)


def resolve_shelled_hex_entry(game: TankGame, unit: str) -> Procedure[None]:
    """A unit that enters a shelled hex is resolved at once, once per gun marker (A7)."""
    at = game.state.units[unit].at
    for impact in game.state.impacts:
        if distance(at, impact.at) <= REACH:
            yield from strike(game, unit, impact)


def shell_level(state: State, impact: Impact, at: Hex) -> int:
    """Table D by distance; 0 where cover at either end keeps the fragments off (A5)."""
    away = distance(impact.at, at)
    if away > REACH:
        return 0
    field = state.field
    if away and (field.cover(impact.at).shields or field.cover(at).shields):
        return 0
    return state.book.tables["D"].number_at(impact.battery, away) or 0


def strike(game: TankGame, unit_id: str, impact: Impact) -> Procedure[None]:
    """One shell's effect on one unit, if it reaches it (A6)."""
    unit = game.state.units.get(unit_id)
    level = 0 if unit is None else shell_level(game.state, impact, unit.at)
    if unit is None or level == 0:
        return
    dice = yield from roll(2, "shell")
    rolled = game.state.book.shell_result(level, sum(dice))
    die, softened = yield from _soften(game.state, unit, impact, rolled, dice)
    result = FireOutcome.SUPPRESSED if softened else rolled
    game.emit(
        ShellStruck(
            unit_id,
            impact.battery,
            impact.at,
            distance(impact.at, unit.at),
            level,
            dice,
            rolled,
            die,
            softened,
            result,
        )
    )
    yield from fire.apply_result(game, unit_id, result, impact.side)


def _soften(
    state: State, unit: Unit, impact: Impact, rolled: FireOutcome, dice: Faces
) -> Procedure[tuple[int, str]]:
    """The armour die, and what turned annihilation into suppression: cover or armour (A6)."""
    if rolled is not FireOutcome.ANNIHILATED:
        return 0, ""
    if fire.is_result_softened(state.field.cover(unit.at), rolled, dice):
        return 0, state.field.board.ground_at(unit.at)
    saves = state.book.shell_armour_die(impact.battery, state.type_of(unit).armour)
    if not saves:
        return 0, ""
    die = yield from roll_one("armour")
    return die, "armour" if die <= saves else ""
