# Reenganche in a container: docs/DEPLOY.md.

FROM python:3.13.16-slim-trixie AS build
RUN python -m venv /venv
COPY requirements.txt .
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt
COPY manage.py pyproject.toml /app/
COPY chinchon_site /app/chinchon_site
COPY deploy/backup /app/deploy/backup
COPY locale /app/locale
COPY phone /app/phone
COPY rules /app/rules
COPY scores /app/scores
COPY static /app/static
COPY templates /app/templates
# The root of a running container is read-only, so what Python would keep beside the code is made now.
RUN /venv/bin/python -m compileall -q /app && /venv/bin/pip uninstall -qy pip setuptools

FROM python:3.13.16-slim-trixie
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin reenganche \
 && install -d -o reenganche -g reenganche -m 700 /data /backups
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV REENGANCHE_DATA=/data PYTHON=/venv/bin/python PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER reenganche
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/venv/bin/python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
# Brings the tables up to date, collects the static files, and becomes gunicorn.
CMD ["/venv/bin/python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000", "--in-container"]
