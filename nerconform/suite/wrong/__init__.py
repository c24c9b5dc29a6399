"""Wrong evaluators that people really write, by the step that they get wrong."""
