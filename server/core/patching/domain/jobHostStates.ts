/** The state of one host within one job. Active states hold the host: no other job may start on it. */
export const JOB_HOST_STATES = [
  'pending',
  'waiting_window',
  'waiting_health_check',
  'dispatching',
  'running',
  'retry_wait',
  'rebooting',
  'verifying',
  'rolling_back',
  'completed',
  'failed',
  'timedout',
  'cancelled',
  'skipped',
  'rolled_back',
  'rollback_failed',
] as const;

export type JobHostState = (typeof JOB_HOST_STATES)[number];

/** A manager works on the job host under a lease; no other job may start on the host. */
export const ACTIVE_STATES = ['dispatching', 'running', 'rebooting', 'verifying', 'rolling_back'] as const;
/** No manager works on the job host; it starts once it is due, its gates are open and its host is free. */
export const WAITING_STATES = ['pending', 'waiting_window', 'waiting_health_check', 'retry_wait'] as const;
/** Waiting states in which a gate is closed; the row does not say when the gate is asked again. */
export const GATED_STATES = ['waiting_window', 'waiting_health_check'] as const;
/** Never change again unless a person retries them. */
export const ENDED_STATES = [
  'completed',
  'failed',
  'timedout',
  'cancelled',
  'skipped',
  'rolled_back',
  'rollback_failed',
] as const;
/** Ended in a way that counts against the failure budget. */
export const FAILURE_STATES = ['failed', 'timedout', 'rolled_back', 'rollback_failed'] as const;
/** The reason of an ended host that a person accepted as it stands: nothing more is offered for it. */
export const ACCEPTED = 'ACCEPTED';
/** Ended without the work done and without a rollback: a person may retry these. */
export const RETRYABLE_STATES = ['failed', 'timedout', 'cancelled', 'skipped'] as const;

export type ActiveState = (typeof ACTIVE_STATES)[number];

const within =
  <S extends JobHostState>(states: readonly S[]) =>
  (state: JobHostState): state is S =>
    (states as readonly JobHostState[]).includes(state);

export const isActive = within(ACTIVE_STATES);
export const isWaiting = within(WAITING_STATES);
export const isEnded = within(ENDED_STATES);
export const isFailure = within(FAILURE_STATES);

export interface Transition<S extends string> {
  from: S;
  to: S;
  /** `dispatcher` starts hosts; `runner` follows the agent; `person` called the API; `clock`: a due time has come. */
  by: 'dispatcher' | 'runner' | 'person' | 'clock';
  when: string;
}

const BUSY = 'gates open, but the host is busy with another job, or shares a tag with a host that is';

/** The changes of state that any waiting host may make. */
const starts = (from: JobHostState): Transition<JobHostState>[] => {
  const rows: Transition<JobHostState>[] = [
    {
      from,
      to: 'dispatching',
      by: 'dispatcher',
      when: 'gates open, host free, a place free in max_parallel',
    },
    { from, to: 'waiting_window', by: 'dispatcher', when: 'no maintenance window is open' },
    {
      from,
      to: 'waiting_health_check',
      by: 'dispatcher',
      when: 'a health check before the work does not pass',
    },
    { from, to: 'pending', by: 'dispatcher', when: BUSY },
    {
      from,
      to: 'skipped',
      by: 'dispatcher',
      when: 'the host is in maintenance mode or was deleted, a gate leaves it out, or a person ended the job',
    },
    { from, to: 'failed', by: 'dispatcher', when: 'a gate refuses the host permanently' },
    { from, to: 'cancelled', by: 'person', when: 'the job is cancelled before the host started' },
  ];
  return rows.filter((row) => row.to !== from);
};

const retried = (from: JobHostState): Transition<JobHostState> => ({
  from,
  to: 'pending',
  by: 'person',
  when: 'a person retries it',
});

/** Every change of state that a job host may make; the service refuses any other. */
export const JOB_HOST_TRANSITIONS: readonly Transition<JobHostState>[] = [
  ...starts('pending'),
  ...starts('waiting_window'),
  ...starts('waiting_health_check'),
  ...starts('retry_wait'),
  { from: 'dispatching', to: 'running', by: 'runner', when: 'the agent has the job' },
  {
    from: 'dispatching',
    to: 'rebooting',
    by: 'runner',
    when: 'the agent has the restart (operation reboot)',
  },
  {
    from: 'dispatching',
    to: 'retry_wait',
    by: 'runner',
    when: 'refused for now, or never reached the agent',
  },
  { from: 'dispatching', to: 'failed', by: 'runner', when: 'refused permanently, or retries used up' },
  { from: 'dispatching', to: 'cancelled', by: 'runner', when: 'cancelled, and the agent never got it' },
  { from: 'running', to: 'completed', by: 'runner', when: 'the agent completed it, nothing is left to do' },
  {
    from: 'running',
    to: 'rebooting',
    by: 'runner',
    when: 'the agent completed it, and a restart is asked for',
  },
  { from: 'running', to: 'verifying', by: 'runner', when: 'the agent completed it, and checks follow' },
  { from: 'running', to: 'retry_wait', by: 'runner', when: 'failed with a passing cause, retries left' },
  { from: 'running', to: 'failed', by: 'runner', when: 'failed permanently, or retries used up' },
  { from: 'running', to: 'timedout', by: 'runner', when: 'out of time at the agent, nothing changed' },
  { from: 'running', to: 'cancelled', by: 'runner', when: 'the agent cancelled it, nothing changed' },
  {
    from: 'running',
    to: 'rolling_back',
    by: 'runner',
    when: 'failed with packages changed, rollback_on_failure',
  },
  {
    from: 'rebooting',
    to: 'verifying',
    by: 'runner',
    when: 'another boot id, and the agent is healthy again',
  },
  { from: 'rebooting', to: 'completed', by: 'runner', when: 'cancelled before the restart was asked for' },
  { from: 'rebooting', to: 'failed', by: 'runner', when: 'no restart, or the agent is unhealthy after it' },
  { from: 'rebooting', to: 'rolling_back', by: 'runner', when: 'unhealthy after it, rollback_on_failure' },
  { from: 'rebooting', to: 'timedout', by: 'runner', when: 'no new boot id within 15 minutes' },
  {
    from: 'verifying',
    to: 'completed',
    by: 'runner',
    when: 'the host answers and the checks pass, or a cancel cut them short',
  },
  { from: 'verifying', to: 'failed', by: 'runner', when: 'a check after the work fails, or cannot be asked' },
  { from: 'verifying', to: 'rolling_back', by: 'runner', when: 'a check fails, rollback_on_failure' },
  { from: 'rolling_back', to: 'rolled_back', by: 'runner', when: 'the agent restored the versions before' },
  { from: 'rolling_back', to: 'rollback_failed', by: 'runner', when: 'the agent could not restore them' },
  ...RETRYABLE_STATES.map(retried),
];

const allowed = new Set(JOB_HOST_TRANSITIONS.map(({ from, to }) => `${from} ${to}`));

/** Staying in a state is always allowed: then only the reason or the due time changes. */
export function mayChangeHost(from: JobHostState, to: JobHostState): boolean {
  return from === to || allowed.has(`${from} ${to}`);
}
