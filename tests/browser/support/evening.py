"""An evening whose phones are there already: no form is filled in and no link is scanned."""

from django.test import Client

from scores.core.access import grants
from scores.models import Role
from tests.browser.support.table import Table
from tests.scores.support import table as written


class Evening:
    """A match, and the phones that have a right to it."""

    def __init__(self, phone_of, *names, **rules):
        self.phone_of = phone_of
        self.owner = Client()
        self.match = written.start(self.owner, *names, **rules)

    def plays(self, *hands):
        """Hands that a phone which nobody looks at writes."""
        written.play(self.owner, self.match, *hands)

    def scorer(self, *size, **options):
        """The board on the phone that started the match."""
        return self._board(self.owner, *size, **options)

    def second(self, *size):
        """The board on another phone that may write."""
        return self._board(written.phone_with(Role.SCORE, self.match), *size)

    def watcher(self, *size):
        """The board on a phone that may only watch."""
        return self._board(written.phone_with(Role.WATCH, self.match), *size)

    def big(self):
        """The big board, on a tablet that may only watch."""
        page = self.phone_of(written.phone_with(Role.WATCH, self.match), 1280, 800)
        page.goto(f"{self.match.get_absolute_url()}big/")
        return page

    def link(self, role):
        """What gives somebody else a right to the match."""
        return grants.link_path(self.match, role)

    def _board(self, client, *size, **options):
        return Table.at(
            self.phone_of(client, *size, **options), self.match.get_absolute_url()
        )
