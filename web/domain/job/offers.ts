import type { Schemas } from '../../core/schema.ts';
import { kindOf, type JobKind } from './kind.ts';
import { isApprovable, isToApprove } from './planGroups.ts';
import { changed, isStoppedByRule, retryable, type JobHost } from './state.ts';

type Job = Schemas['Job'];

/**
 * What a person can do with a job. `ask`: takes the place of a plan's `approve` where a rule asks for a second person.
 * `rollbackWave`: rolls back only the wave of a halted job. `replan`: a new plan, without the hosts that could not be
 * planned.
 */
export type Act =
  | 'approve'
  | 'ask'
  | 'retry'
  | 'replan'
  | 'rollback'
  | 'rollbackWave'
  | 'resume'
  | 'end'
  | 'cancel';

/** Why an act is not offered now. */
export type WhyNot =
  | 'no-right'
  | 'cancelling'
  | 'ending'
  | 'asked'
  | 'none-planned-yet'
  | 'still-planning'
  | 'none-planned'
  | 'nothing-to-do'
  | 'approved'
  | 'nothing-failed'
  | 'needs-approval'
  | 'changed-nothing'
  | 'no-packages'
  | 'rolling-back'
  | 'hosts-at-work'
  | 'rolled-back';

export interface Offer {
  act: Act;
  /** Null: it is offered. */
  whyNot: WhyNot | null;
}

/** All facts that decide what is offered. */
export interface JobFacts {
  kind: JobKind;
  state: Job['state'];
  reason: Job['reason'];
  /** Whether the operation changes versions of packages, which a rollback can restore. */
  changesPackages: boolean;
  mayRun: boolean;
  /** Of a plan: a rule asks for a second person, or one was asked already. Absent: no rule does, or it is not known. */
  secondPerson?: 'needed' | 'asked';
  /** Hosts that ended without completing their work. */
  retryable: number;
  /** An approval rule keeps every host of these from its work: a retry would be refused. */
  needsApproval: boolean;
  /** Hosts that a plan job could not plan, for whatever reason; of other jobs 0. */
  unplanned: number;
  /** Hosts whose plan can be approved; in a list without those that have nothing to do. */
  approvable: number;
  /** Of these, how many have something to do; null: not known, as in a list. */
  withWork: number | null;
  /** Hosts of a plan that are being planned, without those that do not answer; null: not known, as in a list. */
  planning: number | null;
  /** Hosts whose plans are running, or have run. */
  approved: number;
  /** Hosts that a rollback would bring back; null: not known, as in a list. */
  changed: number | null;
  hosts: number;
  isBeingRolledBack: boolean;
  /** Hosts at work. */
  active: number;
  /** Hosts that a rollback of the current wave would bring back; null: there are no waves, or it is not known. */
  changedInWave: number | null;
  /** Hosts that rollbacks have restored. */
  undone: number;
}

const CHANGE_PACKAGES: ReadonlySet<string> = new Set(['patch', 'install', 'update', 'remove']);
const ENDED: ReadonlySet<string> = new Set(['completed', 'partial', 'failed', 'cancelled']);
const ACTIVE: readonly Schemas['JobHostState'][] = [
  ...(['dispatching', 'running', 'rebooting', 'verifying', 'rolling_back'] as const),
];

/** The acts of each kind, in the order of their buttons. */
const ACTS: Readonly<Record<JobKind, readonly Act[]>> = {
  plan: ['approve', 'ask', 'retry', 'replan', 'cancel'],
  run: ['resume', 'retry', 'rollbackWave', 'rollback', 'end', 'cancel'],
  rollback: ['resume', 'retry', 'end', 'cancel'],
};

/** Each act of a job, with why it is not offered. Acts that are never of use in a state are left out. */
export function offersOf(facts: JobFacts): Offer[] {
  return ACTS[facts.kind]
    .filter((act) => isNamed(act, facts))
    .map((act) => ({ act, whyNot: facts.mayRun ? WHY_NOT[act](facts) : 'no-right' }));
}

/** The acts that can be done now. */
export function offered(facts: JobFacts): Act[] {
  return offersOf(facts).flatMap(({ act, whyNot }) => (whyNot === null ? [act] : []));
}

function isNamed(
  act: Act,
  { state, unplanned, changed: count, changedInWave, secondPerson }: JobFacts,
): boolean {
  const isEnded = ENDED.has(state);
  if (act === 'resume' || act === 'end') return state === 'paused';
  if (act === 'cancel') return !isEnded;
  if (act === 'retry') return isEnded || state === 'paused';
  if (act === 'replan') return unplanned > 0;
  if (act === 'rollbackWave') return state === 'paused' && changedInWave !== null;
  // A list does not know what a paused job has changed.
  if (act === 'rollback' && state === 'paused') return count !== null;
  if (act === 'approve') return secondPerson === undefined;
  if (act === 'ask') return secondPerson !== undefined;
  return isEnded;
}

const WHY_NOT: Readonly<Record<Act, (facts: JobFacts) => WhyNot | null>> = {
  approve: whyNotApprove,
  ask: (facts) => (facts.secondPerson === 'asked' ? 'asked' : whyNotApprove(facts)),
  retry: ({ state, reason, retryable: count, needsApproval }) => {
    if (state === 'paused' && reason === 'ENDING') return 'ending';
    if (needsApproval) return 'needs-approval';
    return count > 0 ? null : 'nothing-failed';
  },
  // While a plan runs, unreachable hosts are known only once they have ended.
  replan: ({ state, approvable, approved, unplanned }) => {
    if (!ENDED.has(state) && state !== 'running') return 'none-planned-yet';
    return unplanned > 0 && approvable + approved > 0 ? null : 'none-planned';
  },
  rollback: whyNotRollBack,
  rollbackWave: ({ changedInWave, ...facts }) =>
    whyNotRollBack({ ...facts, changedInWave, changed: changedInWave }),
  resume: ({ reason }) => (reason === 'ENDING' ? 'ending' : null),
  end: ({ reason }) => (reason === 'ENDING' ? 'ending' : null),
  cancel: ({ state }) => (state === 'cancelling' ? 'cancelling' : null),
};

function whyNotApprove({ state, approvable, planning, withWork, approved }: JobFacts): WhyNot | null {
  if (approvable > 0 && (planning ?? 0) > 0) return 'still-planning';
  const hasWork = approvable > 0 && withWork !== 0;
  if (hasWork) return null;
  if (approved > 0) return 'approved';
  if (approvable > 0) return 'nothing-to-do';
  return ENDED.has(state) ? 'none-planned' : 'none-planned-yet';
}

function whyNotRollBack({ changesPackages, changed: count, ...facts }: JobFacts): WhyNot | null {
  if (!changesPackages) return 'no-packages';
  if (facts.state === 'paused' && facts.active > 0) return 'hosts-at-work';
  if (facts.isBeingRolledBack) return 'rolling-back';
  if (count === 0) return 'changed-nothing';
  return facts.undone > 0 && facts.undone >= (count ?? facts.hosts) ? 'rolled-back' : null;
}

type FactsOfHosts =
  | 'retryable'
  | 'needsApproval'
  | 'unplanned'
  | 'planning'
  | 'withWork'
  | 'changed'
  | 'changedInWave';

/** What is known of a job without its hosts, as in a list. */
export function factsOfJob(job: Job, mayRun: boolean): Omit<JobFacts, FactsOfHosts> {
  const { counts, runs, rollbacks, state, reason, operation, hosts_to_approve: toApprove } = job;
  const kind = kindOf(job);
  const approved = hostsOf(runs);
  return {
    kind,
    state,
    reason,
    mayRun,
    approved,
    approvable: toApprove ?? 0,
    changesPackages: CHANGE_PACKAGES.has(operation),
    hosts: job.hosts_total,
    active: ACTIVE.reduce((sum, one) => sum + counts[one], 0),
    isBeingRolledBack: rollbacks.some((one) => !ENDED.has(one.state)),
    undone: hostsOf(rollbacks.filter((one) => one.state === 'completed')),
  };
}

const hostsOf = (jobs: Job['runs']): number => jobs.reduce((sum, { hosts_total: hosts }) => sum + hosts, 0);

/** The facts of a job on its own page, or of these hosts of it. */
export function factsOfHosts(job: Job, hosts: readonly JobHost[], mayRun: boolean): JobFacts {
  const facts = factsOfJob(job, mayRun);
  const planned = hosts.filter(isApprovable);
  const again = retryable(hosts);
  return {
    ...facts,
    retryable: again.length,
    needsApproval: again.length > 0 && again.every(isStoppedByRule),
    unplanned: facts.kind === 'plan' ? hosts.filter(({ plan }) => plan === null).length : 0,
    approvable: planned.length,
    planning: hosts.filter(isPlanning).length,
    withWork: hosts.filter((host) => isToApprove(host, job)).length,
    approved: hosts.filter(({ run_job_id: run }) => Boolean(run)).length,
    changed: changed(hosts).length,
    changedInWave:
      job.current_wave === null
        ? null
        : changed(hosts.filter(({ wave }) => wave === job.current_wave)).length,
  };
}

const PLANNED: ReadonlySet<string> = new Set(['completed', 'failed', 'timedout', 'cancelled', 'skipped']);

/** One that does not answer is given up soon: it keeps nobody from approving the others. */
const isPlanning = ({ state, reason }: JobHost): boolean => !PLANNED.has(state) && reason !== 'CONTACT_LOST';

/** What one host of a job offers for itself. */
export function hostOffers(job: Job, host: JobHost, mayRun: boolean): Offer[] {
  const kind = kindOf(job);
  if (kind === 'plan' || !(ENDED.has(job.state) || job.state === 'paused')) return [];
  const one = factsOfHosts(job, [host], mayRun);
  return offersOf(one).filter(
    ({ act }) =>
      (act === 'retry' && one.retryable > 0) ||
      (act === 'rollback' && changed([host]).length > 0 && job.state !== 'paused'),
  );
}
