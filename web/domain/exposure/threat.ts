import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Column } from '../../components/fm-table/column.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { severityBadge, severityText } from '../patch/severity.ts';
import { percentText } from './texts.ts';

/** How likely what is open is exploited: of one CVE, or of the worst of several. */
export interface Threat {
  /** What the catalogue of CISA (KEV) lists, in words; null: it lists none of it. */
  exploited: string | null;
  /** From 0 to 1; null: no score is known. */
  epss: number | null;
  /** The CVE with that score, where it is one of several. */
  epssCve?: string | null;
}

/** From this score on a chip says “high”: some five of a hundred CVEs have it. */
const HIGH_EPSS = 0.1;

const epssLabel = (epss: number): string => `EPSS ${percentText(epss)}${epss >= HIGH_EPSS ? ', high' : ''}`;

/** “KEV” in red where it is known to be exploited, and the EPSS score, with a word where it is high. */
export function threatChips({ exploited, epss, epssCve = null }: Threat): TemplateResult {
  if (exploited === null && epss === null) return html`<span class="quiet">Not known</span>`;
  const of = epssCve === null ? '' : ` (${safeName(epssCve)})`;
  return html`<span>
    ${exploited === null ? nothing : html`<fm-badge tone="bad" label="KEV" title=${exploited}></fm-badge>`}
    ${
      epss === null
        ? nothing
        : html`<fm-badge
            tone=${epss >= HIGH_EPSS ? 'warn' : 'neutral'}
            label=${epssLabel(epss)}
            title="Probability of exploitation within 30 days${of}"
          ></fm-badge>`
    }
  </span>`;
}

/** The same as text, for files: “KEV, EPSS 91 %, high”. */
export const threatText = ({ exploited, epss }: Threat): string =>
  [...(exploited === null ? [] : ['KEV']), ...(epss === null ? [] : [epssLabel(epss)])].join(', ');

export const cveThreat = ({ exploited, exploited_since: since, epss }: Schemas['Cve']): Threat => ({
  exploited: exploited ? `Known exploited${since === null ? '' : ` since ${since}`} (CISA KEV)` : null,
  epss,
});

/** What every list of CVEs begins with. */
export const cveColumns: readonly Column<Schemas['Cve']>[] = [
  { key: 'cve', header: 'CVE', minRem: 11, grow: 1, render: ({ cve }) => safeName(cve) },
  {
    key: 'severity',
    header: 'Severity',
    minRem: 8,
    render: ({ severity }) => severityBadge(severity),
    text: ({ severity }) => severityText(severity),
  },
];

export const cveThreatColumn: Column<Schemas['Cve']> = {
  key: 'threat',
  header: 'Threat',
  minRem: 10.75,
  grow: 1,
  priority: 2,
  render: (row) => threatChips(cveThreat(row)),
  text: (row) => threatText(cveThreat(row)),
};
