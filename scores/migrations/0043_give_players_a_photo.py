import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A player may have a photo, in a table of its own."""

    dependencies = [("scores", "0042_plan_when_a_night_begins")]

    operations = [
        migrations.CreateModel(
            name="PlayerPhoto",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="photo",
                        serialize=False,
                        to="scores.player",
                    ),
                ),
                ("image", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="player",
            name="photo_digest",
            field=models.CharField(blank=True, max_length=16),
        ),
    ]
