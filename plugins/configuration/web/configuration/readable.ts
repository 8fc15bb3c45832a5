import { absoluteTime, durationText, parseTime } from '#web/core/time.ts';
import { safeLine } from '#web/core/safeText.ts';
import { ruleText } from '#web/domain/group/rule.ts';
import { recurrenceOf } from '#web/domain/recurrence/recurrence.ts';
import { startsText } from '#web/domain/recurrence/texts.ts';
import { valueText } from '#web/domain/settings/field.ts';
import type { SettingsField } from '#web/domain/settings/section.ts';
import { fieldText, waveText, wordOf } from './fields.ts';
import { texts } from './texts.ts';

/** The most lines that are shown of one list. */
const MOST_LINES = 50;

/**
 * A value of the difference for people: one line for each item of a list. `json` is its text; what was cut short, or is
 * no JSON, stays as it is. `setting`: the field of a form of the settings, which has words for its value.
 */
export function readable(field: string, json: string, setting: SettingsField | null = null): string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [safeLine(json)];
  }
  if (setting) return [safeLine(valueText(setting, value as Parameters<typeof valueText>[1]))];
  const lines = Array.isArray(value) ? value.map((item) => textOf(field, item)) : [textOf(field, value)];
  if (lines.length === 0) return [texts.none];
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), texts.more(more)] : lines;
}

function textOf(field: string, value: unknown): string {
  if (value === null || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberText(field, value);
  if (typeof value === 'string') return wordText(field, value);
  if (Array.isArray(value)) return value.map((item) => textOf(field, item)).join(', ') || texts.none;
  return typeof value === 'object' ? objectText(field, value) : '';
}

function numberText(field: string, value: number): string {
  if (field.endsWith('_secs')) return durationText(value);
  if (field.endsWith('_days')) return texts.days(value);
  return field.endsWith('percent') ? `${value} %` : String(value);
}

function wordText(field: string, value: string): string {
  if (field === 'rrule') return scheduleOf(value);
  const at = field.endsWith('_at') ? parseTime(value) : null;
  return at ? absoluteTime(at, 'UTC') : (wordOf(field, value) ?? safeLine(value));
}

/** The rule in words. Its times are local ones of the zone that is shown beside it, so no zone counts here. */
function scheduleOf(rrule: string): string {
  try {
    return safeLine(startsText(recurrenceOf({ timezone: 'UTC', rrule }, new Date())));
  } catch {
    return safeLine(rrule);
  }
}

function objectText(field: string, value: object): string {
  const own = new Map<string, unknown>(Object.entries(value));
  const fqdn = own.get('fqdn');
  if (typeof fqdn === 'string') return safeLine(fqdn);
  if (field === 'rule' && Array.isArray(own.get('conditions')))
    return safeLine(ruleText(value as Parameters<typeof ruleText>[0]));
  if (field === 'waves') return waveText(Object.fromEntries(own));
  const parts = [...own].map(([name, item]) => `${lowerFirst(fieldText(name))}: ${textOf(name, item)}`);
  return parts.join('; ') || texts.none;
}

/** Within a line; “CSV” and “ID” stay. */
const lowerFirst = (text: string): string => text.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
