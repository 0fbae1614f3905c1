from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0012_players_by_key")]

    operations = [migrations.AddField("result", "lowest_chance", models.PositiveSmallIntegerField(null=True))]
