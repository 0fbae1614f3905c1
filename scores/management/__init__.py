"""What the operator's commands share. The commands, `manage.py NAME`, are in commands/."""

GUNICORN = (
    "gunicorn",
    "--config",
    "python:chinchon_site.server",
)  # what `serve` becomes, after `python -m`
UVICORN = "chinchon_site.one_process"  # the same where gunicorn does not run: Windows
