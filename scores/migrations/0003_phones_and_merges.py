from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("scores", "0002_match_version")]

    operations = [
        migrations.AddField("grant", "by_link", models.BooleanField(default=False)),
        migrations.AddField("grant", "name", models.CharField(blank=True, max_length=40)),
        migrations.AddField("phone", "seen_on", models.DateField(default=timezone.localdate)),
        migrations.CreateModel(
            "Merge",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("called", models.CharField(max_length=200)),
                ("moved", models.JSONField()),
                ("at", models.DateTimeField(default=timezone.now)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey("scores.phone", SET_NULL, null=True, related_name="merges")),
                ("emptied", models.ForeignKey("scores.circle", CASCADE, related_name="mergers")),
                ("kept", models.ForeignKey("scores.circle", CASCADE, related_name="merges")),
            ],
            {
                "ordering": ("-pk",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("emptied",), condition=models.Q(undone_at=None), name="merge_of_circle_once"
                    )
                ],
            },
        ),
    ]
