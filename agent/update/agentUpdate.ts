/** The job `agent_update`: the agent fetches its own next package, has it installed, and lets a watchdog judge it. */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { AppError } from '../../server/shared/wire/appError.ts';
import { comparerOf } from '../../server/shared/versions/compare.ts';
import { installedVersionOf } from '../../server/shared/versions/ownPackages.ts';
import type { ManagerConnection } from '../identity/managerClient.ts';
import type { ActiveJob } from '../jobs/activeJob.ts';
import type { AgentRelease, AgentUpdateRequest } from '../journal/record.ts';
import type {
  JobFailure,
  LocalPackage,
  PackageBackend,
  Plan,
  PlanEntry,
  Reversibility,
  TransactionResult,
} from '../packages/backend.ts';
import { planChanged } from '../packages/shared/failures.ts';
import { planHash } from '../packages/shared/plan.ts';
import { nothingToRestore, notStashed, toReversibility } from '../packages/shared/reversibility.ts';
import { hasSystemd } from '../process/detached.ts';
import { downloadAgent } from './download.ts';
import { discardIncoming, findKept, incomingFile, keepInstalled } from './kept.ts';
import { readReleaseKey, RELEASE_KEY_FILE, signatureProblem } from './release.ts';
import type { ReleaseKey } from './release.ts';
import { awaitVerdict, startWatchdog } from './watchdog.ts';
import type { WatchVerdict } from './watch.ts';

const PACKAGE = 'fleetmend-agent';

export interface UpdateDeps {
  backend: PackageBackend;
  dataDir: string;
  connectToManager?: (() => Promise<ManagerConnection>) | undefined;
  random: () => number;
  /** See ExecuteDeps. */
  promised: (planHash: string) => Promise<Reversibility | null>;
}

const NO_CHANGE: TransactionResult = { changes: [], failure: null, reversible: null };

/** Plans or runs the update. Throws AppError before the first change. */
export async function updateAgent(
  job: ActiveJob,
  request: AgentUpdateRequest,
  deps: UpdateDeps,
): Promise<TransactionResult> {
  const known = job.saved['agentUpdate'] as PlanEntry | undefined;
  if (job.record.inTransaction && known) return install(job, known, request, deps);
  job.safePoint();
  const entry = await plannedEntry(request.release, deps);
  const key = await pinnedKey();
  if (entry !== null) refuseUnsigned(key, request.release);
  const kept = entry && (await findKept(deps.dataDir, entry, deps.backend));
  const plan = planOf(entry, request.release, { backend: deps.backend, hasWayBack: kept !== null });
  await job.setPlan(plan);
  // An earlier attempt may have been cut off after the work.
  if (entry === null && !request.dryRun) return { ...NO_CHANGE, reversible: nothingToRestore };
  if (request.planHash !== null && plan.planHash !== request.planHash)
    return { ...NO_CHANGE, failure: planChanged({ plan_hash: plan.planHash }) };
  if (request.dryRun || entry === null) return NO_CHANGE;
  await fetch(job, request.release, { deps, key });
  await job.save({ agentUpdate: entry });
  return install(job, entry, request, deps);
}

/** What the update changes; null: that version is installed. Throws UNSUPPORTED, CONFLICT. */
async function plannedEntry(
  { version }: AgentRelease,
  { backend, connectToManager }: UpdateDeps,
): Promise<PlanEntry | null> {
  const unable = (message: string): AppError => new AppError('UNSUPPORTED', { message });
  if (!connectToManager) throw unable('This agent cannot update itself.');
  const versions = [...(await backend.installedVersions())];
  const [own] = versions.filter(([key]) => key.split(':')[0] === PACKAGE);
  if (!own)
    throw unable(
      `The package ${PACKAGE} is not installed here: this agent was started in another way, and is updated as it was installed.`,
    );
  if (!hasSystemd())
    throw unable(
      'This host has no systemd, so nothing would put the old agent back if the new one failed. Update it by hand.',
    );
  const [key, from] = own;
  const to = installedVersionOf(version, backend.name);
  const order = comparerOf(backend.name)?.(to, from) ?? 0;
  if (order < 0)
    throw new AppError('CONFLICT', {
      message: `The manager serves the agent ${to}, and ${from} is installed. An update never goes back: roll back the job that installed ${from}.`,
    });
  return order === 0 ? null : { action: 'upgrade', name: PACKAGE, arch: key.split(':')[1] ?? '', from, to };
}

/** Null: the package of this agent holds none. */
async function pinnedKey(): Promise<ReleaseKey | null> {
  const text = await readFile(RELEASE_KEY_FILE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : readReleaseKey(text);
}

function refuseUnsigned(key: ReleaseKey | null, { file, signature }: AgentRelease): void {
  if (key === null || signature !== null) return;
  throw new AppError('SIGNATURE_INVALID', {
    message: `${file} has no signature, and this agent takes only what the release key ${key.id} has signed. Nothing was changed.`,
  });
}

/** The hash covers the file too: who approves a plan approves these very bytes. */
function planOf(
  entry: PlanEntry | null,
  { sha256, sizeBytes }: AgentRelease,
  { backend, hasWayBack }: { backend: Pick<PackageBackend, 'name'>; hasWayBack: boolean },
): Plan {
  const entries = entry === null ? [] : [entry];
  const lost = entry === null || hasWayBack ? [] : [wayBackOf(entry, backend)];
  const bare = planHash(entries);
  return {
    entries,
    keptBack: [],
    downloadSizeBytes: entry === null ? 0 : sizeBytes,
    diskChangeBytes: 0,
    rebootExpected: false,
    reversible: entry === null ? nothingToRestore : toReversibility(lost),
    planHash: entry === null ? bare : createHash('sha256').update(`${bare} ${sha256}`).digest('hex'),
  };
}

/** What there is where the package of the outgoing version was not kept. */
function wayBackOf({ name, arch, from }: PlanEntry, { name: manager }: Pick<PackageBackend, 'name'>) {
  if (manager !== 'apt')
    return notStashed(
      { name, arch, version: from ?? '' },
      'its package was not kept when it was installed; if the new agent fails, nothing can put the old one back',
    );
  const message = 'Its package was not kept when it was installed; it is rebuilt from the installed files.';
  return { code: 'UNSIGNED_STASH', package: `${name}:${arch}`, message };
}

async function fetch(
  job: ActiveJob,
  release: AgentRelease,
  { deps, key }: { deps: UpdateDeps; key: ReleaseKey | null },
): Promise<void> {
  const { connectToManager } = deps;
  if (!connectToManager) return;
  const into = await incomingFile(deps.dataDir, release.file);
  job.progress(5, `Fetching ${release.file}`);
  await downloadAgent({
    ...release,
    into,
    connect: connectToManager,
    random: deps.random,
    say: (text) => job.log('agent', text),
    async wait(ms) {
      await job.waitOrCancel(ms);
      job.safePoint();
    },
  });
  job.safePoint();
  if (key === null) {
    job.log(
      'agent',
      'This agent came without a release key: that its manager, proved by the pinned root, named this hash is what counts.',
    );
    return;
  }
  const problem = await signatureProblem(into, release.signature ?? '', key);
  if (problem === null) return job.log('agent', `signed by the release key ${key.id}`);
  await rm(into, { force: true });
  throw new AppError('SIGNATURE_INVALID', {
    message: `${release.file} is not what was released: ${problem}. Nothing was changed.`,
  });
}

async function install(
  job: ActiveJob,
  entry: PlanEntry,
  { release, planHash: approved }: AgentUpdateRequest,
  { backend, dataDir, promised }: UpdateDeps,
): Promise<TransactionResult> {
  const early = await awaitVerdict(job, { isWaiting: false });
  if (early?.state === 'putBack') return judged(NO_CHANGE, entry, early);
  const file = await incomingFile(dataDir, release.file);
  const result = await backend.installFile(
    {
      entry,
      file,
      sha256: release.sha256,
      promised: approved === null ? null : await promised(approved),
      kept: await findKept(dataDir, entry, backend),
      beforeChange: (back) => watchOver(job, entry, { release, back, backend, dataDir }),
    },
    job,
  );
  const isInstalled = result.changes.some(({ to }) => to === entry.to);
  if (!isInstalled) {
    await discardIncoming(file);
    return result;
  }
  job.progress(97, 'Waiting until the new agent is found healthy');
  const verdict = await awaitVerdict(job, { isWaiting: true });
  if (verdict?.state === 'healthy') await keepInstalled(dataDir, file, release.file);
  return judged(result, entry, verdict);
}

function watchOver(
  job: ActiveJob,
  { name, from, to }: PlanEntry,
  {
    release,
    back,
    backend,
    dataDir,
  }: {
    release: AgentRelease;
    back: LocalPackage | null;
    backend: Pick<PackageBackend, 'name'>;
    dataDir: string;
  },
): Promise<JobFailure | null> {
  if (back === null) job.log('agent', `no package of ${from} is kept: nothing could put it back`);
  return startWatchdog(job, {
    format: backend.name === 'apt' ? 'deb' : 'rpm',
    name,
    from: from ?? '',
    to: to ?? '',
    agentVersion: release.version,
    dataDir,
    back: back && { file: back.path, sha256: back.sha256 },
  });
}

/** The transaction's result with what the watchdog found. */
function judged(
  result: TransactionResult,
  { from, to }: PlanEntry,
  verdict: WatchVerdict | null,
): TransactionResult {
  if (verdict === null || verdict.state === 'healthy' || verdict.state === 'notInstalled') return result;
  const log = verdict.log === '' ? '' : ` The last lines of its log:\n${verdict.log}`;
  const what = `The agent ${to} was not healthy within two minutes: ${verdict.reason}.`;
  if (verdict.state === 'notPutBack')
    return { ...result, failure: { code: 'AGENT_UPDATE_UNHEALTHY', message: `${what}${log}` } };
  const failure = { code: 'AGENT_UPDATE_PUT_BACK', message: `${what} ${from} was put back.${log}` };
  return { ...NO_CHANGE, failure };
}
