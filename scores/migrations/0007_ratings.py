from django.db import migrations, models
from django.db.models import CASCADE
from django.db.models.fields.json import KT

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
GAME = ("game", models.CharField(blank=True, max_length=40))


class Migration(migrations.Migration):
    dependencies = [("scores", "0006_history")]

    operations = [
        migrations.CreateModel(
            "Rating",
            [
                KEY,
                GAME,
                ("played_on", models.DateField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("places", models.PositiveIntegerField()),
                ("streak", models.PositiveIntegerField()),
                ("longest", models.PositiveIntegerField()),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="ratings")),
                ("player", models.ForeignKey("scores.player", CASCADE, related_name="ratings")),
            ],
            {
                "indexes": [models.Index(fields=["circle", "-played_on"], name="rating_by_evening")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("circle", "game", "player", "played_on"), name="rating_of_evening_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            "Records",
            [
                KEY,
                GAME,
                ("held", models.JSONField()),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="records")),
            ],
            {
                "verbose_name_plural": "records",
                "constraints": [models.UniqueConstraint(fields=("circle", "game"), name="records_of_game_once")],
            },
        ),
        migrations.AddField(
            "match",
            "game",
            models.GeneratedField(
                db_persist=True, expression=KT("ruleset__key"), output_field=models.CharField(max_length=40)
            ),
        ),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["circle", "game", "played_on"],
                condition=models.Q(deleted_at=None, finished_at__isnull=False),
                name="match_over",
            ),
        ),
    ]
