import { html, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import type { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { safeName } from '#web/core/safeText.ts';

/** What rules and webhooks have in common. */
interface Named {
  name: string;
  enabled: boolean;
}

export const stateColumn: Column<Named> = {
  key: 'enabled',
  header: 'State',
  minRem: 6,
  render: ({ enabled }) =>
    html`<fm-badge tone=${enabled ? 'ok' : 'neutral'} label=${enabled ? 'On' : 'Off'}></fm-badge>`,
};

/** A column with buttons, each labelled for its row. */
export function actsColumn<T extends Named>(
  { isBusy }: Action,
  acts: Readonly<Record<string, (row: T) => unknown>>,
): Column<T> {
  const button =
    (row: T) =>
    ([label, act]: [string, (row: T) => unknown]): TemplateResult =>
      html`<button aria-label="${label} ${safeName(row.name)}" ?disabled=${isBusy} @click=${() => act(row)}>
        ${label}
      </button>`;
  const all = Object.entries(acts);
  return {
    key: 'acts',
    header: 'Actions',
    minRem: all.length > 2 ? 17 : 11,
    text: () => null,
    render: (row) => html`<span class="acts">${all.map(button(row))}</span>`,
  };
}

/** Asks, then deletes what is called `what`, and announces it. `text`: what follows from it. */
export async function deleteNamed(
  action: Action,
  { what, name, text, work }: { what: string; name: string; text: string; work(): Promise<void> },
): Promise<void> {
  const isSure = await confirmAction({
    title: `Delete ${what} ${safeName(name)}?`,
    text,
    action: 'Delete',
  });
  if (!isSure || action.isBusy) return;
  await action.run(async () => {
    await work();
    announce(`${safeName(name)} deleted.`);
  });
}
