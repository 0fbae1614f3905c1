"""Phones: what their pages complain about, and those that are used again."""

from scores.core.access import phone_cookie

SAVES_DATA = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })"
MOST_IDLE = 4  # phones that wait for the next test
HAS_TRUE_CLOCK = "setTimeout.toString().includes('[native code]')"
# Without the worker that keeps pages; tests of the worker take a phone of pocket.py.
USUAL = {
    "service_workers": "block",
    "locale": "es-ES",
    "color_scheme": "light",
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "reduce",
}


def listen(page, complaints):
    """Note the scripts that fail, and what the content security policy stops."""

    def note(text):
        complaints.append(f"{page.url}: {text}")

    page.on("pageerror", lambda error: note(str(error)))
    page.on(
        "console",
        lambda said: "Content Security Policy" in said.text and note(said.text),
    )


def has_rights_of(page, client, site):
    """The phone is from now on the one that wrote by this client."""
    cookie = client.cookies[phone_cookie.COOKIE].value
    page.context.add_cookies(
        [{"name": phone_cookie.COOKIE, "value": cookie, "url": site}]
    )


class PhonePool:
    """Phones that are used again with nothing on them: a new one starts a process and compiles every script,
    which is half of a short test. The first page of each stays open, and its process with it."""

    def __init__(self, browser, site):
        self.browser = browser
        self.site = site
        self.idle = []
        self.sizes = {}  # of the usual ones

    def take(self, width, height, **options):
        for context in self.idle:
            if not options and self.sizes[context] == (width, height):
                self.idle.remove(context)
                return context
        size = {"width": width, "height": height}
        all_options = {"base_url": self.site, "viewport": size, **USUAL, **options}
        context = self.browser.new_context(**all_options)
        context.add_init_script(SAVES_DATA)  # else each page loads the engine
        if not options:
            context.new_page()
            self.sizes[context] = (width, height)
        return context

    def give_back(self, context):
        if context in self.sizes and self._is_wiped(context):
            self.idle.append(context)
        else:
            context.close()
        while len(self.idle) > MOST_IDLE:
            self.idle.pop(0).close()

    def _is_wiped(self, context):
        """Wipe it. Not one that the test has closed, or whose clock it has turned."""
        if not context.pages:
            return False
        first, *others = context.pages
        for page in others:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        everything = {"origin": self.site, "storageTypes": "all"}
        session = context.new_cdp_session(first)
        session.send("Storage.clearDataForOrigin", everything)
        session.detach()
        is_untouched = first.evaluate(HAS_TRUE_CLOCK)
        return is_untouched
