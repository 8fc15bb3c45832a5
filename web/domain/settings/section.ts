import type { TemplateResult } from 'lit';
import type { OperationId, Schemas } from '../../core/schema.ts';

interface Named {
  /** Its name in the contract. */
  name: string;
  label: string;
  /** What the setting is good for, and what it costs. */
  hint: string;
}

/** A number: a length of time or a size, stored in its `unit`, or how many (''). */
export interface LengthField extends Named {
  kind?: 'length';
  unit: 'seconds' | 'days' | 'MiB' | '';
  /** The least and the most that the manager takes, in `unit`. */
  min: number;
  max: number;
  /** The default, in `unit`. */
  standard: number;
}

/** Any number of roles, a switch for each. */
export interface RolesField extends Named {
  kind: 'roles';
  standard: readonly Schemas['FixedRole'][];
}

/** On or off. */
export interface SwitchField extends Named {
  kind: 'switch';
  standard: boolean;
}

/** An address that the manager calls. */
export interface UrlField extends Named {
  kind: 'url';
  maxLength: number;
  standard: string;
  /** Why the manager would not take it, as a sentence; null: it would. */
  judge: (value: string) => string | null;
}

/** Any number of names, one after another. */
export interface NamesField extends Named {
  kind: 'names';
  maxItems: number;
  /** Longest name, in characters. */
  maxLength: number;
  standard: readonly string[];
  /** Why the manager would not take one of them, as a sentence; null: it would. */
  judge: (name: string) => string | null;
}

/** One word of a list. */
export interface ChoiceField extends Named {
  kind: 'choice';
  choices: readonly string[];
  standard: string;
}

/** A line of text; of a secret one the manager gives only a mask. */
export interface TextField extends Named {
  kind: 'text';
  maxLength: number;
  isSecret: boolean;
  standard: string;
}

export type SettingsField =
  | LengthField
  | RolesField
  | SwitchField
  | UrlField
  | NamesField
  | ChoiceField
  | TextField;

/** The tabs of the settings page; sections of installed plugins stand in the last. */
export type SettingsTab = 'general' | 'security' | 'access' | 'retention' | 'backup' | 'plugins';

/**
 * One section of the settings page. Those of the core are in `web/domain/settings/sections/`; a plugin brings its own in
 * `plugins/<name>/web/settings.ts`, a second one in `…Settings.ts` beside it, exported as `section`. A section is shown
 * if the manager has its settings.
 */
export interface SettingsSection {
  key: keyof Schemas['Settings'] & keyof Schemas['UpdateSettingsRequest'];
  tab: SettingsTab;
  /** An operation of the plugin whose section it is: where it is not served, the plugin is off. */
  needs?: OperationId;
  order: number;
  title: string;
  intro: string;
  fields: readonly SettingsField[];
}

/**
 * A setting that is more than a form of fields: the element of its plugin, `plugins/<name>/web/settingsPanel.ts`,
 * exported as `panel`. It reads and saves by itself.
 */
export interface SettingsPanel extends Pick<SettingsSection, 'key' | 'tab' | 'needs' | 'order' | 'title'> {
  /** With the settings as they are saved. */
  render(saved: Schemas['Settings']): TemplateResult;
}
