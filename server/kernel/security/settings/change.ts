import { MASK } from '../../http/maskUrl.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ValidationIssue } from '#server/shared/wire/appError.ts';
import type { SettingsSection } from './section.ts';
import { fieldsOf, type Values } from './stored.ts';

/** What a request changes in one section. */
export interface PlannedChange {
  section: SettingsSection;
  before: Values;
  after: Values;
  /** Names of the fields that differ from before. */
  changed: readonly string[];
  issues: readonly ValidationIssue[];
}

/**
 * Applies the fields of a request to a section; fields that it does not name stay. A secret also stays when its mask is
 * sent. It is cleared by null or an empty text, and when the place that it is sent to changes and the same request has
 * no new secret.
 */
export function planChange(section: SettingsSection, before: Values, sent: unknown): PlannedChange {
  const path = `/body/${section.name}`;
  const request = section.isSingle ? { value: sent } : sent;
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    const issues = [{ path, message: 'must be an object' }];
    return { section, before, after: before, changed: [], issues };
  }
  const wanted = request as Values;
  const after: Record<string, unknown> = { ...before, ...withoutMasks(section, wanted) };
  const issues = issuesOf(section, wanted, path);
  if (issues.length > 0) return { section, before, after: before, changed: [], issues };
  for (const [name, { secret, normal }] of fieldsOf(section)) {
    if (normal && Object.hasOwn(wanted, name)) after[name] = normal(after[name]);
    const isMoved = secret?.sentTo.some((place) => !isDeepStrictEqual(before[place], after[place])) ?? false;
    if (isMoved && !isNewSecret(wanted[name])) after[name] = null;
  }
  const changed = Object.keys(before).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { section, before, after, changed, issues };
}

const isNewSecret = (sent: unknown): boolean => typeof sent === 'string' && sent !== '' && sent !== MASK;

function withoutMasks(section: SettingsSection, wanted: Values): Values {
  const secrets = new Set(fieldsOf(section).flatMap(([name, { secret }]) => (secret ? [name] : [])));
  return Object.fromEntries(
    Object.entries(wanted)
      .filter(([name, value]) => !(secrets.has(name) && value === MASK))
      .map(([name, value]) => [name, secrets.has(name) && value === '' ? null : value]),
  );
}

function issuesOf(section: SettingsSection, wanted: Values, path: string): ValidationIssue[] {
  const fields = new Map(fieldsOf(section));
  return Object.entries(wanted).flatMap(([name, value]) => {
    const field = fields.get(name);
    const at = section.isSingle ? path : `${path}/${name}`;
    if (!field) return [{ path: at, message: `is no setting of ${section.name}` }];
    const message = field.secret && value === null ? null : field.judge(value);
    return message === null ? [] : [{ path: at, message }];
  });
}
