import type { StatusText } from '../../components/fm-badge/status.ts';
import { statusText } from '../../components/fm-badge/status.ts';
import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import type { IconName } from '../../icons/icons.ts';
import { recurrenceOf } from '../recurrence/recurrence.ts';
import { localText, startsText } from '../recurrence/texts.ts';
import type { Act, WhyNot } from './offers.ts';

type Policy = Schemas['Policy'];
type Run = Schemas['PolicyRun'];
type Target = Schemas['PolicyTarget'];

export const ACTS: Readonly<Record<Act, { label: string; icon: IconName }>> = {
  run: { label: 'Run now', icon: 'play' },
  skip: { label: 'Skip the next run', icon: 'close' },
  unskip: { label: 'Take the skip back', icon: 'undo' },
  pause: { label: 'Pause', icon: 'pause' },
  resume: { label: 'Resume', icon: 'play' },
  edit: { label: 'Edit', icon: 'edit' },
  delete: { label: 'Delete', icon: 'trash' },
};

export const WHY_NOT: Readonly<Record<WhyNot, string>> = {
  'no-right': 'Your role may look at policies but not change them.',
  'run-active': 'A run of it has not ended yet: two runs of one policy never overlap.',
  paused: 'It is paused: each of its starts is left out until somebody resumes it.',
  'no-start': 'It does not start again.',
};

const MODES: Readonly<Record<Policy['mode'], string>> = { all: 'all patches', security: 'security patches' };
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** “The second Tuesday of the month at 22:00, plus 3 days, Europe/Berlin”. */
export const scheduleText = (policy: Pick<Policy, 'rrule' | 'timezone' | 'days_after'>): string =>
  safeName(`${startsText(recurrenceOf(policy, new Date()))}, ${policy.timezone}`);

/** “the group Production and hosts with the tag web”; `nameOf` gives a group's name, null where it is not known. */
export function targetText(target: Target, nameOf: (groupId: string) => string | null): string {
  const { host_ids: hosts = [], group_ids: groups = [], tags = [], filter } = target;
  const known = groups.flatMap((id) => nameOf(id) ?? []).map((name) => `the group ${safeName(name)}`);
  const unknown = groups.length - known.length;
  const parts = [
    ...known,
    ...(unknown > 0 ? [plural(unknown, 'group')] : []),
    ...(tags.length > 0 ? [tagsText(tags)] : []),
    ...(hosts.length > 0 ? [plural(hosts.length, 'host')] : []),
    ...(filter === undefined ? [] : ['hosts that match a filter']),
  ];
  return parts.length === 0 ? 'no host that you may see' : list.format(parts);
}

function tagsText(tags: readonly string[]): string {
  const names = tags.map((tag) => safeName(tag));
  return names.length === 1
    ? `hosts with the tag ${names[0]}`
    : `hosts with one of the tags ${names.join(', ')}`;
}

/** “Takes security patches on the group Production: the second Tuesday of the month at 22:00, Europe/Berlin.” */
export const doesText = (policy: Policy, nameOf: (groupId: string) => string | null): string =>
  `Takes ${MODES[policy.mode]} on ${targetText(policy.target, nameOf)}. It starts: ${scheduleText(policy)}.`;

/** “Fri, 16 Jan 2026 at 22:00, Europe/Berlin”; null: it does not start again. */
export const nextText = ({ next_local_start: local, timezone }: NextStart): string | null =>
  local === null ? null : `${localText(local)}, ${safeName(timezone)}`;

type NextStart = Pick<Policy, 'next_local_start' | 'timezone'>;

const STATES: Readonly<Record<Schemas['PolicyRunState'], StatusText>> = {
  planning: ['busy', 'Being planned'],
  waiting_approval: ['warn', 'Waits for approval'],
  ready: ['info', 'Planned'],
  running: ['busy', 'At work'],
  completed: ['ok', 'Nothing to do'],
  skipped: ['neutral', 'Left out'],
  failed: ['bad', 'Did not begin'],
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
  catch_up: 'Late: no manager was running at its time.',
  person: 'Started by a person.',
};

const OUTCOMES: Readonly<Record<Schemas['HostOutcome'], StatusText>> = {
  no_run: ['neutral', 'Nothing began'],
  not_held: ['neutral', 'Was not part of it'],
  planning: ['busy', 'Being planned'],
  planned: ['info', 'Planned'],
  not_planned: ['bad', 'No plan'],
  nothing_to_do: ['ok', 'Nothing to do'],
  waiting: ['info', 'Waits'],
  working: ['busy', 'At work'],
  completed: ['ok', 'Completed'],
  failed: ['bad', 'Failed'],
  skipped: ['neutral', 'Skipped'],
  cancelled: ['neutral', 'Cancelled'],
  rolled_back: ['warn', 'Rolled back'],
  not_kept: ['neutral', 'No longer known'],
};

/** The same for one host in a run. */
export const outcomeStatus = (outcome: Schemas['HostOutcome'], reason?: string | null): StatusText =>
  (outcome === 'nothing_to_do' ? lackOf(reason) : null) ?? OUTCOMES[outcome] ?? ['neutral', outcome];
