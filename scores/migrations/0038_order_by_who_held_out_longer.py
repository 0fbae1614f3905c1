from django.db import migrations


def count_again(apps, schema_editor):
    """Let `serve` fill in the places of matches with eliminations from their logs: they were by total alone."""
    results = apps.get_model("scores", "Result").objects.using(schema_editor.connection.alias)
    entries = apps.get_model("scores", "Entry").objects.using(schema_editor.connection.alias)
    results.filter(match__in=entries.filter(kind="retire").values("match")).update(hand_points=None)
    bust = results.filter(busts__isnull=False).exclude(busts=[])
    results.filter(match__in=bust.values("match")).update(hand_points=None)


class Migration(migrations.Migration):
    dependencies = [("scores", "0037_store_drafts_of_rounds")]

    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
