import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { Tx } from '../../db/tx.ts';
import { type IfMatch, requireMatch } from '../../http/etag.ts';
import { requireFresh } from '../freshness.ts';
import { createCache, type SettingsCache } from './cache.ts';
import { planChange, type PlannedChange } from './change.ts';
import { planImport, type PlannedImport } from './imported.ts';
import type { SettingsParts } from './parts.ts';
import { headVersion, readRows, type Rows } from './rows.ts';
import type { SettingsAuthor, SettingsChange, SettingsSection } from './section.ts';
import { fieldsOf, masked, parseStored, readStored, toAnswer, toStored, type Values } from './stored.ts';

export interface SettingsUpdate {
  /** Section → the fields that change, in wire names; for a section of one value, that value. */
  sections: Readonly<Record<string, unknown>>;
  /** Compared with the version over all sections; null: any version will do. */
  ifMatch: IfMatch;
  by: SettingsAuthor;
}

/** All sections as the API answers them, secrets masked, and the one version over them. */
export interface SettingsAnswer {
  version: number;
  sections: Readonly<Record<string, unknown>>;
}

export interface SettingsStore {
  /**
   * The values as they were at most 2 s ago: a change on another manager is there by then, one on this manager at once.
   * Never fails because of what is stored: see `readStored`.
   */
  get<T extends object>(section: SettingsSection<T>): Promise<Readonly<T>>;
  /**
   * The values that hold until the end of this transaction: a change waits for it. For rows that depend on a setting
   * and must not be written by its former value. One statement.
   */
  getIn<T extends object>(tx: Tx, section: SettingsSection<T>): Promise<Readonly<T>>;
  /** All sections, read from the database. */
  answer(): Promise<SettingsAnswer>;
  /** The sections that an export carries, by name; secrets masked. From the database. */
  exported(): Promise<Readonly<Record<string, unknown>>>;
  /** What an import of these sections would do; see ConfigurationPart. */
  planImport(sections: Readonly<Record<string, unknown>>, by: SettingsAuthor): Promise<PlannedImport>;
  /**
   * Asks what `beforeUpdate` has named, outside of any transaction: for what only the network can answer. Whoever calls
   * `update` for a request calls this before. Throws what the checks throw; what the update itself would refuse is left
   * to it.
   */
  judge(update: SettingsUpdate): Promise<void>;
  /**
   * Changes sections in the caller's transaction, with an audit row each; a request that changes nothing writes
   * nothing. Throws PRECONDITION_FAILED, VALIDATION_FAILED, FIELD_DISABLED (`details.field`) for a section of
   * a feature that is not there, and what the section's `check` throws.
   */
  update(tx: Tx, update: SettingsUpdate): Promise<void>;
  /** Runs inside each transaction that changes the section: for rows that follow from it. Called at set-up. */
  inUpdate<T extends object>(
    section: SettingsSection<T>,
    step: (tx: Tx, change: SettingsChange<T>) => Promise<void>,
  ): void;
  /** Runs before such a transaction, with the change as it would be; a refusal names its field. Called at set-up. */
  beforeUpdate<T extends object>(
    section: SettingsSection<T>,
    check: (change: SettingsChange<T>) => Promise<void>,
  ): void;
  /** Adds to the answer a value that nobody can set, because it follows from the configuration. Called at set-up. */
  derive(name: string, value: () => unknown): void;
}

/** The registry of what can be set; `start` and `stop` belong to the boot. */
export interface SettingsRegistry extends SettingsStore {
  /** Begins to look for changes of other managers. */
  start(): void;
  stop(): Promise<void>;
}

type Step = (tx: Tx, change: SettingsChange<never>) => Promise<void>;
type Check = (change: SettingsChange<never>) => Promise<void>;

export function createSettings(parts: SettingsParts): SettingsRegistry {
  // Names are unique: `validateManifests` has checked that.
  const byName = new Map<string, SettingsSection>(parts.sections.map((own) => [own.name, own]));
  const cache = createCache(parts);
  const steps = new Map<string, Step[]>();
  const checks = new Map<string, Check>();
  const derived = new Map<string, () => unknown>();
  return {
    start: cache.start,
    stop: cache.stop,
    async get<T extends object>(section: SettingsSection<T>) {
      return (await cache.values(section)) as T;
    },
    async getIn<T extends object>(tx: Tx, section: SettingsSection<T>) {
      return (await cache.valuesIn(tx, section)) as T;
    },
    async answer() {
      const rows = await readRows(parts.db.reader);
      const sections = [...byName.values()].map((section) => [
        section.name,
        toAnswer(section, valuesOf(parts, section, rows)),
      ]);
      const following = [...derived].map(([name, value]) => [name, value()]);
      return { version: rows.version, sections: Object.fromEntries([...sections, ...following]) as Values };
    },
    async exported() {
      const rows = await readRows(parts.db.reader);
      const shown = [...byName.values()].filter(({ staysHere }) => !staysHere);
      return Object.fromEntries(
        shown.map((section) => [section.name, toAnswer(section, valuesOf(parts, section, rows))]),
      );
    },
    async planImport(sections, by) {
      const rows = await readRows(parts.db.reader);
      const before = (section: SettingsSection) => valuesOf(parts, section, rows);
      return planImport({ byName, before, version: rows.version }, sections, by);
    },
    async judge({ sections, by }) {
      const judged = Object.entries(sections).filter(([name]) => checks.has(name));
      if (judged.length === 0) return;
      const rows = await readRows(parts.db.reader);
      for (const [name, sent] of judged) {
        const section = byName.get(name);
        if (!section) continue;
        const { before, after, changed, issues } = planChange(section, valuesOf(parts, section, rows), sent);
        if (issues.length > 0 || changed.length === 0) continue;
        const change = { before, after, by };
        section.check?.(change);
        await checks.get(name)?.(change as SettingsChange<never>);
      }
    },
    update: (tx, update) => applyUpdate({ parts, byName, cache, steps }, tx, update),
    inUpdate({ name }, step) {
      steps.set(name, [...(steps.get(name) ?? []), step as Step]);
    },
    beforeUpdate({ name }, check) {
      if (checks.has(name)) throw new Error(`${name} has a check already`);
      checks.set(name, check as Check);
    },
    derive(name, value) {
      if (byName.has(name) || derived.has(name)) throw new Error(`${name} is in the settings already`);
      derived.set(name, value);
    },
  };
}

interface Registry {
  parts: SettingsParts;
  byName: ReadonlyMap<string, SettingsSection>;
  cache: SettingsCache;
  steps: ReadonlyMap<string, readonly Step[]>;
}

async function applyUpdate(registry: Registry, tx: Tx, update: SettingsUpdate): Promise<void> {
  const { parts, byName, cache, steps } = registry;
  const head = await headVersion(tx.knex, 'update');
  requireMatch(update.ifMatch, head);
  const rows = await readRows(tx.knex, 'update');
  const plans = Object.entries(update.sections).map(([name, sent]) => {
    const section = byName.get(name);
    if (!section) throw absent(name);
    return planChange(section, valuesOf(parts, section, rows), sent);
  });
  const issues = plans.flatMap((plan) => plan.issues);
  if (issues.length > 0) throw validationError(issues);
  const changes = plans.filter(({ changed }) => changed.length > 0);
  if (changes.length === 0) return;
  // Raises the version first, so that a step that reads the settings in this transaction does not get the cached ones.
  await tx
    .knex('kernel_settings_head')
    .where('id', 1)
    .update({ version: head + 1 });
  for (const plan of changes) {
    const change = { before: plan.before, after: plan.after, by: update.by };
    plan.section.check?.(change);
    if (isKeptShorter(plan)) requireFresh(update.by.actor, parts.clock.now());
    await writeRow(parts, tx, plan, { rows, version: head + 1 });
    for (const step of steps.get(plan.section.name) ?? []) await step(tx, change as SettingsChange<never>);
    recordChange(parts, tx, plan, update.by);
  }
  tx.afterCommit(() => cache.reload());
}

/** What is deleted for it never comes back. */
const isKeptShorter = ({ section, before, after }: PlannedChange): boolean =>
  fieldsOf(section).some(
    ([name, { isKeptFor }]) => isKeptFor === true && Number(after[name]) < Number(before[name]),
  );

function absent(name: string): AppError {
  return new AppError('FIELD_DISABLED', {
    message: `${name} cannot be set: its feature is switched off on this manager.`,
    details: { field: name },
  });
}

function valuesOf({ secrets }: SettingsParts, section: SettingsSection, rows: Rows): Values {
  return readStored(section, parseStored(rows.byName.get(section.name)?.value), secrets).values;
}

/** Fields that this version does not know, or that were not changed, stay as they are stored. */
async function writeRow(
  { secrets }: SettingsParts,
  tx: Tx,
  { section, changed, after }: PlannedChange,
  { rows, version }: { rows: Rows; version: number },
): Promise<void> {
  const row = rows.byName.get(section.name);
  const news = changed.map((name) => [name, toStored(section, name, after[name], secrets)]);
  const value = JSON.stringify({ ...parseStored(row?.value), ...Object.fromEntries(news) });
  const table = tx.knex('kernel_settings');
  if (row) await table.where('name', section.name).update({ value, version });
  else await table.insert({ name: section.name, value, version });
}

function recordChange({ audit }: SettingsParts, tx: Tx, plan: PlannedChange, by: SettingsAuthor): void {
  const { section, before, after, changed } = plan;
  const told = (values: Values) => {
    const shown = masked(section, values);
    return Object.fromEntries(changed.map((name) => [section.isSingle ? section.name : name, shown[name]]));
  };
  audit.record(tx, {
    ...by,
    action: 'settings.updated',
    resource: { kind: 'settings', id: section.name, name: section.name },
    before: told(before),
    after: told(after),
  });
}
