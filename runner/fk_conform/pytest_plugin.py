"""The suite in pytest: each case an item, for an engine that is a program; fixtures for one that is a Python object.

This module is loaded by every pytest that runs where the runner is installed, and so it loads nothing of the runner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fk_conform.in_pytest.fixtures import CaseInTest
    from fk_conform.outcome import Report

# The name under which the suite stands in node ids: fk::FK4.3c02.
SUITE = "fk"

HELP = {
    "engine": "collect the cases of The Forty Kings and put them to this engine: a program, or a command in quotes",
    "readings": "the table plays by this reading, as in when-void=must-trump; without it every alternative is asked",
    "cases": "the cases of this file or folder instead of the suite",
    "no_corpus": "leave out the generated cases",
    "symmetry": "variants of each case: none (the default), sample (one a case) or all",
    "xfail": "a file of cases that are expected to fail, each with a reason",
    "start_timeout": "how long the engine may take to start, in seconds; default: 10",
    "answer_timeout": "how long it may take to answer; default: 5",
    "end_timeout": "how long it may take to end; default: 2",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Every option is a setting, too: `--fk-engine` on the command line is `fk_engine` in the configuration."""
    group = parser.getgroup("fk-conform", "conformance to the rules of The Forty Kings")
    group.addoption("--fk-engine", metavar="COMMAND", help=HELP["engine"])
    group.addoption(
        "--fk-reading", dest="fk_readings", action="append", metavar="NAME=ALTERNATIVE", help=HELP["readings"]
    )
    group.addoption("--fk-cases", metavar="PATH", help=HELP["cases"])
    group.addoption("--fk-no-corpus", action="store_true", default=None, help=HELP["no_corpus"])
    group.addoption("--fk-symmetry", choices=["none", "sample", "all"], help=HELP["symmetry"])
    group.addoption("--fk-xfail", metavar="FILE", help=HELP["xfail"])
    for limit in ("start", "answer", "end"):
        group.addoption(f"--fk-{limit}-timeout", metavar="S", help=HELP[f"{limit}_timeout"])
    for name, text in HELP.items():
        kind = {"readings": "args", "no_corpus": "bool"}.get(name, "string")
        parser.addini(f"fk_{name}", text, type=kind, default=None)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Settings:
    """What the command line says and, where it says nothing, the configuration. Its paths are seen from its folder."""

    config: pytest.Config

    def text(self, name: str) -> str:
        """A setting; empty if it is not there."""
        return str(self.config.getoption(f"fk_{name}") or self.config.getini(f"fk_{name}") or "")

    def path(self, name: str) -> Path | None:
        """A setting that is a path."""
        given, ini = self.config.getoption(f"fk_{name}"), self.config.getini(f"fk_{name}")
        if given or not ini:
            return Path(given) if given else None
        return Path(self._seen_from_here(ini))

    @property
    def engine(self) -> str:
        """The command of the engine."""
        given, ini = self.config.getoption("fk_engine"), self.config.getini("fk_engine") or ""
        first, space, rest = ini.partition(" ")
        return given or (f"{self._seen_from_here(first)}{space}{rest}" if first.startswith(".") else ini)

    @property
    def readings(self) -> list[str]:
        """The readings of the table, each as name=alternative."""
        return list(self.config.getoption("fk_readings") or self.config.getini("fk_readings") or ())

    @property
    def corpus(self) -> bool:
        """Whether the generated cases are asked for."""
        return not (self.config.getoption("fk_no_corpus") or self.config.getini("fk_no_corpus"))

    @property
    def names(self) -> list[str]:
        """What of the suite is named on the command line: of `fk::FK4.3` it is FK4.3, of `fk` everything."""
        return [word.partition("::")[2] for word in self.config.args if is_of_suite(word)]

    @property
    def wanted(self) -> bool:
        """Whether the cases are to be collected.

        To name an engine on the command line is to ask for them. Where the configuration names it they belong to the
        tests of the project: then they are left out if others are named on the command line, and they are not.
        """
        if not self.engine or self.config.getoption("fk_engine") or self.names:
            return bool(self.engine)
        return self.config.args_source is not pytest.Config.ArgsSource.ARGS

    def _seen_from_here(self, path: str) -> str:
        """A path of the configuration, which is seen from the folder of its file."""
        folder = self.config.inipath.parent if self.config.inipath else self.config.rootpath
        return path if folder == Path.cwd() else str(folder / path)


def is_of_suite(word: str) -> bool:
    """Whether a word of the command line names something of the suite, and no file."""
    return word.partition("::")[0] == SUITE and not Path(SUITE).exists()


def pytest_configure(config: pytest.Config) -> None:
    """Goes on only where there is something to do."""
    config.addinivalue_line(
        "markers", "fk: a case of The Forty Kings; each has its chapter, clause, level and method too"
    )
    settings = Settings(config)
    named = getattr(config, "workerinput", {}).get("fk_wanted", settings.wanted)
    if named:
        from fk_conform.in_pytest.suite import Suite

        config.pluginmanager.register(Suite(settings), "fk-conform-suite")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Tells a worker of xdist what only the command line of the first process shows."""
    node.workerinput["fk_wanted"] = Settings(node.config).wanted  # type: ignore[attr-defined]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `fk_case` is run once for each."""
    if "fk_case" in metafunc.fixturenames:
        from fk_conform.in_pytest.fixtures import cases_in_test

        metafunc.parametrize("fk_case", cases_in_test(Settings(metafunc.config)), indirect=True)


@pytest.fixture
def fk_case(request: pytest.FixtureRequest) -> CaseInTest:
    """One case of The Forty Kings; the test is run for each. `fk_case.check(engine)` puts it to a Python object."""
    case: CaseInTest = request.param
    return case


@pytest.fixture
def fk_check(pytestconfig: pytest.Config) -> Callable[..., Report]:
    """`fk_check(engine)` puts the suite of The Forty Kings to a Python object; `fk_check(engine, ["FK4"])` a part."""
    from fk_conform.in_pytest.fixtures import checker

    return checker(Settings(pytestconfig))
