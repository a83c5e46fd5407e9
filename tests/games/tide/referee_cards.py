"""The referee's eye on cards, command, initiative and the Status phase (CM, ST, D, O)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.tide.referee_moves import Moves
from tests.games.tide.referee_table import Force, Man
from tests.games.tide.slow_tables import neighbours


class Cards(Moves):
    """Everything a headquarters does."""

    drawn: dict[str, list[str]]

    def doing(self, card: str, effect: str) -> Mapping[str, Any]:
        """The parameters of one of the things a card does."""
        found = [each for each in self.table.cards[card].all_effects if each.effect == effect]
        self.need(bool(found), f"D7: {card} does no {effect}")
        return found[0].parameters

    def by_card(self, card: str, effect: str) -> Mapping[str, Any]:
        """The same of the card that is being played."""
        self.need(self.played == card, f"D: {card} is not played")
        return self.doing(card, effect)

    # --- hands (D1-D4, ST1, G4) -------------------------------------------------------------------

    def on_CardDrawn(self, event: Any) -> None:
        office = self.table.offices[event.side]
        self.need(event.card in office.decks[event.deck], f"D1: no {event.card} is left")
        office.decks[event.deck].remove(event.card)
        office.hand.append(event.card)
        drawn = self.drawn.setdefault(event.side, [])
        drawn.append(event.card)
        if self.phase == "status":
            plus = any(d.effect == "plus" for d in self.table.cards[drawn[0]].all_effects)
            self.need(len(drawn) <= 1 + plus, "ST1: one card, a card marked + once more")
        elif self.phase != "set-up":
            self.doing(self.played, "draw")

    def on_CardPlayed(self, event: Any) -> None:
        table, office = self.table, self.table.offices[event.side]
        card = table.cards[event.card]
        self.need(card.phase in ("", self.phase), f"D2: not in the {self.phase} phase")
        self.need(event.side == self.active, "A5, CM3: not its turn")
        self.need(event.cost == table.cost(event.side, card), "D2: another cost")
        self.need(event.cost <= office.command, "D2: it cannot pay")
        self.need(not self.denied(event.side, "cards"), "D7: no cards")
        for force in table.in_force("deny"):
            deck = table.scenario.decks.get(force.what)
            ids = [each.id for each in deck.cards] if deck else []
            self.need(force.side != event.side or card.id not in ids, "D7: not of this deck")
        self.need(event.stays == card.stays, "D3")
        office.hand.remove(event.card)
        office.command -= event.cost
        (office.play if card.stays else office.used).append(event.card)
        self.played, self.rolled_at, self.attack = event.card, [], None

    def on_CardDiscarded(self, event: Any) -> None:
        self.by_card(event.by, "discard-enemy")
        self.need(event.side != self.active, "D7: the enemy's")
        office = self.table.offices[event.side]
        office.hand.remove(event.card)
        office.used.append(event.card)

    def on_OperationLaidOut(self, event: Any) -> None:
        said = self.table.rules["operations"][event.card] or {}
        self.need(said.get("side", "") == event.side, "O: another side's")
        self.need(said.get("until", 0) == event.until, "O: another round")
        self.played = event.card

    # --- points (CM) ------------------------------------------------------------------------------

    def on_CommandReceived(self, event: Any) -> None:
        if event.source == "objectives":
            self.need(self.phase == "command", "CM2")
            self.need(event.points == self.income(event.side), f"CM2: {self.income(event.side)}")
        else:
            self.need(event.points == self.by_card(event.source, "command")["amount"], "D7")
        self.table.offices[event.side].command += event.points

    def income(self, side: str) -> int:
        """CM2: what a side controls, and what is nobody's and nobody contests."""
        total = 0
        for objective in self.table.scenario.objectives:
            worth = self.table.rules.get("objectives", {}).get(objective.id, {})
            holder = self.table.holders[objective.id]
            if holder == side:
                total += worth.get("command", 0)
            elif not holder and len(self.sides_at(objective)) < 2:
                total += worth.get("neutral", 0)
        return total

    def sides_at(self, objective: Any) -> set[str]:
        """Who has units at an objective."""
        table = self.table
        hexes = (objective.at,) if objective.at is not None else table.scenario.zone(objective.zone)
        return {man.side for at in hexes for man in table.here(at)}

    def on_ObjectiveTaken(self, event: Any) -> None:
        found = next(o for o in self.table.scenario.objectives if o.id == event.objective)
        self.need(self.sides_at(found) == {event.side}, "CM1: not alone there")
        self.table.holders[event.objective] = event.side

    def on_PointsScored(self, event: Any) -> None:
        worth = self.table.rules.get("objectives", {})
        held = [o for o, side in self.table.holders.items() if side == event.side]
        points = sum(worth.get(o, {}).get("each_round", 0) for o in held)
        self.need(event.points == points, f"CM2: {points}")
        self.table.points[event.side] += event.points

    def on_CommandTaken(self, event: Any) -> None:
        enemy = self.table.offices[self.table.enemy(event.side)]
        wanted = self.by_card(event.card, "take-command")["amount"]
        self.need(event.points == min(wanted, enemy.command), "D7: as far as he has")
        enemy.command -= event.points
        self.table.offices[event.side].command += event.points

    def on_InitiativeRaised(self, event: Any) -> None:
        office = self.table.offices[event.side]
        if event.card:
            self.need(event.points == self.by_card(event.card, "initiative")["amount"], "D7")
        else:
            self.need(self.phase == "command" and event.side == self.active, "CM3: not now")
            office.command -= event.points
        office.initiative += event.points

    def on_InitiativeDecided(self, event: Any) -> None:
        offices = self.table.offices
        first, second = self.order
        wins = second if offices[second].initiative > offices[first].initiative else first
        self.need(event.side == wins, f"CM4: {wins} has it")
        self.need(event.points == tuple(offices[s].initiative for s in self.table.sides), "CM4")
        self.initiative = event.side
        for office in offices.values():
            office.initiative = 0

    def on_SideAsked(self, event: Any) -> None:
        stages = {"command": ("spend",), "status": ("watch", "exchange")}
        self.need(event.stage in stages.get(self.phase, ()), "CM3, ST6: not now")
        self.active, self.stage = event.side, event.stage

    # --- what cards do (D7) -----------------------------------------------------------------------

    def on_EffectBegan(self, event: Any) -> None:
        if event.kind == "again":
            self._act_again(event)
        else:
            said = self.by_card(event.card, event.kind)
            told = [said[name] for name in ("amount", "most", "dice", "squads") if name in said]
            if event.kind != "deny":
                self.need(event.amount == (told or [1])[0], f"D7: {told}")
            for name in ("what", "who", "against"):
                if name in said and event.kind in ("bonus", "deny", "limit"):
                    self.need(getattr(event, name) == said[name], f"D7: {name}")
            whom = self.active if event.kind in ("bonus", "reroll") else None
            self.need(self.phase == "set-up" or whom in (None, event.side), "D7: whose?")
            if event.kind == "deny":
                self.need(event.side == self.table.enemy(self.active), "D7: the enemy")
        values = {name: getattr(event, name) for name in Force.__dataclass_fields__}
        self.table.forces.append(Force(**values))

    def _act_again(self, event: Any) -> None:
        """O8: one officer's squad may be activated twice a round."""
        man = self.table.units[event.unit]
        used = [f for f in self.table.in_force("again") if f.card == event.card]
        allowed = self.table.in_force("twice")
        self.need(bool(allowed) and len(used) < allowed[0].amount, "O8: once a round")
        self.need(man.has("officer"), "O8: an officer's squad")
        self.played = event.card

    def on_EffectsEnded(self, event: Any) -> None:
        forces = self.table.forces
        for card, place in zip(event.cards, event.places, strict=True):
            force = forces[place]
            self.need(force.card == card, "D7: another card's")
            is_round = self.phase == "status" and 0 < force.until <= self.round
            is_turn = force.lasts == "turn" and force.side == self.active
            self.need(is_round or is_turn or force.lasts == "attack", f"D7, ST5: {force}")
        self.table.forces = [f for n, f in enumerate(forces) if n not in event.places]

    def on_ActionsAdded(self, event: Any) -> None:
        self.need(event.actions == self.by_card(event.card, "extra-actions")["actions"], "D7")
        self.left += event.actions

    def on_Readied(self, event: Any) -> None:
        man = self.table.units[event.unit]
        if not self.table.in_force("again"):
            kinds = {"squad": man.is_squad, "vehicle": not man.is_squad, "any": True}
            self.need(kinds[self.by_card(event.card, "ready")["kind"]], "D7: of this kind")
        self.need(man.mode != "fresh" and man.morale == "normal", f"D7 ready: {man}")
        man.mode = "fresh"
        self.acted.discard(man.id)

    def on_Recovered(self, event: Any) -> None:
        table = self.table
        men = [table.units[unit] for unit in event.units]
        if event.cause == "status":
            pinned = {m.id for m in table.units.values() if m.morale == "pinned"}
            self.need(self.phase == "status" and set(event.units) == pinned, "ST3: pinned off")
        elif event.cause == "officer":
            self.need(set(event.units) == {m.id for m in self._shaken() if self._is_led(m)}, "ST4")
        else:
            states = {"pinned": ("pinned",), "disrupted": ("disrupted",)}
            said = self.by_card(event.cause, "recover")["from"]
            wanted = states.get(said, ("pinned", "disrupted"))
            self.need(all(man.morale in wanted for man in men), "D7 recover")
        for man in men:
            man.morale = "normal"

    def _shaken(self) -> list[Man]:
        return [man for man in self.table.units.values() if man.morale == "disrupted"]

    def _is_led(self, man: Man) -> bool:
        """ST4, O7."""
        veterans = any(f.side in ("", man.side) for f in self.table.in_force("veterans"))
        return veterans or self.table.led(man.at, man.side)

    def on_Steadied(self, event: Any) -> None:
        rest = {man.id for man in self._shaken() if not self._is_led(man)}
        self.need(self.phase == "status" and set(event.units) == rest, f"ST4: {rest}")
        for unit in event.units:
            self.table.units[unit].morale = "pinned"

    def on_Shaken(self, event: Any) -> None:
        table, man = self.table, self.table.units[event.unit]
        self.need(event.morale == self.by_card(event.card, "condition")["to"], "D7 condition")
        self.need(man.side != self.active and man.is_squad and not man.inside, f"D7: {man}")
        self.need(not self._in(man, "pillbox"), "EX18: in a pillbox")
        eyes = [m for m in table.units.values() if m.side == self.active and not m.inside]
        self.need(any(table.sees(m.at, man.at) for m in eyes), "D7: nobody sees it")
        man.morale = event.morale
        if man.mode == "op-fire":
            man.mode = "fatigued"

    def on_BarrageFell(self, event: Any) -> None:
        table, said = self.table, self.by_card(event.card, "barrage")
        eyes = [m for m in table.units.values() if m.side == event.side and not m.inside]
        seen = any(m.at == event.aim or table.sees(m.at, event.aim) for m in eyes)
        self.need(seen or bool(said.get("blind")), "D6: nobody sees the hex")
        self.need(bool(event.die) == bool(said.get("scatter")), "D7: scatter")
        at = event.aim
        if 0 < event.die <= 2:
            at = table.grid.neighbour(event.aim, event.direction - 1)
            at = at if at in table.grid and at not in self._halves() else None
        self.need(event.at == at, f"D7: it lands in {at}")
        self.shelled, self.rolled_at, self.attack, self.most = at, [], None, 0

    def on_Repaired(self, event: Any) -> None:
        man = self.table.units[event.unit]
        grades = min(self.by_card(event.card, "repair")["grades"], man.damage)
        self.need(event.grades == grades > 0 and man.side == self.active, "D7 repair")
        man.damage -= event.grades

    def on_FigureJoined(self, event: Any) -> None:
        table, man = self.table, self.table.units[event.unit]
        self.need(event.figure == self.by_card(event.card, "replace-figures")["kind"], "D7")
        near = [m for h in neighbours(table.map, man.at) for m in table.here(h)]
        self.need(all(m.side == man.side for m in near), "D7: next to enemies")
        man.figures.append(event.figure)

    def on_SquadCalled(self, event: Any) -> None:
        said = self.by_card(event.card, "reinforce")
        self.need(event.figures == (said["type"],) * 4, "D7: full squads")
        self.need(event.round == self.round + said["rounds"] + 1, "D7: so many rounds on")
        self.table.called[event.unit] = (event.side, list(event.figures), event.round)

    # --- the Status phase (ST) --------------------------------------------------------------------

    def on_ActivationsRemoved(self, event: Any) -> None:
        acted = {man.id for man in self.table.units.values() if man.mode != "fresh"}
        self.need(self.phase == "status" and set(event.units) == acted, "ST2: all tokens off")
        for unit in event.units:
            self.table.units[unit].mode = "fresh"

    def on_FiguresExchanged(self, event: Any) -> None:
        table = self.table
        one, other = table.units[event.giver], table.units[event.taker]
        self.need(self.phase == "status" and self.stage == "exchange", "ST6: not now")
        self.need(one.at == other.at and one.side == other.side == self.active, "ST6: one hex")
        self.need(not one.inside and not other.inside, "TR4")
        self.need(one.morale == other.morale == "normal", "ST6: pinned or disrupted")
        one.figures.remove(event.figure)
        other.figures.append(event.figure)
        for back in filter(None, (event.back, event.second)):
            other.figures.remove(back)
            one.figures.append(back)
