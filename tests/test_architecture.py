"""Who may import whom, and what a command that needs little must not load."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import networkx
import pytest

from engine import games, plugins
from tools.rooms import FLOORS, GAMES, ROOT, arrows, modules, room

# The parts of a game that load the rest of it; its package alone is light.
PARTS = tuple(
    f"engine.games.{game}.adapter.{part}" for game in GAMES for part in ("rules", "handbook")
)


@cache
def nodes(module: str) -> tuple[Any, ...]:
    """All there is in a module's code; walked once, however many tests look."""
    return tuple(ast.walk(modules()[module]))


@cache
def imported(module: str) -> tuple[str, ...]:
    """The modules that one names in its imports, those for type checkers too."""
    return tuple(names_imported(nodes(module)))


def names_imported(found: Iterable[ast.AST]) -> list[str]:
    """What some nodes of code import: modules, and what is taken from them."""
    named: list[str] = []
    for node in found:
        if isinstance(node, ast.Import):
            named += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            named += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return named


def is_within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def breaches(importers: tuple[str, ...], banned: tuple[str, ...]) -> list[str]:
    """Where a module of some packages imports from others that it may not know."""
    return [
        f"{name} imports {other}"
        for name in modules()
        if is_within(name, importers)
        for other in imported(name)
        if is_within(other, banned) and not is_within(name, banned)
    ]


def test_there_is_something_to_look_at() -> None:
    assert {"engine.hexes.hex", "engine.map.map", "studio.cli.check"} <= modules().keys()
    assert "engine.hexes.hex" in imported("engine.hexes.grid")


def test_the_engine_knows_no_window() -> None:
    assert breaches(("engine",), ("studio", "PySide6", "PyQt6", "shiboken6", "click")) == []


def circles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The sets of names that lead back to themselves."""
    graph = networkx.DiGraph(pairs)
    return [sorted(part) for part in networkx.strongly_connected_components(graph) if len(part) > 1]


def test_no_file_leads_back_to_itself_over_others() -> None:
    assert circles(arrows()) == []


def test_no_script_leads_back_to_itself_over_others() -> None:
    """Imports within functions count: a circle is one wherever it closes."""
    scripts = {f"tools.{path.stem}": path for path in (ROOT / "tools").glob("*.py")}
    pairs = {
        (name, other)
        for name, path in scripts.items()
        for other in names_imported(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        if other in scripts
    }
    assert ("tools.tutorial_pictures", "tools.tutorial_walks") in pairs
    assert circles(pairs) == []


def test_no_room_leads_back_to_itself_over_others() -> None:
    between = {(room(name), room(other)) for name, other in arrows()}
    assert circles((one, other) for one, other in between if one != other) == []


def test_no_arrow_points_up_or_across_a_floor() -> None:
    floor = {name: number for number, names in enumerate(FLOORS) for name in names}
    floor |= {f"{name}.__init__": number for name, number in floor.items()}
    strangers = {room(name) for name in modules()} - floor.keys() - {"engine", "studio"}
    assert strangers == set(), "rooms that stand on no floor"
    upward = sorted(
        f"{name} imports {other}"
        for name, other in arrows()
        if room(name) != room(other)
        and floor[room(name)] <= floor[room(other)]
        and not room(name).startswith(room(other).removesuffix(".__init__"))
        and not room(other).startswith(room(name).removesuffix(".__init__"))
    )
    assert upward == []


HOST = ("studio.web",)
SEEN_BY_HOST = ("studio.web", "studio.rendering", "PySide6.QtCore", "PySide6.QtGui")


def test_the_host_draws_maps_and_opens_no_window() -> None:
    """Of the studio it knows the drawing alone, of Qt what needs no screen."""
    strangers = [
        breach
        for breach in breaches(HOST, ("studio", "PySide6", "shiboken6"))
        if not is_within(breach.split()[-1], SEEN_BY_HOST)
        and not any(known.startswith(f"{breach.split()[-1]}.") for known in SEEN_BY_HOST)
    ]
    assert strangers == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other_game(game: str) -> None:
    others = tuple(f"engine.games.{other}" for other in GAMES if other != game)
    assert breaches((f"engine.games.{game}",), others) == []


def test_nobody_imports_the_window_but_the_program_that_opens_it() -> None:
    importers = {
        breach.split()[0]
        for breach in breaches(
            ("engine", "studio"), ("studio.main_window.main_window", "studio.app")
        )
    }
    assert all(is_within(name, ("studio.cli", "studio.__main__")) for name in importers)


def test_imports_name_whole_paths() -> None:
    relative = [
        name
        for name in modules()
        for node in nodes(name)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_the_engine_does_not_print() -> None:
    printing = [
        name
        for name in modules()
        if is_within(name, ("engine",))
        for node in nodes(name)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert printing == []


# --- what a small command loads -------------------------------------------------------------------

SMALL = """\
sandtable: map/1
grid: {columns: 4, rows: 3}
layers: {level: "0 1 2 3\\n0 0 0 0\\n1 1 1 1\\n"}
sides: {stream: ["@1,0 E"]}
links: {road: ["@0,1 @1,1 @2,1 @3,1"]}
"""
HEAVY = (
    "PySide6",
    "numba",
    "scipy",
    "networkx",
    "shapely",
    "jsonschema",
    "engine.play.game",
    "studio.rendering.cards.text_overflow",
    *PARTS,
)
WATCHED = """\
import sys
from studio.cli import main
try:
    main(sys.argv[1:])
finally:
    heavy = [name for name in {heavy!r} if name in sys.modules]
    print("LOADED", *heavy, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments", [["check"], ["check", "--json"], ["show"], ["schema"]], ids=" ".join
)
def test_a_small_command_loads_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "a.map.yaml").write_text(SMALL, encoding="utf-8")
    file = "map" if arguments == ["schema"] else str(tmp_path / "a.map.yaml")
    code = WATCHED.format(heavy=HEAVY)
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments, file],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.strip().splitlines()[-1] == "LOADED"


FIRST_WINDOW = """\
import sys
from studio import app
app.start_qt_application()
window = app.open_window([], safe_mode=True)
window.show()
late = [name for name in {late!r} if name in sys.modules]
window.close()
print("LOADED", *late, file=sys.stderr)
"""
# What the first window can do without: loaded when something needs it.
LATE = (
    "numba",
    "scipy",
    "networkx",
    "shapely",
    "click",
    "jsonschema",
    "jsonschema_rs",
    "importlib.metadata",
    "PySide6.QtPrintSupport",
    "engine.balance",
    "engine.play.game",
    *PARTS,
    "studio.workspaces.map.terrain_import.import_wizard",
    "studio.workspaces.map.dialogs.map_properties_dialog",
    "studio.workspaces.map.dialogs.new_map_dialog",
    "studio.workspaces.play.balance.balance_window",
    "studio.workspaces.play.panels.game_docks",
    "studio.workspaces.play.game_view.game_controller",
    "engine.session.session",
    "studio.printing.map_tiling",
    "studio.printing.printing_questions",
    "studio.workspaces.map.map_editor_tab",
    "studio.workspaces.map.import_export",
    "studio.workspaces.scenario.editor.scenario_tab",
    "studio.rendering.map.deployment",
    "studio.rendering.charts.sight_profile_chart",
    "studio.canvas.map_canvas",
    "engine.checks.check",
    "engine.games.scenario_limits",
    "engine.files.scenario_reader",
    "engine.play.position",
    "engine.scenario.scenario",
    "studio.map_tools.region_tools",
    "studio.workspaces.map.dialogs.map_dialog_questions",
    "studio.workspaces.map.terrain_notice",
    "studio.search.search_index",
    "studio.search.search_popup",
    "studio.search.sources.document_entries",
    "studio.search.sources.program_entries",
    "studio.framework.manual_pages",
    "rapidfuzz",
)


@pytest.mark.long
def test_a_window_that_opens_empty_loads_only_what_it_shows() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_WINDOW.format(late=LATE)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**with_plugins(), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.strip().splitlines()[-1] == "LOADED"


def with_plugins() -> dict[str, str]:
    """The environment of a user, who may have plug-ins: the tests say that there are none."""
    return {key: value for key, value in os.environ.items() if key != plugins.FOLDERS}


# --- nothing of one machine -----------------------------------------------------------------------

TEXTS = {".py", ".yaml", ".yml", ".json", ".md", ".toml", ".cfg", ".sh", ".ts", ".html", ""}
FOLDERS = ("engine", "studio", "schemas", "samples", "tests", "docs", "tools", ".ci")


def written() -> Iterator[Path]:
    """Every text file of the project."""
    yield from (path for path in ROOT.glob("*") if path.is_file() and path.suffix in TEXTS)
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts:
                yield path


def test_no_file_names_a_place_on_somebody_s_machine() -> None:
    place = re.compile(r"[ \"'`(=:]/(work|home|root|Users|tmp)/")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in written()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if place.search(f" {line}")
    ]
    assert found == []


# --- no game outside its folder -------------------------------------------------------------------

# Where a game's id is a word of something else: the silhouette and the box of a tank on a counter,
# and the tour, which shows samples.
OTHER_SENSES = {
    "engine/games/__init__.py": GAMES,  # the table of the games
    "engine/games/game_appearance.py": ("tank",),
    "engine/games/primer/adapter/designing.yaml": ("tank",),
    "studio/rendering/counters/nato_symbols.py": ("tank",),
    "studio/rendering/counters/unit_symbols.py": ("tank",),
    "studio/cli/tour.py": GAMES,
    "studio/framework/manual_pages.py": GAMES,  # pages of the documentation
    "studio/main_window/samples.yaml": GAMES,  # their folders
}
QUOTED = re.compile(r"""(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)""")


@cache
def words_in_code() -> tuple[tuple[str, str], ...]:
    """Every text and import in the code, docstrings apart, by the file it stands in."""
    return tuple(_words_in_code())


def _words_in_code() -> Iterator[tuple[str, str]]:
    for name in modules():
        path = Path(*name.split("."))
        file = (
            path.with_suffix(".py")
            if (ROOT / path.with_suffix(".py")).is_file()
            else path / "__init__.py"
        )
        told = {node.body[0].value for node in nodes(name) if has_docstring(node)}
        for node in nodes(name):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
                yield file.as_posix(), node.value
            elif isinstance(node, ast.ImportFrom):
                yield file.as_posix(), node.module or ""
            elif isinstance(node, ast.Import):
                yield from ((file.as_posix(), alias.name) for alias in node.names)


def has_docstring(node: ast.AST) -> bool:
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return isinstance(node, holders) and ast.get_docstring(node, clean=False) is not None


@cache
def words_in_data() -> tuple[tuple[str, str], ...]:
    """What stands in quotes in the page's code; the keys and values of the program's data."""
    return tuple(_words_in_data())


def _words_in_data() -> Iterator[tuple[str, str]]:
    for path in ROOT.glob("studio/**/*.js"):
        for quoted in QUOTED.findall(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), quoted
    for path in [*ROOT.glob("engine/**/*.yaml"), *ROOT.glob("studio/**/*.yaml")]:
        if "texts" not in path.relative_to(ROOT).parts[:2]:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_no_game_is_named_outside_its_folder() -> None:
    named = [
        f"{file} names {game}: {word[:60]!r}"
        for file, word in (*words_in_code(), *words_in_data())
        for game in GAMES
        if names_game(file, word, game)
        and not file.startswith(f"engine/games/{game}/")
        and game not in OTHER_SENSES.get(file, ())
    ]
    assert named == []


def names_game(file: str, word: str, game: str) -> bool:
    """Whether a word in a file is a game's id; in a game's own folder a tank may be a tank."""
    if re.match(r"engine/games/\w+/", file):
        return word == game or f"games.{game}" in word
    return re.search(rf"\b{game}\b", word) is not None


# Rooms that draw results: there a single letter can be nothing else.
DRAWING = (
    "studio/rendering/",
    "studio/workspaces/play/",
    "studio/workspaces/scenario/",
    "studio/printing/",
)
# Words of games that mean something else here.
HOMONYMS = {
    "studio/reports/balance_report.py": ("won",),
    "studio/workspaces/umpire/belief_differences.py": ("moved",),
    # The boxes and silhouettes of arms that tokens of squads are named after as well.
    "engine/games/game_appearance.py": ("recon", "anti-tank", "engineer"),
    "studio/rendering/counters/unit_symbols.py": ("recon", "anti-tank", "engineer"),
    # A type of figure, as scenarios of tables name them.
    "engine/tabletop/footprints.py": ("engineer",),
    "studio/rendering/tabletop/figure_tokens.py": ("engineer",),
    "studio/rendering/tabletop/figures.py": ("engineer",),
    "studio/rendering/tabletop/paper_figures.py": ("engineer",),
    # The colours of the window.
    "studio/actions/view_and_help_menus.py": ("light",),
    "studio/widgets/themes.py": ("light",),
    "studio/widgets/tokens.py": ("light",),
    "studio/workspaces/umpire/orders_panel.py": ("success",),
    "studio/preferences.py": ("light",),
}


def looks_of_games() -> set[str]:
    """The ids of all marks and results of the games."""
    systems = [games.rule_system_of(game) for game in games.PACKAGES]
    marks = {look.id for system in systems for look in system.marks}
    return (marks | {result for system in systems for result in system.results}) - {*GAMES}


def test_no_mark_or_result_of_a_game_is_named_in_shared_code() -> None:
    folders = tuple(f"engine/games/{game}/" for game in GAMES)
    known = looks_of_games()
    assert {"suppressed", "exposed", "S", "a0"} <= known
    named = [
        f"{file} names {word!r}"
        for file, word in (*words_in_code(), *words_in_data())
        if word in known
        and (len(word) > 1 or file.startswith(DRAWING))
        and not file.startswith(folders)
        and word not in HOMONYMS.get(file, ())
    ]
    assert named == []


def test_no_mark_or_result_of_a_game_has_its_words_in_shared_texts() -> None:
    known = looks_of_games()
    own = {path for game in GAMES for path in ROOT.glob(f"*/texts/*/{game}*.yaml")}
    shared = (path for path in ROOT.glob("*/texts/*/*.yaml") if path not in own)
    named = [
        f"{path.name}: {kind}-{word}"
        for path in shared
        for kind, word in re.findall(r"^(mark|letter|result)-(\S+):", path.read_text("utf-8"), re.M)
        if word in known
    ]
    assert named == []


def test_no_module_beside_the_games_takes_the_name_of_what_they_are_asked() -> None:
    package = modules()["engine.games"]
    asked = {node.name for node in package.body if isinstance(node, ast.FunctionDef)}
    beside = {path.stem for path in (ROOT / "engine" / "games").iterdir()}
    assert {"rules_of", "scenario_limits_of"} <= asked
    assert asked & beside == set()
