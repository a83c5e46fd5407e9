"""Colours and sizes of type are in the tokens of the window, and nowhere else in its code."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("actions", "framework", "main_window", "search", "widgets", "workspaces")
TOKENS = "widgets/tokens.py"
HEX = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
SIZE = re.compile(r"font(?:-size)?\s*:[^;]*\d\s*(?:px|pt)")
SIZED = ("setPixelSize", "setPointSize", "setPointSizeF")
NO_COLOUR = "transparent"
# What is still to be moved into the tokens, by the number of literals in each file. The list only
# shrinks: a file that has fewer is told to say so.
EXCEPTIONS: dict[str, int] = {
    "framework/report_viewer.py": 2,
    "workspaces/map/dialogs/name_dialogs.py": 1,
    "workspaces/map/dialogs/terrain_kind_form.py": 3,
    "workspaces/map/tabletop/terrain_pictures.py": 3,
    "workspaces/map/terrain_import/area_view.py": 3,
    "workspaces/map/terrain_import/source_preview.py": 4,
    "workspaces/play/panels/chance_blocks.py": 2,
    "workspaces/play/panels/forecast_block_drawings.py": 1,
    "workspaces/play/panels/forecast_block_layout.py": 1,
    "workspaces/scenario/decks/card_odds_model.py": 2,
    "workspaces/scenario/decks/card_preview.py": 2,
    "workspaces/scenario/order_of_battle/forces_tree_rows.py": 1,
    "workspaces/scenario/panels/order_of_battle_forms.py": 1,
    "workspaces/scenario/rules/rule_table_view.py": 3,
}


def literals(source: str) -> Iterator[str]:
    """The colours and sizes of type that some code names itself."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(words)) if id(node) not in told:
                yield from HEX.findall(words)
                yield from SIZE.findall(words)
            case ast.Attribute(value=ast.Attribute(attr="GlobalColor"), attr=named):
                if named != NO_COLOUR:
                    yield named
            case ast.Call(func=ast.Name(id="QColor"), args=[ast.Constant(value=value), *_]):
                if not (isinstance(value, str) and (HEX.match(value) or value == NO_COLOUR)):
                    yield f"QColor({value!r})"
            case ast.Call(func=ast.Attribute(attr=called), args=[ast.Constant(value=value)]):
                if called in SIZED:
                    yield f"{called}({value!r})"


def found() -> dict[str, int]:
    """The number of literals in every file that has any."""
    counted: Counter[str] = Counter()
    for folder in FOLDERS:
        for path in (ROOT / "studio" / folder).rglob("*.py"):
            name = path.relative_to(ROOT / "studio").as_posix()
            counted[name] += sum(1 for _ in literals(path.read_text(encoding="utf-8")))
    return {name: number for name, number in counted.items() if number and name != TOKENS}


def test_literals_are_recognised() -> None:
    code = (
        '"""#ffffff in a docstring."""\n'
        'INK = "#2b241a"\nQColor("white")\nQColor(1, 2, 3)\nQColor(shade)\nQColor("#abc")\n'
        "Qt.GlobalColor.red\nQt.GlobalColor.transparent\n"
        'label.setStyleSheet("font-size: 10px; padding: 4px")\nfont.setPointSize(9)\n'
    )
    assert Counter(literals(code)) == Counter(
        ["#2b241a", "QColor('white')", "QColor(1)", "#abc", "red", "font-size: 10px",
         "setPointSize(9)"]
    )  # fmt: skip


def test_colours_and_sizes_are_in_the_tokens() -> None:
    assert found() == EXCEPTIONS
