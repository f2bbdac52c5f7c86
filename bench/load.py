"""How much one server process holds: tables with four scripted people each, over HTTP on this machine only.

    .venv/bin/python -m bench.load [NAME=VALUE ...]

Starts `schafkopf serve` itself, without limits, and never talks to anything but 127.0.0.1.

    tables=25,50,100,200   so many tables at once, one step after the other
    think=0.25             how long a person takes on average before he acts, in seconds (half to one and a half times
                           as long); 0: at once
    seconds=15             how long each step is measured, after `warm` seconds (3)
    database=FILE|URL      default: a SQLite file in a temporary folder
    clients=1              processes of scripted people
    reconnect=0            so many people a second lose their stream and come back, for each of those processes
    port=9250              of the server
    json=FILE              write what was measured there
    serve="--tune ..."     more options of the server

A step holds if 99 of 100 commands are answered within 100 ms and no stream was lost. Ends with 1 if no step holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import platform
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bench.scripted import Address, FourAtTable, Tally

LIMIT_MS = 100.0
_COMING = 20
"""Tables whose people come at the same time."""
_LONGEST_S = 900.0
_MOST_TABLES = 4000


@dataclass(frozen=True)
class Wish:
    """What is to be measured."""

    tables: tuple[int, ...] = (25, 50, 100, 200)
    think_s: float = 0.25
    seconds: float = 15.0
    warm_s: float = 3.0
    database: str | None = None
    clients: int = 1
    reconnect: float = 0.0
    port: int = 9250
    json: str | None = None
    serve: str = ""


@dataclass(frozen=True)
class Step:
    """What was measured with so many tables. Times in milliseconds."""

    tables: int
    commands_per_s: float
    answered_p50: float
    answered_p99: float
    answered_most: float
    told_p99: float
    """Until the last of the four at the table was told."""
    deals: int
    refused: int
    reconnects: int
    streams_lost: int
    server_cpu: float
    """Of one core."""
    client_cpu: float
    cpu_ms_per_command: float
    per_commit: float
    """Commands that were written together."""
    memory_mb: float
    stored_kb_per_deal: float | None
    """By which a SQLite file grew for each deal."""
    load: float
    """How many wanted a core on the whole machine in the last minute, these two included."""

    @property
    def holds(self) -> bool:
        """Whether that is fast enough."""
        return self.answered_p99 <= LIMIT_MS and not self.streams_lost


class Served:
    """The server in its own process."""

    def __init__(self, wish: Wish, folder: Path) -> None:
        database = wish.database or str(folder / "tables.db")
        self._file = None if "://" in database else Path(database)
        command = [sys.executable, "-m", "schafkopf", "serve", "--no-open", "--no-limits", "--port", str(wish.port)]
        command += ["--database", database, "--secret-file", str(folder / "key"), *shlex.split(wish.serve)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if "http" not in line:
            raise SystemExit(f"the server did not start: {line}")
        self.port = int(line.strip().rstrip("/").rpartition(":")[2])
        for _ in range(100):
            with contextlib.suppress(OSError):
                self.metrics()
                return
            time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def metrics(self) -> dict[str, float]:
        """Its counters without labels."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines) if name[:1] != "#"}

    def cpu_s(self) -> float:
        """Processor time of the server and of what it has started."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """What it holds in memory."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def stored_kb(self) -> float:
        """What a SQLite file holds; 0 for another database."""
        return 0.0 if self._file is None else self._file.stat().st_size / 1024

    def stop(self) -> None:
        """End it."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()


class Counts(NamedTuple):
    """What one process of people counted."""

    deals: int
    refused: int
    reconnects: int
    streams_lost: int
    cpu_s: float


# -- people, in processes of their own ---------------------------------------------------------------------------------


async def _come_and_go(tables: list[FourAtTable], a_second: float) -> None:
    dice = random.Random("reconnect")
    while True:
        await asyncio.sleep(1 / a_second)
        if tables:
            await dice.choice(dice.choice(tables).people).listen()


async def _play(port: int, wish: Wish, seed: int, pipe: Any) -> None:
    """Do what is asked: (`tables`, n), (`measure`, seconds), (`pause`,), (`end`,)."""
    loop = asyncio.get_running_loop()
    address, tally, tables = Address(port), Tally(), list[FourAtTable]()
    going = None if not wish.reconnect else asyncio.create_task(_come_and_go(tables, wish.reconnect))
    while True:
        what, *values = await loop.run_in_executor(None, pipe.recv)
        answer: Any = None
        if what == "tables":
            new = [FourAtTable([address], tally, wish.think_s, f"{seed} {i}") for i in range(len(tables), values[0])]
            for table in tables:
                table.resume()
            for first in range(0, len(new), _COMING):
                await asyncio.gather(*(table.sit_down() for table in new[first : first + _COMING]))
            for table in new:
                await table.start()
            tables += new
        elif what == "measure":
            tally.clear()
            used = time.process_time()
            await asyncio.sleep(values[0])
            answer = (
                list(tally.answered),
                list(tally.told),
                Counts(tally.deals, tally.refused, tally.reconnects, tally.streams_lost, time.process_time() - used),
            )
        elif what == "pause":
            for table in tables:
                table.pause()
        failed = [error for table in tables for error in table.failed]
        if failed:
            answer = failed[0]
        elif what == "end":
            if going is not None:
                going.cancel()
            for table in tables:
                table.close()
        pipe.send(answer)
        if what == "end" or failed:
            return


def _people(port: int, wish: Wish, seed: int, pipe: Any) -> None:
    try:
        asyncio.run(_play(port, wish, seed, pipe))
    except Exception as error:
        pipe.send(error)
        raise


class Crowd:
    """All scripted people."""

    def __init__(self, port: int, wish: Wish) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipes, self._processes = [], []
        for index in range(wish.clients):
            here, there = spawn.Pipe()
            process = spawn.Process(target=_people, args=(port, wish, index, there), daemon=True)
            process.start()
            self._pipes.append(here)
            self._processes.append(process)

    def all(self, what: str, *values: Any) -> list[Any]:
        """Ask all processes, and wait for their answers."""
        return self.each(what, *([value] * len(self._pipes) for value in values))

    def each(self, what: str, *values: Sequence[Any]) -> list[Any]:
        """The same with a value for each."""
        for index, pipe in enumerate(self._pipes):
            pipe.send((what, *(value[index] for value in values)))
        answers = []
        for pipe in self._pipes:
            if not pipe.poll(_LONGEST_S):
                raise SystemExit("the scripted people do not answer")
            answers.append(pipe.recv())
        for answer in answers:
            if isinstance(answer, BaseException):
                raise SystemExit(f"{type(answer).__name__}: {answer}")
        return answers

    def tables(self, count: int) -> None:
        """So many tables in all."""
        share, more = divmod(count, len(self._pipes))
        self.each("tables", [share + (index < more) for index in range(len(self._pipes))])

    def end(self) -> None:
        """All go."""
        self.all("end")
        for process in self._processes:
            process.join(10)


# -- measuring ---------------------------------------------------------------------------------------------------------


def quantile(values: Sequence[float], part: float) -> float:
    """The value that this part of all does not exceed; values are sorted."""
    return values[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def measure(server: Served, crowd: Crowd, tables: int, wish: Wish) -> Step:
    """One step."""
    crowd.tables(tables)
    crowd.all("measure", wish.warm_s)
    stored_kb = server.stored_kb()
    before, used, began = server.metrics(), server.cpu_s(), time.perf_counter()
    answers = crowd.all("measure", wish.seconds)
    took, used, after = time.perf_counter() - began, server.cpu_s() - used, server.metrics()
    crowd.all("pause")
    answered = sorted(1000 * value for answer in answers for value in answer[0])
    told = sorted(1000 * value for answer in answers for value in answer[1])
    commands = len(answered)
    counts = [answer[2] for answer in answers]
    deals = sum(one.deals for one in counts)
    commits = after["schafkopf_commits_total"] - before["schafkopf_commits_total"]
    return Step(
        tables=tables,
        commands_per_s=round(commands / wish.seconds, 1),
        answered_p50=round(quantile(answered, 0.5), 1),
        answered_p99=round(quantile(answered, 0.99), 1),
        answered_most=round(quantile(answered, 1.0), 1),
        told_p99=round(quantile(told, 0.99), 1),
        deals=deals,
        refused=sum(one.refused for one in counts),
        reconnects=sum(one.reconnects for one in counts),
        streams_lost=sum(one.streams_lost for one in counts),
        server_cpu=round(used / took, 2),
        client_cpu=round(sum(one.cpu_s for one in counts) / took, 2),
        cpu_ms_per_command=round(1000 * used / max(1, commands), 3),
        per_commit=round(commands / max(1.0, commits), 1),
        memory_mb=round(server.memory_mb(), 1),
        stored_kb_per_deal=round((server.stored_kb() - stored_kb) / deals, 2) if stored_kb and deals else None,
        load=round(os.getloadavg()[0], 1),
    )


_HEAD = "tables  cmd/s  deals    p50    p99    most  told p99  cpu  client  ms/cmd  /commit  memory  kB/deal  load"


def line(step: Step) -> str:
    """One line of the table."""
    stored = "" if step.stored_kb_per_deal is None else f"{step.stored_kb_per_deal:.1f}"
    notes = [
        "" if step.holds else "too slow",
        f"{step.streams_lost} streams lost" if step.streams_lost else "",
        f"{step.refused} refused" if step.refused else "",
        f"{step.reconnects} reconnects" if step.reconnects else "",
    ]
    return (
        f"{step.tables:6} {step.commands_per_s:6.0f} {step.deals:6} {step.answered_p50:6.1f} {step.answered_p99:6.1f} "
        f"{step.answered_most:7.1f} {step.told_p99:9.1f} {step.server_cpu:4.2f} {step.client_cpu:7.2f} "
        f"{step.cpu_ms_per_command:7.3f} {step.per_commit:8.1f} {step.memory_mb:5.0f}MB {stored:>8} {step.load:5.1f}  "
        f"{', '.join(note for note in notes if note)}"
    ).rstrip()


def wished(arguments: Sequence[str]) -> Wish:
    """What the command line asks for. Raises SystemExit for what is not understood."""
    found: dict[str, Any] = {}
    kinds: dict[str, tuple[str, Any]] = {
        "tables": ("tables", lambda text: tuple(int(part) for part in text.split(","))),
        "think": ("think_s", float),
        "seconds": ("seconds", float),
        "warm": ("warm_s", float),
        "database": ("database", str),
        "clients": ("clients", int),
        "reconnect": ("reconnect", float),
        "port": ("port", int),
        "json": ("json", str),
        "serve": ("serve", str),
    }
    for argument in arguments:
        name, _, value = argument.partition("=")
        if name not in kinds:
            raise SystemExit(__doc__)
        key, read = kinds[name]
        found[key] = read(value)
    wish = Wish(**found)
    if max(wish.tables) > _MOST_TABLES or len(wish.tables) * (wish.seconds + wish.warm_s) > _LONGEST_S:
        raise SystemExit(f"at most {_MOST_TABLES} tables, and {_LONGEST_S:.0f} seconds in all")
    return wish


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    wish = wished(arguments)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    needed = 8 * max(wish.tables) + 200
    if hard < needed:
        raise SystemExit(f"{needed} open files are needed, {hard} are allowed (ulimit -Hn)")
    with tempfile.TemporaryDirectory(prefix="schafkopf-load-") as folder:
        server = Served(wish, Path(folder))
        try:
            empty_mb = server.memory_mb()
            kind = "PostgreSQL" if (wish.database or "").startswith("postgres") else "SQLite"
            print(f"{kind}, think {wish.think_s} s, {wish.seconds:.0f} s each; empty: {empty_mb:.0f} MB; times in ms")
            print(_HEAD, flush=True)
            crowd = Crowd(server.port, wish)
            steps = []
            for tables in sorted(wish.tables):
                steps.append(measure(server, crowd, tables, wish))
                print(line(steps[-1]), flush=True)
            crowd.end()
        finally:
            server.stop()
    held = [step for step in steps if step.holds]
    if held:
        best = max(held, key=lambda step: step.commands_per_s)
        print(f"held: {best.commands_per_s:.0f} commands/s at {best.tables} tables, p99 {best.answered_p99:.1f} ms")
    first, last = steps[0], steps[-1]
    if last.tables > first.tables:
        more = 1024 * (last.memory_mb - first.memory_mb) / (last.tables - first.tables)
        print(f"memory: {more:.0f} kB for each table with four people who listen")
    if wish.json is not None:
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.system()}
        data = {"wish": asdict(wish), "machine": machine, "empty_mb": empty_mb, "steps": [asdict(one) for one in steps]}
        Path(wish.json).write_text(json.dumps(data, indent=1) + "\n")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
