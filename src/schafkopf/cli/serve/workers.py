"""Processes that think, so that a search never holds up the server.

They are started when they are first wanted, and end when their parent does, however it ends: their pipe breaks.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

_CONTEXT = multiprocessing.get_context("spawn")
_LONGEST_S = 300.0
"""A worker that is still busy then, also with compiling, will never be done."""


class Lost(Exception):
    """A worker died over its work."""


class Worker:
    """One process. `call` blocks."""

    def __init__(self) -> None:
        self._pipe: Connection | None = None
        self._process: Any = None

    def call(self, function: Callable[..., Any], values: tuple[Any, ...]) -> Any:
        """`function(*values)` over there. Raises what it raises, or Lost; after that it is started anew."""
        if self._pipe is None:
            self._start()
        assert self._pipe is not None
        try:
            self._pipe.send((function, values))
            if not self._pipe.poll(_LONGEST_S):
                raise EOFError
            good, result = self._pipe.recv()
        except (EOFError, OSError):
            self.kill()
            raise Lost from None
        if good:
            return result
        raise result

    def _start(self) -> None:
        self._pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_work, args=(theirs,), name="mind", daemon=True)
        self._process.start()
        theirs.close()

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = self._process = None


def _work(pipe: Connection) -> None:
    # Ctrl-C is for the server, which then ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            function, values = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, function(*values))
        except Exception as error:
            answer = (False, error)
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception:
            pipe.send((False, RuntimeError("an answer that cannot be sent")))


class Workers:
    """Some workers; who asks waits for one that is free."""

    def __init__(self, count: int) -> None:
        self._all = [Worker() for _ in range(count)]
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._free: asyncio.Queue[Worker] | None = None
        self.waiting = 0
        """Questions that are being worked on or wait."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._all)

    async def ask(self, function: Callable[..., Any], *values: Any) -> Any:
        """`function(*values)` in one of the processes."""
        loop = asyncio.get_running_loop()
        if self._free is None:
            self._free = asyncio.Queue()
            for worker in self._all:
                self._free.put_nowait(worker)
        self.waiting += 1
        try:
            worker = await self._free.get()
            future = self._threads.submit(worker.call, function, values)
            # Whoever no longer waits leaves the worker busy until it is done.
            future.add_done_callback(lambda _: _give_back(loop, self._free, worker))
            return await asyncio.wrap_future(_copy(future))
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """End them."""
        for worker in self._all:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _give_back(loop: asyncio.AbstractEventLoop, free: asyncio.Queue[Worker] | None, worker: Worker) -> None:
    if free is not None and not loop.is_closed():
        loop.call_soon_threadsafe(free.put_nowait, worker)


def _copy(future: Future[Any]) -> Future[Any]:
    """A future that may be cancelled without the work behind it."""
    copy: Future[Any] = Future()

    def done(finished: Future[Any]) -> None:
        if not copy.set_running_or_notify_cancel():
            return
        error = finished.exception()
        if error is None:
            copy.set_result(finished.result())
        else:
            copy.set_exception(error)

    future.add_done_callback(done)
    return copy
