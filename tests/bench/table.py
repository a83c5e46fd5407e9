"""Benchmark rows as one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

Row = tuple[str, str, str, str]


def show(parts: Mapping[str, Sequence[Row]]) -> None:
    """Print the rows of every part under its name."""
    table = Table(*("work", "measured", "goal", "beside"), title="Sandtable, warmed medians")
    for name, rows in parts.items():
        table.add_section()
        table.add_row(f"[bold]{name}")
        for row in rows:
            table.add_row(*row)
    Console(width=120).print(table)
