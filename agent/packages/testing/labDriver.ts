/**
 * Drives the backend inside a lab host: `node labDriver.ts '{"call":"listPatches","args":[]}'` prints
 * `{"value":…}` or `{"error":{code,message,details}}` as its last line. For tests only.
 */
import { AppError } from '../../../server/shared/wire/appError.ts';
import type { PackageBackend, PlanEntry } from '../backend.ts';
import { detectBackend } from '../detect.ts';
import { createTestEnv } from './testEnv.ts';

interface DriverCall {
  call: keyof PackageBackend;
  args?: unknown[];
  /** Instead of `args`: one call for each; the value is a list of error codes, null for success. */
  batch?: unknown[][];
  /** Name of the job for calls that take a JobEnv; the same name resumes it. */
  job?: string;
  /** Ends the driver with SIGKILL when the job reports this step or saved phase. */
  dieAt?: string;
  timeLimitMs?: number;
  fetchLimitMs?: number;
  smallDownloadBytes?: number;
  kernelRelease?: string;
  privileged?: boolean;
  cancelAtSafePoint?: boolean;
  stash?: boolean;
  keptArchiveBytes?: number;
}

const dataDir = '/var/lib/fleetmend-test';

async function main(): Promise<unknown> {
  const input = JSON.parse(process.argv[2] ?? '{}') as DriverCall;
  const { call, args = [], job, kernelRelease = '6.1.0-90-lab', privileged = true } = input;
  const { fetchLimitMs, timeLimitMs, smallDownloadBytes, keptArchiveBytes, stash = true } = input;
  const stashDir = `${dataDir}/stash`;
  const backend = detectBackend({
    kernelRelease,
    stashDir,
    stash,
    privileged,
    ...(timeLimitMs && { timeLimitMs }),
    ...(fetchLimitMs && { fetchLimitMs }),
    ...(smallDownloadBytes !== undefined && { smallDownloadBytes }),
    ...(keptArchiveBytes !== undefined && { keptArchiveBytes }),
  });
  const env = job === undefined ? null : await createTestEnv(`${dataDir}/journal/${job}`, input);
  const method = backend[call] as (...parameters: unknown[]) => Promise<unknown>;
  if (input.batch) return Promise.all(input.batch.map((one) => codeOf(() => method(...one))));
  const parameters = args.map((argument) => (argument === '$env' ? env : withInterrupted(argument)));
  const value = await method(...parameters);
  const shown = value instanceof Map ? Object.fromEntries(value) : value;
  return env ? { result: shown, ...env.report() } : shown;
}

/** `interrupted` of RunOptions comes as the entries themselves. */
function withInterrupted(argument: unknown): unknown {
  const { interrupted } = (argument ?? {}) as { interrupted?: PlanEntry[] };
  return interrupted ? { ...(argument as object), interrupted: async () => interrupted } : argument;
}

async function codeOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act();
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

try {
  console.log(JSON.stringify({ value: await main() }));
} catch (error) {
  if (!(error instanceof AppError)) console.error(error);
  const { code, details } = error instanceof AppError ? error : { code: 'CRASH', details: undefined };
  console.log(JSON.stringify({ error: { code, message: String(error), details } }));
}
