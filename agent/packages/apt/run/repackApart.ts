import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSea } from 'node:sea';
import { readJson, writeAtomic } from '../../../files/atomic.ts';
import type { JobEnv } from '../../backend.ts';
import { createContext } from '../../shared/context.ts';
import type { RepackRequest } from './repack.ts';
import { repack } from './repack.ts';
import { runApart } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** What became of one request: `missing` as {@link repack} has it; null, with the reason, where it failed. */
export interface RepackResult {
  missing: string[] | null;
  error: string | null;
}

/** The first word of this agent's own command line that does this work. */
export const repackWord = 'repack';

/**
 * Rebuilds packages as a step of its own, apart from the agent: its unit sees the host's files through another mount, to
 * which nothing can be linked, and may make no setuid file. Answers in the order of the requests; never throws for one
 * of them.
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

/** What the step itself does: rebuilds what the file asks for, and writes beside it what became of each. */
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

/** How this very program is started once more: as one executable, or by Node from its sources. */
function selfArgv(): string[] {
  if (isSea()) return [process.execPath];
  return [process.execPath, path.join(import.meta.dirname, '../../..', 'main.ts')];
}
