"""`sandtable import KIND SOURCE… OUT`: a file of Sandtable made from those of another program."""

from __future__ import annotations

from collections.abc import Mapping

from studio.cli.format_group import FormatGroup

KINDS: Mapping[str, str] = {
    "terrain": "studio.cli.import_terrain:command",
    "board": "studio.cli.import_maps:board",
    "tiled": "studio.cli.import_maps:tiled",
    "wesnoth": "studio.cli.import_maps:wesnoth",
    "mms": "studio.cli.import_setups:command",
    "vassal": "studio.cli.import_setups:vassal",
    "wxx": "studio.cli.import_maps:wxx",
    "vasl": "studio.cli.import_maps:vasl",
    "picture": "studio.cli.import_maps:picture",
    "uvtt": "studio.cli.import_maps:uvtt",
    "foundry": "studio.cli.import_maps:foundry",
    "csv": "studio.cli.csv_tables:import_csv",
}

command = FormatGroup("import", KINDS)
