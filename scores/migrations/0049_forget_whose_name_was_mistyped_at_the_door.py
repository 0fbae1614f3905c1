from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0048_know_which_results_a_night_overruled")]

    operations = [
        migrations.AddField("player", "is_gone", models.BooleanField(default=False)),
    ]
