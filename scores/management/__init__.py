"""What the operator's commands share. The commands, `manage.py NAME`, are in commands/."""

GUNICORN = ("gunicorn", "--config", "python:chinchon_site.server")  # what `serve` becomes, after `python -m`
