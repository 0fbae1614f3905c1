"""Static files under names that change with their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r"""(?P<matched>import\s*(?P<names>\{[^}]*\})\s*from\s*"(?P<url>\.{1,2}/[^"]+)";)"""
LATER = r"""(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))"""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Follows what our modules import from each other.

    Django's own switch for that reads every script, and stumbles over an example in a comment of htmx.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, 'import %(names)s from "%(url)s";'), (LATER, 'import("%(url)s")'))),
    )
