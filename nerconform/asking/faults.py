"""Faults: what can go wrong between the kit and a child, as opposed to a wrong metric."""

from nerconform.base.errors import NerconformError


class Fault(NerconformError):
    """The child did not keep to the protocol. Each kind of fault is a class below this one."""

    code = "fault"


class CannotStart(Fault):
    """The command is none, or the program cannot be run."""

    code = "cannot-start"


class ChildEnded(Fault):
    """The child ended, or closed a stream, where a line was due."""

    code = "child-ended"


class OutOfTime(Fault):
    """No whole line came within the time limit."""

    code = "out-of-time"


class LineTooLong(Fault):
    """A line has more bytes than the kit is ready to hold."""

    code = "line-too-long"


class NotAMessage(Fault):
    """A line is no JSON object in UTF-8: most often something that was printed to look at it."""

    code = "not-a-message"


class BadMessage(Fault):
    """A JSON object does not have the form of the message that is due."""

    code = "bad-message"


class OutOfStep(Fault):
    """A line came that nobody asked for: another id than that of the question, or a second answer."""

    code = "out-of-step"


class GivenUp(Fault):
    """The child has failed so often that it is not started again."""

    code = "given-up"


FAULTS = frozenset(
    fault.__name__
    for fault in (CannotStart, ChildEnded, OutOfTime, LineTooLong, NotAMessage, BadMessage, OutOfStep, GivenUp)
)
"""The names by which a crash is known for a fault, not for an exception of the metric."""
