"""The pages of the manual: their order on the shelves, their text, titles and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES

DOCS, CHANGES = SHIPPED / "docs", SHIPPED / "CHANGELOG.md"
# The pages in the order of the site (mkdocs.yml), without those that are generated.
SHELVES = {
    "tutorials": (
        "tutorials/first-battlefield", "tutorials/order-of-battle", "tutorials/umpiring",
        "tutorials/fair", "tutorials/real-ground", "tutorials/carpet",
    ),
    "how-to": (
        "how-to/program", "how-to/maps", "how-to/scenarios", "how-to/playing", "how-to/umpiring",
        "how-to/sharing",
    ),
    "reference": (
        "studio", "scenario-editor", "decks", "tables", "playtest", "umpire", "hosting",
        "printing", "map-files", "table-format", "scenario-files", "room-files", "map-styles",
        "counters", "rulebook-files", "interchange", "terrain", "generated-maps", "real-ground",
        "tank", "primer", "valor", "tide", "little-wars", "players", "cluster", "installing",
        "plugins", "glossary", "gallery",
    ),
    "explanation": (
        "design/sight", "design/moves", "design/tabletop", "design/balance", "design/thinking",
        "design/outlook", "design/speed", "design/house", "design/glossary-of-code",
    ),
}  # fmt: skip
_HEADING = re.compile(r"##+ (.+)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@cache
def manual_pages(language: str = "en") -> tuple[tuple[Path, str], ...]:
    """Return the pages of the manual with their titles, shelf by shelf.

    A page is read in the language where it has been translated, else in English.
    """
    found = []
    for name in (name for shelf in SHELVES.values() for name in shelf):
        path = DOCS / f"{name}.md"
        own = path.parent / language / path.name
        if (path := own if own.is_file() else path).is_file():
            found.append((path, _title(path)))
    return tuple(found)


def page_name(path: Path) -> str:
    """Return the place of a page in the documentation, whatever its language."""
    parts = path.relative_to(DOCS).parts
    return "/".join((*(part for part in parts[:-1] if part not in LANGUAGES), path.stem))


@cache
def page_shelf(path: Path) -> str:
    """Return the shelf a page stands on."""
    return next(shelf for shelf, names in SHELVES.items() if page_name(path) in names)


@cache
def page_text(path: Path) -> str:
    """A page; empty where the program was installed without it."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _title(path: Path) -> str:
    match = re.search(r"^# (.+)$", page_text(path), re.MULTILINE)
    return match[1] if match else path.stem


def heading_anchor(heading: str) -> str:
    """Return the anchor of a heading, as links to headings write it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def page_headings(path: Path) -> Iterator[str]:
    """Yield the headings of a page below its title, as they are read."""
    in_code = False
    for line in page_text(path).splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code and (match := _HEADING.match(line)):
            yield _LINK.sub(r"\1", match[1]).replace("`", "").replace("*", "")
