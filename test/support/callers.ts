import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/** Calls at once; each goes on until the end. */
const CALLERS = 4;
const PAUSE_MS = 20;
const CALL_MS = 60_000;

export interface Calls {
  answered: number;
  failed: string[];
  longestMs: number;
}

/** Calls over and over, each over a connection of its own, as somebody does who notices a refused connection. */
export function callOverAndOver(url: string): { end(): Promise<Calls> } {
  const calls: Calls = { answered: 0, failed: [], longestMs: 0 };
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const startedMs = performance.now();
      try {
        const status = await statusOf(url);
        calls.answered += 1;
        if (status >= 300) calls.failed.push(String(status));
      } catch (error) {
        calls.failed.push((error as NodeJS.ErrnoException).code ?? String(error));
      }
      calls.longestMs = Math.max(calls.longestMs, performance.now() - startedMs);
      await sleep(PAUSE_MS);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(callers);
      return calls;
    },
  };
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, rejectUnauthorized: false, timeout: CALL_MS } as const;
    const asked = https.get(url, options, (res) => {
      res
        .resume()
        .on('end', () => resolve(res.statusCode ?? 0))
        .on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in a minute'))).on('error', reject);
  });
}
