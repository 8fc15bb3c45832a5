import type { Database } from '../db/database.ts';
import { columns, type Migration } from '../db/migrate.ts';
import type { Tx } from '../db/tx.ts';

/**
 * One group of settings that a feature owns. `parse` turns whatever was stored (also by an older version)
 * into a whole value: unknown fields dropped, missing ones defaulted, wrong ones refused by throwing.
 */
export interface SettingsSection<T extends object> {
  /** Wire name of the section, e.g. `polling`. */
  name: string;
  defaults: T;
  parse(stored: unknown): T;
}

export interface SettingsStore {
  /** Read through a cache of at most 5 s, so that another manager's change arrives by itself. */
  get<T extends object>(section: SettingsSection<T>): Promise<T>;
  set<T extends object>(tx: Tx, section: SettingsSection<T>, value: T): Promise<void>;
}

export const settingsMigrations: Migration[] = [
  {
    name: 'kernel/002_create_settings',
    async up(knex) {
      await knex.schema.createTable('kernel_settings', (t) => {
        columns.ascii(t, 'name', 100).notNullable().primary();
        columns.text(t, 'value').notNullable();
        columns.integer(t, 'version').notNullable();
      });
    },
  },
];

const CACHE_MS = 5_000;

/** Numbers of a section: stored values win over the defaults when they are whole numbers within [min, max]. */
export function numberSection<T extends Record<string, number>>(
  name: string,
  fields: { [K in keyof T]: { fallback: number; min: number; max: number } },
): SettingsSection<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  const defaults = Object.fromEntries(names.map((key) => [key, fields[key].fallback])) as T;
  return {
    name,
    defaults,
    parse(stored) {
      const given = (stored ?? {}) as Partial<T>;
      const whole = { ...defaults };
      for (const key of names) {
        const value = given[key];
        if (value === undefined) continue;
        const { min, max } = fields[key];
        if (!Number.isInteger(value) || value < min || value > max)
          throw new RangeError(`${name}.${key} must be ${min} to ${max}`);
        whole[key] = value;
      }
      return whole;
    },
  };
}

export function createSettings(db: Database): SettingsStore {
  const cache = new Map<string, { readAt: number; value: object }>();
  return {
    async get<T extends object>(section: SettingsSection<T>) {
      const hit = cache.get(section.name);
      if (hit && performance.now() - hit.readAt < CACHE_MS) return hit.value as T;
      const row = await db
        .reader<{ name: string; value: string }>('kernel_settings')
        .where('name', section.name)
        .first();
      const value = row ? section.parse(JSON.parse(row.value)) : section.defaults;
      cache.set(section.name, { readAt: performance.now(), value });
      return value;
    },
    async set(tx, section, value) {
      const text = JSON.stringify(section.parse(value));
      const changed = await tx
        .knex('kernel_settings')
        .where('name', section.name)
        .update({ value: text })
        .increment('version', 1);
      if (changed === 0)
        await tx.knex('kernel_settings').insert({ name: section.name, value: text, version: 1 });
      tx.afterCommit(() => void cache.delete(section.name));
    },
  };
}
