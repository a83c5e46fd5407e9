"""Rule systems: one value in each game's own package, called `SYSTEM`.

A package stays light: its parts are functions that load a part on request, so that the name of a
game can be read without loading its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.texts import LocalText

if TYPE_CHECKING:
    from engine.games.counter_values import CounterValues
    from engine.games.figure_group_kinds import MeleeLosses
    from engine.games.game_appearance import MarkLooks, ResultLooks
    from engine.games.handbook import Handbook
    from engine.games.rules_design import RulesDesign
    from engine.games.scenario_limits import ScenarioLimits
    from engine.play.ai_support import AiSupport
    from engine.play.game import Game, Rules
    from engine.play.luck import AttackRecord
    from engine.scenario.scenario import VictoryCondition
    from engine.sight.map_sight import Sight

Overrides = Mapping[str, Any]
"""The `rules:` of a scenario: what it changes of the rulebook; empty for the rulebook itself."""


def _no_attacks(game: Game[Any]) -> Iterator[AttackRecord]:
    return iter(())


def _no_musters(overrides: Overrides, sides: Iterable[str]) -> Mapping[str, str]:
    return {}


def _plain_thinking() -> AiSupport[Any]:
    from engine.play.ai_support import PLAIN

    return PLAIN


@dataclass(frozen=True)
class RuleSystem:
    """One rule system, whole."""

    id: str
    """The word for it in files, on the command line, and in front of its texts."""
    title: LocalText
    rules: Callable[[], Rules[Any]]
    """Its rules under way."""
    handbook: Callable[[Overrides], Handbook]
    """Its data about maps outside a game."""
    limits: Callable[[Overrides, Iterable[str]], ScenarioLimits]
    """Its limits for scenarios of these sides; RuleError for `rules:` that are not valid."""
    design: Callable[[], RulesDesign]
    """Options that a designer may change."""
    attacks: Callable[[Game[Any]], Iterator[AttackRecord]] = _no_attacks
    """The attacks of a game that was played, with their odds before the dice fell.

    Results are those of the dice as they fell at first, so that in the mean they come as expected.
    """
    harmless: frozenset[str] = frozenset()
    """Results of attacks that harm no enemy."""
    musters: Callable[[Overrides, Iterable[str]], Mapping[str, str]] = _no_musters
    """The zone in which each of the sides that buy their army sets it up."""
    thinking: Callable[[], AiSupport[Any]] = _plain_thinking
    """Its support for players that look ahead."""
    is_condition_met: Callable[[Any, VictoryCondition], bool] | None = None
    """True for a state in which a condition of victory holds; None in games without conditions."""
    arms: Mapping[str, LocalText] = field(default_factory=dict)
    """The arms of a side that may have players of their own, by name; none where it is of a piece.

    Its rules may say what is theirs to answer and whom they may talk to
    (`engine/play/arm_commands.py`).
    """
    sight: Callable[[Any], Sight] | None = None
    """Sight in a state or view; None where nothing in a game changes the map's."""
    paragraphs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By `RuleSubject`, rules shown where a figure or a refusal names none itself."""
    rolls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the purpose of a roll, the rules it is made and read by."""
    is_double_blind: bool = False
    """True if a side sees only some of the enemy's units."""
    writes_in_secret: bool = False
    """True if a side writes something down that the other may not read: a plan, an order."""
    secret_phases: frozenset[str] = frozenset()
    """Phases in which what one side answers neither shows nor changes anything for another.

    Sides at screens of their own answer in them at the same time.
    """
    sheets: tuple[Mapping[str, Any], ...] = ()
    """Blank sheets for maps of this game: id, name, hint, and the plan as plain values."""
    ground: Literal["map", "table"] = "map"
    """Its ground: a map of hexes, or a table without them."""
    melee: Callable[[int, int, bool], MeleeLosses] | None = None
    """On a table: what a mêlée of so many against so few comes to, the few isolated or not."""
    looks: Path | None = None
    """The folder with its `marks.yaml`, `results.yaml` and `counter.yaml`: badges, colours,
    weights, and which values its counters print."""
    rulebook: Path | None = None
    """The folder of its rulebook (`docs/rulebook-files.md`); without one it is made of the
    sentences that explain figures."""
    texts: Path | None = None
    """Its sentences, of a game whose package is not the program's own."""

    @property
    def marks(self) -> MarkLooks:
        """Return the looks of the marks of units."""
        from engine.games.game_appearance import NO_MARKS, read_mark_looks

        return read_mark_looks(self.id, self.looks / "marks.yaml") if self.looks else NO_MARKS

    @property
    def printed(self) -> CounterValues:
        """Return the values that its counters print."""
        from engine.games.counter_values import NOTHING_PRINTED, read_counter_values

        return read_counter_values(self.looks / "counter.yaml") if self.looks else NOTHING_PRINTED

    @property
    def results(self) -> ResultLooks:
        """Return the looks of the results of attacks, from none to the worst."""
        from engine.games.game_appearance import NO_RESULTS, read_result_looks

        return read_result_looks(self.looks / "results.yaml") if self.looks else NO_RESULTS


class PackageParts:
    """The parts of a game's package, each imported when it is asked for.

    A part is named as `module:name`, the module within the package.
    """

    def __init__(
        self,
        package: str,
        *,
        rules: str,
        handbook: str,
        limits: str,
        design: str,
        attacks: str = "",
    ) -> None:
        self._package, self._rules, self._handbook = package, rules, handbook
        self._limits, self._design, self._attacks = limits, design, attacks

    def part(self, path: str) -> Any:
        """Return what a module of the package holds under a name: `module:name`."""
        module, name = path.split(":")
        return getattr(import_module(f"{self._package}.{module}"), name)

    def rules(self) -> Rules[Any]:
        """Return the rules under way."""
        rules: Rules[Any] = self.part(self._rules)
        return rules

    def handbook(self, overrides: Overrides) -> Handbook:
        """Return the handbook under the rulebook with what a scenario changes of it."""
        rulebook = self.part("data.rulebook:load_rulebook")(overrides)
        handbook: Handbook = self.part(self._handbook)(rulebook)
        return handbook

    def limits(self, overrides: Overrides, sides: Iterable[str]) -> ScenarioLimits:
        """Return what the game allows in scenarios of some sides."""
        limits: ScenarioLimits = self.part(self._limits)(overrides, sides)
        return limits

    def design(self) -> RulesDesign:
        """Return what a designer may change."""
        design: RulesDesign = self.part(self._design)()
        return design

    def list_attacks(self, game: Game[Any]) -> Iterator[AttackRecord]:
        """Return the attacks of a game that was played."""
        attacks: Iterator[AttackRecord] = self.part(self._attacks)(game)
        return attacks

    def system(self, id_: str, title: LocalText) -> RuleSystem:
        """Return a rule system of these parts."""
        attacks = self.list_attacks if self._attacks else _no_attacks
        return RuleSystem(id_, title, self.rules, self.handbook, self.limits, self.design, attacks)
