"""`sandtable export KIND FILE OUT`: a file of Sandtable written for another program."""

from __future__ import annotations

from collections.abc import Mapping

from studio.cli.format_group import FormatGroup

KINDS: Mapping[str, str] = {
    "board": "studio.cli.export_maps:board",
    "tiled": "studio.cli.export_maps:tiled",
    "wesnoth": "studio.cli.export_maps:wesnoth",
    "vassal": "studio.cli.export_maps:command",
    "foundry": "studio.cli.export_maps:foundry",
    "roll20": "studio.cli.export_maps:roll20",
    "tts": "studio.cli.export_maps:tts",
    "uvtt": "studio.cli.export_maps:uvtt",
    "geojson": "studio.cli.export_maps:geojson",
    "counters": "studio.cli.export_pieces:counters",
    "cards": "studio.cli.export_pieces:cards",
    "cutting": "studio.cli.tabletop_files:command",
    "csv": "studio.cli.csv_tables:export_csv",
}

command = FormatGroup("export", KINDS)
