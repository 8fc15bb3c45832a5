import type { components } from '#generated/agent.ts';
import { AGENT_LIMITS, fitting } from '../../shared/wire/agentLimits.ts';
import { wordOf } from '../../shared/wire/words.ts';
import type { HostPolicy } from './domain/decide.ts';
import type { JobSpec } from './domain/jobSpec.ts';
import type { AgentPackage } from './events.ts';
import type { AgentTarget, AgentTransport } from './ports.ts';
import type { PackageChange, Reversible, StoredPlan } from './models.ts';

type Schemas = components['schemas'];
type AgentCapability = Schemas['Capability'];
export type AgentJob = Schemas['JobDetail'];
export type AgentLogLine = Schemas['JobLogLine'];

type StartOperation =
  | 'applyPatches'
  | 'installPackages'
  | 'updatePackages'
  | 'removePackages'
  | 'refreshPatches'
  | 'rebootSystem'
  | 'updateAgent'
  | 'changeConnection'
  | 'rollbackJob';

/** A call that starts work at the agent. */
export interface StartCall {
  operationId: StartOperation;
  params?: { id: string };
  body?: object;
  /** Sent only to an agent that names all of these capabilities; absent: every agent takes the call. */
  needs?: readonly AgentCapability[];
}

const CALL_TIMEOUT_MS = 30_000;
const LOG_PAGE = 500;

/**
 * The call of a job to the agent of one host. `planHash`: the plan that the agent must match; dry runs ignore it. `agent`:
 * for `agent_update`, which needs one, the package of the agent for that host.
 */
export function startCall(
  operation: HostPolicy['operation'],
  spec: JobSpec,
  host: { planHash: string | null; undoJobIds: readonly string[] | null },
  agent: AgentPackage | null = null,
): StartCall {
  const names = spec.packages.map(({ name }) => name);
  const wishes = {
    ...(spec.dryRun ? { dry_run: true } : {}),
    ...(spec.strictSources ? { strict_sources: true } : {}),
  };
  const strict: readonly AgentCapability[] = spec.strictSources ? ['strict_sources'] : [];
  const planHash = spec.dryRun ? null : host.planHash;
  const held = heldTo(planHash, strict);
  switch (operation) {
    case 'patch':
      return {
        operationId: 'applyPatches',
        body: { ...patchBody(spec, names, planHash), ...wishes },
        needs: spec.mode === 'repair' ? [...strict, 'repair'] : strict,
      };
    case 'install':
      return { operationId: 'installPackages', ...held({ packages: spec.packages, ...wishes }) };
    case 'update':
      return { operationId: 'updatePackages', ...held({ packages: spec.packages, ...wishes }) };
    case 'remove':
      return { operationId: 'removePackages', ...held({ ...removeBody(spec, names), ...wishes }) };
    case 'hold':
      return { operationId: 'updatePackages', body: { hold: names } };
    case 'unhold':
      return { operationId: 'updatePackages', body: { unhold: names } };
    case 'refresh':
      return { operationId: 'refreshPatches' };
    case 'reboot':
      return rebootCall('Asked for by the manager');
    case 'connection':
      return {
        operationId: 'changeConnection',
        body: { connection: spec.connection },
        needs: ['connection'],
      };
    case 'rollback':
      return rollbackCall(host.undoJobIds?.at(-1) ?? '');
    case 'agent_update':
      return agentUpdateCall(agent, { dryRun: spec.dryRun, planHash });
  }
}

export function rebootCall(reason: string): StartCall {
  return { operationId: 'rebootSystem', body: { reason } };
}

export function rollbackCall(agentJobId: string): StartCall {
  return { operationId: 'rollbackJob', params: { id: agentJobId } };
}

function agentUpdateCall(
  agent: AgentPackage | null,
  { dryRun, planHash }: { dryRun: boolean; planHash: string | null },
): StartCall {
  if (agent === null) throw new Error('an update of the agent needs its package');
  const { version, name: file, sha256, sizeBytes, signature } = agent;
  const body = { version, file, sha256, size_bytes: sizeBytes, signature };
  return {
    operationId: 'updateAgent',
    body: { ...body, ...(dryRun ? { dry_run: true } : {}), ...(planHash ? { plan_hash: planHash } : {}) },
    needs: ['agent_update'],
  };
}

/** Restarts are a step of the manager's own, so the agent is told never to restart. */
function patchBody(spec: JobSpec, names: string[], planHash: string | null): Record<string, unknown> {
  return {
    ...(spec.mode === 'selected' ? { packages: names } : {}),
    ...(spec.mode === 'security' ? { security_only: true } : {}),
    ...(spec.mode === 'repair' ? { repair: true } : {}),
    ...(spec.exclude.length > 0 ? { exclude: spec.exclude } : {}),
    ...(planHash ? { plan_hash: planHash } : {}),
    reboot: 'never',
  };
}

/** Adds the hash of the approved plan to a change of named packages; agents of earlier releases do not support it. */
const heldTo =
  (planHash: string | null, needs: readonly AgentCapability[]) =>
  (body: object): Pick<StartCall, 'body' | 'needs'> =>
    planHash
      ? { body: { ...body, plan_hash: planHash }, needs: [...needs, 'plan_hash_packages'] }
      : { body, needs };

function removeBody(spec: JobSpec, names: string[]): Record<string, unknown> {
  return {
    packages: names.map((name) => ({ name })),
    ...(spec.purge ? { purge: true } : {}),
    ...(spec.autoremove ? { autoremove: true } : {}),
  };
}

/** The boot id of a host, and the problems that its agent reports: none on a healthy host. */
export interface AgentHealth {
  bootId: string;
  problems: readonly { code: string; message: string }[];
  /** What the agent says that it can do; those of a later release may be unknown to this manager. */
  capabilities: readonly string[];
}

/** The agent's calls that the engine makes, each with its time limit. All throw AgentFailure. */
export interface AgentClient {
  start(target: AgentTarget, call: StartCall, key: string): Promise<string>;
  findByKey(target: AgentTarget, key: string): Promise<string | null>;
  getJob(target: AgentTarget, jobId: string): Promise<AgentJob>;
  cancel(target: AgentTarget, jobId: string): Promise<void>;
  /** Deletes an ended job from its history, with all that it kept for a rollback. */
  forget(target: AgentTarget, jobId: string): Promise<void>;
  health(target: AgentTarget): Promise<AgentHealth>;
  /** One page; empty at the end. */
  logsAfter(target: AgentTarget, jobId: string, seq: number): Promise<AgentLogLine[]>;
}

/** `call` for any of these operations; `startCall` pairs each operation with its body. */
type StartFunction = (
  target: AgentTarget,
  operationId: StartOperation,
  options: Omit<StartCall, 'operationId'> & {
    idempotencyKey: string;
    timeoutMs: number;
    signal: AbortSignal;
  },
) => Promise<{ data: Schemas['JobAccepted'] }>;

export function createAgentClient(transport: AgentTransport, signal: AbortSignal): AgentClient {
  const limits = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const startWork = transport.call.bind(transport) as unknown as StartFunction;
  return {
    async start(target, { operationId, params, body }, key) {
      const { data } = await startWork(target, operationId, { params, body, idempotencyKey: key, ...limits });
      return data.job_id;
    },
    async findByKey(target, key) {
      const { data } = await transport.call(target, 'listJobs', {
        query: { idempotency_key: key },
        ...limits,
      });
      return data.jobs[0]?.job_id ?? null;
    },
    async getJob(target, jobId) {
      return (await transport.call(target, 'getJob', { params: { id: jobId }, ...limits })).data;
    },
    async cancel(target, jobId) {
      await transport.call(target, 'cancelJob', { params: { id: jobId }, ...limits });
    },
    async forget(target, jobId) {
      await transport.call(target, 'deleteJob', { params: { id: jobId }, ...limits });
    },
    async health(target) {
      const { boot_id, status, problems, capabilities } = (await transport.call(target, 'getHealth', limits))
        .data;
      const unnamed =
        status === 'ok'
          ? []
          : [{ code: 'DEGRADED', message: `The agent reports the state ${status} without a reason.` }];
      const known = problems.length > 0 ? problems.slice(0, MAX_PROBLEMS) : unnamed;
      return { bootId: boot_id, problems: known, capabilities };
    },
    async logsAfter(target, jobId, seq) {
      const query = { after_seq: seq, limit: LOG_PAGE };
      return (await transport.call(target, 'getJobLogs', { params: { id: jobId }, query, ...limits })).data
        .logs;
    },
  };
}

const { plan: PLAN, changes: CHANGES, reasons: REASONS } = AGENT_LIMITS;
/** Problems kept of a health answer; their texts become one message. */
const MAX_PROBLEMS = 50;

/**
 * The agent's plan as it is kept: the fields that this manager's contract knows, bounded as a whole. A plan that was
 * cut is marked as such: nobody can have seen all that it does, so it cannot be approved.
 */
export function keptPlan(job: AgentJob): StoredPlan | null {
  if (!job.plan) return null;
  const { plan } = job;
  const left = { entries: PLAN.entries, bytes: PLAN.bytes, isCut: false };
  const take = <T>(list: readonly T[]): T[] => {
    const { kept, bytes } = fitting(list, left);
    left.entries -= kept.length;
    left.bytes -= bytes;
    left.isCut ||= kept.length < list.length;
    return kept;
  };
  // Destructive changes come first: these must be seen.
  const [remove, downgrade] = [take(plan.remove.map(entry)), take(plan.downgrade.map(entry))];
  const [install, upgrade] = [take(plan.install.map(entry)), take(plan.upgrade.map(entry))];
  const kept_back = take(plan.kept_back.map(keptBack));
  const { download_size_bytes, disk_change_bytes, reboot_expected, plan_hash } = plan;
  const reversible = keptReversible(plan.reversible) ?? { verdict: 'no' as const, reasons: [] };
  const kept = { install, upgrade, downgrade, remove, kept_back, download_size_bytes, disk_change_bytes };
  return { ...kept, reboot_expected, reversible, plan_hash, ...(left.isCut ? { cut: true } : {}) };
}

type KeptBack = NonNullable<AgentJob['plan']>['kept_back'][number];

const keptBack = ({ name, arch, reason, message }: KeptBack) => ({
  name,
  arch,
  message,
  reason: wordOf(reason) as KeptBack['reason'],
});

/** The best first. */
const VERDICTS: readonly Reversible['verdict'][] = ['yes', 'partly', 'no'];
const entry = ({ name, arch, from, to }: PackageChange): PackageChange => ({ name, arch, from, to });

export function keptReversible(reversible: AgentJob['reversible'] | undefined): Reversible | null {
  if (!reversible) return null;
  const reasons = reversible.reasons.map(({ code, package: of, message }) => ({
    code: wordOf(code),
    ...(of === undefined ? {} : { package: of }),
    message,
  }));
  const { kept } = fitting(reasons, REASONS);
  const missing = reasons.length - kept.length;
  const told = { code: 'CUT', message: `${missing} more reasons are not shown here.` };
  const verdict = VERDICTS.includes(reversible.verdict) ? reversible.verdict : 'no';
  return { verdict, reasons: missing > 0 ? [...kept, told] : kept };
}

/** The changes of all attempts: versions before the first and after the last. `total`: their number before the cut. */
export function allChanges(
  before: readonly PackageChange[],
  after: readonly PackageChange[],
): { changes: PackageChange[]; total: number } {
  const byPackage = new Map(before.map((change) => [`${change.name}:${change.arch}`, change]));
  for (const change of after.map(entry)) {
    const key = `${change.name}:${change.arch}`;
    const earlier = byPackage.get(key);
    byPackage.set(key, earlier ? { ...change, from: earlier.from } : change);
  }
  const all = [...byPackage.values()].filter(({ from, to }) => from !== to);
  return { changes: fitting(all, CHANGES).kept, total: all.length };
}

type Worked = Pick<AgentJob, 'changes' | 'reversible' | 'operation'>;

/** How far a rollback of all attempts goes: the worst of those that changed something decides. Null: not known. */
export function allReversible(
  before: { changes: readonly PackageChange[] | null; reversible: Reversible | null },
  { changes, reversible, operation }: Worked,
): Reversible | null {
  const own = keptReversible(reversible);
  const earlier = before.reversible;
  if ((before.changes ?? []).length === 0 || operation === 'rollback') return own;
  if (changes.length === 0) return earlier;
  if (!own || !earlier) return null;
  const worst = Math.max(VERDICTS.indexOf(own.verdict), VERDICTS.indexOf(earlier.verdict));
  const verdict = VERDICTS[worst] ?? 'no';
  return { verdict, reasons: fitting([...earlier.reasons, ...own.reasons], REASONS).kept };
}

export function mergedChanges(
  before: readonly PackageChange[],
  after: readonly PackageChange[],
): PackageChange[] {
  return allChanges(before, after).changes;
}

/** Whether the agent's ended job has changed who connects to whom. */
export const hasChangedConnection = ({ changes, operation, reversible }: Worked): boolean =>
  (operation === 'connection' || operation === 'rollback') &&
  changes.length === 0 &&
  reversible?.verdict === 'yes' &&
  reversible.reasons.length === 0;
