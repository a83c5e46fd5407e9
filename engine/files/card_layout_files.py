"""Layouts of cards as files: `cards/1` read, with every fault found on the way."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from engine import plugins
from engine.files import source_text
from engine.files.format_versions import migrate
from engine.files.source_text import ParsedSource
from engine.files.valid_parts import ValidParts
from engine.problems import InvalidFileError, Problem, nearest_word
from engine.scenario.card_layout import SIZES, CardBack, CardLayout

FOLDER = Path(__file__).parent / "layouts"
ENDING = ".cards.yaml"
DEFAULT = "poker"
BOXES = ("picture", "terms", "foot", "side_mark")
PLAIN = ("paper", "band", "title_points", "text_points")


@cache
def shipped_layouts() -> tuple[str, ...]:
    """The layouts that come with the program, by name, the usual one first."""
    names = sorted(path.name.removesuffix(ENDING) for path in FOLDER.glob(f"*{ENDING}"))
    return (DEFAULT, *(name for name in names if name != DEFAULT))


def known_layouts() -> tuple[str, ...]:
    """Those of the program, then those of plug-ins."""
    own = shipped_layouts()
    plugged = plugins.sound_files("LAYOUTS", ENDING, load)
    return (*own, *(name for name in dict.fromkeys(plugged) if name not in own))


@cache
def default_layout() -> CardLayout:
    """The layout of decks that name none."""
    return load(FOLDER / f"{DEFAULT}{ENDING}")


def find(named: str, folder: Path = Path()) -> CardLayout:
    """A layout of the program by its name, or that of a file relative to a folder.

    Raises InvalidFileError with every fault of the file.
    """
    if named in shipped_layouts():
        return load(FOLDER / f"{named}{ENDING}")
    if source_text.is_file(folder / named):
        return load(folder / named)
    return load(plugins.file_of("LAYOUTS", f"{named}{ENDING}") or folder / named)


def suggest_layout(named: str) -> str:
    """The layout that a word may mean."""
    return nearest_word(named, known_layouts())


def load(path: Path) -> CardLayout:
    """The layout in a file; InvalidFileError lists every fault."""
    found, problems = read_layout(migrate(source_text.read(path), "cards"))
    if found is None or problems:
        raise InvalidFileError(problems)
    return found


def read_layout(source: ParsedSource) -> tuple[CardLayout | None, list[Problem]]:
    """The layout a parsed file describes, and its faults; None where it cannot be drawn."""
    parts = ValidParts(source, "cards")
    if parts.is_hopeless or parts.problems:
        return None, parts.problems
    values: dict[str, Any] = source.root.plain()
    size = values["size"]
    boxes: dict[str, Any] = {key: tuple(values[key]) for key in BOXES if key in values}
    layout = CardLayout(
        Path(source.file).name.removesuffix(ENDING),
        SIZES[size] if isinstance(size, str) else tuple(size),
        tuple(values["title"]),
        tuple(values["text"]),
        values.get("name", ""),
        **boxes,
        **{key: values[key] for key in PLAIN if key in values},
        back=_back(parts, values.get("back", {})),
        icons={word: path for word in values.get("icons", {})
               if (path := _file(parts, ["icons", word]))},
    )  # fmt: skip
    return layout, parts.problems


def _back(parts: ValidParts, values: dict[str, Any]) -> CardBack:
    picture = _file(parts, ["back", "picture"]) if "picture" in values else None
    said: dict[str, Any] = {key: values[key] for key in ("ground", "hexes") if key in values}
    plate: dict[str, Any] = {"plate": tuple(values["plate"])} if "plate" in values else {}
    return CardBack(**said, **plate, picture=picture)


def _file(parts: ValidParts, path: list[str | int]) -> Path | None:
    """The file of a picture beside the layout's; a missing one is reported."""
    written: str = parts.plain_value(path, "")
    found = Path(parts.source.file).parent / written
    if source_text.is_file(found):
        return found
    parts.fault("no-such-picture", path, picture=written)
    return None
