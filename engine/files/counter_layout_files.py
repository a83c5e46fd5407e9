"""Layouts of counters as files: `counters/1` read, with every fault found on the way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine import plugins
from engine.files import source_text
from engine.files.format_versions import migrate
from engine.files.source_text import ParsedSource
from engine.files.valid_parts import ValidParts
from engine.problems import InvalidFileError, Problem, nearest_word
from engine.scenario.counter_layout import (
    CounterLayout,
    CounterMarkSlot,
    CounterRim,
    CounterSide,
    CounterSymbolSlot,
    FormationStripe,
    TextSlot,
)

FOLDER = Path(__file__).parent / "layouts"
ENDING = ".counters.yaml"
DEFAULT, VALUED = "standard", "valued"


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


def is_known(named: str) -> bool:
    """Return True if a word names a layout of the program or of a plug-in, and no file."""
    return named in shipped_layouts() or bool(plugins.file_of("LAYOUTS", f"{named}{ENDING}"))


@cache
def default_layout(*, bears_values: bool = False) -> CounterLayout:
    """The layout of who names none; that of games whose counters bear values has room for them."""
    return load(FOLDER / f"{VALUED if bears_values else DEFAULT}{ENDING}")


def find(named: str, folder: Path = Path()) -> CounterLayout:
    """A layout of the program by its name, or that of a file relative to a folder.

    Raises InvalidFileError with every fault of the file.
    """
    if named in shipped_layouts():
        return load(FOLDER / f"{named}{ENDING}")
    path = folder / named
    if not source_text.is_file(path):
        path = plugins.file_of("LAYOUTS", f"{named}{ENDING}") or path
    return _read(path, path.stat().st_mtime_ns) if source_text.is_file(path) else load(path)


def suggest_layout(named: str) -> str:
    """The layout that a word may mean."""
    return nearest_word(named, known_layouts())


def load(path: Path) -> CounterLayout:
    """The layout in a file; InvalidFileError lists every fault."""
    found, problems = read_layout(migrate(source_text.read(path), "counters"))
    if found is None or problems:
        raise InvalidFileError(problems)
    return found


@cache
def _read(path: Path, changed: int) -> CounterLayout:
    """The layout in a file; `changed` says which state of the file is meant."""
    return load(path)


def read_layout(source: ParsedSource) -> tuple[CounterLayout | None, list[Problem]]:
    """The layout a parsed file describes, and its faults; None where it cannot be drawn."""
    parts = ValidParts(source, "counters")
    if parts.is_hopeless or parts.problems:
        return None, parts.problems
    values: dict[str, Any] = source.root.plain()
    back: dict[str, Any] = {
        key: values[key] for key in ("body", "hatched", "texts", "mark") if key in values
    }
    back |= values.get("back", {})
    layout = CounterLayout(
        Path(source.file).name.removesuffix(ENDING),
        CounterSymbolSlot(**_tuples(values["symbol"])),
        _side(values),
        _side(back),
        values.get("title", ""),
        CounterRim(**values["rim"]) if "rim" in values else None,
        FormationStripe(**values["stripe"]) if "stripe" in values else None,
        _pictures(source, values.get("pictures", {}), parts),
    )
    return layout, parts.problems


def _side(values: Mapping[str, Any]) -> CounterSide:
    mark = values.get("mark")
    return CounterSide(
        values.get("body", "side"),
        values.get("hatched", False),
        tuple(_slot(each) for each in values.get("texts", ())),
        CounterMarkSlot(**_tuples(mark)) if mark else CounterSide.mark,
        values["symbol"] if isinstance(values.get("symbol"), bool) else True,
    )


def _slot(values: Mapping[str, Any]) -> TextSlot:
    show = values["show"]
    words = (show,) if isinstance(show, str) else tuple(show)
    return TextSlot(**{**_tuples(values), "show": words})


def _tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(each) if isinstance(each, list) else each for key, each in values.items()}


def _pictures(
    source: ParsedSource, named: Mapping[str, str], parts: ValidParts
) -> Mapping[str, Path]:
    """The files of pictures, those that are there."""
    found = {}
    for word, written in named.items():
        path = Path(source.file).parent / written
        if source_text.is_file(path):
            found[word] = path
        else:
            parts.fault("no-such-picture", ["pictures", word], picture=written)
    return found
