"""Static files with hashed names."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

STATIC_IMPORT = r"""(?P<matched>import\s*(?P<names>\{[^}]*\})\s*from\s*"(?P<url>\.{1,2}/[^"]+)";)"""
DYNAMIC_IMPORT = r"""(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))"""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Rewrites the imports between our JavaScript modules.

    Django's own option for that reads every script, and fails on an example in a comment of htmx.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            ((STATIC_IMPORT, 'import %(names)s from "%(url)s";'), (DYNAMIC_IMPORT, 'import("%(url)s")')),
        ),
    )
