"""`sandtable export cards DECK OUT`: cards as sheets, single pictures, or for virtual tables.

`sandtable export counters SCENARIO OUT`: sheets of counters as pictures, or each by itself.
"""

from __future__ import annotations

from pathlib import Path

import click

from engine.files import deck_files, scenario_reader, source_text
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    OUT,
    LimitedNumber,
    json_option,
    language_option,
    report_errors_of_command,
)
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    refuse_existing,
    report_written,
)
from studio.printing.paper_geometry import PAPERS
from studio.printing.print_settings import (
    CARD_BLEED,
    MAX_COUNTER,
    MIN_COUNTER,
    GamePrintSettings,
)
from studio.rendering.cards.text_overflow import find_overfull_cards


@click.command("cards")
@click.argument("file", metavar="DECK", type=FILE)
@click.argument("out", metavar="OUT.png|FOLDER", type=OUT)
@click.option("--tabletop", is_flag=True, help=text("printing.option-tabletop"))
@click.option("--card-bleed", type=LimitedNumber(0, CARD_BLEED), default=0.0, show_default=True,
              help=text("printing.option-card-bleed"))  # fmt: skip
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4",
              show_default=True, help=text("printing.option-paper"))  # fmt: skip
@click.option("--dots", type=LimitedNumber(36, 1200), default=300.0, show_default=True,
              help=text("printing.option-dots"))  # fmt: skip
@language_option(text("printing.option-language"))
@overwrite_option
@json_option
@report_errors_of_command
def cards(
    file: Path,
    out: Path,
    tabletop: bool,
    card_bleed: float,
    paper: str,
    dots: float,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    is_picture = out.suffix.lower() == ".png"
    if tabletop and not is_picture:
        raise click.UsageError(text("printing.tabletop-png", None, file=out))
    spoken = language or preferred_language()
    settings = GamePrintSettings({}, PAPERS[paper], card_bleed=card_bleed)
    if is_picture:
        check_folder_exists(out)
        written = _sheets(file, out, settings, spoken, dots, tabletop, overwrite)
    else:
        written = export_single_card_pictures(file, out, spoken, dots, overwrite)
    report_written(written, [], [], find_overfull_cards(file, spoken), as_json=as_json)


def export_single_card_pictures(
    file: Path, folder: Path, language: str, dots: float, overwrite: bool
) -> list[Path]:
    """Write the face of every card of a deck, and its back, into a folder; returns the files."""
    from studio.rendering import qt_environment

    deck = deck_files.open_file(file, file.name.partition(".")[0])
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing import piece_pictures
    from studio.printing.card_sheets import card_pieces
    from studio.printing.file_printouts import card_effects_and_terms
    from studio.rendering.cards.card_painter import CardRenderContext, card_size

    effects, terms = card_effects_and_terms(deck.game)
    groups = [
        card_pieces(deck.deck, CardRenderContext(effects, file.parent, terms=terms), language)
    ]
    refuse_existing(piece_pictures.piece_picture_files(groups, folder), overwrite=overwrite)
    source_text.make_folder(folder)
    size = card_size(deck.deck)
    written = piece_pictures.write_piece_pictures(
        groups, (size.width(), size.height()), folder, dots
    )
    del application
    return written


def _sheets(
    file: Path, out: Path, settings: GamePrintSettings, language: str, dots: float, tabletop: bool,
    overwrite: bool,
) -> list[Path]:  # fmt: skip
    """Write sheets with cutting marks, or those of virtual tables."""
    from studio.rendering import qt_environment

    deck = deck_files.open_file(file, file.name.partition(".")[0])
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing import file_printouts, piece_pictures
    from studio.rendering.cards.card_painter import CardRenderContext

    if tabletop:
        effects, terms = file_printouts.card_effects_and_terms(deck.game)
        count = sum(card.copies for card in deck.deck.cards)
        refuse_existing(file_printouts.vtt_card_sheet_files(count, out), overwrite=overwrite)
        look = CardRenderContext(effects, file.parent, terms=terms)
        written = file_printouts.write_vtt_card_sheets(deck, look, language, out, dots)
    else:
        print_ = file_printouts.DeckPrintout(deck, settings, language, file.parent)
        refuse_existing(piece_pictures.sheet_files(print_, out), overwrite=overwrite)
        written = piece_pictures.write_sheets(print_, out, dots)
    del application
    return written


DOTS = 300.0


@click.command("counters")
@click.argument("file", metavar="SCENARIO", type=FILE)
@click.argument("out", metavar="OUT.png|FOLDER", type=OUT)
@click.option("--counters", metavar="LAYOUT", default="", help=text("printing.option-counters"))
@click.option("--counter-mm", type=LimitedNumber(MIN_COUNTER, MAX_COUNTER), default=16.0,
              show_default=True, help=text("printing.option-counter-mm"))  # fmt: skip
@click.option("--counter-gap", type=LimitedNumber(0, 20), default=0.0, show_default=True,
              help=text("printing.option-counter-gap"))  # fmt: skip
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4",
              show_default=True, help=text("printing.option-paper"))  # fmt: skip
@click.option("--dots", type=LimitedNumber(36, 1200), default=DOTS, show_default=True,
              help=text("printing.option-dots"))  # fmt: skip
@language_option(text("printing.option-language"))
@overwrite_option
@json_option
@report_errors_of_command
def counters(
    file: Path,
    out: Path,
    counters: str,
    counter_mm: float,
    counter_gap: float,
    paper: str,
    dots: float,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    from studio.printing.print_page import PrintedPart

    settings = GamePrintSettings({PrintedPart.COUNTERS: ()}, PAPERS[paper], counter_mm=counter_mm,
                            counter_gap=counter_gap, counters=counters)  # fmt: skip
    written = _export(file, out, settings, language or preferred_language(), dots, overwrite)
    report_written(written, [], [], as_json=as_json)


def _export(
    file: Path, out: Path, settings: GamePrintSettings, language: str, dots: float, overwrite: bool
) -> list[Path]:
    """Write the pictures; returns them."""
    from studio.rendering import qt_environment

    scenario = scenario_reader.load(file)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing import piece_pictures
    from studio.printing.counter_sheets import marker_counters, unit_counters
    from studio.printing.game_printout import GamePrintout, with_counter_layout
    from studio.rendering.map.render_options import RenderOptions

    if out.suffix.lower() == ".png":
        check_folder_exists(out)
        print_ = GamePrintout(scenario, RenderOptions(language=language), settings, file.parent)
        refuse_existing(piece_pictures.sheet_files(print_, out), overwrite=overwrite)
        written = piece_pictures.write_sheets(print_, out, dots)
    else:
        shown, size = with_counter_layout(scenario, settings), settings.counter_mm
        groups = [*unit_counters(shown, size, language), *marker_counters(shown, size, language)]
        refuse_existing(piece_pictures.piece_picture_files(groups, out), overwrite=overwrite)
        source_text.make_folder(out)
        written = piece_pictures.write_piece_pictures(groups, (size, size), out, dots)
    del application
    return written
