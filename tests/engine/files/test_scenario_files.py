"""Scenarios and decks read, saved, and compared with their map."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.checks.check import check
from engine.checks.scenario_checks import load_playable
from engine.files import deck_files, scenario_reader, scenario_writer
from engine.files.source_text import ROOT, parse
from engine.files.value_merge import merge
from engine.files.yaml_rewriter import dump
from engine.games import new_game
from engine.narration.scenario_names import ScenarioNames
from engine.problems import InvalidFileError
from engine.scenario.scenario import (
    Arrival,
    Card,
    Scenario,
    ScenarioUnit,
    VictoryCondition,
    VictoryKind,
)
from engine.session.scenario_handout import scenario_handout
from engine.texts import text
from tests.engine.scenario_texts import DECK, MAP, SCENARIO, changed, folder, found

SAMPLES = sorted((ROOT / "samples").glob("*/scenarios/*.yaml"))
DECKS = sorted((ROOT / "samples").glob("*/decks/*.yaml"))


def test_a_scenario_holds_what_its_file_says(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path))
    hex_ = scenario.map.grid.hex
    assert [side.id for side in scenario.sides] == ["red", "blue"]
    assert scenario.units == (
        ScenarioUnit("r1", "red", "tank", at=hex_(1, 0)),
        ScenarioUnit("r2", "red", "tank", zone="west"),
        ScenarioUnit("b1", "blue", "tank", {"en": "Lion", "zh": "狮"}, at=hex_(5, 1)),
        ScenarioUnit("b2", "blue", "tank", arrives=Arrival(2, "east")),
    )
    assert scenario.victory[0] == VictoryCondition(VictoryKind.OBJECTIVES, "red", count=2)
    assert scenario.decks["own"].cards[0] == Card("push", "extra-mp", {"movers": 2, "mp": 1}, 2)
    assert (scenario.turns, scenario.rules, scenario.ground_path) == (
        6,
        {"strict": True},
        "lake.map.yaml",
    )


@pytest.mark.parametrize("path", [*SAMPLES, *DECKS], ids=lambda path: path.name)
def test_samples_are_clean_and_saved_untouched_to_the_byte(path: Path, tmp_path: Path) -> None:
    assert check(path) == []
    if path in DECKS:
        was = deck_files.open_file(path, "x")
        copy = deck_files.save(was.deck, tmp_path / path.name, was).source
    else:
        was_scenario = scenario_reader.open_file(path)
        copy = scenario_writer.rewrite(was_scenario.scenario, was_scenario)
    assert copy.text == path.read_text(encoding="utf-8")


def test_a_new_file_reads_back_as_the_same_scenario(tmp_path: Path) -> None:
    scenario = scenario_reader.load(folder(tmp_path))
    again = scenario_writer.save(scenario, tmp_path / "again.scenario.yaml").scenario
    assert again.fingerprint() == scenario.fingerprint()
    assert (again.briefings, again.title, again.deck_paths) == (
        scenario.briefings, scenario.title, scenario.deck_paths
    )  # fmt: skip
    assert found(tmp_path / "again.scenario.yaml") == []


def test_a_moved_unit_changes_one_word_and_keeps_labels_and_comments(tmp_path: Path) -> None:
    file = folder(tmp_path)
    was = scenario_reader.open_file(file)
    moved = [
        replace(u, at=was.scenario.map.grid.hex(4, 1)) if u.id == "b1" else u
        for u in was.scenario.units
    ]
    scenario_writer.save(replace(was.scenario, units=tuple(moved)), file, was)
    assert file.read_text(encoding="utf-8") == SCENARIO.replace('"0602"', '"0502"')


def test_a_unit_taken_away_takes_its_line_alone(tmp_path: Path) -> None:
    file = folder(tmp_path)
    was = scenario_reader.open_file(file)
    fewer = tuple(unit for unit in was.scenario.units if unit.id != "r2")
    scenario_writer.save(replace(was.scenario, units=fewer), file, was)
    assert file.read_text(encoding="utf-8") == changed(
        SCENARIO, ("    - {id: r2, type: tank, zone: west}\n", "")
    )


def test_a_card_more_changes_one_line_of_a_deck(tmp_path: Path) -> None:
    file = folder(tmp_path).with_name("own.deck.yaml")
    was = deck_files.open_file(file, "own")
    cards = (*was.deck.cards, Card("mend", "repair"))
    deck_files.save(replace(was.deck, cards=cards), file, was)
    assert file.read_text(encoding="utf-8") == DECK + "  - {id: mend, effect: repair}\n"


def test_a_faulty_unit_hides_no_other(tmp_path: Path) -> None:
    text = changed(SCENARIO, ("id: r1, type: tank", "id: r1, typ: tank"), ("0602", "9999"))
    codes = [code for code, _ in found(folder(tmp_path, text))]
    assert sorted(codes) == ["missing-key", "unknown-hex", "unknown-key"]


def test_what_cannot_be_played_can_be_opened_but_is_not_playable(tmp_path: Path) -> None:
    file = folder(tmp_path, changed(SCENARIO, ("@1,0", "@6,2")))
    assert scenario_reader.load(file).units[0].at is not None
    with pytest.raises(InvalidFileError, match=r"r1 .*0703: lake"):
        load_playable(file)


# --- a map that changes ---------------------------------------------------------------------------


def stamped(tmp_path: Path) -> Path:
    file = folder(tmp_path)
    file.write_text(
        scenario_writer.record_map_digest(scenario_reader.open_file(file)).text, encoding="utf-8"
    )
    assert found(file) == []
    return file


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("    ..w...~.", "    .......~", "ground"),
        ("legend:", "levels: {metres: 10}\nlegend:", ""),
        ("grid: {columns: 8, rows: 4}", "grid: {columns: 8, rows: 4, hex_metres: 80}", "scale"),
        ('road: ["@0,2 @1,2 @2,2"]', 'road: ["@0,2 @1,2"]', "road"),
        ("west: [\"@0,0 @0,1 @0,2\"]", 'west: ["@0,0 @0,1"]', "zone west"),
        ("island: [\"@7,0 @7,1 @7,2 @7,3\"]", 'island: ["@7,0"]', ""),
        ('{".": open, w: woods', '{w: woods, ".": open', ""),
    ],
)  # fmt: skip
def test_a_changed_map_is_named_by_what_changed(
    tmp_path: Path, old: str, new: str, what: str
) -> None:
    file = stamped(tmp_path)
    file.with_name("lake.map.yaml").write_text(changed(MAP, (old, new)), encoding="utf-8")
    told = [p.message("en") for p in check(file) if p.code == "map-changed"]
    assert bool(told) == bool(what)
    assert what in "".join(told)


def test_a_unit_whose_hex_changed_is_named_with_what_it_was(tmp_path: Path) -> None:
    file = stamped(tmp_path)
    rows = changed(MAP, ("    ......~.\n    ..w", "    .w....~.\n    ..w"))
    file.with_name("lake.map.yaml").write_text(rows, encoding="utf-8")
    (told,) = [problem for problem in check(file) if problem.code == "hex-changed"]
    was, now = (
        text("scenario.hex-is", "en", ground=ground, level="0")
        for ground in ("open ground", "woods")
    )
    values = {"hex": "0201", "who": "r1", "was": was, "now": now}
    assert told.message("en") == text("scenario.hex-changed", "en", **values)
    assert (told.at, told.where) == (("@1,0",), "forces.red[0].at")


def test_a_stamp_is_a_small_diff_and_ends_the_warning(tmp_path: Path) -> None:
    file = stamped(tmp_path)
    before = file.read_text(encoding="utf-8").splitlines()
    grown = changed(MAP, ("    ..w...~.", "    ..ww..~."))
    file.with_name("lake.map.yaml").write_text(grown, encoding="utf-8")
    after = scenario_writer.record_map_digest(scenario_reader.open_file(file)).text
    file.write_text(after, encoding="utf-8")
    assert [(a, b) for a, b in zip(before, after.splitlines(), strict=True) if a != b] == [
        (next(line for line in before if "ground:" in line),
         next(line for line in after.splitlines() if "ground:" in line))
    ]  # fmt: skip
    assert found(file) == []


# --- merging --------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from("abc"), inside),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_a_merge_into_what_was_written_plainly_is_what_is_new(new: object, was: object) -> None:
    assert merge(new, was, was) == new


def test_a_merge_keeps_how_things_were_written_where_nothing_changed() -> None:
    written = {"a": [{"id": "x", "at": "E6", "copies": 1}], "b": "same"}
    was = {"a": [{"id": "x", "at": "@4,5"}], "b": 1}
    new = {"a": [{"id": "y"}, {"id": "x", "at": "@4,5", "mark": True}], "b": 1}
    assert merge(new, was, written) == {
        "a": [{"id": "y"}, {"id": "x", "at": "E6", "copies": 1, "mark": True}],
        "b": "same",
    }


# --- hostile values -------------------------------------------------------------------------------

EVERYTHING = changed(
    SCENARIO,
    ("rules: {strict: true}", """\
zones: {here: ["@0,3"]}
waived: [{code: one-language, at: ["@0,0"], reason: why}]
map_hash:
  {grid: a, labels: a, level: a, ground: a, sides: {a: a}, zones: {a: a}, hexes: {"@1,0": 2 x}}
notes: {en: N, zh: N}
credits: me
rules:
  stacking: 3
  tables: {D: "battery 0 1 2\\n155mm 12 6 3\\n122mm 10 5 2"}
  units: {heavy: {name: H, gun: 85mm, mp: 4, armour: heavy, fires: halted, points: 2}}
  terrain:
    {mobility: {ground: {woods: 3}, up: 1}, march_links: [road], cover: {woods: {faces: [2]}}}
  cards: {gift: {effect: repair, parameters: {units: 1}, copies: 2, title: G, picture: x.png}}"""),
    ("decks: {own: own.deck.yaml}", """\
decks:
  own: own.deck.yaml
  two: {title: T, cards: [{id: c, effect: support, parameters: {battery: 155mm, guns: 2}}]}"""),
)  # fmt: skip
WRONG = [None, True, 3, -1, 1.5, 10**20, "x", "", "@1,1", [], ["x"], [3], {}, {"x": 1}, {"en": "x"}]


def _places(node: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inside = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    below = [place for key, value in inside for place in _places(value, (*path, key))]
    return [path, *below] if path else below


@pytest.mark.long
def test_any_value_anywhere_is_told_or_can_be_played(tmp_path: Path) -> None:
    base = parse(EVERYTHING, "x").root.plain()
    file, played = folder(tmp_path, EVERYTHING), 0
    cases = [(place, wrong) for place in _places(base) for wrong in WRONG]
    for place, wrong in cases[::7]:  # which is no divisor of their number of values
        file.write_text(dump(_with(base, place, wrong)), encoding="utf-8")
        problems = check(file)
        assert all(problem.sentence("zh") for problem in problems)
        if not any(problem.severity == "error" for problem in problems):
            played += _begins(load_playable(file), place, wrong)
    assert played > 10


def _with(base: dict[str, Any], place: tuple[str | int, ...], wrong: object) -> dict[str, Any]:
    values = copy.deepcopy(base)
    inside: Any = values
    for step in place[:-1]:
        inside = inside[step]
    inside[place[-1]] = wrong
    return values


def _begins(scenario: Scenario, place: object, wrong: object) -> bool:
    try:
        game = new_game(scenario, 1)
        while game.decision is not None and len(game.answers) < 12:
            game.choose(game.options[0])
    except Exception as error:
        raise AssertionError(f"{place} = {wrong!r} passes the check and then fails") from error
    return True


# --- zones of a scenario's own --------------------------------------------------------------------

ZONED = changed(
    SCENARIO,
    ("objectives:\n", "zones:\n  hill: {name: {en: The hill, zh: 高地}, hexes: [\"@2,0 @3,0\"]}\n"
     "  dale: [\"@4,0\"]\nobjectives:\n"),
)  # fmt: skip


def zoned(tmp_path: Path) -> scenario_reader.ScenarioFile:
    file = folder(tmp_path)
    file.write_text(ZONED, encoding="utf-8")
    return scenario_reader.open_file(file)


def test_a_zone_may_have_a_name_or_be_its_hexes_alone(tmp_path: Path) -> None:
    scenario = zoned(tmp_path).scenario
    hex_ = scenario.map.grid.hex
    assert scenario.zones == {"hill": (hex_(2, 0), hex_(3, 0)), "dale": (hex_(4, 0),)}
    assert scenario.zone_names == {"hill": {"en": "The hill", "zh": "高地"}}
    assert [ScenarioNames(scenario, language).zone("hill") for language in ("en", "zh")] == [
        "The hill", "高地"
    ]  # fmt: skip
    assert ScenarioNames(scenario, "en").zone("dale") == "Dale"


def test_the_name_of_a_zone_bears_on_no_replay(tmp_path: Path) -> None:
    scenario = zoned(tmp_path).scenario
    assert replace(scenario, zone_names={}).fingerprint() == scenario.fingerprint()


def test_a_zone_that_gets_a_name_is_written_with_it_and_the_others_stay(tmp_path: Path) -> None:
    was = zoned(tmp_path)
    names = {**was.scenario.zone_names, "dale": {"en": "The dale", "zh": "谷地"}}
    text = scenario_writer.rewrite(replace(was.scenario, zone_names=names), was).text
    assert 'hill: {name: {en: The hill, zh: 高地}, hexes: ["@2,0 @3,0"]}' in text
    (tmp_path / "again.scenario.yaml").write_text(text, encoding="utf-8")
    again = scenario_reader.load(tmp_path / "again.scenario.yaml")
    assert (again.zones, again.zone_names) == (was.scenario.zones, names)


def test_a_fault_in_a_named_zone_is_told_where_it_is(tmp_path: Path) -> None:
    file = folder(tmp_path)
    file.write_text(changed(ZONED, ("@3,0", "@30,0")), encoding="utf-8")
    assert [(problem.code, problem.where) for problem in check(file)] == [
        ("unknown-hex", "zones.hill.hexes[0]")
    ]
    file.write_text(changed(ZONED, ("{name: {en: The", "{called: {en: The")), encoding="utf-8")
    assert [problem.where for problem in check(file)] == ["zones.hill.called"]


def test_a_side_reads_no_names_of_zones_that_are_not_its_own(tmp_path: Path) -> None:
    assert scenario_handout(zoned(tmp_path).scenario, "red").zone_names == {}


def test_a_name_put_into_another_language_bears_on_no_replay(tmp_path: Path) -> None:
    """A name that is written otherwise does, as the record tells it."""
    scenario = scenario_reader.load(folder(tmp_path))
    first, *others = scenario.sides
    names = {"en": "Reds", "zh": "红方"}

    def digest(**more: str) -> str:
        sides = (replace(first, name={**names, **more}), *others)
        return replace(scenario, sides=sides).fingerprint()

    assert digest(ru="Красные") == digest() == digest(**{"zh-Hant": "紅方"})
    assert digest(zh="红军") != digest()
