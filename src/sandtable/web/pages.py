"""The browser client: its files in memory, compressed once, and the one page behind all its addresses.

The page refers to its files under /static/VERSION/, where the version changes with any of them, so that browsers
can keep them for good; under /static/ itself they check each time for changes. Files edited while the server runs
are picked up by the next page. The page of a table names all modules at once: a browser that found them import by
import, one behind the other, would show the board a third of a second later.
"""

from __future__ import annotations

import asyncio
import mimetypes
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from sandtable.table.errors import Missing
from sandtable.web.answers import NOTE, Kept, keep, kept_answer, refused

FOLDER = Path(__file__).parent / "static"
INDEX = "index.html"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
LEFT_OUT = (".ts",)
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
NEEDS_THE_MAP = ("table/", "moment")
"""The addresses of pages that draw a map, and so need nearly all modules."""
OPENED_LATER = (
    *("js/pages/guide.js", "js/panels/guide.js", "js/panels/exhibit.js", "js/panels/swatch.js"),
    *("js/pages/charts.js", "js/panels/charts.js"),
)
"""Modules that a table needs only when its reader opens something."""
LOOKS_EVERY = 1.0
"""Seconds between two looks at whether a file was edited."""


class Shelf:
    """The files of a folder by name."""

    def __init__(self, folder: Path = FOLDER, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._looked = -LOOKS_EVERY
        self._stamps: dict[str, tuple[int, int]] = {}
        self._files: dict[str, Kept] = {}
        self.version = ""
        self.refresh()

    def refresh(self) -> None:
        """Read new files, and forget those that are gone."""
        stamps = {
            path.relative_to(self._folder).as_posix(): (status.st_mtime_ns, status.st_size)
            for path in sorted(self._folder.rglob("*"))
            if path.is_file() and not path.name.endswith(LEFT_OUT)
            for status in [path.stat()]
        }
        if stamps == self._stamps:
            return
        same = {name: self._files[name] for name, stamp in stamps.items() if stamp == self._stamps.get(name)}
        self._files = {name: same.get(name) or keep((self._folder / name).read_bytes()) for name in stamps}
        self._stamps = stamps
        names = "\n".join(f"{name} {file.tag}" for name, file in self._files.items())
        self.version = sha256(names.encode()).hexdigest()[:16]
        modules = [name for name in self._files if name.endswith(".js") and name not in OPENED_LATER]
        self._page = self._make_page([])
        self._table = self._make_page(modules)

    def _make_page(self, modules: list[str]) -> Kept | None:
        """The page, with the modules that it should fetch before they are asked for."""
        page = self._files.get(INDEX)
        if page is None:
            return None
        links = "".join(f'<link rel="modulepreload" href="/static/{name}" />' for name in modules)
        text = page.body.decode().replace("</head>", links + "</head>")
        return keep(text.replace('"/static/', f'"/static/{self.version}/').encode())

    async def page(self, request: Request) -> Response:
        """The client's page, for any of its addresses."""
        request.scope[NOTE].route = "page"
        if self._clock() >= self._looked + LOOKS_EVERY:
            self._looked = self._clock()
            await asyncio.to_thread(self.refresh)
        path = request.path_params.get("path", "")
        page = self._table if path.startswith(NEEDS_THE_MAP) else self._page
        if page is None or "." in path:
            return refused(request, Missing("there is no such page"))
        return kept_answer(request, page, "text/html", ASK_FIRST)

    async def file(self, request: Request) -> Response:
        """A file, with or without the version before its name."""
        request.scope[NOTE].route = "static"
        name = request.path_params["path"]
        version, _, rest = name.partition("/")
        current = version == self.version
        file = self._files.get(rest if current else name)
        if file is None:
            return refused(request, Missing("there is no such file"))
        return kept_answer(request, file, media_type(name), FOR_GOOD if current else ASK_FIRST)


def media_type(name: str) -> str:
    guessed = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return guessed or "application/octet-stream"
