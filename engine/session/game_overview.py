"""The overview of a game in sentences: score, losses, arrivals, objectives, rules.

It shows what one viewer may know; None is an observer who sees everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from engine.games import handbook_of
from engine.narration.game_report import outcome_text
from engine.narration.markdown_text import as_html
from engine.narration.number_format import format_percent
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import (
    arrival_condition_text,
    turn_in_sentence,
    turn_of,
    waiting_badge,
)
from engine.narration.victory_text import all_conditions_sentence, victory_sentences
from engine.play.game import Game
from engine.play.position import PendingUnit, Position, Spot
from engine.scenario.scenario import Arrival, Scenario
from engine.session.rulebook_choices import rulebook_choice_texts
from engine.session.scenario_handout import scenario_handout
from engine.session.visible_position import scenario_objectives
from engine.texts import has_text, localised, text

MAX_NAMED = 12  # of the lost
FACES = 6  # of the die that reinforcements wait for


class OverviewLine(NamedTuple):
    """One thing that is so: what it is, whose, and where, if anywhere."""

    words: str
    side: str = ""
    at: tuple[Spot, ...] = ()
    badge: str = ""


class OverviewPart(NamedTuple):
    """A part of the overview under one heading; `html` is formatted text, as a briefing.

    An empty part has the reason, or advice, in `empty`.
    """

    id: str
    title: str
    lines: tuple[OverviewLine, ...] = ()
    html: str = ""
    empty: str = ""

    @property
    def is_empty(self) -> bool:
        """Return True if there is nothing to show."""
        return not self.lines and not self.html


def game_overview(
    game: Game[Any], viewer: str | None = None, language: str | None = None
) -> tuple[OverviewPart, ...]:
    """The situation part by part, as the viewer may know it."""
    return tuple(_Overview(game, viewer, language).parts())


def overview_now(
    game: Game[Any], viewer: str | None = None, language: str | None = None
) -> tuple[OverviewPart, ...]:
    """The parts that change as the game goes on."""
    return tuple(_Overview(game, viewer, language).current_parts())


def special_rules(
    scenario: Scenario, viewer: str | None = None, language: str | None = None
) -> OverviewPart:
    """Return the rules that differ from the rulebook."""
    made = rulebook_choice_texts(scenario, viewer or "", language)
    lines = (text("overview.rule", language, **one._asdict()) for one in made if one.book)
    return _part(scenario, "rules", tuple(map(OverviewLine, lines)), language)


def _part(
    scenario: Scenario, name: str, lines: tuple[OverviewLine, ...], language: str | None
) -> OverviewPart:
    """A part, or why it is empty, as its game says or all do."""
    own = f"{scenario.game.partition('-')[0]}.overview-{name}-none"
    key = own if has_text(own) else f"overview.{name}-none"
    empty = "" if lines else text(key, language)
    return OverviewPart(name, text(f"overview.{name}", language), lines, "", empty)


class _Overview:
    """The overview of a game for one viewer, in one language."""

    def __init__(self, game: Game[Any], viewer: str | None, language: str | None) -> None:
        self.game, self.viewer, self.language = game, viewer, language
        whole = game.scenario
        self.scenario: Scenario = whole if viewer is None else scenario_handout(whole, viewer)
        self.names = ScenarioNames(self.scenario, language)
        self.position: Position = game.position(viewer)
        self.view = game.state if viewer is None else game.view(viewer)

    def parts(self) -> Iterator[OverviewPart]:
        """Yield the parts: first those that matter in play, last those written before it."""
        yield from self.current_parts()
        yield self._part("aims", tuple(self._aims()))
        yield from self._briefings()
        yield special_rules(self.scenario, self.viewer, self.language)

    def current_parts(self) -> Iterator[OverviewPart]:
        """Yield the parts that change during the game."""
        told: tuple[tuple[str, Callable[[], Iterator[OverviewLine]]], ...] = (
            ("now", self._now), ("held", self._held), ("losses", self._losses),
            ("coming", self._coming),
        )  # fmt: skip
        for name, lines in told:
            yield self._part(name, tuple(lines()))

    def _part(self, name: str, lines: tuple[OverviewLine, ...]) -> OverviewPart:
        return _part(self.scenario, name, lines, self.language)

    # --- how it stands ----------------------------------------------------------------------------

    def _now(self) -> Iterator[OverviewLine]:
        """The turn, how many are left, and the score."""
        position, scenario = self.position, self.scenario
        if position.result is not None:
            yield OverviewLine(outcome_text(self.game, self.language))
        elif position.turn:
            left = position.turns - position.turn
            yield OverviewLine(turn_of(scenario.game, position.turn, position.turns, self.language))
            yield OverviewLine(self._said("last" if left <= 0 else "left", left=left))
        else:
            yield OverviewLine(self.names.word("phase", position.phase))
        points = position.points
        for side, count in points.items():
            yield OverviewLine(self._said("points", points=count), side)
        if len(points) == 2:
            (ahead, most), (_, least) = sorted(points.items(), key=lambda each: -each[1])
            key = "ahead" if most > least else "level"
            yield OverviewLine(self._said(key, side=self.names.side(ahead), by=most - least))

    def _held(self) -> Iterator[OverviewLine]:
        """Yield the holder and worth of each objective."""
        for aim in scenario_objectives(self.scenario, self.language):
            holder = self.position.holders.get(aim.id, "")
            named = {"objective": aim.name, "holder": self.names.side(holder)}
            words = self._said("objective", points=aim.points, **named)
            yield OverviewLine(words, holder, aim.hexes)

    def _losses(self) -> Iterator[OverviewLine]:
        """Yield the losses of each side, as far as the viewer knows."""
        for side in self.scenario.sides:
            lost = [unit for unit in self.position.lost if unit.side == side.id]
            if lost:
                named = self.names.listed(self._lost(side.id))
                left = sum(piece.side == side.id for piece in self.position.pieces)
                words = self._said("lost", count=len(lost), units=named, left=left)
                yield OverviewLine(words, side.id)

    def _lost(self, side: str) -> list[str]:
        """The lost by name; where they are very many, how many of each type."""
        lost = [unit for unit in self.position.lost if unit.side == side]
        if len(lost) <= MAX_NAMED:
            return [self._unit(unit.id) for unit in lost]
        known = handbook_of(self.game.scenario).units()
        counted = Counter(unit.type for unit in lost)
        named = {type_: localised(known.get(type_, {}).get("name", type_), self.language)
                 for type_ in counted}  # fmt: skip
        return [f"{named[type_]} × {count}" for type_, count in counted.most_common()]

    def _coming(self) -> Iterator[OverviewLine]:
        """Yield the units to come: time, place, chance, and conditions."""
        for coming in sorted(self.position.coming, key=lambda each: (each.turn, each.id)):
            yield self._comes(coming)

    def _comes(self, coming: PendingUnit) -> OverviewLine:
        known = {unit.id: unit for unit in self.scenario.units}.get(coming.id)
        arrives = known.arrives if known is not None else None
        zone = self.names.zone(arrives.zone) if arrives is not None and arrives.zone else ""
        said = [self._said("comes-unknown")]
        if coming.turn:
            key = "comes-from" if coming.die or coming.waits else "comes"
            said = [self._said(key, turn=turn_in_sentence(self.game.scenario.game, coming.turn,
                                                   self.language))]  # fmt: skip
        said += [zone] if zone else []
        if arrives is not None and (coming.die or coming.waits):
            said.append(arrival_condition_text(self.scenario, arrives, self.language))
        if coming.die:
            chance = format_percent(Fraction(max(FACES + 1 - coming.die, 0), FACES), self.language)
            said.append(self._said("comes-chance", chance=chance))
        words = self._said("coming-unit", unit=self._unit(coming.id), when=self._listed(said))
        is_known = arrives is not None and (coming.die or coming.waits)
        badge = waiting_badge(arrives) if is_known and arrives is not None else ""
        return OverviewLine(words, coming.side, self._where(arrives), badge)

    def _where(self, arrives: Arrival | None) -> tuple[Spot, ...]:
        """The hexes in which reinforcements come."""
        scenario = self.game.scenario
        if arrives is None or scenario.is_on_table:
            return ()
        known = {*scenario.zones, *scenario.map.zones}
        return tuple(scenario.zone(arrives.zone)) if arrives.zone in known else ()

    # --- what was written before ------------------------------------------------------------------

    def _aims(self) -> Iterator[OverviewLine]:
        """Yield the victory conditions of the sides."""
        for said in victory_sentences(self.scenario, self.language):
            yield OverviewLine(said)
        whole = (
            all_conditions_sentence(self.scenario, self.language) if self.scenario.victory else ""
        )
        if whole:
            yield OverviewLine(whole)

    def _briefings(self) -> Iterator[OverviewPart]:
        """Yield the briefings the viewer may read; all of them for one who sees everything."""
        sides = [side.id for side in self.scenario.sides if self.viewer in (None, side.id)]
        found = []
        for side in sides:
            told = localised(self.scenario.briefings.get(side, ""), self.language).strip()
            if told:
                title = self._said("briefing-of", side=self.names.side(side))
                found.append(OverviewPart("briefing", title, (), as_html(told)))
        yield from found or [self._part("briefing", ())]

    def _unit(self, unit: str) -> str:
        return self.game.rules.describe_unit(self.view, unit, self.language)

    def _listed(self, words: list[str]) -> str:
        return text("overview.comma", self.language).join(filter(None, words))

    def _said(self, key: str, **values: object) -> str:
        return text(f"overview.{key}", self.language, **values)
