"""`sandtable balance` with several series beside each other: players, or variants of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from engine.balance import strengths, sweeps
from engine.balance.series import Series, open_game
from engine.balance.summary import Balance
from engine.balance.sweeps import planned
from engine.balance.telling import provenance
from engine.balance.undertaking import Undertaking
from engine.telling.names import Names
from engine.texts import preferred_language, text
from studio.commands.many_games import play_series
from studio.commands.reporting import write_page
from studio.commands.speaking import announce_compiling, answer
from studio.drawing import system

if TYPE_CHECKING:
    from studio.drawing.formats import PageFormat


class WantedAnswer(NamedTuple):
    """How the answer is wanted: a report and its format, the language, JSON."""

    report: Path | None
    format_: PageFormat | None
    language: str | None
    is_json: bool


def tell_strengths(base: Series, names: str, by: Undertaking, outcome: WantedAnswer) -> None:
    """Play a series for each player, seated on all sides, and report them."""
    sides = [side.id for side in base.scenario.sides]
    known = dict.fromkeys(name.strip() for name in names.split(",") if name.strip())
    if not known:
        raise click.UsageError(text("balance.no-players"))
    every = {name: replace(base, players=dict.fromkeys(sides, name)) for name in known}
    announce_compiling(base.scenario.game)
    for series in every.values():
        open_game(series)  # what cannot be played is said at once
    with by.together() as crew:
        found = {name: play_series(series, crew, name=name) for name, series in every.items()}
    named = Names(base.scenario, outcome.language)
    _tell(
        [(named.player(name), balance) for name, balance in found.items()],
        list(strengths.sentences(found, outcome.language)),
        strengths.document(found, outcome.language),
        outcome,
    )


def tell_sweep(
    series: Series, wishes: Sequence[str], by: Undertaking, outcome: WantedAnswer
) -> None:
    """Play a scenario and its variants, propose a change that makes it fair, and try that."""
    announce_compiling(series.scenario.game)
    open_game(series)
    plan = planned(series, wishes)
    with by.together() as crew:
        sweep = sweeps.play_sweep(plan, lambda each, name: play_series(each, crew, name=name))
    called = [sweeps.variant_name(name, outcome.language) for name in sweep.names]
    _tell(
        list(zip(called, sweep.found, strict=True)),
        list(sweeps.sentences(sweep, outcome.language)),
        sweeps.document(sweep, outcome.language),
        outcome,
    )


def _tell(
    found: Sequence[tuple[str, Balance]],
    said: Sequence[str],
    document: dict[str, Any],
    outcome: WantedAnswer,
) -> None:
    if outcome.report and outcome.format_:
        from studio.balance.side_by_side_page import side_by_side_page

        application = system.application()  # fonts belong to it
        language = outcome.language or preferred_language()
        write_page(side_by_side_page(found, said, language), outcome.report, outcome.format_)
        del application
    if outcome.is_json:
        answer(document)
        return
    for sentence in (*said, provenance(found[0][1], outcome.language)):
        click.echo(sentence)
    if outcome.report:
        click.echo(text("scenario.saved", outcome.language, file=outcome.report))
