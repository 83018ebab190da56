"""The files of the client: kept by the browser, packed, and one page for every address."""

from __future__ import annotations

import asyncio
import gzip
import os
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from sandtable.web.answers import NOTE, Note
from sandtable.web.pages import FOLDER, Shelf

SCRIPT = "export const words = [" + '"sand", ' * 400 + "];\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "main.js").write_text(SCRIPT)
    (tmp_path / "js" / "wire.d.ts").write_text("export {};")
    (tmp_path / "index.html").write_text('<!doctype html><script type="module" src="/static/js/main.js"></script>')
    return tmp_path


def ask(shelf: Shelf, path: str, *, page: bool = False, **headers: str) -> Response:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path_params": {"path": path}, "headers": pairs, NOTE: Note()}
    return asyncio.run((shelf.page if page else shelf.file)(Request(scope)))


def test_the_page_names_its_files_by_version(folder: Path) -> None:
    shelf = Shelf(folder)
    page = ask(shelf, "table/abc", page=True)
    assert page.headers["cache-control"] == "no-cache"
    assert page.media_type == "text/html"
    assert f'src="/static/{shelf.version}/js/main.js"'.encode() in page.body


def test_the_page_of_a_table_names_every_module_beforehand(folder: Path) -> None:
    (folder / "index.html").write_text("<head></head>")
    shelf = Shelf(folder)
    early = f'<link rel="modulepreload" href="/static/{shelf.version}/js/main.js" />'.encode()
    for path in ("table/abc", "moment"):
        assert early in bytes(ask(shelf, path, page=True).body)
    for path in ("", "new"):
        assert b"modulepreload" not in bytes(ask(shelf, path, page=True).body)


def test_a_file_under_its_version_is_kept_for_good(folder: Path) -> None:
    shelf = Shelf(folder)
    file = ask(shelf, f"{shelf.version}/js/main.js")
    assert file.body == SCRIPT.encode()
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert file.headers["content-type"] == "text/javascript; charset=utf-8"


def test_a_file_without_its_version_is_asked_for_again(folder: Path) -> None:
    shelf = Shelf(folder)
    file = ask(shelf, "js/main.js")
    assert file.headers["cache-control"] == "no-cache"
    again = ask(shelf, "js/main.js", if_none_match=file.headers["etag"])
    assert (again.status_code, again.body) == (304, b"")
    assert ask(shelf, "js/main.js", if_none_match='"other"').status_code == 200


def test_a_file_is_packed_for_who_takes_it(folder: Path) -> None:
    shelf = Shelf(folder)
    packed = ask(shelf, "js/main.js", accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body).decode() == SCRIPT
    assert "content-encoding" not in ask(shelf, "js/main.js", accept_encoding="gzip;q=0").headers
    assert "content-encoding" not in ask(shelf, "js/main.js").headers


@pytest.mark.parametrize(
    "path", ["js/none.js", "../secret", "js/wire.d.ts", "js", "", "old0000000000000/js/main.js"]
)
def test_there_is_nothing_else(folder: Path, path: str) -> None:
    assert ask(Shelf(folder), path).status_code == 404


@pytest.mark.parametrize("path", ["robots.txt", ".env", "a/b.php"])
def test_a_path_with_a_dot_is_no_page(folder: Path, path: str) -> None:
    assert ask(Shelf(folder), path, page=True).status_code == 404


def test_an_edited_file_is_seen_with_the_next_page(folder: Path) -> None:
    shelf = Shelf(folder)
    before = shelf.version
    (folder / "js" / "main.js").write_text("export {};")
    os.utime(folder / "js" / "main.js", ns=(1, 1))
    page = ask(shelf, "", page=True)
    assert shelf.version != before
    assert shelf.version.encode() in page.body
    assert ask(shelf, f"{shelf.version}/js/main.js").body == b"export {};"
    assert ask(shelf, f"{before}/js/main.js").status_code == 404


class Inline(HTMLParser):
    """Collects whatever our policy forbids in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        self._script = tag == "script"
        self.found += [f"{tag} {name}" for name in names if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(tag)

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.found.append("text in a script")

    def handle_endtag(self, tag: str) -> None:
        self._script = False


def test_the_page_we_ship_has_no_inline_script_or_style() -> None:
    parser = Inline()
    parser.feed((FOLDER / "index.html").read_text(encoding="utf-8"))
    assert parser.found == []


def test_what_is_inline_would_be_found() -> None:
    parser = Inline()
    parser.feed('<p style="x" onclick="y">z</p><style>a</style><script>b</script>')
    assert parser.found == ["p style", "p onclick", "style", "script", "text in a script"]
