"""Everything that gives a phone a right is in one list, which every way to lose a right asks."""

from django.apps import apps

from scores.core.access import phones
from scores.models import Phone

# Tables and columns that name a phone and give it no right
NO_RIGHT = {
    "accountentry.by": "who said that something was paid",
    "claim.phone": "who holds it",
    "entry.by": "who wrote a line",
    "keptfile.phone": "a file of its own before its import",
    "merge.by": "who merged two circles",
    "playermerge.by": "who merged two players",
    "rounddraft.by": "who changed the draft of a round",
    "nightentry.by": "who organised",
    "sitting.coming": "who answered the call of a table",
    "typedcode_used_by.phone": "it has the link already: the code is worth less to it",
}


def columns_with_a_phone():
    models = apps.get_app_config("scores").get_models(include_auto_created=True)
    fields = [
        (model, field) for model in models for field in model._meta.concrete_fields
    ]
    return {
        f"{model._meta.model_name}.{field.name}"
        for model, field in fields
        if field.related_model is Phone
    }


def test_each_table_that_names_a_phone_gives_it_a_right_in_the_list_or_none():
    given = {
        f"{model._meta.model_name}.phone"
        for source in phones.every_source()
        for model in source.models
    }
    assert sorted([*given, *NO_RIGHT]) == sorted(columns_with_a_phone())
