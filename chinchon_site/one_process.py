"""Serves the app in one process under uvicorn: on Windows, and for `manage.py serve --server uvicorn`."""

import sys
from contextlib import suppress

import uvicorn

from chinchon_site.asgi import application


def main(
    host: str, port: str, certificate: str | None = None, key: str | None = None
) -> None:
    server = uvicorn.Server(
        uvicorn.Config(
            application,
            host,
            int(port),
            lifespan="on",
            log_config=None,  # Django has configured logging
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=10,
            ssl_certfile=certificate,
            ssl_keyfile=key,
        )
    )
    application.is_stopping = lambda: server.should_exit
    with suppress(KeyboardInterrupt):  # raised again once all requests have ended
        server.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
