import type { Run, Schedule } from './read.ts';

export type Act = 'show' | 'run' | 'edit' | 'pause' | 'resume' | 'delete';

export interface Offer {
  act: Act;
  /** Why it is not possible now, as a sentence; null: it is offered. */
  whyNot: string | null;
}

interface Row {
  act: Act;
  isNamed(schedule: Schedule): boolean;
  whyNot(schedule: Schedule, isMailOn: boolean): string | null;
}

const always = (): boolean => true;
const never = (): null => null;

/** In the order of the menu. Whoever sees a schedule may do all of it. */
const TABLE: readonly Row[] = [
  { act: 'show', isNamed: always, whyNot: never },
  { act: 'run', isNamed: always, whyNot: whyNotRun },
  { act: 'edit', isNamed: always, whyNot: never },
  { act: 'pause', isNamed: ({ enabled }) => enabled, whyNot: never },
  { act: 'resume', isNamed: ({ enabled }) => !enabled, whyNot: never },
  { act: 'delete', isNamed: always, whyNot: never },
];

export const offersOf = (schedule: Schedule, isMailOn: boolean): Offer[] =>
  TABLE.filter(({ isNamed }) => isNamed(schedule)).map(({ act, whyNot }) => ({
    act,
    whyNot: whyNot(schedule, isMailOn),
  }));

function whyNotRun({ last_run: run }: Schedule, isMailOn: boolean): string | null {
  if (run?.state === 'making') return 'A run is in progress.';
  return isMailOn ? null : 'Mail is disabled.';
}

/** How a run ended, with its mails: the worst of them counts. */
export type Outcome = 'making' | 'failed' | 'underWay' | 'delivered' | 'partly' | 'undelivered' | 'mailed';

export function outcomeOf({ state, mails }: Run): Outcome {
  if (state === 'making' || state === 'failed') return state;
  // The log of deliveries keeps mails for a time only.
  if (mails.length === 0) return 'mailed';
  const lost = mails.filter(({ state: own }) => own === 'dead' || own === 'dropped').length;
  if (lost === mails.length) return 'undelivered';
  if (lost > 0) return 'partly';
  return mails.every(({ state: own }) => own === 'sent') ? 'delivered' : 'underWay';
}

/** Whether its run or its mails may change in a moment. */
export const isMoving = ({ last_run: run }: Schedule): boolean =>
  run !== null && (run.state === 'making' || run.mails.some(({ state }) => state === 'waiting'));
