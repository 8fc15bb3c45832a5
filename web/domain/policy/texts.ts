import type { StatusText } from '../../components/fm-badge/status.ts';
import { statusText } from '../../components/fm-badge/status.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import type { IconName } from '../../icons/icons.ts';
import { targetText } from '../job/target.ts';
import { recurrenceOf } from '../recurrence/recurrence.ts';
import { localText, startsText } from '../recurrence/texts.ts';
import type { Act, WhyNot } from './offers.ts';

type Policy = Schemas['Policy'];
type Run = Schemas['PolicyRun'];

export const ACTS: Readonly<Record<Act, { label: string; icon: IconName }>> = {
  run: { label: 'Run now', icon: 'play' },
  skip: { label: 'Skip next run', icon: 'close' },
  unskip: { label: 'Undo skip', icon: 'undo' },
  pause: { label: 'Pause', icon: 'pause' },
  resume: { label: 'Resume', icon: 'play' },
  edit: { label: 'Edit', icon: 'edit' },
  delete: { label: 'Delete', icon: 'trash' },
};

export const WHY_NOT: Readonly<Record<WhyNot, string>> = {
  'no-right': 'Your role can view policies but not change them.',
  'run-active': 'The previous run has not finished: runs of one policy never overlap.',
  paused: 'Paused: runs are skipped until you resume the policy.',
  'no-start': 'No further runs.',
};

const MODES: Readonly<Record<Policy['mode'], string>> = {
  all: 'all patches',
  security: 'security patches',
  agents: 'updates of agents',
};

/** “The second Tuesday of the month at 22:00, plus 3 days, Europe/Berlin”. */
export const scheduleText = (policy: Pick<Policy, 'rrule' | 'timezone' | 'days_after'>): string =>
  safeName(`${startsText(recurrenceOf(policy, new Date()))}, ${policy.timezone}`);

/** “Takes security patches on the group Production: the second Tuesday of the month at 22:00, Europe/Berlin.” */
export const doesText = (policy: Policy, nameOf: (groupId: string) => string | null): string =>
  `Applies ${MODES[policy.mode]} to ${targetText(policy.target, nameOf)}. Schedule: ${scheduleText(policy)}.`;

/** “Fri, 16 Jan 2026 at 22:00, Europe/Berlin”; null: it does not start again. */
export const nextText = ({ next_local_start: local, timezone }: NextStart): string | null =>
  local === null ? null : `${localText(local)}, ${safeName(timezone)}`;

type NextStart = Pick<Policy, 'next_local_start' | 'timezone'>;

const STATES: Readonly<Record<Schemas['PolicyRunState'], StatusText>> = {
  planning: ['busy', 'Planning'],
  waiting_approval: ['warn', 'Awaiting approval'],
  ready: ['info', 'Planned'],
  running: ['busy', 'In progress'],
  completed: ['ok', 'Nothing to do'],
  skipped: ['neutral', 'Skipped'],
  failed: ['bad', 'Not started'],
};

/** What is missing, or may be, is not nothing; null for any other reason. */
const lackOf = (reason: string | null | undefined): StatusText | null =>
  reason === 'SECURITY_UNKNOWN'
    ? ['warn', 'Security unknown']
    : reason === 'SECURITY_PINNED'
      ? ['warn', 'Pinned away']
      : null;

/** Tone and words of a run's outcome: that of its job, where it had one. */
export function runStatus({
  state,
  run_job_state: job,
  reason,
}: Pick<Run, 'state' | 'run_job_state'> & Partial<Pick<Run, 'reason'>>): StatusText {
  if (state === 'completed' && job !== null) return statusText('job', job);
  if (state === 'completed') return lackOf(reason) ?? STATES.completed;
  return STATES[state] ?? ['neutral', state];
}

export const CAUSES: Readonly<Record<Schemas['PolicyRunCause'], string | null>> = {
  schedule: null,
  catch_up: 'Late: no manager was running at the scheduled time.',
  person: 'Started manually.',
};

const OUTCOMES: Readonly<Record<Schemas['HostOutcome'], StatusText>> = {
  no_run: ['neutral', 'Not run'],
  not_held: ['neutral', 'Not included'],
  planning: ['busy', 'Planning'],
  planned: ['info', 'Planned'],
  not_planned: ['bad', 'No plan'],
  nothing_to_do: ['ok', 'Nothing to do'],
  waiting: ['info', 'Waiting'],
  working: ['busy', 'In progress'],
  completed: ['ok', 'Completed'],
  failed: ['bad', 'Failed'],
  skipped: ['neutral', 'Skipped'],
  cancelled: ['neutral', 'Cancelled'],
  rolled_back: ['warn', 'Rolled back'],
  not_kept: ['neutral', 'No longer recorded'],
};

/** The same for one host in a run. */
export const outcomeStatus = (outcome: Schemas['HostOutcome'], reason?: string | null): StatusText =>
  (outcome === 'nothing_to_do' ? lackOf(reason) : null) ?? OUTCOMES[outcome] ?? ['neutral', outcome];
