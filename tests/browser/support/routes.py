"""What stands between a page and the server.

Nothing here is taken away while its page goes on: now and then Chromium never sends a request that begins in
that moment. What is over lets pass instead.
"""


class Obstacle:
    """Meets what is asked for in place of the server, until it lets pass."""

    def __init__(self, page, address, meet):
        self.meet = meet
        page.route(address, lambda route: self.meet(route))

    def lets_pass(self):
        self.meet = lambda route: route.continue_()


class Gate(Obstacle):
    """Holds up what is asked for until it opens."""

    def __init__(self, page, address):
        self.held = []
        super().__init__(page, address, self.held.append)

    def lets_go(self):
        """Open, once something stands before it."""
        assert self.held, "nothing was asked"
        self.open()

    def open(self):
        """Let pass what is held up, and whatever comes from now on."""
        self.lets_pass()
        while self.held:
            self.held.pop(0).continue_()


def is_poll(what):
    """An open board that asks whether there is something new, or what it is told."""
    return "/pulse/" in what.url


def asked_by(page, such=lambda _request: True):
    """Such requests of the page, from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request) if such(request) else None)
    return asked


ONLINE = "dispatchEvent(new Event('online'))"


def says_all(page):
    """Wait until the page has said to the server what it still had to say, and has heard the answer.

    A poll that waits takes up to twenty seconds: one that begins with a signal is answered at once.
    """
    for _time in range(2):
        with page.expect_response(is_poll):
            page.evaluate(ONLINE)
