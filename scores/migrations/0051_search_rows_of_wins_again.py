from django.db import migrations


def forget(apps, schema_editor):
    """The next page that shows records searches them again: a match without a hand was part of a row of wins."""
    records = apps.get_model("scores", "Records")
    records.objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("scores", "0050_keep_when_a_night_was_changed")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
