"""A tagger of people, places and firms, and the metric by which it is judged."""
