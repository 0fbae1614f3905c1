import unicodedata

from django.db import migrations


def folded(text):
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in letters if unicodedata.category(one) != "Mn").casefold()


def fill(apps, schema_editor):
    """Matches of before had no place and no note; some have rules with a name."""
    matches = apps.get_model("scores", "Match").objects.using(schema_editor.connection.alias)
    named = matches.exclude(rules_name="").order_by().values_list("rules_name", flat=True).distinct()
    for name in list(named):
        matches.filter(rules_name=name, place="", note="").update(sought=folded(f"\n\n{name}")[:320])


class Migration(migrations.Migration):
    dependencies = [("scores", "0007_ratings")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
