import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { features } from '../../core/features.ts';
import type { Schemas } from '../../core/schema.ts';
import { isPast } from '../../core/managerTime.ts';

type Host = Pick<Schemas['Host'], 'id' | 'next_window_start_at' | 'next_window_end_at'>;

/** When work on the host may begin, and a link to its windows; nothing where no feature has windows. */
export function nextWindow(host: Host): unknown {
  if (!features.serves('listHostWindows')) return nothing;
  return html`<p>${opening(host)} <a href="/calendar?host=${host.id}">Windows</a></p>`;
}

function opening({ next_window_start_at: from, next_window_end_at: to }: Host): TemplateResult {
  if (from === null) return html`None.`;
  if (isPast(from)) return html`Open until <fm-time .datetime=${to} mode="absolute"></fm-time>.`;
  return html`<fm-time .datetime=${from} mode="absolute"></fm-time> to
    <fm-time .datetime=${to} mode="absolute"></fm-time> (<fm-time .datetime=${from}></fm-time>).`;
}
