"""`sandtable balance SCENARIO`: many games between automatic players, and what they say.

`sandtable balance` with several series beside each other: players, or variants of a scenario.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

import click

from engine.balance import decisive_factors
from engine.balance.balance_report import GamesCsvWriter, as_json, provenance_text, report_sentences
from engine.balance.balance_study import BalanceStudy, SeriesComparison
from engine.balance.balance_summary import BalanceSummary
from engine.balance.series import Series, open_game
from engine.balance.series_executor import SeriesExecutor
from engine.checks.scenario_checks import load_playable
from engine.files import source_text
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    json_option,
    language_option,
    print_json,
    report_errors_of_command,
    tempers_option,
    warn_about_compiling,
    warn_about_skipped_players,
)
from studio.cli.game_series import (
    create_series_runner,
    create_worker_pool,
    play_series,
    wanted_precision,
)
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    refuse_existing,
    report_format,
    write_report,
)
from studio.cli.play import parse_play_arguments, parse_seats
from studio.rendering import qt_environment

if TYPE_CHECKING:
    from studio.rendering.file_formats import PageFormat


class ReportOptions(NamedTuple):
    """Options of the answer: a report and its format, the language, JSON."""

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


def report_comparison(inquiry: BalanceStudy, by: SeriesExecutor, outcome: ReportOptions) -> None:
    """Play what is to be compared, try what is proposed, and report all of it."""
    warn_about_compiling(inquiry.series.scenario.game)
    plan = inquiry.plan()  # what cannot be played is said at once
    with by.together() as crew:
        found = inquiry.play(plan, lambda each, name: play_series(each, crew, name=name))
    _print_comparison(found, outcome)


def _print_comparison(found: SeriesComparison, outcome: ReportOptions) -> None:
    said = found.sentences(outcome.language)
    if outcome.report and outcome.format_:
        from studio.reports.comparison_report import build_comparison_report

        application = qt_environment.ensure_application()  # fonts belong to it
        language = outcome.language or preferred_language()
        page = build_comparison_report(found.named(language), found.sentences(language), language)
        write_report(page, outcome.report, outcome.format_)
        del application
    if outcome.is_json:
        print_json(found.document(outcome.language))
        return
    for sentence in (*said, provenance_text(found.found[0], outcome.language)):
        click.echo(sentence)
    if outcome.report:
        click.echo(text("scenario.saved", outcome.language, file=outcome.report))


DEFAULT_GAMES, MAX_GAMES, MAX_WORKERS = 200, 1_000_000, 512
MAX_LOOKED_INTO = 1000
MAX_UNTIL = 20_000  # games, where intervals are to be so narrow and no number is given


@click.command("balance", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="SCENARIO")
@click.option(
    "--games",
    type=click.IntRange(1, MAX_GAMES),
    show_default=str(DEFAULT_GAMES),
    help=text("balance.option-games"),
)
@click.option(
    "--players", "--strengths", "strengths", metavar="A,B,…", help=text("balance.option-strengths")
)
@click.option("--vary", metavar="WHAT=VALUES", multiple=True, help=text("balance.option-vary"))
@click.option(
    "--turning-points",
    type=click.IntRange(0, MAX_LOOKED_INTO),
    default=0,
    help=text("balance.option-turning-points"),
)
@click.option("--until", metavar="±POINTS", help=text("balance.option-until"))
@click.option("--workers", type=click.IntRange(1, MAX_WORKERS), help=text("balance.option-workers"))
@click.option("--cluster", metavar="ADDRESS|local:N", help=text("cluster.option"))
@click.option("--resume", type=FILE, help=text("balance.option-resume"))
@click.option("--seed", type=int, default=0, show_default=True, help=text("balance.option-seed"))
@click.option("--red", metavar="PLAYER", help=text("commands.play-first"))
@click.option("--blue", metavar="PLAYER", help=text("commands.play-second"))
@click.option("--report", type=FILE, help=text("balance.option-report"))
@click.option("--csv", "table", type=FILE, help=text("balance.option-csv"))
@language_option(text("balance.option-language"))
@tempers_option
@overwrite_option
@json_option
@report_errors_of_command
def command(
    words: tuple[str, ...],
    games: int | None,
    until: str | None,
    strengths: str | None,
    vary: tuple[str, ...],
    turning_points: int,
    workers: int | None,
    cluster: str | None,
    resume: Path | None,
    seed: int,
    red: str | None,
    blue: str | None,
    report: Path | None,
    table: Path | None,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    format_ = report_format(report) if report else None
    if table:
        check_folder_exists(table)
    refuse_existing(filter(None, [report, table]), overwrite=overwrite)
    path, options = parse_play_arguments(words)
    given = {name: who for name, who in (("red", red), ("blue", blue)) if who}
    warn_about_skipped_players()
    scenario = load_playable(path)
    reach = wanted_precision(until)
    most = games or (MAX_UNTIL if reach else DEFAULT_GAMES)
    by = create_series_runner(scenario, create_worker_pool(workers, cluster, most), reach, resume)
    base = Series(scenario, {}, most, seed, turning_points)
    if strengths:
        if given or options or table or vary:
            raise click.UsageError(text("balance.strengths-alone"))
        inquiry = BalanceStudy(base, reach, players=players_of(strengths))
        report_comparison(inquiry, by, ReportOptions(report, format_, language, as_json))
        return
    series = replace(base, players=parse_seats(scenario, {**given, **options}))
    if vary:
        if table:
            raise click.UsageError(text("balance.vary-without-csv"))
        inquiry = BalanceStudy(series, reach, wishes=vary)
        report_comparison(inquiry, by, ReportOptions(report, format_, language, as_json))
        return
    application = qt_environment.ensure_application() if report else None  # fonts belong to it
    warn_about_compiling(scenario.game)
    open_game(series)  # what cannot be played is said at once, and kernels are compiled once
    balance = _play(series, by, table)
    written = _write(balance, table, report, format_, language or preferred_language())
    del application
    _tell(balance, language, written, as_json)


def _play(series: Series, by: SeriesExecutor, table: Path | None) -> BalanceSummary:
    """Play the series, and write its games down where that is wanted."""
    if table is None:
        return play_series(series, by)
    with TemporaryFile("w+", encoding="utf-8", newline="") as spool:
        balance = play_series(series, by, GamesCsvWriter(series.scenario, spool).add)
        spool.seek(0)
        source_text.write(table, spool.read())
    return balance


def _write(
    balance: BalanceSummary,
    table: Path | None,
    report: Path | None,
    format_: PageFormat | None,
    language: str,
) -> list[Path]:
    """Write the report if one was asked for; the files there are."""
    if report and format_:
        from studio.reports.balance_report import build_balance_report

        write_report(build_balance_report(balance, language), report, format_)
    return [file for file in (table, report) if file]


def _tell(
    balance: BalanceSummary, language: str | None, written: list[Path], is_json: bool
) -> None:
    if is_json:
        print_json(
            {**as_json(balance, language), "causes": decisive_factors.factors_document(balance)}
        )
        return
    for sentence in (
        *report_sentences(balance, language),
        *decisive_factors.factor_sentences(balance, language),
    ):
        click.echo(sentence)
    click.echo(provenance_text(balance, language))
    for file in written:
        click.echo(text("scenario.saved", language, file=file))
