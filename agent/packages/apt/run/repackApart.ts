import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson, writeAtomic } from '#agent/files/atomic.ts';
import { selfArgv } from '#agent/process/self.ts';
import type { JobEnv } from '../../backend.ts';
import { createContext } from '../../shared/context.ts';
import type { RepackRequest } from './repack.ts';
import { repack } from './repack.ts';
import { runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/**
 * The result of one request: `missing` as {@link repack} returns it; null, with the reason in `error`, where it
 * failed.
 */
export interface RepackResult {
  missing: string[] | null;
  error: string | null;
}

/** The first word of the agent's command line that does this work. */
export const repackWord = 'repack';

/**
 * Rebuilds packages as a step of its own, outside the agent's unit: that unit sees the host's files through another
 * mount, where they cannot be hard-linked, and it may not make setuid files. Returns the results in the order of the
 * requests; one that fails does not throw.
 */
export async function repackApart(
  context: AptContext,
  env: JobEnv,
  requests: readonly RepackRequest[],
): Promise<RepackResult[]> {
  if (requests.length === 0) return [];
  const text = JSON.stringify(requests);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = path.join(env.dir, `repack-${name}.json`);
  await writeAtomic(file, text);
  const { exitCode, outputTail } = await runApart(context, env, repackWord, [
    ...selfArgv(),
    repackWord,
    file,
  ]);
  const found = await readJson(resultFile(file)).catch(() => null);
  if (exitCode === 0 && Array.isArray(found)) return found as RepackResult[];
  const error = outputTail.trim().split('\n').at(-1) || `it ended with ${exitCode}`;
  return requests.map(() => ({ missing: null, error }));
}

/** The work of that step: rebuilds what the file asks for and writes the results beside it. */
export async function repackCommand(file: string): Promise<void> {
  const requests = JSON.parse(await readFile(file, 'utf8')) as RepackRequest[];
  const context = createContext({ kernelRelease: '', stashDir: '', privileged: true });
  const results: RepackResult[] = [];
  for (const request of requests) {
    results.push(
      await repack(context, request).then(
        ({ missing }) => ({ missing, error: null }),
        (error: unknown) => ({ missing: null, error: String(error) }),
      ),
    );
  }
  await writeAtomic(resultFile(file), JSON.stringify(results));
}

const resultFile = (file: string) => `${file}.done`;
