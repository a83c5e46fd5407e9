"""`sandtable balance` with several series beside each other: players, or variants of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from engine.balance.inquiry import BalanceStudy, SeriesComparison
from engine.balance.telling import provenance
from engine.balance.undertaking import SeriesExecutor
from engine.texts import preferred_language, text
from studio.commands.many_games import play_series
from studio.commands.reporting import write_report
from studio.commands.speaking import print_json, warn_about_compiling
from studio.drawing import system

if TYPE_CHECKING:
    from studio.drawing.formats import PageFormat


class WantedAnswer(NamedTuple):
    """How the answer is wanted: a report and its format, the language, JSON."""

    report: Path | None
    format_: PageFormat | None
    language: str | None
    is_json: bool


def players_of(names: str) -> tuple[str, ...]:
    """The players that are named with commas between; UsageError for none."""
    known = tuple(name.strip() for name in names.split(",") if name.strip())
    if not known:
        raise click.UsageError(text("balance.no-players"))
    return known


def tell_side_by_side(inquiry: BalanceStudy, by: SeriesExecutor, outcome: WantedAnswer) -> None:
    """Play what is to be compared, try what is proposed, and report all of it."""
    warn_about_compiling(inquiry.series.scenario.game)
    plan = inquiry.plan()  # what cannot be played is said at once
    with by.together() as crew:
        found = inquiry.play(plan, lambda each, name: play_series(each, crew, name=name))
    _tell(found, outcome)


def _tell(found: SeriesComparison, outcome: WantedAnswer) -> None:
    said = found.sentences(outcome.language)
    if outcome.report and outcome.format_:
        from studio.balance.side_by_side_page import build_comparison_report

        application = system.ensure_application()  # fonts belong to it
        language = outcome.language or preferred_language()
        page = build_comparison_report(found.named(language), found.sentences(language), language)
        write_report(page, outcome.report, outcome.format_)
        del application
    if outcome.is_json:
        print_json(found.document(outcome.language))
        return
    for sentence in (*said, provenance(found.found[0], outcome.language)):
        click.echo(sentence)
    if outcome.report:
        click.echo(text("scenario.saved", outcome.language, file=outcome.report))
