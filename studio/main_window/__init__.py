"""The window: bars, docks, tabs, the sheet of shortcuts, the start page."""
