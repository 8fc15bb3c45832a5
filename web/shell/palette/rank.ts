/**
 * How well a text fits what somebody typed, higher is better; null: not at all. Each word typed must be in it; the
 * beginning of a word counts more than its middle, and the beginning of the text most.
 */
export function rank(text: string, typed: string): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hay = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = hay.indexOf(word);
    if (at < 0) return null;
    const startsWord =
      at === 0 ||
      [...hay.matchAll(/[^\p{L}\p{N}]+/gu)].some((gap) => hay.startsWith(word, gap.index + gap[0].length));
    sum += at === 0 ? 3 : startsWord ? 2 : 1;
  }
  return sum;
}

/** The items that fit, the best first; equals keep their order. */
export function ranked<T>(items: readonly T[], typed: string, textOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, score: rank(textOf(item), typed) }))
    .filter((one): one is { item: T; score: number } => one.score !== null)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
