"""Playing a scenario: a session without windows, and what a window needs to show it."""
