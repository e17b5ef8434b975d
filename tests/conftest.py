"""Settings that every test starts from."""

from __future__ import annotations

import os

import pytest

# The first is for the sake of those engines that do not flush; the second costs each that is started some time.
SET_BY_SOME_SHELLS = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "NO_COLOR")
# On GitHub a run says more than elsewhere, and this project is tested there.
SET_BY_GITHUB = ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY")


@pytest.fixture(autouse=True, scope="session")
def _plain_environment(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the shell of a developer has set decides neither how engines write nor how reports look.

    Nor do runs of the tests leave anything in a developer's cache.
    """
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    for name in (*SET_BY_SOME_SHELLS, *SET_BY_GITHUB, "ZOO_PIDS", "ZOO_LOG"):
        os.environ.pop(name, None)
