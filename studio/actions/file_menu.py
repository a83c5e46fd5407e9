"""The File menu: maps, decks and orders of battle opened, saved, imported, exported and closed."""

from __future__ import annotations

from typing import Any

from studio.actions.action import (
    Action,
    Menu,
    StudioWindow,
    has_document,
    has_file,
    has_map_canvas,
    ignore_result,
    with_reason,
)
from studio.documents.deck_document import DeckDocument
from studio.documents.immutable_value_document import SpreadsheetDocument
from studio.documents.map_document import MapDocument
from studio.documents.scenario_document import ScenarioDocument
from studio.documents.tabletop_document import TabletopDocument
from studio.printing.picture_export import export_table_picture

TABLES = (".csv", ".tsv", ".txt")
MAX_TOLD = 24  # lines of what a table changes


def new_deck(studio: StudioWindow) -> None:
    """A deck to begin with, for the game being looked at."""
    from engine.editing.deck_edits import make_deck
    from engine.games import card_effects_of  # loaded only when a deck is begun

    game = studio.lookout.outlook.game
    effect = next(iter(card_effects_of(game).values()), None)
    work = DeckDocument.new(make_deck("deck", effect), game, studio.filing.journals)
    work.mark_unsaved()
    studio.filing.opened.emit(work)


def _tabular(studio: StudioWindow) -> SpreadsheetDocument[Any]:
    work = studio.required_active_tab.document
    assert isinstance(work, SpreadsheetDocument), "what is in front is no table"
    return work


def export_table(studio: StudioWindow) -> None:
    """Write the cards of a deck, or the units of a scenario, as a table."""
    from engine.files import source_text

    work, localize = _tabular(studio), studio.localize
    path = studio.filing.prompts.page_file(f"{studio.filing.file_stem(work)}.csv", TABLES[:1])
    if path is None:
        return
    table = work.as_table()
    studio.filing.start_job(
        localize("job-table", name=path.name), lambda _: source_text.write(path, table),
        localize("table-written", file=path),
    )  # fmt: skip


def import_table(studio: StudioWindow) -> None:
    """Take a table into the deck or the scenario, once its author has seen what it changes."""
    from engine.interchange.csv_tables import merge_report_lines
    from engine.problems import SandtableError

    work, localize, prompts = _tabular(studio), studio.localize, studio.filing.prompts
    path = prompts.file_to_read(localize("import-table-title"), TABLES, work.path)
    if path is None:
        return
    try:
        merged = work.merge_csv_rows(path)
    except SandtableError as error:
        prompts.show_message(str(error))
        return
    lines = merge_report_lines(merged, path.name, localize.language)
    shown = lines[:MAX_TOLD] + (["…"] if len(lines) > MAX_TOLD else [])
    if merged.is_empty:
        prompts.show_message(lines[0])
    elif prompts.confirm("\n".join(shown), localize("import-table-do")):
        work.replace_value(merged.value, localize("step-import-table"))


@with_reason("needs-real-terrain")
def _with_real_ground(studio: StudioWindow) -> bool:
    return studio.active_map_editor is not None and studio.grounds.is_imported(
        studio.active_map_editor.document
    )


@with_reason("needs-map-or-table")
def _with_ground(studio: StudioWindow) -> bool:
    return studio.active_map_editor is not None or studio.table is not None


@with_reason("needs-file")
def _with_print(studio: StudioWindow) -> bool:
    return studio.active_tab is not None and studio.active_tab.printable_content is not None


def _export_picture(studio: StudioWindow) -> None:
    """Draw what is in front into a file: a map, a scenario, a table; of a deck every card."""
    match studio.required_active_tab.document:
        case DeckDocument() as deck:
            studio.printing.export_cards(deck)
        case TabletopDocument() as work:
            export_table_picture(studio.filing, work, work.table)
        case ScenarioDocument(scenario=scenario) as work if scenario.is_on_table:
            export_table_picture(studio.filing, work, scenario.table, scenario)
        case _ if studio.map_tab is not None:
            selected = (
                studio.active_map_editor.context.selection
                if studio.active_map_editor is not None
                else None
            )
            studio.printing.export_picture(studio.map_tab, studio.looks.layers, selected)


def export_foreign_format(studio: StudioWindow) -> None:
    """Write the map or the scenario in front for another program."""
    from studio.workspaces.map.import_export import export_document

    export_document(studio.required_active_tab.document, studio.filing, studio.jobs)


def import_foreign_format(studio: StudioWindow) -> None:
    """Open a file of another program."""
    from studio.workspaces.map.import_export import import_file

    import_file(studio.filing, studio.jobs)


DRAWN = MapDocument | TabletopDocument | ScenarioDocument | DeckDocument

FILES: tuple[Action, ...] = (
    Action("new", Menu.FILE, lambda s: s.new_maps.begin(), ("Ctrl+N",)),
    Action("new-country", Menu.FILE, lambda s: s.new_maps.begin_generated_map(), ("Ctrl+Alt+N",)),
    Action("new-ground", Menu.FILE, lambda s: s.grounds.new(), ("Ctrl+G",)),
    Action("new-scenario", Menu.FILE, lambda s: s.stage.begin_scenario(), ("Ctrl+Shift+N",),
           _with_ground),
    Action("new-table", Menu.FILE, lambda s: s.new_tables.begin(), ("Ctrl+T",)),
    Action("new-deck", Menu.FILE, new_deck),
    Action("open", Menu.FILE, lambda s: s.filing.open(), ("Ctrl+O",)),
    Action("save", Menu.FILE,
           lambda s: ignore_result(s.filing.save(s.required_active_tab.document)), ("Ctrl+S",),
           has_document, section="save"),
    Action("save-as", Menu.FILE,
           lambda s: ignore_result(s.filing.save_as(s.required_active_tab.document)),
           ("Ctrl+Shift+S",), has_document, section="save"),
    Action("revert", Menu.FILE, lambda s: s.filing.revert(s.required_active_tab.document), (),
           has_file,
           section="save"),
    Action("export", Menu.FILE, _export_picture, ("Ctrl+E",), section="export", of=DRAWN),
    Action("import", Menu.FILE, import_foreign_format, section="export"),
    Action("export-map", Menu.FILE, export_foreign_format, (), has_map_canvas, section="export",
           of=MapDocument | ScenarioDocument),
    Action("export-table", Menu.FILE, export_table, section="export", of=SpreadsheetDocument),
    Action("import-table", Menu.FILE, import_table, section="export", of=SpreadsheetDocument),
    Action("ground-again", Menu.FILE, lambda s: s.grounds.reimport(s.required_map_editor),
           ("Ctrl+Alt+G",),
           _with_real_ground, section="export"),
    Action("print", Menu.FILE,
           lambda s: s.printing.print_tab(s.required_active_tab, s.looks.layers),
           ("Ctrl+P",), _with_print, section="export"),
    Action("close", Menu.FILE, lambda s: s.close_front(), ("Ctrl+W",), has_document,
           section="leave"),
    Action("quit", Menu.FILE, lambda s: s.leave(), ("Ctrl+Q",), section="leave"),
)  # fmt: skip
