"""docs/bot-api.md as it stands: by hand with curl, and the whole bot; and the bot that comes with the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.serving import Server, billed, eventually

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "bot-api.md").read_text("utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_by_hand_a_deal_begins(server: Server, tmp_path: Path) -> None:
    script = "".join(_blocks("sh")).replace("https://schafkopf.example.org", server.url)
    assert server.url in script
    ran = subprocess.run(["sh", "-euc", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran
    assert '"what":{"kind":"dealt"' in ran.stdout + (tmp_path / "answer.json").read_text()
    assert "retry: 1000" in ran.stdout
    assert "we may say or play:" in ran.stdout


@pytest.mark.parametrize("own", [False, True], ids=["of the page", "of the package"])
def test_the_whole_bot_plays_two_deals(server: Server, tmp_path: Path, own: bool) -> None:
    (script,) = _blocks("python")
    (tmp_path / "bot.py").write_text(script, "utf-8")
    host = server.person().new_table(settings={"pace": "instant"}, bots={"2": "easy", "3": "easy"}).listen()
    command = [sys.executable, "-I", str(tmp_path / "bot.py"), server.url, host.state["code"]]
    if own:
        command = [sys.executable, "-m", "schafkopf", "bot", "--server", server.url, "--table", host.state["code"]]
        command += ["--name", "Robot"]
    bot = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        host.until(lambda state: state["seats"][1]["kind"] == "person" and state["seats"][1]["connected"])
        assert host.state["seats"][1]["name"] == "Robot"
        host.do("start")
        host.play(billed(2))
        deals = host.person.http.get(f"/api/tables/{host.id}/fairness").text.splitlines()
        assert len(deals) == 2
        # Both persons have taken part in the shuffle.
        assert not any(one["left_out"] for one in host.state["shuffle"]["entrants"])
        assert len(host.state["shuffle"]["entrants"]) == 2
        acted = [message["what"] for message in host.heard if message.get("what", {}).get("kind") == "acted"]
        assert {what["by"] for what in acted if what["seat"] == 1} == {"person"}
        host.do("finish")
        eventually(lambda: bot.poll() is not None)
        assert bot.returncode == 0
    finally:
        bot.kill()
        _, errors = bot.communicate()
    assert "Traceback" not in errors
    host.hang_up()
