"""Base: what every room needs: errors, strict YAML, JSON text, the files that come with the package.

Each module is an entry point of its own.
"""
