import type { Act, WhyNot } from './offers.ts';
import type { JobKind } from './kind.ts';

/** What a button is called, by the kind of the job. */
const ACTS: Readonly<Record<Act, string>> = {
  ask: 'Ask for approval',
  approve: 'Approve',
  retry: 'Retry failed',
  replan: 'Plan again without these',
  rollback: 'Roll back',
  rollbackWave: 'Roll back this wave',
  resume: 'Resume',
  end: 'End',
  cancel: 'Cancel',
};

export function actText(act: Act, kind: JobKind): string {
  if (kind !== 'plan') return ACTS[act];
  if (act === 'cancel') return 'Stop planning';
  return act === 'retry' ? 'Plan the missing ones again' : ACTS[act];
}

const WHY_NOT: Readonly<Record<WhyNot, string>> = {
  'no-right': 'Your role may look at jobs but not run them.',
  cancelling: 'It is being cancelled: hosts at work stop at their next safe point.',
  ending: 'It is being ended: hosts at work finish, and nothing else begins.',
  asked: 'It is asked for already, and waits for a second person.',
  'none-planned-yet': 'No host is planned yet.',
  'none-planned': 'No host has a plan that can be approved.',
  'nothing-to-do': 'The planned hosts already have all that the job would change.',
  approved: 'It is approved. The job that runs it says how far it is.',
  'nothing-failed': 'Every host did its work.',
  'changed-nothing': 'The job changed nothing that is not back already.',
  'no-packages': 'It changes no versions of packages, so there is nothing to bring back.',
  'rolling-back': 'It is being rolled back now.',
  'hosts-at-work': 'Hosts of it are still at work; it can be rolled back once they have ended.',
  'rolled-back': 'It was rolled back already.',
};

/** What each choice at a halted job does. */
export const CHOICES: Readonly<Partial<Record<Act, string>>> = {
  resume: 'Goes on with the hosts that are left. Failures so far no longer count towards the limit.',
  retry: 'Works on the failed hosts once more, then goes on.',
  rollbackWave: 'Brings the hosts of this wave back to the versions from before. The job ends.',
  rollback: 'Brings all hosts that it changed back to the versions from before. The job ends.',
  end: 'Lets the hosts at work finish and starts no other. What was changed stays changed.',
  cancel:
    'Stops the hosts at work at their next safe point and starts no other. What was changed stays changed.',
};

export function whyNotText(why: WhyNot): string {
  return WHY_NOT[why];
}
