"""Checks of a scenario's units and formations: types, places, room, and files of formations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.checks.checked_scenario import CheckedScenario
from engine.files.source_text import ParsedSource
from engine.files.valid_parts import Steps
from engine.games import installed_games, is_installed, rule_system_of
from engine.games.stacking import stack_of
from engine.hexes.hex import Hex
from engine.movement.standable_hexes import can_stand, nearest_standing
from engine.problems import Problem, nearest_word
from engine.scenario.counters import counter_designation, looks_like, side_colours
from engine.scenario.counters import units_sharing_numbers as same_numbers_of
from engine.scenario.formations import Force, formations_by_id, parent_formations
from engine.scenario.map_change import kind_name
from engine.scenario.scenario import Formation, ScenarioUnit
from engine.texts import text

MAX_NAMED = 5  # units in one sentence


def check_sides_have_units(plan: CheckedScenario) -> Iterator[Problem]:
    """A side without units cannot play, unless it buys them."""
    for place, side in enumerate(plan.scenario.sides):
        may_buy = side.id in plan.limits.muster
        listed = plan.source.root.at(["forces", side.id]).value
        if (isinstance(listed, list) and listed) or (may_buy and side.budget):
            continue
        code = "no-budget" if may_buy else "no-units"
        yield plan.error(code, ["sides", place], side=side.id, place=place)


def unknown_musters(plan: CheckedScenario) -> Iterator[Problem]:
    """Sides that buy units and have no zone to set them up in."""
    if not plan.has_valid_rules:
        return
    for place, side in enumerate(plan.scenario.sides):
        zone = plan.limits.muster.get(side.id, "")
        is_named = side.id in plan.limits.deployment  # then the rules report it
        if side.budget and zone and not is_named and plan.zone(zone) is None:
            path: Steps = ["sides", place, "budget"]
            yield plan.error("no-deployment", path, zone=zone, side=side.id)


def check_rule_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Zones that the rules name for sides and objectives, and that are not there."""
    named = {"deployment": plan.limits.deployment, "rings": plan.limits.rings}
    for key, zones in named.items():
        for name, zone in zones.items():
            if zone not in plan.zone_names:
                path, known = ["rules", key, name], plan.zone_names
                yield plan.unknown_word_problem("no-such-zone", path, zone, known, zone=zone)


def check_objective_rings(plan: CheckedScenario) -> Iterator[Problem]:
    """Zones that the rules name for objectives there are not."""
    known = [objective.id for objective in plan.scenario.objectives]
    for name in plan.limits.rings:
        if name not in known:
            path = ["rules", "rings", name]
            yield plan.unknown_word_problem("unknown-objective", path, name, known, objective=name)


def unknown_types(plan: CheckedScenario) -> Iterator[Problem]:
    """Units of types the game does not have."""
    for unit in plan.scenario.units:
        if unit.type not in plan.limits.mobility:
            known, path = plan.limits.mobility, plan.path(unit, "type")
            values = {"unit": unit.id, "type": unit.type}
            yield plan.unknown_word_problem("unknown-unit-type", path, unit.type, known, **values)


def check_mark_names(plan: CheckedScenario) -> Iterator[Problem]:
    """Marks the game does not have."""
    for unit in plan.scenario.units:
        for mark in unit.marks:
            if mark not in plan.limits.marks:
                values, path = {"unit": unit.id, "mark": mark}, plan.path(unit, "marks")
                yield plan.unknown_word_problem(
                    "unknown-mark", path, mark, plan.limits.marks, **values
                )


def unknown_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Units that begin or arrive where there is no zone."""
    for unit in plan.scenario.units:
        zone, keys = (
            (unit.arrives.zone, ("arrives", "zone")) if unit.arrives else (unit.zone, ("zone",))
        )
        if zone and plan.zone(zone) is None:
            path, known = plan.path(unit, *keys), plan.zone_names
            yield plan.unknown_word_problem("unknown-zone", path, zone, known, zone=zone)


def check_unit_ground(plan: CheckedScenario) -> Iterator[Problem]:
    """Units in hexes they could never enter."""
    for unit in _of_known_type(plan):
        mobility = plan.limits.mobility[unit.type]
        if unit.at is None or can_stand(plan.map, mobility, unit.at):
            continue
        near = nearest_standing(plan.map, mobility, unit.at)
        yield plan.error(
            "forbidden-ground",
            plan.path(unit, "at"),
            [unit.at],
            unit=unit.id,
            hex=plan.label(unit.at),
            ground=kind_name(plan.map.ground_at(unit.at)),
            near_hex=plan.label(near) if near else "–",
        )


def over_stacking(plan: CheckedScenario) -> Iterator[Problem]:
    """Hexes in which more units of a side begin than may stand there."""
    for (side, hex_), units in plan.starting_stacks.items():
        rule = plan.limits.stacking(stack_of(plan.scenario, hex_, units))
        if rule is not None:
            values = {"side": plan.side_name(side), "hex": plan.label(hex_), "count": len(units)}
            path = plan.path(units[-1], "at")
            yield plan.error("over-stacking", path, [hex_], rule=rule, **values)


def check_enemies_apart(plan: CheckedScenario) -> Iterator[Problem]:
    """Units of two sides that begin in one hex."""
    first: dict[Hex, ScenarioUnit] = {}
    for unit in plan.scenario.units:
        if unit.at is None:
            continue
        other = first.setdefault(unit.at, unit)
        if other.side != unit.side:
            values = {"first": other.id, "second": unit.id, "hex": plan.label(unit.at)}
            yield plan.warning("enemies-together", plan.path(unit, "at"), [unit.at], **values)


def small_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Set-up zones without room for all that are set up in them."""
    groups = defaultdict(list)
    for unit in _of_known_type(plan):
        if unit.zone:
            groups[unit.side, unit.zone].append(unit)
    for (side, zone), units in groups.items():
        hexes = plan.zone(zone)
        room = len(units) if hexes is None else plan.count_free_places(hexes, units)
        if room < len(units):
            values = {"zone": zone, "room": room, "side": plan.side_name(side)}
            path, count = plan.path(units[room], "zone"), len(units)
            yield plan.error("zone-too-small", path, count=count, **values)


def check_arrivals(plan: CheckedScenario) -> Iterator[Problem]:
    """Reinforcements that come after the last turn, or more at once than there is room for."""
    groups = defaultdict(list)
    for unit in _of_known_type(plan):
        if unit.arrives is None:
            continue
        groups[unit.side, unit.arrives].append(unit)
        if unit.arrives.turn > plan.scenario.turns:
            values = {"unit": unit.id, "turn": unit.arrives.turn, "turns": plan.scenario.turns}
            yield plan.warning("arrives-too-late", plan.path(unit, "arrives", "turn"), **values)
    for (side, arrival), units in groups.items():
        hexes = plan.zone(arrival.zone)
        room = len(units) if hexes is None else plan.count_free_places(hexes, units)
        if room < len(units):
            values = {"zone": arrival.zone, "turn": arrival.turn, "side": plan.side_name(side)}
            path, count = plan.path(units[room], "arrives", "zone"), len(units)
            tell = plan.warning if room else plan.error
            code = "too-many-arrive" if room else "zone-too-small"
            yield tell(code, path, count=count, room=room, **values)


def overlapping_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Set-up zones of two sides that share hexes."""
    used = {(unit.side, unit.zone): unit for unit in reversed(plan.scenario.units) if unit.zone}
    for (one, zone), (other, other_zone) in combinations(reversed(used), 2):
        if one == other:
            continue
        beside = set(plan.zone(other_zone) or ())
        shared = [hex_ for hex_ in plan.zone(zone) or () if hex_ in beside]
        if shared:
            values = {"side": plan.side_name(one), "other": plan.side_name(other)}
            values |= {"zone": zone, "other_zone": other_zone, "hex": plan.label(shared[0])}
            path = plan.path(used[other, other_zone], "zone")
            yield plan.warning("zones-overlap", path, shared, **values)


def check_counter_numbers(plan: CheckedScenario) -> Iterator[Problem]:
    """Counters of a side that bear one number: players cannot say which is meant."""
    for same in same_numbers_of(plan.scenario.units):
        who = text("scenario.and-so-on").join(unit.id for unit in same[:MAX_NAMED])
        who += " …" if len(same) > MAX_NAMED else ""
        values = {"number": counter_designation(same[0].id, same[0].name), "units": who}
        values["side"] = plan.side_name(same[0].side)
        yield plan.warning("same-number", plan.path(same[1]), **values)


def check_side_colours(plan: CheckedScenario) -> Iterator[Problem]:
    """Sides whose colours are hard to tell apart."""
    colours, sides = side_colours(plan.scenario), plan.scenario.sides
    for (_, one), (place, other) in combinations(enumerate(sides), 2):
        if looks_like(colours[one.id], colours[other.id]):
            values = {"side": plan.side_name(one.id), "other": plan.side_name(other.id)}
            path: Steps = ["sides", place, *(["colour"] if other.colour else [])]
            yield plan.warning("like-colours", path, **values)


def over_budget(plan: CheckedScenario) -> Iterator[Problem]:
    """Sides whose units cost more than they may."""
    for place, side in enumerate(plan.scenario.sides):
        found = sum(plan.limits.cost(u) for u in _of_known_type(plan) if u.side == side.id)
        if 0 < side.budget < found:
            values = {"side": plan.side_name(side.id), "found": found, "budget": side.budget}
            yield plan.warning("over-budget", ["sides", place, "budget"], **values)


def _of_known_type(plan: CheckedScenario) -> Iterator[ScenarioUnit]:
    return (unit for unit in plan.scenario.units if unit.type in plan.limits.mobility)


CHECKS = (
    unknown_zones,
    check_enemies_apart,
    overlapping_zones,
    check_counter_numbers,
    check_side_colours,
)
GAME_CHECKS = (
    check_sides_have_units,
    unknown_musters,
    check_rule_zones,
    check_objective_rings,
    unknown_types,
    check_mark_names,
    check_unit_ground,
    over_stacking,
    small_zones,
    check_arrivals,
    over_budget,
)
WARNINGS = frozenset(
    {"enemies-together", "too-many-arrive", "arrives-too-late", "zones-overlap", "over-budget"}
    | {"same-number", "like-colours"}
)


Told = tuple[str, Steps, dict[str, object]]  # code, path, values


def check_formations(plan: CheckedScenario) -> Iterator[Problem]:
    """Formations within what is not there or of another side, in a circle, or led by strangers."""
    scenario, paths = plan.scenario, plan.file.formations
    for code, (id_, *more), values in _doubts(scenario.formations, scenario.units):
        yield plan.error(code, [*paths[str(id_)], *more], **values)


def lint_force(force: Force, source: ParsedSource) -> Iterator[Problem]:
    """Every error of a file of forces: the same, and types the game has not."""
    places = _places(source, "formations")
    for code, (id_, *more), values in _doubts(force.formations, force.units):
        yield source.problem(code, ["formations", places[str(id_)], *more], values)
    if not is_installed(force.game):
        known = ", ".join(installed_games())
        values = {
            "game": force.game,
            "known": known,
            "near": nearest_word(force.game, installed_games()),
        }
        yield source.problem("unknown-game", ["game"], values)
        return
    types, places = rule_system_of(force.game).handbook({}).units(), _places(source, "units")
    for unit in force.units:
        if unit.type not in types:
            said = {"unit": unit.id, "type": unit.type, "known": ", ".join(types)}
            path: Steps = ["units", places[unit.id], "type"]
            yield source.problem(
                "unknown-unit-type", path, {**said, "near": nearest_word(unit.type, types)}
            )


def _places(source: ParsedSource, key: str) -> dict[str, int]:
    """Return the places of a list's entries in the file, by id; faulty ones included."""
    listed = source.root.at([key]).value
    placed = [*enumerate(listed)] if isinstance(listed, list) else []
    return {str(node.at(["id"]).value): place for place, node in reversed(placed)}


def _doubts(formations: Sequence[Formation], units: Iterable[ScenarioUnit]) -> Iterator[Told]:
    known, leaders = formations_by_id(formations), {unit.id: unit for unit in units}
    for each in formations:
        above = known.get(each.within)
        if each.within and (above is None or above.side != each.side):
            near = nearest_word(
                each.within, [one.id for one in formations if one.side == each.side]
            )
            said: dict[str, object] = {"formation": each.within, "near": near}
            yield "unknown-formation", [each.id, "within"], said
        elif each.within and any(
            one.id == each.id for one in parent_formations(known, each.within)
        ):
            yield "formation-circle", [each.id, "within"], {"formation": each.id}
        leader = leaders.get(each.headquarters)
        if each.headquarters and (leader is None or leader.side != each.side):
            values: dict[str, object] = {"unit": each.headquarters, "formation": each.id,
                      "near": nearest_word(each.headquarters, leaders)}  # fmt: skip
            yield "unknown-headquarters", [each.id, "headquarters"], values
