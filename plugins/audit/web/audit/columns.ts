import { html, type TemplateResult } from 'lit';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-time/fm-time.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { settingsTitle } from '#web/domain/settings/titles.ts';
import { actionText } from './actions.ts';
import { actorText } from './texts.ts';

export type AuditRow = Schemas['AuditRow'];

export const actorOf = ({ actor }: AuditRow): string => actorText(actor, safeName);

/** The name of what was acted on; of settings, what their form is called. */
export const targetOf = ({ resource: { kind, name } }: AuditRow): string =>
  safeName(kind === 'settings' && name !== null ? settingsTitle(name) : name);

export function columnsFor(open: (row: AuditRow) => void): Column<AuditRow>[] {
  return [
    {
      key: 'at',
      header: 'Time',
      minRem: 15,
      text: ({ at }) => at,
      render: ({ at }) => html`<fm-time mode="exact" datetime=${at}></fm-time>`,
    },
    {
      key: 'action',
      header: 'Action',
      minRem: 14,
      isRowHeader: true,
      text: ({ action }) => action,
      render: (row): TemplateResult =>
        html`<button class="plain" aria-haspopup="dialog" tabindex="-1" @click=${() => open(row)}>
          ${actionText(row.action)}
        </button>`,
    },
    { key: 'actor', header: 'Actor', minRem: 11, grow: 1, render: actorOf },
    {
      key: 'resource',
      header: 'Target',
      minRem: 12,
      grow: 2,
      priority: 2,
      render: targetOf,
    },
    {
      key: 'address',
      header: 'Source IP',
      minRem: 9,
      priority: 3,
      render: ({ address }) => (address === null ? 'manager' : html`<code>${address}</code>`),
    },
    {
      key: 'row_id',
      header: 'Row',
      minRem: 5,
      priority: 4,
      align: 'end',
      render: (row) => String(row.row_id),
    },
  ];
}
