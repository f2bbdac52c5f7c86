"""What the server has refused a browser. Nobody is to blame where somebody else was quicker."""

from __future__ import annotations

import contextlib
import json

import httpx
from playwright.sync_api import Error, Page, Response
from tests.server.serving import frames

DOUBLINGS = ("kontra", "re", "supra", "resupra")


class Refusals:
    """Those of one tab. `excuse` is to be called now and then: the server tells for a while only what followed what."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sent: list[str] = []
        """Commands, as they went out."""
        self._found: list[Response] = []
        self._fresh: list[Response] = []
        """Those of commands that have not been looked at yet."""
        page.on("response", self._hear)
        page.on("request", lambda request: request.method == "POST" and self._sent.append(request.post_data or ""))

    def _hear(self, response: Response) -> None:
        if response.status >= 400:
            self._found.append(response)
            if response.status == 409:
                self._fresh.append(response)

    def told(self) -> list[str]:
        """What was refused, and why."""
        self.excuse()
        found = []
        for response in self._found:
            with contextlib.suppress(Error):
                asked = response.request.post_data or response.url
                before = self._sent[: self._sent.index(asked)][-2:] if asked in self._sent else []
                found.append(f"{asked} -> {response.status} {response.text()}; before that {before}")
        return found

    def excuse(self) -> None:
        """Forget doublings that came too late because somebody else had acted: the person was told so, calmly."""
        while self._fresh:
            response = self._fresh.pop()
            with contextlib.suppress(Error):
                error = response.json()["error"]
                if error["code"].startswith("kontra/") and error["action"] in DOUBLINGS and self._outrun(response):
                    self._found.remove(response)

    def _outrun(self, refusal: Response) -> bool:
        """Whether the first that was said or played after what this browser had shown came from another seat."""
        seat, asked = refusal.json()["error"]["seat"], json.loads(refusal.request.post_data or "{}")
        server, _, path = refusal.url.partition("/api/tables/")
        table, seen = path.partition("/")[0], asked["seq"]
        last = self._page.context.request.get(f"/api/tables/{table}").json()["seq"]
        if seen >= last:
            return False
        cookies = {one["name"]: one["value"] for one in self._page.context.cookies()}
        with httpx.stream("GET", f"{server}/api/events?at={table}.{seen}", cookies=cookies, timeout=20) as stream:
            for _, message in frames(stream.iter_lines()):
                if message is not None and message["type"] == "event" and message["what"]["kind"] == "acted":
                    return bool(message["what"]["seat"] != seat)
                if message is not None and message["seq"] >= last:
                    break
        return False
