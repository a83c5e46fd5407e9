"""A scenario as a work: steps, files, and what a killed program leaves of it."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import scenario_reader, source_text
from engine.files.source_text import SHIPPED
from engine.scenario.scenario import Card, Deck
from studio.documents import recovery_journal as journal_module
from studio.documents.document import FileChangedOnDisk
from studio.documents.document_loader import recover_document
from studio.documents.recovery_journal import find_recoveries
from studio.documents.scenario_document import ScenarioDocument

SAMPLES = SHIPPED / "samples" / "tank"


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The crossroads scenario beside its map and deck, to be changed."""
    shutil.copytree(SAMPLES, tmp_path / "tank")
    return tmp_path / "tank" / "scenarios" / "crossroads.scenario.yaml"


def longer(document: ScenarioDocument, turns: int) -> None:
    document.apply(replace(document.scenario, turns=turns), f"{turns} turns")


def left_behind(document: ScenarioDocument) -> None:
    """The program is gone, and its locks with it."""
    journal = document._protection._journal
    assert journal is not None
    assert journal._lock is not None
    journal._lock.close()
    journal._syncing.close()
    journal._steps.close()


def test_an_edit_is_a_named_step_that_is_undone_and_redone(file: Path) -> None:
    document = ScenarioDocument.open(file)
    longer(document, 20)
    assert document.history.undoText() == "20 turns"
    document.history.undo()
    assert document.scenario.turns == 12
    assert not document.is_dirty
    document.history.redo()
    assert document.scenario.turns == 20


def test_saving_changes_only_what_was_edited_and_undo_survives_it(file: Path) -> None:
    before = file.read_text()
    document = ScenarioDocument.open(file)
    longer(document, 20)
    document.save()
    assert file.read_text() == before.replace("turns: 12", "turns: 20")
    assert not document.is_dirty
    document.history.undo()
    assert document.is_dirty


def test_saved_in_another_folder_it_still_finds_its_map_and_decks(
    file: Path, tmp_path: Path
) -> None:
    document = ScenarioDocument.open(file)
    other = tmp_path / "mine" / "deep" / "copy.scenario.yaml"
    other.parent.mkdir(parents=True)
    document.save(other)
    assert document.path == other
    found = scenario_reader.load(other)
    assert found.ground_path == "../../tank/maps/crossroads.map.yaml"
    assert found.fingerprint() == scenario_reader.load(file).fingerprint()
    assert document.map_file.samefile(file.parent.parent / "maps" / "crossroads.map.yaml")


def test_saved_in_another_folder_the_pictures_of_its_own_cards_are_still_found(
    file: Path, tmp_path: Path
) -> None:
    document = ScenarioDocument.open(file)
    card = Card("rain", "none", picture="art/rain.png")
    own = {**document.scenario.decks, "own": Deck("own", (card,))}
    document.apply(replace(document.scenario, decks=own), "a deck of its own")
    other = tmp_path / "mine" / "copy.scenario.yaml"
    other.parent.mkdir()
    document.save(other)
    (kept,) = document.scenario.decks["own"].cards
    assert (other.parent / kept.picture).resolve() == (file.parent / "art/rain.png").resolve()
    assert kept.picture in other.read_text("utf-8")


def test_undone_after_it_was_saved_in_another_folder_it_still_finds_its_map(
    file: Path, tmp_path: Path
) -> None:
    document = ScenarioDocument.open(file)
    longer(document, 4)
    document.history.beginMacro("two at once")
    longer(document, 5)
    longer(document, 6)
    document.history.endMacro()
    other = tmp_path / "mine" / "deep" / "copy.scenario.yaml"
    other.parent.mkdir(parents=True)
    document.save(other)
    for place in (1, 0, 2, 1):
        document.history.setIndex(place)
        assert document.map_file.samefile(file.parent.parent / "maps" / "crossroads.map.yaml")
    document.save()
    assert scenario_reader.load(other).turns == 4


def test_the_record_of_the_map_outlasts_every_save_and_undo(file: Path, tmp_path: Path) -> None:
    old = ScenarioDocument.open(file)
    plain = replace(
        old.scenario, ground_path=str(old.map_file), map_hash={}, decks={}, deck_paths={}
    )
    plain.sides = tuple(replace(side, deck="") for side in plain.sides)
    document, path = ScenarioDocument.new(plain), tmp_path / "new.scenario.yaml"
    longer(document, 13)
    document.save(path)
    first = scenario_reader.load(path).map_hash
    assert first["ground"]
    longer(document, 20)
    document.save()
    assert scenario_reader.load(path).map_hash == first
    document.history.undo()
    document.history.undo()
    document.save()
    assert scenario_reader.load(path).map_hash == first


def test_a_new_scenario_of_an_open_map_is_saved_with_the_way_to_it(
    file: Path, tmp_path: Path
) -> None:
    old = ScenarioDocument.open(file)
    scenario = replace(
        old.scenario, ground_path=str(old.map_file), decks={}, deck_paths={}, rules={}
    )
    scenario.sides = tuple(replace(side, deck="") for side in scenario.sides)
    document = ScenarioDocument.new(scenario)
    document.save(tmp_path / "new.scenario.yaml")
    found = scenario_reader.load(tmp_path / "new.scenario.yaml")
    assert found.ground_path == "tank/maps/crossroads.map.yaml"


def test_what_others_did_to_the_file_is_not_overwritten(file: Path) -> None:
    document = ScenarioDocument.open(file)
    longer(document, 20)
    file.write_text(file.read_text() + "# a word\n")
    with pytest.raises(FileChangedOnDisk):
        document.save()
    document.revert("Back")
    assert document.scenario.turns == 12
    document.history.undo()
    assert document.scenario.turns == 20


def test_a_killed_program_loses_no_step(file: Path, tmp_path: Path) -> None:
    document = ScenarioDocument.open(file, tmp_path / "journals")
    longer(document, 20)
    longer(document, 30)
    left_behind(document)
    (left,) = find_recoveries(tmp_path / "journals")
    assert left.path == file
    found = ScenarioDocument.recovered(left, tmp_path / "journals")
    assert found.scenario.turns == 30
    assert found.is_dirty
    found.save()
    assert scenario_reader.load(file).turns == 30
    assert find_recoveries(tmp_path / "journals") == []


def test_a_new_scenario_that_was_never_saved_is_recovered_too(file: Path, tmp_path: Path) -> None:
    old = ScenarioDocument.open(file)
    scenario = replace(
        old.scenario, ground_path=str(old.map_file), decks={}, deck_paths={},
        sides=tuple(replace(side, deck="") for side in old.scenario.sides),
    )  # fmt: skip
    document = ScenarioDocument.new(scenario, tmp_path / "journals")
    longer(document, 7)
    left_behind(document)
    (left,) = find_recoveries(tmp_path / "journals")
    found = ScenarioDocument.recovered(left)
    assert found.path is None
    assert found.scenario.turns == 7
    assert found.scenario.units == scenario.units


def test_closed_it_leaves_no_journal(file: Path, tmp_path: Path) -> None:
    document = ScenarioDocument.open(file, tmp_path / "journals")
    longer(document, 20)
    assert document.journal is not None
    document.close()
    assert list((tmp_path / "journals").iterdir()) == []


def test_a_file_whose_name_is_no_text_is_protected_too(file: Path, tmp_path: Path) -> None:
    odd = file.with_name(os.fsdecode(b"\xff.scenario.yaml"))
    shutil.copy(file, odd)
    document = ScenarioDocument.open(odd, tmp_path / "journals")
    told: list[str] = []
    document.unprotected.connect(told.append)
    longer(document, 20)
    assert told == []
    left_behind(document)
    (left,) = find_recoveries(tmp_path / "journals")
    again = recover_document(left)
    assert isinstance(again, ScenarioDocument)
    assert again.scenario.turns == 20


# --- who types all evening ------------------------------------------------------------------------


def type_on(document: ScenarioDocument, keys: int) -> None:
    """Type so many letters into the credits, as a field does."""
    for _ in range(keys):
        longer = replace(document.scenario, credits=f"{document.scenario.credits}x")
        document.apply(longer, "Credits", typed="typed-0")


def test_a_journal_stays_small_however_much_is_typed_and_holds_the_last(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "MAX_BEFORE", 0)
    document = ScenarioDocument.open(file, tmp_path / "j")
    type_on(document, 200)
    assert document.journal is not None
    lines = (document.journal / journal_module.STEPS).read_bytes().splitlines()
    assert len(lines) <= journal_module.LINES_BEFORE + 2
    left_behind(document)
    (recovery,) = find_recoveries(tmp_path / "j")
    assert recovery.steps == 200
    again = ScenarioDocument.recovered(recovery, tmp_path / "j")
    assert again.scenario.credits.endswith("x" * 200)
    assert again.path == file
    again.close()


def test_a_journal_that_cannot_be_begun_anew_leaves_what_it_had_and_says_so(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: object) -> None:
        raise source_text.SaveError("no space left")

    monkeypatch.setattr(journal_module, "MAX_BEFORE", 0)
    document, told = ScenarioDocument.open(file, tmp_path / "j"), list[str]()
    document.unprotected.connect(told.append)
    type_on(document, 10)
    monkeypatch.setattr(source_text, "write", full)
    type_on(document, 90)
    monkeypatch.undo()
    assert told == ["no space left"]
    left_behind(document)
    (recovery,) = find_recoveries(tmp_path / "j")
    assert 10 <= recovery.steps < 100
    again = ScenarioDocument.recovered(recovery, tmp_path / "j")
    assert again.scenario.credits.endswith("x" * recovery.steps)
    again.close()
