from django.db import migrations
from django.db.models import F


def to_cents(apps, schema_editor):
    """Until now every amount was in whole units of its currency."""
    _results(apps, schema_editor).update(money=F("money") * 100)


def to_whole_units(apps, schema_editor):
    """Cents are cut off: the version before knows only whole units."""
    _results(apps, schema_editor).update(money=F("money") / 100)


def _results(apps, schema_editor):
    """Of the database that is migrated: `move_to` migrates another one than the app's."""
    results = apps.get_model("scores", "Result").objects.using(schema_editor.connection.alias)
    return results.exclude(money=0)


class Migration(migrations.Migration):
    dependencies = [("scores", "0014_typed_codes")]
    operations = [migrations.RunPython(to_cents, to_whole_units)]
