"""Pictures that lie under maps brought in, and the file beside a map that says where they lie."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import NamedTuple

from engine.files import source_text
from engine.files.strict_json import loads

MAX_PIXELS = 120_000_000
ENDINGS = {"PNG": ".png", "JPEG": ".jpg", "GIF": ".gif", "WEBP": ".webp", "BMP": ".bmp"}
NUMBERS = 6
LARGEST = 1e9  # of a number of a placing

Placed = tuple[float, float, float, float, float, float]


class LaidPicture(NamedTuple):
    """A picture and where it lies on the page of a map whose hexes are 1 wide.

    Its pixel (x, y) lies at (a·x + c·y + e, b·x + d·y + f), as in SVG.
    """

    content: bytes
    ending: str
    size: tuple[int, int]
    placed: Placed


def format_of(content: bytes) -> tuple[str, tuple[int, int]] | None:
    """The ending and the size in pixels of a picture; None for what is none, or too large."""
    from PIL import Image  # a window begins without it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=tuple(ENDINGS)) as picture:
                ending, size = ENDINGS[picture.format or ""], picture.size
    except (OSError, ValueError, KeyError, SyntaxError, Image.DecompressionBombError):
        return None
    return (ending, size) if 0 < size[0] * size[1] <= MAX_PIXELS else None


def _stem(map_file: Path) -> str:
    return map_file.name.partition(".")[0]


def underlay_note_path(map_file: Path) -> Path:
    """The file beside a map that says which picture lies under it, and where."""
    return map_file.with_name(f"{_stem(map_file)}.underlay.json")


def underlay_files(map_file: Path, picture: LaidPicture) -> list[Path]:
    """The file of a picture beside its map, and the note that says where it lies."""
    return [map_file.with_name(f"{_stem(map_file)}.underlay{picture.ending}"),
            underlay_note_path(map_file)]  # fmt: skip


def files_in_use(map_file: Path) -> list[Path]:
    """The map's file and, of those there are, the pictures and notes that belong to its name."""
    stem = f"{_stem(map_file)}.underlay"
    likely = (map_file.with_name(f"{stem}{ending}") for ending in (".json", *ENDINGS.values()))
    return [map_file, *(file for file in likely if source_text.path_exists(file))]


def write_underlay(map_file: Path, picture: LaidPicture) -> None:
    """Write a picture beside its map, with the note that says where it lies."""
    file, note = underlay_files(map_file, picture)
    source_text.write(file, picture.content)
    said = {"picture": file.name, "width": picture.size[0], "placed": list(picture.placed)}
    source_text.write(note, json.dumps(said) + "\n")


def read_underlay(map_file: Path) -> tuple[Path, int, Placed] | None:
    """The picture under a map by the note beside it: file, width in pixels, where it lies.

    None where there is no note, or none that holds: the picture must lie in the map's own folder.
    """
    note = underlay_note_path(map_file)
    if not source_text.is_file(note) or note.stat().st_size > 10_000:
        return None
    try:
        said = loads(note.read_text(encoding="utf-8"))
        name, width = str(said["picture"]), int(said["width"])
        a, b, c, d, e, f = map(float, said["placed"])
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return None
    is_sound = all(abs(number) < LARGEST for number in (a, b, c, d, e, f)) and a * d != b * c
    is_bare = source_text.can_name(name) and bool(name) and Path(name).name == name
    if not is_bare or width < 1 or not is_sound:
        return None
    return note.with_name(name), width, (a, b, c, d, e, f)
