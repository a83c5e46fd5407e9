"""Effects of missions in a hex, by the exact odds of their dice (V18)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.games.valor import dice_odds, fortifications, support_missions
from engine.games.valor.data.piece_types import UnitType
from engine.games.valor.data.rule_tables import AntiTankWeaponKind
from engine.games.valor.presentation.forecast_parts import (
    ap_table_row,
    casualty_point_odds,
    roll_modifier_blocks,
    summary_line,
)
from engine.games.valor.state import State
from engine.hexes.hex import Hex
from engine.play.forecast_blocks import (
    Block,
    ListingBlock,
    ListingEntry,
    OutcomeForecast,
    ResultChance,
    ResultChances,
)
from engine.play.translatable_phrases import TranslatablePhrase, unit_name_term


def forecast_mission(view: State, kind: str, manner: str, at: Hex) -> OutcomeForecast:
    """A mission on a hex: whether it lands there, and what it does to who is there now."""
    title = TranslatablePhrase.of("valor-support.outlook-mission", hex=at)
    lands = _lands(view, kind)
    blocks: list[Block] = [_accuracy(lands)]
    note = TranslatablePhrase.of("valor-support.outlook-lands", chance=lands)
    here = [view.type_of(unit) for unit in view.units_at(at)]
    if manner != support_missions.SMOKE and here:
        blocks += _odds_on_target(view, kind, at, here)
        note = TranslatablePhrase.of(
            "valor-fire.outlook-hurt", chance=lands * _hurts(view, kind, at, here)
        )
    rules = ("V18.4", "V18.6", "V18.7")
    return OutcomeForecast(title, tuple(blocks), note, summary_line(title, note), rules=rules)


def _lands(view: State, kind: str) -> Fraction:
    """The chance that it falls where it is placed (V18.4, V18.5)."""
    if kind == support_missions.AIRCRAFT and not view.book.choices.aircraft_scatter:
        return Fraction(1)
    return dice_odds.die_chance_at_most(support_missions.ON_TARGET)


def _accuracy(lands: Fraction) -> ResultChances:
    near = Fraction(1, 6) if lands < 1 else Fraction(0)
    told = (("on-target", lands), ("one-off", near), ("two-off", near))
    return ResultChances(
        tuple(ResultChance(word, chance, TranslatablePhrase.of(f"valor-support.lands-{word}"))
              for word, chance in told if chance),
        TranslatablePhrase.of("valor-support.figure-lands"),
    )  # fmt: skip


def _points(view: State, kind: str, at: Hex) -> dice_odds.Distribution:
    """The casualty points on the target, in trees doubled by artillery (V18.6)."""
    firepower, _ = view.book.charts.area_firepower(kind)
    times = (
        2 if kind != support_missions.AIRCRAFT and support_missions.is_tree_burst(view, at) else 1
    )
    return dice_odds.casualty_point_odds(
        view.book.charts, firepower, fortifications.cover_without_line(view, at), times
    )


def _hurts(view: State, kind: str, at: Hex, here: list[UnitType]) -> Fraction:
    if all(type_.is_afv for type_ in here):
        spared = Fraction(1)
        for _, lost in _afvs(view, kind, at):
            spared *= 1 - lost
        return 1 - spared
    return dice_odds.chance_of_at_least(_points(view, kind, at), 1)


def _odds_on_target(view: State, kind: str, at: Hex, here: list[UnitType]) -> Iterator[Block]:
    """On target: the row it is rolled on, its points, and each AFV's chance to be lost."""
    cover = fortifications.cover_without_line(view, at)
    if not all(type_.is_afv for type_ in here):
        firepower, _ = view.book.charts.area_firepower(kind)
        yield from roll_modifier_blocks((("cover", cover),) if cover else ())
        yield ap_table_row(view, firepower, cover)
        yield casualty_point_odds(_points(view, kind, at), "casualties")
    afvs = tuple(
        ListingEntry(unit_name_term(unit), (lost,)) for unit, lost in _afvs(view, kind, at)
    )
    if afvs:
        yield ListingBlock(
            (
                TranslatablePhrase.of("valor-support.figure-afvs"),
                TranslatablePhrase.of("valor-fire.overrun-lost"),
            ),
            afvs,
        )


def _afvs(view: State, kind: str, at: Hex) -> Iterator[tuple[str, Fraction]]:
    """Each AFV of a hex with the chance that a mission on target eliminates it (V18.7).

    The crew of an immobile one may leave it afterwards (V16.5).
    """
    table, cover = view.book.charts, fortifications.cover_without_line(view, at)
    _, rating = table.area_firepower(kind)
    for unit in view.units_at(at):
        type_ = view.type_of(unit)
        if type_.is_afv:
            hits = table.hit_number(AntiTankWeaponKind.MISSION)
            rear = type_.rear or type_.front
            lost = dice_odds.mission_elimination_chance(table, hits, cover, rating, rear)
            yield unit.id, lost + (1 - lost) * (dice_odds.ABANDONED if unit.immobile else 0)
