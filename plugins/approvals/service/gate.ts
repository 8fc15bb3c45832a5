import { AppError, type Context } from '#sdk';
import type {
  BeforeCreateAnswer,
  BeforeHostAnswer,
  BeforeHostAnswers,
  BeforeHostQuestion,
  CreateQuestion,
  Held,
  HostQuestion,
  RoundQuestion,
} from '#sdk/patching.ts';
import type { RuleMatch } from '../api.ts';
import { approvalHash } from '../domain/approvalHash.ts';
import { ApprovalModel } from '../models.ts';
import { isRuled, rulesFor } from './rules.ts';

/** Why a host was left out; see `declareReasons`. */
export const REASONS = {
  APPROVAL_REQUIRED: 'Second approval required: the work on this host is not approved.',
} as const;

const MOST_NAMED = 100;
const MOST_WAITING = 20;
/** Characters of the rules' names together. */
const MOST_NAME = 255;

/**
 * Refuses a job that a rule holds for, unless it is the very run that somebody approved and that is not made yet. Dry
 * runs, rollbacks and refreshes pass. Throws APPROVAL_REQUIRED.
 */
export async function beforeCreate(ctx: Context, job: CreateQuestion): Promise<BeforeCreateAnswer> {
  const { operation, spec } = job;
  if (spec.dryRun || !isRuled(operation)) return {};
  const rules = await rulesFor(ctx, {
    operation,
    reboot: spec.reboot,
    hostIds: job.hosts.map(({ hostId }) => hostId),
  });
  if (rules.length === 0 || (await isApproved(ctx, job))) return {};
  const hostIds = [...new Set(rules.flatMap((rule) => rule.hostIds))].slice(0, MOST_NAMED);
  throw new AppError('APPROVAL_REQUIRED', {
    message: `${saying(rules)} for a second approval. ${WHAT_TO_DO[job.planJobId === null ? 'job' : 'plan']}`,
    details: { rules: rules.map(({ id, name }) => ({ id, name })), host_ids: hostIds },
  });
}

const WHAT_TO_DO = {
  job: 'Plan the job first, as a dry run, and request approval of its plan.',
  plan: 'Request approval of this plan; the job is created once it is approved.',
};

function saying(rules: readonly Pick<RuleMatch, 'name'>[]): string {
  const names = rules.slice(0, 3).map(({ name }) => `“${name}”`);
  const more = rules.length > names.length ? ` and ${rules.length - names.length} more` : '';
  const isOne = rules.length === 1;
  return `The ${isOne ? 'rule' : 'rules'} ${names.join(', ')}${more} ${isOne ? 'asks' : 'ask'}`;
}

async function isApproved({ db }: Context, job: CreateQuestion): Promise<boolean> {
  if (job.planJobId === null) return false;
  const where = { plan_job_id: job.planJobId, approval_hash: approvalHash(job), state: 'approved' };
  const row = await ApprovalModel.query(db.reader).select('id').findOne(where).whereNull('run_job_id');
  return row !== undefined;
}

/** Matches the rules again: one may be newer than the job, and a host may have come into a group since. */
export async function beforeHosts(ctx: Context, { hosts }: BeforeHostQuestion): Promise<BeforeHostAnswers> {
  const answers = new Map<string, BeforeHostAnswer>(hosts.map(({ hostId }) => [hostId, { verdict: 'go' }]));
  const ruled = hosts.filter(({ operation, spec }) => isRuled(operation) && !spec.dryRun);
  for (const [jobId, some] of Map.groupBy(ruled, (host) => host.jobId)) {
    const rules = await rulesOf(ctx, some);
    const round = some[0]?.round ?? 1;
    if (rules.length === 0 || (await isCovered(ctx, { jobId, round }))) continue;
    for (const { hostId } of some) {
      const own = rules.filter((rule) => rule.hostIds.includes(hostId));
      if (own.length === 0) continue;
      const message = `${saying(own)} for a second approval: the work on this host is not approved.`;
      const holds = own.map(({ id, name }) => ({ kind: 'approval', id, name }) as const);
      answers.set(hostId, { verdict: 'skip', reason: 'APPROVAL_REQUIRED', message, holds });
    }
  }
  return answers;
}

function rulesOf(ctx: Context, hosts: readonly HostQuestion[]): Promise<RuleMatch[]> {
  const [first] = hosts;
  if (!first) return Promise.resolve([]);
  const { operation, spec } = first;
  return rulesFor(ctx, { operation, reboot: spec.reboot, hostIds: hosts.map(({ hostId }) => hostId) });
}

/** The approvals that a plan waits for; its hosts that they are not about can be run without them. */
export async function holdersOf({ db }: Context, planJobId: string): Promise<Held[]> {
  const waiting = await ApprovalModel.query(db.reader)
    .select('id', 'rules', 'hosts_total', 'expires_at')
    .where({ plan_job_id: planJobId, state: 'waiting' })
    .orderBy('id')
    .limit(MOST_WAITING);
  return waiting.map(({ id, rules, hostsTotal: hosts, expiresAt: until }) => {
    const name =
      rules
        .map((rule) => rule.name)
        .join(', ')
        .slice(0, MOST_NAME) || null;
    return { kind: 'approval', id, name, reason: 'APPROVAL_REQUIRED', until, hosts };
  });
}

/**
 * Refuses a person's retry or resume of a job under a rule once its approval has ended with the run that it was given
 * for. Throws APPROVAL_REQUIRED.
 */
export async function beforeRound(ctx: Context, question: RoundQuestion): Promise<undefined> {
  const { jobId, round, operation, spec, hostIds } = question;
  if (spec.dryRun || !isRuled(operation)) return;
  const rules = await rulesFor(ctx, { operation, reboot: spec.reboot, hostIds });
  if (rules.length === 0 || (await isCovered(ctx, { jobId, round }))) return;
  const ids = [...new Set(rules.flatMap((rule) => rule.hostIds))].slice(0, MOST_NAMED);
  throw new AppError('APPROVAL_REQUIRED', {
    message: `${saying(rules)} for a second approval, and there is none for another run of this job. ${ANEW}`,
    details: { rules: rules.map(({ id, name }) => ({ id, name })), host_ids: ids },
  });
}

const ANEW = 'Plan again, and request approval of that plan.';

/**
 * Whether the job took an approval when it was made, which covers exactly its hosts, their plans and its options; and
 * whether that holds for this round of it: for the first, and for what people begin before the time that it names.
 */
export async function isCovered(
  { db, clock }: Context,
  { jobId, round }: Pick<HostQuestion, 'jobId' | 'round'>,
): Promise<boolean> {
  const row = await ApprovalModel.query(db.reader)
    .select('id', 'retries_until')
    .findOne({ run_job_id: jobId, state: 'approved' });
  if (!row) return false;
  return round === 1 || (row.retriesUntil !== null && row.retriesUntil > clock.now());
}
