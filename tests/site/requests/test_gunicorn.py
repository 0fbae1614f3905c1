"""The settings of gunicorn that we give it, and those that we leave as they are."""

import inspect

from gunicorn.config import Config

from chinchon_site import server


def test_gunicorn_knows_each_setting_that_we_give_it():
    """It ignores a name that it does not know."""
    imported = {
        name
        for name, value in vars(server).items()
        if inspect.ismodule(value) or callable(value)
    }
    hooks = {"on_starting", "on_exit", "when_ready", "post_fork", "post_worker_init"}
    given = {
        name for name in vars(server) if name.islower() and not name.startswith("_")
    } - imported | hooks
    assert given | {"logger_class"} <= set(Config().settings)


def test_what_we_leave_to_gunicorn_lets_no_header_into_the_environment():
    settings = Config().settings
    assert {
        name: settings[name].get()
        for name in ("header_map", "proxy_protocol", "http2_cleartext")
    } == {
        "header_map": "drop",
        "proxy_protocol": "off",
        "http2_cleartext": "off",
    }
