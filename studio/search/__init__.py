"""The search of the window: one index of commands, terrain, settings, places, units and help."""
