"""Badges along a path tell the chance to be hurt, and behind a dagger that to be lost."""

from __future__ import annotations

from fractions import Fraction

from engine.hexes.hex import Hex
from engine.play.move_forecast import DamageChances, HexThreats, ThreatGroup, ThreatSource
from studio.workspaces.play.game_view.map_overlays import threat_text


def threatened(*dangers: DamageChances) -> HexThreats:
    """A hex with a peril of a kind of its own for each danger."""
    kinds = tuple(
        ThreatGroup(str(number), "", (ThreatSource("", danger),), danger)
        for number, danger in enumerate(dangers)
    )
    return HexThreats(Hex(0, 0), False, kinds)


def test_a_badge_tells_killed_beside_hurt() -> None:
    half, tenth = Fraction(1, 2), Fraction(1, 10)
    threat = threatened(DamageChances(half, half, tenth), DamageChances(half, half, tenth))
    assert threat.loss_chance == 1 - Fraction(9, 10) ** 2
    assert threat_text(threat) == "2×  75 %  † 19 %"


def test_who_cannot_be_lost_has_no_dagger_and_small_chances_are_not_none() -> None:
    assert threat_text(threatened(DamageChances(Fraction(1, 500)))) == "1×  1 %"
    assert threat_text(threatened(DamageChances(Fraction(499, 500)))) == "1×  99 %"
    assert threat_text(threatened()) == ""
