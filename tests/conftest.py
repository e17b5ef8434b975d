"""Settings that every test starts from."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True, scope="session")
def _plain_environment() -> None:
    """What the shell of a developer has set is not to decide how engines write or reports look."""
    for name in ("PYTHONUNBUFFERED", "PYTHONIOENCODING", "NO_COLOR", "FORCE_COLOR", "ZOO_PIDS", "ZOO_LOG"):
        os.environ.pop(name, None)
