import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-menu/fm-menu.ts';
import type { MenuItem } from '#web/components/fm-menu/fm-menu.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-time/fm-time.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import { recurrenceOf } from '#web/domain/recurrence/recurrence.ts';
import { startsText } from '#web/domain/recurrence/texts.ts';
import type { GroupNames } from '#web/domain/group/names.ts';
import { REPORTS } from '../names.ts';
import { offersOf, outcomeOf, type Act } from './offers.ts';
import type { Schedule } from './read.ts';
import { ACTS, OUTCOMES, periodText, texts } from './texts.ts';

export interface ColumnNeeds {
  groups: GroupNames;
  isMailOn: boolean;
  isBusy: boolean;
  act(schedule: Schedule, act: Act): void;
}

export const columnsOf = (needs: ColumnNeeds): readonly Column<Schedule>[] => [
  { key: 'name', header: 'Schedule', minRem: 11, grow: 1.5, render: (one) => nameCell(one) },
  { key: 'report', header: 'Report', minRem: 12, grow: 1.5, render: (one) => reportCell(one, needs.groups) },
  {
    key: 'to',
    header: 'To',
    minRem: 12,
    grow: 1,
    priority: 3,
    isLong: true,
    render: ({ recipients }) => recipients.map(safeName).join(', '),
  },
  { key: 'next', header: 'Next', minRem: 12, grow: 1, priority: 2, render: (one) => nextCell(one) },
  { key: 'last', header: 'Last report', minRem: 12, render: (one) => lastCell(one) },
  { key: 'acts', header: 'Actions', minRem: 5, text: () => null, render: (one) => menu(one, needs) },
];

const nameCell = ({ name, enabled }: Schedule): TemplateResult =>
  html`${safeName(name)} ${enabled ? nothing : html`<fm-badge tone="warn" label=${texts.paused}></fm-badge>`}`;

function reportCell(schedule: Schedule, groups: GroupNames): TemplateResult {
  const { report_type: type, format, sees_all_hosts: seesAll } = schedule;
  return html`${REPORTS[type][0]}, ${format.toUpperCase()}
    <div class="quiet small">
      ${periodText(schedule)}, ${hostsText(schedule, groups)}. ${seesAll ? nothing : html`${texts.limited}.`}
    </div>`;
}

/** The hosts of a schedule, worded for a sentence. */
export function hostsText({ group_id: id }: Schedule, groups: GroupNames): string {
  if (id === null) return 'all hosts';
  const name = groups.get(id);
  return name === undefined ? texts.groupGone.toLowerCase() : `group ${safeName(name)}`;
}

/** “Day 1 of the month at 07:00 (Europe/Berlin)”. */
export const whenText = ({ timezone, rrule }: Schedule): string =>
  safeLine(`${startsText(recurrenceOf({ timezone, rrule }, new Date()))} (${timezone})`);

function nextCell(schedule: Schedule): TemplateResult {
  const { next_start_at: at, enabled } = schedule;
  return html`${whenText(schedule)}
    <div class="quiet small">
      ${at === null ? (enabled ? texts.neverAgain : nothing) : html`<fm-time datetime=${at}></fm-time>`}
    </div>`;
}

function lastCell({ last_run: run }: Schedule): TemplateResult {
  if (run === null) return html`<span class="quiet">${texts.noRun}</span>`;
  const [tone, label] = OUTCOMES[outcomeOf(run)];
  return html`<fm-badge tone=${tone} label=${label}></fm-badge>
    <div class="quiet small"><fm-time datetime=${run.starts_at}></fm-time></div>`;
}

function menu(schedule: Schedule, { isBusy, isMailOn, act }: ColumnNeeds): TemplateResult {
  const items = offersOf(schedule, isMailOn).map(({ act: key, whyNot }): MenuItem => {
    const { label, icon } = ACTS[key];
    const reason = whyNot ?? (isBusy ? 'In progress.' : null);
    return { key, label, icon, reason, ...(key === 'delete' ? { tone: 'danger' as const } : {}) };
  });
  return html`<fm-menu
    label="Actions for ${safeName(schedule.name)}"
    icon="more"
    icon-only
    .items=${items}
    @fm-choose=${({ detail }: CustomEvent<Act>) => act(schedule, detail)}
  ></fm-menu>`;
}
