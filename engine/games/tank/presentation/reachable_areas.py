"""The areas a unit can reach, the paths, and threats on the way (tank V, A7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush

from engine.games.tank import cards
from engine.games.tank.artillery import shell_level
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.fire import attack_level, can_hit, may_be_fired_upon, may_fire
from engine.games.tank.game_board import HexStep
from engine.games.tank.movement import MARCH, MOVE, ChooseStep, movement_allowance, occupied_hexes
from engine.games.tank.presentation.fire_odds import (
    ANNIHILATED,
    Odds,
    expected_shot_odds,
    shell_expectation,
    unit_effect_odds,
)
from engine.games.tank.presentation.sentences import list_names, unit_name
from engine.games.tank.state import State, Unit
from engine.hexes.hex import Hex
from engine.movement.mobility import Points
from engine.movement.step_explanation import explain_step
from engine.play.forecast_blocks import SentenceBlock, SentenceTone
from engine.play.move_forecast import (
    DamageChances,
    HexThreats,
    MoveArrival,
    MoveStep,
    ReachableArea,
    ThreatGroup,
    ThreatSource,
)
from engine.play.translatable_phrases import (
    NamedTerm,
    Saying,
    TranslatablePhrase,
    Value,
    unit_name_term,
)
from engine.texts import in_each_language

SHOTS, SHELLS = "shots", "shells"
OUT_OF = 216  # what the chance of a result is counted in: two dice and the armour die


def reachable_hexes(
    view: State, unit_id: str, manner: str = "", left: int | None = None
) -> ReachableArea:
    """Return the area a unit can reach with the points `left`, interrupts aside.

    Points are MP, on the march hexes. Without `left` it is at the beginning of its move, with the
    MP a card gives it then. `movement.may_move` says if it may be ordered to move at all; an
    immobile unit or one in close combat stays where it is (F6, B1).
    """
    unit, manner = view.units[unit_id], manner or MOVE
    extra = _extra_mp(view, unit.side) if left is None else 0
    points = movement_allowance(view, unit, manner, extra) if left is None else left
    board = _Board(view, unit, manner)
    stays = unit.immobile or unit.engaged or not board.may_start(begins=left is None)
    found = _search(board, unit.at, 0 if stays else points)
    arrivals = {
        at: MoveArrival(
            at,
            board.in_mp(cost),
            hexes,
            tuple(by),
            combat=at in board.enemies and at != unit.at,
            crowded=board.is_crowded(at),
        )
        for at, (cost, hexes, by) in found.items()
    }
    return ReachableArea(unit_id, manner, board.in_mp(points), unit.at, arrivals)


def _extra_mp(view: State, side: str) -> int:
    """The MP rapid assault gives the side's next mover (card 1)."""
    card = cards.in_force(view, side, "extra-mp")
    return 0 if card is None else int(card.parameters.get("mp", 0))


class _Board:
    """The board as one mover finds it: its ways, and who stands in them (V1, V2, V8)."""

    def __init__(self, view: State, unit: Unit, manner: str) -> None:
        self.view, self.unit, self.marches = view, unit, manner == MARCH
        self.enemies = occupied_hexes(view, view.enemy_of(unit.side))
        others = [o.at for o in view.units_of(unit.side) if o.id != unit.id]
        self.friends = {at: others.count(at) for at in others}
        self.limit = view.book.choices.stacking

    def may_start(self, begins: bool) -> bool:
        """A march does not begin in a stack (V2)."""
        return not (self.marches and begins and self.unit.at in self.friends)

    def ways(self, at: Hex) -> Iterator[HexStep]:
        """The steps out of a hex that are not barred; none out of one that holds the enemy (V8)."""
        field = self.view.field
        if at in self.enemies and at != self.unit.at:
            return
        for way in field.march_steps_from(at) if self.marches else field.steps_from(at):
            if self._may_enter(way.to):
                yield way

    def _may_enter(self, at: Hex) -> bool:
        if self.marches:
            return at not in self.enemies and at not in self.friends
        if at not in self.enemies or self.view.book.choices.full_combat == "annihilated":
            return True
        return self.friends.get(at, 0) < self.limit

    def is_crowded(self, at: Hex) -> bool:
        """Return True if the mover would exceed the stacking limit at its end (V9)."""
        return self.friends.get(at, 0) >= self.limit

    def in_mp(self, spent: int) -> Points:
        """Return spent points in MP; on the march they are counted in hexes."""
        if not self.marches:
            return spent
        points = Fraction(spent, self.view.book.choices.march_hexes_per_mp)
        return int(points) if points.denominator == 1 else points


_Found = tuple[int, int, list[Hex]]


def _search(board: _Board, start: Hex, points: int) -> dict[Hex, _Found]:
    """Dijkstra's algorithm by cost, then hexes: for each hex both, and the hexes before it."""
    best: dict[Hex, _Found] = {start: (0, 0, [])}
    settled: dict[Hex, _Found] = {}
    edge = [(0, 0, start)]
    while edge:
        cost, hexes, here = heappop(edge)
        if here in settled:
            continue
        settled[here] = best[here]
        for to, price in board.ways(here):
            then = cost + price
            if then > points:
                continue
            known = best.get(to)
            if known is None or (then, hexes + 1) < known[:2]:
                best[to] = (then, hexes + 1, [here])
                heappush(edge, (then, hexes + 1, to))
            elif known[:2] == (then, hexes + 1):
                known[2].append(here)
    return settled


def step_forecast(view: State, decision: ChooseStep, to: Hex) -> MoveStep:
    """Return the forecast of the next step of a move: cost, reasons, threats."""
    mover, choices = view.units[decision.unit], view.book.choices
    board = _Board(view, mover, decision.manner)
    mobility = view.book.mobility
    if board.marches:
        mobility = mobility.marching(view.book.march_links, choices.march_hexes_per_mp)
    cost = decision.cost_of(to)
    left, threat = board.in_mp(decision.left - cost), move_threats(view, mover.id, (to,))[0]
    reasons = explain_step(mobility, view.field.board, mover.at, to)
    told = MoveStep(to, board.in_mp(cost), left, reasons, board.is_crowded(to), threat)
    return replace(
        told, remarks=tuple(_remarks(told, threat)), lines=tuple(_lines(view, told, threat))
    )


def _warnings(told: MoveStep, threat: HexThreats) -> Iterator[Saying]:
    """Yield warnings of a step: overspent, into the enemy, or crowding (V3, V8, V9)."""
    if told.left < 0:
        yield TranslatablePhrase.of("tank.step-overspent", points=f"{-told.left}")
    if threat.combat:
        yield TranslatablePhrase.of("tank.step-combat")
    if told.crowded:
        yield TranslatablePhrase.of("tank.step-crowded")


def _remarks(told: MoveStep, threat: HexThreats) -> Iterator[SentenceBlock]:
    for warning in _warnings(told, threat):
        yield SentenceBlock(warning, SentenceTone.GRAVE)
    if not threat.kinds:
        yield SentenceBlock(TranslatablePhrase.of("tank.outlook-no-threat"), SentenceTone.QUIET)


def _lines(view: State, told: MoveStep, threat: HexThreats) -> Iterator[Saying]:
    """The same in a few sentences, with what threatens there (V5, V6, A7)."""
    if told.left >= 0:
        yield TranslatablePhrase.of("forecast.left", points=f"{told.left}")
    yield from _warnings(told, threat)
    for kind in reversed(threat.kinds):
        chances = kind.together._asdict()
        yield TranslatablePhrase.counting(f"tank.step-{kind.kind}", len(kind.perils), **chances)
    answering = dict.fromkeys(unit for peril in threat.threat_sources for unit in peril.answered_by)
    if answering:
        yield TranslatablePhrase.of("tank.step-covered", units=_names(view, answering))


# --- what awaits a mover -------------------------------------------------------------------------


def move_threats(view: State, unit_id: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
    """For every hex a unit would enter: who may fire at it there, and which shells lie there.

    A path begins with the first hex entered; one that begins where the unit stands has a threat
    there too, with nothing in it. A unit is fired upon once a turn (F7), so opportunity fire in one
    hex spares it in the next: the hexes are alternatives of the enemy, not to be added up. Where
    entering begins close combat no other unit fires (V8, B1).

    Together is all the enemies' fire declared at once, their shots taken as independent. For
    `hurt` that is exact; ending the move and annihilation are a little likelier, as two lesser
    hits add up (F6).
    """
    mover = view.units[unit_id]
    enemies = _able(view, mover)
    covered: dict[str, tuple[str, ...]] = {}
    held_by_enemy = occupied_hexes(view, view.enemy_of(mover.side))
    known: dict[tuple[int, tuple[int, ...]], DamageChances] = {}
    result = []
    for number, at in enumerate(path):
        if number == 0 and at == mover.at:
            result.append(HexThreats(at))
            continue
        moved, combat = mover._replace(at=at), at in held_by_enemy
        shots = () if combat else tuple(_shots(view, enemies, moved, covered, known))
        both = _perils(SHOTS, shots), _perils(SHELLS, tuple(_shells(view, moved)))
        result.append(HexThreats(at, combat, tuple(kind for kind in both if kind.perils)))
    return tuple(result)


def _perils(kind: str, perils: tuple[ThreatSource, ...]) -> ThreatGroup:
    together = _together(peril.danger for peril in perils)
    title, lost = TranslatablePhrase.of(f"tank.threat-{kind}"), NamedTerm("mark", ANNIHILATED)
    return ThreatGroup(kind, title, perils, together, lost)


def _names(view: State, units: Iterable[str]) -> Saying:
    return in_each_language(
        lambda language: list_names([unit_name(view, unit, language) for unit in units], language)
    )


def _able(view: State, mover: Unit) -> list[Unit]:
    """The enemies that may fire at a mover if they see it (V5)."""
    if not may_be_fired_upon(mover):
        return []
    return [enemy for enemy in view.units_of(view.enemy_of(mover.side)) if may_fire(view, enemy)]


def _covering(view: State, mover: Unit, enemy: Unit) -> tuple[str, ...]:
    """The friends of a mover that may fire at an enemy that has fired at it (V6)."""
    if not may_be_fired_upon(enemy):
        return ()
    friends = (unit for unit in view.units_of(mover.side) if unit.id != mover.id and not unit.moved)
    return tuple(
        friend.id for friend in friends if may_fire(view, friend) and can_hit(view, friend, enemy)
    )


def _shots(
    view: State,
    enemies: Iterable[Unit],
    moved: Unit,
    covered: dict[str, tuple[str, ...]],
    known: dict[tuple[int, tuple[int, ...]], DamageChances],
) -> Iterator[ThreatSource]:
    """The shots a mover may draw in the hex it is in.

    `covered` are the friends that may answer, by enemy; `known` are dangers by level and cover;
    both are filled as they are found.
    """
    faces = view.field.cover(moved.at).faces
    for enemy in enemies:
        if not can_hit(view, enemy, moved):
            continue
        level = attack_level(view, enemy, moved, FireManner.OPPORTUNITY)
        assert level is not None
        key = level.level, faces
        if key not in known:
            known[key] = _danger(
                moved, expected_shot_odds(view, enemy, moved, FireManner.OPPORTUNITY)
            )
        if enemy.id not in covered:
            covered[enemy.id] = _covering(view, moved, enemy)
        what = TranslatablePhrase.of(
            "tank.outlook-firer",
            firer=unit_name_term(enemy.id),
            range=level.range,
            level=level.level,
        )
        yield ThreatSource(what, known[key], enemy.id, covered[enemy.id])


def _shells(view: State, moved: Unit) -> Iterator[ThreatSource]:
    """The shell markers that act on a mover in the hex it is in (A7)."""
    for impact in view.impacts:
        if level := shell_level(view, impact, moved.at):
            danger = _danger(moved, shell_expectation(view, moved, impact))
            shell: dict[str, Value] = {"shell": impact.battery, "hex": impact.at, "level": level}
            yield ThreatSource(TranslatablePhrase.of("tank.outlook-shell", **shell), danger)


def _danger(unit: Unit, odds: Odds) -> DamageChances:
    effects = unit_effect_odds(unit, odds)
    annihilated = effects.get(FireOutcome.ANNIHILATED, Fraction(0))
    stopped = annihilated + effects.get(FireOutcome.IMMOBILE, Fraction(0))
    return DamageChances(1 - effects.get(FireOutcome.NONE, Fraction(0)), stopped, annihilated)


def _together(dangers: Iterable[DamageChances]) -> DamageChances:
    """The chance that one of independent dangers comes true.

    Counted in whole numbers: fractions would be reduced at every step.
    """
    each: Collection[DamageChances] = list(dangers)
    if not each:
        return DamageChances()
    whole = OUT_OF ** len(each)
    spared = [1, 1, 1]
    for danger in each:
        for kind, chance in enumerate(danger):
            spared[kind] *= OUT_OF - chance.numerator * (OUT_OF // chance.denominator)
    return DamageChances(*(Fraction(whole - each, whole) for each in spared))
