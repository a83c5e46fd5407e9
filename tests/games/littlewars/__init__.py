"""Little Wars: its rules, chapter by chapter."""
