"""What is printed for one reader is the same to the byte whatever another keeps secret."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.files import scenario_reader
from engine.scenario.scenario import Arrival, Scenario, ScenarioUnit, VictoryCondition
from engine.scenario.scenario import VictoryKind as Kind
from engine.texts import LocalText
from studio.printing.game_printout import GamePrintout
from studio.printing.page_output import render_pdf
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.test_kit import KIT

pytestmark = pytest.mark.usefixtures("qapp")
SECRETS = "Zitadelle"  # in everything that is changed


@pytest.fixture(scope="module")
def kit() -> Scenario:
    return scenario_reader.load(KIT)


def printed(scenario: Scenario, part: PrintedPart, reader: str, language: str) -> bytes:
    settings = GamePrintSettings({part: ()}, reader=reader, counter_mm=20.0)
    print_ = GamePrintout(scenario, RenderOptions(language=language), settings, KIT.parent)
    return render_pdf(print_, lambda share: None)


def disguised(unit: ScenarioUnit) -> ScenarioUnit:
    """Another unit in its place: its name, its type, where and when it comes, in what state."""
    once = VictoryCondition(Kind.LOSSES, "us", percent=11)
    name, comes = f"{SECRETS} {unit.id}", Arrival(5, "village", die=6, once=once)
    return replace(
        unit, id=f"x-{unit.id}", name=name, type="tiger", figures=(), marks=(), formation="",
        arrives=comes, zone="", at=None,
    )  # fmt: skip


def with_others_secrets(kit: Scenario, side: str) -> Scenario:
    """The kit with everything changed that a side must not know."""
    (enemy,) = (each.id for each in kit.sides if each.id != side)
    kept = [unit for unit in kit.units if unit.side == side]
    others = [disguised(unit) for unit in kit.units if unit.side == enemy][:20]
    aims = [each for each in kit.victory if each.side == side]
    return replace(
        kit,
        units=(*kept, *others),
        formations=tuple(each for each in kit.formations if each.side == side),
        features=tuple(each for each in kit.features if each.side in ("", side)),
        sides=tuple(
            each if each.id == side else replace(each, stocks={"command": 9}, decks=())
            for each in kit.sides
        ),
        victory=(*aims, VictoryCondition(Kind.KILL, enemy, points=77, grade="decisive")),
        briefings={
            each: words if each == side else f"{SECRETS}: {each}"
            for each, words in kit.briefings.items()
        },
        notes=SECRETS,
    )


def with_the_umpire_s_secrets(kit: Scenario) -> Scenario:
    """The kit with everything changed that only the umpire, or one side, is told."""
    units = tuple(
        replace(unit, arrives=Arrival(4, unit.arrives.zone, die=6)) if unit.arrives else unit
        for unit in kit.units
    )
    briefings: dict[str, LocalText] = dict.fromkeys(kit.briefings, SECRETS)
    victory = (VictoryCondition(Kind.EXIT, "us", zone="east-edge", count=9),)  # its zone lies open
    return replace(kit, units=units, victory=victory, briefings=briefings, notes=SECRETS)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("side", ["us", "de"])
@pytest.mark.parametrize("part", [PrintedPart.HANDOUTS, PrintedPart.TABLES])
def test_a_side_s_part_is_the_same_whatever_the_other_keeps_secret(
    kit: Scenario, part: PrintedPart, side: str, language: str
) -> None:
    changed = with_others_secrets(kit, side)
    assert printed(kit, part, side, language) == printed(changed, part, side, language)


@pytest.mark.parametrize(
    "part", [PrintedPart.TABLES, PrintedPart.MAP, PrintedPart.COUNTERS, PrintedPart.CARDS]
)
def test_what_all_share_is_the_same_whatever_only_some_are_told(
    kit: Scenario, part: PrintedPart
) -> None:
    changed = with_the_umpire_s_secrets(kit)
    assert printed(kit, part, "", "en") == printed(changed, part, "", "en")


@pytest.mark.parametrize("side", ["us", "de"])
def test_the_proof_sees_what_does_change(kit: Scenario, side: str) -> None:
    """The umpire's part tells the two apart."""
    changed = with_others_secrets(kit, side)
    one = printed(kit, PrintedPart.HANDOUTS, "umpire", "en")
    assert one != printed(changed, PrintedPart.HANDOUTS, "umpire", "en")
