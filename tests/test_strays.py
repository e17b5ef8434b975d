"""What an engine leaves behind is found by its mark, and nobody else's processes are."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fk_conform.strays import MARK, end_strays, new_mark

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only with /proc can processes be seen")


def start(mark: str) -> subprocess.Popen[bytes]:
    """A process that would go on for a minute, with a mark, in a session of its own."""
    return subprocess.Popen(["sleep", "60"], env={**os.environ, MARK: mark}, start_new_session=True)


def test_processes_that_bear_the_mark_are_ended_and_no_others() -> None:
    mine, other = new_mark(), new_mark()
    strays, bystander = [start(mine), start(mine)], start(other)
    longer = start(mine + "0")
    try:
        end_strays(mine)
        assert [stray.wait(20) for stray in strays] == [-9, -9]
        assert bystander.poll() is None
        assert longer.poll() is None
    finally:
        for process in (bystander, longer):
            process.kill()
            process.wait()


def test_no_two_marks_are_the_same() -> None:
    assert len({new_mark() for _ in range(1000)}) == 1000
