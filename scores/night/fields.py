"""Fields and buttons of the forms of a night: bounds of numbers; what each pays, and what the ranks win."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from rules.night.bounds import PRICES, PRIZES
from rules.night.prizes import HUNDRED
from rules.numbers import whole_number
from scores.core.house_rules.option_fields import AmountField
from scores.core.notation.numbers import amount, money, parsed_cents
from scores.fields import WholeField
from scores.night.models import Plan


def act_and_number(request: HttpRequest) -> tuple[str, int]:
    """What a button says: `paid 17`; 0 without a number."""
    act, _space, typed = request.POST.get("do", "").partition(" ")
    return act, whole_number(typed) or 0


class BoundedField(WholeField):
    """One that says its bounds where they are not kept."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(min_value=low, max_value=high, **options)
        # the keys of a number have no minus
        self.widget.attrs |= {"inputmode": "numeric"} if low >= 0 else {}

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except ValidationError:
            bounds = {"low": self.min_value, "high": self.max_value}
            error = _("Un número entero de %(low)s a %(high)s.") % bounds
            raise ValidationError(error) from None


class FeeField(AmountField):
    most = PRICES.high


def typed_money(plan: Plan) -> dict[str, str]:
    """The money of a plan as it is typed."""
    prizes = " ".join(
        str(each) if plan.by_share else amount(each) for each in plan.prizes
    )
    return {
        "fee": amount(plan.fee) if plan.fee else "",
        "prizes": prizes,
        "by_share": "1" if plan.by_share else "",
    }


class MoneyFields(forms.Form):
    """`prizes` are cleaned to numbers: hundredths, or with `by_share` parts of a hundred."""

    fee = FeeField(
        required=False,
        label=gettext_lazy("Lo que paga cada uno"),
        help_text=gettext_lazy("En blanco, nada."),
        widget=forms.TextInput({"inputmode": "decimal"}),
    )
    prizes = forms.CharField(
        required=False,
        max_length=200,
        label=gettext_lazy("Premios"),
        help_text=gettext_lazy(
            "Del primero al último, separados por espacios: 50 30 20."
        ),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    by_share = forms.TypedChoiceField(
        choices=[
            ("1", gettext_lazy("por ciento del bote")),
            ("", gettext_lazy("cantidades")),
        ],
        coerce=bool,
        required=False,
        empty_value=False,
        label=gettext_lazy("Los premios son"),
    )
    club_adds = forms.BooleanField(
        required=False, label=gettext_lazy("Lo que falte lo pone el club")
    )
    currency = ""
    is_too_much = False

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        by_share = data.get("by_share")
        comma = "," if by_share else ", "  # in an amount it may be that of the cents
        typed = data.get("prizes", "").replace(";", " ").replace(comma, " ").split()
        read = whole_number if by_share else parsed_cents
        prizes: list[Any] = [*map(read, typed)]
        if (
            None in prizes
            or not PRIZES.holds(len(prizes))
            or not all(map(PRICES.holds, prizes))
        ):
            self.add_error(
                "prizes", _("Números separados por espacios, veinte como mucho.")
            )
        elif by_share and sum(prizes) > HUNDRED:
            self.add_error("prizes", _("Las partes pasan de cien."))
        data["prizes"] = tuple(prizes)
        data["fee"] = data.get("fee") or 0
        if not self.errors and not by_share and not data["club_adds"]:
            self._compare_with_pot(sum(prizes))

    def pot_to_come(self, fee: int) -> int:
        """What will be in the pot with that fee."""
        raise NotImplementedError

    def _compare_with_pot(self, promised: int) -> None:
        """Whoever promises more than there will be says that the club adds to it, once."""
        coming = self.pot_to_come(self.cleaned_data["fee"])
        if promised > coming and not {"fee", "prizes"}.isdisjoint(self.changed_data):
            facts = {
                "promised": money(promised, self.currency),
                "coming": money(coming, self.currency),
            }
            self.add_error(
                "prizes",
                _("Los premios suman %(promised)s, y en el bote habrá %(coming)s.")
                % facts,
            )
            self.is_too_much = True
