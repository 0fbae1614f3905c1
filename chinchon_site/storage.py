"""Static files with hashed names."""

from wsgiref.headers import Headers

from whitenoise.storage import CompressedManifestStaticFilesStorage

STATIC_IMPORT = r"""(?P<matched>import\s*(?P<names>\{[^}]*\})\s*from\s*"(?P<url>\.{1,2}/[^"]+)";)"""
DYNAMIC_IMPORT = r"""(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))"""
FILE_URL = r"""(?P<matched>new URL\("(?P<url>\.{1,2}/[^"]+)", import\.meta\.url\))"""
ENGINE_WORKER = "js/phone/engine_worker."
# A worker's policy is that of its own script: only there may WebAssembly be compiled.
ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Rewrites the imports between our JavaScript modules, and the addresses of other files in them.

    Django's own option for that reads every script, and fails on an example in a comment of htmx.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (STATIC_IMPORT, 'import %(names)s from "%(url)s";'),
                (DYNAMIC_IMPORT, 'import("%(url)s")'),
                (FILE_URL, 'new URL("%(url)s", import.meta.url)'),
            ),
        ),
    )


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Called by WhiteNoise for every file that it serves."""
    if ENGINE_WORKER in url:
        headers["Content-Security-Policy"] = ENGINE_POLICY
