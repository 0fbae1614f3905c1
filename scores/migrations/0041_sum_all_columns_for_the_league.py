from django.db import migrations, models


def delete_ratings(apps, schema_editor):
    """The next page that needs them computes them again."""
    apps.get_model("scores", "Rating").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    """The sums of a rating are one column, and `scheme` says what is summed in it."""

    dependencies = [("scores", "0040_let_phones_help_at_a_night")]

    operations = [
        migrations.RunPython(delete_ratings, migrations.RunPython.noop),
        migrations.RemoveField(model_name="rating", name="wins"),
        migrations.RemoveField(model_name="rating", name="places"),
        migrations.AddField(
            model_name="rating",
            name="sums",
            field=models.JSONField(default=dict),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="rating",
            name="scheme",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
    ]
