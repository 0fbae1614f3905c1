// The standings follow the night by themselves.

import { part } from "../dom.js";
import { follow } from "./follow.js";

follow("#live", (isOld) => {
  if (isOld) part("#live").dispatchEvent(new Event("changed"));
});
