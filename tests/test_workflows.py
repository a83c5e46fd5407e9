"""The workflows on GitHub call what is there, with no more rights than they need."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(GITHUB.glob("ISSUE_TEMPLATE/*.yml"))
FIELDS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}
every_workflow = pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)


def load(file: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(file.read_text("utf-8"))
    return found


def steps(workflow: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job["steps"]


def targets() -> set[str]:
    """What `make` can be asked for."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    variables = dict(re.findall(r"^(\w+)\s*:=\s*(.*)$", makefile, re.M))
    heads = re.findall(r"^([^\s#:.][^:=\n]*):(?!=)", makefile, re.M)

    def filled(word: str) -> str:
        while found := re.search(r"\$\((\w+)\)", word):
            word = word.replace(found[0], variables[found[1]])
        return word

    return {filled(word) for head in heads for word in head.split()}


def wanted(lines: str) -> list[str]:
    """The targets that shell lines make."""
    words = [word for call in re.findall(r"\bmake\b(.*)", lines) for word in call.split()]
    return [word for word in words if "=" not in word and not word.startswith("-")]


def test_there_is_a_workflow_for_every_kind_of_check() -> None:
    assert {"lint", "test", "smoke", "docs", "wheel"} <= {
        job for file in WORKFLOWS for job in load(file)["jobs"]
    }


@every_workflow
def test_every_target_that_is_made_is_in_the_makefile(file: Path) -> None:
    made = [word for step in steps(load(file)) if "choco" not in step.get("run", "")
            for word in wanted(step.get("run", ""))]  # fmt: skip
    assert made
    assert set(made) - targets() == set()


def test_what_runs_before_a_change_lands_is_in_the_makefile_too() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    made = re.findall(r"^make (\S+)$", script, re.M)
    assert made == ["lint", "test", "bench-quick"]
    assert set(made) <= targets()


@every_workflow
def test_a_workflow_reads_the_code_and_no_more(file: Path) -> None:
    workflow = load(file)
    assert workflow["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in workflow["jobs"].values())
    assert "secrets." not in file.read_text("utf-8")


@every_workflow
def test_a_newer_push_cancels_what_is_running_and_no_job_runs_for_hours(file: Path) -> None:
    workflow = load(file)
    assert workflow["concurrency"]["cancel-in-progress"] is True
    assert all(job["timeout-minutes"] <= 120 for job in workflow["jobs"].values())


@every_workflow
def test_actions_are_github_s_own_and_of_a_major_version(file: Path) -> None:
    used = [step["uses"] for step in steps(load(file)) if "uses" in step]
    assert used
    assert [one for one in used if not re.fullmatch(r"actions/[\w-]+@v\d+", one)] == []


def test_the_suite_runs_with_every_python_that_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [line.split(" :: ")[-1] for line in project["classifiers"] if "Python :: 3." in line]
    matrix = load(GITHUB / "workflows" / "ci.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == named


def test_windows_and_macos_install_show_the_samples_and_run_the_quick_tests() -> None:
    smoke = load(GITHUB / "workflows" / "ci.yml")["jobs"]["smoke"]
    systems = {each["os"].partition("-")[0] for each in smoke["strategy"]["matrix"]["include"]}
    assert systems == {"windows", "macos"}
    ran = "\n".join(step.get("run", "") for step in smoke["steps"])
    for command in ("make .venv/.ready", "sandtable tour", "make quick"):
        assert command in ran


def test_the_guide_for_contributors_names_what_is_there() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = {*re.findall(r"`make ([a-z-]+)`", guide), *re.findall(r"^make ([a-z-]+)", guide, re.M)}
    assert {"quick", "test", "lint", "bench-quick"} <= named
    assert named <= targets()
    folders = re.findall(r"`([a-z/]+/)`", guide)
    assert len(folders) >= 8
    assert [each for each in folders if not (ROOT / each).is_dir()] == []


# --- forms ----------------------------------------------------------------------------------------


def test_bugs_and_features_have_a_form() -> None:
    assert [file.stem for file in FORMS] == ["bug_report", "feature_request"]


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_a_form_has_a_name_a_description_and_labelled_fields(file: Path) -> None:
    form = load(file)
    assert form["name"]
    assert form["description"]
    fields = form["body"]
    assert {each["type"] for each in fields} <= FIELDS
    assert len({each["id"] for each in fields}) == len(fields)
    assert all(each["attributes"]["label"] for each in fields)
    assert any(each.get("validations", {}).get("required") for each in fields)
