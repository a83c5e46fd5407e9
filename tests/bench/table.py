"""Benchmark rows as one table, and those that are over their limit as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from tests.bench.rows import Row

WIDE = 140
Parts = Mapping[str, Sequence[Row]]


def show(parts: Parts, allowance: float, console: Console) -> None:
    """Print the rows of every part under its name; what is over its limit is marked."""
    columns = ("work", "measured", "limit", "used", "machine", "beside")
    table = Table(*columns, title="Sandtable, warmed medians of processor time")
    for name, rows in parts.items():
        table.add_section()
        table.add_row(f"[bold]{name}")
        for row in rows:
            style = "bold red" if row.share > allowance else None
            table.add_row(*_cells(row, allowance), style=style)
    console.print(table)


def _cells(row: Row, allowance: float) -> tuple[str, ...]:
    used = f"{row.share:.0%}{' OVER' if row.share > allowance else ''}" if row.limit else ""
    limit = "" if row.allowed is None else _bound(row, row.allowed)
    return row.work, row.format(row.measured), limit, used, f"{row.machine:.2f}", row.beside


def _bound(row: Row, value: float) -> str:
    sign = "≤" if row.is_at_most else "≥"
    return f"{sign} {row.format(value)}"


def over(parts: Parts, allowance: float) -> Iterator[str]:
    """Yield a line for each row that uses more than it may, `allowance` times its limit."""
    for name, rows in parts.items():
        for row in rows:
            if row.share > allowance and row.allowed is not None:
                yield (
                    f"{name}: {row.work}: {row.format(row.measured)}, "
                    f"limit {_bound(row, row.allowed)} ({row.share:.0%})"
                )
