/**
 * What an answer made of a work, and the longest part of it, from 0 to 1, in which the event loop turned for nobody
 * else. A share instead of a count of beats: neither a fast machine nor a slow one changes it.
 */
export async function heard<T>(work: () => Promise<T>): Promise<{ value: T; silence: number }> {
  const started = performance.now();
  let last = started;
  let longest = 0;
  const beat = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const heart = setInterval(beat, 5);
  try {
    const value = await work();
    beat();
    return { value, silence: longest / (last - started) };
  } finally {
    clearInterval(heart);
  }
}
