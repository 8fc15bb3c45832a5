import { html, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Tone } from '../../components/fm-badge/fm-badge.ts';
import type { Filter } from '../../components/fm-filter-bar/fm-filter-bar.ts';
import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { SEVERITY_ORDER, severityText } from '../patch/severity.ts';

/** The filter of lists of CVEs and advisories by what is known to be exploited. */
export const exploitedFilter = (value: string | null): Filter => ({
  name: 'exploited',
  label: 'Exploited',
  value,
  options: [
    { value: 'true', label: 'Known exploited' },
    { value: 'false', label: 'Not known' },
  ],
});

/** The order of such a list; without a choice what to patch first leads. */
export const orderFilter = (value: string | null, options: Filter['options']): Filter => ({
  name: 'sort',
  label: 'Sort by',
  value,
  unsetText: 'Priority',
  ...(options ? { options } : {}),
});

export const cvePageHref = (cve: string): string => `/vulnerabilities/${encodeURIComponent(cve)}`;

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** “91.3%”, and “<0.1%” for less than what one digit can say. */
export const percentText = (share: number): string =>
  share > 0 && share < 0.0005 ? '<0.1%' : percents.format(share);

/** “7.5 (CVSS:3.1/AV:N/…)” */
export const cvssText = ({ cvss, cvss_vector: vector }: Schemas['Cve']): string =>
  cvss === null ? 'Not known' : `${cvss.toFixed(1)}${vector === null ? '' : ` (${vector})`}`;

const DECISIONS: Readonly<Record<Schemas['UnfixedSource']['decision'], string>> = {
  none: 'undecided',
  no_dsa: 'too minor for an advisory',
  postponed: 'postponed to a later advisory',
  ignored: 'will not be fixed in this release',
  end_of_life: 'no longer supported',
};

/** “openssl in bookworm: too minor for an advisory”, one for each source. */
export const unfixedSources = (without: Schemas['CveWithoutFix'] | null): TemplateResult[] =>
  (without?.sources ?? []).map(
    ({ source, release, decision }) =>
      html`<div>${safeName(source)} in ${safeName(release)}: ${DECISIONS[decision]}</div>`,
  );

type Standing = Schemas['PatchStanding'];

const STANDINGS: Readonly<Record<Standing, { tone: Tone; label: string }>> = {
  late: { tone: 'bad', label: 'Overdue' },
  in_time: { tone: 'info', label: 'On track' },
  not_recorded: { tone: 'neutral', label: 'Not recorded' },
  excepted: { tone: 'warn', label: 'Exception' },
};

export const STANDING_OPTIONS = Object.entries(STANDINGS).map(([value, { label }]) => ({ value, label }));

export const standingBadge = (standing: Standing): TemplateResult =>
  html`<fm-badge tone=${STANDINGS[standing].tone} label=${STANDINGS[standing].label}></fm-badge>`;

/** The standing that an address names; undefined for anything else. */
export const standingFrom = (text: string | null): Standing | undefined =>
  text !== null && Object.hasOwn(STANDINGS, text) ? (text as Standing) : undefined;

/** How long a patch is beyond its service level. */
export function overText(days: number | null): string {
  if (days === null) return '';
  return days === 0 ? 'by less than a day' : `by ${plural(days, 'day')}`;
}

/** “critical within 7 days, important within 14 days, …” */
export function levelsText(levels: Schemas['ServiceLevels']): string {
  const parts = SEVERITY_ORDER.map(
    (key) => `${severityText(key).toLowerCase()} within ${plural(levels[`${key}_days`], 'day')}`,
  );
  return `Service levels: ${parts.join(', ')}.`;
}

/** The address at which an exception for this package of this host is begun. */
export const newExceptionHref = (hostId: string, name: string): string =>
  `/exceptions?${new URLSearchParams({ new: '1', host: hostId, package: name })}`;
