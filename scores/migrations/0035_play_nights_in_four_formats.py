"""Stages of nights in the form of 1.1. A night that used what no longer exists is ended, and its tables stay
(`rules/tournament/nights_of_1_0.py`)."""

from django.db import migrations
from django.utils import timezone

from rules.night.stored.nights_of_1_0 import entries_of_today, is_of_1_0, plan_of_today


def convert(apps, schema_editor):
    nights = apps.get_model("scores", "Tournament").objects.using(schema_editor.connection.alias)
    for night in nights.iterator():
        plan = plan_of_today(night.plan)
        if plan != night.plan:
            night.plan = plan
            night.save(update_fields=["plan"])
        convert_log(night)


def convert_log(night):
    entries = list(night.entries.order_by("seq"))
    rows = [(entry.kind, entry.payload) for entry in entries]
    if not is_of_1_0(rows):
        return
    converted = entries_of_today(rows)
    night.entries.all().delete()
    new = []
    for seq, (place, (kind, payload)) in enumerate(converted):
        old = entries[min(place, len(entries) - 1)]
        key = old.client_key if place < len(entries) else "ended-by-migration"
        new.append(
            type(old)(
                tournament=night,
                seq=seq,
                kind=kind,
                payload=payload,
                client_key=key,
                by_id=old.by_id,
                at=old.at,
            )
        )
    type(entries[0]).objects.using(night._state.db).bulk_create(new)
    if len(converted) > 0 and converted[-1][0] == len(entries):
        type(night).objects.using(night._state.db).filter(pk=night.pk, finished_at=None).update(
            finished_at=timezone.now()
        )


class Migration(migrations.Migration):
    dependencies = [("scores", "0034_let_no_table_vouch")]

    operations = [migrations.RunPython(convert, migrations.RunPython.noop)]
