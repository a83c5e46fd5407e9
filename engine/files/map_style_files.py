"""Map styles as files: `style/1` read, with every fault found on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine import plugins
from engine.files import source_text
from engine.files.format_versions import migrate
from engine.files.source_text import ParsedSource
from engine.files.valid_parts import ValidParts
from engine.map.styles import (
    DEFAULT_LETTERS,
    MODERN,
    ColourTone,
    Contours,
    Drawing,
    GridLines,
    Hachures,
    LetterFamily,
    MapNameKind,
    MapNameLettering,
    MapStyle,
)
from engine.map.terrain import TerrainClass, load_catalogue, read_drawing
from engine.problems import InvalidFileError, Problem, SandtableError, Severity, nearest_word
from engine.texts import text

FOLDER = Path(__file__).parent / "styles"
ENDING = ".style.yaml"
BESIDE = "styles"  # the folder of a user's own, beside the settings


class UnknownStyleError(SandtableError):
    """No style has this name; says which there are."""


@cache
def shipped_styles() -> tuple[str, ...]:
    """The styles that come with the program, by name, the usual one first."""
    names = sorted(path.name.removesuffix(ENDING) for path in FOLDER.glob(f"*{ENDING}"))
    return (MODERN.id, *(name for name in names if name != MODERN.id))


def find_style_files(folders: Sequence[Path]) -> dict[str, Path]:
    """The files of further styles in some folders, by name; the first of a name counts."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*{ENDING}")) if source_text.is_folder(folder) else ():
            found.setdefault(path.name.removesuffix(ENDING), path)
    return found


def plugged_folders() -> list[Path]:
    """The folders of styles that plug-ins add."""
    return [folder for _, folder in plugins.plugins_offering("STYLES")]


def find(named: str, folders: Sequence[Path] = ()) -> MapStyle:
    """A style by its name or its file: in these folders, else of the program.

    Raises UnknownStyleError, and InvalidFileError with every fault of the file.
    """
    path = find_style_files(folders).get(named)
    if path is None and named in shipped_styles():
        return style_shipped(named)
    if path is None:
        path = next((f / named for f in folders if source_text.is_file(f / named)), None)
    path = path or find_style_files(plugged_folders()).get(named)
    if path is None:
        known = [*find_style_files([*folders, *plugged_folders()]), *shipped_styles()]
        near = nearest_word(named, known)
        raise UnknownStyleError(
            text("styles.unknown-near" if near else "styles.unknown", None,
                 found=named, known=", ".join(known), near=near)
        )  # fmt: skip
    return _read(path, path.stat().st_mtime_ns)


def style_or_placeholder(named: str) -> MapStyle:
    """A style of the program; of another only its name is known, until its file is read again."""
    return style_shipped(named) if named in shipped_styles() else MapStyle(named)


@cache
def style_shipped(named: str) -> MapStyle:
    """A style of the program."""
    return MODERN if named == MODERN.id else load(FOLDER / f"{named}{ENDING}")


def load(path: Path) -> MapStyle:
    """The style in a file; InvalidFileError lists every error."""
    found, problems = read_style(migrate(source_text.read(path), "style"))
    if found is None or any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidFileError(problems)
    return found


@cache
def _read(path: Path, changed: int) -> MapStyle:
    """The style in a file; `changed` says which state of the file is meant."""
    return load(path)


def read_style(source: ParsedSource) -> tuple[MapStyle | None, list[Problem]]:
    """The style a parsed file describes, and its faults; None where nothing can be drawn in it."""
    parts = ValidParts(source, "style")
    if parts.is_hopeless or parts.problems:
        return None, parts.problems
    values: dict[str, Any] = source.root.plain()
    drawings = dict(_drawings(values, parts))
    if parts.problems:
        return None, parts.problems
    paper, ink, relief = (values.get(key, {}) for key in ("paper", "ink", "relief"))
    style = MapStyle(
        Path(source.file).name.removesuffix(ENDING),
        values.get("name", ""),
        paper.get("colour", MODERN.paper),
        paper.get("grain", MODERN.grain),
        ink.get("letters", MODERN.ink),
        ink.get("halo", MODERN.halo),
        GridLines(**values.get("grid", {})),
        tuple(relief.get("tints", ())),
        relief.get("terraces", True),
        relief.get("shading", 1.0),
        Contours(**relief["contours"]) if "contours" in relief else None,
        Hachures(**relief["hachures"]) if "hachures" in relief else None,
        ColourTone(**values["tone"]) if "tone" in values else None,
        values.get("wash", 0.0),
        {each: _letters(each, values.get("lettering", {})) for each in MapNameKind},
        drawings,
    )
    return style, [*parts.problems, *_unknown_kinds(source, values)]


def _letters(each: MapNameKind, values: Mapping[str, Any]) -> MapNameLettering:
    said = dict(values.get(each, {}))
    if "family" in said:
        said["family"] = LetterFamily(said["family"])
    return MapNameLettering(**{**vars(DEFAULT_LETTERS[each]), **said})


def _drawings(values: Mapping[str, Any], parts: ValidParts) -> Iterator[tuple[str, Drawing]]:
    for lies in TerrainClass:
        for kind, drawing in values.get(lies, {}).items():
            try:
                yield kind, read_drawing(lies, f"{lies}.{kind}", drawing)
            except ValueError as error:
                parts.fault("faulty-drawing", [lies, kind], reason=str(error))


def _unknown_kinds(source: ParsedSource, values: Mapping[str, Any]) -> Iterator[Problem]:
    """Kinds a style draws that the catalogue does not list there: of a map's own, or misspelt."""
    for lies in TerrainClass:
        known = [kind.id for kind in load_catalogue().of_class(lies)]
        for kind in values.get(lies, {}):
            if kind not in known:
                told = {"name": kind, "near": nearest_word(kind, known)}
                yield source.problem(
                    "unlisted-kind", [lies, kind], told, severity=Severity.WARNING,
                    mark=source.root.at([lies]).keys[kind].mark,
                )  # fmt: skip
