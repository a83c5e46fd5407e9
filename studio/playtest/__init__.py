"""Playing a scenario in the studio: a session without windows, and what a window needs to show it."""
