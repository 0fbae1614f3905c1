// The page that says what a file would add. A file with the matches of this browser counts as brought once the user wants it. Where
// several were shared, the page that imports follows, with the next one.

import { onPart, part } from "../dom.js";
import { confirm } from "../without_server/move_in.js";
import { isMoreShared } from "./shared_file.js";

if (part("form.sheetlike")) onPart("submit", "form.sheetlike", confirm);
else confirm(); // all of it is there already

if (await isMoreShared()) {
  part(".ways a").href = location.pathname;
  part("[name=more]")?.setAttribute("value", "yes");
}
