from django.db import migrations


def mark(apps, schema_editor):
    """The matches of tables whose result was entered by hand before there was a mark for it; ratings and records
    are made again without them."""

    def rows(name):
        return apps.get_model("scores", name).objects.using(schema_editor.connection.alias)

    kinds = ("reported", "report_withdrawn")
    newest = {}  # kinds by night, round and table
    entries = rows("NightEntry").filter(kind__in=kinds).order_by("night", "seq")
    for night, kind, payload in entries.values_list("night", "kind", "payload").iterator():
        number, table = payload["at"]
        newest[night, number, table] = kind
    for (night, number, table), kind in newest.items():
        at = rows("Sitting").filter(place__night=night, round=number, place__number=table)
        if kind == "reported" and at.filter(is_overruled=False).update(is_overruled=True):
            circles = at.values_list("match__circle", flat=True)
            for stored in ("Rating", "Records"):
                rows(stored).filter(circle__in=list(circles)).delete()


class Migration(migrations.Migration):
    dependencies = [("scores", "0051_search_rows_of_wins_again")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
