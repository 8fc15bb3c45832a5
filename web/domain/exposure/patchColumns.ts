import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-time/fm-time.ts';
import { safeName } from '../../core/safeText.ts';
import { hostName } from '../host/hostName.ts';
import type { Patch } from './patches.ts';
import { severityBadge, severityText } from '../patch/severity.ts';
import { newExceptionHref, overText, standingBadge } from './texts.ts';

/** Which columns the rows need: a single package is named above the table instead. */
export interface PatchesOf {
  hasPackages: boolean;
  /** The reader may make an exception for a held package. */
  mayExcept: boolean;
}

const host: Column<Patch> = { key: 'host', header: 'Host', minRem: 11, grow: 2, render: hostName };
const name: Column<Patch> = {
  key: 'package',
  header: 'Package',
  minRem: 10,
  grow: 1,
  render: (row) => `${safeName(row.package)} (${safeName(row.arch)})`,
};

export function patchColumns({ hasPackages, mayExcept }: PatchesOf): Column<Patch>[] {
  return [
    host,
    ...(hasPackages ? [name] : []),
    {
      key: 'severity',
      header: 'Severity',
      minRem: 8,
      priority: 2,
      render: ({ severity }) => severityBadge(severity),
      text: ({ severity }) => severityText(severity),
    },
    {
      key: 'standing',
      header: 'Service level',
      minRem: 13,
      grow: 1,
      render: (row) => standingCell(row, mayExcept),
      text: (row) => `${standingText(row)}${row.held ? ', held' : ''}`,
    },
    {
      key: 'since',
      header: 'Pending since',
      minRem: 8,
      priority: 3,
      render: ({ since }) => html`<fm-time .datetime=${since} mode="date" missing="Not recorded"></fm-time>`,
      text: ({ since }) => since ?? 'not recorded',
    },
    {
      key: 'version',
      header: 'Version',
      minRem: 11,
      grow: 1,
      priority: 4,
      isLong: true,
      render: (row) => `${safeName(row.current_version)} → ${safeName(row.available_version)}`,
    },
  ];
}

/** How a patch stands towards its service level; `mayExcept`: the reader may make an exception for a held package. */
export const standingCell = (row: Patch, mayExcept: boolean): TemplateResult =>
  html`${standingOf(row)} ${heldOf(row, mayExcept)}`;

function standingOf(row: Patch): TemplateResult {
  const { standing, due_at: due, excepted_until: until, over_days: over } = row;
  const badge = standingBadge(standing);
  if (standing === 'not_recorded') return html`${badge} <span class="quiet">No due date</span>`;
  if (standing === 'excepted')
    return html`${badge} until <fm-time .datetime=${until} mode="absolute"></fm-time>`;
  if (standing === 'late') return html`${badge} ${overText(over)}`;
  return html`${badge} due <fm-time .datetime=${due}></fm-time>`;
}

function standingText({ standing, due_at: due, excepted_until: until, over_days: over }: Patch): string {
  if (standing === 'not_recorded') return 'not recorded, no due date';
  if (standing === 'excepted') return `exception until ${until ?? ''}`;
  return standing === 'late' ? `late ${overText(over)}, due ${due ?? ''}` : `on track, due ${due ?? ''}`;
}

function heldOf({ held, standing, host_id: id, package: name, fqdn }: Patch, mayExcept: boolean): unknown {
  if (!held) return nothing;
  if (!mayExcept || standing === 'excepted') return 'Held.';
  const label = `Add exception for ${safeName(name)} on ${safeName(fqdn)}`;
  return html`Held. <a href=${newExceptionHref(id, name)} aria-label=${label}>Add exception …</a>`;
}
