"""The built client: files below one folder, packed where the build has packed them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import Response

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".wasm": "application/wasm",
    ".txt": "text/plain",
    ".map": "application/json",
}
_PACKED = (("br", ".br"), ("gzip", ".gz"))


@dataclass(frozen=True, slots=True)
class Piece:
    """A file in one encoding."""

    stamp: tuple[int, int]
    content: bytes
    etag: str


class Static:
    """Serves the folder; a file that has changed is read anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._pieces: dict[Path, Piece] = {}

    @property
    def built(self) -> bool:
        """Whether there is a client."""
        return (self.folder / "index.html").is_file()

    def answer(self, name: str, accept: str, if_none_match: str | None) -> Response[Any] | None:
        """The file of this name; None if there is none."""
        path = self._path(name)
        if path is None:
            return None
        headers = {"Cache-Control": _keeping(name)}
        piece, encoding = self._piece(path), None
        accepted = {part.partition(";")[0].strip() for part in accept.split(",")}
        packed = [(code, path.with_name(path.name + ending)) for code, ending in _PACKED]
        there = [(code, other) for code, other in packed if other.is_file()]
        if there:
            headers["Vary"] = "Accept-Encoding"
        for code, other in there:
            # A packed file that is older than the plain one is of an earlier build.
            if code in accepted and other.stat().st_mtime_ns >= piece.stamp[0]:
                piece, encoding = self._piece(other), code
                break
        headers["ETag"] = piece.etag
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        kind = _TYPES[path.suffix]
        if if_none_match is not None and piece.etag in if_none_match:
            return Response(b"", status_code=304, headers=headers, media_type=kind)
        return Response(piece.content, headers=headers, media_type=kind)

    def _path(self, name: str) -> Path | None:
        parts = name.split("/")
        if any(part in ("", ".", "..") or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        path = self.folder.joinpath(*parts)
        try:
            good = path.suffix in _TYPES and path.is_file() and path.resolve().is_relative_to(self.folder)
        except (OSError, ValueError):
            return None
        return path if good else None

    def _piece(self, path: Path) -> Piece:
        found = path.stat()
        stamp = (found.st_mtime_ns, found.st_size)
        piece = self._pieces.get(path)
        if piece is None or piece.stamp != stamp:
            content = path.read_bytes()
            piece = Piece(stamp, content, f'"{hashlib.sha256(content).hexdigest()[:20]}"')
            self._pieces[path] = piece
        return piece


def _keeping(name: str) -> str:
    """How long a browser may keep a file without asking."""
    if name.startswith("assets/"):
        # The build puts a hash of the content into these names.
        return "public, max-age=31536000, immutable"
    if name.startswith("cards/"):
        # Another drawing of the same card does no harm for a while, but asking anew before each deal does.
        return "public, max-age=3600, stale-while-revalidate=604800"
    return "no-cache"
