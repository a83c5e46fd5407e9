"""The handouts before a game: to each side what it may know, to the umpire all."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.games import handbook_of, mark_looks_of, rule_system_of, scenario_limits_of
from engine.games.rules_design import DataColumn, RuleDataTable
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_title, with_arrival_condition
from engine.narration.victory_text import all_conditions_sentence, victory_sentences
from engine.play.forecast_blocks import PrintedTableCell as SheetCell
from engine.scenario.formations import formations_by_id
from engine.scenario.scenario import Deck, Objective, Scenario, ScenarioUnit
from engine.session.scenario_handout import scenario_handout
from engine.texts import localised, text
from studio.printing.handout_tables import (
    army_blocks,
    army_purchases,
    belongings_table_blocks,
    rule_choice_blocks,
)
from studio.printing.order_of_battle_chart import order_of_battle_blocks
from studio.printing.page_flow import (
    FOOT,
    MARGIN,
    Cell,
    PageBlock,
    TextPages,
    heading_block,
    markdown_blocks,
    paragraph_blocks,
    table_blocks,
)
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings
from studio.printing.reference_pages import arrange_tables, credit_blocks, secret_tables
from studio.printing.scenario_map import FittedMap, map_excerpt_block
from studio.printing.tabletop_handouts import figure_group_blocks, tabletop_page
from studio.printing.turn_track_page import arrivals_by_turn, paint_small_counter, turn_track
from studio.rendering.counters.counter import build_counter_customiser
from studio.rendering.counters.counter_painter import Counter, build_counter, side_colours
from studio.rendering.map.deployment import ObjectiveMark, build_deployment, paint_flag
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.text_painting import INK

UMPIRE, UMPIRE_SHADE = "umpire", "#4a4a4a"
MAX_LISTED = 4  # hexes of a zone; more are shown, not listed
COUNTER = 10.0  # mm: a counter in a table
UNSAID = ("name-en", "name-zh", "points", "symbol", "terrain")  # of unit types
YES, NO = "yes", "no"
TYPES = ("units", "weapons")  # the sheets that have a line for each type


def handout_pages(
    scenario: Scenario, settings: GamePrintSettings, look: RenderOptions, title: str
) -> Iterator[list[PrintPage]]:
    """The pages of each hand-out in turn, or of one reader's: the sides', then the umpire's."""
    for side in scenario.sides:
        if settings.reader in ("", side.id):
            yield list(
                _side_leaves(scenario_handout(scenario, side.id), side.id, settings, look, title)
            )
    if settings.reader in ("", UMPIRE):
        yield list(_umpire_leaves(scenario, settings, look, title))


def _side_leaves(
    known: Scenario, side: str, settings: GamePrintSettings, look: RenderOptions, title: str
) -> Iterator[PrintPage]:
    """One side's, written from nothing but what it may know."""
    words = _Words(known, look.language)
    says = words("handout-of", side=words.names.side(side))
    page = TextPages(
        PrintedPart.HANDOUTS, settings.paper, title, says, side_colours(known)[side], look.language
    )
    blocks = [
        *words.briefing(side, page),
        *words.forces([side], page),
        *words.set_up(side, page, look),
        *words.aims(page, look, victory_sentences(known, look.language)),
        *words.rules(side, [side], page),
        *words.track(page),
        *credit_blocks(known, page.width, look.language),
    ]  # fmt: skip
    holds = _units_held(known)
    yield from page.leaves(blocks, holds)
    yield _map_leaf(known, page, look, holds)


def _umpire_leaves(
    scenario: Scenario, settings: GamePrintSettings, look: RenderOptions, title: str
) -> Iterator[PrintPage]:
    """The umpire's: both sides, the decks, and the secret parts."""
    words = _Words(scenario, look.language)
    page = TextPages(
        PrintedPart.HANDOUTS,
        settings.paper,
        title,
        words("handout-umpire"),
        UMPIRE_SHADE,
        look.language,
    )
    blocks = words.briefing(UMPIRE, page)
    notes = localised(scenario.notes, look.language)
    if notes:
        blocks += [heading_block(words("notes")), *markdown_blocks(notes, page.width, page.height)]
    aims = victory_sentences(scenario, look.language)
    blocks += words.aims(page, look, [*aims, all_conditions_sentence(scenario, look.language)])
    blocks += words.forces([side.id for side in scenario.sides], page)
    for side in scenario.sides:
        blocks += words.set_up(side.id, page, look)
    blocks += words.rules(UMPIRE, [side.id for side in scenario.sides], page)
    blocks += words.decks(page)
    blocks += words.track(page)
    for side in scenario.sides:
        blocks += words.briefing(side.id, page)
    blocks += credit_blocks(scenario, page.width, look.language)
    holds = _units_held(scenario)
    yield from page.leaves(blocks, holds)
    yield _map_leaf(scenario, page, look, holds)


def _units_held(scenario: Scenario) -> tuple[str, ...]:
    """The ids of the units and bodies that a scenario has."""
    units = [unit.id for unit in scenario.units]
    return (*units, *(body.id for body in scenario.bodies))


def _map_leaf(
    scenario: Scenario, page: TextPages, look: RenderOptions, holds: tuple[str, ...]
) -> PrintPage:
    """The map with the units that the scenario has, or the table with its bodies."""
    if scenario.is_on_table:
        return tabletop_page(scenario, page, look, holds)
    paper = page.paper
    room = QRectF(MARGIN, MARGIN, page.width, paper.height - 2 * MARGIN - FOOT)
    fitted = FittedMap(scenario, look, room)
    words = f"{page.title} · {page.says} · {text('printing.part-map', look.language)}"

    def paint(painter: QPainter) -> None:
        fitted.paint(painter)
        page.paint_foot(painter, words)

    return PrintPage(PrintedPart.HANDOUTS, words, paint, holds=holds)


class _Words:
    """The chapters of hand-outs about a scenario, in one language."""

    def __init__(self, scenario: Scenario, language: str) -> None:
        self.scenario, self.language = scenario, language
        self.names = ScenarioNames(scenario, language)
        self.colours = side_colours(scenario)
        types, known = handbook_of(scenario).units(), mark_looks_of(scenario.game)
        dress = build_counter_customiser(scenario)
        self.counters: Mapping[str, Counter] = {
            unit.id: build_counter(unit, self.colours, types, marks=known, dress=dress)
            for unit in scenario.units
        }
        self.kinds, self.sheets = types, _type_sheets(scenario)
        self.armies = army_purchases(scenario)
        allowed = scenario_limits_of(
            scenario.game, scenario.rules, [side.id for side in scenario.sides]
        )
        self.figures = {word.id: localised(word.said, language) for word in allowed.figures}

    def __call__(self, key: str, **values: object) -> str:
        return text(f"printing.{key}", self.language, **values)

    def briefing(self, side: str, page: TextPages) -> list[PageBlock]:
        """The briefing of a side."""
        told = localised(self.scenario.briefings.get(side, ""), self.language)
        if not told.strip():
            return []
        who = self("umpire") if side == UMPIRE else self.names.side(side)
        return [
            heading_block(self("briefing", side=who)),
            *markdown_blocks(told, page.width, page.height - 30),
        ]

    def forces(self, sides: Sequence[str], page: TextPages) -> list[PageBlock]:
        """The order of battle: every unit with its values and where it begins."""
        blocks: list[PageBlock] = []
        for side in sides:
            own = [unit for unit in self.scenario.units if unit.side == side]
            if side in self.armies:
                blocks += self._army(side, page)
            blocks += figure_group_blocks(self.scenario, side, page.width, self.language)
            if not own:
                continue
            drawn = order_of_battle_blocks(
                self.scenario, side, self.counters, page.width, self.language
            )
            if self.scenario.formations:
                blocks += [heading_block(self("chart", side=self.names.side(side))), *drawn]
            heads = ["", *(self(f"roster-{name}") for name in ("unit", "type", "values", "start"))]
            rows = [self._unit_row(unit) for unit in own]
            blocks.append(heading_block(self("forces", side=self.names.side(side))))
            blocks += table_blocks(heads, rows, (13, 36, 28, 55, 48), page.width)
            blocks += belongings_table_blocks(self.names, side, page.width)
        return blocks

    def _army(self, side: str, page: TextPages) -> list[PageBlock]:
        """Return the blocks of a side's purchases, with room to write them down."""
        army, kinds = self.armies[side], {}
        for kind in army.costs:
            unit = ScenarioUnit("", side, kind)
            counter = build_counter(
                unit, self.colours, self.kinds, marks=mark_looks_of(self.scenario.game)
            )
            name = localised(counter.type_name, self.language)
            kinds[kind] = [self._drawn(counter), name, self._values(kind, (*UNSAID, "cost"))]
        return army_blocks(army, kinds, self.names.side(side), page.width, self.language)

    def _unit_row(self, unit: ScenarioUnit) -> list[Cell]:
        counter = self.counters[unit.id]
        name = self.names.unit(unit.id)
        if unit.formation:
            name = f"{name} ({self._formation(unit.formation)})"
        marks = [self.names.word("mark", mark) for mark in unit.marks]
        start = " · ".join([self._start(unit), *marks])
        kind = localised(counter.type_name, self.language)
        values = [told for told in (self._figures(unit), self._values(unit.type)) if told]
        return [self._drawn(counter), name, kind, self("comma").join(values), start]

    def _formation(self, word: str) -> str:
        """Return the name of a formation."""
        found = formations_by_id(self.scenario.formations).get(word)
        return (localised(found.name, self.language) or word) if found else word

    def _drawn(self, counter: Counter) -> Cell:
        def draw(painter: QPainter, room: QRectF) -> None:
            corner = room.center() - QPointF(COUNTER / 2, COUNTER / 2)
            paint_small_counter(painter, counter, corner, COUNTER, self.language)

        return draw

    def _start(self, unit: ScenarioUnit) -> str:
        if unit.at is not None:
            return self.names.label(unit.at)
        if unit.arrives is not None:
            zone = self.names.zone(unit.arrives.zone)
            said = self("arrives", turn=unit.arrives.turn, zone=zone)
            return with_arrival_condition(said, self.scenario, unit.arrives, self.language)
        if unit.aboard or unit.bearer:
            key = "aboard" if unit.aboard else "borne"
            return self(key, unit=self.names.unit(unit.aboard or unit.bearer))
        return self("sets-up", zone=self.names.zone(unit.zone))

    def _values(self, type_: str, unsaid: Sequence[str] = UNSAID) -> str:
        """A unit type's values with their headings."""
        said = []
        for sheet in self.sheets:
            if not any(row.id == type_ for row in sheet.rows):
                continue
            for column in sheet.columns:
                word = sheet.cells.get(SheetCell(sheet.id, type_, column.id), "")
                if word in ("", NO, column.nothing) or column.id in unsaid:
                    continue
                value = "" if word == YES else self._value(column, word)
                said.append(f"{localised(column.name, self.language)} {value}".strip())
        return self("comma").join(said)

    def _value(self, column: DataColumn, word: str) -> str:
        """A value in words: a word to choose, several words, the name of a type, a number."""
        words = {each.id: localised(each.said, self.language) for each in column.words}
        parts = {each.id: localised(each.said, self.language) for each in column.parts}
        if column.parts and all(part in parts for part in word.split()):
            return self("comma").join(parts[part] for part in word.split())
        return words.get(word) or self._kind(word)

    def _figures(self, unit: ScenarioUnit) -> str:
        """Return the figures on the base of a unit."""
        return self("comma").join(
            f"{count} × {self.figures[figure]}" for figure, count in Counted(unit.figures).items()
        )

    def _kind(self, word: str) -> str:
        """Return the name of a unit type; other words unchanged."""
        named = self.kinds.get(word, {}).get("name", "")
        return localised(named, self.language) or word

    def _when(self, unit: ScenarioUnit) -> str:
        """Describe a unit's arrival, and its condition."""
        if unit.arrives is None:
            return self("before-turn-1")
        said = turn_title(self.scenario.game, unit.arrives.turn, self.language)
        return with_arrival_condition(said, self.scenario, unit.arrives, self.language)

    def set_up(self, side: str, page: TextPages, look: RenderOptions) -> list[PageBlock]:
        """Return the blocks of a side's set-up: a table, and each zone cut out of the map."""
        groups: dict[tuple[str, int, str], list[str]] = {}
        for unit in self.scenario.units:
            if unit.side == side and (unit.zone or unit.arrives):
                turn = unit.arrives.turn if unit.arrives else 0
                zone = unit.arrives.zone if unit.arrives else unit.zone
                groups.setdefault((zone, turn, self._when(unit)), []).append(
                    self.names.unit(unit.id)
                )
        if side in self.armies:
            bought = text("armies.bought", self.language)
            before = self("before-turn-1")
            groups.setdefault((self.armies[side].zone, 0, before), []).append(bought)
        if not groups:
            return []
        rows = [
            [self.names.zone(zone), when, self.names.listed(units), self._hexes(zone)]
            for (zone, _, when), units in sorted(groups.items(), key=lambda pair: pair[0][1])
        ]
        heads = [self(f"zone-{name}") for name in ("name", "when", "units", "hexes")]
        words = heading_block(self("set-up-of", side=self.names.side(side)))
        blocks = [words, *table_blocks(heads, rows, (34, 26, 80, 40), page.width)]
        for zone in dict.fromkeys(zone for zone, _, _ in groups):
            name = self.names.zone(zone)
            blocks += self._shown(zone, name, self.colours[side], page, look)
        return blocks

    def _shown(
        self, zone: str, name: str, shade: str, page: TextPages, look: RenderOptions
    ) -> list[PageBlock]:
        """The part of the map with a zone whose hexes are too many to list."""
        hexes = self.scenario.zone(zone)
        if len(hexes) <= MAX_LISTED:
            return []
        return map_excerpt_block(self.scenario, look, hexes, shade, name, page.width)

    def _hexes(self, zone: str) -> str:
        """The hexes of a zone by their labels; of many, how many they are: a picture shows them."""
        hexes = self.scenario.zone(zone)
        if len(hexes) > MAX_LISTED:
            return self("hexes-shown", count=len(hexes))
        return " ".join(self.names.label(hex_) for hex_ in hexes)

    def aims(
        self, page: TextPages, look: RenderOptions, sentences: Sequence[str]
    ) -> list[PageBlock]:
        """Return the blocks of the objectives and victory conditions."""
        blocks: list[PageBlock] = []
        if self.scenario.objectives:
            flags = build_deployment(self.scenario).aims
            rows = [
                self._aim_row(aim, flag)
                for aim, flag in zip(self.scenario.objectives, flags, strict=True)
            ]
            heads = ["", *(self(f"aim-{name}") for name in ("name", "points", "holder", "hexes"))]
            blocks.append(heading_block(self("objectives")))
            blocks += table_blocks(heads, rows, (13, 40, 18, 34, 75), page.width)
            for aim, flag in zip(self.scenario.objectives, flags, strict=True):
                if aim.at is None:
                    name, shade = self.names.objective(aim), flag.colour or INK
                    blocks += self._shown(aim.zone, name, shade, page, look)
        blocks.append(heading_block(self("winning")))
        for sentence in sentences:
            blocks += paragraph_blocks(sentence, page.width)
        return blocks

    def _aim_row(self, aim: Objective, flag: ObjectiveMark) -> list[Cell]:
        hexes = self.names.label(aim.at) if aim.at is not None else self._hexes(aim.zone)

        def draw(painter: QPainter, room: QRectF) -> None:
            _paint_flag(painter, room, flag)

        holder = self.names.side(aim.holder)
        return [draw, self.names.objective(aim), str(aim.points), holder, hexes]

    def track(self, page: TextPages) -> list[PageBlock]:
        """The turns with the reinforcements the scenario has."""
        coming = {
            turn: [(counter, self.names.zone(zone), badge) for counter, zone, badge in units]
            for turn, units in arrivals_by_turn(self.scenario, self.counters).items()
        }
        blocks = turn_track(
            self.scenario.game, self.scenario.turns, page.width, self.language, coming
        )
        return [heading_block(self("track")), *blocks]

    def rules(self, reader: str, sides: Sequence[str], page: TextPages) -> list[PageBlock]:
        """By which choices it is played, and tables of types that only these sides have."""
        blocks = rule_choice_blocks(self.scenario, reader, page.width, self.language)
        printed = secret_tables(self.scenario, sides, self.language)
        if printed:
            blocks.append(heading_block(self("own-types")))
            blocks += arrange_tables(printed, page.width, page.height)
        return blocks

    def decks(self, page: TextPages) -> list[PageBlock]:
        """The cards of each side."""
        blocks: list[PageBlock] = []
        for side, deck in handbook_of(self.scenario).decks(self.scenario):
            rows: list[list[Cell]] = [
                [str(card.copies), localised(card.title, self.language) or card.id,
                 localised(card.text, self.language)]
                for card in deck.cards
            ]  # fmt: skip
            heads = [self(f"card-{name}") for name in ("copies", "title", "text")]
            blocks.append(heading_block(self._name_deck(side, deck)))
            blocks += table_blocks(heads, rows, (16, 44, 120), page.width)
        return blocks

    def _name_deck(self, side: str, deck: Deck) -> str:
        """Return the name of a deck: its side, and its title if it has one."""
        title = localised(deck.title, self.language) or (deck.id if not side else "")
        if not side:
            return self("deck-for-all", title=title)
        key = "deck-titled" if title else "deck-of"
        return self(key, side=self.names.side(side), title=title)


def _paint_flag(painter: QPainter, room: QRectF, aim: ObjectiveMark) -> None:
    painter.save()
    painter.translate(room.center() - QPointF(3.0, 0))
    painter.scale(0.1, 0.1)
    paint_flag(painter, aim, QPointF(0, 0), 88)
    painter.restore()


def _type_sheets(scenario: Scenario) -> list[RuleDataTable]:
    """The types of units and weapons with the words for their values."""
    sheets = rule_system_of(scenario.game).design().data_tables(scenario.rules)
    return [sheet for sheet in sheets if sheet.id in TYPES]
