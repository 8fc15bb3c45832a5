import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-menu/fm-menu.ts';
import type { MenuItem } from '#web/components/fm-menu/fm-menu.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-time/fm-time.ts';
import { safeName } from '#web/core/safeText.ts';
import { offersFor } from '#web/domain/policy/act.ts';
import type { Act } from '#web/domain/policy/offers.ts';
import type { Policy } from '#web/domain/policy/read.ts';
import { targetText } from '#web/domain/job/target.ts';
import { ACTS, nextText, runStatus, scheduleText, WHY_NOT } from '#web/domain/policy/texts.ts';
import { badge } from '#web/domain/job/badge.ts';

export interface ColumnNeeds {
  /** What a group is called; null: not known. */
  nameOf(groupId: string): string | null;
  isBusy: boolean;
  act(policy: Policy, act: Act): void;
}

export const columnsOf = (needs: ColumnNeeds): readonly Column<Policy>[] => [
  { key: 'name', header: 'Policy', minRem: 11, grow: 1.5, isSortable: true, render: name },
  {
    key: 'target',
    header: 'Hosts',
    minRem: 9,
    grow: 1.5,
    priority: 4,
    render: ({ target }) => sentence(targetText(target, needs.nameOf)),
  },
  { key: 'schedule', header: 'Schedule', minRem: 11, grow: 1.5, priority: 3, render: scheduleText },
  { key: 'next_start_at', header: 'Next run', minRem: 12, grow: 1, isSortable: true, render: next },
  { key: 'last', header: 'Last run', minRem: 9, priority: 2, render: last },
  {
    key: 'acts',
    header: 'Actions',
    minRem: 5,
    text: () => null,
    render: (policy) => menu(policy, needs),
  },
];

function name(policy: Policy): TemplateResult {
  const isPaused = policy.state === 'paused';
  return html`${safeName(policy.name)}
  ${isPaused ? html`<fm-badge tone="warn" label="Paused"></fm-badge>` : nothing}`;
}

function next(policy: Policy): unknown {
  const { active_run: run, next_start_at: at } = policy;
  const under = run === null ? nothing : html`<div>${badge(runStatus(run))}</div>`;
  if (at === null) return html`${under}<span class="quiet">No further runs.</span>`;
  const isOff = policy.state === 'paused' || policy.skips_next;
  return html`${under}${policy.skips_next ? html`<fm-badge tone="warn" label="Skipped"></fm-badge> ` : nothing}
    <span class=${isOff ? 'quiet' : ''}>${nextText(policy)}</span>
    ${isOff ? nothing : html`<div class="quiet small"><fm-time .datetime=${at}></fm-time></div>`}`;
}

function last({ last_run: run }: Policy): unknown {
  if (run === null) return html`<span class="quiet">None yet</span>`;
  return html`${badge(runStatus(run))}
    <div class="quiet small"><fm-time .datetime=${run.starts_at}></fm-time></div>`;
}

function menu(policy: Policy, { isBusy, act }: ColumnNeeds): unknown {
  const items = offersFor(policy).map(({ act: key, whyNot }): MenuItem => {
    const { label, icon } = ACTS[key];
    const why = whyNot === null ? (isBusy ? 'In progress.' : null) : WHY_NOT[whyNot];
    return { key, label, icon, reason: why, ...(key === 'delete' ? { tone: 'danger' as const } : {}) };
  });
  if (items.length === 0) return nothing;
  return html`<fm-menu
    label="Actions for ${safeName(policy.name)}"
    icon="more"
    icon-only
    .items=${items}
    @fm-choose=${({ detail }: CustomEvent<Act>) => act(policy, detail)}
  ></fm-menu>`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
