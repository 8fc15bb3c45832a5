import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import type { Act, WhyNot } from './offers.ts';
import type { JobKind } from './kind.ts';

/** What a button is called, by the kind of the job. */
const ACTS: Readonly<Record<Act, string>> = {
  ask: 'Request approval',
  approve: 'Approve',
  retry: 'Retry failed',
  replan: 'New plan without these hosts',
  rollback: 'Roll back',
  rollbackWave: 'Roll back this wave',
  resume: 'Resume',
  end: 'End',
  cancel: 'Cancel',
};

export function actText(act: Act, kind: JobKind): string {
  if (kind !== 'plan') return ACTS[act];
  if (act === 'cancel') return 'Stop planning';
  return act === 'retry' ? 'Retry failed plans' : ACTS[act];
}

const WHY_NOT: Readonly<Record<WhyNot, string>> = {
  'no-right': 'Your role can view jobs but not run them.',
  cancelling: 'Being cancelled: running hosts stop at the next safe point.',
  ending: 'Ending: running hosts finish; no more start.',
  asked: 'Approval already requested.',
  'none-planned-yet': 'No hosts planned yet.',
  'still-planning': 'Hosts are still being planned. You can approve once all hosts that answer have a plan.',
  'none-planned': 'No host has a plan to approve.',
  'nothing-to-do': 'Nothing to do: the planned hosts lack nothing that this job installs.',
  approved: 'Approved. See the job for progress.',
  'nothing-failed': 'No host failed.',
  'needs-approval': 'An approval rule stopped this job. Create a new plan and request its approval.',
  'changed-nothing': 'Nothing left to roll back.',
  'no-packages': 'The job changes no package versions, so there is nothing to roll back.',
  'rolling-back': 'A rollback is in progress.',
  'hosts-at-work': 'Hosts are still running; roll back once they have finished.',
  'rolled-back': 'Already rolled back.',
};

/** Of hosts whose work an approval rule kept from beginning. */
export const STOPPED = {
  what: (hosts: number): string => `Stopped by an approval rule on ${plural(hosts, 'host')}.`,
  next: 'Nothing was changed there. Plan the job again and request approval of that plan.',
  plan: 'New plan for approval',
} as const;

export const TARGET_TEXTS = {
  tags: 'Hosts with one of these tags',
  noGroups: 'No groups yet; you can select hosts by tag.',
} as const;

/** What each choice at a halted job does. */
export const CHOICES: Readonly<Partial<Record<Act, string>>> = {
  resume: 'Continues with the remaining hosts. The failure count starts again at zero.',
  retry: 'Retries the failed hosts, then continues.',
  rollbackWave: 'Reverts the packages this job changed on the hosts of this wave. The job ends.',
  rollback: 'Reverts the packages this job changed on all hosts. The job ends.',
  end: 'Lets running hosts finish; starts no more. Changes are kept.',
  cancel: 'Stops running hosts at the next safe point; starts no more. Changes are kept.',
};

export function whyNotText(why: WhyNot): string {
  return WHY_NOT[why];
}

/** What a retry that asks first does, and when. `isNamed`: of some hosts, which does not move a paused job. */
export function retryText(
  { state, from_plan_job_id: planId, respect_windows: keepsWindows }: Schemas['Job'],
  { hosts, isNamed }: { hosts: number; isNamed: boolean },
): string {
  const on = plural(hosts, 'host');
  const paused = isNamed ? `Starts on ${on} once the job is resumed` : `Continues the job on ${on}`;
  const when = state === 'paused' ? paused : `Starts at once on ${on}`;
  const what = planId === null ? 'with the packages available now' : 'with the rest of the approved plan';
  return `${when}, ${what}.${keepsWindows ? ' Maintenance windows still apply.' : ''}`;
}
