"""The settings of gunicorn that we give it."""

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


def test_gunicorn_lets_no_client_write_its_own_address_or_a_header_of_a_proxy():
    left = Config().settings
    told = {
        name: vars(server).get(name, left[name].get())
        for name in ("header_map", "proxy_protocol", "http2_cleartext")
    }
    assert told == {
        "header_map": "drop",
        "proxy_protocol": "off",
        "http2_cleartext": "off",
    }
