"""What a file names must be able to be a file: a path with a zero byte is told where it stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.checks.check import check
from engine.editing.dependent_scenarios import scenarios_on
from engine.files import schemas
from engine.session import replay, session_files
from engine.umpire import game_record
from studio.documents.recovery_journal import RecoveryJournal, find_recoveries
from studio.underlay.underlay_image import UnderlaySettings
from tests.engine.comparing_maps import FULL
from tests.engine.scenario_texts import SCENARIO, changed, folder

ZERO = '"a\\0b"'
TABLE_SCENARIO = "sandtable: scenario/2\ngame: littlewars\ntable: {}\nsides: [{{id: red}}]\n"
CARD = "{id: push, effect: extra-mp, parameters: {movers: 2, mp: 1}, picture: " + ZERO + "}"
DECK_2 = "sandtable: deck/2\ngame: tank\n"
CARDS_1 = "sandtable: cards/1\nsize: poker\ntitle: [1, 1, 9, 9]\ntext: [1, 9, 9, 9]\n"
COUNTERS_1 = "sandtable: counters/1\nsymbol: {at: [50, 50], size: [40, 30]}\n"
TABLE_1 = "sandtable: table/1\nwidth: 2m\nheight: 1m\n"
NAMING = {
    "map": ("scenario", changed(SCENARIO, ("lake.map.yaml", ZERO))),
    "table": ("scenario", TABLE_SCENARIO.format(ZERO)),
    "decks.own": ("scenario", changed(SCENARIO, ("own: own.deck.yaml", f"own: {ZERO}"))),
    "counters": ("scenario", f"{changed(SCENARIO, ('scenario/1', 'scenario/2'))}counters: {ZERO}"),
    "decks.own.cards[0].picture": (
        "scenario", changed(SCENARIO, ("own: own.deck.yaml", f"own: {{cards: [{CARD}]}}"))),
    "decks.own.layout": (
        "scenario", changed(SCENARIO, ("scenario/1", "scenario/2"),
                            ("own: own.deck.yaml", f"own: {{layout: {ZERO}, cards: []}}"))),
    "layout": ("deck", f"{DECK_2}layout: {ZERO}\ncards: []\n"),
    "cards[0].picture": ("deck", f"{DECK_2}cards:\n  - {CARD}\n"),
    "icons.star": ("cards", f"{CARDS_1}icons: {{star: {ZERO}}}\n"),
    "back.picture": ("cards", f"{CARDS_1}back: {{picture: {ZERO}}}\n"),
    "pictures.tank": ("counters", f"{COUNTERS_1}pictures: {{tank: {ZERO}}}\n"),
    "underlay.picture": ("table", f"{TABLE_1}underlay: {{picture: {ZERO}}}\n"),
}  # fmt: skip


@pytest.mark.parametrize("where", NAMING)
def test_a_path_that_no_file_can_have_is_told_at_its_place(tmp_path: Path, where: str) -> None:
    folder(tmp_path)
    kind, words = NAMING[where]
    file = tmp_path / f"zero.{kind}.yaml"
    file.write_text(words, encoding="utf-8")
    (told,) = check(file)
    line = next(number for number, line in enumerate(words.splitlines(), 1) if ZERO in line)
    assert (told.code, told.mark.line) == ("not-text", line)
    assert "U+0000" in told.sentence("en")


def _named_files(rules: Any, path: str = "") -> set[str]:
    """The keys of a schema that name a file, by what is said of them."""
    found: set[str] = set()
    if isinstance(rules, dict):
        said = str(rules.get("description", ""))
        is_word = rules.get("type") == "string"
        if is_word and ("relative to this file" in said or "beside this file" in said):
            found.add(path)
        for key, inside in rules.items():
            found |= _named_files(inside, f"{path}/{key}")
    return found


@pytest.mark.parametrize("kind", schemas.KINDS)
def test_every_key_of_a_schema_that_names_a_file_is_tried(kind: str) -> None:
    whole = schemas.load_schema(kind)
    for path in _named_files(whole):
        rules: Any = whole
        for step in path.split("/")[1:]:
            rules = rules[step]
        assert rules["x-form"] in ("path", "picture", "layout"), path
        assert "x00" in rules["pattern"], path


def test_a_scenario_beside_a_map_that_names_no_file_is_on_another_map(tmp_path: Path) -> None:
    (tmp_path / "a.map.yaml").write_text(FULL, encoding="utf-8")
    words = changed(SCENARIO, ("lake.map.yaml", ZERO))
    (tmp_path / "zero.scenario.yaml").write_text(words, encoding="utf-8")
    assert scenarios_on(tmp_path / "a.map.yaml") == []


HEAD = {"game": "tank", "rules": 1, "scenario": "\0", "scenario_hash": "", "map_hash": "",
        "seeds": [], "players": {}, "seats": {}, "fog": "open", "seed": 1, "branch": 0}  # fmt: skip


def test_heads_of_games_that_name_no_file_are_refused(tmp_path: Path) -> None:
    for kind, reads, error in (
        ("replay/1", replay.read, replay.InvalidReplayError),
        ("room/1", game_record.read, game_record.InvalidRecordError),
    ):
        file = tmp_path / kind.replace("/", ".")
        room = {"seats": [], "is_attended": True, "may_talk": True} if "room" in kind else {}
        head = {"sandtable": kind, **HEAD, **room}
        file.write_text(f"{json.dumps(head)}\n[]\n{{}}\n", encoding="utf-8")
        with pytest.raises(error, match="scenario"):
            reads(file)


def test_a_session_that_names_no_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "zero.replay"
    words = f"{json.dumps({'sandtable': session_files.KIND, **HEAD})}\n{{}}\n"
    end = json.dumps({"digest": session_files._digest(words)})
    file.write_text(f"{words}{end}\n", encoding="utf-8")
    with pytest.raises(session_files.InvalidSessionError, match=":1:"):
        session_files.resume(file)


def test_a_journal_that_names_no_file_is_nothing_to_recover(tmp_path: Path) -> None:
    journal = RecoveryJournal(tmp_path, Path("a\0b"), "Lake", {}, None)
    journal._syncing.close()
    journal._steps.close()
    assert journal._lock is not None
    journal._lock.close()
    assert list(find_recoveries(tmp_path)) == []


def test_settings_that_name_no_picture_are_none() -> None:
    assert UnderlaySettings.from_text('["a\\u0000b", 300, [1, 0, 0, 1, 3, 4], 0.5, true]') is None
