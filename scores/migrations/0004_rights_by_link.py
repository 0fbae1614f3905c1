"""Rights given before it was recorded how: all came by a link, but that of each circle's maker."""

from django.db import migrations
from django.db.models import Min


def by_link(apps, schema_editor):
    grants = apps.get_model("scores", "Grant").objects.using(schema_editor.connection.alias)
    first = grants.filter(circle__isnull=False).values("circle").annotate(first=Min("pk"))
    grants.exclude(pk__in=first.values("first")).update(by_link=True)


class Migration(migrations.Migration):
    dependencies = [("scores", "0003_phones_and_merges")]
    operations = [migrations.RunPython(by_link, migrations.RunPython.noop)]
