"""Identifying: which dialect a black box implements, found by asking it."""
