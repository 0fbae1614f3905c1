import shutil
import subprocess

from django.core.management import BaseCommand, CommandError

from scores.management import SERVE
from scores.management.commands.serve import CERTIFICATE, KEY, own_addresses, own_names

NO_MKCERT = (
    "Falta mkcert (https://github.com/FiloSottile/mkcert): apt install mkcert · brew install mkcert\n"
    "mkcert is missing. How it all goes together: docs/HTTPS.md"
)
NEXT = """
  Hecho. Queda que los móviles confíen en esta máquina, una vez: docs/HTTPS.md
  Done. Each phone must trust this machine, once: docs/HTTPS.md

  {root}/rootCA.pem

  {serve}
"""


class Command(BaseCommand):
    help = "Have mkcert make a certificate for this machine, so that `serve` speaks HTTPS at home."

    def handle(self, **options: object) -> None:
        """Run again when the addresses of the machine have changed; phones keep their trust."""
        mkcert = shutil.which("mkcert")
        if mkcert is None:
            raise CommandError(NO_MKCERT)
        names = ["localhost", "127.0.0.1", *own_names(), *own_addresses()]
        CERTIFICATE.parent.mkdir(parents=True, exist_ok=True)
        for arguments in (
            ["-install"],
            ["-cert-file", str(CERTIFICATE), "-key-file", str(KEY), *names],
        ):
            subprocess.run([mkcert, *arguments], check=True)  # noqa: S603 -- the mkcert in PATH
        KEY.chmod(0o600)
        root = subprocess.check_output([mkcert, "-CAROOT"], text=True).strip()  # noqa: S603 -- as above
        self.stdout.write(NEXT.format(root=root, serve=SERVE))
