"""The account of an import: what could not be taken as it was, how often and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.texts import text

MOST_PLACES = 12


@dataclass(frozen=True)
class Finding:
    """Something to know about an import: its code, how many there are, and the first places."""

    code: str
    count: int
    at: tuple[str, ...] = ()

    def words(self, language: str | None = None) -> str:
        """The finding in the reader's language, without its places."""
        return text(f"ground.found-{self.code}", language, count=self.count)

    def sentence(self, language: str | None = None) -> str:
        """The finding in the reader's language, with its places."""
        said = self.words(language)
        more = " …" if self.count > len(self.at) else ""
        return f"{said} [{', '.join(self.at)}{more}]" if self.at else said


@dataclass
class ImportReport:
    """Findings as they come in; those of one code are added up."""

    findings: list[Finding] = field(default_factory=list)

    def note(self, code: str, count: int, at: Iterable[str] = ()) -> None:
        """Note something that was found `count` times; nothing where that is none."""
        if not count:
            return
        before = next((found for found in self.findings if found.code == code), Finding(code, 0))
        places = tuple(dict.fromkeys((*before.at, *at)))[:MOST_PLACES]
        new = Finding(code, before.count + count, places)
        self.findings = [found for found in self.findings if found.code != code] + [new]

    def note_hexes(self, code: str, plane: NDArray[np.bool_]) -> None:
        """Note the hexes of a plane."""
        count = int(plane.sum())
        first = np.argwhere(plane)[:MOST_PLACES].tolist()
        self.note(code, count, (f"@{column},{row}" for row, column in first))
