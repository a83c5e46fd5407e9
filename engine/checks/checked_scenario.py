"""A scenario under check: its data, and the reports of problems."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.files.scenario_reader import ScenarioFile
from engine.files.source_text import SourceNode
from engine.files.valid_parts import Steps
from engine.games import installed_games, is_installed, rule_system_of, title_of
from engine.games.scenario_limits import RuleError, ScenarioLimits
from engine.games.stacking import Stack, Stacking, stack_of
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.map.map import Map
from engine.movement.standable_hexes import can_stand
from engine.problems import Problem, Severity, nearest_word
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import ScenarioUnit
from engine.texts import localised


class CheckedScenario:
    """A scenario with its file and, where its game is known, what the game allows.

    `faults` holds what is wrong with the game or its overrides; without them checked, the checks
    that need the game are left out.
    """

    def __init__(self, file: ScenarioFile) -> None:
        self.file, self.source, self.scenario = file, file.source, file.scenario
        self.sides = [side.id for side in self.scenario.sides]
        self.faults: list[Problem] = []
        self._zones: dict[str, tuple[Hex, ...] | None] = {}
        self._limits = self._known_limits()

    def _known_limits(self) -> ScenarioLimits | None:
        from engine.games import scenario_limits_of

        if not is_installed(self.scenario.game):
            self.faults.append(
                self.unknown_word_problem(
                    "unknown-game",
                    ["game"],
                    self.scenario.game,
                    installed_games(),
                    game=self.scenario.game,
                )
            )
            return None
        played_on = "table" if self.scenario.is_on_table else "map"
        if rule_system_of(self.scenario.game).ground != played_on:
            values = {"game": localised(title_of(self.scenario.game))}
            self.faults.append(self.error(f"not-played-on-a-{played_on}", [played_on], **values))
            return None
        rules = dict(self.scenario.rules)
        while True:
            try:
                return scenario_limits_of(self.scenario.game, rules, self.sides)
            except RuleError as error:
                path: Steps = ["rules", *error.path]
                self.faults.append(
                    self.error("invalid-rules", path, explained=str(error), near=error.near)
                )
                choice = str(error.path[0]) if error.path else ""
                if isinstance(rules.get(choice, {}), Mapping):
                    return None  # other parts lean on it: what they mean is not sure
                del rules[choice]  # one choice that is wrong hides nothing else

    @cached_property
    def map(self) -> Map:
        """The map of a scenario on hexes."""
        return self.scenario.map

    @property
    def knows_game(self) -> bool:
        """Return True if the game and the overrides of its rules are known."""
        return self._limits is not None

    @property
    def limits(self) -> ScenarioLimits:
        """Return the limits of the game; only where it is known."""
        assert self._limits is not None
        return self._limits

    @property
    def has_valid_rules(self) -> bool:
        """Return True if the overrides were read: one malformed override leaves all of them out."""
        written = self.source.root.at(["rules"])
        is_there = written is not self.source.root and bool(written.value)
        return bool(self.scenario.rules) or not is_there

    # --- telling ------------------------------------------------------------------------------

    def error(
        self, code: str, path: Steps, hexes: Iterable[Hex] = (), /, **values: object
    ) -> Problem:
        """Return an error: a problem that keeps the scenario from being played."""
        return self.source.problem(code, path, values, at=self._names(hexes))

    def warning(
        self, code: str, path: Steps, hexes: Iterable[Hex] = (), /, **values: object
    ) -> Problem:
        """Return a warning: a problem worth a look."""
        at = self._names(hexes)
        return self.source.problem(code, path, values, at=at, severity=Severity.WARNING)

    def unknown_word_problem(
        self, code: str, path: Steps, word: str, known: Iterable[str], /, **values: object
    ) -> Problem:
        """A word that means nothing here, with those that would."""
        words = list(known)
        values |= {"known": ", ".join(words) or "–", "near": nearest_word(word, words)}
        return self.source.problem(code, path, values)

    def _names(self, hexes: Iterable[Hex]) -> tuple[str, ...]:
        return tuple(self.map.grid.name(hex_) for hex_ in hexes)

    def label(self, hex_: Hex) -> str:
        """The label printed in a hex."""
        return self.map.labels.label(hex_)

    def side_name(self, side: str) -> str:
        """Return a side's name in the reader's language."""
        known = {entry.id: entry for entry in self.scenario.sides}
        return known[side].name_in_language() if side in known else side

    # --- places -------------------------------------------------------------------------------

    @property
    def zone_names(self) -> list[str]:
        """The zones there are, the scenario's own first."""
        return [*dict.fromkeys([*self.scenario.zones, *self.scenario.ground.zones])]

    def zone(self, name: str) -> tuple[Hex, ...] | None:
        """The hexes of a zone, or the one hex named; None for what is neither."""
        if name not in self._zones:
            try:
                self._zones[name] = self.scenario.zone(name)
            except UnknownHexError:
                self._zones[name] = None
        return self._zones[name]

    @cached_property
    def starting_stacks(self) -> Mapping[tuple[str, Hex], list[ScenarioUnit]]:
        """The units of each side that begin in each hex."""
        found: dict[tuple[str, Hex], list[ScenarioUnit]] = {}
        for unit in self.scenario.units:
            if unit.at is not None:
                found.setdefault((unit.side, unit.at), []).append(unit)
        return found

    @property
    def deck_entries(self) -> list[tuple[str, SourceNode]]:
        """The decks the file names, also those that cannot be read."""
        decks = self.source.root.at(["decks"])
        is_named = decks is not self.source.root and isinstance(decks.value, dict)
        return list(decks.value.items()) if is_named else []

    def path(self, unit: ScenarioUnit, *key: str) -> Steps:
        """Return the path in the file of a unit, or of one of its keys."""
        return [*self.file.units[unit.id], *key]

    def group_path(self, body: FigureGroup, *key: str) -> Steps:
        """Return the path in the file of a figure group, or of one of its keys."""
        return [*self.file.bodies[body.id], *key]

    def count_free_places(self, hexes: Iterable[Hex], units: Sequence[ScenarioUnit]) -> int:
        """Return how many units of a side fit in some hexes beside those that start there.

        Units that can stand in the fewest hexes are placed first.
        """
        ground = {u.type: self._ground(hexes, u) for u in units if u.type in self.limits.mobility}
        stacks = {
            hex_: stack_of(self.scenario, hex_, self.starting_stacks.get((units[0].side, hex_), ()))
            for hex_ in {each for free in ground.values() for each in free}
        }
        types = (unit.type for unit in sorted(units, key=lambda unit: len(ground[unit.type])))
        return sum(_finds_room(self.limits.stacking, stacks, ground[each], each) for each in types)

    def _ground(self, hexes: Iterable[Hex], unit: ScenarioUnit) -> deque[Hex]:
        """Those of some hexes in which a unit can stand and none of its enemies begins."""
        mobility = self.limits.mobility[unit.type]
        enemies = {hex_ for side, hex_ in self.starting_stacks if side != unit.side}
        free = (hex_ for hex_ in dict.fromkeys(hexes) if hex_ not in enemies)
        return deque(hex_ for hex_ in free if can_stand(self.map, mobility, hex_))


def _finds_room(stacking: Stacking, stacks: dict[Hex, Stack], free: deque[Hex], type_: str) -> bool:
    """Put a unit of a type into the first hex that takes it; one that does not never will."""
    while free:
        stack = stacks[free[0]].with_type(type_)
        if stacking(stack) is None:
            stacks[free[0]] = stack
            return True
        free.popleft()
    return False
