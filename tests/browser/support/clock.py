"""Time that passes as a test says."""

A_MINUTE = 60_000  # milliseconds


def with_a_clock(page):
    """The same page, loaded again, with a clock that goes on and can be turned by page.clock."""
    page.clock.install()
    page.reload()
    return page
