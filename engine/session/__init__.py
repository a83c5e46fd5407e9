"""A game being played, without windows: questions, undo and redo, branches, files."""
