/** Turns rows into the shapes of the API contract. */
import { jobSpecs } from '#sdk';
import type { components } from '../../generated/manager.ts';
import type { Start } from './domain/schedule.ts';
import { sentenceOf } from './reasons.ts';
import type { RunAhead } from './service/ahead.ts';
import type { Outlook, OutlookPolicy } from './service/outlook.ts';
import type { SeenPolicy, SeenRun } from './service/read.ts';
import { modeOf } from './work.ts';

type Schemas = components['schemas'];

const at = (date: Date | null): string | null => date?.toISOString() ?? null;
const userRef = (id: string | null, name: string): Schemas['UserRef'] => ({
  id,
  username: name.slice(0, 64),
});

export function policyToWire({ policy, target, activeRun, lastRun }: SeenPolicy): Schemas['Policy'] {
  const { pausedAt, nextStartAt, skipStartAt } = policy;
  const skipsNext = skipStartAt !== null && skipStartAt.getTime() === nextStartAt?.getTime();
  const spec = jobSpecs.specWith(jobSpecs.DEFAULT_SPEC, policy.spec);
  return {
    id: policy.id,
    name: policy.name,
    state: pausedAt === null ? 'active' : 'paused',
    timezone: policy.timezone,
    rrule: policy.rrule,
    days_after: policy.daysAfter,
    paused_at: at(pausedAt),
    target: target as Schemas['PolicyTarget'],
    paused_by: pausedAt === null ? null : userRef(policy.pausedById, policy.pausedByName ?? ''),
    sees_all_hosts: policy.scope.hosts === 'all',
    mode: modeOf(policy.spec),
    ...jobSpecs.conductToWire(spec),
    catch_up: policy.catchUp,
    max_late_secs: policy.maxLateSecs,
    plan_lead_secs: policy.planLeadSecs,
    next_start_at: at(nextStartAt),
    next_local_start: policy.nextLocalStart,
    next_clock_change: policy.nextClockChange,
    skips_next: skipsNext,
    skipped_by: skipsNext ? userRef(policy.skippedById, policy.skippedByName ?? '') : null,
    active_run: activeRun && runToWire(activeRun),
    last_run: lastRun && runToWire(lastRun),
    created_by: userRef(policy.createdById, policy.createdByName),
    created_at: policy.createdAt.toISOString(),
    edited_by: userRef(policy.editedById, policy.editedByName),
    updated_at: policy.updatedAt.toISOString(),
    edit_version: policy.editVersion,
  };
}

export function runToWire({ run, isCut }: SeenRun): Schemas['PolicyRun'] {
  return {
    id: run.id,
    policy_id: run.policyId,
    policy_name: run.policyName,
    cause: run.cause,
    starts_at: run.startsAt.toISOString(),
    local_start: run.localStart,
    state: run.state,
    reason: run.reason,
    message: isCut ? sentenceOf(run.reason) : run.message,
    plan_job_id: run.planJobId,
    run_job_id: run.runJobId,
    replan_job_id: run.replanJobId,
    rerun_job_id: run.rerunJobId,
    run_job_state: run.runJobState,
    approval_id: isCut ? null : run.approvalId,
    requested_by: run.requestedByName === null ? null : userRef(run.requestedById, run.requestedByName),
    created_at: run.createdAt.toISOString(),
    decided_at: run.decidedAt.toISOString(),
    ended_at: at(run.endedAt),
  };
}

export const runAheadToWire = (run: RunAhead): Schemas['UpcomingPolicyRun'] => ({
  policy_id: run.policyId,
  name: run.name,
  starts_at: run.startsAt.toISOString(),
  is_skipped: run.isSkipped,
});

export const startToWire = ({ startsAt, localStart, clockChange }: Start): Schemas['PolicyStart'] => ({
  starts_at: startsAt.toISOString(),
  local_start: localStart,
  clock_change: clockChange,
});

export const outlookToWire = ({ hostId, nextWindow, policies, runs }: Outlook): Schemas['HostOutlook'] => ({
  host_id: hostId,
  next_window_start_at: nextWindow?.startsAt ?? null,
  next_window_end_at: nextWindow?.endsAt ?? null,
  policies: policies.map(outlookPolicyToWire),
  runs: runs.map(({ run, outcome, reason, message, jobId, at: since }) => ({
    run: runToWire(run),
    outcome,
    reason,
    message: message.slice(0, 4_000),
    job_id: jobId,
    at: at(since),
  })),
});

function outlookPolicyToWire({ policy, waitsForWindow }: OutlookPolicy): Schemas['OutlookPolicy'] {
  const seen = { policy, target: policy.target, activeRun: null, lastRun: null };
  const { id, name, state, timezone, mode, reboot, ...rest } = policyToWire(seen);
  const { next_start_at, next_local_start, skips_next, respect_windows } = rest;
  return {
    id,
    name,
    state,
    timezone,
    next_start_at,
    next_local_start,
    skips_next,
    mode,
    reboot,
    respect_windows,
    waits_for_window: waitsForWindow,
  };
}
