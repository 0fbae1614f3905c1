"""`manage.py static_site OUT`: the app as files for a host that runs nothing (docs/STATIC.md)."""

import re
import shutil
from argparse import ArgumentTypeError
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from django.core.management import (
    BaseCommand,
    CommandError,
    CommandParser,
    call_command,
)
from django.test import Client, override_settings
from django.urls import Resolver404, resolve, reverse
from whitenoise.compress import Compressor

from scores.core.languages import LOCALES
from scores.table.offline import without_server, without_signal
from scores.table.offline.without_server import at_edition, root_of

FOLDER = "site"
SUMS = "SHA256SUMS"
# Hosts do it.
UNCOMPRESSED = (
    *Compressor.SKIP_COMPRESS_EXTENSIONS,
    "css",
    "js",
    "json",
    "mjs",
    "svg",
    "txt",
    "wasm",
)
LINK = re.compile(r'\b(?:href|action|hx-post|hx-get)="([^"#?]+)')
PAGES = {*without_server.ALWAYS_KEPT, *without_server.READ, "manifest", "repair"}
MADE_ON_PHONE = {
    *without_server.HISTORY,
    *(page.name for page in without_signal.PAGES if page.made_by or page.kept_as),
}
NOT_FOUND = ("404.html", *(f"{page}/index.html" for page in ("demo", "join", "new")))
"""Where the page of what only a phone has is, too: for hosts that show it for every address which they lack,
and for what somebody may open before the service worker runs, as a link or with a QR code."""


def path_of(address: str) -> str:
    """The path of a URL, which ends with a slash."""
    parts = urlsplit(address)
    if parts.query or parts.fragment or (parts.scheme and not parts.netloc):
        raise ArgumentTypeError(f"{address} is no address of a site")
    return f"/{parts.path.strip('/')}/".replace("//", "/")


class Command(BaseCommand):
    help = (
        "Write the app as files that any host of files serves, without a server of ours. "
        "What is played stays on the phones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "out", type=Path, help="The folder; an older one is replaced"
        )
        parser.add_argument(
            "--base-url",
            type=path_of,
            default="/",
            help="Where they will lie, such as https://ana.github.io/reenganche/; else at the root of a host",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        if out.exists() and not (out / SUMS).exists() and any(out.iterdir()):
            raise CommandError(f"{out} has other files: name an empty or a new folder.")
        with TemporaryDirectory() as made:
            count = write_site(Path(made), options["base_url"])
            shutil.rmtree(out, ignore_errors=True)
            shutil.move(Path(made) / FOLDER, out)
        self.stdout.write(f"{count} files in {out}, for {options['base_url']}")


def write_site(made: Path, site_root: str) -> int:
    """Write the files into FOLDER; how many there are. Raises CommandError for a page that links to what is
    not there.
    """
    out = made / FOLDER
    static = out / "static"
    with override_settings(
        HAS_SERVER=False,
        SITE_ROOT=site_root,
        STATIC_URL=f"{site_root}static/",
        STATIC_ROOT=static,
        DATA_DIR=made,
        WHITENOISE_SKIP_COMPRESS_EXTENSIONS=UNCOMPRESSED,
        SECURE_SSL_REDIRECT=False,
        ALLOWED_HOSTS=["localhost"],
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
        for locale in LOCALES:
            with at_edition(locale):
                folder = out / root_of(locale).removeprefix(site_root)
                for path, content in pages(locale):
                    _write(folder / path, content)
                for path in NOT_FOUND:
                    page = (folder / "no-signal/index.html").read_text()
                    page = page.replace("<html", "<html data-missing", 1)
                    _write(folder / path, page.encode())
        _write(out / "_headers", without_server.headers().encode())
    _write(out / ".nojekyll", b"")  # GitHub Pages takes the files as they are
    for file in [
        static / "staticfiles.json",
        *static.rglob("*.gz"),
        *static.rglob("*.br"),
    ]:
        file.unlink(missing_ok=True)
    return _write_sums(out)


def pages(locale: str) -> Iterator[tuple[str, bytes]]:
    """Each page of a locale with its path in the folder: what every phone has, and what that links to."""
    root = root_of(locale)
    client = Client(
        SCRIPT_NAME=root[:-1], HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE=locale
    )
    others = map(reverse, ("repair", "manifest", "worker"))
    waiting = [*without_signal.always_kept(), *others]
    seen = set(waiting)
    while waiting:
        address = waiting.pop()
        answer = client.get(address[len(root) - 1 :])
        if answer.status_code != 200:
            raise CommandError(f"{address} answers {answer.status_code}.")
        yield (
            f"{address[len(root) :]}{'index.html' if address.endswith('/') else ''}",
            answer.content,
        )
        if answer.headers["Content-Type"].startswith("text/html"):
            linked = {*_linked(answer.content.decode(), address, root)} - seen
            seen |= linked
            waiting += sorted(linked)


def _linked(html: str, page: str, root: str) -> Iterator[str]:
    """The pages to which a page links that are files. Raises CommandError for one that needs a server."""
    for address in LINK.findall(html):
        path = address.partition(root)[2] if address.startswith(root) else None
        if path is None or path.startswith(
            ("static/", *(f"{locale}/" for locale in LOCALES))
        ):
            continue
        try:
            name = resolve(f"/{path}").url_name
        except Resolver404 as missing:
            raise CommandError(
                f"{page} links to {address}, which is no page."
            ) from missing
        if name in PAGES:
            yield address
        elif name not in MADE_ON_PHONE:
            raise CommandError(f"{page} links to {address}, which needs a server.")


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _write_sums(out: Path) -> int:
    """Write the digest of each file, as `sha256sum --check` reads it; how many files there are."""
    files = sorted(file for file in out.rglob("*") if file.is_file())
    lines = [
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(out)}\n"
        for file in files
    ]
    (out / SUMS).write_text("".join(lines))
    return len(files)
