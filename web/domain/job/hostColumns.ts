import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-progress/fm-progress.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { explainHostError } from '../../core/errors.ts';
import { plural } from '../../core/format.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { badge } from './badge.ts';
import { hostStateText } from './stateText.ts';
import { timeBar, type Span } from './timeBar.ts';
import { isAccepted, type JobHost } from './state.ts';

type Job = Schemas['Job'];

const REASONS: Readonly<Record<string, string>> = {
  HOST_BUSY: 'Another job is running on this host.',
  CONTACT_LOST: 'The agent is unreachable; the outcome is read once it responds.',
  MAINTENANCE_MODE: 'The host is in maintenance mode.',
  NOTHING_TO_DO: 'Nothing to do.',
  SECURITY_PINNED: 'Security updates are missing: the host’s apt preferences suppress them.',
  SECURITY_UNKNOWN: 'Some updates were skipped: it is unknown whether they are security updates.',
  PLAN_TOO_LARGE: 'The plan is too large to be shown in full, so it cannot be approved.',
  REBOOT_CANCELLED: 'The packages were changed; the reboot was cancelled.',
  ACCEPTED: 'Accepted as is.',
  JOB_ENDED: 'The job was ended before this host started.',
  UNVERIFIED: 'The work is done, but the state of the host is unknown.',
  HOST_REMOVED: 'The host was removed from the fleet.',
};

/** What the cells of a host need besides the host. */
export interface HostsView {
  job: Job;
  span: Span;
}

const WAVE: Column<JobHost> = {
  key: 'wave',
  header: 'Wave',
  minRem: 4,
  priority: 2,
  render: ({ wave }) => String(wave ?? ''),
};

/**
 * The hosts of this job: how each stands in the words of its kind, and when it was at work. Each cell calls `view` when
 * it renders, so that the columns stay the same ones: the table would lay out others anew.
 */
export const hostColumns = (view: () => HostsView, hasWaves = false): readonly Column<JobHost>[] => [
  { key: 'fqdn', header: 'Host', grow: 2.5, render: ({ fqdn }) => safeName(fqdn) },
  ...(hasWaves ? [WAVE] : []),
  {
    key: 'state',
    header: 'State',
    minRem: 11,
    render: (host) => badge(hostStateText(view().job, host)),
  },
  { key: 'progress', header: 'Progress', minRem: 8, priority: 3, render: progress },
  { key: 'message', header: 'Activity', grow: 2.5, priority: 2, render: happening },
  {
    key: 'time',
    header: 'Time',
    minRem: 11,
    priority: 5,
    render: (host) => timeBar(host, view().span),
  },
];

/** “Attempt 2 of 4 in 5 minutes”. */
export function nextAttempt({ attempt, max_attempts: most, next_attempt_at: at }: JobHost): TemplateResult {
  const next = Math.min(attempt + 1, most);
  return html`Attempt ${next} of ${most} <fm-time .datetime=${at} missing="soon"></fm-time>`;
}

function progress({ progress: percent, state, fqdn }: JobHost): unknown {
  if (!/running|dispatching|rebooting|verifying|rolling_back/.test(state)) return nothing;
  const value = state === 'running' ? percent : null;
  return html`<fm-progress label="Progress of ${safeName(fqdn)}" .value=${value}></fm-progress>`;
}

/** What happens on the host, or why it waits; for a failed host, why in one sentence. */
export function happening(host: JobHost): TemplateResult | string {
  const { error, reason, changes, message } = host;
  if (isAccepted(host)) return REASONS['ACCEPTED'] ?? '';
  if (error) {
    const what = safeLine(explainHostError(error).what, 300);
    return host.state === 'retry_wait' ? html`${nextAttempt(host)}: ${what}` : what;
  }
  if (host.state === 'waiting_window' && host.next_attempt_at !== null)
    return html`${reason === 'FREEZE' ? 'Frozen; next start' : 'Maintenance window opens'}
      <fm-time .datetime=${host.next_attempt_at}></fm-time>.
      ${reason === 'OUTSIDE_WINDOW' ? nothing : safeLine(message, 300)}`;
  if (reason !== null) return REASONS[reason] ?? safeLine(message || reason, 300);
  if (host.state === 'completed' && changes.length > 0) return `${plural(changes.length, 'package')} changed`;
  return safeLine(message, 300);
}
