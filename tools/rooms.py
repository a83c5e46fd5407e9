"""The rooms of the house: which there are, on which floor, and who imports whom.

`python -m tools.rooms OUT.svg` draws them, the ground floor at the bottom. The tests of the
architecture keep to the same floors.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = tuple(
    sorted(path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py"))
)

# From the ground up: a room knows rooms of lower floors alone. A folder is a room; a module beside
# the folders is one of its own, and so is the door (`__init__`) of a package that says more than
# what the package is for. The games stand side by side.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("engine",),  # its door, which says the version
    (
        "engine.install_commands",
        "engine.languages",
        "engine.jit",
        "engine.integers",
        "engine.processes",
        "engine.parsed_file_cache",
    ),
    ("engine.texts", "engine.legacy_imports"),
    ("engine.problems",),
    ("engine.plugins",),
    ("engine.hexes",),
    ("engine.map", "engine.tabletop"),
    ("engine.sight", "engine.movement", "engine.scenario"),
    ("engine.map_generator",),
    ("engine.play", "engine.kernel_warmup"),
    ("engine.narration", "engine.files"),
    ("engine.games",),
    *(tuple(f"engine.games.{game}{part}" for game in GAMES) for part in (".data", "")),
    ("engine.games.littlewars.transport",),
    *(
        tuple(f"engine.games.{game}.{part}" for game in GAMES)
        for part in ("presentation", "ai", "adapter")
    ),
    ("engine.games.littlewars.kriegspiel",),
    ("engine.ai",),
    ("engine.balance", "engine.checks", "engine.interchange"),
    ("engine.editing",),
    ("engine.quick_fixes", "engine.terrain_import", "engine.session"),
    ("engine.rulebook", "engine.umpire"),
    ("studio",),
    (
        "studio.desktop",
        "studio.documents",
        "studio.garbage_collection",
        "studio.rendering",
        "studio.signal_handling",
    ),
    ("studio.rendering.counters",),
    ("studio.rendering.cards", "studio.rendering.map"),
    ("studio.preferences", "studio.rendering.charts", "studio.rendering.export"),
    ("studio.canvas", "studio.rendering.tabletop"),
    ("studio.rendering.rulebook",),
    ("studio.map_tools", "studio.reports", "studio.web"),
    ("studio.widgets",),
    ("studio.framework", "studio.search"),
    (
        "studio.printing",
        "studio.underlay",
        "studio.workspaces.map.dialogs",
        "studio.workspaces.scenario.order_of_battle",
    ),
    ("studio.previews", "studio.rulebook", "studio.workspaces.map.tabletop"),
    (
        "studio.workspaces.map",
        "studio.workspaces.play.game_view",
        "studio.workspaces.scenario.editor",
    ),
    (
        "studio.workspaces.map.terrain_import",
        "studio.workspaces.play.panels",
        "studio.workspaces.scenario.panels",
        "studio.workspaces.scenario.rules",
    ),
    ("studio.workspaces.play", "studio.workspaces.scenario", "studio.workspaces.umpire"),
    (
        "studio.workspaces.play.balance",
        "studio.workspaces.scenario.decks",
        "studio.workspaces.scenario.tabletop",
    ),
    ("studio.workspaces",),
    ("studio.actions",),
    ("studio.search.sources",),
    ("studio.main_window",),
    ("studio.app",),
    ("studio.cli",),
    ("studio.command_line",),
)


# --- what there is --------------------------------------------------------------------------------


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the engine and the studio by its name, parsed.

    They stay: who sweeps up meanwhile, or later, need not look through a million nodes each time.
    """
    gc.disable()
    try:
        return _parse_all()
    finally:
        gc.enable()
        gc.freeze()


def _parse_all() -> dict[str, ast.Module]:
    found = {}
    for path in sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("studio/**/*.py")]):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def room(name: str) -> str:
    """The room in which a module stands."""
    if (ROOT / name.replace(".", "/") / "__init__.py").is_file():
        return name if len(modules()[name].body) < 2 else f"{name}.__init__"
    package = name.rpartition(".")[0]
    return name if package in ("engine", "studio") else package


@cache
def arrows() -> frozenset[tuple[str, str]]:
    """Which module imports which, for type checkers too; a package where its door is wanted."""
    return frozenset(
        (name, other)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        for other in _modules_wanted(node)
        if other in modules() and other != name
    )


def _modules_wanted(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports something from."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in modules() else node.module


# --- the picture ----------------------------------------------------------------------------------

WIDE, HIGH, GAP, ASIDE = 170, 34, 12, 90  # pixels: a room, and what is left between rooms
COLOURS = {"engine": "#e4ecd8", "studio": "#dde6f2"}


def picture() -> str:
    """The house as SVG: floors from the ground up, a line for each arrow between rooms."""
    places = dict(_places())
    high = (HIGH + 2 * GAP) * len(FLOORS) + GAP
    wide = 2 * ASIDE + max(len(floor) for floor in FLOORS) * (WIDE + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        *(_line(places[one], places[other]) for one, other in _between(places)),
        *(_box(name, *at) for name, at in places.items()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _places() -> Iterator[tuple[str, tuple[int, int]]]:
    """Each room with its left upper corner."""
    for number, floor in enumerate(reversed(FLOORS)):
        for place, name in enumerate(floor):
            yield name, (ASIDE + place * (WIDE + GAP), GAP + number * (HIGH + 2 * GAP))


def _between(places: dict[str, tuple[int, int]]) -> list[tuple[str, str]]:
    """The arrows between rooms, each once."""
    found = {
        (room(name).removesuffix(".__init__"), room(other).removesuffix(".__init__"))
        for name, other in arrows()
    }
    return sorted((a, b) for a, b in found if a != b and a in places and b in places)


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    x1, y1, x2, y2 = start[0] + WIDE // 2, start[1] + HIGH, end[0] + WIDE // 2, end[1]
    return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#8a93a0" stroke-opacity="0.35" fill="none"/>'


def _box(name: str, x: int, y: int) -> str:
    colour = COLOURS[name.partition(".")[0]]
    return (
        f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4" fill="{colour}" '
        'stroke="#5b6470"/>'
        f'<text x="{x + 8}" y="{y + 21}">{escape(name)}</text>'
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
