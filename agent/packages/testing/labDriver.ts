/**
 * Drives the backend inside a lab host: `node labDriver.ts '{"call":"listPatches","args":[]}'` prints
 * `{"value":…}` or `{"error":{code,message,details}}` as its last line. For tests only.
 */
import { AppError } from '#server/shared/wire/appError.ts';
import { runCommand } from '../../process/command.ts';
import type { PackageBackend, PlanEntry, Reversibility } from '../backend.ts';
import { detectBackend } from '../detect.ts';
import { createTestEnv } from './testEnv.ts';

interface DriverCall {
  call: keyof PackageBackend;
  args?: unknown[];
  /** Instead of `args`: one call for each element; the value is a list of error codes, null for success. */
  batch?: unknown[][];
  /** Instead of `call`: several calls in this process, one after the other; the value lists their answers. */
  steps?: DriverStep[];
  /** Name of the job, for calls that take a JobEnv; the same name resumes it. */
  job?: string;
  /** Kills the driver with SIGKILL when the job reports this step or saved phase. */
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

/** A call of the backend, or a command that a person runs in between. */
export type DriverStep = { call: keyof PackageBackend; args?: unknown[] } | { byHand: string[] };

/**
 * The result of a step, and the programs that the backend started for it, by the first words of their command lines.
 */
export interface DriverAnswer {
  value: unknown;
  asked: string[];
}

const dataDir = '/var/lib/fleetmend-test';
const byHandEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LC_ALL: 'C',
};

async function main(): Promise<unknown> {
  const input = JSON.parse(process.argv[2] ?? '{}') as DriverCall;
  const { call, args = [], job, kernelRelease = '6.1.0-90-lab', privileged = true } = input;
  const { fetchLimitMs, timeLimitMs, smallDownloadBytes, keptArchiveBytes, stash = true } = input;
  const stashDir = `${dataDir}/stash`;
  const asked: string[] = [];
  const backend = detectBackend({
    run: (argv, options) => {
      asked.push(argv.join(' '));
      return runCommand(argv, options);
    },
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
  if (input.steps) return takeSteps(backend, input.steps, asked);
  if (input.batch) return Promise.all(input.batch.map((one) => codeOf(() => method(...one))));
  const parameters = args.map((argument) => (argument === '$env' ? env : withAnswers(argument)));
  const value = await method(...parameters);
  const shown = value instanceof Map ? Object.fromEntries(value) : value;
  return env ? { result: shown, ...env.report() } : shown;
}

async function takeSteps(
  backend: PackageBackend,
  steps: readonly DriverStep[],
  asked: string[],
): Promise<DriverAnswer[]> {
  const answers: DriverAnswer[] = [];
  for (const step of steps) {
    asked.length = 0;
    if ('byHand' in step) {
      const { exitCode, stdout, stderr } = await runCommand(step.byHand, {
        env: byHandEnv,
        timeoutMs: 60_000,
      });
      if (exitCode !== 0)
        throw new Error(`${step.byHand.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`);
      answers.push({ value: null, asked: [] });
      continue;
    }
    const method = backend[step.call] as (...parameters: unknown[]) => Promise<unknown>;
    const value = await method(...(step.args ?? []));
    answers.push({ value: structuredClone(value), asked: [...asked] });
  }
  return answers;
}

/** What RunOptions asks for by functions is passed as the values themselves. */
function withAnswers(argument: unknown): unknown {
  const { interrupted, promised } = (argument ?? {}) as {
    interrupted?: PlanEntry[];
    promised?: Reversibility;
  };
  if (!interrupted && !promised) return argument;
  return {
    ...(argument as object),
    ...(interrupted && { interrupted: async () => interrupted }),
    ...(promised && { promised: async () => promised }),
  };
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
