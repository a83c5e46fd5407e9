"""The guide to the house names what is there, its recipes are short, and its picture is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cases import check_each
from tools.rooms import FLOORS, modules, picture, room

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "design" / "house.md"
MAX_LINES = 15


def recipes() -> dict[str, str]:
    """The recipes by their headings."""
    parts = re.split(r"^### (.+)$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def named(words: str) -> list[str]:
    """What is named as code: files, folders, names in files."""
    return re.findall(r"`([^`]+)`", words)


def test_there_is_a_recipe_for_each_thing_that_is_added() -> None:
    things = (
        "game",
        "language",
        "kind",
        "tool",
        "panel",
        "workplace",
        "format",
        "export",
        "dependency",
    )
    assert [heading.split()[-1] for heading in recipes()] == list(things)


@pytest.mark.parametrize("heading", recipes())
def test_a_recipe_is_short(heading: str) -> None:
    assert len(recipes()[heading].strip().splitlines()) < MAX_LINES


def places() -> list[str]:
    """Every path of the project that the guide names, but for those a reader makes."""
    found = named(GUIDE.read_text(encoding="utf-8"))
    return sorted(
        {word for word in found if "/" in word and "NAME" not in word and " " not in word}
    )


@check_each("place", places())
def test_every_place_the_guide_names_is_there(place: str) -> None:
    assert (ROOT / place).exists()


# The names a recipe sends its reader to, with the file in which they stand.
NAMES = re.compile(r"`(\w+)` (?:in|of) `([\w/]+\.py)`|`(\w+)` \(`([\w/]+\.py)`\)")


def test_every_name_the_recipes_send_to_stands_in_its_file() -> None:
    pairs = [
        (name or other, file or place)
        for name, file, other, place in NAMES.findall(
            " ".join("\n".join(recipes().values()).split())
        )
    ]
    assert len(pairs) >= 6
    missing = [
        (name, file)
        for name, file in pairs
        if not re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))
    ]
    assert missing == []


def test_the_picture_shows_every_room() -> None:
    drawn = (ROOT / "docs" / "design" / "rooms.svg").read_text(encoding="utf-8")
    rooms = {room(name).removesuffix(".__init__") for name in modules()}
    assert {name for floor in FLOORS for name in floor} == rooms
    assert all(f">{name}</text>" in drawn for name in rooms)


def test_the_picture_in_the_docs_has_the_arrows_of_today() -> None:
    def arrows(svg: str) -> list[str]:
        return [line for line in svg.splitlines() if line.startswith("<path")]

    drawn = (ROOT / "docs" / "design" / "rooms.svg").read_text(encoding="utf-8")
    assert arrows(drawn) == arrows(picture()), "python -m tools.rooms docs/design/rooms.svg"


# --- a name says which ----------------------------------------------------------------------------


def game_of(module: str) -> str:
    """The package of a game to which a module belongs; nothing for a room that all share."""
    parts = module.split(".")
    is_games = parts[:2] == ["engine", "games"] and (ROOT / Path(*parts[:3])).is_dir()
    return parts[2] if is_games and len(parts) > 3 else ""


def classes() -> dict[str, list[tuple[str, ast.ClassDef]]]:
    """The modules in which a class of each name stands; private ones are their module's own."""
    found: dict[str, list[tuple[str, ast.ClassDef]]] = {}
    for module, tree in modules().items():
        for each in tree.body:
            if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
                found.setdefault(each.name, []).append((module, each))
    return found


def is_decision(each: ast.ClassDef) -> bool:
    """Whether a class is something asked of a player: its name leads to the words of a question."""
    return any(ast.unparse(base).startswith("Decision[") for base in each.bases)


def test_no_two_rooms_have_a_class_of_the_same_name() -> None:
    shared = {
        name: there
        for name, found in classes().items()
        if len(there := [module for module, _ in found if not game_of(module)]) > 1
    }
    assert shared == {}


def test_a_game_has_each_class_name_once() -> None:
    """Games import nothing of each other, so they may say State and Unit each for itself."""
    twice = [
        (name, game)
        for name, found in classes().items()
        for game in {game_of(module) for module, _ in found} - {""}
        if sum(game_of(module) == game and not is_decision(each) for module, each in found) > 1
    ]
    assert twice == []


def test_no_file_of_a_game_uses_a_shared_class_beside_its_game_s_own() -> None:
    known = {(module, name) for name, found in classes().items() for module, _ in found}
    both = []
    for module, tree in modules().items():
        used = {name for there, name in known if there == module}
        taken = {
            (each.module, alias.name)
            for each in ast.walk(tree)
            if isinstance(each, ast.ImportFrom) and each.module
            for alias in each.names
        } & known
        own = used | {name for there, name in taken if game_of(there)}
        shared = {name for there, name in taken if not game_of(there)}
        if game_of(module):
            both += [(module, name) for name in sorted(own & shared)]
    assert both == []


# --- a name says what is done ---------------------------------------------------------------------

IRREGULAR = re.compile(
    "laid|told|given|taken|made|kept|held|sent|said|written|drawn|shown|known|seen|gone|done|begun|"
    "brought|built|caught|dealt|fallen|heard|hidden|lost|meant|paid|shot|sold|spent|stood|struck|"
    "thrown|won|worn|driven|ridden|risen|broken|chosen|spoken|forgotten|beaten|borne|grown|overrun"
)
# Participles that are words of the field, or of files, and say what is given back.
NOUNS = {
    "spoken",  # engine/texts.py: a text in the reader's language, known by this name everywhere
    "installed",  # engine/games: the games there are
    "overrun",  # what an AFV does
    "tiled",  # the program whose files are read and written
    "compiled",  # a decorator
}
PLAIN = {
    "None",
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
    "Sequence",
    "Iterable",
    "Iterator",
    "Any",
}
NO_PARTICIPLES = {"bed", "shed", "speed", "feed", "need", "deed", "bleed", "proceed", "red"}


def is_participle(name: str) -> bool:
    """Whether a name is one word in the past tense."""
    is_past = name.endswith("ed") or IRREGULAR.fullmatch(name) is not None
    return "_" not in name and is_past and name not in NO_PARTICIPLES


def gives_back_what_it_takes(each: ast.FunctionDef) -> bool:
    """Whether what is given back is of a type that is given in: a changed copy."""
    given = [ast.unparse(one.annotation) for one in each.args.args if one.annotation is not None]
    back = ast.unparse(each.returns) if each.returns is not None else ""
    words = set(re.findall(r"\w+", back)) - PLAIN
    return any(back == one or words & set(re.findall(r"\w+", one)) for one in given)


def test_a_function_whose_name_is_a_participle_gives_back_a_changed_copy() -> None:
    """`rotated(map_)` as Python's `sorted`; what is done, or told, has a verb or a noun."""
    past = [
        f"{module}.{each.name}"
        for module, tree in modules().items()
        for each in tree.body
        if isinstance(each, ast.FunctionDef)
        and is_participle(each.name.lstrip("_"))
        and each.name.lstrip("_") not in NOUNS
        and not gives_back_what_it_takes(each)
    ]
    assert past == []


# --- what a base leaves open ----------------------------------------------------------------------


class ClassSaid(NamedTuple):
    """The bases of a class, what it leaves to others to say, and what it says itself."""

    bases: tuple[str, ...]
    left: frozenset[str]
    own: frozenset[str]


def is_left_open(each: ast.FunctionDef) -> bool:
    return ast.unparse(each.body[-1]) == "raise NotImplementedError"


def class_said(each: ast.ClassDef) -> ClassSaid:
    there = [one for one in each.body if isinstance(one, ast.FunctionDef)]
    left = frozenset(one.name for one in there if is_left_open(one))
    fields = (one.target for one in each.body if isinstance(one, ast.AnnAssign))
    names = {one.name for one in there} | {one.id for one in fields if isinstance(one, ast.Name)}
    bases = tuple(ast.unparse(base).partition("[")[0] for base in each.bases)
    return ClassSaid(bases, left, frozenset(names - left))


def test_the_last_class_of_a_line_says_what_its_bases_leave_open() -> None:
    """Qt's metaclass takes no ABC, so that nothing else sees it before the function is called."""
    known = {
        each.name: class_said(each)
        for tree in modules().values()
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    }
    assert {"Document", "GamePointer", "MinimapBase", "Decision"} <= {
        name for name, said in known.items() if said.left
    }
    continued = {base for said in known.values() for base in said.bases}

    def line(name: str) -> list[ClassSaid]:
        if name not in known:
            return []
        return [known[name], *(said for base in known[name].bases for said in line(base))]

    unsaid = {
        name: left
        for name in known.keys() - continued
        if (left := set[str]().union(*(each.left for each in line(name)))
            - set[str]().union(*(each.own for each in line(name))))
    }  # fmt: skip
    assert unsaid == {}
