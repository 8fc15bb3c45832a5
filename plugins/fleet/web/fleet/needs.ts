import type { IconName } from '#web/icons/icons.ts';
import type { Schemas } from '#web/core/schema.ts';
import type { Tone } from '#web/components/fm-badge/status.ts';
import { isGrave, SEVERITY_ORDER, type Severity } from '#web/domain/patch/severity.ts';
import { EXPIRIES, lateHint, problemText, securityHint, WAITING } from './texts.ts';

type Status = Schemas['FleetStatus'];

/** What the reader may decide on; other links would lead him to pages that he cannot open. */
export interface Rights {
  enrollments: boolean;
  certificates: boolean;
  groupChanges: boolean;
}

/** One figure; its link shows exactly what was counted. */
export interface Need {
  key: string;
  tone: Tone;
  icon: IconName;
  count: number;
  label: string;
  hint: string;
  href: string;
  /** When the manager read the oldest answer of a host that the figure is made from; null: it is made from none. */
  at: string | null;
}

const s = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** What waits for a person, the most urgent first; what is at zero is left out. */
export function needsOf(status: Status, rights: Rights, approvals = 0, risk?: Schemas['Exposure']): Need[] {
  const all = [
    approvalNeed(approvals),
    ...(risk ? riskNeeds(risk) : []),
    ...hostNeeds(status),
    ...jobNeeds(status),
    ...problemNeeds(status),
    ...waitingNeeds(status, rights),
  ];
  const order: readonly Tone[] = ['bad', 'warn', 'info'];
  return all.filter(({ count }) => count > 0).sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

/** Somebody waits for this reader, so it comes first among what is as urgent. */
const approvalNeed = (count: number): Need => ({
  key: 'approvals',
  tone: 'bad',
  icon: 'check',
  count,
  label: s(count, 'approval awaiting your decision', 'approvals awaiting your decision'),
  hint: 'Someone requested a second approval; nothing runs until you decide.',
  href: '/approvals',
  at: null,
});

/** Red where one of these severities is a danger. */
const graveTone = (counts: Readonly<Record<Severity, number>>): Tone =>
  SEVERITY_ORDER.some((severity) => counts[severity] > 0 && isGrave(severity)) ? 'bad' : 'warn';

/** CVEs that are exploited somewhere, and patches that are beyond their service level. */
function riskNeeds({ exploited_open: exploited, hosts_beyond: hosts, ...risk }: Schemas['Exposure']): Need[] {
  return [
    {
      key: 'exploited',
      tone: 'bad',
      icon: 'warning',
      count: exploited,
      label: s(exploited, 'known exploited CVE is open', 'known exploited CVEs are open'),
      hint: 'A pending patch fixes each of them.',
      href: '/vulnerabilities?exploited=true',
      at: null,
    },
    {
      key: 'late',
      tone: graveTone(risk.patches_beyond_by_severity),
      icon: 'clock',
      count: hosts,
      label: s(hosts, 'host out of SLA', 'hosts out of SLA'),
      hint: lateHint(risk.patches_beyond),
      href: '/late-patches',
      at: null,
    },
  ];
}

/** What runs by itself and needs nobody. */
export function underWay({ jobs }: Status): Need[] {
  const running: Need = {
    key: 'running',
    tone: 'busy',
    icon: 'play',
    count: jobs.running,
    label: s(jobs.running, 'job running', 'jobs running'),
    hint: 'Follow live.',
    href: '/jobs?state=running&dry_run=false',
    at: null,
  };
  const waiting = (['waiting_health_check', 'cancelling', 'pending', 'scheduled'] as const).map(
    (state): Need => {
      const [one, many, hint] = WAITING[state];
      const count = jobs[state];
      const href = `/jobs?state=${state}&dry_run=false`;
      return {
        key: state,
        tone: 'neutral',
        icon: 'clock',
        count,
        label: s(count, one, many),
        hint,
        href,
        at: null,
      };
    },
  );
  return [running, ...waiting].filter(({ count }) => count > 0);
}

function hostNeeds(status: Status): Need[] {
  const { unreachable } = status.hosts_by_health;
  const { hosts_with_security: security, hosts_reboot_required: reboots, oldest_poll_at: at } = status;
  const { hosts_security_unknown: unknown } = status;
  return [
    {
      key: 'unreachable',
      tone: 'bad',
      icon: 'offline',
      count: unreachable,
      label: s(unreachable, 'host unreachable', 'hosts unreachable'),
      hint: 'The agent does not respond: the host cannot be read or patched.',
      href: '/hosts?health_status=unreachable',
      at: null,
    },
    {
      key: 'security',
      tone: graveTone(status.hosts_by_severity),
      icon: 'shield',
      count: security,
      label: s(security, 'host missing security patches', 'hosts missing security patches'),
      hint: securityHint(status),
      href: '/hosts?has_security=true&sort=-patches_severity',
      at,
    },
    {
      key: 'security-unknown',
      tone: 'warn',
      icon: 'shield',
      count: unknown,
      label: s(unknown, 'host with unknown security state', 'hosts with unknown security state'),
      hint: 'Their patches could not be read, or it is unknown which are security patches. They are not counted in patch figures.',
      href: '/hosts?security_unknown=true',
      at: null,
    },
    {
      key: 'reboot',
      tone: 'warn',
      icon: 'power',
      count: reboots,
      label: s(reboots, 'host needs a reboot', 'hosts need a reboot'),
      hint: 'Installed patches take effect only after a reboot.',
      href: '/hosts?reboot_required=true',
      at: null,
    },
  ];
}

/** Needs by kind of problem; hosts degraded for another reason are counted only where no agent names a problem. */
function problemNeeds({ problems, hosts_by_health: { degraded } }: Status): Need[] {
  const named = problems.map(({ code, hosts }): Need => {
    const { label, hint } = problemText(code, hosts);
    const href = `/hosts?problem=${encodeURIComponent(code)}`;
    return {
      key: `problem-${code}`,
      tone: 'warn',
      icon: 'warning',
      count: hosts,
      label,
      hint,
      href,
      at: null,
    };
  });
  if (named.length > 0) return named;
  return [
    {
      key: 'degraded',
      tone: 'warn',
      icon: 'warning',
      count: degraded,
      label: s(degraded, 'host degraded', 'hosts degraded'),
      hint: 'The agent responds, but reports problems.',
      href: '/hosts?health_status=degraded',
      at: null,
    },
  ];
}

function jobNeeds({ jobs: { paused, failed, partial } }: Status): Need[] {
  return [
    {
      key: 'paused',
      tone: 'bad',
      icon: 'pause',
      count: paused,
      label: s(paused, 'job paused: failure limit exceeded', 'jobs paused: failure limit exceeded'),
      hint: 'Decide whether to resume, end, cancel or roll back.',
      href: '/jobs?state=paused&dry_run=false',
      at: null,
    },
    {
      key: 'failed',
      tone: 'bad',
      icon: 'error',
      count: failed,
      label: s(failed, 'job failed in the last 24 hours', 'jobs failed in the last 24 hours'),
      hint: 'See the job for what failed on each host, and what to do next.',
      href: '/jobs?state=failed&ended=24h&dry_run=false',
      at: null,
    },
    {
      key: 'partial',
      tone: 'warn',
      icon: 'warning',
      count: partial,
      label: s(partial, 'job partly failed in the last 24 hours', 'jobs partly failed in the last 24 hours'),
      hint: 'See the job for the hosts that did not complete.',
      href: '/jobs?state=partial&ended=24h&dry_run=false',
      at: null,
    },
  ];
}

function expiryNeed({ kind, days_left: days, todo, name }: Schemas['FleetExpiry']): Need {
  const when = days === 0 ? 'expires within a day, or has expired' : `expires within ${days + 1} days`;
  return {
    key: `${kind} ${name}`,
    tone: days < 14 ? 'bad' : 'warn',
    icon: 'certificates',
    count: 1,
    label: `${EXPIRIES[kind]} ${when}`,
    hint: todo,
    href: kind === 'custom' ? '/settings' : '/certificates',
    at: null,
  };
}

function waitingNeeds(status: Status, rights: Rights): Need[] {
  const { plans_waiting: plans } = status;
  const enrollments = rights.enrollments ? status.enrollments_pending : 0;
  const moves = rights.groupChanges ? status.group_changes_waiting : 0;
  const certificates = rights.certificates ? status.certificates_expiring : 0;
  return [
    ...(rights.certificates ? (status.expiries ?? []).map(expiryNeed) : []),
    {
      key: 'certificates',
      tone: 'bad',
      icon: 'certificates',
      count: certificates,
      label: s(certificates, 'certificate expires within 14 days', 'certificates expire within 14 days'),
      hint: 'Certificates are renewed automatically 30 days before they expire. The renewal of these failed.',
      href: '/certificates?status=active&expires=14d&sort=not_after',
      at: null,
    },
    {
      key: 'plans',
      tone: 'info',
      icon: 'check',
      count: plans,
      label: s(plans, 'plan awaiting approval', 'plans awaiting approval'),
      hint: 'Nothing changes until it is approved.',
      href: '/jobs?awaiting_approval=true',
      at: null,
    },
    {
      key: 'group-changes',
      tone: 'warn',
      icon: 'groups',
      count: moves,
      label: s(moves, 'group change awaiting confirmation', 'group changes awaiting confirmation'),
      hint: 'Hosts report changed facts that would move them into or out of restricted groups.',
      href: '/groups',
      at: null,
    },
    {
      key: 'enrollments',
      tone: 'info',
      icon: 'enrollments',
      count: enrollments,
      label: s(enrollments, 'enrollment request', 'enrollment requests'),
      hint: 'Compare the fingerprint, then approve or deny.',
      href: '/enrollments',
      at: null,
    },
  ];
}
