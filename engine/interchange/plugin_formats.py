"""Descriptions of file formats: what built-in formats and those of plug-ins say of themselves.

Plug-ins offer them under `IMPORTERS` and `EXPORTERS` (docs/plugins.md), the built-in formats in
`engine.interchange.built_in_formats`. `engine.interchange.format_registry` finds both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.texts import LocalText

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportedScenario, ImportResult, Loss


class ImportTarget(StrEnum):
    """The kind of document a file becomes. Dialogs list the formats in this order."""

    MAP = "map"
    SCENARIO = "scenario"  # with its map
    TRACED_MAP = "traced-map"  # with the picture it is traced from


@dataclass(frozen=True)
class FormatOption:
    """An option that the command line offers for a format; the window uses its default.

    `read` and `write` take it by keyword, `hex-px` as `hex_px`. A flag takes `bool`. `parse`
    makes another value of what a user writes; a ValueError with a sentence says that it is wrong.
    """

    name: str
    sentence: LocalText
    takes: type[str] | type[float] | type[bool] | type[Path] = str
    _: KW_ONLY
    default: Any = None
    choices: tuple[str, ...] = ()
    limits: tuple[float, float] | None = None
    metavar: str | None = None
    parse: Callable[[Any], Any] | None = None

    @property
    def keyword(self) -> str:
        """The name of the argument."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Importer:
    """A format that is read: a sentence about it, endings of its files, and what reads one.

    `read(path, **options)` returns an `ImportResult`, or an `ImportedScenario` if the target is a
    scenario.
    """

    sentence: LocalText
    endings: tuple[str, ...]
    read: Callable[..., Any]
    _: KW_ONLY
    target: ImportTarget = ImportTarget.MAP
    options: tuple[FormatOption, ...] = ()
    folder_endings: tuple[str, ...] = ()
    """Further endings that a command reads from folders; the window leaves them to others."""
    file_pattern: str = ""
    """Text of a dialog for files without an extension, which an empty pattern means."""
    plugin: str = ""
    """The name of the plug-in that adds it. Sandtable fills it in."""

    def read_map(self, path: Path, options: Mapping[str, Any]) -> ImportResult:
        """Return the map in a file."""
        found: ImportResult = self.read(path, **options)
        return found

    def read_scenario(self, path: Path, options: Mapping[str, Any]) -> ImportedScenario:
        """Return the scenario in a file."""
        found: ImportedScenario = self.read(path, **options)
        return found


def _no_files(out: Path) -> Sequence[Path]:
    return ()


@dataclass(frozen=True)
class Exporter:
    """A format that is written: a sentence about it, the ending of a file, and what writes one.

    `write(map, path, **options)` returns the losses. It takes further keywords if the description
    says so: `report` (`has_progress`), `scenario` and `folder` (`has_scenario`), `hex_px` and
    `language` (`hex_px`).
    """

    sentence: LocalText
    ending: str
    write: Callable[..., list[Loss]]
    _: KW_ONLY
    more_endings: tuple[str, ...] = ()
    options: tuple[FormatOption, ...] = ()
    files_beside: Callable[[Path], Sequence[Path]] = _no_files
    """Return the files that are written beside one."""
    has_progress: bool = False
    """True if `write` calls `report(share)`, from 0 to 1; what that raises ends the writing."""
    has_scenario: bool = False
    """True if `write` takes a scenario, None where a map alone is exported, and its folder."""
    hex_px: float | None = None
    """The default width of a hex in pixels, of a format that draws with Qt; None for others."""
    note: LocalText = ""
    """Advice on the use of the files."""
    plugin: str = ""
    """The name of the plug-in that adds it. Sandtable fills it in."""

    @property
    def endings(self) -> tuple[str, ...]:
        """All endings of its files, the usual one first."""
        return self.ending, *self.more_endings


def default_options(one: Importer | Exporter) -> dict[str, Any]:
    """Return the options of a format by keyword as they are where no user sets any."""
    return {
        option.keyword: False if option.takes is bool else option.default for option in one.options
    }
