"""What the File menu does with decks, and with the tables of decks and orders of battle."""

from __future__ import annotations

from studio.actions.action import Studio
from studio.document.deck_document import DeckDocument
from studio.document.scenario_document import ScenarioDocument

TABLES = (".csv", ".tsv", ".txt")
MOST_TOLD = 24  # lines of what a table changes


def new_deck(studio: Studio) -> None:
    """A deck to begin with, of the game that is looked at."""
    from engine.editing.deck_edits import begin_deck
    from engine.games import effects_of  # only who begins a deck waits for it

    game = studio.lookout.outlook.game
    effect = next(iter(effects_of(game).values()))
    work = DeckDocument.new(begin_deck("deck", effect), game, studio.filing.journals)
    work.mark_unsaved()
    studio.filing.opened.emit(work)


def with_table(studio: Studio) -> bool:
    """While what is in front can be a table: a deck, or a scenario with its units."""
    tab = studio.tab
    return tab is not None and isinstance(tab.document, DeckDocument | ScenarioDocument)


def export_table(studio: Studio) -> None:
    """Write the cards of a deck, or the units of a scenario, as a table."""
    from engine.files import source_text
    from engine.games import effects_of
    from engine.interchange import csvdecks, csvforces

    work, say = studio.work.document, studio.say
    path = studio.filing.asking.page_file(f"{studio.filing.stem(work)}.csv", TABLES[:1])
    if path is None:
        return
    if isinstance(work, DeckDocument):
        table = csvdecks.compose(work.deck, effects_of(work.game))
    elif isinstance(work, ScenarioDocument):
        table = csvforces.compose(work.scenario)
    else:
        return
    studio.filing.begin(
        say("job-table", name=path.name), lambda _: source_text.write(path, table),
        say("table-written", file=path),
    )  # fmt: skip


def import_table(studio: Studio) -> None:
    """Take a table into the deck or the scenario, once its author has seen what it changes."""
    from engine.games import effects_of
    from engine.interchange import csvdecks, csvforces
    from engine.interchange.sheets import tell
    from engine.problems import SandtableError

    work, say, asking = studio.work.document, studio.say, studio.filing.asking
    path = asking.file_to_read(say("import-table-title"), TABLES, work.path)
    if path is None or not isinstance(work, DeckDocument | ScenarioDocument):
        return
    try:
        if isinstance(work, DeckDocument):
            merged = csvdecks.read(path, work.deck, effects_of(work.game))
        else:
            merged = csvforces.read(path, work.scenario)
    except SandtableError as error:
        asking.tell(str(error))
        return
    lines = tell(merged, path.name, say.language)
    shown = lines[:MOST_TOLD] + (["…"] if len(lines) > MOST_TOLD else [])
    if merged.is_nothing:
        asking.tell(lines[0])
    elif asking.confirm("\n".join(shown), say("import-table-do")):
        work.apply(merged.value, say("step-import-table"))
