"""A forecast as blocks to draw, of whatever game: figures, cells of tables, exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, assert_never

from engine.games import result_looks_of
from engine.movement.mobility import Points
from engine.movement.step_explanation import cause_name, reason_text, total_cost
from engine.narration.forecast_text import (
    figure_value_text,
    final_state_text,
    movement_left_text,
    result_words,
)
from engine.narration.number_format import format_fractions, format_percent
from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.forecast_blocks import (
    Block,
    CalculationBlock,
    DiceGroups,
    DiceOutcomes,
    FigureBlock,
    LineOfSight,
    ListingBlock,
    ListingEntry,
    OutcomeForecast,
    PrintedTableCell,
    ResultChances,
    RuleSubject,
    SentenceBlock,
    SentenceTone,
    UnitEndStates,
)
from engine.play.game import Game
from engine.play.move_forecast import (
    DamageChances,
    Forecast,
    MoveStep,
    ReachableArea,
    ThreatGroup,
    ThreatSource,
)
from engine.play.translatable_phrases import NamedTerm, Saying, TranslatablePhrase, unit_name_terms
from engine.session.rule_explanations import ExplanationRequest, cited_in, has_rule
from studio.workspaces.play.panels import forecast_block_drawings as drawn
from studio.workspaces.play.panels.chance_blocks import (
    ChanceBar,
    ChanceBarsBlock,
    DiceOfColour,
    DicePoolBlock,
    TableColumnBlock,
)
from studio.workspaces.play.panels.forecast_block_drawings import (
    BlockSeparator,
    ColumnsBlock,
    ForecastBlock,
    ForecastHeading,
    ForecastText,
    SightProfileBlock,
    SumBlockLine,
)

REACH = "#4d6a86"  # the colour of everything but results


def forecast_blocks(game: Game[Any], forecast: Forecast, language: str) -> list[ForecastBlock]:
    """Return the blocks of a forecast, from top to bottom."""
    layout = ForecastBlockBuilder(game, language)
    match forecast:
        case OutcomeForecast():
            return list(layout.of(forecast))
        case MoveStep():
            return list(layout.of(_step(forecast, language)))
        case ReachableArea():
            return list(layout.reachable(forecast))


def forecast_table_cells(forecast: Forecast | None) -> tuple[PrintedTableCell, ...]:
    """The cells of printed tables a forecast speaks of."""
    return forecast.cells if isinstance(forecast, OutcomeForecast) else ()


class ForecastBlockBuilder:
    """Puts an outlook into blocks, in one language; names are those of the position now."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game, self.language = game, language
        self.speaker = PhraseRenderer(game, language)
        self.localize, self.results = self.speaker.render, result_looks_of(game.scenario.game)
        self._rules: tuple[str, ...] = ()  # of the part that is laid out
        self._subject: RuleSubject | None = None

    def of(self, told: OutcomeForecast) -> Iterator[ForecastBlock]:
        """Its title, its blocks, and its parts one under the other with a line between."""
        around = self._rules, self._subject
        self._rules = told.rules or self._rules
        self._subject = told.subject or self._subject
        yield from self._part(told)
        self._rules, self._subject = around

    def _part(self, told: OutcomeForecast) -> Iterator[ForecastBlock]:
        if told.title:
            title, note = self.localize(told.title), self.localize(told.note) if told.note else ""
            asked = (self._asks(f"{title}: {note}", RuleSubject.RESULT, by_chance=True),)
            yield ForecastHeading(title, note, asked if note else ())
        is_first = not told.title
        for block in told.blocks:
            if isinstance(block, OutcomeForecast) and not is_first:
                yield BlockSeparator()
            yield from self._block(block)
            is_first = False

    def _block(self, told: Block) -> Iterator[ForecastBlock]:
        match told:
            case OutcomeForecast():
                yield from self.of(told)
            case SentenceBlock():
                yield self._sentence(told)
            case CalculationBlock(numbers, total_, cells):
                asked = (*map(self._asks_number, numbers), self._asks_total(total_, cells))
                yield drawn.SumBlock(tuple(map(self._figure, numbers)), self._figure(total_), asked)
            case DiceGroups(pools):
                dice = tuple(DiceOfColour(pool, self.localize(pool.what)) for pool in pools)
                told_ = (f"{each.pool.dice} × {each.words}" for each in dice)
                yield DicePoolBlock(
                    dice, tuple(self._asks(each, RuleSubject.FIRE) for each in told_)
                )
            case DiceOutcomes():
                yield from self._throws(told)
            case ResultChances():
                yield from self._chances(told)
            case UnitEndStates():
                yield self._ends(told)
            case LineOfSight(profile):
                labels = self.game.scenario.map.labels
                what = f"{labels.label(profile.start)} → {labels.label(profile.end)}"
                asked = (ExplanationRequest(what, (), (), RuleSubject.SIGHT),)
                yield SightProfileBlock(profile, labels, asked)
            case ListingBlock():
                yield self._listing(told)
            case _:
                assert_never(told)

    # --- words and figures ------------------------------------------------------------------------

    def _sentence(self, told: SentenceBlock) -> ForecastText:
        words, tone = self.localize(told.words), told.tone
        return ForecastText(
            words,
            tone is SentenceTone.QUIET,
            tone is SentenceTone.GRAVE,
            (self._asks(words, RuleSubject.RESULT),),
        )

    # --- what may be asked of them ----------------------------------------------------------------

    def _asks(
        self,
        what: str,
        usual: RuleSubject,
        rules: tuple[str, ...] = (),
        cells: tuple[PrintedTableCell, ...] = (),
        *,
        by_chance: bool = False,
    ) -> ExplanationRequest:
        """Return the request to explain a figure; without rules, by those of its part."""
        game = self.game.scenario.game
        cited = tuple(number for number in cited_in(what) if has_rule(game, number))
        own = rules or cited or self._rules
        return ExplanationRequest(what, own, cells, self._subject or usual, by_chance)

    def _asks_number(self, told: FigureBlock) -> ExplanationRequest:
        what = f"{self.localize(told.what)}: {self.localize(figure_value_text(told))}"
        rules, cells = (told.rule,) if told.rule else (), (told.cell,) if told.cell else ()
        return self._asks(what, RuleSubject.FIRE, rules, cells)

    def _asks_total(
        self, told: FigureBlock, cells: tuple[PrintedTableCell, ...]
    ) -> ExplanationRequest:
        found = self._asks_number(told)
        return found._replace(cells=(*found.cells, *cells))

    def _figure(self, told: FigureBlock) -> SumBlockLine:
        """A figure, and beside it where it is written."""
        table = told.cell and _table(told.cell)
        sources = [source for source in (table, told.rule, told.note) if source]
        source = ", ".join(map(self.localize, sources))
        value = self.localize(figure_value_text(told))
        return SumBlockLine(self.localize(told.what), value, source)

    def _listing(self, told: ListingBlock) -> ColumnsBlock:
        remarks = (self.localize(entry.remark) if entry.remark else "" for entry in told.entries)
        entries = (*told.entries, *([told.total] if told.total else []))
        return ColumnsBlock(
            ("", *map(self.localize, told.heads)),
            tuple(map(self._row, told.entries)),
            tuple(remarks),
            self._row(told.total) if told.total else (),
            tuple(self._asks_entry(told.heads, each) for each in entries),
        )

    def _asks_entry(self, heads: Sequence[Saying], told: ListingEntry) -> ExplanationRequest:
        words, *figures = self._row(told)
        named = zip(map(self.localize, heads), figures, strict=False)
        what = f"{words}: " + ", ".join(" ".join(each).strip() for each in named)
        return self._asks(what, RuleSubject.DANGER, by_chance=True)

    def _row(self, told: ListingEntry) -> tuple[str, ...]:
        return (self.localize(told.words), *map(self.localize, told.figures))

    # --- dice and chances -------------------------------------------------------------------------

    def _throws(self, told: DiceOutcomes) -> Iterator[ForecastBlock]:
        """A line of a table, set off from what stands above and below it."""
        yield BlockSeparator(has_line=False)
        yield ForecastText(self.localize(told.what), quiet=True)
        cells = (*(throw.cell for throw in told.throws), *told.cells)
        asked = self._asks(self.localize(told.what), RuleSubject.RESULT, (), cells)
        yield TableColumnBlock(told.throws, self.results, (asked,))
        yield from map(self._sentence, told.remarks)
        yield BlockSeparator(has_line=False)

    def _chances(self, told: ResultChances) -> Iterator[ForecastBlock]:
        if told.what:
            yield ForecastText(self.localize(told.what), quiet=True)
        words = [self.localize(result_words(each)) for each in told.chances]
        shades = [each.shade or each.result for each in told.chances]
        yield self._bars(words, [each.chance for each in told.chances], shades)

    def reachable(self, told: ReachableArea) -> Iterator[ForecastBlock]:
        """Yield the blocks of a unit's reach and its costs."""
        points = self.localize(
            TranslatablePhrase.of("playtest.outlook-points", points=str(told.points))
        )
        yield ForecastHeading(self.speaker.unit(told.unit), points)
        costs = Counter(each.cost for each in told.arrivals.values() if each.at != told.start)
        whole = costs.total()
        yield ForecastText(
            self.localize(TranslatablePhrase.of("playtest.outlook-in-reach", count=whole))
        )
        bars = (self._reach_bar(cost, count, whole) for cost, count in sorted(costs.items()))
        said = tuple(bars)
        named = (f"{self.speaker.unit(told.unit)}: {bar.words} × {bar.percent}" for bar in said)
        yield ChanceBarsBlock(
            said, tuple(ExplanationRequest(what, (), (), RuleSubject.MOVE) for what in named)
        )

    def _reach_bar(self, cost: Points, count: int, whole: int) -> ChanceBar:
        words = self.localize(TranslatablePhrase.of("playtest.outlook-points", points=str(cost)))
        return ChanceBar(words, Fraction(count, whole), str(count), "", REACH)

    def _ends(self, told: UnitEndStates) -> ChanceBarsBlock:
        words = [self.localize(final_state_text(end, told.before)) for end in told.ends]
        shades = [
            "" if end.marks == told.before else self.results.worst_result(end.marks)
            for end in told.ends
        ]
        return self._bars(words, [end.chance for end in told.ends], shades)

    def _bars(
        self, words: Sequence[str], chances: Sequence[Fraction], shades: Sequence[str]
    ) -> ChanceBarsBlock:
        each = zip(words, chances, format_fractions(chances), shades, strict=True)
        bars = tuple(
            ChanceBar(
                said,
                chance,
                format_percent(chance, self.language),
                share,
                self.results.colour(shade),
            )
            for said, chance, share, shade in each
        )
        named = (f"{bar.words}: {bar.percent}" for bar in bars)
        asked = (self._asks(what, RuleSubject.RESULT, by_chance=True) for what in named)
        return ChanceBarsBlock(bars, tuple(asked))


def _table(cell: PrintedTableCell) -> TranslatablePhrase:
    return TranslatablePhrase.of("playtest.outlook-table", table=NamedTerm("table", cell.table))


# --- moves ----------------------------------------------------------------------------------------


def _step(told: MoveStep, language: str) -> OutcomeForecast:
    """Return the forecast of a step: its cost, reasons, and threats."""
    forbidden = (reason_text(each, language) for each in told.reasons if each.cost is None)
    parts: list[Block] = [SentenceBlock(words, SentenceTone.GRAVE) for words in forbidden]
    parts += _cost(told, language)
    if told.left >= 0 or not told.remarks:
        parts.append(
            SentenceBlock(
                movement_left_text(told),
                SentenceTone.PLAIN if told.left >= 0 else SentenceTone.GRAVE,
            )
        )
    parts += told.remarks
    if told.threat is not None:
        parts += map(_perils, told.threat.kinds)
    title = TranslatablePhrase.of("playtest.outlook-step", hex=told.to)
    return OutcomeForecast(title, tuple(parts), subject=RuleSubject.MOVE)


def _cost(told: MoveStep, language: str) -> Iterator[CalculationBlock]:
    """The parts of what a step costs; nothing where it is forbidden."""
    spent = total_cost(told.reasons)
    if spent is not None:
        figures = (FigureBlock(cause_name(r.cause, language), str(r.cost)) for r in told.reasons)
        yield CalculationBlock(
            tuple(figures), FigureBlock(TranslatablePhrase.of("playtest.outlook-cost"), str(spent))
        )


def _perils(told: ThreatGroup) -> OutcomeForecast:
    """Return the forecast of one kind of threat, each of them and all together."""
    entries = tuple(ListingEntry(peril.what, peril.danger, _answer(peril)) for peril in told.perils)
    together = ListingEntry(TranslatablePhrase.of("playtest.outlook-together"), told.together)
    hurt, stopped, lost = (
        TranslatablePhrase.of(f"playtest.outlook-{name}") for name in DamageChances._fields
    )
    heads = hurt, stopped, told.lost or lost
    more = together if len(entries) > 1 else None
    return OutcomeForecast(
        told.title, (ListingBlock(heads, entries, more),), subject=RuleSubject.DANGER
    )


def _answer(told: ThreatSource) -> Saying | None:
    if not told.answered_by:
        return None
    return TranslatablePhrase.of(
        "playtest.outlook-covered", units=unit_name_terms(told.answered_by)
    )
