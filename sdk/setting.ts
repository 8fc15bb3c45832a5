/** Sections of settings and their fields. */
export {
  choice,
  flag,
  keptDays,
  secret,
  text,
  texts,
  timeZone,
  whole,
} from '../server/kernel/security/settings/fields.ts';
export type { Field } from '../server/kernel/security/settings/fields.ts';
export { section, singleSection as single } from '../server/kernel/security/settings/section.ts';
export type { SettingsChange as Change } from '../server/kernel/security/settings/section.ts';
