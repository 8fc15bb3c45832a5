import type { Schemas } from '../../core/schema.ts';

type Policy = Schemas['Policy'];

/** What a person can do with a policy. */
export type Act = 'run' | 'skip' | 'unskip' | 'pause' | 'resume' | 'edit' | 'delete';

/** Why an act is not offered now. */
export type WhyNot = 'no-right' | 'run-active' | 'paused' | 'no-start';

export interface Offer {
  act: Act;
  /** Null: it is offered. */
  whyNot: WhyNot | null;
}

/** All facts that decide what is offered. */
export interface PolicyFacts {
  isPaused: boolean;
  /** There is a start ahead that can be skipped. */
  hasStart: boolean;
  /** The next start is skipped already. */
  isSkipped: boolean;
  /** A run has not ended. */
  hasRun: boolean;
  /** The reader may change policies. */
  mayEdit: boolean;
  /** The reader may run jobs. */
  mayRun: boolean;
}

interface Row {
  act: Act;
  right: 'mayEdit' | 'mayRun';
  /** Whether the act is shown at all; one that is never of use in a state is not. */
  isNamed(facts: PolicyFacts): boolean;
  whyNot(facts: PolicyFacts): WhyNot | null;
}

const always = (): boolean => true;
const never = (): null => null;

/** In the order of the buttons. */
const TABLE: readonly Row[] = [
  { act: 'run', right: 'mayRun', isNamed: always, whyNot: ({ hasRun }) => (hasRun ? 'run-active' : null) },
  { act: 'skip', right: 'mayEdit', isNamed: ({ isSkipped }) => !isSkipped, whyNot: whyNotSkip },
  { act: 'unskip', right: 'mayEdit', isNamed: ({ isSkipped }) => isSkipped, whyNot: never },
  { act: 'pause', right: 'mayEdit', isNamed: ({ isPaused }) => !isPaused, whyNot: never },
  { act: 'resume', right: 'mayEdit', isNamed: ({ isPaused }) => isPaused, whyNot: never },
  { act: 'edit', right: 'mayEdit', isNamed: always, whyNot: never },
  { act: 'delete', right: 'mayEdit', isNamed: always, whyNot: never },
];

function whyNotSkip({ isPaused, hasStart }: PolicyFacts): WhyNot | null {
  if (!hasStart) return 'no-start';
  return isPaused ? 'paused' : null;
}

/** Each act of a policy, with why it is not offered. */
export const offersOf = (facts: PolicyFacts): Offer[] =>
  TABLE.filter(({ isNamed }) => isNamed(facts)).map(({ act, right, whyNot }) => ({
    act,
    whyNot: facts[right] ? whyNot(facts) : 'no-right',
  }));

/** The facts of a policy, for a list and for its page. */
export function factsOf(
  policy: Policy,
  rights: Pick<PolicyFacts, 'mayEdit' | 'mayRun'>,
  now: Date,
): PolicyFacts {
  return {
    ...rights,
    isPaused: policy.state === 'paused',
    hasStart: startToSkip(policy, now) !== null,
    isSkipped: policy.skips_next && preparedStart(policy, now) === null,
    hasRun: policy.active_run !== null,
  };
}

/** The start that “skip next” means: that of the prepared run, or else the next one; null: there is none. */
export const startToSkip = (policy: Policy, now: Date): string | null =>
  preparedStart(policy, now) ?? policy.next_start_at;

/** The start of a run that is planned and has not begun; null: there is none. */
export function preparedStart({ active_run: run }: Policy, now: Date): string | null {
  if (run === null || run.state === 'running' || run.cause === 'person') return null;
  return Date.parse(run.starts_at) > now.getTime() ? run.starts_at : null;
}
