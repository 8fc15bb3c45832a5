/** How many keys are remembered; beyond that all are forgotten, and told of once more. */
const MAX_KEYS = 1_000;

/**
 * For lines of a log that would repeat themselves and fill a disk: the returned function gives, for a key that was not
 * told of within `ms` milliseconds, how often it came untold since then (0: never), and null while it stays untold. The
 * time is that of a clock that nobody sets.
 */
export function logThrottle(
  ms: number,
  nowMs: () => number = () => performance.now(),
): (key: string) => number | null {
  const known = new Map<string, { toldMs: number; untold: number }>();
  return (key) => {
    const former = known.get(key);
    if (former && nowMs() - former.toldMs < ms) {
      former.untold += 1;
      return null;
    }
    if (known.size >= MAX_KEYS) known.clear();
    known.set(key, { toldMs: nowMs(), untold: 0 });
    return former?.untold ?? 0;
  };
}
