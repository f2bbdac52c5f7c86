"""Shared by the tests of what is built and shipped."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
NODE = ("node", "nodejs", "npm", "npx", "corepack")


def _tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"web_{name}", ROOT / "web" / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def client() -> ModuleType:
    """web/tools/client.py"""
    return _tool("client")


@pytest.fixture(scope="session")
def messages() -> ModuleType:
    """web/tools/messages.py"""
    return _tool("messages")


@pytest.fixture(scope="session")
def api() -> ModuleType:
    """web/tools/api.py"""
    return _tool("api")


@pytest.fixture(scope="session")
def static(client: ModuleType) -> Path:
    """The built client, made from what lies in web/ now."""
    if client.is_unwanted():
        pytest.skip("SCHAFKOPF_NO_WEB is set")
    if not client.is_built():
        pytest.fail("the web client is not built from the present sources: make client")
    return ROOT / client.STATIC


@pytest.fixture
def no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with all that is on the real one except Node."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*") if Path(place).is_dir() else ():
            if program.name not in NODE and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program)
    monkeypatch.setenv("PATH", str(folder))
    assert shutil.which("node") is None
    return folder
