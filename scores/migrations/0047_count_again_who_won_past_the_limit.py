from django.db import migrations


def forget(apps, schema_editor):
    """The next start counts again in which hands such winners went past the limit, and the next page that shows
    records searches them again: a match without a hand was the shortest.
    """
    records = apps.get_model("scores", "Records").objects.using(schema_editor.connection.alias)
    records.all().delete()
    results = apps.get_model("scores", "Result").objects.using(schema_editor.connection.alias)
    winners = results.filter(won=True, total__gt=0, match__finished_at__isnull=False)
    past = [
        pk
        for pk, total, rules in winners.values_list("pk", "total", "match__ruleset").iterator()
        if rules.get("ends") == "last-standing" and total >= (rules.get("limit") or total)
    ]
    for first in range(0, len(past), 500):
        results.filter(pk__in=past[first : first + 500]).update(hand_points=None, busts=None)


class Migration(migrations.Migration):
    dependencies = [("scores", "0046_give_a_table_minutes_of_its_own")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
