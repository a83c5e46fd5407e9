"""The settings an umpired game begins with, and those remembered until the next one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from engine.files import strict_json
from engine.files.source_text import is_sample, path_exists
from engine.umpire.clock import TimeoutAction
from engine.umpire.seats import PlayerSeat

ENDING = ".room"
NO_ARMS: Mapping[str, Sequence[str]] = {}


@dataclass(frozen=True)
class UmpiredGameSetup:
    """The set-up of an umpired game: seats, seed of dice, clock, and the record's file."""

    file: Path
    seats: tuple[PlayerSeat, ...]
    seed: int
    minutes: float = 0.0  # 0: no clock
    when_up: TimeoutAction = TimeoutAction.DELIVER
    is_renewed: bool = True
    may_talk: bool = False
    grace: float = 0.0  # minutes


@dataclass(frozen=True)
class RememberedSetup:
    """The settings of the last umpired game that are likely to be wanted again."""

    minutes: float = 0.0
    when_up: str = TimeoutAction.DELIVER.value
    may_talk: bool = False
    only_first_delivers: bool = False
    grace: float = 0.0

    def as_text(self) -> str:
        """The form in which it is kept among the settings."""
        return json.dumps(vars(self))

    @classmethod
    def of(cls, kept: str) -> RememberedSetup:
        """Read it from the settings; the defaults if what was kept is not sound."""
        try:
            values: dict[str, Any] = strict_json.loads(kept) if kept else {}
            known = {name: values[name] for name in vars(cls()) if name in values}
            TimeoutAction(known.get("when_up", TimeoutAction.DELIVER.value))
            times = {each: float(known.get(each, 0.0)) for each in ("minutes", "grace")}
            return cls(**{**known, **times})
        except (ValueError, TypeError, AttributeError, OverflowError):
            return cls()


def build_seats(
    names: Mapping[str, Iterable[str]],
    only_first_delivers: bool,
    arms: Mapping[str, Sequence[str]] = NO_ARMS,
) -> list[PlayerSeat]:
    """The seats of some players, by sides; `arms` in the same order, empty for the whole side."""
    found = []
    for side, people in names.items():
        commanded = zip_longest(people, arms.get(side, ()), fillvalue="")
        for number, (name, arm) in enumerate(commanded, 1):
            may_deliver = number == 1 or not only_first_delivers
            found.append(PlayerSeat(f"{side}-{number}", side, name, may_deliver, arm=arm))
    return found


def unused_record_file(scenario: Path, home: Path) -> Path:
    """A record that does not exist yet: beside the scenario, else where the user's own games are
    kept."""
    is_ours = os.access(scenario.parent, os.W_OK) and not is_sample(scenario)
    folder = scenario.parent if is_ours else home
    stem, number = scenario.name.split(".")[0], 1
    while path_exists(file := folder / f"{stem}{f'-{number}' if number > 1 else ''}{ENDING}"):
        number += 1
    return file
