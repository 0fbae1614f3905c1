from django.db import migrations, models
from django.db.models import CASCADE
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("scores", "0004_rights_by_link")]

    operations = [
        migrations.AddField("match", "currency", models.CharField(blank=True, max_length=3)),
        migrations.AddField("match", "rules_name", models.CharField(blank=True, max_length=40)),
        migrations.CreateModel(
            "HouseRules",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("ruleset", models.JSONField()),
                ("used_at", models.DateTimeField(default=timezone.now)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="house_rules")),
            ],
            {"verbose_name_plural": "house rules", "ordering": ("-used_at", "-pk")},
        ),
    ]
