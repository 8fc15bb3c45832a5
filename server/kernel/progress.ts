/** What a line is written to: a part of `process.stderr`. */
interface Out {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** How often a terminal's line changes, and how often a pipe gets one. */
const REDRAWN_MS = 200;
const TOLD_MS = 5_000;
const ERASE = '\r\u001B[K';

/**
 * Does long work of a command, which tells how far it is: on a terminal in one line that changes and is gone in the end,
 * elsewhere in a line every few seconds. Tell as often as you like, and never on the standard output: that is for results.
 */
export async function withProgress<T>(
  work: (tell: (text: string) => void) => Promise<T>,
  { out = process.stderr, nowMs = () => performance.now() }: { out?: Out; nowMs?: () => number } = {},
): Promise<T> {
  const isTerminal = out.isTTY === true;
  let lastMs = nowMs();
  let isShown = false;
  try {
    return await work((text) => {
      if (nowMs() - lastMs < (isTerminal ? REDRAWN_MS : TOLD_MS)) return;
      lastMs = nowMs();
      isShown = true;
      // A line that wraps could not be erased.
      out.write(isTerminal ? `${ERASE}${text.slice(0, (out.columns || 80) - 1)}` : `${text}\n`);
    });
  } finally {
    if (isTerminal && isShown) out.write(ERASE);
  }
}
