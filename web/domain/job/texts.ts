import type { Act, WhyNot } from './offers.ts';
import type { JobKind } from './kind.ts';

/** What a button is called, by the kind of the job. */
const ACTS: Readonly<Record<Act, string>> = {
  approve: 'Approve',
  retry: 'Retry failed',
  replan: 'Plan again without these',
  rollback: 'Roll back',
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
  'no-right': 'Your role may look at jobs and not run them.',
  cancelling: 'It is being cancelled: hosts at work stop at their next safe point.',
  ending: 'It is being ended: hosts at work finish, and nothing else begins.',
  'none-planned-yet': 'No host is planned yet.',
  'none-planned': 'No host has a plan that can be approved.',
  'nothing-to-do': 'The planned hosts stand where the job would bring them.',
  approved: 'It is approved. The job that runs it says how far it is.',
  'nothing-failed': 'Every host did its work.',
  'changed-nothing': 'The job changed nothing that is not back already.',
  'no-packages': 'It changes no versions of packages, so there is nothing to bring back.',
  'rolling-back': 'It is being rolled back now.',
  'rolled-back': 'It was rolled back already.',
};

export function whyNotText(why: WhyNot): string {
  return WHY_NOT[why];
}
