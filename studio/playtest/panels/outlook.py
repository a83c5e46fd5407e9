"""A forecast as blocks to draw: figures with their sources, tables' cells, exact chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from engine.paths.explained import cause_name, reason_text, total
from engine.play.forecast import (
    Attack,
    Barrage,
    Cell,
    Chance,
    Combat,
    Danger,
    End,
    Fire,
    Forecast,
    Reachable,
    Shelled,
    Stack,
    Step,
    Threat,
)
from engine.play.game import Game
from engine.telling.names import Names
from engine.telling.phrases import cause_of, percent, shares, signed, softening
from engine.texts import text
from studio.drawing.outcomes import gravity, worst
from studio.playtest.panels.blocks import (
    Block,
    Columns,
    Figure,
    Gap,
    Heading,
    Sighting,
    Sum,
    Words,
)
from studio.playtest.panels.chance_blocks import Bar, Bars, Strip

CLOSE = "close"  # a manner without range or sight


def blocks(game: Game[Any], forecast: Forecast, language: str) -> list[Block]:
    """What a panel shows of a forecast, from top to bottom."""
    told = Outlook(game, language)
    match forecast:
        case Fire():
            return list(told.fire(forecast))
        case Combat():
            return list(told.combat(forecast))
        case Barrage():
            return list(told.barrage(forecast))
        case Step():
            return list(told.step(forecast))
        case Reachable():
            return list(told.reachable(forecast))


def cells_of(forecast: Forecast | None) -> tuple[Cell, ...]:
    """The cells of printed tables a forecast speaks of."""
    found: list[Cell | None] = []
    match forecast:
        case Fire(attacks=attacks):
            for attack in attacks:
                found += attack.looked_up
                found += [throw.cell for throw in attack.throws]
                found += [softening.cell for softening in attack.softenings]
        case Combat(throws=throws):
            found += [throw.cell for throw in throws]
        case Barrage(units=units):
            found += [cell for shelled in units for cell, _ in shelled.at_level]
    return tuple(dict.fromkeys(cell for cell in found if cell is not None))


class Outlook:
    """Puts forecasts into blocks, in one language; names are those of the position now."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game, self.language = game, language
        self.names = Names(game.scenario, language)

    # --- fire -------------------------------------------------------------------------------------

    def fire(self, told: Fire) -> Iterator[Block]:
        """Attacks one after the other, then what becomes of the target."""
        for number, attack in enumerate(told.attacks):
            if number:
                yield Gap()
            yield from self._attack(attack)
        if len(told.attacks) > 1 or told.before:
            yield Gap()
            named = {"unit": self._unit(told.target)}
            yield Heading(self._said("outlook-afterwards", **named), self._hurt(told.hurt))
            yield self._ends(told.ends, told.before)

    def _attack(self, told: Attack) -> Iterator[Block]:
        named = {"firer": self._unit(told.firer), "target": self._unit(told.target)}
        hurt = sum((each.chance for each in told.effects if gravity(each.result)), Fraction(0))
        note = self._hurt(hurt) if told.throws else ""
        yield Heading(self._said("outlook-shot", **named), note)
        yield Words(self.names.word("manner", told.manner), quiet=True)
        if told.profile is not None and told.range:
            yield Sighting(told.profile, self.game.scenario.map.labels)
        if told.level is None:
            yield Words(text("forecast.attack-too-far", self.language, range=told.range, **named))
        elif not told.sees:
            yield Words(text("forecast.attack-unseen", self.language, **named))
        else:
            yield self._level(told)
            if told.throws:
                yield from self._thrown(told)
            else:
                yield Words(text("forecast.attack-no-effect", self.language, **named))

    def _level(self, told: Attack) -> Sum:
        """How base and corrections make the level."""
        range_ = self._said("outlook-range", range=told.range)
        base = self._said("outlook-close") if told.manner == CLOSE else range_
        table = self._table(told.looked_up[0]) if told.looked_up else ""
        figures = [Figure(base, str(told.base), table)]
        for made in told.corrections:
            source = f"{self._table(made.cell)}, {made.rule}" if made.cell else made.rule
            figures.append(Figure(cause_of(made, self.language), signed(made.value), source))
        level = Figure(self._said("outlook-level"), str(told.level))
        return Sum(tuple(figures), level)

    def _thrown(self, told: Attack) -> Iterator[Block]:
        cell = told.throws[0].cell
        named = {"table": self.names.word("table", cell.table), "column": cell.column}
        yield Gap(has_line=False)
        yield Words(self._said("outlook-column", **named), quiet=True)
        yield Strip(told.throws)
        for made in told.softenings:
            yield Words(softening(made, self.language))
        if any(throw.softened for throw in told.throws):
            yield Words(self._said("outlook-hatched"), quiet=True)
        yield Gap(has_line=False)
        yield self._results(told.results)

    def _results(self, chances: Sequence[Chance]) -> Bars:
        written = shares(each.chance for each in chances)
        bars = [
            Bar(self.names.word("result", each.result), each.chance,
                percent(each.chance, self.language), share, each.result)
            for each, share in zip(chances, written, strict=True)
        ]  # fmt: skip
        return Bars(tuple(reversed(bars)))

    def _ends(self, ends: Iterable[End], before: tuple[str, ...]) -> Bars:
        """What may become of a unit, the worst first."""
        ranked = sorted(ends, key=lambda end: self._gravity(end, before), reverse=True)
        written = shares(end.chance for end in ranked)
        return Bars(tuple(
            Bar(self._end(end, before), end.chance, percent(end.chance, self.language), share,
                "" if end.marks == before else worst(end.marks))
            for end, share in zip(ranked, written, strict=True)
        ))  # fmt: skip

    def _gravity(self, end: End, before: tuple[str, ...]) -> tuple[int, ...]:
        if end.marks == before:
            return ()
        return tuple(sorted(map(gravity, end.marks), reverse=True))

    def _end(self, end: End, before: tuple[str, ...]) -> str:
        if end.marks == before:
            return text("forecast.unchanged", self.language)
        return self.names.listed(self.names.word("mark", mark) for mark in end.marks)

    # --- combat by strength -----------------------------------------------------------------------

    def combat(self, told: Combat) -> Iterator[Block]:
        """The strengths on both sides, the column of the table, what may come of it."""
        named, note = {"hex": self.names.label(told.at)}, ""
        if told.throws:
            note = self._said("outlook-won-note", chance=percent(told.won, self.language))
        yield Heading(self._said("outlook-combat", **named), note)
        figures = [self._stack(stack) for stack in told.attackers]
        for made in told.corrections:
            cause = cause_of(made, self.language)
            figures.append(Figure(cause, signed(made.value), made.rule))
        yield Sum(tuple(figures), Figure(self._said("outlook-attack"), str(told.attack)))
        if not told.throws:
            yield Words(self._said("outlook-nobody-seen"), quiet=True)
            return
        defended = tuple(self._stack(stack) for stack in told.defenders)
        yield Sum(defended, Figure(self._said("outlook-defence"), str(told.defence)))
        yield Gap(has_line=False)
        cell = told.throws[0].cell
        heads = {"table": self.names.word("table", cell.table), "column": cell.column}
        yield Words(self._said("outlook-column", **heads), quiet=True)
        yield Strip(told.throws)
        yield Gap(has_line=False)
        yield self._results(told.results)

    def _stack(self, stack: Stack) -> Figure:
        units = self._unit(stack.units[0])
        if len(stack.units) > 1:
            units = self._said("outlook-so-many", unit=units, count=len(stack.units))
        words = self._said("outlook-stack", units=units, hex=self.names.label(stack.at))
        note = self._said("outlook-halved") if stack.is_halved else ""
        return Figure(words, str(stack.strength), note)

    # --- shells -----------------------------------------------------------------------------------

    def barrage(self, told: Barrage) -> Iterator[Block]:
        """Where the shells fall, and what they may do to each unit near."""
        named = {"hex": self.names.label(told.target), "guns": told.guns}
        yield Heading(self._said("outlook-barrage", **named))
        yield Words(self._said("outlook-each-gun"), quiet=True)
        astray = 1 - told.on_target - told.lost
        chances = [told.on_target, astray, told.lost]
        words = ("outlook-on-target", "outlook-astray", "outlook-lost")
        yield Bars(tuple(
            Bar(self._said(key), chance, percent(chance, self.language), share, "K" * (not number))
            for number, (key, chance, share) in enumerate(
                zip(words, chances, shares(chances), strict=True)
            )
        ))  # fmt: skip
        for shelled in told.units:
            yield Gap()
            yield from self._shelled(shelled)
        if not told.units:
            yield Words(text("forecast.nobody-near", self.language))

    def _shelled(self, told: Shelled) -> Iterator[Block]:
        yield Heading(self._unit(told.unit), self._hurt(told.hurt))
        figures = tuple(
            Figure(self._said("outlook-shells-at", column=cell.column), _decimal(shells),
                   self._table(cell))
            for cell, shells in told.at_level
        )  # fmt: skip
        yield Sum(figures, Figure(self._said("outlook-shells"), _decimal(told.shells)))
        yield self._ends(told.ends, told.before)

    # --- moves ------------------------------------------------------------------------------------

    def step(self, told: Step) -> Iterator[Block]:
        """What a step costs and why, and what awaits there."""
        spent = total(told.reasons)
        yield Heading(self._said("outlook-step", hex=self.names.label(told.to)))
        forbidden = [each for each in told.reasons if each.cost is None]
        for each in forbidden:
            yield Words(reason_text(each, self.language), grave=True)
        figures = tuple(
            Figure(cause_name(each.cause, self.language), str(each.cost))
            for each in told.reasons
            if each.cost is not None
        )
        if spent is not None:
            yield Sum(figures, Figure(self._said("outlook-cost"), str(spent)))
        key = "left" if told.left >= 0 else "overspent"
        left = text(f"forecast.{key}", self.language, points=abs(told.left))
        yield Words(left, grave=told.left < 0)
        if told.threat is not None and told.threat.combat:
            yield Words(text("forecast.combat", self.language), grave=True)
        if told.crowded:
            yield Words(text("forecast.crowded", self.language), grave=True)
        if told.threat is not None:
            yield from self._threats(told.threat)

    def _threats(self, threat: Threat) -> Iterator[Block]:
        if threat.shots:
            yield Gap()
            yield Heading(self._said("outlook-may-fire"))
            rows = [
                (self._said("outlook-firer", firer=self._unit(shot.firer), range=shot.range,
                            level=shot.level), *self._danger(shot.danger))
                for shot in threat.shots
            ]  # fmt: skip
            remarks = tuple(self._covered(shot.covered_by) for shot in threat.shots)
            together = (self._said("outlook-together"), *self._danger(threat.together))
            more = together if len(rows) > 1 else ()
            yield Columns(self._heads(), tuple(rows), remarks, more)
        if threat.shells:
            yield Gap()
            yield Heading(self._said("outlook-shells-here"))
            rows = [
                (self._said("outlook-shell", shell=shell.ammunition, level=shell.level,
                            hex=self.names.label(shell.at)), *self._danger(shell.danger))
                for shell in threat.shells
            ]  # fmt: skip
            together = (self._said("outlook-together"), *self._danger(threat.shelled))
            yield Columns(self._heads(), tuple(rows), (), together if len(rows) > 1 else ())
        if not threat.shots and not threat.shells:
            yield Words(self._said("outlook-no-threat"), quiet=True)

    def _heads(self) -> tuple[str, ...]:
        return ("", *(self._said(f"outlook-{name}") for name in Danger._fields))

    def _danger(self, danger: Danger) -> tuple[str, ...]:
        return tuple(percent(chance, self.language) for chance in danger)

    def _covered(self, units: Sequence[str]) -> str:
        named = self.names.listed(map(self._unit, units))
        return self._said("outlook-covered", units=named) if units else ""

    def reachable(self, told: Reachable) -> Iterator[Block]:
        """How far a unit comes, and at what cost."""
        yield Heading(self._unit(told.unit), self._said("outlook-points", points=told.points))
        costs: dict[Any, int] = {}
        for arrival in told.arrivals.values():
            if arrival.at != told.start:
                costs[arrival.cost] = costs.get(arrival.cost, 0) + 1
        whole = sum(costs.values())
        yield Words(self._said("outlook-in-reach", count=whole))
        yield Bars(tuple(
            Bar(self._said("outlook-points", points=cost), Fraction(count, whole), str(count), "",
                "M")
            for cost, count in sorted(costs.items())
        ))  # fmt: skip

    # --- words ------------------------------------------------------------------------------------

    def _unit(self, unit: str) -> str:
        return self.game.rules.describe_unit(self.game.state, unit, self.language)

    def _table(self, cell: Cell) -> str:
        return self._said("outlook-table", table=self.names.word("table", cell.table))

    def _hurt(self, chance: Fraction) -> str:
        return self._said("outlook-hurt-note", chance=percent(chance, self.language))

    def _said(self, key: str, **values: object) -> str:
        return text(f"playtest.{key}", self.language, **values)


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}"
