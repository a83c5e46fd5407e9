"""`sandtable export KIND FILE OUT`: a file of Sandtable written for another program."""

from __future__ import annotations

from collections.abc import Mapping

from studio.commands.kinds import FormatGroup

KINDS: Mapping[str, str] = {
    "board": "studio.commands.export_maps:board",
    "tiled": "studio.commands.export_maps:tiled",
    "wesnoth": "studio.commands.export_maps:wesnoth",
    "vassal": "studio.commands.export_vassal:command",
    "foundry": "studio.commands.export_scenes:foundry",
    "roll20": "studio.commands.export_scenes:roll20",
    "tts": "studio.commands.export_scenes:tts",
    "uvtt": "studio.commands.export_scenes:uvtt",
    "geojson": "studio.commands.export_maps:geojson",
    "counters": "studio.commands.export_counters:command",
    "cards": "studio.commands.export_cards:command",
    "cutting": "studio.commands.export_cutting:command",
    "csv": "studio.commands.export_csv:command",
}

command = FormatGroup("export", KINDS)
