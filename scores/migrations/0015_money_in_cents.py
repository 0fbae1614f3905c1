from django.db import migrations
from django.db.models import F


def to_cents(apps, schema_editor):
    """Until now every amount was in whole units of its currency."""
    apps.get_model("scores", "Result").objects.exclude(money=0).update(money=F("money") * 100)


def to_whole_units(apps, schema_editor):
    """Cents are cut off: the version before knows only whole units."""
    apps.get_model("scores", "Result").objects.exclude(money=0).update(money=F("money") / 100)


class Migration(migrations.Migration):

    dependencies = [
        ("scores", "0014_typed_codes"),
    ]

    operations = [
        migrations.RunPython(to_cents, to_whole_units),
    ]
