import { html, type TemplateResult } from 'lit';
import '../../components/fm-state/fm-state.ts';
import { plural } from '../../core/format.ts';
import type { User } from '../../core/schema.ts';

/** Stands for no hosts where the reader sees those of some groups alone: others may be enrolled. Null: they see all. */
export function noHostsInScope(user: User | null): TemplateResult | null {
  const groups = user?.scope_group_ids ?? null;
  if (groups === null) return null;
  return html`<fm-state kind="empty" heading="No hosts in your scope">
    Your account is limited to hosts of ${plural(groups.length, 'group')}, where there are none now. An
    administrator can change that.
  </fm-state>`;
}
