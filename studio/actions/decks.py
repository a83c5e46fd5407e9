"""What the File menu does with decks, and with the tables of decks and orders of battle."""

from __future__ import annotations

from typing import Any

from studio.actions.action import StudioWindow
from studio.document.deck_document import DeckDocument
from studio.document.tabular_work import SpreadsheetDocument

TABLES = (".csv", ".tsv", ".txt")
MOST_TOLD = 24  # lines of what a table changes


def new_deck(studio: StudioWindow) -> None:
    """A deck to begin with, for the game being looked at."""
    from engine.editing.deck_edits import begin_deck
    from engine.games import effects_of  # loaded only when a deck is begun

    game = studio.lookout.outlook.game
    effect = next(iter(effects_of(game).values()), None)
    work = DeckDocument.new(begin_deck("deck", effect), game, studio.filing.journals)
    work.mark_unsaved()
    studio.filing.opened.emit(work)


def _tabular(studio: StudioWindow) -> SpreadsheetDocument[Any]:
    work = studio.work.document
    assert isinstance(work, SpreadsheetDocument), "what is in front is no table"
    return work


def export_table(studio: StudioWindow) -> None:
    """Write the cards of a deck, or the units of a scenario, as a table."""
    from engine.files import source_text

    work, say = _tabular(studio), studio.say
    path = studio.filing.asking.page_file(f"{studio.filing.stem(work)}.csv", TABLES[:1])
    if path is None:
        return
    table = work.as_table()
    studio.filing.begin(
        say("job-table", name=path.name), lambda _: source_text.write(path, table),
        say("table-written", file=path),
    )  # fmt: skip


def import_table(studio: StudioWindow) -> None:
    """Take a table into the deck or the scenario, once its author has seen what it changes."""
    from engine.interchange.sheets import tell
    from engine.problems import SandtableError

    work, say, asking = _tabular(studio), studio.say, studio.filing.asking
    path = asking.file_to_read(say("import-table-title"), TABLES, work.path)
    if path is None:
        return
    try:
        merged = work.merged(path)
    except SandtableError as error:
        asking.tell(str(error))
        return
    lines = tell(merged, path.name, say.language)
    shown = lines[:MOST_TOLD] + (["…"] if len(lines) > MOST_TOLD else [])
    if merged.is_nothing:
        asking.tell(lines[0])
    elif asking.confirm("\n".join(shown), say("import-table-do")):
        work.put(merged.value, say("step-import-table"))
