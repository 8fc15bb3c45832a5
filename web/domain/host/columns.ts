import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-time/fm-time.ts';
import { countText } from '../../core/format.ts';
import { hostName } from './hostName.ts';
import { patchState } from './patchState.ts';
import { problemsBadge } from './problems.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';

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

function status(host: Host): TemplateResult {
  return host.duplicate_identity
    ? html`<fm-badge tone="bad" label="Duplicate identity"></fm-badge>`
    : statusBadge('health', host.health_status);
}

export function patchBadge(host: Host): TemplateResult {
  const { tone, label } = patchState(host);
  return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
}

function reboot({ reboot_required: isDue }: Host): unknown {
  if (isDue === null) return html`<span class="quiet">unknown</span>`;
  return isDue
    ? html`<fm-badge tone="warn" label="Required"></fm-badge>`
    : html`<span class="quiet">No</span>`;
}

const maintenance = html`<fm-badge tone="info" label="Maintenance"></fm-badge>`;

function name(host: Host): TemplateResult {
  return html`<a href=${hostHref(host)} tabindex="-1">${hostName(host)}</a> ${
      host.maintenance_mode ? maintenance : nothing
    }
    ${problemsBadge(host.problems)}`;
}

const known = (text: string | null): string => (text === null ? 'unknown' : safeName(text));

/** All columns, those that matter on a patch night first; the others as far as there is room. */
export const allColumns: readonly Column<Host>[] = [
  { key: 'health_status', header: 'Status', minRem: 9.5, isSortable: true, render: status },
  { key: 'patches_security', header: 'Patches', minRem: 12.5, isSortable: true, render: patchBadge },
  { key: 'reboot_required', header: 'Reboot', minRem: 5.5, isSortable: true, render: reboot },
  {
    key: 'fqdn',
    header: 'Host',
    minRem: 12,
    grow: 2,
    isSortable: true,
    isRowHeader: true,
    render: name,
  },
  {
    key: 'os_name',
    header: 'System',
    minRem: 9,
    grow: 1.5,
    isSortable: true,
    priority: 4,
    render: ({ os_name: system }) => known(system),
  },
  { key: 'lists', header: 'Package lists updated', minRem: 8.5, priority: 3, render: lists },
  {
    key: 'ip_address',
    header: 'Address',
    minRem: 8.5,
    isSortable: true,
    priority: 5,
    render: ({ ip_address: address }) => safeName(address),
  },
  {
    key: 'patches_total',
    header: 'All patches',
    minRem: 7.5,
    align: 'end',
    isSortable: true,
    render: ({ patches_total: count }) => countText(count),
  },
  {
    key: 'tags',
    header: 'Tags',
    minRem: 8,
    grow: 1,
    render: ({ tags }) => tags.map((tag) => safeName(tag)).join(', '),
  },
  {
    key: 'groups',
    header: 'Groups',
    minRem: 8,
    grow: 1,
    render: ({ groups }) => groups.map((group) => safeName(group.name)).join(', '),
  },
  {
    key: 'agent_version',
    header: 'Agent',
    minRem: 6.5,
    isSortable: true,
    render: ({ agent_version: version }) => known(version),
  },
  { key: 'kernel', header: 'Kernel', minRem: 8, grow: 1, render: ({ kernel }) => known(kernel) },
  {
    key: 'last_seen_at',
    header: 'Last seen',
    minRem: 8,
    isSortable: true,
    render: ({ last_seen_at: at }) => html`<fm-time .datetime=${at}></fm-time>`,
  },
];

/** Columns shown until somebody chooses others. */
export const USUAL_COLUMNS: readonly string[] = [
  'health_status',
  'patches_security',
  'reboot_required',
  'fqdn',
  'os_name',
  'lists',
  'ip_address',
];

/** The chosen columns. The name is always there; a chosen column shows at every width. */
export function chosenColumns(chosen: readonly string[] | null): readonly Column<Host>[] {
  if (chosen === null) return allColumns.filter(({ key }) => USUAL_COLUMNS.includes(key));
  return allColumns
    .filter(({ key }) => key === 'fqdn' || chosen.includes(key))
    .map(({ priority: _gone, ...column }) => column);
}

function card(host: Host): TemplateResult {
  const at = listsAt(host);
  const unknown = host.patches_polled_at === null ? 'never read' : 'lists of unknown age';
  const marks = [
    host.reboot_required ? 'reboot required' : '',
    host.maintenance_mode ? 'maintenance' : '',
    host.problems.length > 0 ? 'problems' : '',
  ].filter(Boolean);
  return html`<a class="whole" href=${hostHref(host)} tabindex="-1">${hostName(host)}</a><br />${status(host)}
    <strong class="small">${marks.join(', ')}</strong><br />${patchBadge(host)}
    <span class="small quiet"
      >${at === null ? unknown : html`lists <fm-time .datetime=${at} mode="short"></fm-time>`}</span
    >`;
}

/** The columns on a phone: one card with everything. */
export const narrowColumns: readonly Column<Host>[] = [
  {
    key: 'fqdn',
    header: 'Host',
    grow: 1,
    isSortable: true,
    isRowHeader: true,
    render: card,
  },
];
export const CARD_PX = 92;
