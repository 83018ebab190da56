"""Our child processes: spawned, never forked; asked one thing at a time; killed when they take too long.

A child that outlives its parent ends by itself: an idle one when its pipe closes, a busy one when its alarm rings.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import msgspec

CONTEXT = multiprocessing.get_context("spawn")
READY = b"ready"
STARTING = 60.0
"""Seconds a child may take to start on a busy machine."""
GRACE = 2.0
"""Seconds after its time is up until a child is killed from outside; after twice that, its own alarm kills it."""
LARGEST_ANSWER = 1 << 20

Duty = Callable[[Any], bytes]


class Failed(Exception):
    """The child crashed, hung, or reported a failure."""


class Caps(msgspec.Struct, frozen=True):
    """What a child may use."""

    memory: int
    """Bytes of address space."""
    cpu: int = 0
    """Seconds of processor time in all; 0 for no limit."""
    nice: int = 5


class Child:
    """One process with a pipe. Its methods block, so call them in threads."""

    def __init__(self, duty: Duty, caps: Caps, preload: Sequence[str] = ()) -> None:
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(theirs, duty, caps, tuple(preload)), daemon=True)
        self._process.start()
        theirs.close()
        self._ready = False

    def ask(self, task: Any, seconds: float) -> bytes:
        """The child's answer; Failed if there is none in time."""
        try:
            if not self._ready:
                self._hear(STARTING)
                self._ready = True
            self._pipe.send((task, seconds))
            answer = self._hear(seconds)
        except (OSError, EOFError) as error:
            raise Failed(f"the process ended ({type(error).__name__})") from None
        if not answer.startswith(b"+"):
            raise Failed(answer[1:].decode(errors="replace"))
        return answer[1:]

    def _hear(self, seconds: float) -> bytes:
        if not self._pipe.poll(seconds):
            raise Failed("the process took too long")
        return self._pipe.recv_bytes(LARGEST_ANSWER)

    def stop(self) -> None:
        """Kill it at once, whatever it is doing; anybody waiting for its answer is told that it ended."""
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        """End it while nobody is waiting for it."""
        self.stop()
        self._pipe.close()
        self._process.close()


async def asked(child: Child, threads: ThreadPoolExecutor, task: Any, seconds: float) -> bytes:
    """Ask a child in a thread; it is ended if it fails in any way, or if nobody wants the answer any more."""
    answer = asyncio.get_running_loop().run_in_executor(threads, child.ask, task, seconds)
    try:
        await asyncio.wait({answer}, timeout=STARTING + seconds + GRACE)
        if answer.done():
            return answer.result()
        raise Failed("the process took too long")
    except BaseException:
        child.stop()
        await asyncio.wait({answer})
        answer.exception()
        child.close()
        raise


# In the child


def _work(pipe: Connection, duty: Duty, caps: Caps, preload: Sequence[str]) -> None:
    """The child's life: answer until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to every process; the parent decides
    _limit(caps)
    for module in preload:
        import_module(module)
    with suppress(EOFError, OSError):
        pipe.send_bytes(READY)
        while True:
            task, seconds = pipe.recv()
            signal.setitimer(signal.ITIMER_REAL, seconds + 2 * GRACE)
            pipe.send_bytes(_answer(duty, task))
            signal.setitimer(signal.ITIMER_REAL, 0)


def _limit(caps: Caps) -> None:
    os.nice(caps.nice)
    resource.setrlimit(resource.RLIMIT_AS, (caps.memory, caps.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if caps.cpu:
        resource.setrlimit(resource.RLIMIT_CPU, (caps.cpu, caps.cpu))


def _answer(duty: Duty, task: Any) -> bytes:
    try:
        return b"+" + duty(task)
    except Exception as error:
        return b"-" + f"{type(error).__name__}: {error}".encode(errors="replace")[:1000]
