"""`sandtable import KIND SOURCE… OUT`: a file of Sandtable made from those of another program."""

from __future__ import annotations

from engine.interchange.built_in_formats import IMPORTERS
from engine.interchange.format_registry import importers
from studio.cli.format_commands import import_command
from studio.cli.format_group import FormatGroup

command = FormatGroup(
    "import",
    lambda: IMPORTERS,
    importers,
    import_command,
    {"terrain": "studio.cli.import_terrain:command"},
    {"csv": "studio.cli.csv_tables:import_csv"},
)
