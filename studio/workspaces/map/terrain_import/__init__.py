"""The wizard that makes maps of real ground, and the import onto a map that came from there."""
