"""The parts of a sweep: what illegal tags can become, what it is worth, and what moves it."""
