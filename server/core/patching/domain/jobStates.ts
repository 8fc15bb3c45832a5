import {
  ACTIVE_STATES,
  ENDED_STATES,
  FAILURE_STATES,
  JOB_HOST_STATES,
  type JobHostState,
  type Transition,
} from './jobHostStates.ts';

export const JOB_STATES = [
  'pending',
  'scheduled',
  'waiting_health_check',
  'running',
  'paused',
  'cancelling',
  'completed',
  'partial',
  'failed',
  'cancelled',
] as const;

export type JobState = (typeof JOB_STATES)[number];

export const ENDED_JOB_STATES = ['completed', 'partial', 'failed', 'cancelled'] as const;
/** Hosts of a job in one of these may be started. */
export const OPEN_JOB_STATES = ['pending', 'waiting_health_check', 'running'] as const;

const ended: readonly JobState[] = ENDED_JOB_STATES;
const open: readonly JobState[] = OPEN_JOB_STATES;
export const isJobEnded = (state: JobState): boolean => ended.includes(state);
export const isJobOpen = (state: JobState): boolean => open.includes(state);

const ends = (from: JobState): Transition<JobState>[] => [
  { from, to: 'completed', by: 'runner', when: 'every host completed' },
  { from, to: 'partial', by: 'runner', when: 'every host ended, some completed' },
  { from, to: 'failed', by: 'runner', when: 'every host ended, none completed' },
];

const cancels = (from: JobState): Transition<JobState>[] => [
  { from, to: 'cancelled', by: 'person', when: 'cancelled, no host was running' },
  {
    from,
    to: 'cancelling',
    by: 'person',
    when: 'cancelled while hosts are running, or with more hosts than end at once',
  },
];

const HALTS = 'the failure budget is used up, or no host of a wave completed';

/** Every change of state that a whole job may make; each writes one audit row. */
export const JOB_TRANSITIONS: readonly Transition<JobState>[] = [
  { from: 'scheduled', to: 'pending', by: 'clock', when: 'schedule_at has come' },
  { from: 'scheduled', to: 'cancelled', by: 'person', when: 'cancelled before it started' },
  { from: 'scheduled', to: 'cancelling', by: 'person', when: 'cancelled, with more hosts than end at once' },
  { from: 'pending', to: 'running', by: 'dispatcher', when: 'the first host starts' },
  {
    from: 'pending',
    to: 'waiting_health_check',
    by: 'dispatcher',
    when: 'every unfinished host waits at the gate',
  },
  { from: 'pending', to: 'paused', by: 'dispatcher', when: HALTS },
  ...ends('pending'),
  ...cancels('pending'),
  { from: 'waiting_health_check', to: 'running', by: 'dispatcher', when: 'a host passed the gate' },
  {
    from: 'waiting_health_check',
    to: 'pending',
    by: 'dispatcher',
    when: 'a host waits for something else, none started',
  },
  { from: 'waiting_health_check', to: 'paused', by: 'dispatcher', when: HALTS },
  ...ends('waiting_health_check'),
  ...cancels('waiting_health_check'),
  {
    from: 'running',
    to: 'waiting_health_check',
    by: 'dispatcher',
    when: 'every unfinished host waits at the gate',
  },
  { from: 'running', to: 'paused', by: 'runner', when: HALTS },
  ...ends('running'),
  ...cancels('running'),
  { from: 'paused', to: 'running', by: 'person', when: 'a person resumes it, or retries all failed hosts' },
  {
    from: 'paused',
    to: 'waiting_health_check',
    by: 'person',
    when: 'a person resumes it, and every unfinished host waits at the gate',
  },
  ...ends('paused'),
  ...cancels('paused'),
  { from: 'cancelling', to: 'cancelled', by: 'runner', when: 'no host is running any more' },
  { from: 'cancelling', to: 'completed', by: 'runner', when: 'every host completed anyway' },
  { from: 'cancelling', to: 'partial', by: 'runner', when: 'every host ended on its own, some completed' },
  { from: 'cancelling', to: 'failed', by: 'runner', when: 'every host ended on its own, none completed' },
  { from: 'partial', to: 'running', by: 'person', when: 'a person retries hosts' },
  { from: 'failed', to: 'running', by: 'person', when: 'a person retries hosts' },
  { from: 'cancelled', to: 'running', by: 'person', when: 'a person retries hosts' },
  { from: 'cancelled', to: 'scheduled', by: 'person', when: 'a person retries hosts before schedule_at' },
];

const allowed = new Set(JOB_TRANSITIONS.map(({ from, to }) => `${from} ${to}`));

/**
 * The last round of a job that an override given now holds for: a paused job is to be let through when it is resumed,
 * which begins the next one.
 */
export const overrideRound = ({ state, round }: { state: JobState; round: number }): number =>
  state === 'paused' ? round + 1 : round;

export function mayChangeJob(from: JobState, to: JobState): boolean {
  return from === to || allowed.has(`${from} ${to}`);
}

/** How many hosts of a job are in each state; states without hosts may be missing. */
export type StateCounts = Partial<Record<JobHostState, number>>;

const sum = (counts: StateCounts, states: readonly JobHostState[]): number =>
  states.reduce((total, state) => total + (counts[state] ?? 0), 0);

export const totalOf = (counts: StateCounts): number => sum(counts, JOB_HOST_STATES);
export const activeOf = (counts: StateCounts): number => sum(counts, ACTIVE_STATES);
export const endedOf = (counts: StateCounts): number => sum(counts, ENDED_STATES);
export const failuresOf = (counts: StateCounts): number => sum(counts, FAILURE_STATES);

/** How a job ended, by its hosts; null while a host has not ended. Skipped hosts count as work not done. */
export function jobOutcome(counts: StateCounts): 'completed' | 'partial' | 'failed' | 'cancelled' | null {
  const total = totalOf(counts);
  if (endedOf(counts) < total) return null;
  const completed = counts.completed ?? 0;
  if (completed === total) return 'completed';
  if ((counts.cancelled ?? 0) > 0) return 'cancelled';
  return completed > 0 ? 'partial' : 'failed';
}

export interface JobPosition {
  state: JobState;
  counts: StateCounts;
  /** Null: the job has no budget, or no host has just failed. */
  failureBudget: FailureBudget | null;
  /** Its current wave has used up its share of failures, or ended without a success. */
  isHalted?: boolean;
}

export interface FailureBudget {
  /** Share of hosts that may fail. */
  percent: number;
  /** The counts when a person last resumed or retried the job: earlier failures do not count. Null: never yet. */
  from: StateCounts | null;
}

/** The state of a job that follows from its hosts; unchanged when nothing follows. */
export function jobStateAfter({ state, counts, failureBudget, isHalted = false }: JobPosition): JobState {
  if (state === 'scheduled') return state;
  const outcome = jobOutcome(counts);
  if (outcome) return outcome;
  if (state === 'cancelling' || state === 'paused') return state;
  if (isHalted || (failureBudget !== null && isUsedUp(failureBudget, counts))) return 'paused';
  if (activeOf(counts) > 0 || (counts.retry_wait ?? 0) > 0) return 'running';
  if (counts.waiting_health_check === totalOf(counts) - endedOf(counts)) return 'waiting_health_check';
  if (state === 'running' || endedOf(counts) > 0) return 'running';
  return 'pending';
}

/** Whether too many of the hosts that had not ended when the counting began have failed since. */
function isUsedUp({ percent, from }: FailureBudget, counts: StateCounts): boolean {
  const failures = failuresOf(counts) - failuresOf(from ?? {});
  return failures * 100 > percent * (totalOf(counts) - endedOf(from ?? {}));
}
