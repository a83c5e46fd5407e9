"""Scenarios on tables in the window: the bodies of an army set out in formations."""
