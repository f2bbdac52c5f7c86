"""What is locked installs from whichever registry one is set up to use."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

FUNDING = {"funding", "url", "license", "homepage"}


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-node.lock", "requirements-serve.lock"])
def test_the_python_locks_name_hashes_and_no_host(root: Path, name: str) -> None:
    text = (root / name).read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*(-i|-f|--index-url|--extra-index-url|--find-links|--trusted-host)\b", text, re.M)
    pinned = re.findall(r"^([a-z0-9._-]+)==\S+", text, re.M | re.I)
    assert pinned
    assert text.count("--hash=sha256:") >= len(pinned)


def test_the_npm_lock_names_hashes_and_no_host(root: Path) -> None:
    lock = json.loads((root / "web/package-lock.json").read_text("utf-8"))
    assert len(lock["packages"]) > 50
    for place, package in lock["packages"].items():
        assert "resolved" not in package, place
        if place:
            assert package["integrity"].startswith("sha512-"), place
        for key, value in package.items():
            assert key in FUNDING or "://" not in json.dumps(value), f"{place}: {key}"
    assert "registry" not in (root / "web/.npmrc").read_text("utf-8").replace("omit-lockfile-registry-resolved", "")


def test_the_npm_packages_are_pinned_exactly(root: Path) -> None:
    package = json.loads((root / "web/package.json").read_text("utf-8"))
    for name, version in {**package.get("dependencies", {}), **package["devDependencies"]}.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
    assert package["devDependencies"]["vite"] == "8.3.8"


def test_node_is_locked_in_the_version_that_the_project_asks_for(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    (wanted,) = project["dependency-groups"]["node"]
    name, low, high = re.fullmatch(r"([a-z-]+)>=(\d+),<(\d+)", wanted).groups()
    locked = re.match(rf"{name}==(\d+)\.", (root / "requirements-node.lock").read_text("utf-8"))
    assert int(low) <= int(locked[1]) < int(high)


def test_every_package_has_its_reason(root: Path) -> None:
    reasons = (root / "docs/dependencies.md").read_text("utf-8")
    explained = set(re.findall(r"^\| ([^|]+?) \|", reasons, re.M))
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["test"]]
    wanted += [*project["dependency-groups"]["node"], *project["build-system"]["requires"]]
    names = {re.match(r"[A-Za-z0-9-]+", text)[0] for text in wanted}
    names |= set(json.loads((root / "web/package.json").read_text("utf-8"))["devDependencies"])
    assert names - explained == set()
