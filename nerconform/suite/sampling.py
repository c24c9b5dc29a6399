"""Drawing from a seed: the same every time, whatever else is loaded."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.internal.conjecture import providers
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
_QUIET = settings(
    database=None,
    phases=[Phase.generate],
    deadline=None,
    derandomize=False,
    verbosity=Verbosity.quiet,
    suppress_health_check=list(HealthCheck),
)


def draw(strategy: SearchStrategy[T], count: int, seeded: int, each: Callable[[T], None]) -> None:
    """Hand up to `count` draws of a strategy to a function.

    The first of all is the simplest. The same strategy, number and seed hand on the same.
    """

    @seed(seeded)
    @settings(_QUIET, max_examples=count)
    @given(strategy)
    def hand(drawn: T) -> None:
        each(drawn)

    with unswayed():
        hand()


@contextmanager
def unswayed() -> Iterator[None]:
    """Keep from Hypothesis the constants of the modules that happen to be loaded.

    It draws one value in twenty from them, where they fit, so that a seed would find something else in a checkout than
    from a wheel, in one process than in another, and after a line of code was changed. There is no setting for it; a
    release that keeps them elsewhere is left as it is. It holds for all threads, so only one may draw.
    """
    own, cache = getattr(providers, "Constants", None), getattr(providers, "CONSTANTS_CACHE", None)
    provider = providers.HypothesisProvider
    before = vars(provider).get("_local_constants")
    if own is None or cache is None or before is None:
        yield
        return
    cache.cache.clear()
    setattr(provider, "_local_constants", own())  # noqa: B010 - a property, to the type checker
    try:
        yield
    finally:
        setattr(provider, "_local_constants", before)  # noqa: B010 - as above
        cache.cache.clear()
