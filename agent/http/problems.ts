import { access, constants } from 'node:fs/promises';
import type { AgentDeps } from '../deps.ts';
import { clockOff } from '../../server/shared/clockOff.ts';
import type { Clock, ClockAgreement } from '../clock.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import type { Lists } from './lists.ts';
import type { Journal } from '../journal/journal.ts';
import { brokenSentence } from '../packages/shared/broken.ts';
import { sourceSentence } from '../packages/shared/sources/state.ts';
import { diskErrorCode } from '../files/atomic.ts';
import { diskSpace } from '../host/facts.ts';
import type { Tasks } from '../jobs/tasks.ts';

/** With less free space, even the journal will soon fail. */
const LOW_DISK_BYTES = 64 * 1024 * 1024;
/** Lists this many refresh intervals old are a problem: the agent's own refreshes must have failed. */
const STALE_INTERVALS = 4;
const SHOWN_SOURCES = 20;

export interface ProblemDeps extends Pick<AgentDeps, 'backend' | 'dataDir' | 'problems'> {
  clock: Clock;
  journal: Journal;
  tasks: Tasks;
  lists: Pick<Lists, 'problems'>;
  refreshAfterMs: number;
  agreement: Pick<ClockAgreement, 'offMs'>;
}

/** The problems that limit the agent's service; starts no process. */
export function collectProblems(deps: ProblemDeps): () => Promise<HealthProblem[]> {
  return async () => {
    const own = deps.tasks.problems();
    const broken = own.length > 0 ? [] : await brokenPackages(deps);
    return [
      ...privilege(deps),
      ...own,
      ...broken,
      ...(await brokenDependencies(deps)),
      ...(await keptKernels(deps)),
      ...deps.lists.problems(),
      ...(await sourceProblems(deps)),
      ...deps.journal.problems(),
      ...(await readOnlyData(deps)),
      ...(await lowDisk(deps)),
      ...clocks(deps),
      ...(deps.problems?.() ?? []),
    ];
  };
}

function privilege({ backend }: ProblemDeps): HealthProblem[] {
  if (backend.privileged) return [];
  return [
    {
      code: 'NOT_PRIVILEGED',
      message:
        'The agent does not run as root, or its setting read_only is on; it lists packages and refuses changes.',
    },
  ];
}

/** While any package manager works, ours or another, what it has half done is not broken. */
async function atRest<T>({ backend, tasks }: ProblemDeps, read: () => Promise<T[]>): Promise<T[]> {
  const isAtWork = async () => tasks.inTransaction || (await backend.lockHeld().catch(() => null)) !== null;
  const first = await read();
  if (first.length === 0 || (await isAtWork())) return [];
  // The package manager may have ended between the two checks; then the first result is outdated.
  return read();
}

async function brokenPackages(deps: ProblemDeps): Promise<HealthProblem[]> {
  const read = () => deps.backend.problems().catch(() => ['The package database cannot be read.']);
  const messages = await atRest(deps, read);
  return messages.map((message) => ({ code: 'PACKAGES_BROKEN', message }));
}

async function brokenDependencies(deps: ProblemDeps): Promise<HealthProblem[]> {
  const broken = await atRest(deps, () => deps.backend.brokenDependencies().catch(() => []));
  return broken.length === 0 ? [] : [{ code: 'DEPENDENCIES_BROKEN', message: brokenSentence(broken) }];
}

async function keptKernels({ backend }: ProblemDeps): Promise<HealthProblem[]> {
  const message = await backend.kernelsKept?.().catch(() => null);
  return message ? [{ code: 'KERNELS_KEPT', message }] : [];
}

/** Each failing source is a problem by its name; old lists are one problem for all. */
async function sourceProblems(deps: ProblemDeps): Promise<HealthProblem[]> {
  const failed = await deps.backend.failedSources().catch(() => []);
  const sources = failed.slice(0, SHOWN_SOURCES).map((source): HealthProblem => {
    return { code: 'SOURCE_FAILED', message: sourceSentence(source) };
  });
  return [...(await staleLists(deps, failed.length > 0)), ...sources];
}

async function staleLists(
  { backend, clock, journal, refreshAfterMs }: ProblemDeps,
  sourcesTold: boolean,
): Promise<HealthProblem[]> {
  const last = journal.summaries().find((job) => job.operation === 'refresh' && job.completedAt !== null);
  if (last?.status === 'failed' && !sourcesTold) {
    const why = (await journal.read(last.jobId))?.error?.message ?? 'its record cannot be read.';
    const message = `The last refresh of the package lists failed (job ${last.jobId}): ${why}`;
    return [{ code: 'LISTS_STALE', message }];
  }
  const refreshedAt = await backend.refreshedAt().catch(() => null);
  if (!refreshedAt || refreshAfterMs === 0 || !backend.privileged) return [];
  const ageMs = clock.now().getTime() - refreshedAt.getTime();
  if (ageMs < STALE_INTERVALS * refreshAfterMs) return [];
  return [
    {
      code: 'LISTS_STALE',
      message: `The package lists were last refreshed on ${refreshedAt.toISOString()}.`,
    },
  ];
}

function clocks({ agreement: { offMs } }: ProblemDeps): HealthProblem[] {
  if (offMs === 0) return [];
  return [{ code: 'CLOCK_SKEW', message: `This host's clock is ${clockOff(offMs)} the manager's.` }];
}

/** Found before a job fails for it: nobody may notice for days that nothing can be recorded. */
async function readOnlyData({ dataDir, journal }: ProblemDeps): Promise<HealthProblem[]> {
  if (journal.problems().some(({ code }) => code === 'READ_ONLY')) return [];
  const error: unknown = await access(dataDir, constants.W_OK).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (diskErrorCode(error) !== 'READ_ONLY') return [];
  const message = `${dataDir} is on a read-only file system: no job can be recorded, so none is begun.`;
  return [{ code: 'READ_ONLY', message }];
}

async function lowDisk({ dataDir, journal }: ProblemDeps): Promise<HealthProblem[]> {
  if (journal.problems().some(({ code }) => code === 'DISK_LOW')) return [];
  const space = await diskSpace(dataDir).catch(() => null);
  if (!space || space.freeBytes >= LOW_DISK_BYTES) return [];
  return [{ code: 'DISK_LOW', message: `Only ${space.freeBytes} bytes are free under ${dataDir}.` }];
}
