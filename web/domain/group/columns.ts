import { html, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';
import { countText } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostHref } from '../host/columns.ts';
import { hostName, shortSystem } from '../host/hostName.ts';
import type { Group } from './read.ts';
import { ruleText } from './rule.ts';
import { groupTexts as texts } from './texts.ts';

export const groupHref = ({ id }: Pick<Group, 'id'>): string => `/groups/${id}`;

function name(group: Group): TemplateResult {
  return html`<a href=${groupHref(group)} tabindex="-1">${safeName(group.name)}</a>`;
}

export const groupColumns: readonly Column<Group>[] = [
  { key: 'name', header: 'Group', minRem: 10, grow: 1, isRowHeader: true, render: name },
  {
    key: 'hosts_total',
    header: 'Hosts',
    minRem: 5.5,
    align: 'end',
    render: ({ hosts_total: count }) => countText(count),
  },
  {
    key: 'rule',
    header: 'Which hosts',
    minRem: 12,
    grow: 2,
    priority: 3,
    render: ({ rule }) => (rule ? safeName(ruleText(rule)) : texts.listed),
  },
  {
    key: 'description',
    header: 'Description',
    minRem: 8,
    grow: 1,
    priority: 4,
    render: ({ description }) => safeName(description ?? ''),
  },
];

/** Hosts inside a group, or to be added to one. */
export const memberColumns: readonly Column<Schemas['Host']>[] = [
  {
    key: 'fqdn',
    header: 'Host',
    minRem: 10,
    grow: 2,
    isRowHeader: true,
    render: (host) => html`<a href=${hostHref(host)} tabindex="-1">${hostName(host)}</a>`,
  },
  {
    key: 'health_status',
    header: 'Status',
    minRem: 9.5,
    render: ({ health_status: health }) => statusBadge('health', health),
  },
  {
    key: 'os_name',
    header: 'System',
    minRem: 9,
    grow: 1,
    priority: 3,
    render: ({ os_name: system }) => (system === null ? '' : safeName(shortSystem(system))),
  },
  {
    key: 'tags',
    header: 'Tags',
    minRem: 8,
    grow: 1,
    priority: 4,
    render: ({ tags }) => safeName(tags.join(', ')),
  },
];
