/** Agents in processes of their own (child.ts) that tests kill, and start again on the same data. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildOptions } from './child.ts';
import { FAKE_BOOT_ID } from './fakeDeps.ts';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
/** Only a defect takes this long, however busy the machine is. */
const PATIENCE_MS = 60_000;

/** What a call of the agent answers as `data`. */
export type Data = Record<string, unknown>;

export interface Child {
  get(path: string): Promise<Data>;
  post(path: string, body: unknown): Promise<Data>;
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>;
}

const kills = new Set<() => void>();

/** For `test.after.each`: a test that fails must leave no agent behind. */
export function killAll(): void {
  for (const kill of kills) kill();
  kills.clear();
}

/** Resolves once it answers; `program` is the child.ts of another checkout. */
export function startChild(options: ChildOptions, program = CHILD): Promise<Child> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  kills.add(() => child.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the agent ended with ${code}`)));
    child.stdout.once('data', (data: Buffer) => {
      const base = `http://127.0.0.1:${String(data).trim()}`;
      const call = async (path: string, init: RequestInit): Promise<Data> =>
        ((await (await fetch(base + path, init)).json()) as { data: Data }).data;
      const headers = { 'content-type': 'application/json' };
      resolve({
        get: (path) => call(path, {}),
        post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body), headers }),
        async kill() {
          child.kill('SIGKILL');
          await gone;
        },
      });
    });
  });
}

/** The host of such an agent: its options, how often `script` ran (it says so itself), and its end. */
export function childHost(script: string) {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-crash-'));
  const dbFile = join(dir, 'db');
  writeFileSync(dbFile, 'jq:amd64=1.0\n');
  const options: ChildOptions = {
    dataDir: join(dir, 'data'),
    dbFile,
    script: script.replaceAll('"$0', `"${dbFile}`),
    bootId: FAKE_BOOT_ID,
    packages: { 'jq:amd64': { version: '1.0', available: '1.1' } },
  };
  const runs = (): number => readFileSync(`${dbFile}.runs`, 'utf8').trim().split('\n').length;
  // A transaction that still runs may write its last file at this moment.
  const cleanUp = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  return { options, runs, cleanUp };
}

export async function until(child: Child, jobId: unknown, check: (job: Data) => boolean): Promise<Data> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ;) {
    const job = await child.get(`/api/v1/jobs/${jobId}`);
    if (check(job)) return job;
    if (Date.now() > giveUpAt) throw new Error(`in vain, the job is ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const ended = (job: Data): boolean => job['completed_at'] !== null;
export const logsOf = (job: Data) => job['logs'] as { seq: number; stream: string; text: string }[];
