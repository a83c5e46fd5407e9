"""The File menu: maps opened, saved, drawn as pictures, closed."""

from __future__ import annotations

from studio.actions.action import (
    Action,
    Menu,
    StudioWindow,
    ignore_result,
    with_canvas,
    with_file,
    with_work,
)
from studio.actions.decks import export_table, import_table, new_deck
from studio.bodies.table_export import export_table_picture
from studio.document.deck_document import DeckDocument
from studio.document.document import MapDocument
from studio.document.scenario_document import ScenarioDocument
from studio.document.table_document import TabletopDocument
from studio.document.tabular_work import SpreadsheetDocument


def _with_real_ground(studio: StudioWindow) -> bool:
    return studio.editor is not None and studio.grounds.is_from_ground(studio.editor.document)


def _with_ground(studio: StudioWindow) -> bool:
    return studio.editor is not None or studio.table is not None


def _with_print(studio: StudioWindow) -> bool:
    return studio.tab is not None and studio.tab.printed is not None


def _export_picture(studio: StudioWindow) -> None:
    """Draw what is in front into a file: a map, a scenario, a table; of a deck every card."""
    match studio.work.document:
        case DeckDocument() as deck:
            studio.printing.export_cards(deck)
        case TabletopDocument() as work:
            export_table_picture(studio.filing, work, work.table)
        case ScenarioDocument(scenario=scenario) as work if scenario.is_on_table:
            export_table_picture(studio.filing, work, scenario.table, scenario)
        case _ if studio.map_tab is not None:
            selected = studio.editor.desk.selection if studio.editor is not None else None
            studio.printing.export_picture(studio.map_tab, studio.looks.layers, selected)


def export_for_others(studio: StudioWindow) -> None:
    """Write the map or the scenario in front for another program."""
    from studio.mapping.interchange import export_document

    export_document(studio.work.document, studio.filing, studio.jobs)


def import_from_others(studio: StudioWindow) -> None:
    """Open a file of another program."""
    from studio.mapping.interchange import import_file

    import_file(studio.filing, studio.jobs)


DRAWN = MapDocument | TabletopDocument | ScenarioDocument | DeckDocument

FILES: tuple[Action, ...] = (
    Action("new", Menu.FILE, lambda s: s.new_maps.begin(), ("Ctrl+N",), on_bar=True),
    Action("new-country", Menu.FILE, lambda s: s.new_maps.begin_country(), ("Ctrl+Alt+N",)),
    Action("new-ground", Menu.FILE, lambda s: s.grounds.new(), ("Ctrl+G",)),
    Action("new-scenario", Menu.FILE, lambda s: s.stage.begin_scenario(), ("Ctrl+Shift+N",),
           _with_ground),
    Action("new-table", Menu.FILE, lambda s: s.new_tables.begin(), ("Ctrl+T",)),
    Action("new-deck", Menu.FILE, new_deck),
    Action("open", Menu.FILE, lambda s: s.filing.open(), ("Ctrl+O",), on_bar=True),
    Action("save", Menu.FILE, lambda s: ignore_result(s.filing.save(s.work.document)), ("Ctrl+S",),
           with_work, section="save", on_bar=True),
    Action("save-as", Menu.FILE, lambda s: ignore_result(s.filing.save_as(s.work.document)),
           ("Ctrl+Shift+S",), with_work, section="save"),
    Action("revert", Menu.FILE, lambda s: s.filing.revert(s.work.document), (), with_file,
           section="save"),
    Action("export", Menu.FILE, _export_picture, ("Ctrl+E",), section="export", of=DRAWN),
    Action("import", Menu.FILE, import_from_others, section="export"),
    Action("export-map", Menu.FILE, export_for_others, (), with_canvas, section="export",
           of=MapDocument | ScenarioDocument),
    Action("export-table", Menu.FILE, export_table, section="export", of=SpreadsheetDocument),
    Action("import-table", Menu.FILE, import_table, section="export", of=SpreadsheetDocument),
    Action("ground-again", Menu.FILE, lambda s: s.grounds.again(s.front), ("Ctrl+Alt+G",),
           _with_real_ground, section="export"),
    Action("print", Menu.FILE, lambda s: s.printing.print_front(s.work, s.looks.layers),
           ("Ctrl+P",), _with_print, section="export"),
    Action("close", Menu.FILE, lambda s: s.close_front(), ("Ctrl+W",), with_work, section="leave"),
    Action("quit", Menu.FILE, lambda s: s.leave(), ("Ctrl+Q",), section="leave"),
)  # fmt: skip
