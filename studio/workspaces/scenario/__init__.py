"""Writing a scenario: its forces on the map and in their order, its aims, its story."""
