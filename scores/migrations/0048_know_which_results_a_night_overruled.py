from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0047_count_again_who_won_past_the_limit")]

    operations = [
        migrations.AddField("sitting", "is_overruled", models.BooleanField(default=False)),
    ]
