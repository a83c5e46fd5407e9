"""The Tools menu: what the hand holds, and how it covers hexes."""

from __future__ import annotations

from studio.actions.action import Action, Menu
from studio.mapping.toolbox import Family, Manner, Material


def _family(family: Family, key: str) -> Action:
    """The tool that paints one family of the palette."""
    return Action(
        f"tool-{family.value}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.take_family(family),
        (key,),
        checked=lambda studio: studio.toolbox.material.family is family,
        section="families",
        on_bar=True,
    )


def _other(kind: str, key: str) -> Action:
    return Action(
        f"tool-{kind}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.take(Material(Family.OTHER, kind)),
        (key,),
        checked=lambda studio: studio.toolbox.material == Material(Family.OTHER, kind),
        section="others",
        on_bar=True,
    )


def _manner(manner: Manner, key: str) -> Action:
    return Action(
        f"manner-{manner.value}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.cover_by(manner),
        (key,),
        lambda studio: manner in studio.toolbox.manners,
        lambda studio: studio.toolbox.manner_in_hand is manner,
        section="manners",
        on_bar=True,
    )


TOOLS: tuple[Action, ...] = (
    _family(Family.GROUND, "G"),
    _family(Family.SIDE, "S"),
    _family(Family.LINK, "D"),
    _family(Family.LEVEL, "E"),
    _family(Family.ZONE, "Z"),
    _family(Family.STAMP, "T"),
    _other("name", "N"),
    _other("erase", "X"),
    _other("select", "M"),
    _other("move", "Shift+M"),
    _other("pick", "I"),
    _manner(Manner.BRUSH, "B"),
    _manner(Manner.LINE, "1"),
    _manner(Manner.RECTANGLE, "2"),
    _manner(Manner.POLYGON, "3"),
    _manner(Manner.LASSO, "4"),
    _manner(Manner.BUCKET, "F"),
    _manner(Manner.WAY, "W"),
    Action("brush-smaller", Menu.TOOLS, lambda s: s.toolbox.resize(-1), ("[",), section="size"),
    Action("brush-larger", Menu.TOOLS, lambda s: s.toolbox.resize(1), ("]",), section="size"),
    # With Shift a keyboard may give the brace that is printed on the key.
    Action("brush-turn-back", Menu.TOOLS, lambda s: s.toolbox.turn_brush(-1), ("Shift+[", "{"),
           section="size"),
    Action("brush-turn", Menu.TOOLS, lambda s: s.toolbox.turn_brush(1), ("Shift+]", "}"),
           section="size"),
    Action("level-higher", Menu.TOOLS, lambda s: s.toolbox.raise_level(1), ("PgUp",),
           section="level"),
    Action("level-lower", Menu.TOOLS, lambda s: s.toolbox.raise_level(-1), ("PgDown",),
           section="level"),
    Action("limit-painting", Menu.TOOLS,
           lambda s: s.toolbox.set(is_limited=not s.toolbox.settings.is_limited),
           ("Ctrl+Shift+L",), checked=lambda s: s.toolbox.settings.is_limited, section="limit"),
)  # fmt: skip
