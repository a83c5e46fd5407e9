"""The View menu: where the screen is, layers, previews, the window's look and language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from engine.files import map_styles
from engine.languages import LANGUAGES
from engine.map.terrain import catalogue
from studio.actions.action import (
    Action,
    Menu,
    Studio,
    on_surface,
    with_surface,
    with_work,
)
from studio.document.scenario_document import ScenarioDocument
from studio.lookout.lookout_scout import Scout
from studio.lookout.shown import Preview
from studio.mapping.editor import Editor
from studio.scenario.tab import ScenarioTab

if TYPE_CHECKING:
    from studio.bodies.bodies_tab import BodiesTab

ZOOM_STEP = 1.25


def _layer(name: str) -> Action:
    def toggle(studio: Studio) -> None:
        layers = studio.looks.layers
        on: dict[str, Any] = {name: not getattr(layers, name)}
        studio.looks.show_layers(replace(layers, **on))

    return Action(
        f"layer-{name}",
        Menu.VIEW,
        toggle,
        checked=lambda studio: bool(getattr(studio.looks.layers, name)),
        section="layers",
    )


def can_look(studio: Studio) -> bool:
    """While a map is in front, or a scenario, unless the screen is being handed over."""
    tab = studio.tab
    return isinstance(tab, Editor) or (isinstance(tab, ScenarioTab) and not tab.is_covered)


def _looking(studio: Studio) -> Scout | None:
    """What is looked at in front; None where nothing was yet."""
    tab = studio.tab
    if isinstance(tab, Editor):
        return tab.scout
    return tab.looking.scout if isinstance(tab, ScenarioTab) else None


def _scout(studio: Studio) -> Scout:
    """The same, from now on."""
    tab = studio.tab
    assert isinstance(tab, Editor | ScenarioTab)
    return tab.scout


def _army(studio: Studio) -> BodiesTab | None:
    """The army that is set out on a table in front; None while a game is played there."""
    tab = studio.tab
    if tab is None or not isinstance(tab.document, ScenarioDocument) or tab.things is None:
        return None
    return cast("BodiesTab", tab)


def _of_army(preview: Preview | None) -> str:
    """What stands for a preview of maps where an army is set out: a gun's shots for the heat."""
    return "reach" if preview is Preview.REACH else "shots" if preview is None else ""


def _toggle_army(army: BodiesTab, name: str) -> None:
    from studio.bodies.body_previews import BodyPreview

    army.toggle_preview(BodyPreview(name))


def _may_preview(studio: Studio, preview: Preview | None) -> bool:
    return can_look(studio) or (bool(_of_army(preview)) and _army(studio) is not None)


def _is_shown(studio: Studio, preview: Preview) -> bool:
    army = _army(studio)
    if army is not None:
        return _of_army(preview) in army.previewed
    scout = _looking(studio)
    return scout is not None and scout.preview is preview


def _is_heated(studio: Studio) -> bool:
    army = _army(studio)
    if army is not None:
        return _of_army(None) in army.previewed
    scout = _looking(studio)
    return scout is not None and scout.heat.is_on


def _toggle(studio: Studio, preview: Preview) -> None:
    """Show a preview until asked for again."""
    army = _army(studio)
    if army is not None:
        _toggle_army(army, _of_army(preview))
        return
    scout = _scout(studio)
    scout.look(None if scout.preview is preview else preview)


def _toggle_heat(studio: Studio) -> None:
    army = _army(studio)
    if army is not None:
        _toggle_army(army, _of_army(None))
    else:
        _scout(studio).toggle_heat()


def _army_preview(name: str, *keys: str) -> Action:
    """A preview that only an army set out on a table has."""

    def toggle(studio: Studio) -> None:
        army = _army(studio)
        assert army is not None, "no army is set out"
        _toggle_army(army, name)

    def is_shown(studio: Studio) -> bool:
        army = _army(studio)
        return army is not None and name in army.previewed

    return Action(f"preview-{name}", Menu.VIEW, toggle, keys,
                  lambda studio: _army(studio) is not None, is_shown, "previews")  # fmt: skip


def _preview(preview: Preview, key: str) -> Action:
    return Action(
        f"preview-{preview.value}",
        Menu.VIEW,
        lambda studio: _toggle(studio, preview),
        (key,),
        lambda studio: _may_preview(studio, preview),
        lambda studio: _is_shown(studio, preview),
        "previews",
        held=True,
    )


def _ramp(ramp: str) -> Action:
    return Action(
        f"ramp-{ramp}",
        Menu.VIEW,
        lambda studio: studio.looks.choose_ramp(ramp),
        checked=lambda studio: studio.looks.layers.ramp == ramp,
        section="ramps",
    )


def _map_style(named: str) -> Action:
    return Action(
        f"map-style-{named or 'own'}",
        Menu.VIEW,
        lambda studio: studio.looks.choose_style(named),
        checked=lambda studio: studio.looks.map_style == named,
        section="map-styles",
    )


def _theme(theme: str) -> Action:
    return Action(
        f"theme-{theme}",
        Menu.VIEW,
        lambda studio: studio.looks.set_theme(theme),
        checked=lambda studio: studio.looks.theme == theme,
        section="themes",
    )


def _language(language: str) -> Action:
    return Action(
        f"language-{language}",
        Menu.VIEW,
        lambda studio: studio.looks.choose_language(language),
        checked=lambda studio: studio.say.language == language,
        section="languages",
    )


VIEW: tuple[Action, ...] = (
    Action("zoom-in", Menu.VIEW, lambda s: on_surface(s).zoom_to(ZOOM_STEP),
           ("Ctrl++", "Ctrl+="), with_surface, on_bar=True),
    Action("zoom-out", Menu.VIEW, lambda s: on_surface(s).zoom_to(1 / ZOOM_STEP), ("Ctrl+-",),
           with_surface, on_bar=True),
    Action("zoom-fit", Menu.VIEW, lambda s: on_surface(s).fit(), ("Ctrl+0",), with_surface,
           on_bar=True),
    Action("zoom-print", Menu.VIEW, lambda s: on_surface(s).actual_size(), ("Ctrl+1",),
           with_surface),
    Action("next-map", Menu.VIEW, lambda s: s.next_map(), ("Ctrl+Tab",), with_work),
    _preview(Preview.SIGHT, "V"),
    _preview(Preview.LINE, "L"),
    _preview(Preview.REACH, "R"),
    Action("preview-heat", Menu.VIEW, _toggle_heat, ("H",), lambda s: _may_preview(s, None),
           _is_heated, "previews"),
    _army_preview("isolation", "U"),
    _army_preview("melee"),
    Action("explain", Menu.VIEW, lambda s: _scout(s).explain(), ("Q",), can_look,
           section="previews"),
    *map(_layer, ("elevation", "hillshade", "contours", "ground", "sides", "links", "zones",
                  "places", "labels", "grid", "spots", "levels", "notes", "texture")),
    *map(_map_style, ("", *map_styles.shipped_styles())),
    *map(_ramp, catalogue().ramps),
    *map(_theme, ("system", "light", "dark")),
    *map(_language, LANGUAGES),
)  # fmt: skip
