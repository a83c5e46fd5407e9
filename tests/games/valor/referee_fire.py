"""The referee on attacks: firepower, modifiers, hits by its own sums (V12–V17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.hexes.hex import Hex
from tests.games.valor.referee_table import BUNKERS, Foul, Man, Table, read
from tests.games.valor.slow_tables import is_in_arc, plate


@dataclass
class Bill:
    """Casualty points still to be met, and by whom (V14.5–V14.12)."""

    left: int
    units: list[str]
    start: Hex | None
    pinned_now: set[str] = field(default_factory=set)
    was_pinned: set[str] = field(default_factory=set)
    spared: set[str] = field(default_factory=set)
    forced: str = ""
    announced: tuple[str, str] | None = None


def targets(table: Table, at: Hex, side: str, only: Sequence[str] | None) -> list[Man]:
    """Who suffers an AP attack on a side's units in a hex (V14.1, V14.11)."""
    here = [man for man in table.at(at) if man.side == side and (only is None or man.id in only)]
    soft = [man for man in here if table.kind(man) != "afv"]
    riders = [each for man in soft for each in table.cargo(man.id) if table.is_foot(each)]
    return soft + riders


def firepower(table: Table, told: Any) -> int:
    """The APFP of a declared attack (V12.3, V12.8, V14.3)."""
    return sum(_share(table, table.units[unit], told) for unit in told.firers)


def _share(table: Table, man: Man, told: Any) -> int:
    away, type_ = table.away(man.id, told.at), table.type(man)
    if not table.is_foot(man):
        return _vehicle_share(man, type_, told.at, away)
    own: int = type_["apfp"] + ("valor" in man.marks)
    if (man.id, "satchel") in told.spent:
        return own + int(read("weapons")["satchel"]["apfp"])
    used = [table.gear[each] for each in told.weapons if table.gear[each].bearer == man.id]
    if len(used) > 1:
        raise Foul(f"V12.2: {man.id} fires {len(used)} weapons")
    own = own if away <= type_["range"] else 0
    if not used:
        return own
    weapon = read("weapons")[used[0].type]
    if not weapon.get("least", 1) <= away <= weapon["range"]:
        raise Foul(f"V1.12: {used[0].type} does not reach {away} hexes")
    if man.inside and not (weapon["class"] == "L" and weapon["kind"] == "mg"):
        raise Foul(f"V8.5: a passenger fires {used[0].type}")
    kind = table.kind(man)
    alone = kind == "leader" or (kind == "half" and weapon["class"] == "H")
    is_mortar = weapon["kind"] == "mortar"
    if is_mortar != (told.kind == "mortar"):
        raise Foul(f"V12.10: {used[0].type} in an attack by {told.kind}")
    return int(weapon["apfp"]) + (0 if alone or is_mortar else own)


def _vehicle_share(man: Man, type_: dict[str, Any], at: Hex, away: int) -> int:
    assert man.facing is not None
    ahead = is_in_arc(man.facing, man.at, at)
    apfp = type_.get("gun", 0) if ahead or type_.get("turret") else 0
    if away <= 8:
        apfp += type_.get("mg360", 0) + (type_.get("mgff", 0) if ahead else 0)
    return int(apfp)


def modifier(table: Table, told: Any, victims: list[Man], *, is_at_movers: bool) -> int:
    """All that changes the roll of an AP attack (V12.13, V13.4, V13.9)."""
    flame = any(read("weapons")[table.gear[each].type]["kind"] == "flamethrower"
                for each in told.weapons)  # fmt: skip
    cover = 0 if flame else table.cover(told.at, victims)
    leader, thrown = _skill(table, told.leader), sum(kind == "grenades" for _, kind in told.spent)
    if told.kind == "mortar":
        return cover - leader
    hindered = table.sight(told.start, told.at)
    if hindered is None:
        raise Foul("V9.1: no line of sight")
    runs = bool(victims) and all("assault" in man.marks for man in victims)
    total: int = cover + hindered + runs
    if is_at_movers:
        bare, near = total == 0, table.away(told.firers[0], told.at) == 1
        if bare and near and table.rules.get("opfire_cumulative", True) is False:
            bare = False
        total -= bare + 2 * near
    return int(total + wire(table, told) - leader - thrown)


def wire(table: Table, told: Any) -> int:
    """Infantry that fires out of wire (V19.9)."""
    site = table.sites.get(told.start)
    return int(site is not None and site.kind == "wire" and table.is_foot(told.firers[0]))


def _skill(table: Table, leader: str) -> int:
    return -int(table.type(leader).get("modifier", 0)) if leader else 0


def is_shielded(table: Table, man: Man, start: Hex | None, *, moves: bool) -> bool:
    """Whether a gun's shield helps (V13.5)."""
    if start is None or not table.type(man).get("shield") or man.facing is None or man.inside:
        return False
    return not moves and is_in_arc(man.facing, man.at, start)


def check_hit(table: Table, told: Any, hit: Any, *, moves: bool) -> None:
    """An AT roll to hit (V16.1, V16.2)."""
    firer, man = table.units[told.firers[0]], table.units[told.target]
    if len(told.firers) > 1 or firer.inside:
        raise Foul("V16.1: one firer, no passenger")
    if man.at in table.sites and table.sites[man.at].kind in BUNKERS:
        raise Foul("V19.6: an AT attack on a bunker")
    away, foot = table.away(firer.id, man.at), table.is_foot(firer)
    needed = 8 if foot else 10 if away <= 10 else 8 if away < 20 else 6
    hindered = table.sight(firer.at, man.at)
    if hindered is None:
        raise Foul("V9.1: no line of sight")
    shift = table.cover(man.at, [man]) + hindered + wire(table, told)
    shift += int("assault" in man.marks)
    shift += is_shielded(table, man, firer.at, moves=moves)
    shift -= _skill(table, told.leader) + ("valor" in firer.marks)
    if (hit.number, hit.roll) != (needed, sum(hit.dice) + shift):
        raise Foul(f"V16.2: needs {needed}, rolls {sum(hit.dice)} {shift:+d}, not {hit}")
    if not foot and not table.type(firer).get("turret"):
        assert firer.facing is not None
        if not is_in_arc(firer.facing, firer.at, man.at):
            raise Foul("V1.11: out of the arc")


def check_face(table: Table, told: Any, hit: Any) -> None:
    """Which armour is hit (V7.6, V16.4, V17.5)."""
    man = table.units[hit.target]
    type_ = table.type(man)
    rear = type_.get("rear") or type_["front"]
    if rear == type_["front"]:
        wanted = {type_["front"]}
    elif told is None or told.kind == "mortar" or told.manner == "final":
        wanted = {rear}
    else:
        assert man.facing is not None
        seen = plate(man.facing, man.at, told.start)
        if seen == "die":
            seen = "front" if hit.seam <= 3 else "rear"
            if not hit.seam:
                raise Foul("V7.6: no die on the seam")
        wanted = {type_["front"] if seen == "front" else rear}
    if hit.armour not in wanted:
        raise Foul(f"V7.6: armour {hit.armour}, not {wanted}")


def odds_of(table: Table, told: Any, held: tuple[tuple[str, str], ...]) -> tuple[int, int]:
    """The firepowers of a close assault, pinned defenders gone (V15.3, V15.10)."""
    attack = sum(_hand(table, unit, told.spent, is_attacking=True) for unit in told.assaulters)
    men = defenders(table, told.at)
    return attack, sum(_hand(table, man.id, held, is_attacking=False) for man in men)


def defenders(table: Table, at: Hex) -> list[Man]:
    """Who defends a hex, passengers too."""
    here = table.at(at)
    return here + [each for man in here for each in table.cargo(man.id) if table.is_foot(each)]


def _hand(
    table: Table, unit: str, spent: tuple[tuple[str, str], ...], *, is_attacking: bool
) -> int:
    """One unit's APFP hand to hand."""
    type_, kind = table.type(unit), table.kind(unit)
    if not table.is_foot(unit):
        mgs = 0 if kind == "gun" else type_.get("mg360", 0) + type_.get("mgff", 0)
        return int(mgs) or 2
    own = int(type_["apfp"]) * (2 if "valor" in table.units[unit].marks else 1)
    if (unit, "satchel") in spent:
        return own + int(read("weapons")["satchel"]["apfp"])
    best = own
    for each in table.bears(unit):
        weapon = read("weapons")[table.gear[each].type]
        light = weapon["class"] == "L" and weapon["kind"] == "mg"
        able = light if is_attacking or table.units[unit].inside else weapon["kind"] != "mortar"
        if able and "apfp" in weapon:
            alone = kind == "leader" or (kind == "half" and weapon["class"] == "H")
            best = max(best, weapon["apfp"] + (0 if alone else own))
    return best


def best_leader(table: Table, units: list[str]) -> int:
    """The best modifier among some units."""
    return max((_skill(table, unit) for unit in units if table.kind(unit) == "leader"), default=0)
