from django.db import migrations, models


class Migration(migrations.Migration):
    """A night may have a day on which it is to be played, and a time."""

    dependencies = [("scores", "0041_sum_all_columns_for_the_league")]

    operations = [
        migrations.AddField(
            model_name="night",
            name="starts_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="night",
            name="starts_at",
            field=models.TimeField(blank=True, null=True),
        ),
    ]
