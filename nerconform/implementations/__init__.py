"""Implementations: who is asked. One small module per library; none of them ever sees an expected value."""
