import type { PluginSettings } from '../../core/features.ts';
import type { SettingsField, SettingsSection } from './section.ts';

type Given = PluginSettings['fields'][number];

/** The section of an installed plugin, by the form that the manager has made of its declarations. */
export function pluginSection({ section, title, intro, fields }: PluginSettings): SettingsSection {
  // The contract of this build does not know the sections of plugins.
  return {
    key: section as SettingsSection['key'],
    tab: 'plugins',
    order: 0,
    title,
    intro,
    fields: fields.map(fieldOf),
  };
}

function fieldOf(given: Given): SettingsField {
  const { kind, unit, minimum: min, maximum: max, max_length: maxLength, max_items: maxItems } = given;
  const named = { name: given.name, label: given.label, hint: given.hint };
  const standard = textOf(given.standard);
  if (kind === 'switch') return { ...named, kind, standard: given.standard === true };
  if (kind === 'choice') return { ...named, kind, choices: given.choices, standard };
  if (kind === 'number') return { ...named, unit, min, max, standard: Number(given.standard) };
  if (kind === 'list') {
    const items = Array.isArray(given.standard) ? given.standard : [];
    return { ...named, kind: 'names', maxItems, maxLength, standard: items, judge: () => null };
  }
  return { ...named, kind: 'text', isSecret: kind === 'secret', maxLength, standard };
}

const textOf = (value: Given['standard']): string => (typeof value === 'string' ? value : '');
