from django.db import migrations, models

WATCH = 1


def watch(apps, schema_editor):
    grants = apps.get_model("scores", "NightGrant").objects.using(schema_editor.connection.alias)
    grants.filter(may_watch=True).update(role=WATCH)


class Migration(migrations.Migration):
    """What a phone may do at a night is a role, as everywhere: it watches, helps or organises."""

    dependencies = [("scores", "0039_call_a_night_a_night")]

    operations = [
        migrations.AddField(
            model_name="nightgrant",
            name="role",
            field=models.PositiveSmallIntegerField(
                choices=[(0, "NONE"), (1, "WATCH"), (2, "SCORE"), (3, "OWN")],
                default=0,
            ),
        ),
        migrations.RunPython(watch, migrations.RunPython.noop),
        migrations.RemoveField(model_name="nightgrant", name="may_watch"),
    ]
