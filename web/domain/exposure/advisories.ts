import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../components/fm-table/column.ts';
import { countText } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { severityBadge, severityText } from '../patch/severity.ts';
import { threatChips, threatText, type Threat } from './threat.ts';

export type Advisory = Schemas['ExposureAdvisory'];

export const advisoryHref = ({ id }: Pick<Advisory, 'id'>): string => `/patch-order/advisories/${id}`;

type Named = Pick<Advisory, 'advisory' | 'source' | 'packages' | 'distribution'>;

/** “RHSA-2024:4312”, or where the repository names no advisory the source package, or a package: “openssh”. */
export const advisoryName = ({ advisory, source, packages }: Named): string =>
  safeName(advisory ?? source ?? packages[0] ?? '');

/** What it is an update of, and where: “openssh, Rocky Linux 9.4”. */
export const advisoryAbout = ({ advisory, source, packages, distribution }: Named): string =>
  [advisory === null ? null : (source ?? packages[0]), distribution]
    .flatMap((part) => part ?? [])
    .map((part) => safeName(part))
    .join(', ');

/** “USN-6859-1, Ubuntu 24.04”: tells the rows of one advisory apart. */
export const advisoryIn = (one: Named): string =>
  [advisoryName(one), ...(one.distribution === null ? [] : [safeName(one.distribution)])].join(', ');

export const advisoryThreat = ({ exploited_cves: cves, epss, epss_cve: of }: Advisory): Threat => ({
  exploited: cves.length === 0 ? null : `Known exploited (CISA KEV): ${cves.map(safeName).join(', ')}`,
  epss,
  epssCve: of,
});

/** What every list of advisories shows. */
export const advisoryColumns: readonly Column<Advisory>[] = [
  {
    key: 'advisory',
    header: 'Advisory',
    minRem: 10.25,
    grow: 2,
    isRowHeader: true,
    render: (row) =>
      html`${advisoryName(row)}
        <div class="quiet small">${advisoryAbout(row)}</div>`,
    text: (row) => [advisoryName(row), advisoryAbout(row)].join(', '),
  },
  {
    key: 'severity',
    header: 'Severity',
    minRem: 7.75,
    priority: 2,
    render: ({ severity }) => severityBadge(severity),
    text: ({ severity }) => severityText(severity),
  },
  {
    key: 'threat',
    header: 'Threat',
    minRem: 10.75,
    grow: 1,
    render: (row) => threatChips(advisoryThreat(row)),
    text: (row) => threatText(advisoryThreat(row)),
  },
  {
    key: 'version',
    header: 'Fixed in',
    minRem: 9,
    grow: 1,
    priority: 3,
    isLong: true,
    render: ({ fixed_version: version }) => safeName(version),
  },
  {
    key: 'hosts',
    header: 'Hosts',
    minRem: 5.5,
    align: 'end',
    render: (row) => hostsOf(row),
    text: ({ hosts }) => hosts,
  },
];

/** How many hosts lack it, and on how many of these it is overdue or held. */
function hostsOf({ hosts, hosts_overdue: overdue, hosts_held: held }: Advisory): TemplateResult {
  const more = (count: number, what: string) =>
    count === 0 ? nothing : html`<div class="small">${countText(count)} ${what}</div>`;
  return html`${countText(hosts)}${more(overdue, 'overdue')}${more(held, 'held')}`;
}
