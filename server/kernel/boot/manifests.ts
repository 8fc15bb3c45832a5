import type { ErrorCatalogue } from '../../shared/wire/appError.ts';
import { points } from '#generated/points.ts';
import { refuse } from './bootError.ts';
import { backup, backupCheck } from '../backup/command.ts';
import { COMMAND_NAME } from './commands.ts';
import type { AnyFeature, Command, FeatureSetup } from './feature.ts';
import { requiredBy } from './services.ts';
import { auditPublicKey, auditVerify } from '../security/audit/command.ts';
import { auditArchive } from '../security/audit/archiveCommand.ts';
import { auditRestored } from '../security/audit/restoredCommand.ts';

export interface Surroundings {
  /** Plugins that are switched off. */
  off?: readonly AnyFeature[];
  /** Codes that belong to no feature. */
  commonErrors?: ErrorCatalogue;
}

/** The form of a feature's name, with which the names of what it owns begin: `some-name`. */
export const FEATURE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Commands of the kernel, before those of the features. */
export const kernelCommands: readonly Command[] = [
  backup,
  backupCheck,
  auditVerify,
  auditPublicKey,
  auditArchive,
  auditRestored,
];

/** Names that no feature may have: tables, migrations and scheduled jobs of the kernel begin with them. */
const RESERVED: ReadonlySet<string> = new Set(['kernel', 'scheduler', 'http']);

/**
 * Names, codes and sections of settings are unique; each bears the name of its feature where it should; every requirement
 * is there, without a cycle. Returns the features in the order of their requirements. Throws a BootError.
 */
export function validateManifests(
  features: readonly AnyFeature[],
  { off = [], commonErrors = {} }: Surroundings = {},
): AnyFeature[] {
  const all = [...features, ...off];
  validateNames(all);
  const codes = Object.keys(commonErrors).map((code) => [code, 'the manager'] as const);
  unique('error code', features, ({ errors = {} }) => Object.keys(errors), codes);
  unique('section of settings', features, ({ settings = [] }) => settings.map(({ name }) => name));
  const commands = kernelCommands.map(({ name }) => [name, 'the manager'] as const);
  unique('command', features, ({ commands: own = [] }) => own.map(({ name }) => name), commands);
  for (const feature of features) validateMigrations(feature);
  for (const feature of features) validateCommands(feature);
  return inOrder(features, off);
}

function validateNames(features: readonly AnyFeature[]): void {
  const seen = new Set<string>();
  for (const { name } of features) {
    if (!FEATURE_NAME.test(name)) refuse(name, 'its name is not of the form some-name');
    if (RESERVED.has(name)) refuse(name, 'its name is reserved');
    if (seen.has(name)) refuse(name, 'two features have this name');
    seen.add(name);
  }
}

function unique(
  what: string,
  features: readonly AnyFeature[],
  namesOf: (feature: AnyFeature) => readonly string[],
  taken: readonly (readonly [string, string])[] = [],
): void {
  const owners = new Map(taken);
  for (const feature of features) {
    for (const name of namesOf(feature)) {
      const owner = owners.get(name);
      if (owner !== undefined) refuse(feature.name, `${what} ${name} belongs to ${owner}`);
      owners.set(name, feature.name);
    }
  }
}

function validateCommands({ name, commands = [] }: AnyFeature): void {
  const wrong = commands.find((command) => !COMMAND_NAME.test(command.name));
  if (wrong) refuse(name, `the command "${wrong.name}" is not named by one or two words`);
}

function validateMigrations({ name, migrations = [] }: AnyFeature): void {
  const wrong = migrations.find((migration) => !migration.name.startsWith(`${name}/`));
  if (wrong) refuse(name, `migration ${wrong.name} must start with "${name}/"`);
}

/**
 * Throws where a set-up answers a hook, joins a step or hears an event that nobody has: it would wait for ever. Those of a
 * feature that does not ship are known to nobody beforehand. Whoever joins a step requires its owner: without it the step
 * would never run, and rows that ought to go would stay.
 */
export function assertPoints(
  feature: AnyFeature,
  { hooks = {}, steps = {}, events = {} }: Pick<FeatureSetup<string>, 'hooks' | 'steps' | 'events'>,
): void {
  const known = (does: string, names: readonly string[], given: object): void => {
    const owners = new Set(names.map(ownerOf));
    const wrong = Object.keys(given).find((point) => owners.has(ownerOf(point)) && !names.includes(point));
    if (wrong !== undefined) throw new Error(`it ${does} ${wrong}, which nobody has`);
  };
  known('answers the hook', points.hooks, hooks);
  known('joins the step', points.steps, steps);
  known('hears the event', points.events, events);
  const wanted = requiredBy(feature);
  for (const point of Object.keys(steps)) {
    const owner = ownerOf(point);
    if (owner !== feature.name && !RESERVED.has(owner) && !wanted.get(owner))
      throw new Error(`it joins the step ${point} and does not require ${owner}`);
  }
}

const ownerOf = (point: string): string => point.split('.')[0] ?? '';

interface Places {
  byName: ReadonlyMap<string, AnyFeature>;
  isOff: ReadonlySet<string>;
  ordered: AnyFeature[];
}

function inOrder(features: readonly AnyFeature[], off: readonly AnyFeature[]): AnyFeature[] {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const places = { byName, isOff: new Set(off.map(({ name }) => name)), ordered: [] };
  for (const feature of features) place(feature, places, []);
  return places.ordered;
}

/** Puts the feature behind all that it needs; `path` names the features that led to it. */
function place(feature: AnyFeature, places: Places, path: string[]): void {
  const { byName, isOff, ordered } = places;
  const { name } = feature;
  if (ordered.includes(feature)) return;
  if (path.includes(name))
    refuse(name, `requirements form a cycle: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`);
  for (const [wanted, mustBeOn] of requiredBy(feature)) {
    const found = byName.get(wanted);
    if (found) place(found, places, [...path, name]);
    else if (mustBeOn) refuse(name, missing(wanted, isOff));
  }
  ordered.push(feature);
}

function missing(name: string, isOff: ReadonlySet<string>): string {
  if (!isOff.has(name)) return `it requires ${name}, which is not there`;
  return `it requires ${name}, which is switched off; switch that on, or this off too`;
}
