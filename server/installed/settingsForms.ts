import type { components } from '../../generated/manager.ts';
import type { Field } from '../kernel/security/settings/fields.ts';
import type { SettingsSection } from '../kernel/security/settings/section.ts';
import type { PluginDocument } from './document.ts';

type Form = components['schemas']['UiSettingsForm'];
type FormField = Form['fields'][number];

/** What a form reads of the schema of a section, or of one field of it. */
interface Schema {
  type?: string | readonly string[];
  title?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  enum?: readonly unknown[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** What fields of the settings end in, by the unit in which their number is. */
const UNITS: Readonly<Record<string, FormField['unit']>> = { secs: 'seconds', days: 'days', mib: 'MiB' };
const LONGEST_TEXT = 1_000;
const MOST_ITEMS = 100;

/**
 * A form for each section of an installed plugin's settings: the fields and their standard values as its manifest
 * declares them, the texts and limits as the schemas in its OpenAPI file have them. A section that is one value, and a
 * field of a kind that no form has, are left out.
 */
export function settingsForms(
  sections: readonly SettingsSection[],
  schemas: PluginDocument['x-settings'] = {},
): Form[] {
  return sections.flatMap(({ name, isSingle, fields }) => {
    const {
      title = wordsOf(name),
      description: intro = '',
      properties = {},
    } = (schemas[name] ?? {}) as Schema;
    const shown = Object.entries(fields as Record<string, Field<unknown>>).flatMap(([key, field]) => {
      const kind = kindOf(field, properties[key] ?? {});
      return kind ? [fieldOf(key, field, properties[key] ?? {}, kind)] : [];
    });
    return isSingle || shown.length === 0 ? [] : [{ section: name, title, intro, fields: shown }];
  });
}

/**
 * What the manifest and the schemas of the OpenAPI file know of settings, as names that can be compared: `acme_notes`,
 * `acme_notes.order`, `acme_notes.order "newest"`. Of a section that one side lacks there is the name alone.
 */
export function settingsNames(
  sections: readonly SettingsSection[],
  schemas: PluginDocument['x-settings'] = {},
): { manifest: string[]; file: string[] } {
  const names = { manifest: sections.map(({ name }) => name), file: Object.keys(schemas) };
  for (const { name, isSingle, fields } of sections) {
    if (isSingle || !Object.hasOwn(schemas, name)) continue;
    const { properties = {} } = schemas[name] as Schema;
    names.file.push(...Object.keys(properties).map((key) => `${name}.${key}`));
    for (const [key, { words, judge }] of Object.entries(fields as Record<string, Field<unknown>>)) {
      names.manifest.push(`${name}.${key}`);
      if (!Object.hasOwn(properties, key)) continue;
      const listed = properties[key]?.enum ?? [];
      const known = words ?? listed.filter((word) => judge(word) === null);
      names.manifest.push(...known.map((word) => `${name}.${key} ${JSON.stringify(word)}`));
      names.file.push(...listed.map((word) => `${name}.${key} ${JSON.stringify(word)}`));
    }
  }
  return names;
}

function kindOf({ secret }: Field<unknown>, { type, enum: words }: Schema): FormField['kind'] | null {
  if (secret) return 'secret';
  if (words) return 'choice';
  const kinds = { integer: 'number', boolean: 'switch', string: 'text', array: 'list' } as const;
  return typeof type === 'string' && type in kinds ? kinds[type as keyof typeof kinds] : null;
}

function fieldOf(
  name: string,
  { fallback }: Field<unknown>,
  schema: Schema,
  kind: FormField['kind'],
): FormField {
  return {
    name,
    kind,
    label: schema.title ?? wordsOf(name),
    hint: schema.description ?? '',
    standard: fallback as FormField['standard'],
    unit: UNITS[name.split('_').at(-1) ?? ''] ?? '',
    minimum: schema.minimum ?? 0,
    maximum: schema.maximum ?? Number.MAX_SAFE_INTEGER,
    max_length: schema.maxLength ?? schema.items?.maxLength ?? LONGEST_TEXT,
    max_items: schema.maxItems ?? MOST_ITEMS,
    choices: (schema.enum ?? []).map(String),
  };
}

/** `max_notes` as “Max notes”. */
const wordsOf = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' ');
