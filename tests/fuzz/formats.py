"""The formats, each with a sound file, a way to damage it, and the law a damaged one is judged by.

The law: a value, or our own error that says something in both languages; and what loads, saves and
loads again as itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.checks.check import require_no_new_errors
from engine.checks.scenario_checks import load_playable
from engine.editing.blank_maps import BlankMapPlan, plan_from_values, plan_to_values
from engine.editing.edit_encoding import encode_edit
from engine.files import (
    card_layout_files,
    counter_layout_files,
    deck_files,
    map_style_files,
    scenario_reader,
    scenario_writer,
    source_text,
    tabletop_map_reader,
    tabletop_map_writer,
)
from engine.files.map_writer import new_map_text
from engine.games import card_effects_of, new_game
from engine.hexes.grid import Orientation
from engine.interchange import (
    deck_csv,
    megamek,
    order_of_battle_csv,
    picture_import,
    tiled,
    universal_vtt,
    vasl_boards,
    wesnoth,
    worldographer,
)
from engine.play import players
from engine.session import replay, session_files
from engine.umpire.clock import TimeoutAction
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.documents.document_loader import recover_document
from studio.documents.recovery_journal import STEPS, RecoveryJournal, find_recoveries
from studio.documents.scenario_document import ScenarioDocument
from studio.previews.preview_settings import PreviewOptions
from studio.printing import print_settings as printing
from studio.underlay.underlay_image import UnderlaySettings
from studio.workspaces.map.dialogs.map_dialog_questions import last_plan
from studio.workspaces.map.terrain_import import import_setup as ground_setup
from studio.workspaces.umpire.umpired_game_setup import RememberedSetup
from tests.engine.comparing_maps import FULL
from tests.engine.files.test_second_versions import LATER, LATER_DECK
from tests.engine.interchange.hostile import survives
from tests.engine.interchange.test_hostile_files import MMS, survives_as_scenario
from tests.engine.interchange.test_megamek import BOARD, DECORATED
from tests.engine.interchange.test_megamek_setup_v1 import AMBUSH
from tests.engine.interchange.test_picture_import import a_scene, a_universal, drawn, some
from tests.engine.interchange.test_tiled import foreign, of_ours
from tests.engine.interchange.test_vasl_boards import some_board
from tests.engine.interchange.test_vassal_import import some_module
from tests.engine.interchange.test_wesnoth import MAP as WESNOTH
from tests.engine.interchange.test_worldographer import a_map as wxx_map
from tests.engine.interchange.test_worldographer import packed as wxx_packed
from tests.engine.scenario_texts import DECK, SCENARIO
from tests.engine.scenario_texts import folder as scenario_folder
from tests.fuzz import mutator, packed
from tests.fuzz.judging import (
    Format,
    check_says_the_same,
    is_fine,
    is_map,
    is_record,
    is_scenario,
)
from tests.fuzz.more_formats import more_formats
from tests.studio.documents.random_edits import random_edit, random_map

# --- our own formats ------------------------------------------------------------------------------


def _looks(load: Callable[[Path], object]) -> Callable[[Path], None]:
    """A layout or a style is refused in words or can be used."""

    def law(path: Path) -> None:
        check_says_the_same(path, lambda: load(path))

    return law


TABLE = source_text.SHIPPED / "samples" / "littlewars" / "tables" / "convoy.table.yaml"


def _table(path: Path) -> None:
    """A table that is opened is written again as itself, by an edit and afresh."""
    file = check_says_the_same(path, lambda: tabletop_map_reader.open_file(path))
    again = path.with_name("again.table.yaml")
    for was in (file, None):
        if was is None:
            again.unlink()
        tabletop_map_writer.save(file.table, again, was)
        assert tabletop_map_reader.load(again) == file.table


def _deck(path: Path) -> None:
    file = check_says_the_same(path, lambda: deck_files.open_file(path, "a"))
    again = path.with_name("again.deck.yaml")
    for was in (file, None):
        if was is None:
            again.unlink()
        deck_files.write(file, again, was)
        assert deck_files.deck_file_values(
            deck_files.open_file(again, "a")
        ) == deck_files.deck_file_values(file)


def _replay(path: Path) -> None:
    told = replay.read(path)
    json.dumps([told.players, told.seeds], allow_nan=False, ensure_ascii=False).encode()
    scenario = load_playable(path.with_name("lake.scenario.yaml"))
    game = replay.resume(told, scenario)
    again = replay.parse(replay.compose(game, told.scenario, told.players))
    assert (again.answers, again.seeds) == (told.answers, told.seeds)


def _session(path: Path) -> None:
    session_files.answers_in(path)
    kept = session_files.resume(path)
    session_files.save(kept, path.with_name("again.replay"))
    assert session_files.answers_in(path.with_name("again.replay")) == session_files.answers_in(
        path
    )


def _journal(path: Path) -> None:
    for recovery in find_recoveries(path.parent.parent):
        assert isinstance(recovery.title, str | dict)
        work = recover_document(recovery, None)
        work.close()


# --- other programs' formats ----------------------------------------------------------------------


def _brought(read: Callable[[Path], Any]) -> Callable[[Path], None]:
    def law(path: Path) -> None:
        if survives(read, path, path.read_bytes()):
            out = path.with_name("out.map.yaml")
            out.write_text(new_map_text(read(path).map, out), encoding="utf-8")
            is_fine(out)

    return law


def _set_up(path: Path) -> None:
    survives_as_scenario(path.parent, path.read_bytes())


def _forces_table(path: Path) -> None:
    """A table is taken whole or not at all, and the second time it changes nothing.

    One that would bring new errors is refused, as the command refuses it.
    """
    file = path.with_name("lake.scenario.yaml")
    scenario = scenario_reader.open_file(file)
    merged = order_of_battle_csv.read(path, scenario.scenario)
    out = path.with_name("out.scenario.yaml")
    scenario_writer.save(merged.value, out, scenario)
    require_no_new_errors(source_text.read(file), source_text.read(out))
    assert order_of_battle_csv.read(path, scenario_reader.load(out)).is_empty, (
        "a second time it changes more"
    )


def _deck_table(path: Path) -> None:
    """The same of cards."""
    file = deck_files.open_file(path.with_name("own.deck.yaml"), "own")
    merged = deck_csv.read(path, file.deck, card_effects_of("tank"))
    out = path.with_name("out.deck.yaml")
    deck_files.save(merged.value, out, file)
    require_no_new_errors(file.source, source_text.read(out))
    again = deck_files.open_file(out, "own").deck
    assert deck_csv.read(path, again, card_effects_of("tank")).is_empty, "a second time: more"
    is_fine(out)


# --- settings -------------------------------------------------------------------------------------


def _settings(path: Path) -> None:
    """Whatever stands in the settings counts, or is as it was at first."""
    words = path.read_text(encoding="utf-8", errors="replace")
    for reads in (
        PreviewOptions.from_text,
        RememberedSetup.of,
        ground_setup.from_text,
        printing.from_text,
        last_plan,
    ):
        reads(words)
    _, _, underlay = words.rpartition('"underlay": ')
    UnderlaySettings.from_text(underlay.removesuffix("}"))
    plan = last_plan(words)
    if plan is not None:
        assert plan_from_values(plan_to_values(plan)) == plan


# --- all of them ----------------------------------------------------------------------------------


def formats(folder: Path) -> Mapping[str, Format]:
    """Every format, with what its files need beside them written into a folder."""
    scenario = scenario_folder(folder)
    text = {name: said.encode() for name, said in {
        "map": FULL, "scenario": SCENARIO, "deck": DECK, "board": BOARD, "wesnoth": WESNOTH,
        "tmx": foreign(), "mms": MMS, "board2": json.dumps(DECORATED)}.items()}  # fmt: skip
    (folder / "tiles").mkdir()
    tiled.write(of_ours(), folder / "tiles" / "s.tmj", form="csv")
    tiled.write(of_ours(), folder / "tiles" / "z.tmj", form="zlib")
    (folder / "a.board").write_bytes(text["board"])
    (folder / "a.png").write_bytes(some("nothing"))
    tree, words = mutator.damaged_tree, mutator.damaged_text
    loaded = scenario_reader.load(scenario)
    deck = deck_files.open_file(folder / "own.deck.yaml", "own")
    return {
        "map": Format("a.map.yaml", text["map"], tree, is_map),
        "map, bytes": Format("a.map.yaml", text["map"], words, is_map),
        "scenario": Format("a.scenario.yaml", text["scenario"], tree, is_scenario),
        "scenario, bytes": Format("a.scenario.yaml", text["scenario"], words, is_scenario),
        "scenario of version 2": Format("c.scenario.yaml", LATER.encode(), tree, is_scenario),
        "deck": Format("a.deck.yaml", text["deck"], tree, _deck),
        "deck of version 2": Format("c.deck.yaml", LATER_DECK.encode(), tree, _deck),
        "deck, bytes": Format("a.deck.yaml", text["deck"], words, _deck),
        "table": Format("a.table.yaml", TABLE.read_bytes(), tree, _table),
        "table, bytes": Format("a.table.yaml", TABLE.read_bytes(), words, _table),
        "counters": Format(
            "a.counters.yaml",
            _shipped("layouts/classic.counters.yaml"),
            tree,
            _looks(counter_layout_files.load),
        ),
        "cards": Format(
            "a.cards.yaml",
            _shipped("layouts/bulletin.cards.yaml"),
            tree,
            _looks(card_layout_files.load),
        ),
        "style": Format(
            "a.style.yaml",
            _shipped("styles/kriegsspiel-1824.style.yaml"),
            tree,
            _looks(map_style_files.load),
        ),
        "replay": Format("a.replay", _some_replay(scenario), mutator.damaged_replay, _replay),
        "session": Format("b.replay", _some_session(scenario), mutator.damaged_session, _session),
        "room record": Format("a.room", _some_record(folder), mutator.damaged_record, is_record),
        "journal of a map": Format(
            "maps/a/steps", _map_journal(folder / "maps"), mutator.damaged_journal, _journal
        ),
        "journal of a scenario": Format(
            "scenarios/a/steps",
            _scenario_journal(folder / "scenarios", scenario),
            mutator.damaged_journal,
            _journal,
        ),
        "board": Format("b.board", text["board"], words, _brought(megamek.read)),
        "board2": Format("b.board2", text["board2"], tree, _brought(megamek.read)),
        "wesnoth": Format("b.map", text["wesnoth"], words, _brought(wesnoth.read)),
        "tmx": Format("b.tmx", text["tmx"], words, _brought(tiled.read)),
        "tmx, values": Format("b.tmx", text["tmx"], packed.damaged_xml, _brought(tiled.read)),
        "tmj, packed": Format(
            "z.tmj", (folder / "tiles" / "z.tmj").read_bytes(), tree, _brought(tiled.read)
        ),
        "tmj": Format(
            "b.tmj", (folder / "tiles" / "s.tmj").read_bytes(), tree, _brought(tiled.read)
        ),
        "set-up": Format("a.mms", text["mms"], tree, _set_up),
        "module": Format("a.vmod", some_module(), packed.in_archive("buildFile"), packed.module),
        "VASL board": Format(
            "bd01", some_board(), packed.in_archive("BoardMetadata.xml"), _brought(vasl_boards.read)
        ),
        "picture": Format(
            "b.png",
            drawn(30, Orientation.FLAT, size=(160, 140)),
            words,
            _brought(picture_import.read),
        ),
        "Universal VTT": Format(
            "b.uvtt", a_universal(), tree, _brought(universal_vtt.read), every=16
        ),
        "Foundry": Format("b.json", a_scene(), tree, _brought(picture_import.read_scene)),
        "Worldographer": Format(
            "b.wxx", wxx_packed(wxx_map()), packed.in_gzip, _brought(worldographer.read)
        ),
        "set-up of version 1": Format("c.mms", AMBUSH.encode(), words, _set_up),
        "forces table": Format(
            "a.csv", order_of_battle_csv.compose(loaded).encode(), words, _forces_table
        ),
        "deck table": Format(
            "d.csv",
            deck_csv.compose(deck.deck, card_effects_of("tank")).encode(),
            words,
            _deck_table,
        ),
        "settings": Format("settings.json", _some_settings(), tree, _settings),
        **more_formats(folder, scenario),
    }


def _shipped(name: str) -> bytes:
    """A file that comes with the program."""
    return Path(map_style_files.__file__).parent.joinpath(name).read_bytes()


def _some_replay(path: Path) -> bytes:
    scenario = load_playable(path)
    game = new_game(scenario, 3)
    by = {side.id: players.find_player("random", 1) for side in scenario.sides}
    while game.decision is not None and len(game.answers) < 40:
        players.let_player_answer(game, by)
    return replay.compose(game, path.name, {"red": "random"}).encode()


def _some_session(path: Path) -> bytes:
    file = path.with_name("game.replay")
    file.write_bytes(_some_replay(path))
    session_files.save(session_files.resume(file), file)
    return file.read_bytes()


def _some_record(folder: Path) -> bytes:
    """A game in which orders, messages, notes and dice were given, and a clock was set."""
    seats = [PlayerSeat("anna", "red", "Anna", secret="a" * 16),
             PlayerSeat("carl", "blue", "Carl", secret="c" * 16)]  # fmt: skip
    room = UmpiredGame.begin(
        folder / "lake.scenario.yaml", folder / "some.room", seats, 1, may_talk=True
    )
    room.set_clock(60.0, TimeoutAction.TELL, is_renewed=True)
    room.write_message("red", "Ready?")
    room.note("It rains.")
    room.announce("blue", {"en": "Fog", "zh": "雾"})
    for _ in range(4):
        for seat in room.seats:
            options = room.desk(seat)["options"]
            if options:
                room.draft(seat, options[0]["id"], room.desk_number(seat))
            while room.game_after_orders(room.seats[seat].command).unfinished:
                more = room.desk(seat)["options"]
                room.draft(seat, more[-1]["id"], room.desk_number(seat))
            if options:
                room.deliver(seat)
        while room.can_proceed:
            room.proceed()
    room.close()
    return (folder / "some.room").read_bytes()


def _map_journal(folder: Path) -> bytes:
    """The journal of a map of no file, after some edits of every kind."""
    rng = np.random.default_rng(5)
    map_ = random_map(rng, 6, 5)
    journal = RecoveryJournal.of_map(folder, map_, None, None)
    for _ in range(12):
        edit = random_edit(rng, map_)
        edit.apply(map_)
        journal.append(encode_edit(edit))
    return _left(journal, folder)


def _scenario_journal(folder: Path, path: Path) -> bytes:
    document = ScenarioDocument.of(scenario_reader.open_file(path), None, folder)
    for title in ("Once", "Twice"):
        document.apply(replace(document.scenario, title={"en": title}), "Rename")
    assert document.journal is not None
    content = (document.journal / STEPS).read_bytes()
    document.close()
    return _kept(content, folder)


def _left(journal: RecoveryJournal, folder: Path) -> bytes:
    content = (journal.folder / STEPS).read_bytes()
    journal.close()
    return _kept(content, folder)


def _kept(content: bytes, folder: Path) -> bytes:
    """What a killed program leaves: a folder with a lock that nobody holds."""
    (folder / "a").mkdir(parents=True, exist_ok=True)
    (folder / "a" / "lock").touch()
    (folder / "a" / "base.yaml").write_text(FULL, encoding="utf-8")
    return content


def _some_settings() -> bytes:
    """The settings of every window at once."""
    texts = [PreviewOptions().as_text(), RememberedSetup().as_text(),
             ground_setup.as_text(ground_setup.TerrainImportSetup()),
             printing.as_text(printing.GamePrintSettings()),
             json.dumps(plan_to_values(BlankMapPlan()))]  # fmt: skip
    kept = {key: value for text in texts for key, value in json.loads(text).items()}
    underlay = ["a.png", 300, [1.0, 0.0, 0.0, 1.0, 3.0, 4.0], 0.5, True]
    return json.dumps({**kept, "underlay": underlay}).encode()
