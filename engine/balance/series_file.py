"""The games of a scenario in a file: those of every series that was played of it, and its kin.

A series is known by all that its games depend on, so that one file may hold several: other
players, another seed, a turn more. A longer series goes on from a shorter one.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import __version__
from engine.balance import games_file
from engine.balance.luck_adjustment import parse_luck
from engine.balance.series import GameRecord, Series, Tally, temperament_weights_json
from engine.balance.turning_points import TurningPoint
from engine.games import rules_of
from engine.hexes.hex import Hex
from engine.narration.chronicle import UnitOnBoard
from engine.play.decisions import UMPIRE
from engine.play.position import Point, Spot
from engine.scenario.scenario import Scenario

KIND = "balance/1"
WHOSE = "series"


def series_heading(scenario: Scenario) -> dict[str, Any]:
    """Return the properties that games must share to be saved in one file."""
    return {
        "sandtable": KIND,
        "program": __version__,
        "game": scenario.game,
        "rules": rules_of(scenario.game).version,
        "scenario": scenario.fingerprint(),
        "map": scenario.ground_fingerprint(),
    }


def series_key(series: Series) -> str:
    """Return the key that tells the games of a series from all others in its file."""
    scenario = series.scenario
    parts = [scenario.fingerprint(), scenario.ground_fingerprint(), dict(series.players)]
    looked_into = [series.looked_into] if series.looked_into else []
    weights = temperament_weights_json([series])
    more = [*looked_into, *([weights] if weights != "{}" else [])]
    spelled = json.dumps([*parts, series.seed, *more], sort_keys=True)
    return hashlib.blake2b(spelled.encode(), digest_size=8).hexdigest()


class SeriesFile:
    """The file of a scenario: what it has of a series, and what is added."""

    def __init__(self, file: Path, scenario: Scenario) -> None:
        """ForeignGamesFileError where it holds something else."""
        self._file, self._heading = file, series_heading(scenario)
        self._sides = {side.id for side in scenario.sides}
        self.known: Counter[str] = Counter(whose for whose, _ in self._all())
        self._keeping = games_file.GamesFileWriter(file, self._heading)

    def records(self, series: Series) -> Iterator[GameRecord]:
        """The games of a series that the file has, as far as the series goes; each once."""
        whose, seen = series_key(series), set[int]()
        if not self.known[whose]:
            return
        for found, record in self._all():
            if found == whose and record.number <= series.games and record.number not in seen:
                seen.add(record.number)
                yield record

    def _all(self) -> Iterator[tuple[str, GameRecord]]:
        """Every game of the file, and whose it is."""
        return games_file.read(self._file, self._heading, self._game)

    def _game(self, entry: Any) -> tuple[str, GameRecord]:
        """ValueError and its like if a line is not a game of the scenario."""
        whose, record = entry[WHOSE], from_json(entry)
        if not isinstance(whose, str) or not _is_sound(record, self._sides):
            raise ValueError(entry)
        return whose, record

    def add(self, series: Series, record: GameRecord) -> None:
        """Keep one game more."""
        self._keeping.add({WHOSE: series_key(series), **as_json(record)})


def _is_sound(record: GameRecord, sides: set[str]) -> bool:
    """Return True if all values of a record are valid and its sides are in the scenario."""
    counts = [record.number, record.seed, record.turns, record.answers]
    counts += [*record.points.values(), *record.taken.values()]
    named = {*record.points, *record.entered, *record.stood, record.winner or "", record.first}
    words = [record.reason, *record.holders, *record.holders.values(), *record.taken]
    words += [word for unit in record.fallen for word in (unit.unit, unit.side, unit.type)]
    numbers = [number for tally in (record.entered, record.stood) for counted in tally.values()
               for spot, count in counted.items() for number in (*spot, count)]  # fmt: skip
    return (
        all(type(each) is int for each in (*counts, *numbers))
        and min(counts[:1]) >= 1
        and named <= {*sides, "", UMPIRE}
        and all(isinstance(word, str) for word in words)
    )


def as_json(record: GameRecord) -> dict[str, Any]:
    """A record in values of JSON."""
    return {
        "number": record.number, "seed": record.seed, "winner": record.winner,
        "reason": record.reason, "points": dict(record.points), "turns": record.turns,
        "answers": record.answers, "first": record.first, "holders": dict(record.holders),
        "taken": dict(record.taken), "fallen": [_standing(unit) for unit in record.fallen],
        "entered": _tally(record.entered), "stood": _tally(record.stood),
        "spent": sorted(record.spent), "idle": record.idle, "turning": record.turning,
        "luck": record.luck,
    }  # fmt: skip


def from_json(told: Mapping[str, Any]) -> GameRecord:
    """The record that was kept."""
    return GameRecord(
        told["number"], told["seed"], told["winner"], told["reason"], told["points"],
        told["turns"], told["answers"], told["first"], told["holders"], told["taken"],
        tuple(_unit(each) for each in told["fallen"]),
        _tally_of(told["entered"]), _tally_of(told["stood"]),
        frozenset((_word(side), _word(card)) for side, card in told["spent"]),
        tuple(map(_word, told["idle"])),
        None if told["turning"] is None else TurningPoint(*told["turning"]),
        parse_luck(told.get("luck")),
    )  # fmt: skip


def _word(told: Any) -> str:
    if not isinstance(told, str):
        raise TypeError(f"{told!r} is not a string.")
    return told


def _standing(unit: UnitOnBoard) -> list[Any]:
    return [*unit[:3], _place(unit.at), *unit[4:]]


def _unit(told: Sequence[Any]) -> UnitOnBoard:
    name, side, kind, at, marks, facing, holder, figures = told
    return UnitOnBoard(name, side, kind, _spot(at), tuple(marks), facing, holder, tuple(figures))


def _tally(tally: Tally) -> dict[str, list[list[int]]]:
    """By side: kind of place, its two numbers, and how often."""
    return {
        side: [[*_place(at), count] for at, count in counts.items()]
        for side, counts in tally.items()
    }


def _tally_of(told: Mapping[str, Sequence[Sequence[int]]]) -> Tally:
    return {
        side: Counter({_spot(entry[:3]): entry[3] for entry in entries})
        for side, entries in told.items()
    }


def _place(spot: Spot) -> list[int]:
    return [int(isinstance(spot, Point)), *spot]


def _spot(told: Sequence[int]) -> Spot:
    is_point, one, other = told
    return Point(one, other) if is_point else Hex(one, other)
