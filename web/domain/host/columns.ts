import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-time/fm-time.ts';
import { countText } from '../../core/format.ts';
import { hostName, shortSystem } from './hostName.ts';
import { patchState } from './patchState.ts';
import { problemsInShort, problemsText } from './problems.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { statusText, type StatusText } from '../../components/fm-badge/status.ts';

type Host = Schemas['Host'];

export const hostHref = ({ id }: Pick<Host, 'id'>): string => `/hosts/${id}`;

/**
 * When the host refreshed the package lists behind its figures; null if it does not say. A clock that is ahead may give
 * a time after the reading; then the time of the reading.
 */
export function listsAt({
  patches_polled_at: polledAt,
  patches_refreshed_at: refreshedAt,
}: Pick<Host, 'patches_polled_at' | 'patches_refreshed_at'>): string | null {
  if (polledAt === null || refreshedAt === null) return null;
  return Date.parse(refreshedAt) < Date.parse(polledAt) ? refreshedAt : polledAt;
}

function lists(host: Host): TemplateResult {
  const missing = host.patches_polled_at === null ? 'never read' : 'unknown';
  return html`<fm-time .datetime=${listsAt(host)} missing=${missing}></fm-time>`;
}

/** Tone and words of a host's status, with the problem that it has, or how many. */
function statusOf({ duplicate_identity: isDouble, health_status: health, problems }: Host): StatusText {
  if (isDouble) return ['bad', 'Duplicate identity'];
  const [tone, label] = statusText('health', health);
  const what = problemsInShort(problems);
  if (what === null) return [tone, label];
  return [tone === 'ok' ? 'warn' : tone, `${label}: ${what}`];
}

const statusBadge = (host: Host, isMark: boolean): TemplateResult => {
  const [tone, label] = statusOf(host);
  const title = [label, problemsText(host.problems)].filter(Boolean).join('\n');
  return html`<fm-badge tone=${tone} label=${label} title=${title} ?compact=${isMark}></fm-badge>`;
};

export const patchBadge = (host: Host): TemplateResult => patchMark(host, false);

function patchMark(host: Host, isMark: boolean): TemplateResult {
  const { tone, label } = patchState(host);
  return html`<fm-badge
    tone=${tone}
    label=${label}
    title=${isMark ? label : nothing}
    ?compact=${isMark}
  ></fm-badge>`;
}

const rebootText = ({ reboot_required: isDue }: Host): string =>
  isDue === null ? 'Unknown' : isDue ? 'Required' : 'Not required';

function reboot(host: Host): TemplateResult {
  const text = rebootText(host);
  if (host.reboot_required !== true) return html`<span class="visually-hidden">${text}</span>`;
  return html`<fm-badge tone="warn" label="Reboot required" title="Reboot required" compact></fm-badge>`;
}

const rebootCard = ({ reboot_required: isDue }: Host): unknown =>
  isDue ? html`<fm-badge tone="warn" label="Reboot required"></fm-badge>` : nothing;

const maintenance = html`<fm-badge tone="info" label="Maintenance"></fm-badge>`;

function name(host: Host): TemplateResult {
  return html`<a href=${hostHref(host)} tabindex="-1">${hostName(host)}</a>${
      host.maintenance_mode ? html` ${maintenance}` : nothing
    }`;
}

const known = (text: string | null): string => (text === null ? 'unknown' : safeName(text));

function system({ os_name: whole }: Host): unknown {
  if (whole === null) return 'unknown';
  return html`<span title=${safeName(whole)}>${safeName(shortSystem(whole))}</span>`;
}

const joined = (texts: readonly string[]): string => texts.map((text) => safeName(text)).join(', ');

/**
 * All columns of the list: three marks, then the name; the others as far as there is room. The texts of a file are those
 * of the API, so that another program can read them.
 */
export const hostColumns: readonly Column<Host>[] = [
  {
    key: 'health_status',
    header: 'Status',
    icon: 'health',
    minRem: 2,
    isSortable: true,
    render: (host) => statusBadge(host, true),
    card: (host) => statusBadge(host, false),
    text: (host) => statusOf(host)[1],
  },
  {
    key: 'patches_severity',
    header: 'Security',
    icon: 'shield',
    minRem: 2,
    isSortable: true,
    render: (host) => patchMark(host, true),
    card: patchBadge,
    text: ({ patches_severity: severity }) => severity,
  },
  {
    key: 'reboot_required',
    header: 'Reboot',
    icon: 'power',
    minRem: 2,
    isSortable: true,
    render: reboot,
    card: rebootCard,
    text: rebootText,
  },
  {
    key: 'fqdn',
    header: 'Host',
    minRem: 15.5,
    grow: 2,
    isSortable: true,
    isRowHeader: true,
    render: name,
    text: hostName,
  },
  {
    key: 'patches_security',
    header: 'Security patches',
    minRem: 10,
    isSortable: true,
    priority: 3,
    render: patchesText,
    text: ({ patches_security: count }) => count,
  },
  {
    key: 'os_name',
    header: 'System',
    minRem: 8,
    grow: 1,
    isSortable: true,
    priority: 4,
    render: system,
    text: ({ os_name: whole }) => whole,
  },
  {
    key: 'last_patched_at',
    header: 'Last patched',
    minRem: 9,
    isSortable: true,
    priority: 4,
    render: ({ last_patched_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
    text: ({ last_patched_at: at }) => at,
  },
  {
    key: 'lists',
    header: 'Lists updated',
    minRem: 9,
    priority: 5,
    render: lists,
    text: ({ patches_refreshed_at: at }) => at,
  },
  {
    key: 'agent_version',
    header: 'Agent',
    minRem: 5.5,
    isSortable: true,
    priority: 6,
    render: ({ agent_version: version }) => known(version),
    text: ({ agent_version: version }) => version,
  },
  {
    key: 'ip_address',
    header: 'Address',
    minRem: 8.5,
    isSortable: true,
    priority: 6,
    render: ({ ip_address: address }) => safeName(address),
    text: ({ ip_address: address }) => address,
  },
  {
    key: 'patches_total',
    header: 'All patches',
    minRem: 6.5,
    align: 'end',
    isSortable: true,
    isExtra: true,
    render: ({ patches_total: count }) => countText(count),
    text: ({ patches_total: count }) => count,
  },
  {
    key: 'tags',
    header: 'Tags',
    minRem: 8,
    grow: 1,
    isExtra: true,
    isLong: true,
    render: ({ tags }) => joined(tags),
    text: ({ tags }) => tags.join(' '),
  },
  {
    key: 'groups',
    header: 'Groups',
    minRem: 8,
    grow: 1,
    isExtra: true,
    isLong: true,
    render: ({ groups }) => joined(groups.map((group) => group.name)),
    text: ({ groups }) => groups.map((group) => group.name).join(', '),
  },
  {
    key: 'name',
    header: 'FQDN',
    minRem: 12,
    grow: 1,
    isExtra: true,
    isLong: true,
    render: ({ fqdn }) => safeName(fqdn),
    text: ({ fqdn }) => fqdn,
  },
  {
    key: 'kernel',
    header: 'Kernel',
    minRem: 8,
    grow: 1,
    isExtra: true,
    isLong: true,
    render: ({ kernel }) => known(kernel),
    text: ({ kernel }) => kernel,
  },
  {
    key: 'last_seen_at',
    header: 'Last seen',
    minRem: 9,
    isSortable: true,
    isExtra: true,
    render: ({ last_seen_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
    text: ({ last_seen_at: at }) => at,
  },
];

/** “6 (critical)”: the count that the mark before the name stands for. */
function patchesText({ patches_security: count, patches_severity: severity }: Host): unknown {
  if (count === null) return html`<span class="quiet">unknown</span>`;
  if (count === 0) return html`<span class="quiet">none</span>`;
  return severity === null ? countText(count) : `${countText(count)} (${severity})`;
}
