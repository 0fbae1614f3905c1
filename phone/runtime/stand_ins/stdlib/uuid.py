"""Keys of forms: the page gives a phone those that it may use, and these are never sent."""


class UUID:
    hex = ""


def uuid4() -> UUID:
    return UUID()
