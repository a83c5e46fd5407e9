"""What `check` finds, by kind of file."""
