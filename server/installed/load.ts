import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Contract } from '../contract.ts';
import type { Config } from '../config.ts';
import { BootError } from '../kernel/boot/bootError.ts';
import type { AnyFeature, FeatureWeb } from '../kernel/boot/feature.ts';
import { FEATURE_NAME } from '../kernel/boot/manifests.ts';
import { assertManifestShape } from '../kernel/boot/manifestShape.ts';
import * as kit from '#sdk';
import { guarded } from '../shared/guarded.ts';
import { readPluginPages } from './pages.ts';
import { readPluginDocument, type PluginDocument } from './document.ts';
import { mergeContract } from './merge.ts';
import { settingsForms, settingsNames } from './settingsForms.ts';

/** A plugin of a third party: an npm package that the configuration names. */
export interface InstalledPlugin {
  /** The plugin's own name, which is that of its manifest. */
  name: string;
  /** As the configuration names it. */
  source: string;
  /** Null while it is switched off: then none of its code is run. */
  feature: AnyFeature | null;
  /** What the web UI shows of it; null as `feature`. */
  web: FeatureWeb | null;
  /** Null only where a plugin that is switched off has none that can be read. */
  document: PluginDocument | null;
}

export type Where = Pick<Config, 'plugins' | 'pluginsDir' | 'disabledPlugins'>;

/** What `package.json` says of a plugin, under the key `fleetmend`. */
interface Described {
  directory: string;
  name: string;
  contract: number;
  main: string;
  /** Null: it has no operations, settings or codes of its own. */
  openapi: string | null;
  /** Its pages in the UI: a built ES module. */
  pages: string | null;
}

const PACKAGE = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const IMPORT_TIMEOUT_MS = 10_000;

/**
 * Loads the plugins that the configuration names, in its order; of those that are switched off the document alone.
 * Throws a BootError that names the package and says what to do. `shipped` are the names that are taken.
 */
export async function loadInstalled(
  where: Where,
  shipped: readonly string[],
  log: Logger,
): Promise<InstalledPlugin[]> {
  const found: InstalledPlugin[] = [];
  for (const source of where.plugins) {
    const taken = [...shipped, ...found.map(({ name }) => name)];
    found.push(await inStage(source, 'load', () => loadOne(source, { where, taken, log })));
  }
  return found;
}

/** Runs one stage of an installed plugin; what it throws comes out as one line with what can be done about it. */
async function inStage<T>(source: string, stage: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new BootError(source, stage, new Error(`${oneLine(cause)}. ${ADVICE}`, { cause }));
  }
}

const ADVICE =
  'Install a version of the plugin that fits this manager, take it out of `plugins`, or name it in `disabled_plugins`';

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/\s+/g, ' ')
    .slice(0, 500)
    .replace(/\.$/, '');

/**
 * The contract with the parts of all installed plugins in it. Those that are switched off are in it too, for their
 * operations answer 404 PLUGIN_DISABLED; they are left out where they do not fit.
 */
export async function withInstalled(
  contract: Contract,
  installed: readonly InstalledPlugin[],
  log: Logger,
): Promise<Contract> {
  let merged = contract;
  for (const { source, name, feature, document } of installed) {
    if (document === null) continue;
    if (feature !== null) assertListed(source, feature, document);
    const before = merged;
    merged = await inStage(source, 'contract', () => mergeContract(before, { plugin: name, document })).catch(
      (error: unknown) => {
        if (feature !== null) throw error;
        log.warn({ error, feature: name }, UNKNOWN_OPERATIONS);
        return before;
      },
    );
  }
  return merged;
}

/** What the manifest throws and sets, clients must find in the document. */
function assertListed(
  source: string,
  { errors = {}, settings = [] }: AnyFeature,
  document: PluginDocument,
): void {
  const { 'x-settings': schemas, components } = document;
  const named = settingsNames(settings, schemas);
  const own = new Set([...Object.keys(errors), ...named.manifest]);
  const listed = new Set([...Object.keys(components?.['x-error-codes'] ?? {}), ...named.file]);
  const lacks = [
    ['its OpenAPI file (x-error-codes, x-settings) lacks', [...own.difference(listed)]],
    ['its manifest (errors, settings) lacks', [...listed.difference(own)]],
  ] as const;
  const told = lacks.filter(([, names]) => names.length > 0);
  if (told.length === 0) return;
  const text = told.map(([who, names]) => `${who} ${names.join(', ')}`).join('; ');
  throw new BootError(source, 'contract', new Error(`${text}. ${ADVICE}`));
}

/** A failure in a later stage, with what can be done about it where an installed plugin failed. */
export function withAdvice(error: unknown, installed: readonly InstalledPlugin[]): unknown {
  if (!(error instanceof BootError)) return error;
  const failed = installed.find(({ name }) => name === error.feature);
  if (!failed) return error;
  const text = `${oneLine(error.cause)}. ${ADVICE}`;
  return new BootError(failed.source, error.stage, new Error(text, { cause: error }));
}

const UNKNOWN_OPERATIONS =
  'the operations of this plugin, which is switched off, are not known here and answer 404';

interface LoadContext {
  where: Where;
  taken: readonly string[];
  log: Logger;
}

async function loadOne(source: string, { where, taken, log }: LoadContext): Promise<InstalledPlugin> {
  const described = describe(source, where.pluginsDir);
  const { name, contract } = described;
  if (taken.includes(name)) throw new Error(`its name ${name} is that of another plugin`);
  if (where.disabledPlugins.includes(name)) {
    return { name, source, feature: null, web: null, document: documentIfReadable(described, log) };
  }
  if (contract !== kit.CONTRACT_LEVEL)
    throw new Error(`it is built for contract level ${contract}, and this manager has ${kit.CONTRACT_LEVEL}`);
  const document = readDocument(described);
  return { name, source, document, ...(await makeFeature(described, document)) };
}

/** Where npm has put it: below `plugins_dir`, or beside the manager's own libraries. A path is the package itself. */
function describe(source: string, pluginsDir: string): Described {
  const directory = directoryOf(source, pluginsDir);
  const file = path.join(directory, 'package.json');
  if (!existsSync(file)) throw new Error(`there is no ${file}`);
  const { fleetmend, main } = JSON.parse(readFileSync(file, 'utf8')) as {
    fleetmend?: Partial<Described>;
    main?: string;
  };
  const { name, contract, openapi = null, pages = null } = fleetmend ?? {};
  if (typeof name !== 'string' || !FEATURE_NAME.test(name) || typeof contract !== 'number')
    throw new Error(`${file} lacks "fleetmend": { "name", "contract" }`);
  if (openapi !== null && typeof openapi !== 'string') throw new Error(`${file}: "openapi" names no file`);
  if (pages !== null && typeof pages !== 'string') throw new Error(`${file}: "pages" names no file`);
  return { directory, name, contract, openapi, pages, main: fleetmend?.main ?? main ?? 'index.js' };
}

function directoryOf(source: string, pluginsDir: string): string {
  if (/^\.{0,2}\//.test(source)) return path.resolve(source);
  if (!PACKAGE.test(source)) throw new Error('it is neither the name of a package nor a path');
  const places = [pluginsDir, path.resolve(import.meta.dirname, '../..')].map((place) =>
    path.join(place, 'node_modules', source),
  );
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(
      `the package is in none of ${places.join(', ')}; npm install --prefix ${pluginsDir} puts it there`,
    );
  return found;
}

/** Beside the manager's own code, which nobody checks either: on some mounts everybody may write all files. */
const SHIPPED = path.resolve(import.meta.dirname, '../../plugins') + path.sep;

/** A file of the package, nowhere else, and not writable by everybody: its code gets all that the manager has. */
function fileOf({ directory }: Described, name: string): string {
  const file = path.resolve(directory, name);
  if (!existsSync(file)) throw new Error(`it lacks its file ${file}`);
  const real = realpathSync(file);
  if (!real.startsWith(realpathSync(directory) + path.sep))
    throw new Error(`${file} lies outside of the package`);
  if (real.startsWith(SHIPPED)) return real;
  for (const part of [real, path.dirname(real)]) {
    if ((statSync(part).mode & 0o002) !== 0) throw new Error(`everybody may write ${part}`);
  }
  return real;
}

function readDocument(described: Described): PluginDocument {
  if (described.openapi === null) return { openapi: '3.1.0', paths: {} };
  const file = fileOf(described, described.openapi);
  try {
    return readPluginDocument(file, described.name);
  } catch (error) {
    throw new Error(`its OpenAPI file ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * The name of the plugin whose package that folder is, and its OpenAPI file. Throws as the start of a manager would.
 */
export function readPackage(folder: string): { name: string; file: string; document: PluginDocument } {
  const described = describe(path.resolve(folder), '');
  if (described.openapi === null) throw new Error('its package.json names no OpenAPI file');
  return {
    name: described.name,
    file: fileOf(described, described.openapi),
    document: readDocument(described),
  };
}

/** For the answers of its operations, 404 PLUGIN_DISABLED: worth no failed boot. */
function documentIfReadable(described: Described, log: Logger): PluginDocument | null {
  try {
    return readDocument(described);
  } catch (error) {
    log.warn({ error, feature: described.name }, UNKNOWN_OPERATIONS);
    return null;
  }
}

type MakeFeature = (tools: typeof kit) => unknown;

async function makeFeature(
  described: Described,
  document: PluginDocument,
): Promise<{ feature: AnyFeature; web: FeatureWeb }> {
  const file = fileOf(described, described.main);
  const module = (await withinTime(import(pathToFileURL(file).href))) as { default?: unknown };
  if (typeof module.default !== 'function')
    throw new Error(`${file} exports no function (kit) => plugin by default`);
  const feature = await withinTime(Promise.resolve((module.default as MakeFeature)(kit)));
  assertManifestShape(feature);
  if (feature.name !== described.name)
    throw new Error(`its manifest is named ${feature.name}, and its package.json says ${described.name}`);
  const settings = settingsForms(feature.settings ?? [], document['x-settings']);
  return { feature, web: { ...pagesOf(described), settings } };
}

function pagesOf(described: Described): Omit<FeatureWeb, 'settings'> {
  if (described.pages === null) return { module: null, files: new Map() };
  const pages = fileOf(described, described.pages);
  // Whoever asks gets what lies there: the code of the server is none of it.
  if (path.dirname(pages) === realpathSync(described.directory))
    throw new Error(`its pages ${pages} do not lie in a folder of their own`);
  return readPluginPages(pages, described.name);
}

/** A module that waits for ever at its top level would keep the manager from starting, and say nothing. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const give = guarded(() => reject(new Error(`it was not loaded within ${IMPORT_TIMEOUT_MS} ms`)));
    timer = setTimeout(give, IMPORT_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
