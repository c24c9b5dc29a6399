"""The version of the spec that this reference implements; every signature ends with it (DIA-4)."""

SPEC_VERSION = "1.0"
