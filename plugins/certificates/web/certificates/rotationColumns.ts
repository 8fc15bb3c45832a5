import { html, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-time/fm-time.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import { HOST_STATES, type RotationHost } from './rotationTexts.ts';

/** How far each host is, and why one has failed. */
export const rotationColumns: Column<RotationHost>[] = [
  {
    key: 'name',
    header: 'Host',
    minRem: 14,
    grow: 2,
    render: ({ host_id: id, name }): TemplateResult =>
      html`<a href="/hosts/${id}" tabindex="-1">${safeName(name) || 'unnamed host'}</a>`,
    text: ({ name }) => name,
  },
  {
    key: 'state',
    header: 'State',
    minRem: 10,
    render: ({ state, failures }): TemplateResult => {
      const [tone, label] =
        state !== 'done' && failures > 0 ? (['bad', 'Failed'] as const) : HOST_STATES[state];
      return html`<fm-badge tone=${tone} label=${label}></fm-badge>`;
    },
    text: ({ state }) => HOST_STATES[state][1],
  },
  {
    key: 'seen',
    header: 'Last response',
    minRem: 8.5,
    priority: 2,
    render: ({ last_seen_at: at }) => html`<fm-time datetime=${at ?? ''}></fm-time>`,
  },
  {
    key: 'problem',
    header: 'Error',
    minRem: 16,
    grow: 2,
    priority: 2,
    isLong: true,
    render: ({ state, problem }) => (state === 'done' ? '' : safeLine(problem ?? '', 500)),
  },
];
