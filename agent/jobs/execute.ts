import { AppError } from '../../server/shared/wire/appError.ts';
import type {
  JobFailure,
  PackageBackend,
  PackageRequest,
  PlanEntry,
  Reversibility,
  RunOptions,
  TransactionResult,
} from '../packages/backend.ts';
import type { ActiveJob } from './activeJob.ts';
import { updateAgent } from '../update/agentUpdate.ts';
import type { UpdateDeps } from '../update/agentUpdate.ts';
import { changeConnection, connectionBefore } from './connection.ts';
import type { ChangesWay } from './connection.ts';
import { reboot } from './reboot.ts';
import type { RebootDeps } from './reboot.ts';
import type { JobRequest, PackageJobRequest } from '../journal/record.ts';
import { installedNames } from '../packages/shared/installedNames.ts';
import type { Saved } from '../journal/journal.ts';

export interface ExecuteDeps extends RebootDeps, Omit<UpdateDeps, 'backend'> {
  backend: PackageBackend;
  /** Absent: how this agent is reached cannot be changed. */
  ways?: (() => ChangesWay) | undefined;
  /** What the original job of a rollback saved, as stored with the rollback; null when that job changed nothing. */
  originalOf: (job: ActiveJob) => Promise<Saved | null>;
  /** The entries of that approved plan if an earlier job was interrupted while running it, else null. */
  interruptedEntries: (planHash: string) => Promise<PlanEntry[] | null>;
  /** What that plan said about a rollback; null when nobody knows any more. */
  promised: (planHash: string) => Promise<Reversibility | null>;
}

const NO_CHANGE: TransactionResult = { changes: [], failure: null, reversible: null };

/**
 * Runs the operation of the job. A failure of the host is returned; an error that is thrown is judged by
 * outcomeOfError.
 */
export function execute(job: ActiveJob, deps: ExecuteDeps): Promise<TransactionResult> {
  const request: JobRequest = job.record.request;
  switch (request.operation) {
    case 'install':
    case 'update':
    case 'remove':
    case 'patch':
      return request.dryRun ? dryRun(job, request, deps) : change(job, request, deps);
    case 'hold':
    case 'unhold':
      return hold(job, request, deps);
    case 'refresh':
      return deps.backend.refresh(job);
    case 'reboot':
      return reboot(job, request, deps);
    case 'connection':
      return changeConnection(job, request.connection, deps.ways);
    case 'rollback':
      return rollback(job, deps);
    case 'agent_update':
      return updateAgent(job, request, deps);
    default:
      return fromLater(request);
  }
}

/** A later agent has left the job in the journal, and was put back. */
function fromLater({ operation }: { operation: string }): never {
  throw new AppError('UNSUPPORTED', {
    message: `The agent of this host is older than this job, and knows no ${operation}.`,
  });
}

async function change(
  job: ActiveJob,
  request: PackageJobRequest,
  deps: ExecuteDeps,
): Promise<TransactionResult> {
  return deps.backend.run(await stillThere(request, deps.backend), job, runOptions(request, deps));
}

/**
 * The packages of an approved removal that are still installed: an interrupted job may have removed the others
 * already, and no source may know them any more. Packages that somebody else removed still end in PLAN_CHANGED.
 */
async function stillThere(
  { packages, planHash }: PackageJobRequest,
  backend: PackageBackend,
): Promise<PackageRequest> {
  if (packages.operation !== 'remove' || planHash === null) return packages;
  const installed = await installedNames(backend);
  return { ...packages, packages: packages.packages.filter(({ name }) => installed.has(name)) };
}

function runOptions(
  { planHash, maxAgeSecs, strictSources = false }: PackageJobRequest,
  { interruptedEntries, promised }: ExecuteDeps,
): RunOptions {
  if (planHash === null) return { maxAgeSecs, strictSources };
  return {
    planHash,
    maxAgeSecs: null,
    strictSources,
    interrupted: () => interruptedEntries(planHash),
    promised: () => promised(planHash),
  };
}

async function dryRun(
  job: ActiveJob,
  request: PackageJobRequest,
  deps: ExecuteDeps,
): Promise<TransactionResult> {
  const { backend } = deps;
  job.safePoint();
  const failure = await freshen(job, request, deps);
  if (failure) return { ...NO_CHANGE, failure };
  job.safePoint();
  job.progress(50, 'Resolving');
  const plan = await backend.plan(request.packages);
  await job.setPlan(plan);
  if (request.planHash && plan.planHash !== request.planHash) throw new AppError('PLAN_CHANGED');
  return NO_CHANGE;
}

/** Refreshes first, as a plan on stale lists would be refused later. Without root it uses the lists as they are. */
function freshen(job: ActiveJob, request: PackageJobRequest, deps: ExecuteDeps): Promise<JobFailure | null> {
  const { backend } = deps;
  const options = runOptions(request, deps);
  return backend.freshen(job, backend.privileged ? options : { ...options, maxAgeSecs: null });
}

async function hold(
  job: ActiveJob,
  { operation, names }: { operation: 'hold' | 'unhold'; names: string[] },
  { backend }: ExecuteDeps,
): Promise<TransactionResult> {
  const installed = [...(await backend.installedVersions()).keys()];
  const resolved = names.flatMap((name) =>
    installed.filter((key) => key === name || key.split(':')[0] === name),
  );
  job.record.packages = resolved.length > 0 ? resolved : names;
  return backend.hold(names, operation === 'hold', job);
}

async function rollback(job: ActiveJob, deps: ExecuteDeps): Promise<TransactionResult> {
  const original = await deps.originalOf(job);
  if (original === null) return NO_CHANGE;
  const connection = connectionBefore(original);
  if (connection !== null) return changeConnection(job, connection, deps.ways);
  const result = await deps.backend.rollback(original, job);
  if (job.record.packages.length === 0) {
    job.record.packages = result.changes.map(({ name, arch }) => `${name}:${arch}`);
  }
  return result;
}
