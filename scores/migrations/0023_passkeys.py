import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0022_vouchings")]

    operations = [
        migrations.CreateModel(
            "Passkey",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("credential", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.PositiveBigIntegerField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_on", models.DateField(blank=True, null=True)),
                (
                    "phone",
                    models.ForeignKey(
                        "scores.phone", django.db.models.deletion.CASCADE, related_name="passkeys"
                    ),
                ),
            ],
        ),
    ]
