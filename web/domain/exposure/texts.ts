import { html, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Tone } from '../../components/fm-badge/fm-badge.ts';
import type { Schemas } from '../../core/schema.ts';

type Severity = Schemas['SecuritySeverity'];

const SEVERITIES: Readonly<Record<Severity, { tone: Tone; label: string }>> = {
  critical: { tone: 'bad', label: 'Critical' },
  important: { tone: 'warn', label: 'Important' },
  moderate: { tone: 'info', label: 'Moderate' },
  low: { tone: 'neutral', label: 'Low' },
  unrated: { tone: 'neutral', label: 'Not rated' },
};

export const SEVERITY_OPTIONS = Object.entries(SEVERITIES).map(([value, { label }]) => ({ value, label }));

export const severityText = (severity: Severity): string => SEVERITIES[severity].label;

export const severityBadge = (severity: Severity): TemplateResult =>
  html`<fm-badge tone=${SEVERITIES[severity].tone} label=${SEVERITIES[severity].label}></fm-badge>`;

/** The severity that an address names; undefined for anything else. */
export const severityOf = (text: string | null): Severity | undefined =>
  text !== null && Object.hasOwn(SEVERITIES, text) ? (text as Severity) : undefined;

export const cvePageHref = (cve: string): string => `/vulnerabilities/${encodeURIComponent(cve)}`;

/** A false flag says only that no imported catalogue lists the CVE. */
export const exploitedText = ({ exploited }: Schemas['Cve']): string =>
  exploited ? 'Known to be exploited' : 'Not known';

export const epssText = ({ epss }: Schemas['Cve']): string =>
  epss === null
    ? 'Not known'
    : new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(epss);
