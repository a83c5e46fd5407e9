"""The checks behind `check`, by kind of file."""
