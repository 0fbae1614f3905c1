"""What large letters do to a page: words that are cut, and words that are broken although a line has room."""

USUAL = 16
TWICE = 32
# Words and numbers outside of the screen or of a box that cuts them, and broken ones of up to ten letters.
# What may end in "…" is not cut; the box of a letter is a seventh higher than what is drawn.
# Not asked: addresses, names over narrow columns, and the big board, whose sizes follow the screen.
CUT = r"""(root) => {
  const screen = { left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity };
  const isIn = (word, box) => word.left >= box.left - 1 && word.right <= box.right + 1
    && word.top >= box.top - word.height / 7 && word.bottom <= box.bottom + word.height / 7;
  const texts = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
  const wrong = [];
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    const isSeen = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const others = "svg, textarea, .print, :is(.duel, .paper) thead, .wide :is(.name, .note, .line)";
    const isOther = parent.closest(others);
    if (!isSeen || isOther || parent.matches(".url") || /:\d{4}/.test(data)) continue;
    const around = [];
    for (let box = parent; box !== document.body; box = box.parentElement) around.push(box);
    const some = (is) => around.some((box) => is(getComputedStyle(box)));
    if (some(({ clipPath }) => clipPath !== "none")) continue;
    const mayEnd = some((style) => style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis");
    const cutting = around.filter((box) => /hidden|clip/.test(getComputedStyle(box).overflowY));
    const boxes = cutting.map((box) => box.getBoundingClientRect());
    if (!some(({ overflowX }) => overflowX === "auto")) boxes.push(screen);
    for (const { 0: word, index } of data.matchAll(/[^\s/·–<>-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width);
      const lines = new Set(parts.map(({ top }) => Math.round(top / 8))).size;
      const isBroken = lines > 1 && word.length < 11 && !/[\u2e80-\uffff]/.test(word);
      const isCut = !mayEnd && parts.some((part) => boxes.some((box) => !isIn(part, box)));
      const what = isCut ? "cut" : isBroken && "broken";
      if (what) wrong.push(`${what}: ${word} in ${parent.outerHTML.slice(0, 60)}`);
    }
  }
  const fields = [...document.querySelectorAll(".points input")].filter((one) => one.checkVisibility());
  return [...wrong, ...fields.filter((one) => one.scrollWidth > one.clientWidth + 1).map(({ name }) => name)];
}"""


def cut(page, sizes, root="main"):
    """What is cut or broken in each size: width, height and the browser's font size, all in pixels."""
    session = page.context.new_cdp_session(page)
    found = []
    before = page.viewport_size
    for width, height, letters in sizes:
        page.set_viewport_size({"width": width, "height": height})
        session.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        found += [
            f"{width}×{height}, {letters} px: {wrong}"
            for wrong in page.evaluate(CUT, root)
        ]
    session.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL}})
    session.detach()
    page.set_viewport_size(before)
    return found
