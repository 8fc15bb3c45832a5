import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-time/fm-time.ts';
import { countText } from '../../core/format.ts';
import { hostName } from './hostName.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';

type Host = Schemas['Host'];

export const hostHref = ({ id }: Host): string => `/hosts/${id}`;

/**
 * When the host refreshed the package lists that its figures rest on, null where it does not say. A host whose clock is
 * ahead cannot have done so after it was read.
 */
function listsAt({ patches_polled_at: polledAt, patches_refreshed_at: refreshedAt }: Host): string | null {
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

function security({ patches_security: count }: Host): unknown {
  if (count === null) return html`<span class="quiet">unknown</span>`;
  return count > 0 ? html`<strong>${countText(count)}</strong>` : html`<span class="quiet">0</span>`;
}

function reboot({ reboot_required: isDue }: Host): unknown {
  if (isDue === null) return html`<span class="quiet">unknown</span>`;
  return isDue ? html`<fm-badge tone="warn" label="Due"></fm-badge>` : html`<span class="quiet">No</span>`;
}

function name(host: Host): TemplateResult {
  return html`<a href=${hostHref(host)} tabindex="-1">${hostName(host)}</a>`;
}

/** What matters on patch night first; the rest as far as there is room. */
export const wideColumns: readonly Column<Host>[] = [
  { key: 'health_status', header: 'Status', width: '9.5rem', isSortable: true, render: status },
  {
    key: 'patches_security',
    header: 'Security',
    width: '6.5rem',
    align: 'end',
    isSortable: true,
    render: security,
  },
  { key: 'reboot_required', header: 'Reboot', width: '6.5rem', isSortable: true, render: reboot },
  {
    key: 'lists',
    header: 'Lists refreshed',
    width: '9rem',
    render: lists,
  },
  {
    key: 'fqdn',
    header: 'Host',
    width: 'minmax(12rem, 1.3fr)',
    isSortable: true,
    isRowHeader: true,
    render: name,
  },
  {
    key: 'os_name',
    header: 'System',
    width: 'minmax(9rem, 1fr)',
    isSortable: true,
    hideBelowPx: 860,
    render: ({ os_name: system }) => (system === null ? '' : safeName(system)),
  },
  {
    key: 'patches_total',
    header: 'All patches',
    width: '8.5rem',
    align: 'end',
    isSortable: true,
    hideBelowPx: 1100,
    render: ({ patches_total: count }) => countText(count),
  },
  {
    key: 'ip_address',
    header: 'Address',
    width: '9rem',
    isSortable: true,
    hideBelowPx: 1240,
    render: ({ ip_address: address }) => safeName(address),
  },
];

function statusAndAge(host: Host): TemplateResult {
  const at = listsAt(host);
  const unknown = host.patches_polled_at === null ? 'Never read' : 'Lists: unknown';
  return html`${status(host)}<br /><span class="small"
      >${at === null ? unknown : html`Lists <fm-time .datetime=${at} mode="short"></fm-time>`}</span
    >`;
}

function nameAndFigures(host: Host): TemplateResult {
  const { patches_security: count, reboot_required: isDue } = host;
  const patches = count === null ? 'Patches unknown' : `${countText(count)} security`;
  return html`${name(host)}<br /><span class=${isDue || count ? '' : 'quiet'}
      >${patches}${isDue ? ', reboot due' : nothing}</span
    >`;
}

/** On a phone: the same in two lines. */
export const narrowColumns: readonly Column<Host>[] = [
  { key: 'health_status', header: 'Status', width: '9.2rem', isSortable: true, render: statusAndAge },
  { key: 'fqdn', header: 'Host', isSortable: true, isRowHeader: true, render: nameAndFigures },
];
