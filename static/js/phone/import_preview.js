// The page that says what a file would add. A file with the matches of this browser counts as brought once the user wants it.

import "../offline/connection.js";
import { onPart, part } from "../dom.js";
import { confirm } from "../without_server/move_in.js";

if (part("form.sheetlike")) onPart("submit", "form.sheetlike", confirm);
else confirm(); // all of it is there already
