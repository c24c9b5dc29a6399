"""The version of the tool; the spec and the fixtures each carry a number of their own."""

__version__ = "0.1.0"


SPEC_VERSION = "1.0"
