"""Summaries of files for their cards: kind, title, game and size, read from the first lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from engine.files.source_text import SAMPLES
from engine.texts import LocalText, localised
from studio.documents.document_loader import file_kind_or_empty

FACTS = Path(__file__).with_name("samples.yaml")
HEAD = 16_384  # bytes: comments, the title, the game, and the grid or table are within them
BLOCK = re.compile(r"^(?=[^\s#\-])", re.MULTILINE)  # where a key at the left margin begins
WANTED = ("title", "game", "style", "grid")


@dataclass(frozen=True)
class FileSummary:
    """A file as its card tells it; empty where the file does not say."""

    kind: str
    title: LocalText
    game: str = ""
    style: str = ""
    columns: int = 0
    rows: int = 0


class SampleFacts(NamedTuple):
    """The number of people a sample is for and the minutes it takes; zeros for a map."""

    fewest: int = 0
    most: int = 0
    minutes: int = 0


def summarise(file: Path) -> FileSummary:
    """Return what the first lines of a file say; its name where they give no title."""
    try:
        changed = file.stat().st_mtime_ns
    except OSError:  # removed a moment ago: opening it says so
        changed = 0
    return _summary(file, changed)


@lru_cache(maxsize=256)
def _summary(file: Path, changed: int) -> FileSummary:
    values = _head(file)
    grid = values.get("grid")
    sizes = grid if isinstance(grid, dict) else {}
    columns, rows = (sizes.get(key) for key in ("columns", "rows"))
    return FileSummary(
        file_kind_or_empty(file),
        _title(values.get("title")) or title_from_name(file),
        str(values.get("game") or ""),
        str(values.get("style") or ""),
        columns if isinstance(columns, int) else 0,
        rows if isinstance(rows, int) else 0,
    )


def _head(file: Path) -> dict[str, Any]:
    """Return the wanted values at the beginning of a YAML file, those that can be read."""
    try:
        with file.open("rb") as opened:
            text = opened.read(HEAD).decode("utf-8", "ignore").removeprefix("\ufeff")
    except OSError:
        return {}
    found: dict[str, Any] = {}
    for block in BLOCK.split(text):
        if block.startswith(tuple(f"{key}:" for key in WANTED)):
            found |= _parsed(block)
    return found


def _parsed(block: str) -> dict[str, Any]:
    """Return one key with its value; nothing for what its reader will report as a fault."""
    try:
        value = yaml.load(block, yaml.CSafeLoader)
    except yaml.YAMLError:
        return {}
    return value if isinstance(value, dict) else {}


def _title(value: object) -> LocalText:
    if isinstance(value, dict):
        return {str(language): str(words) for language, words in value.items() if words}
    return value if isinstance(value, str) else ""


def title_from_name(file: Path) -> str:
    """Return the name of a file as a title, with spaces for hyphens."""
    words = file.name.partition(".")[0].replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


# --- samples --------------------------------------------------------------------------------------


@cache
def sample_facts() -> Mapping[Path, SampleFacts]:
    """Return the facts of the samples by their files, in the order in which they are shown."""
    listed = yaml.load(FACTS.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return {SAMPLES / name: _facts_of(**facts) for name, facts in listed.items()}


def _facts_of(players: tuple[int, int] = (0, 0), minutes: int = 0) -> SampleFacts:
    """Return the facts of one sample as the file has them."""
    fewest, most = players
    return SampleFacts(fewest, most, minutes)


@cache
def list_samples() -> tuple[Path, ...]:
    """Return the scenarios and maps that come with the program, in the order of their cards."""
    shipped = [*SAMPLES.glob("*/scenarios/*.scenario.yaml"), *SAMPLES.glob("*/maps/*.map.yaml")]
    order = {file: place for place, file in enumerate(sample_facts())}
    return tuple(sorted(shipped, key=lambda file: (order.get(file, len(order)), file)))


@cache
def samples_by_title() -> tuple[Path, ...]:
    """Return the samples with each title once: a scenario stands for the map it is named after."""
    by_title: dict[str, Path] = {}
    for file in sorted(list_samples(), key=lambda each: summarise(each).kind == "map"):
        by_title.setdefault(localised(summarise(file).title, "en"), file)
    return tuple(file for file in list_samples() if file in by_title.values())
