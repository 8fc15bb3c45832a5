import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Column } from '../../components/fm-table/column.ts';
import { bytesText } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import { cvesOf, keptBackShort, type Patch } from './patches.ts';
import { securityText, severityTone } from './severity.ts';

/** “Security, critical”; “Unknown” where nobody can tell. */
export function kindText({ security, severity }: Patch): string {
  if (security === null) return 'Unknown';
  if (!security) return 'Update';
  return securityText(severity);
}

function kind(patch: Patch, label = kindText(patch)): TemplateResult {
  if (patch.security === null) return html`<fm-badge tone="warn" label=${label}></fm-badge>`;
  if (!patch.security) return html`<span class="quiet">${label}</span>`;
  return html`<fm-badge tone=${severityTone(patch.severity)} label=${label}></fm-badge>`;
}

/** The kind under a heading that says “Security”: “Critical”. */
function shortKind(patch: Patch): TemplateResult {
  const { severity } = patch;
  if (!patch.security || severity === null) return kind(patch);
  return kind(patch, safeName(severity.charAt(0).toUpperCase() + severity.slice(1)));
}

function keptBack(patch: Patch): unknown {
  const text = keptBackShort(patch);
  return text === null ? nothing : html`<fm-badge tone="neutral" label=${text}></fm-badge>`;
}

function versions({ current_version: from, available_version: to }: Patch): TemplateResult {
  return html`<span class="quiet">${safeName(from)}</span> →
    <span class="visually-hidden">to</span>${safeName(to)}`;
}

function size({ download_size_bytes: bytes }: Patch): string {
  return bytes === null ? 'unknown' : bytesText(bytes);
}

const wideColumns: readonly Column<Patch>[] = [
  { key: 'kind', header: 'Kind', minRem: 11.5, render: (patch) => kind(patch) },
  {
    key: 'name',
    header: 'Package',
    isRowHeader: true,
    minRem: 9,
    grow: 1,
    render: ({ name }) => html`<strong>${safeName(name)}</strong>`,
  },
  { key: 'versions', header: 'Version', minRem: 12, grow: 1.8, render: versions },
  {
    key: 'cves',
    header: 'CVEs',
    minRem: 4.5,
    align: 'end',
    render: (patch) => cvesOf(patch).length || nothing,
    priority: 3,
  },
  { key: 'size', header: 'Download', minRem: 7, align: 'end', render: size },
  { key: 'kept', header: 'Kept back because', minRem: 11, render: keptBack },
];

/** The columns on a phone: two lines. */
const narrowColumns: readonly Column<Patch>[] = [
  {
    key: 'name',
    header: 'Package',
    render: (patch) => html`<strong>${safeName(patch.name)}</strong><br />${versions(patch)}`,
  },
  {
    key: 'kind',
    header: 'Kind',
    minRem: 7.6,
    render: (patch) => (keptBackShort(patch) === null ? shortKind(patch) : keptBack(patch)),
  },
];

/** Without the kind, which says nothing where no update is for security. */
const narrowOtherColumns: readonly Column<Patch>[] = narrowColumns.map((column) =>
  column.key === 'kind' ? { key: 'kept', header: 'Kept back', minRem: 7, render: keptBack } : column,
);

/**
 * The columns that say something about these patches: one that is empty in every row would take room from the versions.
 */
export function columnsFor(patches: readonly Patch[], isNarrow: boolean): readonly Column<Patch>[] {
  const isSecurity = patches.some(({ security }) => security !== false);
  const isLeftOut = patches.some((patch) => keptBackShort(patch) !== null);
  if (isNarrow && (isSecurity || isLeftOut)) return isSecurity ? narrowColumns : narrowOtherColumns;
  const isSaid: Readonly<Record<string, boolean>> = {
    kind: isSecurity,
    cves: isSecurity && patches.some((patch) => cvesOf(patch).length > 0),
    kept: isLeftOut,
  };
  return (isNarrow ? narrowColumns : wideColumns).filter(({ key }) => isSaid[key] ?? true);
}
