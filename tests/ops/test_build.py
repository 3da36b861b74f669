"""The program's version, by which processes determine the newer one."""

import tomllib

from ops.build import VERSION
from tests.playground_driver import ROOT


def test_it_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["version"] == VERSION
