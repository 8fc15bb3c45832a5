import { plural } from '../../core/format.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type Hold = Schemas['JobPreviewHold'];
type Preview = Schemas['JobPreview'];

const KINDS: Readonly<Record<Hold['kind'], string>> = {
  window: 'Maintenance window',
  freeze: 'Freeze',
  check: 'Health check',
  tag: 'Tag',
  approval: 'Second approval',
  host: 'Hosts',
  schedule: 'Scheduled start',
  other: 'Plugin',
};

const OF_HOSTS: Readonly<Record<string, string>> = {
  MAINTENANCE_MODE: 'Maintenance mode',
  DUPLICATE_IDENTITY: 'Certificate used at two addresses',
  HOST_BUSY: 'Busy with another job',
  HOST_UNREACHABLE: 'Unreachable',
  DISK_LOW: 'Disk is nearly full',
  GATE_FAILED: 'Check of a plugin failed',
};

/** What is the matter with hosts that nothing else holds: “Busy with another job”; null: no words for the reason. */
export const ofHostsText = (reason: string | null): string | null => OF_HOSTS[reason ?? ''] ?? null;

/** What holds the hosts: “Maintenance window Tuesday night”. */
export function holdTitle({ kind, name, reason }: Hold): string {
  if (kind === 'host') return ofHostsText(reason) ?? 'Hosts';
  return name === null ? KINDS[kind] : `${KINDS[kind]} ${safeName(name)}`;
}

/** What becomes of the hosts, after their number: “3 hosts are held”. */
export function holdEffect({ kind, effect, reason, hosts_total: total }: Hold): string {
  const isOne = total === 1;
  const hosts = plural(total, 'host');
  if (kind === 'approval') return `${hosts} ${isOne ? 'needs' : 'need'} a second approval`;
  if (effect === 'wait') return `${hosts} ${isOne ? 'is' : 'are'} held`;
  if (effect === 'skip') return `${hosts} ${isOne ? 'is' : 'are'} skipped`;
  if (effect === 'fail') return `${hosts} would fail`;
  if (reason === 'HOST_UNREACHABLE') return `${hosts} did not answer the last poll and may fail`;
  return `${hosts} may fail`;
}

const TOLD: ReadonlySet<string> = new Set(['CHECK_FAILING', 'CHECK_UNKNOWN', 'WORK_DOES_NOT_FIT']);

/** Why, where the title and the time do not tell; null: they do. */
export function holdReason({ kind, effect, reason, message }: Hold): string | null {
  const says = TOLD.has(reason) || kind === 'other' || (kind === 'window' && effect === 'skip');
  return says && message !== '' ? safeLine(message, 300) : null;
}

/** What hosts wait for, where only holders of one kind hold them. */
const AWAITED: Readonly<Partial<Record<Hold['kind'], string>>> = {
  window: 'a maintenance window',
  freeze: 'the end of a freeze',
  check: 'health checks',
  schedule: 'the scheduled start',
};

/** “All 23 hosts wait for a maintenance window.”; null: not all wait, or not for the same. */
function waitText({ hosts_total: total, holds }: Preview): string | null {
  const holding = holds.filter(({ effect }) => effect !== 'warn');
  const kind = holding[0]?.kind;
  const awaited = kind && AWAITED[kind];
  const held = holding.reduce((sum, one) => sum + one.hosts_total, 0);
  const isAlone = holding.every((one) => one.kind === kind && one.effect === 'wait');
  if (!awaited || !isAlone || held < total) return null;
  return total === 1 ? `The host waits for ${awaited}.` : `All ${plural(total, 'host')} wait for ${awaited}.`;
}

/** “9 of 12 hosts can start as soon as the job runs.” */
export function freeText(preview: Preview): string {
  const { hosts_total: total, hosts_free: free, holds } = preview;
  if (free === total)
    return holds.length === 0
      ? 'Nothing holds these hosts: all can start as soon as the job runs.'
      : 'All hosts can start as soon as the job runs.';
  if (free === 0) return waitText(preview) ?? 'No host can start at once.';
  return `${free} of ${plural(total, 'host')} can start as soon as the job runs.`;
}

/** Which hosts are rebooted. `dueAfter`: hosts whose plans say that the work leaves them in need of a reboot. */
export function rebootText(preview: Preview, dueAfter = 0): string {
  const {
    reboot,
    hosts_total: total,
    hosts_reboot_required: required,
    hosts_reboot_unknown: unknown,
  } = preview;
  const now =
    required === 0
      ? 'no host needs one yet'
      : `${plural(required, 'host')} already ${required === 1 ? 'needs' : 'need'} one`;
  if (reboot === 'always') return `Reboots all ${plural(total, 'host')}.`;
  if (reboot === 'never') {
    const after = dueAfter === 0 ? '' : `; ${plural(dueAfter, 'host')} will need one afterwards`;
    return `No reboots by this job${required === 0 ? '' : `, although ${now}`}${after}.`;
  }
  const more = unknown === 0 ? '' : `, ${unknown} unknown`;
  return `Reboots hosts that require it after the work: ${now}${more}.`;
}
