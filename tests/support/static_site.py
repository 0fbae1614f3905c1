"""The app as files, written by `manage.py static_site`, and the host of files that serves them."""

import re
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.support.servers import made_once, manage

SPEAKS_OF_SERVER = re.compile("servidor|señal|por enviar|server|signal", re.IGNORECASE)
TEXT = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL)
PATH = "/reenganche/"  # below the root of the host, as the pages of a project are


def write_site(folder, path=PATH):
    """Write the site into a folder, at its path; the folder of its files."""
    out = folder / path.strip("/")
    with TemporaryDirectory() as data:
        made = manage(Path(data), "static_site", str(out), "--base-url", path)
    assert (made.returncode, made.stderr) == (0, "")
    return out


def shared_site():
    """The folder of the files, written once for all tests of a run."""
    return made_once("site", write_site) / PATH.strip("/")


def publish_newer(site):
    """Replace the files by those of another version of the app, with another style sheet of boards that are
    over; the name of that version."""
    version = "0" * 12
    older = re.search(r'data-version="(\w+)"', (site / "index.html").read_text())
    sheet = next((site / "static" / "css").glob("recap.*.css"))
    content = sheet.read_bytes() + b"\n"
    named = sheet.with_name(f"recap.{sha256(content).hexdigest()[:12]}.css")
    named.write_bytes(content)
    sheet.unlink()
    assert older
    for file in (*site.rglob("*.html"), *site.rglob("sw.js")):
        text = file.read_text().replace(older[1], version)
        file.write_text(text.replace(sheet.name, named.name))
    return version


class Handler(SimpleHTTPRequestHandler):
    """As hosts of pages: it is silent, notes what it was asked for, and shows 404.html for what it lacks."""

    def do_GET(self):
        self.asked.append(self.path)
        super().do_GET()

    def send_error(self, code, *words):
        page = Path(self.directory) / PATH.strip("/") / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.exists():
            return super().send_error(code, *words)
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.read_bytes())

    def log_message(self, *args):
        pass


@contextmanager
def host_of(folder):
    """Serve the files below the folder: the address of the host, and the paths that it was asked for."""
    asked = []
    handler = partial(type("Noting", (Handler,), {"asked": asked}), directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()
