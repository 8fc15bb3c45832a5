import type { ProgressPart } from '../../components/fm-progress/fm-progress.ts';
import { countText, plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { kindOf } from './kind.ts';
import type { Tone } from '../../components/fm-badge/status.ts';
import { CONNECTIONS } from '../host/texts.ts';

type Job = Schemas['Job'];
type HostState = Schemas['JobHostState'];

const OPERATIONS: Readonly<Record<Schemas['JobOperation'], string>> = {
  patch: 'Patch',
  install: 'Install',
  update: 'Update',
  remove: 'Remove',
  hold: 'Hold',
  unhold: 'Unhold',
  refresh: 'Refresh',
  reboot: 'Reboot',
  connection: 'Change connection',
  rollback: 'Roll back',
  agent_update: 'Update agents',
};

const MODES: Readonly<Record<Schemas['JobMode'], string>> = {
  all: 'all packages',
  security: 'security patches',
  selected: 'selected packages',
  repair: 'dependency repair',
};

/** Which hosts are restarted after a job. */
export const REBOOT_POLICIES: readonly (readonly [Schemas['RebootPolicy'], string])[] = [
  ['never', 'Never'],
  ['if_required', 'If required'],
  ['always', 'Always'],
];

const REBOOTS: Readonly<Record<Schemas['RebootPolicy'], string | null>> = {
  never: null,
  if_required: 'reboots hosts that require it',
  always: 'reboots every host',
};

const ENDED: ReadonlySet<string> = new Set(['completed', 'partial', 'failed', 'cancelled']);

const GROUPS: readonly (readonly [Tone, Part, readonly HostState[]])[] = [
  ['ok', 'completed', ['completed']],
  ['warn', 'rolled back', ['rolled_back']],
  ['bad', 'failed', ['failed', 'timedout', 'rollback_failed']],
  ['busy', 'in progress', ['dispatching', 'running', 'rebooting', 'verifying', 'rolling_back']],
  ['neutral', 'cancelled', ['cancelled']],
  ['neutral', 'skipped', ['skipped']],
];
type Part = 'completed' | 'rolled back' | 'failed' | 'in progress' | 'cancelled' | 'skipped';

/** The parts of a plan. A plan changes nothing, so no part is green, and a host without a plan has not failed. */
const PLAN_PARTS: Readonly<Partial<Record<Part, readonly [Tone, string]>>> = {
  completed: ['info', 'planned'],
  failed: ['warn', 'without a plan'],
  'in progress': ['busy', 'being planned'],
};
const ROLLBACK_PARTS: Readonly<Partial<Record<Part, readonly [Tone, string]>>> = {
  completed: ['ok', 'rolled back'],
};
const PARTS = { plan: PLAN_PARTS, rollback: ROLLBACK_PARTS, run: {} as typeof PLAN_PARTS };

export function operationText(operation: Schemas['JobOperation']): string {
  return OPERATIONS[operation] ?? operation;
}

/** What the job does, in words: “Patch: security patches”. */
export function jobDoes({ operation, mode, packages, connection }: Job): string {
  if (connection) return `${operationText(operation)}: ${CONNECTIONS[connection]}`;
  if (operation === 'patch' && mode === 'repair') return 'Dependency repair';
  if (operation === 'patch' && mode !== 'selected') return `Patch: ${MODES[mode]}`;
  const [first] = packages;
  if (!first) return operationText(operation);
  const names = packages.length === 1 ? safeName(first.name) : plural(packages.length, 'package');
  return `${operationText(operation)}: ${names}`;
}

const NAMES = 8;

/** What is asked of a job, or of each job of a policy. */
type Asked = Pick<
  Job,
  | 'operation'
  | 'packages'
  | 'exclude'
  | 'reboot'
  | 'rollback_on_failure'
  | 'strict_sources'
  | 'max_parallel'
  | 'failure_budget_percent'
  | 'waves'
  | 'respect_windows'
  | 'health_gate'
>;

/** What else was asked for, each in a few words: packages by name, what is left out, restarts, how the job works. */
export function jobWishes(job: Asked): string[] {
  const { operation, packages, exclude, reboot, rollback_on_failure: goesBack } = job;
  const { strict_sources: isStrict } = job;
  const wishes = [
    packages.length > 1 && someNames(packages.map(({ name }) => name)),
    exclude.length > 0 && `without ${someNames(exclude)}`,
    operation !== 'reboot' && REBOOTS[reboot],
    goesBack && 'failed hosts are rolled back',
    isStrict && 'skips hosts with an unreachable repository',
    ...paces(job),
    ...gates(job),
  ];
  return wishes.filter((wish) => typeof wish === 'string');
}

const MAX_PARALLEL = 50;

function paces({ max_parallel: atOnce, failure_budget_percent: budget, waves }: Asked): (string | false)[] {
  const shares = waves.map(({ percent, count }) => (percent === undefined ? String(count) : `${percent} %`));
  const of = waves.length > 0 ? ' of a wave' : '';
  return [
    atOnce !== MAX_PARALLEL && `${plural(atOnce, 'host')} in parallel`,
    budget !== null &&
      (budget === 0 ? 'pauses at the first failure' : `pauses when more than ${budget} %${of} fail`),
    shares.length > 0 && `in waves: ${shares.join(', ')}, rest`,
  ];
}

function gates({ respect_windows: inWindows, health_gate: gate }: Asked): (string | false)[] {
  return [
    !inWindows && 'ignores maintenance windows',
    !gate.pre && 'no health checks before',
    gate.post && 'with health checks after',
    gate.soak_secs > 0 && `soak time ${gate.soak_secs} s`,
  ];
}

function someNames(names: readonly string[]): string {
  const more = names.length > NAMES ? ` and ${names.length - NAMES} more` : '';
  return `${names
    .slice(0, NAMES)
    .map((name) => safeName(name))
    .join(', ')}${more}`;
}

/** Its name, or else what it does. */
export function jobTitle(job: Job): string {
  return job.name ? safeName(job.name) : jobDoes(job);
}

export function isEnded({ state }: Pick<Job, 'state'>): boolean {
  return ENDED.has(state);
}

type Progress = Pick<Job, 'counts' | 'hosts_total' | 'dry_run' | 'operation'>;

/** The hosts of a job by outcome, in the words of its kind; hosts that still wait are the rest of the bar. */
export function progressParts(job: Progress): ProgressPart[] {
  const words = PARTS[kindOf(job)];
  const parts = GROUPS.map(([tone, part, states]) => {
    const [shown, label] = words[part] ?? [tone, part];
    return { tone: shown, label, count: countIn(job, states) };
  });
  const told = parts.reduce((sum, { count }) => sum + count, 0);
  return [...parts, { tone: 'neutral', label: 'waiting', count: Math.max(0, job.hosts_total - told) }];
}

const countIn = ({ counts }: Progress, states: readonly HostState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0);

/** How many hosts of the job have ended: nothing more happens to them by itself. */
export function endedOf(job: Progress): number {
  return GROUPS.reduce(
    (sum, [, part, states]) => sum + (part === 'in progress' ? 0 : countIn(job, states)),
    0,
  );
}

/** “3 of 5 hosts completed, 1 failed, 1 cancelled”; of a plan “4 of 8 hosts planned”. Only done work counts as done. */
export function progressText(job: Progress): string {
  const [done, ...rest] = progressParts(job);
  const others = rest.filter(({ label, count }) => count > 0 && NOT_DONE.has(label));
  const told = others.map(({ label, count }) => `, ${countText(count)} ${label}`).join('');
  return `${countText(done?.count ?? 0)} of ${plural(job.hosts_total, 'host')} ${done?.label ?? ''}${told}`;
}

const NOT_DONE: ReadonlySet<string> = new Set([
  'rolled back',
  'failed',
  'without a plan',
  'cancelled',
  'skipped',
]);

export const ENDED_WITHIN = ['24h', '7d', '30d'] as const;
const SPANS: Readonly<Record<(typeof ENDED_WITHIN)[number], readonly [string, number]>> = {
  '24h': ['In the last 24 hours', 86_400_000],
  '7d': ['In the last 7 days', 604_800_000],
  '30d': ['In the last 30 days', 2_592_000_000],
};

export function endedText(within: (typeof ENDED_WITHIN)[number]): string {
  return SPANS[within][0];
}

/** The earliest end of a job that is within this span; null if it is not a known span. */
export function endedFrom(within: string | null, now: Date): Date | null {
  const known = ENDED_WITHIN.find((one) => one === within);
  return known === undefined ? null : new Date(now.getTime() - SPANS[known][1]);
}
