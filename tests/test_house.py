"""The guide to the house names what is there, its recipes are short, and its picture is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.rooms import FLOORS, modules, picture, room

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "design" / "house.md"
MOST_LINES = 15


def recipes() -> dict[str, str]:
    """The recipes by their headings."""
    parts = re.split(r"^### (.+)$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def named(words: str) -> list[str]:
    """What is named as code: files, folders, names in files."""
    return re.findall(r"`([^`]+)`", words)


def test_there_is_a_recipe_for_each_thing_that_is_added() -> None:
    things = ("game", "tool", "panel", "workplace", "format", "export", "dependency")
    assert [heading.split()[-1] for heading in recipes()] == list(things)


@pytest.mark.parametrize("heading", recipes())
def test_a_recipe_is_short(heading: str) -> None:
    assert len(recipes()[heading].strip().splitlines()) < MOST_LINES


def places() -> list[str]:
    """Every path of the project that the guide names, but for those a reader makes."""
    found = named(GUIDE.read_text(encoding="utf-8"))
    return sorted(
        {word for word in found if "/" in word and "NAME" not in word and " " not in word}
    )


@pytest.mark.parametrize("place", places())
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
    rooms = {room(name).removesuffix(".__init__") for name in modules()} - {"engine"}
    assert {name for floor in FLOORS for name in floor} == rooms
    assert all(f">{name}</text>" in drawn for name in rooms)


def test_the_picture_in_the_docs_has_the_arrows_of_today() -> None:
    def arrows(svg: str) -> list[str]:
        return [line for line in svg.splitlines() if line.startswith("<path")]

    drawn = (ROOT / "docs" / "design" / "rooms.svg").read_text(encoding="utf-8")
    assert arrows(drawn) == arrows(picture()), "python -m tools.rooms docs/design/rooms.svg"
