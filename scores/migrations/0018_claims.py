from django.db import migrations, models
from django.db.models import CASCADE
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("scores", "0017_points_and_busts_of_results")]

    operations = [
        migrations.CreateModel(
            "Claim",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=timezone.now)),
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="claims")),
                ("player", models.ForeignKey("scores.player", CASCADE, related_name="claims")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("phone", "player"), name="claim_of_phone_once")]},
        ),
    ]
