"""`sandtable league SCENARIO… --players a,b,c`: how strong each automatic player is."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import click

from engine import kernel_warmup
from engine.balance.league import League, LeagueGame, open_league_file, play_league, read
from engine.balance.league_report import as_json, league_sentences, provenance_text
from engine.balance.ratings import LeagueTotals, Standings, load_openskill
from engine.balance.worker_pool import WorkerPool
from engine.checks.scenario_checks import load_playable
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError
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
from studio.cli.game_series import create_worker_pool, show_game_progress, worker_pool_name
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    refuse_existing,
    report_format,
    write_report,
)
from studio.rendering import qt_environment
from studio.signal_handling import allow_interrupts

DEFAULT_PLAYERS, DEFAULT_GAMES, MAX_GAMES, MAX_WORKERS = "greedy,novice,regular", 20, 1_000_000, 512


class LeagueInterrupted(SandtableError):
    """Ctrl-C: the league is not finished."""


@click.command("league")
@click.argument("scenarios", nargs=-1, required=True, type=FILE, metavar="SCENARIO…")
@click.option(
    "--players", default=DEFAULT_PLAYERS, show_default=True, help=text("league.option-players")
)
@click.option(
    "--games",
    type=click.IntRange(2, MAX_GAMES),
    default=DEFAULT_GAMES,
    show_default=True,
    help=text("league.option-games"),
)
@click.option("--workers", type=click.IntRange(1, MAX_WORKERS), help=text("league.option-workers"))
@click.option("--cluster", metavar="ADDRESS|local:N", help=text("cluster.option"))
@click.option("--seed", type=int, default=0, show_default=True, help=text("league.option-seed"))
@click.option("--resume", type=FILE, help=text("league.option-resume"))
@click.option("--report", type=FILE, help=text("league.option-report"))
@language_option(text("balance.option-language"))
@tempers_option
@overwrite_option
@json_option
@report_errors_of_command
def command(
    scenarios: tuple[Path, ...],
    players: str,
    games: int,
    workers: int | None,
    cluster: str | None,
    seed: int,
    resume: Path | None,
    report: Path | None,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    format_ = report_format(report) if report else None
    refuse_existing(filter(None, [report]), overwrite=overwrite)
    if resume:
        check_folder_exists(resume)
    warn_about_skipped_players()
    names = tuple(name.strip() for name in players.split(",") if name.strip())
    league = League(tuple(load_playable(path) for path in scenarios), names, games, seed)
    league.check()
    load_openskill()  # before long work, not after it
    crew = create_worker_pool(workers, cluster, league.size)
    before = read(resume, league) if resume else []
    if len(before) < league.size:
        _announce_compiling(league)
    standings = _play(league, before, crew, resume)
    if report and format_:
        from studio.reports.league_report import build_league_report

        application = qt_environment.ensure_application()  # fonts belong to it
        write_report(
            build_league_report(standings, language or preferred_language()), report, format_
        )
        del application
    _tell(standings, language, [report] if report else [], as_json)


def _play(
    league: League, before: list[LeagueGame], crew: WorkerPool, resume: Path | None
) -> Standings:
    """Play what is left of the league; progress and time on standard error."""
    began, sums = time.monotonic(), LeagueTotals()
    for game in before:
        sums.add(game)
    if before:
        _say("taken-up", done=len(before), games=league.size)
    keep = open_league_file(resume, league).add if resume else None
    with suppress(KeyboardInterrupt), allow_interrupts() as is_stopped:
        games = play_league(league, before, crew, is_stopped)
        for game in show_game_progress(games, len(before), league.size):
            sums.add(game)
            if keep:
                keep(game)
    done = sums.outcomes.total()
    if done < league.size:
        key = "kept" if resume else "stopped"
        values = {"done": done, "games": league.size, "file": resume}
        raise LeagueInterrupted(text(f"league.{key}", None, **values))
    seconds = format_decimal(f"{time.monotonic() - began:.1f}")
    _say("took", games=league.size - len(before), seconds=seconds, crew=worker_pool_name(crew))
    for scenario in league.scenarios:
        kernel_warmup.record_warm(scenario.game)
    return Standings(league, sums.outcomes, sums.luck)


def _announce_compiling(league: League) -> None:
    """Say so when a game of the league was never played on this machine."""
    games = sorted({scenario.game for scenario in league.scenarios})
    warn_about_compiling(
        next((game for game in games if not kernel_warmup.is_warm(game)), games[0])
    )


def _tell(standings: Standings, language: str | None, written: list[Path], is_json: bool) -> None:
    if is_json:
        print_json(as_json(standings, language))
        return
    for sentence in league_sentences(standings, language):
        click.echo(sentence)
    click.echo(provenance_text(standings, language))
    for file in written:
        click.echo(text("scenario.saved", language, file=file))


def _say(key: str, **values: object) -> None:
    click.echo(text(f"league.{key}", None, **values), err=True)
