"""Benchmarks: how fast the kit is beside the libraries that it checks. Nothing here is a test."""
