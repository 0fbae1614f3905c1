from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0015_money_in_cents")]

    operations = [
        migrations.AddField("player", "chosen_colour", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("player", "emoji", models.CharField(blank=True, max_length=8)),
    ]
