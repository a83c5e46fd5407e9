"""MegaMek set-ups of version 1, `KEY=value` a line, read into mappings like those of version 2.

As the readme of MegaMek's scenario files describes them. What has no place in version 2 keeps its
name, so that it is reported as lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.files.source_text import SourceNode
from engine.interchange.foreign_files import refuse
from engine.interchange.megamek_setup_boards import DEFAULT, MAX_BOARDS
from engine.interchange.yaml_entries import YamlEntry
from engine.problems import TextPosition

VERSION_LINE = re.compile(r"^[ \t]*MMSVersion[ \t]*=[ \t]*(\S*)", re.MULTILINE)
ROTATED, DRAWN, ENDING = "rotate:", "RANDOM", ".board"
PLACES = {"C": "CENTER", "R": "ANY", "": "ANY"}
OF_FACTION = {"Location": "deploy", "Team": "team"}
OF_UNIT = {"DeploymentRound": "deploymentround", "ExternalID": "external"}
CREW = ("crew", "gunnery", "piloting", "facing", "x", "y")
WHOLE = ("gunnery", "piloting", "x", "y", "team", "deploymentround")


@dataclass(frozen=True)
class _Said:
    """The value of a key, with its position."""

    value: str
    mark: TextPosition


def read_version_1(path: Path, text: str) -> YamlEntry:
    """The mapping that a set-up of version 1 is.

    InvalidFileError names the line of what is wrong.
    """
    return _FirstSetup(path, dict(_lines(text))).root()


def _lines(text: str) -> Iterator[tuple[str, _Said]]:
    """Keys and what they say, comments and empty lines left out."""
    for number, line in enumerate(text.split("\n"), 1):
        key, sign, value = line.partition("=")
        if line.strip() and not line.lstrip().startswith(("#", "!")):
            column = len(key) + len(sign) + len(value) - len(value.lstrip()) + 1
            yield key.strip(), _Said(value.strip(), TextPosition(number, column))


class _FirstSetup:
    """One file: its keys are taken one by one, the rest is passed on."""

    def __init__(self, path: Path, said: Mapping[str, _Said]) -> None:
        self.path, self.said = path, dict(said)

    def root(self) -> YamlEntry:
        """All of it."""
        top = TextPosition(1, 1)
        found: dict[str, SourceNode] = {"MMSVersion": self._node(self._take("MMSVersion"))}
        for key in ("Name", "Description"):
            found[key.lower()] = self._node(self._take(key))
        found["map"] = self._map()
        names = self._take("Factions")
        factions = [
            _mapping(self._faction(name.strip()), names.mark)
            for name in names.value.split(",")
            if name.strip()
        ]
        found["factions"] = _node(factions, names.mark)
        for key, said in self.said.items():
            found.setdefault(key, self._node(said))
        return YamlEntry(self.path, _mapping(found, top), "MMSVersion")

    def _take(self, key: str, otherwise: str = "") -> _Said:
        return self.said.pop(key, _Said(otherwise, TextPosition(1, 1)))

    # --- boards -----------------------------------------------------------------------------------

    def _map(self) -> SourceNode:
        """Boards in rows from left to right, those not named drawn by lot."""
        wide, high = self._number("BoardWidth", 1), self._number("BoardHeight", 1)
        size = self._number("MapWidth", DEFAULT[0]), self._number("MapHeight", DEFAULT[1])
        maps = self._take("Maps")
        count = wide * high
        if not 0 < count <= MAX_BOARDS:
            refuse("setup-boards", self.path, maps.mark, most=MAX_BOARDS)
        named = [word.strip() for word in maps.value.split(",")]
        boards = [
            _mapping(_board(word or DRAWN, size, maps.mark), maps.mark)
            for word in (*named, *[DRAWN] * count)[:count]
        ]
        if count == 1:
            return boards[0]
        joined = {"boards": _node(boards, maps.mark), "cols": _node(wide, maps.mark)}
        return _mapping(joined, maps.mark)

    def _number(self, key: str, otherwise: int) -> int:
        said = self._take(key, str(otherwise))
        if not re.fullmatch("[0-9]{1,4}", said.value):
            refuse("setup-value", self.path, said.mark, key=key, found=said.value)
        return int(said.value)

    # --- factions and units -----------------------------------------------------------------------

    def _faction(self, name: str) -> dict[str, SourceNode]:
        units = self._units(name)
        found = {"name": _node(name, TextPosition(1, 1))}
        for key in [each for each in self.said if each.endswith(f"_{name}")]:
            word = key.removesuffix(f"_{name}")
            found[OF_FACTION.get(word, word)] = self._node(self.said.pop(key), word.lower())
        if "deploy" in found:
            node = found["deploy"]
            node.value = PLACES.get(str(node.value).upper(), node.value)
        return found | ({"units": units} if units.value else {})

    def _units(self, name: str) -> SourceNode:
        """Its units; those behind a gap in the numbers are left out, as MegaMek does."""
        found, number = [], 1
        while (key := f"Unit_{name}_{number}") in self.said:
            said = self.said.pop(key)
            unit = dict(self._unit(said))
            for more in [each for each in self.said if each.startswith(f"{key}_")]:
                word = more.removeprefix(f"{key}_")
                word = OF_UNIT.get(word, word)
                unit[word] = self._node(self.said.pop(more), word)
            found.append(_mapping(unit, said.mark))
            number += 1
        return _node(found, found[0].mark if found else TextPosition(1, 1))

    def _unit(self, said: _Said) -> Iterable[tuple[str, SourceNode]]:
        """`MECH,PILOT,GUNNERY,PILOTING[,FACING,X,Y]`; commas in a machine's name are not known."""
        machine, *rest = (word.strip() for word in said.value.split(","))
        yield "fullname", _node(machine, said.mark)
        for key, word in zip(CREW, rest, strict=False):
            if word:
                yield key, self._node(_Said(word, said.mark), key)

    def _node(self, said: _Said, key: str = "") -> SourceNode:
        """A text, or a number where one is asked for."""
        if key not in WHOLE:
            return _node(said.value, said.mark)
        if not re.fullmatch("-?[0-9]{1,6}", said.value):
            refuse("setup-value", self.path, said.mark, key=key, found=said.value)
        return _node(int(said.value), said.mark)


def _board(word: str, size: tuple[int, int], mark: TextPosition) -> dict[str, SourceNode]:
    """One board, of the size said where its file is not there."""
    name = word.removeprefix(ROTATED)
    measures = {"width": _node(size[0], mark), "height": _node(size[1], mark)}
    if name == DRAWN:
        return {"type": _node(DRAWN, mark), **measures}
    file = name.lstrip("/").removesuffix(ENDING) + ENDING
    turned = {"modify": _node("rotate", mark)} if word.startswith(ROTATED) else {}
    return {"file": _node(file, mark), **measures, **turned}


def _mapping(value: dict[str, SourceNode], mark: TextPosition) -> SourceNode:
    return _node(value, mark)


def _node(value: Any, mark: TextPosition) -> SourceNode:
    return SourceNode(value, 0, mark, "block")
