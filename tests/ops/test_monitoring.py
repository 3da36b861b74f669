"""The alert rules and the Grafana dashboard in `ops/monitoring/`."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ops.metrics import Metrics

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "ops" / "monitoring"
SAMPLE_SUFFIXES = re.compile(r"_(total|bucket|count|sum)$")


def promtool(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run promtool in the folder of the rules.

    Skips the test if it is not installed, or fails it if it is required: `.ci/run` sets HEXCADE_REQUIRE_PROMTOOL=1.
    """
    command = shutil.which("promtool")
    if command is None:
        reason = "No promtool: install Debian's package prometheus."
        if os.environ.get("HEXCADE_REQUIRE_PROMTOOL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return subprocess.run([command, *arguments], cwd=FOLDER, capture_output=True, text=True, check=False)


def alert_rules() -> list[dict[str, Any]]:
    """Return all alert rules."""
    return [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]


def panels() -> Iterator[dict[str, Any]]:
    """Yield the dashboard's panels that show something."""
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    return (panel for panel in dashboard["panels"] if panel["type"] != "row")


def dashboard_expressions() -> list[str]:
    """Return the PromQL expressions of the dashboard."""
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def names(expressions: list[str]) -> set[str]:
    """Return the names of the program's metrics in PromQL expressions, without the suffixes of samples."""
    return {SAMPLE_SUFFIXES.sub("", name) for text in expressions for name in re.findall(r"\bhexcade_\w+", text)}


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("arguments", [("check", "rules", "alerts.yml"), ("test", "rules", "alerts_test.yml")])
def test_promtool_accepts_the_alert_rules(arguments: tuple[str, ...]) -> None:
    result = promtool(*arguments)

    assert result.returncode == 0, result.stdout + result.stderr


def test_every_metric_in_alerts_and_dashboard_exists() -> None:
    exported = {family.name for family in Metrics()._registry.collect() if family.name.startswith("hexcade_")}
    alerted = names([rule["expr"] for rule in alert_rules()])
    shown = names(dashboard_expressions())

    assert alerted <= exported
    assert shown == exported


def test_every_alert_is_tested() -> None:
    tested = set(re.findall(r"\bHexcade\w+", (FOLDER / "alerts_test.yml").read_text()))

    assert {rule["alert"] for rule in alert_rules()} == tested


@pytest.mark.parametrize("rule", alert_rules(), ids=lambda rule: rule["alert"])
def test_every_alert_leads_to_a_heading(rule: dict[str, Any]) -> None:
    file, _, anchor = rule["annotations"]["runbook"].partition("#")

    assert rule["annotations"]["summary"].endswith(".")
    assert rule["labels"]["severity"] in ("critical", "warning")
    assert anchor in anchors(ROOT / file)


def test_the_documents_name_every_alert() -> None:
    monitoring = (ROOT / "docs/hosting/monitoring.md").read_text()
    listed = re.findall(r"^\| .*`(Hexcade\w+)`", monitoring, re.MULTILINE)

    assert sorted(listed) == sorted(rule["alert"] for rule in alert_rules())


def test_the_panels_of_the_dashboard_are_distinct_and_do_not_overlap() -> None:
    shown = list(panels())
    cells = [
        (x, y)
        for panel in shown
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]

    assert len({panel["id"] for panel in shown}) == len({panel["title"] for panel in shown}) == len(shown)
    assert len(cells) == len(set(cells))
    assert all(panel["description"] for panel in shown)
