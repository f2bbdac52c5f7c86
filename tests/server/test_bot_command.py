"""`schafkopf bot`: a player over the public protocol."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest
from tests.server.serving import PATIENCE_S, Server, billed, eventually

from schafkopf.cli.serve.botting import Guest, Line, run
from schafkopf.engine.bots.player import player

# Ramsch where all pass: every deal is played.
TABLE: dict[str, Any] = {
    "rules": "bavaria+ramsch",
    "bots": {"2": "easy", "3": "easy"},
    "settings": {"pace": "instant"},
}


@pytest.mark.parametrize("rules", ["bavaria+knocking", "ru-chalk", "bavaria+hochzeit+ramsch+kontra-unlimited", "three"])
def test_bot_knows_what_a_seat_knows(server: Server, rules: str) -> None:
    seats = 3 if rules == "three" else 4
    bots = {str(seat): "medium" for seat in range(2, seats)}
    # A chalk game that ends with its first head may end with its first deal.
    endless = {"session": {"length": "endless"}}
    host = server.person().new_table(rules=rules, overrides=endless, bots=bots, settings={"pace": "instant"})
    host.listen()
    guest = Guest(Line(server.url, server.person().key), host.state["code"], player("rules"))
    guest.sit("Roboter")
    playing = threading.Thread(target=guest.play, daemon=True)
    playing.start()
    host.until(lambda state: state["seats"][1]["name"] == "Roboter" and state["seats"][1]["connected"])
    host.do("start")
    host.play(billed(3))
    # It was there from the first card on, so it never had to answer without a view.
    assert guest.blind == 0
    acted = [data["what"] for data in host.heard if data["type"] == "event" and data["what"]["kind"] == "acted"]
    assert {what["by"] for what in acted if what["seat"] == 1} == {"person"}
    host.play(billed(4))
    host.do("finish")
    playing.join(PATIENCE_S)
    assert not playing.is_alive()
    host.hang_up()


def test_command_plays_until_the_evening_is_over(server: Server) -> None:
    host = server.person().new_table(**TABLE)
    host.listen()
    command = [sys.executable, "-m", "schafkopf", "bot", "--server", server.url, "--table", host.state["code"]]
    bot = subprocess.Popen([*command, "--level", "easy", "--name", "R2"], stderr=subprocess.PIPE, text=True)
    try:
        host.until(lambda state: state["seats"][1]["name"] == "R2" and state["seats"][1]["connected"])
        host.do("start")
        host.play(billed())
        host.do("finish")
        assert bot.wait(PATIENCE_S) == 0
        assert bot.stderr is not None
        assert bot.stderr.read() == ""
    finally:
        bot.kill()
    host.hang_up()


def test_bot_comes_back_after_a_restart_and_ends_when_it_is_removed(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "gone_s=0.3")
    host = server.person().new_table(**TABLE)
    host.listen()
    command = [sys.executable, "-m", "schafkopf", "bot", "--server", server.url, "--table", host.state["code"]]
    bot = subprocess.Popen([*command, "--level", "easy", "--name", "R2"], stderr=subprocess.PIPE, text=True)
    try:
        host.until(lambda state: state["seats"][1]["name"] == "R2" and state["seats"][1]["connected"])
        host.do("start")
        number = host.play(lambda state: state["phase"] == "deal" and state["step"] == "play")["number"]
        server.kill()
        server.start()
        host.play(billed(number + 1))
        host.do("remove", seat=1)
        assert bot.wait(PATIENCE_S) == 0
    finally:
        bot.kill()
    host.hang_up()


def test_command_says_why_it_cannot_play(server: Server) -> None:
    command = [sys.executable, "-m", "schafkopf", "bot", "--server", server.url, "--table", "AAAAAA"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    said = f"schafkopf: there is no table 'AAAAAA' at {server.url}, or not any more (table/not-found)"
    assert (ran.returncode, ran.stderr.strip()) == (1, said)
    ran = subprocess.run([*command, "--level", "divine"], capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert "divine" in ran.stderr
    assert "easy, medium, hard" in ran.stderr


@pytest.mark.parametrize("address", ["localhost:8032", "http://", "ftp://localhost", "http://localhost:99999"])
def test_an_address_that_is_none_is_refused_at_once(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(address, "AAAAAA", level="easy", name=None, key=None) == 2
    assert f"{address!r} is no address of a server; it begins with http://" in capsys.readouterr().err


def test_a_server_that_is_not_reached_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(_seconds: float) -> None:
        raise InterruptedError

    monkeypatch.setattr("schafkopf.cli.serve.botting.time.sleep", stop)
    with pytest.raises(InterruptedError):
        run("http://127.0.0.1:1", "AAAAAA", level="easy", name=None, key=None)
    assert "http://127.0.0.1:1: Connection refused; trying again" in capsys.readouterr().err


def test_bot_comes_back_after_the_server_was_away(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    host = server.person().new_table(**TABLE)
    command = [sys.executable, "-m", "schafkopf", "bot", "--server", server.url, "--table", host.state["code"]]
    bot = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        host.listen()
        host.until(lambda state: state["seats"][1]["kind"] == "person" and state["seats"][1]["connected"])
        host.do("start")
        host.play(lambda state: state["step"] == "play")
        server.kill()
        server.start()
        host.play(billed())
        eventually(lambda: bot.poll() is None)
    finally:
        bot.kill()
        bot.wait()
    host.hang_up()
