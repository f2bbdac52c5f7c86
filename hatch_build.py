"""Hatch's build hook: a wheel, an sdist and an editable install carry the built web client.

The client is built only if what it is made from has changed; an sdist has it inside, so a wheel built from one needs no
Node. SCHAFKOPF_NO_WEB=1 leaves it as it is.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _client(root: str) -> ModuleType:
    """web/tools/client.py, which is on no path here."""
    spec = importlib.util.spec_from_file_location("schafkopf_client", Path(root, "web", "tools", "client.py"))
    if spec is None or spec.loader is None:
        raise ImportError("web/tools/client.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface[Any]):
    """Builds the client before the package is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What building the client takes; nothing where it is built, and Node only where the machine has none."""
        client, root = _client(self.root), Path(self.root)
        if client.is_unwanted() or client.is_built(root):
            return []
        return list(client.requirements(client.node_of_machine() is None, root))

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        client, root = _client(self.root), Path(self.root)
        if client.is_unwanted():
            self.app.display_warning("The web client is left as it is: SCHAFKOPF_NO_WEB is set.")
            return
        try:
            client.build(root)
        except client.Unbuildable as error:
            self.app.abort(str(error))
