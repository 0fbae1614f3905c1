from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("scores", "0005_house_rules")]

    operations = [
        migrations.AddField("match", "archived_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("match", "deleted_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("match", "note", models.CharField(blank=True, max_length=200)),
        migrations.AddField("match", "place", models.CharField(blank=True, max_length=60)),
        migrations.AddField("match", "sought", models.CharField(blank=True, max_length=320)),
        migrations.AddField("player", "erased_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("result", "fewest", models.IntegerField(null=True)),
        migrations.AddField("result", "most", models.IntegerField(null=True)),
        migrations.AddIndex("match", models.Index(fields=["circle", "-played_on"], name="match_by_evening")),
        migrations.CreateModel(
            "PlayerMerge",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seats", models.JSONField()),
                ("at", models.DateTimeField(default=timezone.now)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey("scores.phone", SET_NULL, null=True, related_name="player_merges")),
                ("emptied", models.ForeignKey("scores.player", CASCADE, related_name="mergers")),
                ("kept", models.ForeignKey("scores.player", CASCADE, related_name="merges")),
            ],
            {
                "ordering": ("-pk",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("emptied",), condition=models.Q(undone_at=None), name="merge_of_player_once"
                    )
                ],
            },
        ),
    ]
