"""Making a request as small as it can be.

It is made from choices, and smaller choices make a smaller request. First they are made smaller roughly, which is
quick and leaves few of them; then Hypothesis is handed these and shrinks them as far as they go. The last touches are
to the request itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fk_conform.errors import UsageError
from fk_conform.fuzz.choices import Chooser, Remembered
from fk_conform.fuzz.strategies import Request
from fk_conform.fuzz.tidy import tidied

Make = Callable[[Chooser], Request]
Shows = Callable[[Request], bool]

# So many choices in a row are left out at once; what belongs together is no farther apart than this; and Hypothesis may
# look at so many requests.
LEFT_OUT = (16, 8, 4, 3, 2, 1)
NEAR = 16
MOST_LOOKS = 500


class Enough(BaseException):
    """What has been found so far is small enough, for it would take long to find less."""


class _Found(Exception):
    """What Hypothesis is to find as little as possible of."""


def check_hypothesis() -> None:
    """Raises `UsageError` if Hypothesis is not installed."""
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        raise UsageError("fuzz: it needs Hypothesis: pip install 'forty-kings[fuzz]'") from None


def smallest(make: Make, begun: Sequence[Sequence[int]], shows: Shows) -> Request:
    """The smallest request that still `shows` what those do that are made from these choices, the first for certain.

    `make` makes a request by asking a chooser. `shows` has to say the same of a request whenever it is asked; when it
    raises `Enough`, what was found until then has to do.
    """
    best, *others = (_Rough(make, choices, shows) for choices in begun)
    try:
        best.go_on()
        for other in others:
            if shows(other.request):
                other.go_on()
                best = min(best, other, key=lambda rough: (len(rough.choices), rough.choices))
        return tidied(_finely(make, best.choices, shows) or best.request, shows)
    except Enough:
        return best.request


class _Rough:
    """Choices on their way to smaller ones, and the request that is made from them."""

    def __init__(self, make: Make, choices: Sequence[int], shows: Shows) -> None:
        self.make = make
        self.shows = shows
        self.choices, self.request = self._made(choices)

    def go_on(self) -> None:
        """Leaves out and lowers choices, ever fewer at once, until nothing changes any more."""
        before: list[int] = []
        while before != self.choices:
            before = self.choices
            self._zero_some()
            self._lower_one()
            self._leave_out_some()
            self._lower_one_and_leave_out_another()

    def _zero_some(self) -> None:
        size = len(self.choices)
        while size:
            for begin in range(0, len(self.choices), size):
                end = min(begin + size, len(self.choices))
                self._try([*self.choices[:begin], *[0] * (end - begin), *self.choices[end:]])
            size //= 2

    def _lower_one(self) -> None:
        for place in range(len(self.choices)):
            for lower in range(self.choices[place] if place < len(self.choices) else 0):
                if self._try([*self.choices[:place], lower, *self.choices[place + 1 :]]):
                    break

    def _leave_out_some(self) -> None:
        for size in LEFT_OUT:
            for begin in range(len(self.choices) - size, 0, -1):
                self._try(self.choices[:begin] + self.choices[begin + size :])

    def _lower_one_and_leave_out_another(self) -> None:
        """Where a choice is how many there are, one of them goes."""
        for place in range(len(self.choices)):
            for other in range(place + 1, place + NEAR):
                if other < len(self.choices) and self.choices[place]:
                    before, between, after = (
                        self.choices[:place],
                        self.choices[place + 1 : other],
                        self.choices[other + 1 :],
                    )
                    self._try([*before, self.choices[place] - 1, *between, *after])

    def _try(self, choices: Sequence[int]) -> bool:
        made, request = self._made(choices)
        if (len(made), made) < (len(self.choices), self.choices) and self.shows(request):
            self.choices, self.request = made, request
            return True
        return False

    def _made(self, choices: Sequence[int]) -> tuple[list[int], Request]:
        chooser = Remembered(choices)
        request = self.make(chooser)
        return chooser.made, request


def _finely(make: Make, choices: Sequence[int], shows: Shows) -> Request | None:
    """The smallest that Hypothesis finds; None if it does not so much as see what it is handed."""
    import hypothesis

    found: list[Request] = []
    looks = 0

    # The settings come last: a seed turns the database off, which is how the choices are handed over.
    @hypothesis.settings(
        database=_handing_over(choices),
        phases=[hypothesis.Phase.reuse, hypothesis.Phase.shrink],
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    @hypothesis.seed(0)
    @hypothesis.given(_drawn(make))
    def look(request: Request) -> None:
        nonlocal looks
        looks += 1
        if looks > MOST_LOOKS:
            raise Enough
        if shows(request):
            found.append(request)
            raise _Found

    with _out_of_the_way(), suppress(_Found, Enough):
        look()
    return found[-1] if found else None


def _drawn(make: Make) -> Any:
    """The strategy that makes requests of choices which Hypothesis draws."""
    from hypothesis import strategies

    @cache
    def numbers(number: int) -> Any:
        return strategies.integers(0, number - 1)

    class Drawing(Chooser):
        """Draws its choices from Hypothesis."""

        def __init__(self, draw: Callable[[Any], int]) -> None:
            self.draw = draw

        def below(self, number: int) -> int:
            return self.draw(numbers(number)) if number > 1 else 0

    @strategies.composite
    def requests(draw: Callable[[Any], int]) -> Request:
        return make(Drawing(draw))

    return requests()


def _handing_over(choices: Sequence[int]) -> Any:
    """A database of examples in which, whatever is looked for, these choices are found."""
    from hypothesis.database import ExampleDatabase, choices_to_bytes

    class Handing(ExampleDatabase):
        """Holds one example, and keeps nothing."""

        def fetch(self, key: bytes) -> Iterable[bytes]:
            # One choice more than is needed: what it finds complete it takes for the smallest already.
            yield choices_to_bytes([*choices, 0])

        def save(self, key: bytes, value: bytes) -> None:
            pass

        def delete(self, key: bytes, value: bytes) -> None:
            pass

    return Handing()


@contextmanager
def _out_of_the_way() -> Iterator[None]:
    """Inside it what Hypothesis notes of the code that it finds loaded goes not to the folder that one is in."""
    from hypothesis.configuration import set_hypothesis_home_dir

    with TemporaryDirectory() as folder:
        set_hypothesis_home_dir(Path(folder))
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)
