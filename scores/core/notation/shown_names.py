"""How a name becomes something that is shown: isolated, so it turns no sentence round, and not translated.

A name that is shown is marked: `marked_name` sets it between two isolates of Unicode (U+2068, U+2069). So it
is in every sentence. Rendering a template makes an element of it that is isolated and not translated
(`in_html`). In a text that is no HTML the isolates stay where letters run from right to left, without which
they would turn the sentence round, and go everywhere else (`in_text`). Files that are read back have names as
stored.
"""

ISOLATE = "\u2068"  # the mark before a name that is shown: first strong isolate
END = "\u2069"  # the mark behind it: pop directional isolate
RIGHT_TO_LEFT = (
    (0x590, 0x8FF),
    (0xFB1D, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10800, 0x10FFF),
    (0x1E800, 0x1EFFF),
)
PART_OF_AN_ELEMENT = "_title.html"  # rendered with what it is put into
TEXTS = ("#title", ".svg", ".js")  # how the names of templates end that make no HTML
# elements without others
ONLY_TEXT = (
    "option",
    "script",
    "style",
    "text",
    "textarea",
    "title",
    "tspan",
)


def marked_name(name: str) -> str:
    """A name as sentences and templates need it: between the marks, once. No name has no marks."""
    return f"{ISOLATE}{unmarked_text(name)}{END}" if name else ""


def unmarked_text(text: str) -> str:
    """The text as it was typed or is stored."""
    return text.replace(ISOLATE, "").replace(END, "")


def letters(name: str) -> int:
    """How many letters of it are seen."""
    return len(unmarked_text(name))


def rendered_names(template: str, text: str) -> str:
    """What was rendered with that template, or with a block of it, with its names as they are shown."""
    if template.endswith(PART_OF_AN_ELEMENT):
        return text
    return in_text(text) if template.endswith(TEXTS) else in_html(text)


def in_text(text: str) -> str:
    """The text with isolates around those names that need them."""
    if ISOLATE not in text:
        return text
    first, *pieces = text.split(ISOLATE)
    shown = [first]
    for piece in pieces:
        name, _end, after = piece.partition(END)
        shown += [_isolated_name(name), after]
    return "".join(shown)


def in_html(html: str) -> str:
    """The HTML with an element around each name. Where none can be, the element that has the name is not
    translated. In an attribute the name is isolated as in a text; the value of a field is as it was typed.
    """
    if ISOLATE not in html:
        return html
    first, *pieces = html.split(ISOLATE)
    shown = [first]
    tag = _from_last_tag(first)
    for piece in pieces:
        name, _end, after = piece.partition(END)
        start, is_closed, _text = tag.partition(">")
        if "<" in name:  # a mark that somebody typed
            shown.append(name)
        elif tag and not is_closed:
            shown.append(name if _attribute(start) == "value" else _isolated_name(name))
        elif start[1:].partition(" ")[0] in ONLY_TEXT:
            shown[-1] = _mark_untranslated(shown[-1])
            shown.append(_isolated_name(name))
        else:
            shown.append(f'<bdi translate="no">{name}</bdi>')
        shown.append(after)
        tag = _from_last_tag(f"{tag}{piece}")
    return "".join(shown)


def _from_last_tag(html: str) -> str:
    return html[html.rfind("<") :] if "<" in html else ""


def _attribute(start: str) -> str:
    """The last attribute of the beginning of a tag."""
    return start.rpartition('="')[0].split()[-1]


def _mark_untranslated(html: str) -> str:
    """With `translate` in the last tag; without a tag it was for a name before."""
    start, tag_end, after = html.rpartition(">")
    return f'{start} translate="no">{after}' if tag_end else html


def _isolated_name(name: str) -> str:
    runs_left = any(
        low <= ord(char) <= high for char in name for low, high in RIGHT_TO_LEFT
    )
    return f"{ISOLATE}{name}{END}" if runs_left else name
