"""Engines: the answers of the reference, faster. They need NumPy, the extra `engines`."""
