import type { Schemas } from '../../core/schema.ts';

/** A length of time; stored in its `unit`. */
export interface LengthField {
  /** As in the contract. */
  name: string;
  unit: 'seconds' | 'days';
  /** The least and the most that the manager takes, in `unit`. */
  min: number;
  max: number;
  /** What is in force until somebody chooses, in `unit`. */
  standard: number;
  label: string;
  /** What it costs, and what it is good for. */
  hint: string;
}

/**
 * One section of the settings page. Those of the core are in `web/pages/settings/sections/`; a plugin brings its own in
 * `plugins/<name>/web/settings.ts`, exported as `section`. A section is shown where the manager has it.
 */
export interface SettingsSection {
  key: keyof Schemas['Settings'] & keyof Schemas['UpdateSettingsRequest'];
  order: number;
  title: string;
  intro: string;
  fields: readonly LengthField[];
}
