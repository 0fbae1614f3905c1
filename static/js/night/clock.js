// The time that is left of a round, as the desk and the screen of the hall write it: 12:05.

export const clockText = (/** @type {number} */ seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
