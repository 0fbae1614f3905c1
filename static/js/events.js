// The events by which the scripts of a page tell each other what happened, all on `document`, and what each carries.

/** @typedef {{
 *   "version": string,
 *   "engine": null,
 *   "waiting": null,
 *   "hands": null,
 *   "board:shown": {hadFocus: boolean},
 *   "board:drawn": Document,
 *   "board:news": Element,
 *   "below:wanted": {address: string, html: Promise<string> | null},
 *   "below:shown": null,
 *   "hand:moved": null,
 *   "hand:stored": null,
 *   "hand:failed": "waits" | "failed" | "unstored" | "stopped",
 *   "check:drawn": null,
 * }} Events
 *
 * version      our server answered; the version of its app
 * engine       the engine in the phone runs
 * waiting      a hand that got no answer waits in its form, or waits no longer
 * hands        the lines of an older version have changed
 * board:shown  another board is in the page; whether the focus was in the one before
 * board:drawn  a page with a board that the engine drew
 * board:news   a newer board of the server. Whoever does not want it shown prevents the default
 * below:wanted the HTML of that page of the match is wanted, in which `main` is below the fold. The engine sets `html`
 * below:shown  what is below the fold is there, or there anew
 * hand:moved   the form is for another hand
 * hand:stored  the hand of the form waits as a line
 * hand:failed  nothing was saved, and the form says why: in that data attribute of the board
 * check:drawn  the engine has drawn the answer of the checker
 */

/** Whether nobody has prevented the default.
 * @template {keyof Events} Name @param {Name} name @param {Events[Name]} [detail] */
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

/** @template {keyof Events} Name @param {Name} name @param {(detail: Events[Name], event: CustomEvent) => void} act */
export const on = (name, act) => document.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail, /** @type {CustomEvent} */ (event)));
