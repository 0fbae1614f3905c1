// What the form of a new match keeps when it comes from the five questions.

const NO_RULE = /^(name_.*|places|circle|dealer|deal_direction|currency|place|note|played_on)$/;

/** The rules that the answers led to hold, whatever was stored before: of that only who plays, where and when. */
export function withAnswers(/** @type {Pairs} */ answered, /** @type {Pairs} */ stored) {
  return [...answered, ...stored.filter(([name]) => NO_RULE.test(name))];
}
