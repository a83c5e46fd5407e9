"""Scenarios and decks of version 2: fronts, cargo, weapons, features, hands, stocks, more aims."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.check import check
from engine.files import deck_files, scenario_reader, scenario_writer
from engine.files.format_versions import newer_than, version_needed
from engine.files.scenario_reader import ScenarioFile, read_scenario
from engine.files.source_text import parse
from engine.files.yaml_rewriter import dump
from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map
from engine.problems import InvalidFileError
from engine.scenario.scenario import (
    Arrival,
    Card,
    CardEffect,
    Deck,
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    StartingHand,
    VictoryCondition,
    VictoryKind,
)
from engine.texts import text
from tests.engine.scenario_texts import DECK, SCENARIO, changed, folder

LATER = """\
sandtable: scenario/2
game: tank
map: lake.map.yaml
sides:
  - {id: red, decks: [{deck: own, hand: 2}, {deck: more}], stocks: {smoke: 3, grenades: 0}}
  - {id: blue}
forces:
  red:
    - {id: r1, type: tank, at: "@1,0", facing: NW}
    - {id: r2, type: truck, zone: west, facing: E}
    - {id: r3, type: squad, aboard: r2, figures: [regular, officer], mode: op-fire}
    - {id: r4, type: mg, bearer: r3}
  blue:
    - {id: b1, type: tank, at: "0602"}
features:
  - {id: f1, kind: wire, side: red, at: "@2,2"}
  - {id: f2, kind: bunker, side: blue, zone: east, facing: SW, name: {en: Anna, zh: 安娜}}
decks:
  own: own.deck.yaml
  more:
    cards:
      - id: both
        effect: extra-mp
        parameters: {movers: 1, mp: 1}
        then: [{effect: repair, parameters: {units: 1}}, {effect: quiet}]
        cost: 2
        phase: night
        stays: true
        set: orders
victory:
  - {by: exit, side: red, zone: east, count: 2, kinds: [vehicle], group: all, grade: decisive}
  - {by: kill, side: red, points: 9, group: all}
  - {by: clear, side: blue, zone: west}
  - {by: survive, side: blue, units: [b1]}
  - {by: ratio, side: blue, percent: 200}
"""


LATER_DECK = """\
sandtable: deck/2
title: {en: Orders, zh: 命令}
game: tank
cards:
  - id: both
    effect: extra-mp
    parameters: {movers: 1, mp: 1}
    then: [{effect: repair, parameters: {units: 1}}, {effect: quiet}]
    cost: 2
    phase: night
    stays: true
    set: orders
"""


def opened(path: Path, text: str = LATER) -> ScenarioFile:
    return scenario_reader.open_file(folder(path, text))


def test_what_is_new_is_read(tmp_path: Path) -> None:
    scenario = opened(tmp_path).scenario
    hex_ = scenario.map.grid.hex
    red, _ = scenario.sides
    assert red.decks == (StartingHand("own", 2), StartingHand("more"))
    assert red.stocks == {"smoke": 3, "grenades": 0}
    assert scenario.units == (
        ScenarioUnit("r1", "red", "tank", at=hex_(1, 0), facing=2),
        ScenarioUnit("r2", "red", "truck", zone="west", facing=0),
        ScenarioUnit(
            "r3", "red", "squad", aboard="r2", figures=("regular", "officer"), mode="op-fire"
        ),
        ScenarioUnit("r4", "red", "mg", bearer="r3"),
        ScenarioUnit("b1", "blue", "tank", at=hex_(5, 1)),
    )
    assert scenario.features == (
        ScenarioFeature("f1", "wire", "red", hex_(2, 2)),
        ScenarioFeature(
            "f2", "bunker", "blue", zone="east", facing=4, name={"en": "Anna", "zh": "安娜"}
        ),
    )  # fmt: skip
    assert scenario.decks["more"].cards == (
        Card(
            "both", "extra-mp", {"movers": 1, "mp": 1}, cost=2, phase="night", stays=True,
            then=(CardEffect("repair", {"units": 1}), CardEffect("quiet")), set="orders",
        ),
    )  # fmt: skip
    assert scenario.victory == (
        VictoryCondition(VictoryKind.EXIT, "red", count=2, zone="east", kinds=("vehicle",),
                         group="all",
                grade="decisive"),
        VictoryCondition(VictoryKind.KILL, "red", points=9, group="all"),
        VictoryCondition(VictoryKind.CLEAR, "blue", zone="west"),
        VictoryCondition(VictoryKind.SURVIVE, "blue", units=("b1",)),
        VictoryCondition(VictoryKind.RATIO, "blue", percent=200),
    )  # fmt: skip


def test_untouched_it_is_saved_to_the_byte_and_written_afresh_it_says_the_same(
    tmp_path: Path,
) -> None:
    was = opened(tmp_path)
    assert scenario_writer.rewrite(was.scenario, was).text == LATER
    again = scenario_writer.save(was.scenario, tmp_path / "again.scenario.yaml").scenario
    assert again.fingerprint() == was.scenario.fingerprint()
    assert again.features == was.scenario.features


def test_the_directions_are_those_of_the_map(tmp_path: Path) -> None:
    wrong = changed(LATER, ("facing: NW", "facing: N"), ("facing: SW", "facing: S"))
    with pytest.raises(InvalidFileError) as refused:
        opened(tmp_path, wrong)
    first, second = refused.value.problems
    assert (first.code, first.mark.line, first.mark.column) == ("no-such-direction", 9, 48)
    assert first.message("en") == text("scenario.no-such-direction", "en", direction="N")
    assert "E, NE, NW, W, SW, SE" in first.hint("en")
    assert second.where == "features[1].facing"


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        ("aboard: r2", "aboard: r2, at: '@1,1'", "unit-place", "forces.red[2]"),
        (", bearer: r3", "", "unit-place", "forces.red[3]"),
        ("side: red, at: \"@2,2\"", "side: red", "feature-place", "features[0]"),
        ("zone: east, facing: SW", "zone: east, at: '@1,1'", "feature-place", "features[1]"),
        ("id: f2", "id: f1", "id-twice", "features[1].id"),
        ("facing: SW", "facing: up", "not-an-option", "features[1].facing"),
        ("hand: 2", "hand: -2", "out-of-range", "sides[0].decks[0].hand"),
        ("smoke: 3", "smoke: lots", "wrong-type", "sides[0].stocks.smoke"),
        ("by: kill", "by: murder", "not-an-option", "victory[1].by"),
        ("effect: repair", "efect: repair", "unknown-key", "decks.more.cards[0].then[0].efect"),
    ],
)  # fmt: skip
def test_a_fault_is_told_where_it_is(
    tmp_path: Path, old: str, new: str, code: str, where: str
) -> None:
    told = check(folder(tmp_path, changed(LATER, (old, new))))
    assert (code, where) in [(problem.code, problem.where) for problem in told]


def test_a_file_of_version_1_that_says_more_is_told_word_by_word(tmp_path: Path) -> None:
    old = changed(LATER, ("scenario/2", "scenario/1"))
    told = [p for p in check(folder(tmp_path, old)) if p.code == "newer-version"]
    assert told[0].message("en") == (
        text("scenario.newer-version", "en", word="decks", needed="scenario/2", said="scenario/1")
    )
    assert told[0].hint("en") == text("scenario.newer-version-hint", "en", needed="scenario/2")
    assert [problem.where for problem in told][:4] == [
        "sides[0].decks", "sides[0].stocks", "forces.red[0].facing", "forces.red[1].facing",
    ]  # fmt: skip
    assert "victory[0].by" in [problem.where for problem in told]


def test_an_edit_that_needs_no_more_leaves_the_version(tmp_path: Path) -> None:
    was = opened(tmp_path, SCENARIO)
    edited = scenario_writer.rewrite(replace(was.scenario, turns=7), was)
    assert edited.text == SCENARIO.replace("turns: 6", "turns: 7")


def test_the_first_edit_that_needs_more_changes_its_line_and_the_version(tmp_path: Path) -> None:
    was = opened(tmp_path, SCENARIO)
    units = tuple(replace(u, facing=1) if u.id == "r2" else u for u in was.scenario.units)
    edited = scenario_writer.rewrite(replace(was.scenario, units=units), was)
    before, after = SCENARIO.splitlines(), edited.text.splitlines()
    assert [line for line in after if line not in before] == [
        "sandtable: scenario/2", "    - {id: r2, type: tank, zone: west, facing: NE}",
    ]  # fmt: skip
    assert len(before) == len(after)


def test_taking_the_last_new_thing_out_leaves_the_version(tmp_path: Path) -> None:
    text = changed(SCENARIO, ("scenario/1", "scenario/2"), ('at: "@1,0"', 'at: "@1,0", facing: W'))
    was = opened(tmp_path, text)
    units = tuple(replace(unit, facing=None) for unit in was.scenario.units)
    edited = scenario_writer.rewrite(replace(was.scenario, units=units), was)
    assert edited.text.startswith("sandtable: scenario/2\n")
    assert "facing" not in edited.text


def test_defaults_written_out_leave_the_fingerprint_of_version_1(tmp_path: Path) -> None:
    one = opened(tmp_path, SCENARIO).scenario.fingerprint()
    two = changed(SCENARIO, ("scenario/1", "scenario/2"), ("deck: own}", "deck: own, stocks: {}}"))
    assert opened(tmp_path, two).scenario.fingerprint() == one
    front = changed(two, ('at: "@1,0"', 'at: "@1,0", facing: W'))
    assert opened(tmp_path, front).scenario.fingerprint() != one


def test_a_deck_is_raised_by_a_card_with_two_effects_alone(tmp_path: Path) -> None:
    folder(tmp_path)
    was = deck_files.open_file(tmp_path / "own.deck.yaml", "own")
    push, guns = was.deck.cards
    cheap = replace(was, deck=replace(was.deck, cards=(replace(push, copies=3), guns)))
    assert deck_files.rewrite(cheap, was).text == DECK.replace("copies: 2", "copies: 3")
    both = replace(guns, then=(CardEffect("repair"),))
    raised = deck_files.rewrite(replace(was, deck=replace(was.deck, cards=(push, both))), was).text
    assert raised.startswith("sandtable: deck/2\n")
    assert "then: [{effect: repair}]" in raised


def test_a_scenario_needs_the_version_of_what_it_says() -> None:
    assert version_needed("scenario", {"turns": 3, "sides": [{"id": "a"}]}) == 1
    assert version_needed("scenario", {"sides": [{"id": "a", "stocks": {}}]}) == 2
    (newer,) = newer_than("scenario", 1, {"victory": [{"by": "losses"}, {"by": "exit"}]})
    assert (newer.path, newer.word, newer.since) == (("victory", 1, "by"), "exit", 2)
    assert list(newer_than("scenario", 1, {"sides": 5, "forces": [], "decks": "x"})) == []


# --- any scenario at all --------------------------------------------------------------------------

WORDS = st.text("abcdefg-1", min_size=1, max_size=6)
TEXTS = st.one_of(WORDS, st.just(""), st.builds(lambda en, zh: {"en": en, "zh": zh}, WORDS, WORDS))
MAPS = {way: Map.blank(Grid(6, 5, way)) for way in Orientation}
POINTY = (Orientation.POINTY,)
HEXES = st.integers(0, 29)
FRONTS = st.none() | st.integers(0, 5)
EFFECTS = st.dictionaries(WORDS, st.one_of(st.integers(0, 9), WORDS, st.booleans()), max_size=2)


@st.composite
def units(draw: st.DrawFn, side: str, grid: Grid) -> list[ScenarioUnit]:
    made = []
    for number in range(draw(st.integers(0, 4))):
        at = grid.hex(*reversed(divmod(draw(HEXES), 6)))
        places: list[dict[str, Any]] = [
            {"at": at}, {"zone": "z"}, {"arrives": Arrival(2, "z")}, {"aboard": "x"},
            {"bearer": "y"},
        ]  # fmt: skip
        place = draw(st.sampled_from(places))
        made.append(ScenarioUnit(
            f"{side}{number}", side, draw(WORDS), draw(TEXTS), facing=draw(FRONTS),
            figures=tuple(draw(st.lists(WORDS, max_size=3))), mode=draw(st.just("") | WORDS),
            **place,
        ))  # fmt: skip
    return made


@st.composite
def features(draw: st.DrawFn, grid: Grid) -> tuple[ScenarioFeature, ...]:
    made = []
    for number in range(draw(st.integers(0, 4))):
        at = grid.hex(*reversed(divmod(draw(HEXES), 6)))
        places: list[dict[str, Any]] = [{"at": at}, {"zone": "z"}]
        where = draw(st.sampled_from(places))
        name, side = draw(TEXTS), draw(st.sampled_from(["", "a"]))
        kind = draw(WORDS)
        made.append(
            ScenarioFeature(f"f{number}", kind, side, facing=draw(FRONTS), name=name, **where)
        )
    return tuple(made)


CARDS = st.builds(
    Card,
    st.just("c"),
    WORDS,
    EFFECTS,
    st.integers(1, 9),
    TEXTS,
    then=st.lists(st.builds(CardEffect, WORDS, EFFECTS), max_size=3).map(tuple),
    cost=st.integers(0, 9),
    phase=st.just("") | WORDS,
    stays=st.booleans(),
    set=st.just("") | WORDS,
)
CONDITIONS = st.builds(
    VictoryCondition,
    st.sampled_from([VictoryKind.EXIT, VictoryKind.CLEAR, VictoryKind.KILL, VictoryKind.SURVIVE]),
    st.just("a"),
    count=st.integers(0, 9),
    points=st.integers(0, 9),
    at_once=st.booleans(),
    zone=st.just("") | WORDS,
    units=st.lists(WORDS, max_size=2).map(tuple),
    kinds=st.lists(WORDS, max_size=2).map(tuple),
    group=st.just("") | WORDS,
    grade=st.just("") | WORDS,
)
RATIOS = st.builds(
    VictoryCondition, st.just(VictoryKind.RATIO), st.just("a"), percent=st.integers(1, 500)
)


@st.composite
def scenarios_of_version_2(draw: st.DrawFn, ways: tuple[Orientation, ...]) -> Scenario:
    map_ = MAPS[draw(st.sampled_from(ways))]
    hands = st.lists(st.builds(StartingHand, WORDS, st.integers(0, 5)), max_size=3).map(tuple)
    stocks = st.dictionaries(WORDS, st.integers(0, 9), max_size=3)
    sides = tuple(ScenarioSide(each, decks=draw(hands), stocks=draw(stocks)) for each in "ab")
    forces = [unit for side in "ab" for unit in draw(units(side, map_.grid))]
    victory = tuple(draw(st.lists(CONDITIONS | RATIOS, max_size=4)))
    deck = {"d": Deck("d", (draw(CARDS),))} if draw(st.booleans()) else {}
    return Scenario(
        "tank", map_, sides, tuple(forces), ground_path="m.map.yaml", victory=victory,
        features=draw(features(map_.grid)), decks=deck, zones={"z": (map_.grid.hex(0, 0),)},
    )  # fmt: skip


def read_again(text: str, map_: Map) -> ScenarioFile:
    again, problems = read_scenario(parse(text, "a.scenario.yaml"), map_)
    assert problems == []
    assert again is not None
    return again


@settings(max_examples=60)
@given(scenarios_of_version_2(tuple(Orientation)))
def test_any_scenario_comes_back_from_its_file(scenario: Scenario) -> None:
    text = dump(scenario_writer.scenario_file_values(scenario))
    again = read_again(text, scenario.map).scenario
    for part in ("sides", "units", "features", "decks", "victory", "zones"):
        assert getattr(again, part) == getattr(scenario, part), part
    assert again.fingerprint() == scenario.fingerprint()


@settings(max_examples=60)
@given(scenarios_of_version_2(POINTY), scenarios_of_version_2(POINTY))
def test_any_file_edited_into_any_other_scenario_says_the_other(
    one: Scenario, other: Scenario
) -> None:
    was = read_again(dump(scenario_writer.scenario_file_values(one)), one.map)
    edited = scenario_writer.rewrite(other, was)
    again = read_again(edited.text, one.map).scenario
    assert again.fingerprint() == other.fingerprint()
    assert scenario_writer.rewrite(one, was).text == was.source.text
