"""What the operator's commands share. The commands, `manage.py NAME`, are in commands/."""

from scores.core import folders

PROGRAM = "chinchon_site"  # after `python -m`: any command
# what `serve` becomes, after `python -m`
GUNICORN = (
    "gunicorn",
    "--config",
    "python:chinchon_site.server",
)
UVICORN = "chinchon_site.one_process"  # the same where gunicorn does not run: Windows

# How people start the app, at another port, and with HTTPS
SERVE, SERVE_AT, CERTIFY = (
    ("reenganche", "reenganche --port {port}", "reenganche certificate")
    if folders.IS_WHEEL
    else ("make run", "make run PORT={port}", "make https")
)
