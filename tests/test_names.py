"""Names that explain themselves: what a module may be called."""

from __future__ import annotations

import ast
from collections import Counter

from tools.rooms import ROOT, modules

# Verbal nouns of the field. The list only shrinks: a new module is called after what it contains.
FIELD_TERMS = {
    "ai_thinking",
    "background_loading",
    "boarding",
    "charge_planning",
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
    "balance_report",
    "check",
    "csv_tables",
    "formations",
    "game_report",
    "kernel_warmup",
    "league",
    "league_report",
    "replay",
    "seats",
    "tabletop_gestures",
}


# What a function may be called in one word. A verb that is missing here may be added.
_VERBS = """
    abandon act activate add advance announce apply ask award begin besiege blend build buy change
    charge check choose claim clear climb clip close compare complete compose compute
    concentrate convert copy count create cut deal decide decode delete demand deploy descend
    describe destroy determinise dig do draw drive dump duplicate elide eliminate encode end
    enter escape exit expend explain explode export find fire fit flood foresee go grow harm
    hatch haul index inflate insert install intervene join judge land lay lead lift load loads
    log meet merge migrate mirror move muster obstruct offer open overrun pack parse paste pay
    pick pierce pin place plan play post prepare put rally read receive record recover reduce
    refresh refuse relink remove render reorganise repair replay reserve resolve rest resume
    retire retreat rewrite roll route run save say search settle shake shape share shatter
    shift shoot slugify smoke smooth snap snipe sort sound spell spend split spread stack summarise
    start step storm stretch strike suppress surrender survive swap swing take tell test thin
    throw trace trample turn unload unpack update validate warm warn watch weigh withdraw wrap
    write
"""
VERBS = frozenset(_VERBS.split())

# Functions called by a noun alone: terms of geometry, commands, fields. The list only shrinks:
# say what is done with it, or what it is of (`read_map`, `map_title`).
_NOUNS = """
    allowance bearing board cards compiled cosine counters default destinations disc distance
    exporters fill footprint georeference immobilise importers line localised mouths neighbours
    relief ring sine text
"""
NOUNS = frozenset(_NOUNS.split())


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


def public_functions() -> set[str]:
    """The names of all functions of modules that others may call."""
    return {
        node.name
        for tree in modules().values()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if not node.name.startswith("_")
    }


def test_a_function_called_by_one_word_is_called_by_a_verb() -> None:
    entries = {"main", "command"}  # where a program and a command of it begin
    nouns = {name for name in public_functions() if "_" not in name} - VERBS - entries
    assert nouns == NOUNS, sorted(nouns ^ NOUNS)
