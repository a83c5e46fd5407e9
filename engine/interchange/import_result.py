"""The result of an import or export: the map, and the losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.interchange.underlay_pictures import LaidPicture
from engine.map.map import Map
from engine.texts import text

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario

Report = Callable[[float], None]
"""Takes the share of a map that is written, from 0 to 1; what it raises ends the writing."""
AT_ONCE = 2_000  # hexes between two reports
MAX_PLACES = 100  # hexes a loss names; further ones are only counted
PLACES_SAID = 8  # in a sentence
MAX_LOSSES = 2_000  # shown one by one; further ones in a sum
LONGEST = 200  # signs of what is lost
LISTED = ("scene-drawn", "not-zone")  # their sentences end with what is lost


def report_nothing(share: float) -> None:
    """Report nothing: no progress is shown."""


def iterate_hexes(grid: Grid, report: Report) -> Iterator[Hex]:
    """The hexes of a map one by one, while the share that is done is reported."""
    for number, hex_ in enumerate(grid):
        if number % AT_ONCE == 0:
            report(number / len(grid))
        yield hex_


@dataclass(frozen=True)
class Loss:
    """One thing that another format says and this one cannot, or the reverse.

    `code` names the sentence in the texts `interchange`, which `what` fills in; `at` lists
    the hexes as `@column,row`, the first of them where there are many.
    """

    code: str
    what: str
    count: int
    at: tuple[str, ...] = ()

    def sentence(self, language: str | None = None) -> str:
        """Return the loss, its count and places, in the reader's language."""
        said = text(f"interchange.{self.code}", language, what=self.what)
        if not self.at:
            return text("interchange.loss", language, loss=said, count=self.count)
        places = " ".join(self.at[:PLACES_SAID]) + (" …" if self.count > PLACES_SAID else "")
        return text("interchange.loss-at", language, loss=said, count=self.count, places=places)

    def as_json(self, language: str | None = None) -> dict[str, Any]:
        """The loss as `--json` prints it."""
        return {
            "code": self.code,
            "what": self.what,
            "count": self.count,
            "at": list(self.at),
            "message": self.sentence(language),
        }


@dataclass
class Losses:
    """The losses found so far, with counts of equal ones."""

    _found: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, code: str, what: str = "", at: str = "", count: int = 1) -> None:
        """One more of a loss, in a hex or nowhere in particular."""
        key = code, what if len(what) <= LONGEST else what[: LONGEST - 1] + "…"
        if len(self._counts) >= MAX_LOSSES and key not in self._counts:
            key = code, "…"
        self._counts[key] = self._counts.get(key, 0) + count
        places = self._found.setdefault(key, [])
        if at and len(places) < MAX_PLACES:
            places.append(at)

    def listed(self) -> list[Loss]:
        """Every loss, the most frequent first."""
        losses = [
            Loss(code, what, count, tuple(self._found[code, what]))
            for (code, what), count in self._counts.items()
        ]
        return sorted(losses, key=lambda loss: (-loss.count, loss.code, loss.what))


@dataclass(frozen=True)
class ImportResult:
    """A map brought in: what was lost, notes on what was taken for what, a picture to trace."""

    map: Map
    losses: list[Loss]
    notes: list[str] = field(default_factory=list)
    picture: LaidPicture | None = None


@dataclass(frozen=True)
class ImportedScenario:
    """A scenario brought in, with its map: what was lost, and notes on what was taken for what."""

    scenario: Scenario
    losses: list[Loss]
    notes: list[str] = field(default_factory=list)
    picture: LaidPicture | None = None


def loss_sentences(losses: Iterable[Loss], language: str | None = None) -> list[str]:
    """Each loss as a line; what is lost in one way, such as zones, has one line together."""
    together: dict[str, list[Loss]] = {}
    for place, loss in enumerate(losses):
        is_listed = loss.code in LISTED and not loss.at
        together.setdefault(loss.code if is_listed else f"{loss.code} {place}", []).append(loss)
    return [_listed(each).sentence(language) for each in together.values()]


def _listed(alike: Sequence[Loss]) -> Loss:
    what = ", ".join(loss.what for loss in alike)
    return replace(alike[0], what=what, count=sum(loss.count for loss in alike))


Legend = Mapping[str, str]
"""A user's key to foreign tiles: name → kind of terrain."""
