import { html, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import type { Tone } from '../../components/fm-badge/fm-badge.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

export type Severity = Schemas['SecuritySeverity'];

/** What severities are called, the gravest first. */
const SEVERITIES: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  important: 'Important',
  moderate: 'Moderate',
  low: 'Low',
  unrated: 'Not rated',
};

/** The gravest first. */
export const SEVERITY_ORDER = Object.keys(SEVERITIES) as readonly Severity[];

export const SEVERITY_OPTIONS = Object.entries(SEVERITIES).map(([value, label]) => ({ value, label }));

export const severityText = (severity: Severity): string => SEVERITIES[severity];

/** Whether patches of this severity are a danger. */
export const isGrave = (severity: string | null): boolean =>
  severity === 'critical' || severity === 'important';

/** How loud a security patch is, on every page: red is for danger alone; null: not rated. */
export const severityTone = (severity: string | null): Tone => (isGrave(severity) ? 'bad' : 'warn');

export const severityBadge = (severity: Severity): TemplateResult =>
  html`<fm-badge tone=${severityTone(severity)} label=${severityText(severity)}></fm-badge>`;

/** “Security”, and how grave: “Security, critical”; for packages of which nothing else tells that it is a security patch. */
export const securityText = (severity: string | null): string =>
  severity === null ? 'Security' : `Security, ${safeName(severity)}`;

export const securityBadge = (severity: string | null): TemplateResult =>
  html`<fm-badge tone=${severityTone(severity)} label=${securityText(severity)}></fm-badge>`;

/** The severity that a text names, such as a part of an address; undefined for anything else. */
export function severityOf(text: string | null): Severity | undefined {
  return text !== null && Object.hasOwn(SEVERITIES, text) ? (text as Severity) : undefined;
}
