"""Comparing: the columns of a comparison, and the bridges between them."""
