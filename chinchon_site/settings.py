"""The settings. At home no variable is needed; with REENGANCHE_HTTPS=1 it is a public site.

All environment variables are in docs/SETTINGS.md."""

from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from platformdirs import user_data_path

from chinchon_site import environment, logs, storage
from scores.core import folders, languages

BASE_DIR = folders.FILES
DATA_DIR = environment.data_directory(
    "REENGANCHE_DATA",
    user_data_path("reenganche", appauthor=False)
    if folders.IS_WHEEL
    else BASE_DIR / "var",
)
HTTPS = environment.flag("REENGANCHE_HTTPS")
DEBUG = environment.flag("REENGANCHE_DEBUG")

_key_directory = None if HTTPS else DATA_DIR / "secrets"
SECRET_KEY = environment.key("REENGANCHE_SECRET_KEY", _key_directory)
LINK_KEY = environment.key("REENGANCHE_LINK_KEY", _key_directory)
environment.refuse_unsafe(
    HTTPS and DEBUG,
    "REENGANCHE_DEBUG=1 shows the inside of the app: never on a public site.",
)
environment.refuse_unsafe(
    SECRET_KEY == LINK_KEY,
    "REENGANCHE_SECRET_KEY and REENGANCHE_LINK_KEY must be two different keys.",
)

METRICS_TOKEN = environment.optional_key("REENGANCHE_METRICS_TOKEN")
OPERATOR = environment.text("REENGANCHE_OPERATOR")
ANDROID_APP = environment.android_app("REENGANCHE_ANDROID_APP")
LAN_URLS = environment.web_addresses("REENGANCHE_LAN_URL")  # the likeliest first
ADDRESS_HEADER = environment.text("REENGANCHE_ADDRESS_HEADER", "X-Forwarded-For")
# every open board asks that often
POLL_MS = environment.whole_number("REENGANCHE_POLL_MS", 1500, least=100)
ALLOWED_HOSTS = environment.hosts("REENGANCHE_HOSTS", "localhost,127.0.0.1,[::1]")
if not HTTPS:  # private addresses too, see `chinchon_site.hosts`
    ALLOWED_HOSTS += [".local", *(str(urlsplit(url).hostname) for url in LAN_URLS)]
EMBED_ORIGINS = environment.origins("REENGANCHE_EMBED_ORIGINS")
CSRF_TRUSTED_ORIGINS = environment.origins("REENGANCHE_CSRF_ORIGINS")

# Without them no page, file or address says a word of a club night; what is stored of some stays.
CLUB_NIGHTS = environment.flag("REENGANCHE_CLUB_NIGHTS", "1")

# `manage.py static_site` writes the app as files for a host that runs nothing: then there is no server, and
# the files lie at SITE_ROOT of that host.
HAS_SERVER = True
SITE_ROOT = "/"

# No accounts, sessions or admin: `scores.core.access.phone_cookie` identifies a phone by a signed cookie.
INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "scores",
]

MIDDLEWARE = [
    "chinchon_site.logs.RequestMiddleware",
    "scores.core.database.ReadOnlyFileMiddleware",
    "chinchon_site.middleware.MetricsMiddleware",
    "chinchon_site.middleware.HeadMiddleware",
    "chinchon_site.middleware.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scores.table.offline.without_signal.OfflineMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "chinchon_site.middleware.HeadersMiddleware",
    "chinchon_site.middleware.ReaderLocaleMiddleware",
    "chinchon_site.middleware.SizeMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scores.core.access.phone_cookie.PhoneMiddleware",
    "chinchon_site.middleware.HangingWritesMiddleware",
    "scores.core.access.rate_limits.LimitMiddleware",
]

# Per phone; strangers: all browsers without a cookie, and all young phones, at one address.
USUAL_LIMITS = {  # each has a variable: `environment.limit`
    "writes": "240/minute",
    "matches": "60/hour",
    "seatings": "30/hour",
    "links": "120/hour",
    "codes": "60/hour",
    # where a club night is
    "night-codes": "300/hour",
    # past "all-codes"
    "few-codes": "3/hour",
    "network-codes": "300/hour",
    # of all addresses together
    "all-codes": "1000/hour",
    "imports": "30/hour",
    "photos": "120/hour",
    "strangers": "2000/hour",
    "checks": "120/minute",
    # of all there
    "address-checks": "600/minute",
    "exports": "120/hour",
    "address-exports": "600/hour",
}
LIMITS = {name: environment.limit(name, usual) for name, usual in USUAL_LIMITS.items()}

# Limits of a request body in bytes. MAX_BODY exceeds `scores.transfer.limits`, so that a file that is
# too long gets its own message; a paper sheet has up to 900 fields.
MAX_BODY = 20 * 2**20
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 2**19
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 1

ROOT_URLCONF = "chinchon_site.urls"
WSGI_APPLICATION = "chinchon_site.wsgi.application"
CSRF_FAILURE_VIEW = "scores.core.error_pages.csrf_failure"

TEMPLATES = [
    {
        "BACKEND": "chinchon_site.templates.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "scores.table.offline.without_signal.context",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["chinchon_site.templates.Loader"],
                )
            ],
            "libraries": {"night": "scores.night.tags"},
        },
    }
]

# IMMEDIATE: a writing transaction waits at its start instead of failing later. FULL: an acknowledged write
# survives a power cut. secure_delete: what is deleted is overwritten, photos and erased names too; not every
# build of SQLite does it by itself. Never set mmap_size: with WAL and threads it has corrupted databases.
SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "db.sqlite3",
    "CONN_MAX_AGE": 600,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=27103364;"
            "PRAGMA secure_delete=ON;"
        ),
    },
}
DATABASES = {"default": environment.postgresql("DATABASE_URL") or SQLITE}
# With a pooler (PgBouncer) in DATABASE_URL: the address for migrations, which need a session of their own.
DIRECT_DATABASE = environment.postgresql("REENGANCHE_DIRECT_URL")
# The pooler gives each transaction another session, and a cursor of the server lives in one.
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = DIRECT_DATABASE is not None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "es"
LANGUAGES = [(language.code, language.name) for language in languages.LANGUAGES]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "chinchon_site.formats"
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600  # browsers keep no cookie longer
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
USE_TZ = True
TIME_ZONE = environment.time_zone("REENGANCHE_TIME_ZONE", "Europe/Madrid")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "chinchon_site.engine_file.EngineFinder",
]
# a header less on every file, and no other site needs them
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # by their other names nobody asks for them
WHITENOISE_ADD_HEADERS_FUNCTION = storage.add_headers
STORAGES = {"staticfiles": {"BACKEND": "chinchon_site.storage.StaticStorage"}}

# No inline code, no other origins. data: is for images inside style sheets.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# pages get both from HeadersMiddleware
SECURE_REFERRER_POLICY = SECURE_CROSS_ORIGIN_OPENER_POLICY = None

CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the forms
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = (
    environment.whole_number("REENGANCHE_HSTS_SECONDS", 30 * 24 * 3600) if HTTPS else 0
)
BEHIND_PROXY = environment.flag("REENGANCHE_BEHIND_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# The owner of the domain decides about HSTS for subdomains and preload lists.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "security.W022"]

# The first handler stops a file that is too long before it fills a disk.
FILE_UPLOAD_HANDLERS = [
    "scores.transfer.importer.UploadLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

LOGGING = logs.logging_as(environment.choice("REENGANCHE_LOG", logs.KINDS))
