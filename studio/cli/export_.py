"""`sandtable export KIND FILE OUT`: a file of Sandtable written for another program."""

from __future__ import annotations

from studio.cli.format_commands import export_command
from studio.cli.format_group import FormatGroup
from studio.rendering.export.drawn_formats import built_in_exporters, exporters

command = FormatGroup(
    "export",
    built_in_exporters,
    exporters,
    export_command,
    {},
    {
        "counters": "studio.cli.export_pieces:counters",
        "cards": "studio.cli.export_pieces:cards",
        "cutting": "studio.cli.tabletop_files:command",
        "csv": "studio.cli.csv_tables:export_csv",
    },
)
