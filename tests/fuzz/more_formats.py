"""More formats of the campaign: what the program keeps for itself, and files of the newest keys."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from engine.balance import league as balance_league
from engine.balance.balance_report import as_csv
from engine.balance.balance_summary import BalanceSummary
from engine.balance.league import League, LeagueGame
from engine.balance.series import Series, open_game, play_series_game
from engine.balance.series_file import SeriesFile
from engine.checks.scenario_checks import load_playable
from engine.files import force_files, source_text
from engine.files.map_writer import new_map_text
from engine.terrain_import.import_file import as_file, read_import
from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.map_frame import SheetSpec
from engine.terrain_import.survey import Sources, survey_frame
from engine.terrain_import.survey import load as load_ground
from engine.umpire.clock import TimeoutAction
from engine.umpire.couriers import CourierTerms
from engine.umpire.notifications import POST, Notification, Subscription
from engine.umpire.rematch import start_rematch
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.preferences import Preferences
from studio.underlay.underlay_image import UnderlaySettings
from studio.web.player_email import InvalidMailSettings, compose_email, read_settings
from tests.engine.comparing_maps import FULL
from tests.engine.files.test_figure_group_reader import SCENARIO as ON_A_TABLE
from tests.engine.files.test_figure_group_reader import TABLE
from tests.engine.scenario_texts import SCENARIO, changed
from tests.engine.terrain_import.small_azgaar import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    a_world,
    compact,
    lines_geojson,
)
from tests.engine.terrain_import.test_map_draft import ground
from tests.fuzz import mutator
from tests.fuzz.judging import Format, check_says_the_same, is_map, is_record, is_scenario
from tests.fuzz.packed import in_arrays

DRESSED = (
    changed(FULL, ("grid: {columns", "style: kriegsspiel-1824\ngrid: {columns"))
    .replace("w: woods", "w: vineyard")
    .replace("name: Hill ", "name: Hill\n    type: relief\n    size: 0.5\n    weight: 700\n"
             '    colour: "#334455"\n    spacing: 0.2\n    turn: 12\n    pin: [0.1, -0.2] ')
    + """\
kinds:
  vineyard:
    name: {en: Vineyard, zh: 葡萄园}
    class: ground
    like: orchard
    games: {tank: woods}
    drawing:
      {fill: "#c3cf8e", opacity: 0.7, marks: [{shape: rows, colour: "#5d7446", size: 0.03}]}
notes: [{at: "@3,2", text: Too open?}]
"""
)  # fmt: skip
RULES = """\
rules:
  strict: true
  cards_in_all: {red: 2}
  tables: {A: "gun 0-9 10+\\n85mm 4 2"}
  terrain: {woods: {cost: 2}}
  units: {tank: {mp: 6}}
"""
MAIL = """\
server: mail.example.org
security: tls
port: 465
user: umpire
password: a-secret-password
from: umpire@example.org
to: {anna: anna@example.org, carl: carl@example.org}
languages: {anna: zh}
"""
SETTINGS = """\
[General]
language=zh
theme=dark
ramp=bands
hidden-layers=grid labels
opacities=ground:40 spots:7
autosave=5
favourites=ground:woods side:stream
recent="/a/b.map.yaml\\n/c.map.yaml"
geometry=@ByteArray(\\x1\\xd9\\xd0\\xcb)
sounds=off
[underlays]
abc="[\\"a.png\\", 300, [1.0, 0.0, 0.0, 1.0, 3.0, 4.0], 0.5, true]"
[shortcuts]
save=Ctrl+S
"""


def more_formats(folder: Path, scenario: Path) -> Mapping[str, Format]:
    """The formats, with what their files need beside them written into a folder."""
    (folder / "yard.table.yaml").write_text(TABLE, encoding="utf-8")
    league = League((load_playable(scenario),), ("random", "greedy"), 8, 1)
    series = Series(league.scenarios[0], {"red": "random", "blue": "random"}, 3, 1)
    tree, words = mutator.damaged_tree, mutator.damaged_text
    record = mutator.damaged_record
    ruled = SCENARIO.replace("rules: {strict: true}\n", RULES)
    forces = (force_files.SHIPPED / "us-rifle-platoon-1944.forces.yaml").read_bytes()
    return {
        "map with kinds and names": Format("k.map.yaml", DRESSED.encode(), tree, is_map),
        "scenario on a table": Format("t.scenario.yaml", ON_A_TABLE.encode(), tree, is_scenario),
        "scenario with rules": Format("r.scenario.yaml", ruled.encode(), tree, is_scenario),
        **_scenarios_of_games(folder),
        "forces": Format("f.forces.yaml", forces, tree, _force),
        "room with guests": Format("g.room", _visited_record(folder, scenario), record, is_record),
        "league": Format("l.jsonl", _some_league(folder, league), record,
                         lambda path: _league(path, league)),
        "series": Format("games.jsonl", _some_games(folder, series), record,
                         lambda path: _games(path, series)),
        "mail": Format("mail.yaml", MAIL.encode(), tree, _mail),
        "Azgaar": Format("azgaar.json", compact(a_world()), tree, _ground, every=4),
        "Azgaar's GeoJSON": Format("azgaar.geojson", compact(lines_geojson()), tree, _ground),
        "kept ground": Format("a.ground.npz", as_file(ground(), DraftChoice()), in_arrays,
                              _kept_ground),
        "preferences": Format("studio.ini", SETTINGS.encode(), words, _preferences),
    }  # fmt: skip


# --- scenarios of every game ----------------------------------------------------------------------


def _scenarios_of_games(folder: Path) -> Mapping[str, Format]:
    """The smallest scenario that comes with each game but tank, beside what it names."""
    smallest: dict[str, Path] = {}
    every = (source_text.SHIPPED / "samples").glob("*/scenarios/*.scenario.yaml")
    for path in sorted(every, key=lambda path: (path.stat().st_size, path.name)):
        smallest.setdefault(str(source_text.read(path).root.at(["game"]).value), path)
    found = {}
    del smallest["tank"]  # the small ones of other formats are of it
    for game, path in sorted(smallest.items()):
        there = folder / path.parts[-3]
        shutil.copytree(path.parents[1], there, dirs_exist_ok=True)
        file = str((there / "scenarios" / f"of-{game}.scenario.yaml").relative_to(folder))
        damage = mutator.damaged_tree
        sound = path.read_bytes()
        found[f"scenario of {game}"] = Format(file, sound, damage, is_scenario, every=4)
    return found


# --- forces, leagues, settings --------------------------------------------------------------------


def _force(path: Path) -> None:
    """A force that is opened is written again as itself."""
    force = check_says_the_same(path, lambda: force_files.load(path))
    again = path.with_name("again.forces.yaml")
    force_files.save(force, again)
    assert replace(force_files.load(again), path=path) == force


def _some_league(folder: Path, league: League) -> bytes:
    file = folder / "some.jsonl"
    played = [LeagueGame(match, number, winner, 3 + number) for match in (0, 1)
              for number, winner in ((1, "random"), (2, None), (3, "greedy"))]  # fmt: skip
    _kept_games(file, league, played)
    return file.read_bytes()


def _kept_games(file: Path, league: League, played: Iterable[LeagueGame]) -> None:
    keeping = balance_league.open_league_file(file, league)
    for each in played:
        keeping.add(each)


def _some_games(folder: Path, series: Series) -> bytes:
    kept = SeriesFile(folder / "games.jsonl", series.scenario)
    for record in (play_series_game(series, number, open_game(series)) for number in (1, 2, 3)):
        kept.add(series, record)
    return (folder / "games.jsonl").read_bytes()


def _games(path: Path, series: Series) -> None:
    """What is taken up can be summed up, and is written again as itself."""
    records = list(SeriesFile(path, series.scenario).records(series))
    again = path.with_name("again.jsonl")
    again.unlink(missing_ok=True)
    kept = SeriesFile(again, series.scenario)
    for record in records:
        kept.add(series, record)
    assert list(SeriesFile(again, series.scenario).records(series)) == records
    as_csv(BalanceSummary.of(series, records)).encode()


def _league(path: Path, league: League) -> None:
    """What is taken up can be rated, and is written again as itself."""
    played = balance_league.read(path, league)
    again = path.with_name("again.jsonl")
    again.unlink(missing_ok=True)
    _kept_games(again, league, played)
    assert balance_league.read(again, league) == played
    assert {each.match for each in played} <= {0, 1}


def _mail(path: Path) -> None:
    """Settings are refused without the password in the words, or a letter can be written."""
    try:
        settings = read_settings(path)
    except InvalidMailSettings as error:
        if "a-secret" in str(error):
            raise AssertionError("the password is told") from error
        raise
    for seat in settings.to:
        compose_email(settings, seat, "A title", "Words").as_bytes()


def _ground(path: Path) -> None:
    """A source of real ground that is read becomes a map."""
    loaded = load_ground(Sources.of([path]))
    found = survey_frame(
        loaded, SheetSpec(4000).of_hexes((WEST + EAST) / 2, (SOUTH + NORTH) / 2, 5, 4)
    )
    assert new_map_text(draft_map(found), path)


def _kept_ground(path: Path) -> None:
    """An import that was kept can be drafted again, and is kept again as itself."""
    quantised, choice = read_import(path)
    assert new_map_text(draft_map(quantised, choice), path)
    again = path.with_name("again.ground.npz")
    again.write_bytes(as_file(quantised, choice))
    found, chosen = read_import(again)
    assert (found.frame, found.places, chosen) == (quantised.frame, quantised.places, choice)


def _preferences(path: Path) -> None:
    """Whatever stands in the settings, the window finds something to begin with."""
    kept = Preferences(path)
    for name, value in vars(Preferences).items():
        if isinstance(value, property):
            getattr(kept, name)
    for file in kept.recent:
        source_text.is_file(file)
    kept.shortcut("save")
    UnderlaySettings.from_text(kept.underlay(path))


# --- rooms ----------------------------------------------------------------------------------------


def _visited_record(folder: Path, scenario: Path) -> bytes:
    """A game by mail with guests, couriers, drawings and browsers that are told."""
    seats = [PlayerSeat("anna", "red", "Anna", secret="a" * 16),
             PlayerSeat("carl", "blue", "Carl", secret="c" * 16)]  # fmt: skip
    before = UmpiredGame.begin(scenario, folder / "before.room", seats, 1, may_talk=True)
    before.admit("Olga", "red")
    room = start_rematch(before, folder / "visited.room", is_swapped=True)
    before.close()
    room.set_clock(
        86_400.0, TimeoutAction.DELIVER, is_renewed=True, is_dated=True, first=60.0, grace=5.0
    )
    late, umpire = room.admit("Late", delay=600), room.admit("Udo", is_umpire=True)
    room.set_couriers(CourierTerms(4, 10, 5, {}))
    anna, carl = room.seats
    room.allow_talk(False)
    room.allow_talk(True)
    room.subscribe(anna, Subscription("https://push.example.org/x", "p" * 87, "a" * 22))
    room.notified(Notification(carl, POST, "1"))
    room.write(anna, "umpire", "Hello")
    room.sketch(anna, "arrow", 1, [0, 0, 30, 40], is_shared=False)
    room.wipe(anna, 0)
    room.new_link(carl)
    room.umpire_does(umpire.id, "note", words="Seen.")
    room.announce("observers", {"en": "Fog", "zh": "雾"})
    room.dismiss(late.id)
    room.add_time(60.0)
    room.stop_clock()
    room.close()
    return (folder / "visited.room").read_bytes()
