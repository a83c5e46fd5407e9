"""The referee's eye on attacks, losses and assaults (C, RG, RS, CF, OP, AA, AS, U, SP, V)."""

from __future__ import annotations

from typing import Any

from engine.hexes.hex import Hex
from tests.games.tide.referee_base import Base
from tests.games.tide.referee_table import SHELTER, Man
from tests.games.tide.slow_tables import (
    BANDS,
    BLACK,
    KITS,
    MORTAR_NORMAL,
    RED,
    Kit,
    away,
    band,
    cost,
    damage,
    half,
    level,
    morale,
    neighbours,
    terrain,
)

LOSSES = frozenset({
    "FiguresLost", "MoraleFell", "VehicleDamaged", "UnitLost", "RolledAgain", "AttackRolled",
})  # fmt: skip


class Fire(Base):
    """Everything with dice of attack and defence."""

    def reset_fire(self) -> None:
        """Nothing is under way."""
        self.attack: Any = None  # the AttackDeclared under way
        self.rolled_at: list[str] = []
        self.due: dict[str, Any] = {}  # what must still befall a unit
        self.clash: Any = None

    # --- declaring (A2, A4, CF, OP, AA) -----------------------------------------------------------

    def on_AttackDeclared(self, event: Any) -> None:
        table = self.table
        men = [table.units[unit] for unit, _ in event.firers]
        lead, others = men[0], men[1:]
        self.need(len({man.id for man in men}) == len(men), "CF: twice in one attack")
        self.need(all(man.side == event.side for man in men), "C: whose unit?")
        self.need(not any(man.inside for man in men), "TR4: passengers do not fire")
        self._may_lead(event, lead)
        for man in others:
            wanted = "op-fire" if event.occasion == "op-fire" else "fresh"
            self.need(man.mode == wanted, f"CF2: {man}")
            self.need(man.morale == "normal", f"CF7: {man}")
        self.need(not others or event.occasion != "fire-and-movement", "CF1: no support")
        self.need(not others or not self.denied(event.side, "support"), "D7: no support")
        self.attack, self.rolled_at = event, []
        self._check_rapid(event)
        for man in men:
            if man.id not in event.rapid:
                man.mode = "fatigued"
        self.rapid |= {(unit, event.target) for unit in event.rapid}

    def _may_lead(self, event: Any, lead: Man) -> None:
        table = self.table
        if event.occasion == "op-fire":
            self.need(lead.mode == "op-fire" and lead.morale == "normal", f"OP1: {lead}")
            self.need(not self.denied(event.side, "op-fire"), "D7: no op fire")
            self.need(self.mover == event.target and self.may_op_fire, "OF1, OF5: not now")
            self.need((lead.id, event.target) not in self.rapid, "U7: twice at the same unit")
            self.may_op_fire = False
            return
        self.need(self.acting is not None and self.acting.unit == lead.id, "A: who acts?")
        if event.occasion == "fire-and-movement":
            self.need(lead.morale == "normal" and lead.damage < 2, f"A9: {lead}")
            self.need(not lead.has("crew"), "U10: heavy squads do not fire and move")
        elif lead.morale == "pinned":
            self.need(table.led(lead.at, lead.side), "U5: pinned without an officer")
        else:
            self.need(lead.morale == "normal", "A9: disrupted")

    def _check_rapid(self, event: Any) -> None:
        """U7: an op-fire attack by a machine-gun crew alone leaves the squad in the mode."""
        for unit in event.rapid:
            figures = dict(event.firers)[unit]
            is_alone = bool(figures) and all("rapid" in KITS[f].traits for f in figures)
            self.need(event.occasion == "op-fire" and is_alone, f"U7: {unit} is fatigued")

    # --- rolling (RG, RS) -------------------------------------------------------------------------

    def on_RolledAgain(self, event: Any) -> None:
        found = [f for f in self.table.in_force("reroll", event.colour) if f.side == event.side]
        self.need(bool(found), "D7: no card lets it")
        changed = sum(a != b for a, b in zip(event.before, event.after, strict=True))
        self.need(changed <= found[0].amount, "D7: too many dice")
        self.table.forces.remove(found[0])

    def on_AttackRolled(self, event: Any) -> None:
        target = self.table.units[event.target]
        self.need(target.id not in self.rolled_at, "AA1: one roll a unit")
        self.rolled_at.append(target.id)
        self.need(not target.inside, "TR7: passengers cannot be attacked")
        self.need(target.is_squad or event.kind != "suppressive", "RS3: vehicles are immune")
        is_card = event.source in self.table.cards
        black, least, by = self._of_card(event) if is_card else self._of_units(event, target)
        if not is_card:
            self.need(event.band == self.band_now, f"RG: not {event.band}, {self.band_now}")
        self.need(event.least == least, f"RS4: {event.least}, not {least}")
        self.need(len(event.black) == black, f"RS1: {len(event.black)} dice, not {black}")
        red = self.defence(target, event, by)
        sure = int(target.has("thick") and red > 0)
        self.need(event.sure == sure and len(event.red) == red - sure, f"RS2: {red} red dice")
        struck = sum(face >= least for face in event.black)
        hits = max(struck - sure - sum(face >= RED for face in event.red), 0)
        self.need(event.hits == hits, f"RS5: {hits} hits")
        self.most = max(self.most, struck) if self.rolled_at[1:] else struck
        self.owe(target, event.kind, hits)

    def _of_card(self, event: Any) -> tuple[int, int, str]:
        doing = next(
            d
            for d in self.table.cards[event.source].all_effects
            if d.effect in ("barrage", "strike")
        )
        self.need(self.played == event.source, "D: who shells?")
        if doing.effect == "strike":
            return doing.parameters.get("dice", 6), 4, ""
        self.need(event.at == self.shelled, "D7: another hex")
        return doing.parameters.get("dice", 4), 5, ""

    def _of_units(self, event: Any, target: Man) -> tuple[int, int, str]:
        table, attack = self.table, self.attack
        self.need(event.source == attack.firers[0][0], "C: who fires?")
        self.need(event.kind == attack.kind, "RS3: another kind")
        is_area = not attack.target
        self.need(is_area or target.id == attack.target, "C3: another target")
        self.need(target.at == attack.at and target.side != event.side, "C3: who is there?")
        bands, strength = [], 0
        for number, (unit, figures) in enumerate(attack.firers):
            man = table.units[unit]
            parts = [self._band(man, figure, target) for figure in figures or (man.type,)]
            self.need(all(parts), f"C2: {unit} is out of range")
            bands += parts
            self._check_sight(man, target, is_area)
            self._check_arms(man, figures, is_area)
            fp = self._fp(man, figures or (man.type,), target, attack.kind)
            halved = number > 0 or self._is_halved(man, attack.occasion)
            strength += half(fp) if halved else fp
        lead = table.units[event.source]
        whom = "squads" if target.is_squad else "vehicles"
        strength += table.bonus("attack", lead, attack.kind, whom)
        self.band_now = max(filter(None, bands), key=BANDS.index)
        if attack.occasion == "fire-and-movement":
            self.need(self.band_now != "long", "A4: no long range")
        self.need(target.token != "recon" or self.band_now != "long", "SP5: never at long range")
        least = max(BLACK[self.band_now] + table.bonus("hit", lead, attack.kind, whom), 2)
        return max(strength, 0), min(least, 7), "squads" if lead.is_squad else "vehicles"

    def _check_sight(self, man: Man, target: Man, is_area: bool) -> None:
        """C2, and U9 for indirect weapons."""
        if self.table.sees(man.at, target.at):
            return
        friends = (
            other
            for other in self.table.units.values()
            if other.side == man.side and other.morale == "normal" and not other.inside
        )
        seen = any(self.table.sees(other.at, target.at) for other in friends)
        self.need(is_area and seen, f"LS: {man.id} does not see {target.id}")

    def _check_arms(self, man: Man, figures: tuple[str, ...], is_area: bool) -> None:
        """Q6: its own figures; CF6: area attackers with others of their kind alone."""
        left = list(man.figures)
        for figure in figures:
            self.need(figure in left, f"Q6: {man.id} has no {figure}")
            left.remove(figure)
        kits = [KITS[figure] for figure in figures or (man.type,)]
        self.need(all(("area" in kit.traits) == is_area for kit in kits), "CF6, AA")

    def _concussive(self, man: Man, target: Man) -> bool:
        """V5: a tank at a squad in a building or pillbox."""
        is_housed = self.table.map.ground_at(target.at) == "building"
        return man.has("tank") and target.is_squad and (is_housed or self._in(target, "pillbox"))

    def _in(self, man: Man, kind: str) -> bool:
        return bool(man.shelter) and self.table.sites[man.shelter].kind == kind

    def _band(self, man: Man, figure: str, target: Man) -> str | None:
        kit: Kit = KITS[figure]
        range_, fp = kit.squads if target.is_squad else kit.vehicles
        if not fp or not range_:
            return None
        if man.token == "anti-tank" and not target.is_squad:
            range_ = max(range_, 3)
        range_ += 3 * self._concussive(man, target)
        range_ += level(self.table.map, man.at) > level(self.table.map, target.at)
        range_ += self.table.bonus("range", man, "squads" if target.is_squad else "vehicles")
        limit = min((f.amount for f in self.table.in_force("limit", "range")), default=999)
        return band(away(man.at, target.at), min(range_, limit))

    def _fp(self, man: Man, figures: tuple[str, ...], target: Man, kind: str) -> int:
        """U1, and the bonuses printed on units (RS7, SP1, SP2, V5)."""
        index = "squads" if target.is_squad else "vehicles"
        fp: int = sum(getattr(KITS[figure], index)[1] for figure in figures)
        if target.is_squad and kind != "suppressive":
            fp -= sum(
                KITS[f].squads[1] - MORTAR_NORMAL for f in figures if "area" in KITS[f].traits
            )
        fp += 3 * (man.token == "anti-tank" and not target.is_squad)
        fp += 2 * self._is_flaming(man, target)
        return fp + 3 * self._concussive(man, target)

    def _is_flaming(self, man: Man, target: Man) -> bool:
        return man.token == "flamethrower" and away(man.at, target.at) == 1

    def _is_halved(self, man: Man, occasion: str) -> bool:
        """RS7: fire and movement, pinned, heavy damage, in smoke, wire or mines."""
        if occasion == "fire-and-movement" or man.morale == "pinned" or man.damage == 2:
            return True
        return self.is_hampered(man)

    def is_hampered(self, man: Man) -> bool:
        """X3, X7, X9; engineers do not mind wire, nobody his own hidden mines (SP3, X10)."""
        table = self.table
        mines = any(not (m.hidden and m.side == man.side) for m in table.lies(man.at, "mines"))
        wire = bool(table.lies(man.at, "wire")) and man.token != "engineer"
        return mines or wire or bool(table.lies(man.at, "smoke"))

    def defence(self, target: Man, event: Any, by: str) -> int:
        """RS2, U2, U4, SP4, X3-X5, X8, SP2."""
        table, dice = self.table, 0
        cover = terrain(table.map, target.at, target.is_squad)
        cover += 2 * bool(table.lies(target.at, "smoke"))
        if target.is_squad:
            cover += SHELTER[table.sites[target.shelter].kind] if target.shelter else 0
            cover += bool(table.lies(target.at, "trap"))
            if event.kind == "suppressive":
                cover += target.has("hardened") + table.led(target.at, target.side)
            else:
                friends = [m for m in table.here(target.at) if m.side == target.side]
                cover += any(man.token == "medic" for man in friends)
        else:
            armour = target.kit.armour
            dice = armour - bool(target.damage and armour) + table.bonus("armour", target)
        flamed = (
            self.attack is not None
            and event.source not in table.cards
            and any(self._is_flaming(table.units[unit], target) for unit, _ in self.attack.firers)
        )
        cover -= min(cover, 5) if flamed else 0
        return max(dice + cover + table.bonus("defence", target, event.kind, by), 0)

    # --- what hits do (RS8-RS12) ------------------------------------------------------------------

    def owe(self, target: Man, kind: str, hits: int) -> None:
        """What must befall a unit now."""
        if not hits:
            return
        if not target.is_squad:
            after = damage(target.damage, hits)
            if after == 2 and target.has("wheeled"):
                after = 3  # RS10: a heavily damaged truck is destroyed
            self.due[target.id] = ("damage", after)
        elif kind == "suppressive":
            self.due[target.id] = ("morale", morale(target.morale, hits))
        else:
            self.due[target.id] = ("figures", min(hits, len(target.figures)))

    def on_FiguresLost(self, event: Any) -> None:
        man = self.table.units[event.unit]
        what, count = self.due[man.id]
        self.need(what == "figures" and len(event.figures) <= count, f"RS8: {self.due}")
        for figure in event.figures:
            man.figures.remove(figure)
        count -= len(event.figures)
        self.due[man.id] = (what, count)
        if not count:
            del self.due[man.id]

    def on_MoraleFell(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self.need(self.due.pop(man.id) == ("morale", event.morale), "RS11")
        man.morale = event.morale
        if man.mode == "op-fire":
            man.mode = "fatigued"  # RS12

    def on_VehicleDamaged(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self.need(self.due.pop(man.id) == ("damage", event.damage), "RS9")
        man.damage = event.damage

    def on_UnitLost(self, event: Any) -> None:
        table, man = self.table, self.table.units[event.unit]
        if event.cause == "carrier":
            carrier = table.units[man.inside]
            dies = self.due.get(carrier.id) == ("damage", 3) or carrier.id in self.doomed
            self.need(dies or carrier.id in (*self.retreating, *self.foes), "TR8")
        elif event.cause == "retreat":
            has_way = man.id not in self.doomed and self._ways_out(man)
            self.need(man.id in self.retreating and not has_way, "AS14: it lives")
            self.retreating = [each for each in self.retreating if each != man.id]
        elif event.cause == "ice":
            self.need(man.id in self.doomed, "X2: the ice holds")
        else:
            due = self.due.pop(man.id)
            last = ("figures", len(man.figures))
            self.need(due in (("morale", "routed"), ("damage", 3), last), f"Q2, RS: {due}")
        self.need(not table.cargo(man.id), "TR8: passengers die first")
        table.lose(man.id)

    # --- assaults (AS) ----------------------------------------------------------------------------

    def on_AssaultDeclared(self, event: Any) -> None:
        table = self.table
        lead, foes = table.units[event.unit], table.here(event.at)
        self.need(self.acting is not None and self.acting.deed == "assault", "A6: not now")
        self.need(not self.is_snagged, "AS4: after mines or wire")
        self.need(not self.denied(event.side, "assault"), "D7: no assault")
        self.need(event.start == lead.at and away(lead.at, event.at) == 1, "AS3: adjacent")
        self.need(bool(foes) and all(foe.side != event.side for foe in foes), "AS3: enemies")
        self.need(not any(foe.has("tank") for foe in foes), "AS3: heavy vehicles")
        self.need(len(event.supporters) <= 2, "AS6: two at most")
        for man in (lead, *(table.units[unit] for unit in event.supporters)):
            may_be_heavy = man is not lead and table.rules.get("heavy_squads_support", True)
            fit = man.is_squad and man.morale == "normal" and (may_be_heavy or not man.has("crew"))
            self.need(fit and not man.inside and away(man.at, event.at) == 1, f"AS1, AS6: {man}")
        self.clash = event

    def on_AssaultRolled(self, event: Any) -> None:
        table, clash = self.table, self.clash
        lead = table.units[event.unit]
        others = [table.units[unit] for unit in clash.supporters]
        foes = table.here(event.at)
        own = self._own_fp(lead)
        black = half(own) if self.is_hampered(lead) else own
        black += sum(half(self._own_fp(man)) for man in others)
        black += table.bonus("attack", lead, "assault", "squads")
        back = sum(self._fp_back(foe) for foe in foes)
        first = next((foe for foe in foes if foe.is_squad), foes[0])
        red = terrain(table.map, event.at, first.is_squad)
        if any(man.token == "flamethrower" for man in (lead, *others)):
            red -= min(red, 5)
        red += max((table.bonus("defence", foe, "assault", "squads") for foe in foes), default=0)
        self.need(len(event.black) == max(black, 0), f"AS7: {black} dice")
        self.need(len(event.red) == max(red, 0), f"AS9: {red} red dice")
        self.need(len(event.back) == max(back, 0), f"AS8: {back} dice back")
        least = [max(4 + table.bonus("hit", m, "assault", "squads"), 2) for m in (lead, foes[0])]
        self.need(list(event.least) == least, f"AS9, AS10: {least}")
        hits = sum(f >= least[0] for f in event.black) - sum(f >= RED for f in event.red)
        self.need(event.hits == max(hits, 0), "AS9")
        self.need(event.hits_back == sum(f >= least[1] for f in event.back), "AS10")
        self.foes = [foe.id for foe in foes]
        self.start, self.fight = clash.start, event
        self.ready = {man.id for man in (lead, *others) if man is lead or man.mode != "fatigued"}
        self.toll = {"attack": event.hits_back, "defence": event.hits}
        self.soaked = dict.fromkeys(self.toll, 0)

    def _own_fp(self, man: Man) -> int:
        figures = man.figures if man.is_squad else [man.type]
        fp = sum(MORTAR_NORMAL if "area" in KITS[f].traits else KITS[f].squads[1] for f in figures)
        return fp + 2 * (man.token == "flamethrower" and man.morale != "disrupted")

    def _fp_back(self, foe: Man) -> int:
        """AS8."""
        if foe.morale == "disrupted":
            return 0
        fp = self._own_fp(foe) - 2 * (foe.token == "flamethrower")
        alone = foe.morale == "pinned" and not self.table.led(foe.at, foe.side)
        return half(fp) if alone or foe.damage == 2 else fp

    def take(self, event: Any) -> None:
        """Losses of an assault: the assaulting squad first, then others (AS11, AS12)."""
        name, man = type(event).__name__, self.table.units[event.unit]
        if event.cause == "carrier":
            self.table.lose(man.id)
            return
        group = "defence" if man.id in self.foes else "attack"
        count, most = self._hits_of(name, event, man)
        if group == "attack" and man.id != self.clash.unit:
            lead = self.table.units.get(self.clash.unit)
            self.need(lead is None, "AS11: the assaulting squad first")
        self.need(count <= self.toll[group], f"AS11: {count} of {self.toll}")
        self.toll[group] -= count
        self.soaked[group] += most - count

    def _hits_of(self, name: str, event: Any, man: Man) -> tuple[int, int]:
        """The fewest and the most hits that do this to a unit (AS11, AS12)."""
        if name == "FiguresLost":
            for figure in event.figures:
                man.figures.remove(figure)
            return (len(event.figures),) * 2
        if name == "VehicleDamaged":
            able = [hits for hits in range(1, 5) if damage(man.damage, hits) == event.damage]
            man.damage = event.damage
            return able[0], able[-1]
        gone = self.table.lose(man.id)
        if gone.is_squad:
            return (len(gone.figures),) * 2
        dead = 2 if gone.has("wheeled") else 3  # RS10: trucks do not live with heavy damage
        fewest = next(hits for hits in range(1, 5) if damage(gone.damage, hits) >= dead)
        return fewest, fewest if gone.damage else 4

    def on_AssaultEnded(self, event: Any) -> None:
        table, fight = self.table, self.fight
        alive = [foe for foe in self.foes if foe in table.units]
        if alive:
            short = self.toll["defence"] - self.soaked["defence"]
            self.need(short <= 0, f"AS12: {short} hits more than vehicles may take")
        is_empty_won = table.rules.get("assault_last_defender", "hits") == "success"
        won = (is_empty_won and not alive) or fight.hits > fight.hits_back
        self.need(event.won == won, f"AS13, AS16: {won}")
        for unit in (event.unit, *event.supporters):
            if unit in table.units and (unit == event.unit or table.units[unit].mode == "fresh"):
                table.units[unit].mode = "fatigued"
        self.retreating = alive if won else []
        self.doomed = {
            foe for foe in self.retreating
            if table.units[foe].morale == "disrupted" or table.units[foe].damage == 2
        }  # fmt: skip
        self.clash = None

    def on_Retreated(self, event: Any) -> None:
        table, man = self.table, self.table.units[event.unit]
        self.need(man.id in self.retreating and man.id not in self.doomed, "AS14: who retreats?")
        self.need(event.to in self._ways_out(man), f"AS14: not {event.to}")
        self.retreating = [each for each in self.retreating if each != man.id]
        table.put(man, event.to)
        if man.morale == "pinned":
            man.morale = "disrupted"

    def _ways_out(self, man: Man) -> list[Hex]:
        """Empty or friendly, not where the assault came from, with room."""
        return [
            to
            for to in neighbours(self.table.map, man.at)
            if to != self.start and self.has_room(man, to) and self._may_go(man, to)
        ]

    def _may_go(self, man: Man, to: Hex) -> bool:
        """Whether the ground lets it (X)."""
        traits = "wheeled" if man.has("wheeled") else ""
        return cost(self.table.map, man.at, to, traits, man.is_squad) is not None

    def on_AdvancedIn(self, event: Any) -> None:
        man = self.table.units[event.unit]
        self.need(man.id in self.ready, "AS15: fatigued supporters may not")
        self.need(event.to == self.fight.at and not self.retreating, "AS15: into the hex")
        self.need(self.has_room(man, event.to), "G6")
        self.table.put(man, event.to)
        man.mode = "fatigued"

    def has_room(self, man: Man, to: Hex) -> bool:
        """G6, and no enemy there."""
        there = [each for each in self.table.here(to) if each.id != man.id]
        if any(each.side != man.side for each in there):
            return False
        vehicles = sum(not each.is_squad for each in there) + (not man.is_squad)
        return len(there) < self.table.rules.get("units_in_hex", 3) and vehicles <= 2
