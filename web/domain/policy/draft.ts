import { USUAL_WAVES } from '../job/wavePreview.ts';
import { names, NO_WISHES, type CheckWishes, type Wishes } from '../job/wishes.ts';
import {
  patchNight,
  recurrenceFaults,
  recurrenceOf,
  ruleOf,
  type Recurrence,
  type RecurrenceFaults,
} from '../recurrence/recurrence.ts';
import type { Policy, PolicyBody } from './read.ts';

type Target = Policy['target'];

/** A policy as it is filled in. */
export interface PolicyDraft {
  /** Null: nobody has typed one, so that it is the proposed one. */
  name: string | null;
  starts: Recurrence;
  target: Target;
  /** Of these wishes, those that a policy has: which patches, and how the job works. */
  wishes: Wishes;
  inWindows: boolean;
  catchUp: boolean;
  maxLateSecs: number | null;
  planLeadSecs: number | null;
}

export type PolicyFaults = Partial<
  Record<'name' | 'target' | 'waves' | 'maxLateSecs' | 'planLeadSecs', string>
> & {
  starts?: RecurrenceFaults;
};

/** The manager's defaults for a policy. */
const USUAL = {
  days_after: 0,
  mode: 'all',
  exclude: [],
  reboot: 'never',
  respect_windows: true,
  health_gate: { pre: true, post: false, soak_secs: 0, pre_timeout_secs: 3_600 },
  waves: [],
  max_parallel: 50,
  failure_budget_percent: null,
  rollback_on_failure: false,
  strict_sources: false,
  catch_up: false,
  max_late_secs: 14_400,
  plan_lead_secs: 86_400,
} as const;

const LATE_SECS = { least: 300, most: 604_800 };
const LEAD_SECS = { least: 600, most: 518_400 };

/**
 * What a form begins with: security patches on the second Tuesday of the month at 22:00, restarts where they are
 * required, and one host before the others, because nobody is looking.
 */
export const newDraft = (now: Date, timezone: string, target: Target = {}): PolicyDraft => ({
  name: null,
  starts: patchNight(now, timezone),
  target,
  wishes: { ...NO_WISHES, reboot: 'if_required', waves: USUAL_WAVES },
  inWindows: true,
  catchUp: USUAL.catch_up,
  maxLateSecs: USUAL.max_late_secs,
  planLeadSecs: USUAL.plan_lead_secs,
});

/** Rings of agents: one host, then a tenth, each watched for an hour, then all. */
const AGENT_RINGS = [
  { count: 1, soak_secs: 3_600 },
  { percent: 10, soak_secs: 3_600 },
];

/** What a form begins with for agents that follow the manager. */
export function agentsDraft(now: Date, timezone: string, target: Target = {}): PolicyDraft {
  const draft = newDraft(now, timezone, target);
  return { ...draft, wishes: { ...NO_WISHES, operation: 'agent_update', waves: AGENT_RINGS } };
}

/** An existing policy as a draft. */
export function draftOf(policy: Policy, now: Date): PolicyDraft {
  const { mode, reboot, waves, max_parallel: parallel, failure_budget_percent: budget } = policy;
  return {
    name: policy.name,
    starts: recurrenceOf(policy, now),
    target: policy.target,
    wishes: {
      ...NO_WISHES,
      operation: mode === 'agents' ? 'agent_update' : 'patch',
      mode: mode === 'agents' ? 'all' : mode,
      reboot,
      waves,
      budget,
      exclude: policy.exclude.join(' '),
      parallel: parallel === USUAL.max_parallel ? null : parallel,
      rollback: policy.rollback_on_failure,
      strict: policy.strict_sources,
      checks: checksOf(policy.health_gate),
    },
    inWindows: policy.respect_windows,
    catchUp: policy.catch_up,
    maxLateSecs: policy.max_late_secs,
    planLeadSecs: policy.plan_lead_secs,
  };
}

function checksOf(kept: Policy['health_gate']): CheckWishes {
  const { pre, post, soak_secs: soakSecs, pre_timeout_secs: waitSecs } = { ...USUAL.health_gate, ...kept };
  return {
    before: pre,
    after: post || soakSecs > 0,
    soakSecs: soakSecs > 0 ? soakSecs : null,
    waitSecs: waitSecs === USUAL.health_gate.pre_timeout_secs ? null : waitSecs,
  };
}

/** The whole policy for the manager; only for a draft without faults. */
function wholeOf(draft: PolicyDraft, proposal = ''): Required<Omit<PolicyBody, 'paused'>> {
  const { wishes, starts } = draft;
  const { before, after, soakSecs, waitSecs } = wishes.checks;
  return {
    name: (draft.name ?? proposal).trim(),
    timezone: starts.timezone,
    rrule: ruleOf(starts),
    days_after: starts.daysAfter ?? 0,
    target: draft.target,
    mode: modeOf(wishes),
    exclude: names(wishes.exclude),
    reboot: wishes.reboot,
    respect_windows: draft.inWindows,
    health_gate: {
      pre: before,
      post: after,
      soak_secs: after ? (soakSecs ?? 0) : 0,
      pre_timeout_secs: waitSecs ?? USUAL.health_gate.pre_timeout_secs,
    },
    waves: [...wishes.waves],
    max_parallel: wishes.parallel ?? USUAL.max_parallel,
    failure_budget_percent: wishes.budget,
    rollback_on_failure: wishes.rollback,
    strict_sources: wishes.strict,
    catch_up: draft.catchUp,
    max_late_secs: draft.maxLateSecs ?? USUAL.max_late_secs,
    plan_lead_secs: draft.planLeadSecs ?? USUAL.plan_lead_secs,
  };
}

function modeOf({ operation, mode }: Wishes): Policy['mode'] {
  if (operation === 'agent_update') return 'agents';
  return mode === 'security' ? 'security' : 'all';
}

/** The request that makes a policy; `proposal` is its name if nobody has typed one. Defaults are not sent, because a field of an absent feature is refused. */
export function bodyOf(draft: PolicyDraft, proposal = ''): PolicyBody {
  const { name, timezone, rrule, target, ...others } = wholeOf(draft, proposal);
  return { name, timezone, rrule, target, ...differing(others, USUAL) };
}

/** The changes to an existing policy; null: none. */
export function changesOf(policy: Policy, draft: PolicyDraft, now: Date): Partial<PolicyBody> | null {
  const changes = differing(wholeOf(draft), wholeOf(draftOf(policy, now)));
  return Object.keys(changes).length === 0 ? null : changes;
}

function differing<T extends object>(now: T, before: object): Partial<T> {
  const was = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(now).filter(([name, value]) => was.get(name) !== JSON.stringify(value));
  return Object.fromEntries(changed) as Partial<T>;
}

/** What is wrong with the draft, except what only the manager knows. */
export function faultsOf(draft: PolicyDraft): PolicyFaults {
  const { name, starts, target, wishes, maxLateSecs, planLeadSecs } = draft;
  const faults: PolicyFaults = {};
  if (name?.trim() === '') faults.name = 'Enter a name.';
  if (!namesHosts(target)) faults.target = 'Select a group, or enter a tag.';
  const percent = wishes.waves.reduce((sum, wave) => sum + (wave.percent ?? 0), 0);
  if (percent > 100) faults.waves = `The shares add up to ${percent} %, more than all hosts.`;
  if (!isWithin(maxLateSecs, LATE_SECS)) faults.maxLateSecs = 'From 5 minutes to 7 days.';
  if (!isWithin(planLeadSecs, LEAD_SECS)) faults.planLeadSecs = 'From 10 minutes to 6 days.';
  const wrong = recurrenceFaults(starts);
  return Object.keys(wrong).length === 0 ? faults : { ...faults, starts: wrong };
}

export const namesHosts = (target: Target): boolean => Object.keys(target).length > 0;

const isWithin = (secs: number | null, { least, most }: { least: number; most: number }): boolean =>
  secs !== null && secs >= least && secs <= most;

/** The request for the preview; null while the draft is not complete. */
export function previewBodyOf({
  starts,
  target,
}: PolicyDraft): (Pick<PolicyBody, 'timezone' | 'rrule' | 'days_after'> & { target?: Target }) | null {
  if (Object.keys(recurrenceFaults(starts)).length > 0) return null;
  const { timezone, daysAfter } = starts;
  const times = { timezone, rrule: ruleOf(starts), days_after: daysAfter ?? 0 };
  return namesHosts(target) ? { ...times, target } : times;
}
