"""Dialects in few words, for reports that are still given long ones."""

from nerconform.reference.signature import short_dialect

__all__ = ["short_dialect"]
