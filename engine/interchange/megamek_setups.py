"""Set-ups of MegaMek (`.mms`, of version 2, which is YAML, or 1) as a start for scenarios.

Boards become the map, factions of one team a side, units counters where they stand, deploy or
arrive. Units are all of one type of the game: the name of a MegaMek unit alone does not give its
type here. Parts without a counterpart are reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.files import source_text
from engine.games import rule_system_of
from engine.interchange import megamek
from engine.interchange.foreign_files import read_text, refuse
from engine.interchange.import_result import ImportedScenario, Losses
from engine.interchange.map_assembly import free_id, id_of, plain_title
from engine.interchange.megamek_boards import MegamekBoard, read_board
from engine.interchange.megamek_setup_boards import SetupBoards
from engine.interchange.megamek_setup_v1 import VERSION_LINE, read_version_1
from engine.interchange.megamek_setup_victory import SetupUnit, SetupVictory
from engine.interchange.megamek_setup_zones import SetupZones
from engine.interchange.yaml_entries import YamlEntry
from engine.map.map import Map, Zone
from engine.problems import TextPosition
from engine.scenario.scenario import Arrival, Scenario, ScenarioSide, ScenarioUnit
from engine.texts import localised, text

FIRST, VERSION = "1", "2"
MAX_SIDES, MAX_UNITS, MAX_FACTIONS = 8, 2000, 64
COLOURS = ("#c8352b", "#2b62c8", "#2e8b57", "#b8860b", "#7b3fa0", "#c2528b", "#4a4a4a", "#1f8a8a")
RESERVED = "umpire"


def read(path: Path, game: str, board: Path | None = None) -> ImportedScenario:
    """The scenario in a set-up file; InvalidFileError names the line of what is wrong.

    `board` is laid in place of what the set-up names.
    """
    root = _root(path)
    return _Making(path, root, game).set_up(read_board(board) if board else None)


def _root(path: Path) -> YamlEntry:
    said = read_text(path)
    old = VERSION_LINE.search(said)
    if old and old[1] == FIRST:
        return read_version_1(path, said)
    if old:
        line = said.count("\n", 0, old.start()) + 1
        refuse("setup-version", path, TextPosition(line, 1), found=old[1])
    root = YamlEntry(path, source_text.parse(said, str(path)).root, "MMSVersion")
    if root.word("MMSVersion") != VERSION:
        node = root.node_of("MMSVersion") or root.node
        refuse("setup-version", path, node.mark, found=root.word("MMSVersion"))
    return root


@dataclass
class _Team:
    """The factions that fight together, and their units."""

    side: ScenarioSide
    factions: list[YamlEntry]


class _Making:
    """A scenario made of a set-up: its map, then its sides and their units, then how it ends."""

    def __init__(self, path: Path, root: YamlEntry, game: str) -> None:
        self.path, self.root, self.game, self.losses = path, root, game, Losses()
        self.type = next(iter(rule_system_of(game).handbook({}).units()))
        self.units: dict[str, ScenarioUnit] = {}
        self.fighters: list[SetupUnit] = []
        self.counts: Counter[str] = Counter()  # units by side

    def set_up(self, board: MegamekBoard | None) -> ImportedScenario:
        title = plain_title(self.root.word("name")) or plain_title(self.path.stem)
        self.root.word("MMSVersion")
        self.root.word("gametype")
        self._lay_map(board, title)
        teams = self._teams()
        for team in teams:
            self._deploy(team)
        ends = SetupVictory(self.fighters, self.losses)
        ends.read_victory(self.root, {team.side.id: team.factions for team in teams})
        if not ends.turns:
            self.losses.add("setup-turns", str(Scenario.turns))
        scenario = Scenario(
            self.game, self.map, tuple(team.side for team in teams), tuple(self.units.values()),
            title, turns=ends.turns or Scenario.turns, victory=ends.victory(), notes=self._notes(),
        )  # fmt: skip
        self._tell_what_is_left(teams)
        if self.units:
            values = {
                "what": localised(
                    rule_system_of(self.game).handbook({}).units()[self.type].get("name", self.type)
                )
            }
            self.losses.add("setup-type", values["what"], count=len(self.units))
        return ImportedScenario(scenario, self.losses.listed(), [text("interchange.board-credits")])

    def _lay_map(self, board: MegamekBoard | None, title: str) -> None:
        nodes = [node for node in (self.root.node_of("map"), self.root.node_of("maps")) if node]
        if board is None:
            board = SetupBoards(self.path, self.losses).read_board(nodes[0] if nodes else None)
        brought = megamek.map_of(board)
        self.map: Map = brought.map
        for loss in brought.losses:
            for at in loss.at or ("",):
                self.losses.add(loss.code, loss.what, at, count=0)
            self.losses.add(loss.code, loss.what, count=loss.count)
        if board.file == self.path:
            self.map.title = title
        self.places = SetupZones(self.map.grid.columns, self.map.grid.rows, self.losses)

    def _notes(self) -> str:
        """Return the set-up's notes for its players."""
        said = [plain_title(self.root.word("planet")), self.root.word("description")]
        return "\n\n".join("".join(s for s in one if s.isprintable() or s == "\n").strip()
                           for one in said if one and one != "None")  # fmt: skip

    def _tell_what_is_left(self, teams: list[_Team]) -> None:
        for key in self.root.unasked_keys():
            self.losses.add("setup-key", key)
        for team in teams:
            for faction in team.factions:
                for key in faction.unasked_keys():
                    self.losses.add("setup-key", f"faction: {key}")

    # --- sides ----------------------------------------------------------------------------------

    def _teams(self) -> list[_Team]:
        """Factions by their teams: those that fight, or all where too few do."""
        found = list(self._numbered())
        fighting = [each for each in found if each[1].has("units")]
        wanted = fighting if len(fighting) > 1 else found
        teams: dict[int, _Team] = {}
        for number, entry in wanted:
            if number in teams:
                self._join(teams[number], entry)
            else:
                teams[number] = _Team(self._side(entry, len(teams), teams.values()), [entry])
        for each in found:
            if each not in wanted:
                self.losses.add("setup-faction", each[1].word("name"))
        if len(teams) > MAX_SIDES:
            mark = self.root.node.mark
            refuse("setup-sides", self.path, mark, found=len(teams), most=MAX_SIDES)
        return list(teams.values())

    def _numbered(self) -> Iterator[tuple[int, YamlEntry]]:
        """The factions, each with the number of its team: the next one where none is said."""
        factions, number = self.root.entries("factions"), 0
        if not factions or len(factions) > MAX_FACTIONS:
            values = {"found": len(factions), "most": MAX_FACTIONS}
            refuse("setup-factions", self.path, self.root.node.mark, **values)
        for faction in factions:
            number = faction.whole("team", number + 1)
            yield number, faction

    def _side(self, entry: YamlEntry, place: int, others: Iterable[_Team]) -> ScenarioSide:
        name = plain_title(entry.word("name")) or str(place + 1)
        taken = {team.side.id for team in others} | {RESERVED}
        id_ = free_id(id_of(name) or f"side-{place + 1}", taken)
        return ScenarioSide(id_, name, COLOURS[place % len(COLOURS)])

    def _join(self, team: _Team, entry: YamlEntry) -> None:
        name = plain_title(entry.word("name"))
        team.side = replace(team.side, name=f"{localised(team.side.name)}, {name}")
        team.factions.append(entry)

    # --- units ----------------------------------------------------------------------------------

    def _deploy(self, team: _Team) -> None:
        for faction in team.factions:
            plane = self.places.deployment(faction)
            if not plane.any():
                self.losses.add("setup-place", faction.word("name"))
                plane = self.places.everywhere()
            zone = free_id(
                f"deploy-{id_of(faction.word('name')) or team.side.id}"[:40], self.map.zones
            )
            name = plain_title(faction.word("name"))
            self.map.zones[zone] = Zone(plane, name, team.side.colour)
            formation = name if len(team.factions) > 1 else ""
            for entry in faction.entries("units"):
                self._add(team.side.id, zone, formation, entry, name)

    def _add(self, side: str, zone: str, formation: str, entry: YamlEntry, faction: str) -> None:
        self.counts[side] += 1
        if self.counts[side] > MAX_UNITS:
            self.losses.add("setup-units", str(MAX_UNITS))
            return
        name, number = self._name(entry), entry.whole("id", -1)
        force = plain_title(entry.word("force").rpartition("||")[2].partition("|")[0])
        id_ = f"{side[:33]}-{len(self.units) + 1}"
        unit = ScenarioUnit(id_, side, self.type, name, force or formation)
        turn = entry.whole("deploymentround", 0) or entry.whole("reinforce", 0)
        self.units[id_] = self._placed(unit, entry, zone, min(turn, 999))
        self.fighters.append(SetupUnit(number if number >= 0 else None, faction, side))
        for key in entry.unasked_keys():
            self.losses.add("setup-key", f"unit: {key}")

    def _name(self, entry: YamlEntry) -> str:
        words = [entry.word(key) for key in ("fullname", "generalname", "name", "include")]
        words.append(f"{entry.word('chassis')} {entry.word('model')}".strip())
        name = plain_title(next(filter(None, words), ""))
        if not name:
            refuse("setup-value", self.path, entry.node.mark, key="fullname", found="")
        entry.word("type")
        return name

    def _placed(self, unit: ScenarioUnit, entry: YamlEntry, zone: str, turn: int) -> ScenarioUnit:
        """A unit where it stands, else where and when it deploys."""
        at = entry.pair("at")
        if at is None and (entry.has("x") or entry.has("y")):
            at = entry.whole("x", 0), entry.whole("y", 0)
        board = entry.whole("board", 0)
        if at is not None and turn <= 1 and board == 0:
            hex_ = self.map.grid.hex(at[0] - 1, at[1] - 1)
            if hex_ in self.map.grid:
                return replace(unit, at=hex_)
        if at is not None or board:
            self.losses.add("setup-at", localised(unit.name))
        if turn > 1:
            return replace(unit, arrives=Arrival(turn, zone))
        return replace(unit, zone=zone)
