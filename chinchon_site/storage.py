"""Static files with hashed names."""

import os
from fnmatch import fnmatch
from hashlib import sha256
from wsgiref.headers import Headers

import rcssmin
import rjsmin
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

NAMES = r"""(?P<names>(?:(?:\{[^}]*\}|\* as \w+)\s*from\s*)?)"""
STATIC_IMPORT = rf"""(?P<matched>import\s*{NAMES}"(?P<url>\.{{1,2}}/[^"]+)";)"""
DYNAMIC_IMPORT = r"""(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))"""
FILE_URL = r"""(?P<matched>new URL\("(?P<url>\.{1,2}/[^"]+)", import\.meta\.url\))"""
MINIFIED = {"*.css": rcssmin.cssmin, "js/*.js": rjsmin.jsmin}
# in the name of a file; WhiteNoise and the service worker know them by it
HASH_DIGITS = 12
ENGINE_WORKER = "js/phone/engine_worker."
# A worker's policy is that of its own script: only there may WebAssembly be compiled.
ENGINE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Rewrites the imports between our JavaScript modules, and the addresses of other files in them. Django's
    own option for that reads every script, and fails on an example in a comment of htmx. Comments and white
    space are a seventh of the bytes that a phone would load, so they are left out."""

    # a module has its name once those that it imports have theirs, however deep
    max_post_process_passes = 20
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (STATIC_IMPORT, 'import %(names)s"%(url)s";'),
                (DYNAMIC_IMPORT, 'import("%(url)s")'),
                (FILE_URL, 'new URL("%(url)s", import.meta.url)'),
            ),
        ),
    )

    def file_hash(self, name: str | None, content: File | None = None) -> str | None:
        """The beginning of the SHA-256 of what is sent, with which the service worker compares what it gets.
        The manifest has no name.
        """
        if content is None:
            return None
        return sha256(minified_file(name or "", content).read()).hexdigest()[
            :HASH_DIGITS
        ]

    def _save(self, name: str, content: File) -> str:
        saved: str = super()._save(name, minified_file(name, content))
        # Then WhiteNoise sends no Last-Modified and no ETag: nobody asks again for a name with a hash.
        os.utime(self.path(saved), (0, 0))
        return saved


def minified_file(name: str, content: File) -> ContentFile:
    whole = b"".join(content.chunks())
    for files, minify in MINIFIED.items():
        if fnmatch(name, files):
            whole = minify(whole)
    return ContentFile(whole)


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Called by WhiteNoise for every file that it serves. A module is always read as UTF-8."""
    if url.endswith(".js"):
        headers["Content-Type"] = "text/javascript"
    if ENGINE_WORKER in url:
        headers["Content-Security-Policy"] = ENGINE_POLICY
