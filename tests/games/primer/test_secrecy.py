"""What a side could learn that it does not see (primer P7, P10): nothing, in thirty games."""

from __future__ import annotations

from functools import cache

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import Encountered, OrderWritten, RoundTold, UnitDeployed
from engine.games.primer.fight_events import MissileFired, MissileStruck, OutcomeTold
from engine.games.primer.state import Sighting, State
from engine.games.primer.vision import seen_enemies
from engine.hexes.hex import Hex
from engine.play.dice import SeededDice
from engine.play.events import Event, field_values, is_seen_by
from engine.play.game import Game
from engine.play.players import RandomPlayer, find_player, let_player_answer
from engine.scenario.scenario import Arrival, Scenario, ScenarioUnit
from tests.conformance.cases import ambush, armies
from tests.games.primer.boards import scenario

# A side has aimed at the hex of these itself, or been attacked there.
AIMED = (Encountered, OrderWritten, MissileFired, MissileStruck, OutcomeTold, RoundTold)
GAMES = range(30)


class Watched(Game[State]):
    """A game that notes what an event or an option gives away to a side."""

    leaks: list[str]

    def emit(self, event: Event[State]) -> None:
        before = self.state.copy()
        super().emit(event)
        for side in self.state.sides:
            if is_seen_by(event, side):
                told = _told(event, side, before, self.state)
                self.leaks += [f"{side} is told of {what} by {event}" for what in told]

    def look_at_options(self) -> None:
        """Note where the options differ from those that the side's own view has."""
        asked = self.decision
        if asked is None or asked.side not in self.state.sides:
            return
        view = PRIMER.view(self.state, asked.side)
        view.retreats = self.state.retreats  # which way the victors are is told (P16)
        if list(asked.options(view)) != list(self.options):
            self.leaks.append(f"{asked} is not what {asked.side} knows")
        for option in self.options:
            truth, known = (PRIMER.points_at(s, asked, option) for s in (self.state, view))
            if truth != known:
                self.leaks.append(f"{option} points {asked.side} at {truth}, not at {known}")


def _told(event: Event[State], side: str, before: State, after: State) -> list[str]:
    """The enemies, and the hexes of enemies, in an event that its seer sees nothing of."""
    words, hexes = set(_words(field_values(event))), set(_hexes(field_values(event)))
    known = _known(before, side) | _known(after, side)
    enemies = [unit for state in (before, after) for unit in state.units_of(state.enemy_of(side))]
    hidden = [unit for unit in enemies if unit.id not in known]
    found = [unit.id for unit in hidden if unit.id in words]
    if not isinstance(event, AIMED):
        hexes -= {unit.at for unit in enemies if unit.id in known}
        found += [f"{unit.at} of {unit.id}" for unit in hidden if unit.at in hexes]
    return found


def _known(state: State, side: str) -> set[str]:
    """The enemies a side sees, or has met in this turn where they are still."""
    sightings = state.sightings[side].values()
    met = {seen.unit for seen in sightings if _is_there(seen, state)}
    return met | {unit.id for unit in seen_enemies(state, side)}


def _is_there(seen: Sighting, state: State) -> bool:
    """Whether a sighting is of this turn and still true: as of who is met in woods."""
    unit = state.units.get(seen.unit)
    return seen.turn == state.turn and (unit is None or unit.at == seen.at)


def _words(value: object) -> list[str]:
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        return [word for part in value for word in _words(part)]
    return [value] if isinstance(value, str) else []


def _hexes(value: object) -> list[Hex]:
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, Hex):
        return [value]
    return [hex_ for part in value for hex_ in _hexes(part)] if isinstance(value, tuple) else []


@cache
def woods() -> Scenario:
    """Woods half over, stacks on both sides, beaten units among them, units that come later."""
    rows = ["bi1+bi2 w . w ri1+ri2+ri3:w w", "w bt1:w c w . ra1", ". w bi3+bi4:w ri4:w c rt1:w",
            "ba1 . w bi5:w ri5+ri6:w w", "w bp1 . w . rp1:w"]  # fmt: skip
    made = scenario(
        "\n".join(rows), cities={"C2": "red", "E3": "red"}, beaten=["bi1", "bi4", "ri5", "ri1"],
        missiles=["b-missile"], rules={"withdrawal": False}, turns=6,
    )  # fmt: skip
    made.zones["middle"] = tuple(made.map.grid)
    late = [
        ScenarioUnit(f"late-{side}", side, "infantry", arrives=Arrival(turn, "middle"))
        for side, turn in (("red", 2), ("blue", 3))
    ]
    made.units = (*made.units, *late)
    return made


def watched(seed: int) -> Watched:
    """A game played to its end, random or by the automatic player, and watched."""
    Watched.leaks = []
    game = Watched(PRIMER, (woods, armies, ambush)[seed % 3](), SeededDice.of(seed))
    who = "greedy" if seed % 5 == 4 else "random"
    players = {side: find_player(who, seed) for side in game.state.sides}
    while game.decision is not None:
        game.look_at_options()
        let_player_answer(game, {**players, "umpire": RandomPlayer(seed)})
    return game


@pytest.mark.parametrize("seed", GAMES)
def test_p10_no_event_and_no_option_names_what_a_side_does_not_see(seed: int) -> None:
    assert watched(seed).leaks == []


def test_p8_a_deployment_is_told_to_who_sees_it_alone() -> None:
    for event in watched(1).events:
        if isinstance(event, UnitDeployed):
            assert event.seers() == (event.side,)
