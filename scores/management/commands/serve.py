import argparse
import errno
import inspect
import io
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import storages
from django.core.management import BaseCommand, CommandError, call_command
from django.db import InternalError, connections
from django.db.migrations.exceptions import MigrationSchemaMissing

from rules.numbers import whole_number
from scores.core import folders
from scores.management import (
    CERTIFY,
    GUNICORN,
    SERVE,
    SERVE_AT,
    UVICORN,
    trouble,
    upgrade,
)
from scores.management.addresses import own_addresses, own_names

SERVER = "uvicorn" if os.name == "nt" else "gunicorn"
EVERYWHERE = ("0.0.0.0", "::")
NO_HTTPS = f"  Con HTTPS no se apaga la pantalla · With HTTPS the screen stays on: {CERTIFY} (docs/HTTPS.md)"
NO_NETWORK = "  Sin red: solo esta máquina puede entrar. · No network: only this machine can open it."
IN_CONTAINER = (
    "  Móviles: la dirección de la máquina del contenedor (REENGANCHE_LAN_URL la enseña con su código).\n"
    "  Phones: the address of the container's machine (REENGANCHE_LAN_URL shows it with its code)."
)
# White on black in every terminal: some phones cannot read an inverted code.
QR_COLOURS = "\x1b[97;40m"
USUAL_COLOURS = "\x1b[0m"
# for HTTPS at home (docs/HTTPS.md)
CERTIFICATE = settings.DATA_DIR / "https" / "certificate.pem"
KEY = settings.DATA_DIR / "https" / "key.pem"
WHY_UNUSABLE = {
    errno.EADDRINUSE: (
        "El puerto {port} ya está ocupado (¿otro Reenganche en marcha?). Prueba: {other}\n"
        "Port {port} is taken (another Reenganche running?). Try: {other}"
    ),
    errno.EACCES: (
        "El puerto {port} está reservado al sistema. Prueba: {other}\n"
        "Port {port} is reserved for the system. Try: {other}"
    ),
}
NO_ADDRESS = (
    f"{{host}} no es una dirección de esta máquina. Prueba: {SERVE}\n"
    f"{{host}} is not an address of this machine. Try: {SERVE}"
)


class Command(BaseCommand):
    help = "Bring the database up to date and serve the app to this machine and the phones on its network."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="0.0.0.0", help="0.0.0.0 (default) is every network"
        )
        parser.add_argument("--port", default=8000, type=port_number)
        parser.add_argument("--server", default=SERVER, choices=("gunicorn", "uvicorn"))
        parser.add_argument(
            "--in-container",
            action="store_true",
            help="phones cannot reach the addresses of this machine: do not show them",
        )

    def handle(
        self,
        *,
        host: str,
        port: int,
        server: str,
        in_container: bool,
        **options: object,
    ) -> None:
        """Does not return: the server replaces this process, so that it gets signals directly."""
        refuse_unusable(host, port)
        prepare_database()
        try:
            collect()
        except OSError as error:
            raise CommandError(trouble.sentence_of(error)) from error
        phones = addresses_for_phones(host, port, in_container)
        without_phones = IN_CONTAINER if in_container else NO_NETWORK
        out = self.stdout
        out.write(
            welcome(host, port, phones, out.isatty(), out.encoding, without_phones)
        )
        out.flush()
        name_hosts(host, phones)
        become_server = become_gunicorn if server == "gunicorn" else become_uvicorn
        become_server(host, port)


def prepare_database() -> None:
    """Migrate it, by the direct address if there is one. A standby that is up to date may serve boards.
    Results that an older version did not store are filled in behind the app, which may take minutes."""
    upgrade.use_direct_address()
    try:
        upgrade.migrate()
        upgrade.start_filling_in()
    except (InternalError, MigrationSchemaMissing) as error:
        raise CommandError(
            "La base de datos es una réplica de solo lectura, y le faltan cambios de esta versión.\n"
            "The database is a read-only standby and lacks changes of this version: start the app with the "
            f"address of the primary. ({error})"
        ) from error
    connections.close_all()


def port_number(value: str) -> int:
    port = whole_number(value) or 0
    if not 0 < port < 65536:
        raise argparse.ArgumentTypeError(f"{value!r} is not a port: 1 to 65535")
    return port


def addresses_for_phones(host: str, port: int, in_container: bool) -> list[str]:
    """Where phones on the network open the app, the likeliest address first."""
    if settings.HTTPS or host not in EVERYWHERE:
        return []
    if settings.LAN_URLS:
        return settings.LAN_URLS
    return [] if in_container else [url(address, port) for address in own_addresses()]


def welcome(
    host: str,
    port: int,
    phones: list[str],
    colours: bool,
    encoding: str,
    without_phones: str = NO_NETWORK,
) -> str:
    """The address of the app: for this machine, then with a QR code for phones."""
    if settings.HTTPS:
        return f"Reenganche: {host}:{port}, HTTPS."
    here = "localhost" if host in EVERYWHERE else host
    lines = ["", f"  Reenganche  {url(here, port)}", ""]
    if phones:
        lines += [
            f"  Móviles en la misma wifi · Phones on the same Wi-Fi:  {phones[0]}",
            *(f"  {'o bien · or:':>52}  {address}" for address in phones[1:]),
            qr(phones[0], colours) if encoding.lower().startswith("utf") else "",
        ]
    elif host in EVERYWHERE:
        lines += [without_phones, ""]
    if not has_certificate():
        lines.append(NO_HTTPS)
    return "\n".join(
        [
            *lines,
            f"  Los datos · The data: {settings.DATA_DIR}",
            "  Ctrl-C: terminar, sin perder nada · stop, nothing is lost",
        ]
    )


def url(host: str, port: int) -> str:
    scheme = "https" if has_certificate() else "http"
    return f"{scheme}://{in_brackets(host)}:{port}/"


def in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def qr(address: str, colours: bool) -> str:
    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, border=2, compact=True)
    rows = out.getvalue().splitlines()
    if colours:
        rows = [f"{QR_COLOURS}{row}{USUAL_COLOURS}" for row in rows]
    return "\n".join(f"  {row}" for row in rows) + "\n"


def name_hosts(host: str, phones: list[str]) -> None:
    """At home, pass the server the host names under which it is reached."""
    if not settings.HTTPS:
        addresses = [str(urlsplit(address).hostname) for address in phones]
        names = (
            [*addresses, *own_names()] if host in EVERYWHERE else [in_brackets(host)]
        )
        os.environ["REENGANCHE_HOSTS"] = ",".join(
            dict.fromkeys([*settings.ALLOWED_HOSTS, *names])
        )
    if phones:
        os.environ["REENGANCHE_LAN_URL"] = ",".join(phones)


def become_gunicorn(host: str, port: int) -> None:
    arguments = [*GUNICORN, "--bind", f"{in_brackets(host)}:{port}"]
    if has_certificate():
        arguments += ["--certfile", str(CERTIFICATE), "--keyfile", str(KEY)]
    become(arguments)


def become_uvicorn(host: str, port: int) -> None:
    if find_spec("uvicorn") is None:
        raise CommandError("Falta uvicorn. uvicorn is missing: pip install uvicorn")
    files = [str(CERTIFICATE), str(KEY)] if has_certificate() else []
    become([UVICORN, host, str(port), *files])


def become(arguments: Sequence[str]) -> None:
    """Replace this process by a module of Python. Windows cannot: there this one waits for it."""
    command = [sys.executable, "-m", *arguments]
    os.environ["REENGANCHE_DATA"] = str(settings.DATA_DIR)  # where it was relative
    os.chdir(folders.PACKAGES)
    if os.name != "nt":
        os.execv(sys.executable, command)
    with suppress(KeyboardInterrupt):  # both get it, and the server ends first
        sys.exit(subprocess.call(command))  # noqa: S603 -- ours


def collect() -> None:
    """Collect the static files, unless nothing has changed since the last time: it takes seconds."""
    stamp = Path(settings.DATA_DIR) / "static.version"
    # A hash of all static files, and of the packages and our own storage that process them
    digest = sha256("".join(map(version, ("django", "whitenoise"))).encode())
    digest.update(inspect.getsource(type(storages["staticfiles"])).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=itemgetter(0)):
            digest.update(
                name.encode() + sha256(Path(storage.path(name)).read_bytes()).digest()
            )
    current = digest.hexdigest().encode()
    is_collected = (Path(settings.STATIC_ROOT) / "staticfiles.json").exists()
    if is_collected and stamp.exists() and stamp.read_bytes() == current:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_bytes(current)


def refuse_unusable(host: str, port: int) -> None:
    """Raise CommandError unless a server can listen on `host` and `port` now."""
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        why = WHY_UNUSABLE.get(error.errno or 0, NO_ADDRESS)
        other = SERVE_AT.format(port=port + 1 if port >= 1024 else 8000)
        raise CommandError(why.format(host=host, port=port, other=other)) from error


def has_certificate() -> bool:
    return CERTIFICATE.exists() and KEY.exists()
