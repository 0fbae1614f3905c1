// Delta debugging: the shortest list of choices found that still fails in the same way.

export async function shrunk(choices, fails, mostTries = 400) {
  let [kept, size, tries] = [choices, Math.ceil(choices.length / 2), 0];
  while (size >= 1) {
    let isShorter = false;
    for (let at = 0; at < kept.length; ) {
      if (++tries > mostTries) return kept;
      const shorter = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await fails(shorter)) [kept, isShorter] = [shorter, true];
      else at += size;
    }
    if (size === 1 && !isShorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return kept;
}
