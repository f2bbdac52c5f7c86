"""Whoever sits before a browser and plays on a real server."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ViewportSize
from tests.server.serving import PATIENCE_S, Server
from tests.web.player import Manner, Player
from tests.web.words import Words

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ROOT = Path(__file__).resolve().parents[2]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}


def missing() -> str | None:
    """Why no browser test can run here."""
    if not CHROMIUM.exists():
        return "there is no Chromium at /usr/bin/chromium"
    if not (static() / "index.html").exists():
        return "the web client is not built: make client"
    return None


def static() -> Path:
    """The client to serve: the package's own, or that of SCHAFKOPF_STATIC as for `npm run bundle`."""
    return Path(os.environ.get("SCHAFKOPF_STATIC") or ROOT / "src" / "schafkopf" / "server" / "static")


def serve(folder: Path, *args: str) -> Server:
    """A server with the client under test."""
    return Server(folder, args=("--static", str(static()), *args)).start()


class People:
    """Whoever comes to the table in a test; each has a browser of his own."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.players: list[Player] = []
        self.contexts: list[BrowserContext] = []
        self.expected: set[str] = set()
        """Codes of refusals that belong to the test."""

    def __call__(
        self,
        language: str = "en",
        *,
        manner: Manner = "mouse",
        viewport: ViewportSize | None = None,
        settings: dict[str, Any] | None = None,
        seed: int = 1,
        key: str | None = None,
        **options: Any,
    ) -> Player:
        """Somebody with a browser; `settings` as kept in it from an earlier visit, `key` the cookie. Without a service
        worker, which comes late and would change what is measured, unless it is asked for."""
        options = {"service_workers": "block", **options}
        if manner == "touch":
            options = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2, **options}
        context = self.browser.new_context(
            base_url=self.server.url,
            locale=language,
            viewport=viewport or (PHONE if manner == "touch" else DESKTOP),
            **options,
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        if settings is not None:
            kept = json.dumps(json.dumps(settings))
            context.add_init_script(
                f"localStorage.getItem('schafkopf.settings') ?? localStorage.setItem('schafkopf.settings', {kept})"
            )
        if key is not None:
            context.add_cookies([{"name": "schafkopf", "value": key, "url": self.server.url}])
        self.contexts.append(context)
        return self.tab(context, Words(language), manner, seed)

    def tab(self, context: BrowserContext, words: Words, manner: Manner = "mouse", seed: int = 1) -> Player:
        """Another tab of a browser."""
        player = Player(context.new_page(), words, manner, random.Random(seed))
        self.players.append(player)
        return player
