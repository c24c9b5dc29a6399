"""Errors of engines: what an engine does not serve, and why."""

from nerconform.base.errors import NerconformError


class NotServed(NerconformError):
    """The engine that was asked for does not serve this dialect, this input, or this machine."""

    code = "not-served"

    def __init__(self, reason: str, hint: str = "Use engine='auto' or engine='reference'.") -> None:
        """Keep the reason, which an evaluation by the reference shows."""
        super().__init__(f"the columnar engine cannot answer: {reason}", hint=hint)
        self.reason = reason
