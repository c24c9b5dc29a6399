"""The suite: golden cases and known divergences, read strictly; the mutants that the cases must catch."""
