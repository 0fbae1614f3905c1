import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
django = get_wsgi_application()

from chinchon_site.database.stalls import Limited  # noqa: E402 -- as below
from chinchon_site.hosts import REQUEST  # noqa: E402 -- as below
from chinchon_site.middleware import in_utf_8  # noqa: E402 -- as below
from chinchon_site.polls import Polls  # noqa: E402 -- models can be imported once Django is set up

django.request_class = REQUEST
application = in_utf_8(Limited(Polls(django)))
