import { readFileSync, statSync } from 'node:fs';
import { FIXED_ROLES, TOKEN_SCOPES } from '../kernel/security/permissions.ts';
import {
  METHODS,
  type ContractDocument,
  type ContractOperation,
  type ContractPath,
} from '../kernel/http/operations.ts';

/** The OpenAPI file of an installed plugin: a part of the manager's contract, merged into it at boot. */
export interface PluginDocument extends ContractDocument {
  openapi: string;
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Words of its own for audit rows: actions are `<plugin>.<past tense>`, kinds of resources `<plugin>_<noun>`. */
  'x-audit'?: { actions?: readonly string[]; resources?: readonly string[] };
  /** Section of settings → its schema, which holds for reading and for changing: nothing in it is required. */
  'x-settings'?: Readonly<Record<string, object>>;
}

const MAX_BYTES = 1024 * 1024;
const MAX_OPERATIONS = 200;
const MAX_DEPTH = 64;

const TOP_LEVEL = new Set([
  'openapi',
  'info',
  'tags',
  'paths',
  'components',
  'x-permissions',
  'x-audit',
  'x-settings',
]);
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);
const IN_PATH_ITEM = new Set([...KNOWN_METHODS, 'parameters', 'summary', 'description']);
const SETS: readonly string[] = [...FIXED_ROLES, ...TOKEN_SCOPES];
const PATH = /^\/api\/v1(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9_]*\}))+$/;
const WORD = /^[a-z0-9_]{1,60}(\.[a-z_]{1,60})?$/;
const LOCAL_REF = /^#\/components\/[A-Za-z]+\/[A-Za-z0-9._-]+$/;

/**
 * Reads and judges the OpenAPI file of the plugin of that name. Throws with what is wrong and where: a file of more
 * than 1 MiB, of more than 200 operations or nested deeper than 64; a reference to anywhere but
 * `#/components/<section>/<name>`; an operation whose first tag is not the plugin, or that lacks an operationId,
 * `x-permission` or responses.
 */
export function readPluginDocument(file: string, plugin: string): PluginDocument {
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, and may have ${MAX_BYTES}`);
  const document = parsed(readFileSync(file, 'utf8'));
  assertNesting(document);
  assertTopLevel(document);
  assertPermissions(document, plugin);
  assertAuditWords(document, plugin);
  assertSettings(document, plugin);
  const operations = Object.entries(document.paths).flatMap(([path, item]) => operationsAt(path, item));
  if (operations.length > MAX_OPERATIONS)
    throw new Error(`it has ${operations.length} operations, and may have ${MAX_OPERATIONS}`);
  for (const [where, operation] of operations) assertOperation(where, operation, plugin);
  return document;
}

/** With `_` for `-`, as in tables and settings: `acme_notes`, `acme_notes_more`. */
function isOwnName(name: string, plugin: string): boolean {
  const own = plugin.replaceAll('-', '_');
  return name === own || name.startsWith(`${own}_`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): PluginDocument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(document)) throw new Error('it is not a JSON object');
  return document as unknown as PluginDocument;
}

/** Also where references lead: to other files or addresses none may. */
function assertNesting(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw new Error('it has the name __proto__');
    if (key === '$ref' && !(typeof item === 'string' && LOCAL_REF.test(item)))
      throw new Error(`$ref is ${JSON.stringify(item)}, and may only be #/components/<section>/<name>`);
    assertNesting(item, depth + 1);
  }
}

function assertTopLevel({ openapi, paths, tags, components, ...document }: PluginDocument): void {
  if (typeof openapi !== 'string' || !openapi.startsWith('3.1.'))
    throw new Error(`openapi is ${JSON.stringify(openapi)}, and must be 3.1.x`);
  const odd = Object.keys(document).filter((key) => !TOP_LEVEL.has(key));
  if (odd.length > 0) throw new Error(`${odd.join(', ')}: not taken over from a plugin`);
  if (!isObject(paths)) throw new Error('it has no paths');
  if (
    tags !== undefined &&
    !(Array.isArray(tags) && tags.every((tag: unknown) => isObject(tag) && 'name' in tag))
  )
    throw new Error('tags is not a list of names');
  const sections = components ?? {};
  if (!isObject(sections) || !Object.values(sections).every(isObject))
    throw new Error('components is not a map of sections');
}

function assertPermissions({ 'x-permissions': permissions = {} }: PluginDocument, plugin: string): void {
  for (const [name, roles] of Object.entries(permissions)) {
    if (!name.startsWith(`${plugin}:`) || !/^[a-z0-9-]+:[a-z][a-z0-9-]*$/.test(name))
      throw new Error(`the permission ${name} is not named ${plugin}:<verb>`);
    if (!Array.isArray(roles) || roles.length === 0 || !roles.every((role: string) => SETS.includes(role)))
      throw new Error(`the permission ${name} is given to no list of ${SETS.join(', ')}`);
  }
}

function assertAuditWords({ 'x-audit': audit = {} }: PluginDocument, plugin: string): void {
  const prefix = plugin.replaceAll('-', '_');
  const wrong = [
    ...(audit.actions ?? []).filter((word) => !word.startsWith(`${prefix}.`) || !WORD.test(word)),
    ...(audit.resources ?? []).filter((word) => !word.startsWith(`${prefix}_`) || !WORD.test(word)),
  ];
  if (wrong.length > 0)
    throw new Error(`x-audit: ${wrong.join(', ')}: actions are ${prefix}.<done>, resources ${prefix}_<noun>`);
}

/** A form is made of what stands there itself. */
function assertSettings({ 'x-settings': sections = {} }: PluginDocument, plugin: string): void {
  for (const [name, section] of Object.entries(sections)) {
    if (!isOwnName(name, plugin))
      throw new Error(`x-settings: ${name} does not begin with the plugin's name`);
    const { properties = {} } = section as { properties?: Record<string, object> };
    const schemas = [
      [name, section],
      ...Object.entries(properties).map(([key, field]) => [`${name}.${key}`, field]),
    ];
    const elsewhere = (schemas as [string, object][]).find(([, schema]) => '$ref' in schema);
    if (elsewhere)
      throw new Error(
        `x-settings: ${elsewhere[0]} is a $ref, of which no form is made: write the schema there`,
      );
  }
}

function operationsAt(path: string, item: ContractPath): [string, ContractOperation][] {
  if (!PATH.test(path))
    throw new Error(`the path ${path} does not begin with /api/v1/, or has odd characters`);
  if (!isObject(item)) throw new Error(`${path} is no object`);
  const odd = Object.keys(item).filter((key) => !IN_PATH_ITEM.has(key));
  if (odd.length > 0) throw new Error(`${path} has ${odd.join(', ')}, which is not taken over from a plugin`);
  return Object.entries(item)
    .filter(([key]) => KNOWN_METHODS.has(key))
    .map(([method, operation]) => [`${method} ${path}`, operation as ContractOperation]);
}

function assertOperation(where: string, operation: ContractOperation, plugin: string): void {
  if (!isObject(operation)) throw new Error(`${where} is no object`);
  const { operationId, tags, 'x-permission': permission, 'x-feature': feature, responses } = operation;
  if (typeof operationId !== 'string' || !/^[a-z][A-Za-z0-9]{1,63}$/.test(operationId))
    throw new Error(`${where} has no operationId such as listNotes`);
  if (!Array.isArray(tags) || tags[0] !== plugin)
    throw new Error(`${operationId}: its first tag is not ${plugin}`);
  if (feature !== undefined && feature !== plugin)
    throw new Error(`${operationId}: x-feature names ${String(feature)}, which is another feature`);
  if (typeof permission !== 'string') throw new Error(`${operationId} has no x-permission`);
  if (!isObject(responses) || Object.keys(responses).length === 0)
    throw new Error(`${operationId} has no responses`);
}
