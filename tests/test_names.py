"""Names that explain themselves: what a module may be called."""

from __future__ import annotations

from collections import Counter

from tools.rooms import ROOT, modules

# Verbal nouns of the field. The list only shrinks: a new module is called after what it contains.
FIELD_TERMS = {
    "ai_thinking",
    "background_loading",
    "boarding",
    "charge_planning",
    "cutting",
    "edit_encoding",
    "facing",
    "gun_hauling",
    "image_fitting",
    "kernel_loading",
    "laser_cutting",
    "lattice_routing",
    "map_tiling",
    "page_painting",
    "painting",
    "pdf_finishing",
    "seat_briefing",
    "signal_handling",
    "sizing",
    "stacking",
    "successive_halving",
    "tag_mapping",
    "targeting",
    "text_painting",
    "vassal_numbering",
    "wrapping",
}
PARTICIPLES = {"tiled"}  # the program whose files are read and written

# One role, one name: the engine's part and the studio's, or each workspace's, of the same thing.
# The list only shrinks: a new module in another package has a name that says which it is.
ROLES = {
    "appearance",
    "balance_report",
    "check",
    "csv_tables",
    "dice",
    "dice_tray",
    "docks",
    "editing_context",
    "forecast_blocks",
    "formations",
    "game_report",
    "game_setup",
    "host",
    "kernel_warmup",
    "lazy_dialogs",
    "league",
    "league_report",
    "mail",
    "map",
    "map_tiles",
    "notifications",
    "palette_panel",
    "play",
    "plugin_formats",
    "provider",
    "relief",
    "replay",
    "roads",
    "saved_games",
    "scenario",
    "seats",
    "sight_profile",
    "tabletop_gestures",
    "timeline",
    "tool_controller",
    "toolbox",
    "umpire_actions",
    "umpire_view",
    "zones_panel",
}


def stem(module: str) -> str:
    return module.removesuffix(".__init__").rpartition(".")[2]


def is_of_a_game(module: str) -> bool:
    """Games import nothing of each other and share a layout: one name, one role in each."""
    return module.startswith("engine.games.") and module.count(".") > 2


def plain_modules() -> list[str]:
    """The modules that are no packages."""
    return [name for name in modules() if (ROOT / f"{name.replace('.', '/')}.py").is_file()]


def test_no_module_is_named_by_what_is_done_or_was_done() -> None:
    doing = {stem(name) for name in plain_modules() if stem(name).endswith("ing")}
    done = {stem(name) for name in plain_modules() if stem(name).endswith("ed")}
    assert doing == FIELD_TERMS, doing ^ FIELD_TERMS
    assert done == PARTICIPLES, done ^ PARTICIPLES


def test_a_module_s_name_says_which_of_its_kind_it_is() -> None:
    stems = Counter(stem(name) for name in plain_modules() if not is_of_a_game(name))
    shared = {name for name, count in stems.items() if count > 1}
    assert shared == ROLES, shared ^ ROLES
