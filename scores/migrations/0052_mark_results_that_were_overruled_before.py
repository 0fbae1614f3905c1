from django.db import migrations


def mark(apps, schema_editor):
    """The matches of tables whose result was entered by hand before there was a mark for it; ratings and records
    are made again without them."""

    def rows(name):
        return apps.get_model("scores", name).objects.using(schema_editor.connection.alias)

    def facts(*kinds):
        entries = rows("NightEntry").filter(kind__in=kinds).order_by("night", "seq")
        return entries.values_list("night", "seq", "kind", "payload").iterator()

    taken_back = {(night, number_in(payload, "entry")) for night, _seq, _kind, payload in facts("taken_back")}
    newest = {}  # kinds by night, round and table
    for night, seq, kind, payload in facts("reported", "report_withdrawn"):
        at = table_in(payload)
        if at is not None and (night, seq) not in taken_back:
            newest[night, *at] = kind
    for (night, number, table), kind in newest.items():
        at = rows("Sitting").filter(place__night=night, round=number, place__number=table)
        if kind == "reported" and at.filter(is_overruled=False).update(is_overruled=True):
            circles = at.values_list("match__circle", flat=True)
            for stored in ("Rating", "Records"):
                rows(stored).filter(circle__in=list(circles)).delete()


# Up to 1.0.0 a file could bring lines that nobody can read: they say nothing


def table_in(payload):
    """The numbers of the round and of the table."""
    at = payload.get("at") if isinstance(payload, dict) else None
    if not isinstance(at, list) or len(at) != 2:
        return None
    return at if all(type(number) is int and 0 <= number <= 60 for number in at) else None


def number_in(payload, key):
    number = payload.get(key) if isinstance(payload, dict) else None
    return number if type(number) is int else None


class Migration(migrations.Migration):
    dependencies = [("scores", "0051_search_rows_of_wins_again")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
