import django.utils.timezone
from django.db import migrations, models
from django.db.models import CASCADE


class Migration(migrations.Migration):
    dependencies = [("scores", "0019_codes_once_per_phone")]

    operations = [
        migrations.CreateModel(
            "PaperKey",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("phone", models.OneToOneField("scores.phone", CASCADE, related_name="paper_key")),
            ],
        ),
    ]
