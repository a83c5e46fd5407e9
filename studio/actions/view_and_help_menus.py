"""The View and Help menus: zoom, layers, previews, language, the manual and shortcuts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.files import map_style_files
from engine.languages import LANGUAGES
from engine.map.terrain import load_catalogue
from studio.actions.action import (
    Action,
    Menu,
    StudioWindow,
    active_canvas,
    has_canvas,
    has_document,
    with_reason,
)
from studio.framework.workbench import Side
from studio.preferences import THEMES
from studio.previews.preview_result import EXPLAIN, HEAT, PreviewKind

ZOOM_STEP = 1.25
HELD = {PreviewKind.SIGHT: "V", PreviewKind.LINE: "L", PreviewKind.REACH: "R"}


def _layer(name: str) -> Action:
    def toggle(studio: StudioWindow) -> None:
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


def _preview(name: str, *keys: str, held: bool = False) -> Action:
    @with_reason("needs-preview")
    def is_offered(studio: StudioWindow) -> bool:
        previews = studio.active_tab.previews if studio.active_tab is not None else None
        return previews is not None and previews.offers(name)

    def toggle(studio: StudioWindow) -> None:
        previews = studio.required_active_tab.previews
        assert previews is not None, "nothing can be previewed"
        previews.toggle(name)

    def is_shown(studio: StudioWindow) -> bool:
        previews = studio.active_tab.previews if studio.active_tab is not None else None
        return previews is not None and previews.shows(name)

    return Action(f"preview-{name}", Menu.VIEW, toggle, keys, is_offered, is_shown, "previews",
                  held=held)  # fmt: skip


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
        checked=lambda studio: studio.localize.language == language,
        section="languages",
    )


VIEW: tuple[Action, ...] = (
    Action("zoom-in", Menu.VIEW, lambda s: active_canvas(s).zoom_to(ZOOM_STEP),
           ("Ctrl++", "Ctrl+="), has_canvas),
    Action("zoom-out", Menu.VIEW, lambda s: active_canvas(s).zoom_to(1 / ZOOM_STEP), ("Ctrl+-",),
           has_canvas),
    Action("zoom-fit", Menu.VIEW, lambda s: active_canvas(s).fit(), ("Ctrl+0",), has_canvas),
    Action("zoom-print", Menu.VIEW, lambda s: active_canvas(s).actual_size(), ("Ctrl+1",),
           has_canvas),
    Action("next-map", Menu.VIEW, lambda s: s.next_map(), ("Ctrl+Tab",), has_document),
    *(_preview(name, key, held=True) for name, key in HELD.items()),
    _preview(HEAT, "H"),
    _preview("isolation", "U"),
    _preview("melee"),
    replace(_preview(EXPLAIN, "Q"), id="explain", checked=None),
    *map(_layer, ("elevation", "hillshade", "contours", "ground", "sides", "links", "zones",
                  "places", "labels", "grid", "spots", "levels", "notes", "texture")),
    *map(_map_style, ("", *map_style_files.shipped_styles())),
    *map(_ramp, load_catalogue().ramps),
    Action("fold-right", Menu.VIEW, lambda s: s.layouts.bench.toggle(Side.RIGHT), ("F4",),
           has_document, lambda s: s.layouts.bench.is_shown(Side.RIGHT), "layout"),
    Action("fold-left", Menu.VIEW, lambda s: s.layouts.bench.toggle(Side.LEFT), ("Shift+F4",),
           has_document, lambda s: s.layouts.bench.is_shown(Side.LEFT), "layout"),
    Action("reset-layout", Menu.VIEW, lambda s: s.layouts.reset(), section="layout"),
    *map(_theme, THEMES),
    *map(_language, LANGUAGES),
)  # fmt: skip


HELP: tuple[Action, ...] = (
    Action("manual", Menu.HELP, lambda s: s.helping.manual(), ("Ctrl+F1",)),
    Action("rules", Menu.HELP, lambda s: s.helping.rules()),
    Action("guides", Menu.HELP, lambda s: s.helping.guides()),
    Action("tutorial", Menu.HELP, lambda s: s.helping.tutorial()),
    Action("news", Menu.HELP, lambda s: s.helping.news()),
    Action("find-action", Menu.HELP, lambda s: s.search.open(), ("Ctrl+K", "Ctrl+Shift+P")),
    Action("shortcuts", Menu.HELP, lambda s: s.show_shortcuts(), ("F1", "?")),
    Action("preferences", Menu.HELP, lambda s: s.helping.preferences(), ("Ctrl+Alt+P",)),
    Action("about", Menu.HELP, lambda s: s.show_about()),
)  # fmt: skip
