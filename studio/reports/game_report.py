"""The after-action report of one game, finished or not: what happened, turn by turn, with maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine import __version__
from engine.games import list_attacks
from engine.narration.chronicle import (
    ChronicleMoment,
    ChronicleRoll,
    TurnPlayed,
    dice_sum_odds,
    find_throws,
    turns_played,
)
from engine.narration.game_report import outcome_text, scores_text
from engine.narration.number_format import format_decimal
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_of, turn_title
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.luck import Luck, measure_luck
from engine.texts import localised, text
from studio.rendering.charts.report_charts import BarChart, BarSeries, ChartDrawing, SeriesStyle
from studio.rendering.counters.counter_painter import side_colours
from studio.rendering.map.turn_map import TurnMap
from studio.rendering.tabletop.report_pictures import TabletopAtTurnEnd
from studio.reports.report_pages import (
    Block,
    Heading,
    ListedSentences,
    Paragraph,
    ReportFigure,
    ReportPage,
    ReportTable,
    SharedFigureBackground,
    format_number,
)

CARD = "card"  # a card drawn is rolled for, but not with dice
MIN_ROLLS = 5


def build_game_report(game: Game[Any], players: Mapping[str, str], language: str) -> ReportPage:
    """The umpire's report of a game; `players` names who played each side."""
    return _Report(game, players, language).page()


class _Report:
    """The page of a game, part by part."""

    def __init__(self, game: Game[Any], players: Mapping[str, str], language: str) -> None:
        self.game, self.players, self.language = game, players, language
        self.scenario = game.scenario
        self.names = ScenarioNames(self.scenario, language)
        self.sides = [side.id for side in self.scenario.sides]
        self.turns = turns_played(game)
        self.rolls = [t for t in find_throws(game) if t.roll.purpose != CARD]
        colours = side_colours(self.scenario)
        self.inks = {
            side: SeriesStyle(colours[side], is_hatched=place % 2 == 1)
            for place, side in enumerate(self.sides)
        }

    def page(self) -> ReportPage:
        """All of it."""
        title = self._words("title", title=self.names.title)
        parts = (self._facts(), self._forces(), self._fire(), self._dice(), self._story())
        return ReportPage(title, self.language, [block for part in parts for block in part])

    def _words(self, key: str, **values: object) -> str:
        return text(f"balance.report-{key}", self.language, **values)

    # --- the game --------------------------------------------------------------------------------

    def _facts(self) -> Iterator[Block]:
        game, scenario = self.game, self.scenario
        yield Paragraph(outcome_text(game, self.language), "lead")
        facts = {
            "map": localised(scenario.ground.title, self.language),
            "players": self.names.listed(self._seat(side) for side in self.sides),
            "length": self._length(),
            "points": scores_text(game, self._end.points, self.language)
            if self._end.points
            else "",
            "seed": self._seed(),
            "made": self._made(),
        }
        rows = [[self._words(f"fact-{name}"), fact] for name, fact in facts.items() if fact]
        yield ReportTable((), rows, 2)

    def _seed(self) -> str:
        dice = self.game.dice
        return str(dice.seeds[0][1]) if isinstance(dice, SeededDice) else self._words("by-hand")

    @property
    def _end(self) -> ChronicleMoment:
        return self.turns[-1].end

    def _seat(self, side: str) -> str:
        player = self.players.get(side, "")
        named = self.names.player(player) if player else self._words("nobody")
        return self._words("seat", side=self.names.side(side), player=named)

    def _length(self) -> str:
        turn, answers = self.game.rules.turn(self.game.state), len(self.game.answers)
        when = turn_of(self.scenario.game, turn, self.scenario.turns, self.language)
        return self._words("length", turn=when, answers=answers)

    def _made(self) -> str:
        return self._words(
            "made",
            scenario=self.scenario.fingerprint(), map=self.scenario.ground_fingerprint(),
            program=__version__, game=self.game.rules.id,
            rules=self.game.rules.version,
        )  # fmt: skip

    # --- forces and losses -----------------------------------------------------------------------

    def _forces(self) -> Iterator[Block]:
        yield Heading(self._words("forces"))
        words = ("units", "on-board", "lost-units")
        head = [text("balance.side", self.language), *(self._words(word) for word in words)]
        yield ReportTable(
            [head[0], head[3], head[1], head[2]], [self._force(s) for s in self.sides], 2
        )
        if len(self.turns) > 1:
            yield self._figure(self._losses_chart(), "losses-chart")
            if any(self._end.points.values()):
                yield self._figure(self._points_chart(), "points-chart")

    def _force(self, side: str) -> list[str]:
        units = sum(unit.side == side for unit in self.scenario.units)
        here = sum(unit.side == side for unit in self._end.units.values())
        fallen = [unit for turn in self.turns for unit in turn.fallen if unit.side == side]
        lost = self.names.listed(self.names.unit(unit.unit) for unit in fallen)
        return [self.names.side(side), lost or self._words("none"), str(units), str(here)]

    def _losses_chart(self) -> BarChart:
        played = [turn for turn in self.turns if turn.turn]
        runs = [
            BarSeries(
                self.names.side(side),
                [sum(unit.side == side for unit in turn.fallen) for turn in played],
                self.inks[side],
            )
            for side in self.sides
        ]
        return BarChart([str(turn.turn) for turn in played], runs, self._turns_word)

    def _points_chart(self) -> BarChart:
        played = [turn for turn in self.turns if turn.turn]
        runs = [
            BarSeries(
                self.names.side(side),
                [max(0, turn.end.points.get(side, 0)) for turn in played],
                self.inks[side],
            )
            for side in self.sides
        ]
        return BarChart([str(turn.turn) for turn in played], runs, self._turns_word)

    @property
    def _turns_word(self) -> str:
        return text("balance.turns", self.language)

    # --- fire ------------------------------------------------------------------------------------

    def _fire(self) -> Iterator[Block]:
        found = list(list_attacks(self.game))
        yield Heading(self._words("fire"))
        if not found:
            yield Paragraph(self._words("no-attacks"))
            return
        by_side = {side: measure_luck(found, side) for side in self.sides}
        words = list(dict.fromkeys(word for own in by_side.values() for word in own.came))
        yield ReportTable(self._luck_head(), list(self._luck_rows(list(by_side.values()), words)))
        yield Paragraph(self._words("fire-note"), "note")

    def _luck_head(self) -> list[str]:
        """Two columns for each side: what came up, and what was to be expected."""
        sides = [self.names.side(side) for side in self.sides]
        kinds = ("came", "expected")
        return ["", *(self._words(kind, side=side) for side in sides for kind in kinds)]

    def _luck_rows(self, owns: list[Luck], words: list[str]) -> Iterator[list[str]]:
        """Yield the rows of attacks, and of how many came to each result."""
        yield [self._words("attacks"), *(cell for own in owns for cell in (str(own.attacks), ""))]
        for word in words:
            cells = [self.names.word("outcome", word)]
            for own in owns:
                expected = format_decimal(f"{own.expected.get(word, 0.0):.1f}", self.language)
                cells += [str(own.came.get(word, 0)), expected]
            yield cells

    # --- dice ------------------------------------------------------------------------------------

    def _dice(self) -> Iterator[Block]:
        yield Heading(self._words("dice"))
        if not self.rolls:
            yield Paragraph(self._words("no-dice"))
            return
        purposes = Counter(self.game.rules.describe_roll(t.roll, self.language) for t in self.rolls)
        said = [
            self._words("dice-purpose", purpose=purpose, count=count)
            for purpose, count in purposes.most_common()
        ]
        listed = self._words("dice-comma").join(said)
        yield Paragraph(self._words("dice-count", count=len(self.rolls), purposes=listed))
        kinds = Counter((t.roll.dice, t.roll.sides) for t in self.rolls)
        for (dice, sides), count in kinds.most_common():
            if count >= MIN_ROLLS:
                yield self._sums(dice, sides)
        yield Paragraph(self._words("dice-note"), "note")
        yield from self._overridden()

    def _sums(self, dice: int, sides: int) -> ReportFigure:
        """Return the figure of sums of some dice, beside their expected numbers."""
        rolls = [t for t in self.rolls if (t.roll.dice, t.roll.sides) == (dice, sides)]
        sums, odds = Counter(sum(t.faces) for t in rolls), dice_sum_odds(dice, sides)
        columns = sorted(odds)
        run = BarSeries(
            "", [sums[n] for n in columns], expected=[len(rolls) * odds[n] for n in columns]
        )
        chart = BarChart([str(n) for n in columns], [run])
        mean = sum(sum(t.faces) for t in rolls) / len(rolls)
        values = {
            "mean": format_decimal(f"{mean:.2f}", self.language),
            "expected": format_number(dice * (sides + 1) / 2, self.language),
        }
        caption = self._words("dice-sums", dice=dice, sides=sides, count=len(rolls), **values)
        return ReportFigure(chart.paint, chart.width, chart.height, caption)

    def _overridden(self) -> Iterator[Block]:
        """The rolls an umpire laid, with who and why."""
        laid = [t for t in self.rolls if t.number in self.game.overrides]
        if laid:
            yield Heading(self._words("overrides"), 3)
            yield ListedSentences([self._override(t) for t in laid])

    def _override(self, roll: ChronicleRoll) -> str:
        changed, faces = self.game.overrides[roll.number], " ".join(map(str, roll.faces))
        named = {"who": changed.who, "why": changed.why}
        return self._words("override", number=roll.number + 1, faces=faces, **named)

    def _turn(self, turn: int) -> str:
        """A turn by its number; set-up comes before the first."""
        if not turn:
            return self._words("set-up")
        return turn_title(self.scenario.game, turn, self.language)

    # --- turn by turn ----------------------------------------------------------------------------

    def _story(self) -> Iterator[Block]:
        ground: SharedFigureBackground | None = None
        for turn in self.turns:
            yield Heading(self._turn(turn.turn), begins_sheet=True)
            drawn = self._drawn(turn)
            ground = ground or SharedFigureBackground(
                "ground", drawn.paint_ground, drawn.width, drawn.height
            )
            caption = self._words("map", turn=turn.turn) if turn.turn else self._words("map-set-up")
            yield ReportFigure(drawn.paint_units, drawn.width, drawn.height, caption, ground)
            if turn.turn:
                yield from self._balance_of(turn)
            yield from self._told(turn)

    def _drawn(self, turn: TurnPlayed) -> TurnMap | TabletopAtTurnEnd:
        """The board at the end of a turn."""
        drawing = TabletopAtTurnEnd if self.scenario.is_on_table else TurnMap
        return drawing(self.scenario, turn, self.language)

    def _balance_of(self, turn: TurnPlayed) -> Iterator[Block]:
        """Yield the balance of a turn: losses, objectives and points."""
        fallen = [
            self._words("lost-at", unit=self.names.unit(u.unit), at=self.names.spot(u.at))
            for u in turn.fallen
        ]
        if fallen:
            yield Paragraph(self._words("turn-lost", units=self.names.listed(fallen)))
        else:
            yield Paragraph(self._words("turn-no-loss"))
        points = scores_text(self.game, turn.end.points, self.language)
        held = [
            text(
                "scenario.objective-held", self.language,
                objective=self.names.objective(o),
                side=self.names.side(turn.end.holders.get(o.id, "")),
            )
            for o in self.scenario.objectives
        ]  # fmt: skip
        if held:
            listed = self.names.listed(held)
            yield Paragraph(self._words("turn-stand", objectives=listed, points=points))
        elif points:
            yield Paragraph(self._words("turn-points", points=points))

    def _told(self, turn: TurnPlayed) -> Iterator[Block]:
        """The log of a turn as sentences, a heading a phase."""
        game, lines = self.game, list[str]()
        for event in game.events[turn.first : turn.last]:
            said = game.rules.describe_event(game.state, event, self.language)
            rank = game.rules.heading(event)
            if said and rank == 0:
                lines.append(said)
            elif said and rank > 1:
                yield from _list(lines)
                lines = []
                yield Heading(said.rstrip(".。"), 3)
        yield from _list(lines)

    def _figure(self, drawing: ChartDrawing, caption: str) -> ReportFigure:
        return ReportFigure(drawing.paint, drawing.width, drawing.height, self._words(caption))


def _list(lines: list[str]) -> Iterator[Block]:
    if lines:
        yield ListedSentences(lines)
