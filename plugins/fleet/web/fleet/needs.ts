import { plural } from '../../../../web/core/format.ts';
import type { IconName } from '../../../../web/icons/icons.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import type { Tone } from '../../../../web/components/fm-badge/status.ts';

/** What the fleet page rests on: the figures, and how the jobs among them divide. */
export interface FleetFigures {
  status: Schemas['FleetStatus'];
  jobsRunning: number;
  jobsPaused: number;
  /** Of the active ones that are not running, by their state. */
  jobsWaiting: Readonly<Record<WaitingState, number>>;
}

export const WAITING_STATES = ['scheduled', 'pending', 'waiting_health_check', 'cancelling'] as const;
type WaitingState = (typeof WAITING_STATES)[number];

const WAITING_FOR: Readonly<Record<WaitingState, readonly [string, string]>> = {
  scheduled: ['planned for later', 'Each starts by itself at its time.'],
  pending: ['about to start', 'Nothing to do until then.'],
  waiting_health_check: ['waiting for a health check', 'Each goes on once the check passes.'],
  cancelling: ['being cancelled', 'Hosts at work stop at their next safe point.'],
};

/** One thing that waits for a person; its link shows exactly what was counted. */
export interface Need {
  key: string;
  tone: Tone;
  icon: IconName;
  count: number;
  label: string;
  hint: string;
  href: string;
  /** When the manager read the oldest answer of a host that the figure rests on, if it rests on such. */
  at: string | null;
}

/** The most urgent first; what is at zero is left out. `canEnroll`: the reader may decide on enrollments. */
export function needsOf(figures: FleetFigures, canEnroll: boolean): Need[] {
  const all = [
    ...hostNeeds(figures.status),
    ...jobNeeds(figures),
    ...waitingNeeds(figures.status, canEnroll),
  ];
  const order: readonly Tone[] = ['bad', 'warn', 'info', 'busy', 'neutral', 'ok'];
  return all.filter(({ count }) => count > 0).sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

function hostNeeds(status: Schemas['FleetStatus']): Need[] {
  const { unreachable, degraded } = status.hosts_by_health;
  const { hosts_with_security: security, hosts_reboot_required: reboots, oldest_poll_at: at } = status;
  return [
    {
      key: 'unreachable',
      tone: 'bad',
      icon: 'offline',
      count: unreachable,
      label: `${unreachable === 1 ? 'host' : 'hosts'} unreachable`,
      hint: 'The agent does not answer: nothing can be read or patched there.',
      href: '/hosts?health_status=unreachable',
      at: null,
    },
    {
      key: 'security',
      tone: 'warn',
      icon: 'shield',
      count: security,
      label: `${security === 1 ? 'host waits' : 'hosts wait'} for security patches`,
      hint: `${plural(status.patches_security_total, 'security patch', 'security patches')} in all.`,
      href: '/hosts?has_security=true',
      at,
    },
    {
      key: 'reboot',
      tone: 'warn',
      icon: 'power',
      count: reboots,
      label: `${reboots === 1 ? 'host has' : 'hosts have'} a reboot due`,
      hint: 'Installed patches take effect only after it.',
      href: '/hosts?reboot_required=true',
      at: null,
    },
    {
      key: 'degraded',
      tone: 'warn',
      icon: 'warning',
      count: degraded,
      label: `${degraded === 1 ? 'host' : 'hosts'} degraded`,
      hint: 'The agent answers, but something there is not as it should be.',
      href: '/hosts?health_status=degraded',
      at: null,
    },
  ];
}

function jobNeeds({ status, jobsRunning, jobsPaused, jobsWaiting }: FleetFigures): Need[] {
  const failed = status.jobs_stopped - jobsPaused;
  const job = (count: number): string => (count === 1 ? 'job' : 'jobs');
  return [
    {
      key: 'paused',
      tone: 'bad',
      icon: 'pause',
      count: jobsPaused,
      label: `${job(jobsPaused)} stopped: too many failures`,
      hint: 'Decide whether to retry, cancel or roll back.',
      href: '/jobs?state=paused',
      at: null,
    },
    {
      key: 'failed',
      tone: 'bad',
      icon: 'error',
      count: failed,
      label: `${job(failed)} failed in the last 24 hours`,
      hint: 'Each says per host what failed, and what to do next.',
      href: '/jobs?state=failed&ended=24h',
      at: null,
    },
    {
      key: 'running',
      tone: 'busy',
      icon: 'play',
      count: jobsRunning,
      label: `${job(jobsRunning)} running`,
      hint: 'Follow live.',
      href: '/jobs?state=running',
      at: null,
    },
    ...WAITING_STATES.map((state): Need => {
      const [label, hint] = WAITING_FOR[state];
      const count = jobsWaiting[state];
      return {
        key: state,
        tone: 'neutral',
        icon: 'clock',
        count,
        label: `${job(count)} ${label}`,
        hint,
        href: `/jobs?state=${state}`,
        at: null,
      };
    }),
  ];
}

function waitingNeeds(status: Schemas['FleetStatus'], canEnroll: boolean): Need[] {
  const { enrollments_pending: enrollments } = status;
  return [
    {
      key: 'enrollments',
      tone: 'info',
      icon: 'enrollments',
      count: canEnroll ? enrollments : 0,
      label: `${enrollments === 1 ? 'host asks' : 'hosts ask'} to enroll`,
      hint: 'Compare the fingerprint, then approve or deny.',
      href: '/enrollments',
      at: null,
    },
  ];
}
