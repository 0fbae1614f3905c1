import os

from django.core.wsgi import get_wsgi_application

from chinchon_site.charsets import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")

application = in_utf_8(get_wsgi_application())
