"""`sandtable print`: everything a game needs, as pages of a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.files import source_text
from engine.files.schemas import file_kind_and_version
from engine.games import is_installed
from engine.languages import LANGUAGES, MADE_IN
from engine.narration.number_format import format_decimal
from engine.play.decisions import UMPIRE
from engine.problems import Problem
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    OUT,
    LimitedNumber,
    format_columns,
    json_option,
    language_option,
    print_json,
    print_problem,
    report_errors_of_command,
)
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    print_progress,
    refuse_existing,
)
from studio.cli.render import apply_look_options
from studio.cli.tabletop_files import is_tabletop_file
from studio.printing.paper_geometry import PAPERS, Duplex
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import (
    CARD_BLEED,
    DEFAULT,
    MAX_COUNTER,
    MAX_SHEETS,
    MIN_COUNTER,
    RULEBOOK,
    TABLE_DEFAULT,
    GamePrintSettings,
    parts_from,
    shift_from,
)
from studio.rendering.cards.text_overflow import find_overfull_cards
from studio.rendering.chinese_script import text_language
from studio.rendering.file_formats import PictureFormat, picture_format
from studio.rendering.map.render_options import RenderOptions

if TYPE_CHECKING:
    from studio.printing.file_printouts import (
        DeckPrintout,
        MapPrintout,
        RulesPrintout,
        TabletopPrintout,
    )
    from studio.printing.game_printout import GamePrintout, PrintedChapter

MIN_HEX, MAX_HEX = 0.5, 200.0
FIT = "fit"
BOTH, EVERY = "both", "all"  # the languages of the makers, or those of every reader


@click.command("print")
@click.argument("file", metavar="SCENARIO|MAP|TABLE|DECK|GAME", type=FILE)
@click.argument("out", metavar="OUT.pdf", type=OUT)
@click.option("--what", help=text("printing.option-what"))
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4",
              show_default=True, help=text("printing.option-paper"))  # fmt: skip
@click.option("--landscape", is_flag=True, help=text("printing.option-landscape"))
@click.option("--hex-mm", default="15", show_default=True,
              help=text("printing.option-map-hex-mm"))  # fmt: skip
@click.option("--inch-mm", type=LimitedNumber(0.2, 25.4), help=text("printing.option-inch-mm"))
@click.option("--sheets", type=click.IntRange(1, MAX_SHEETS), metavar="N",
              help=text("printing.option-sheets"))  # fmt: skip
@click.option("--each-reader", is_flag=True, help=text("printing.option-each-reader"))
@click.option("--counter-mm", type=LimitedNumber(MIN_COUNTER, MAX_COUNTER), default=16.0,
              show_default=True, help=text("printing.option-counter-mm"))  # fmt: skip
@click.option("--counter-gap", type=LimitedNumber(0, 20), default=0.0, show_default=True,
              help=text("printing.option-counter-gap"))  # fmt: skip
@click.option("--counters", metavar="LAYOUT", default="", help=text("printing.option-counters"))
@click.option("--card-bleed", type=LimitedNumber(0, CARD_BLEED), default=0.0, show_default=True,
              help=text("printing.option-card-bleed"))  # fmt: skip
@click.option("--duplex", type=click.Choice([str(each) for each in Duplex]), default="long",
              show_default=True, help=text("printing.option-duplex"))  # fmt: skip
@click.option("--front-shift", default="0,0", metavar="X,Y",
              help=text("printing.option-front-shift"))  # fmt: skip
@click.option("--back-shift", default="0,0", metavar="X,Y",
              help=text("printing.option-back-shift"))  # fmt: skip
@click.option("--hillshade/--no-hillshade", default=True, help=text("drawing.option-hillshade"))
@click.option("--style", "style_named", metavar="STYLE", help=text("drawing.option-style"))
@click.option("--layers", "layers_said", metavar="LAYERS", help=text("drawing.option-layers"))
@click.option("--paper-grain/--no-paper-grain", default=False, help=text("drawing.option-paper"))
@language_option(text("printing.option-languages"), EVERY, BOTH)
@overwrite_option
@json_option
@report_errors_of_command
def command(
    file: Path,
    out: Path,
    what: str | None,
    paper: str,
    landscape: bool,
    hex_mm: str,
    inch_mm: float | None,
    sheets: int | None,
    each_reader: bool,
    counter_mm: float,
    counter_gap: float,
    counters: str,
    card_bleed: float,
    duplex: str,
    front_shift: str,
    back_shift: str,
    hillshade: bool,
    style_named: str | None,
    layers_said: str | None,
    paper_grain: bool,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    if picture_format(out) is not PictureFormat.PDF:
        raise click.UsageError(text("printing.not-a-pdf", None, file=out))
    sheet = PAPERS[paper].turned() if landscape else PAPERS[paper]
    game = named_game(file)
    usual = RULEBOOK if game else default_parts(file)
    parts = parts_from(what) if what else dict.fromkeys(usual, ())
    settings = GamePrintSettings(
        parts, sheet, None if sheets else _hex_mm(hex_mm), counter_mm, counter_gap,
        card_bleed, Duplex(duplex), front_shift=shift_from(front_shift),
        back_shift=shift_from(back_shift), counters=counters, sheets=sheets or 1,
        inch_mm=inch_mm,
    )  # fmt: skip
    check_folder_exists(out)
    each_of = {BOTH: MADE_IN, EVERY: tuple(LANGUAGES)}
    languages = each_of.get(language or "", (language or preferred_language(),))
    several = len(languages) > 1
    outs = [out.with_stem(f"{out.stem}-{each}") if several else out for each in languages]
    targets = outs if game else [
        target for to in outs for target in _targets(file, to, settings, each_reader)
    ]  # fmt: skip
    refuse_existing(targets, overwrite=overwrite)
    answers = []
    for spoken, to in zip(languages, outs, strict=True):
        look = RenderOptions(language=spoken, hillshade=hillshade)
        with text_language(spoken):
            if game:
                answers.append(_print_rules(game, to, settings, look))
                continue
            look = apply_look_options(look, file, style_named, layers_said, paper_grain)
            answers += _files(file, to, settings, look, each_reader)
    if as_json:
        print_json(answers[0] if len(answers) == 1 else {"written": answers})
        return
    for facts in answers:
        _tell(facts)


def _targets(
    file: Path, out: Path, settings: GamePrintSettings, each_reader: bool
) -> Iterator[Path]:
    """The files that `_files` writes."""
    is_split = each_reader and PrintedPart.HANDOUTS in settings.parts
    if not is_split or file_kind_and_version(source_text.read(file))[0] in ALONE:
        yield out
        return
    if len(settings.parts) > 1:
        yield out
    yield from (out.with_stem(f"{out.stem}-{reader}") for reader in _readers(file))


def _readers(file: Path) -> list[str]:
    """Everyone who has a hand-out of their own in a scenario."""
    from engine.files import scenario_reader

    return [*(side.id for side in scenario_reader.load(file).sides), UMPIRE]


def _files(
    file: Path, out: Path, settings: GamePrintSettings, look: RenderOptions, each_reader: bool
) -> list[dict[str, Any]]:
    """Write what is wanted in one language: one file, or with hand-outs one for each reader."""
    kind, _ = file_kind_and_version(source_text.read(file))
    if kind in ALONE:
        return [ALONE[kind](file, out, settings, look)]
    if not each_reader or PrintedPart.HANDOUTS not in settings.parts:
        return [_print(file, out, settings, look)]
    others = dict(settings.parts)
    del others[PrintedPart.HANDOUTS]
    written = [_print(file, out, replace(settings, parts=others), look)] if others else []
    for reader in _readers(file):
        own = replace(settings, parts={PrintedPart.HANDOUTS: ()}, reader=reader)
        written.append(_print(file, out.with_stem(f"{out.stem}-{reader}"), own, look))
    return written


def _hex_mm(words: str) -> float | None:
    """A hex's width; None where the map is to fit one page."""
    if words == FIT:
        return None
    try:
        found = float(words)
    except ValueError:
        found = float("nan")
    if not MIN_HEX <= found <= MAX_HEX:
        values = {"value": words, "least": MIN_HEX, "most": MAX_HEX}
        raise click.UsageError(text("printing.no-hex-mm", None, **values))
    return found


def _print(
    file: Path, out: Path, settings: GamePrintSettings, look: RenderOptions
) -> dict[str, Any]:
    """Write the pages; returns what they are."""
    from engine.files import scenario_reader
    from studio.rendering import qt_environment

    scenario = scenario_reader.load(file)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing.game_printout import GamePrintout
    from studio.printing.page_output import render_pdf

    for notice in (
        ()
        if scenario.is_on_table
        else qt_environment.rendering_warnings(scenario.map, look.language)
    ):
        click.echo(notice, err=True)
    problems = (
        find_overfull_cards(file, look.language) if PrintedPart.CARDS in settings.parts else []
    )
    print_ = GamePrintout(scenario, look, settings, file.parent)
    source_text.write(out, render_pdf(print_, print_progress(out)))
    del application
    return _facts(print_, out, print_.chapters, problems)


def _print_deck(
    file: Path, out: Path, settings: GamePrintSettings, look: RenderOptions
) -> dict[str, Any]:
    """Write the pages of a deck alone; returns what they are."""
    from engine.files import deck_files
    from studio.rendering import qt_environment

    deck = deck_files.open_file(file, file.name.partition(".")[0])
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing.file_printouts import DeckPrintout
    from studio.printing.game_printout import PrintedChapter
    from studio.printing.page_output import render_pdf

    problems = find_overfull_cards(file, look.language)
    print_ = DeckPrintout(deck, settings, look.language, file.parent)
    source_text.write(out, render_pdf(print_, print_progress(out)))
    del application
    chapters = (PrintedChapter(PrintedPart.CARDS, 1, tuple(print_.printed_pages)),)
    return _facts(print_, out, chapters, problems)


def _print_rules(
    game: str, out: Path, settings: GamePrintSettings, look: RenderOptions
) -> dict[str, Any]:
    """Write the rulebook of a game; returns what its pages are."""
    from studio.rendering import qt_environment

    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing.file_printouts import RulesPrintout
    from studio.printing.page_output import render_pdf

    print_ = RulesPrintout(game, settings, look.language)
    source_text.write(out, render_pdf(print_, print_progress(out)))
    del application
    return _facts(print_, out, print_.chapters)


def named_game(file: Path) -> str:
    """Return the game whose id stands where a file may stand; nothing for a file."""
    name = str(file)
    return "" if source_text.is_file(file) or not is_installed(name) else name


def _print_table(
    file: Path, out: Path, settings: GamePrintSettings, look: RenderOptions
) -> dict[str, Any]:
    """Write the pages of a table alone; returns what they are."""
    from engine.files import tabletop_map_reader
    from studio.rendering import qt_environment

    table = tabletop_map_reader.load(file)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing.file_printouts import TabletopPrintout
    from studio.printing.page_output import render_pdf

    print_ = TabletopPrintout(table, look, settings)
    source_text.write(out, render_pdf(print_, print_progress(out)))
    del application
    return _facts(print_, out, print_.chapters)


def _print_map(
    file: Path, out: Path, settings: GamePrintSettings, look: RenderOptions
) -> dict[str, Any]:
    """Write the pages of a map alone; returns what they are."""
    from engine.files import map_reader
    from studio.rendering import qt_environment

    map_ = map_reader.load(file)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.printing.file_printouts import MapPrintout
    from studio.printing.page_output import render_pdf

    for notice in qt_environment.rendering_warnings(map_, look.language):
        click.echo(notice, err=True)
    print_ = MapPrintout(map_, look, settings)
    source_text.write(out, render_pdf(print_, print_progress(out)))
    del application
    return _facts(print_, out, print_.chapters)


# How files are printed that have no parts for several readers.
ALONE = {"deck": _print_deck, "table": _print_table, "map": _print_map}


def default_parts(file: Path) -> Sequence[PrintedPart]:
    """The parts of a file printed by default; for a table its strips too, of a map itself."""
    if file_kind_and_version(source_text.read(file))[0] == "map":
        return (PrintedPart.MAP,)
    return TABLE_DEFAULT if is_tabletop_file(file) else DEFAULT


def _facts(
    print_: GamePrintout | DeckPrintout | TabletopPrintout | MapPrintout | RulesPrintout,
    out: Path,
    chapters: Sequence[PrintedChapter],
    problems: Sequence[Problem] = (),
) -> dict[str, Any]:
    """Return facts about a printout as plain values, and print its problems.

    Lengths are in millimetres.
    """
    for problem in problems:
        print_problem(problem)
    settings, paper = print_.settings, print_.paper
    return {
        "file": str(out),
        "title": print_.title,
        "paper": {"name": paper.name, "width": paper.width, "height": paper.height},
        "duplex": settings.duplex,
        "counter_mm": settings.counter_mm,
        "pages": len(print_.printed_pages),
        "parts": [_chapter(chapter) for chapter in chapters],
        "problems": [problem.as_json() for problem in problems],
    }


def _chapter(chapter: PrintedChapter) -> dict[str, Any]:
    """One part's pages."""
    return {
        "part": chapter.part,
        "first": chapter.first if chapter.leaves else None,
        "last": chapter.last if chapter.leaves else None,
        "pages": [
            {
                "page": number,
                "says": leaf.says,
                "side": "back" if leaf.is_back else "front",
                "blank": leaf.is_blank,
                "holds": list(leaf.holds),
            }
            for number, leaf in enumerate(chapter.leaves, chapter.first)
        ],
    }


def _tell(facts: dict[str, Any]) -> None:
    """The same in lines."""
    paper = facts["paper"]
    values = {each: format_decimal(f"{paper[each]:g}") for each in ("width", "height")}
    click.echo(text("printing.written", None, file=facts["file"], count=facts["pages"],
                    paper=paper["name"], **values))  # fmt: skip
    rows = []
    for part in facts["parts"]:
        ends = {"first": part["first"], "last": part["last"]}
        key = "none" if not part["pages"] else "page" if len(part["pages"]) == 1 else "pages"
        said = text(f"printing.chapter-{key}", None, **ends)
        rows.append([f"  {text('printing.part-' + part['part'])}", said])
    click.echo(format_columns(rows, numbers=False))
