"""Problems of an import: what could not be imported, how often, where, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from engine import install_commands
from engine.checks.map_checks import WARNINGS, check_map
from engine.files.map_writer import new_map_text
from engine.files.source_text import parse
from engine.languages import LANGUAGES
from engine.map.map import Map
from engine.problems import MORE, SandtableError, Waiver
from engine.texts import text

MAX_PLACES = 12  # in a sentence
MAX_MARKED = 100_000  # hexes that a finding marks


@dataclass(frozen=True)
class Finding:
    """A finding of an import: its code and count, the hexes it marks, and what it is about."""

    code: str
    count: int
    at: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # files or features

    def words(self, language: str | None = None) -> str:
        """The finding in the reader's language, without its places."""
        return text(f"ground.found-{self.code}", language, count=self.count)

    def sentence(self, language: str | None = None) -> str:
        """The finding in the reader's language, with its places."""
        said, named = self.words(language), self.at or self.about
        first = named[:MAX_PLACES]
        more = " …" if self.count > len(first) and (self.at or len(named) > len(first)) else ""
        return f"{said} [{', '.join(first)}{more}]" if first else said


@dataclass
class ImportReport:
    """Findings as they come in; those of one code are added up."""

    findings: list[Finding] = field(default_factory=list)

    def note(
        self, code: str, count: int, at: Iterable[str] = (), about: Iterable[str] = ()
    ) -> None:
        """Note something that was found `count` times; nothing where that is none."""
        if not count:
            return
        before = next((found for found in self.findings if found.code == code), Finding(code, 0))
        places = tuple(dict.fromkeys((*before.at, *at)))[:MAX_MARKED]
        named = tuple(dict.fromkeys((*before.about, *about)))
        new = Finding(code, before.count + count, places, named)
        self.findings = [found for found in self.findings if found.code != code] + [new]

    def note_hexes(self, code: str, plane: NDArray[np.bool_]) -> None:
        """Note the hexes of a plane."""
        count = int(plane.sum())
        first = np.argwhere(plane)[:MAX_MARKED].tolist()
        self.note(code, count, (f"@{column},{row}" for row, column in first))


class TerrainImportError(SandtableError):
    """A source that cannot be used or an area that cannot be mapped; says what would help."""


def import_error(code: str, /, **values: object) -> TerrainImportError:
    """A fault by the name of its sentence in the texts about ground."""
    return TerrainImportError(text(f"ground.{code}", None, **values))


def load_library(name: str) -> ModuleType:
    """A library of the extra `terrain`, loaded when first used; says how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        values = {
            "library": name.partition(".")[0],
            "command": install_commands.extra_install_command("terrain"),
        }
        raise import_error("no-library", **values) from error


@contextmanager
def translated_errors(file: object) -> Iterator[None]:
    """Turn a library's error about a broken file into ours, with the file's name."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise import_error("unreadable", file=file, reason=said[:300]) from error


REASONS = ("reason", "reason-edge")
EVERYWHERE = 500  # places of one warning; more are waived without naming them


def waive_warnings(map_: Map, account: ImportReport) -> Map:
    """The map with its warnings waived and listed in the report."""
    by_hand = [waiver for waiver in map_.waived if waiver.reason not in _reasons()]
    map_.waived = tuple(by_hand)
    places: dict[str, list[str]] = defaultdict(list)
    for problem in check_map(
        map_, parse(new_map_text(map_, Path("draft.map.yaml")), "draft.map.yaml")
    ):
        if problem.code in WARNINGS and problem.code != MORE:
            places[problem.code].extend(problem.at[:1])
    cut = {code for code, at in places.items() if len(at) > EVERYWHERE}
    map_.waived = (
        *by_hand,
        *(
            Waiver(code, () if code in cut else tuple(dict.fromkeys(at)), reason_for(code))
            for code, at in sorted(places.items())
        ),
    )
    for code, at in sorted(places.items()):
        account.note(f"waived-{code}", len(at), at)
    return map_


def _reasons() -> set[str]:
    return {text(f"ground.{key}", said) for key in REASONS for said in LANGUAGES}


def reason_for(code: str) -> str:
    """Return the reason a warning is waived: it is so on the ground, or in its sources."""
    return text(f"ground.{REASONS[code == 'bridge-without-banks']}")
