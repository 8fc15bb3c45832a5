import type { Contract } from '../contract.ts';
import { operationRows, type ContractDocument } from '../kernel/http/operations.ts';
import type { PluginDocument } from './document.ts';
import { withAnswerHeaders } from './answerHeaders.ts';
import { withErrorCodes } from './errorCodes.ts';

export interface Addition {
  /** The plugin's name, as in its manifest. */
  plugin: string;
  document: PluginDocument;
}

type Sections = Record<string, Record<string, unknown>>;

interface Enumerated {
  enum: string[];
}

interface Properties {
  properties: Record<string, unknown>;
}

/** A path with the names of its parameters left out: two that differ in them alone are the same path. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

/** What may stand in `x-permission` besides the permissions of the merged contract. */
const OPEN_TO_PLUGINS: readonly string[] = ['public', 'authenticated'];

/**
 * The contract with the plugin's part in it: paths, tags, permissions, components, error codes and words of the
 * audit log. Throws, with the name, where any of them is there already, where a permission is unknown, a reference
 * leads nowhere, or a schema is none. What is given stays as it is.
 */
export function mergeContract(contract: Contract, { plugin, document }: Addition): Contract {
  assertNew(contract, document, plugin);
  const permissions = { ...contract.permissions, ...document['x-permissions'] };
  const ids = new Set<string>();
  for (const { operationId, permission } of operationRows(document)) {
    ids.add(operationId);
    if (!OPEN_TO_PLUGINS.includes(permission) && !Object.hasOwn(permissions, permission))
      throw new Error(`${operationId} has the x-permission ${permission}, which no role is given`);
  }
  const merged = completed(mergeDocuments(contract.document, document), () => false);
  assertReferences(document, merged);
  assertSchemas(document);
  const operations = operationRows(merged).filter(({ operationId }) => ids.has(operationId));
  return { document: merged, operations: [...contract.operations, ...operations], permissions };
}

function assertNew(contract: Contract, document: PluginDocument, plugin: string): void {
  const { operations, permissions } = contract;
  const shipped = contract.document as PluginDocument;
  const ids = new Set(operations.map(({ operationId }) => operationId));
  const shapes = new Set(operations.map(({ path }) => shapeOf(path)));
  const tags = new Set([
    ...(shipped.tags ?? []).map(({ name }) => name),
    ...operations.map(({ feature }) => feature),
  ]);
  const own = operationRows(document);
  const ownTags = new Set([plugin, ...tagsOf(document)]);
  const taken = [
    ...own
      .filter(({ operationId }) => ids.has(operationId))
      .map((row) => `the operationId ${row.operationId}`),
    ...Object.keys(document.paths)
      .filter((path) => shapes.has(shapeOf(path)))
      .map((path) => `the path ${path}`),
    ...[...ownTags].filter((name) => tags.has(name)).map((name) => `the tag ${name}`),
    ...Object.keys(document['x-permissions'] ?? {})
      .filter((name) => Object.hasOwn(permissions, name))
      .map((name) => `the permission ${name}`),
    ...componentsOf(document).filter((name) => componentsOf(shipped).includes(name)),
    ...sectionsOf(document).filter((name) => sectionsOf(shipped).includes(name)),
    ...repeated(own.map(({ operationId }) => `the operationId ${operationId}`)),
    ...repeated(Object.keys(document.paths).map((path) => `the path ${shapeOf(path)}`)),
  ];
  if (taken.length > 0) throw new Error(`${taken.join(', ')}: the contract has that already`);
}

function tagsOf({ tags = [], paths }: PluginDocument): string[] {
  const used = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => (operation as { tags?: readonly string[] }).tags ?? []),
  );
  return [...tags.map(({ name }) => name), ...used];
}

function componentsOf({ components = {} }: PluginDocument): string[] {
  return Object.entries(components).flatMap(([section, items]) =>
    Object.keys(items).map((name) => `components.${section}.${name}`),
  );
}

/** Of the settings; an installed plugin's stand beside its paths, those of the contract in their schema. */
function sectionsOf({ components = {}, 'x-settings': own = {} }: PluginDocument): string[] {
  const schema = components.schemas?.Settings as Properties | undefined;
  return Object.keys({ ...schema?.properties, ...own }).map((name) => `the settings ${name}`);
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) !== at);

/**
 * The shipped document with an addition to it, neither of them judged nor changed. Of the shipped one all is shared but
 * what grows: it is large, and each start merges.
 */
export function mergeDocuments(shipped: ContractDocument, added: PluginDocument): ContractDocument {
  const known = shipped as ContractDocument & { components?: Sections };
  const own = structuredClone(added);
  const components: Sections = { ...known.components };
  for (const [section, items] of Object.entries(own.components ?? {}))
    components[section] = { ...components[section], ...items };
  const { schemas = {} } = components;
  const codes = Object.keys(own.components?.['x-error-codes'] ?? {});
  const actions = own['x-audit']?.actions ?? [];
  const kinds = own['x-audit']?.resources ?? [];
  const settings = own['x-settings'] ?? {};
  const grown: Record<string, unknown> = {
    ErrorCode: withWords(schemas.ErrorCode, codes),
    AuditAction: withWords(schemas.AuditAction, actions),
    AuditResource: withProperties(schemas.AuditResource, ({ kind }) => ({ kind: withWords(kind, kinds) })),
    Settings: withProperties(schemas.Settings, () => settings),
    UpdateSettingsRequest: withProperties(schemas.UpdateSettingsRequest, () => settings),
  };
  const there = Object.entries(grown).filter(([, schema]) => schema !== undefined);
  return {
    ...known,
    tags: [...(known.tags ?? []), ...(own.tags ?? [])],
    paths: { ...known.paths, ...own.paths },
    webhooks: { ...known.webhooks, ...own.webhooks },
    'x-permissions': { ...known['x-permissions'], ...own['x-permissions'] },
    components: { ...components, schemas: { ...schemas, ...Object.fromEntries(there) } },
  } as ContractDocument;
}

/** Completes the document in place; see withErrorCodes and withAnswerHeaders. Completing it again changes nothing. */
export const completed = (
  document: ContractDocument,
  isCore: (feature: string) => boolean,
): ContractDocument => withAnswerHeaders(withErrorCodes(document, isCore));

/** The schema of an enumeration, or what else stands there, with more words. */
function withWords(schema: unknown, words: readonly string[]): unknown {
  const known = (schema as Enumerated | undefined)?.enum;
  return known ? { ...(schema as Enumerated), enum: [...new Set([...known, ...words])] } : schema;
}

function withProperties(
  schema: unknown,
  more: (known: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  const known = (schema as Properties | undefined)?.properties;
  return known ? { ...(schema as Properties), properties: { ...known, ...more(known) } } : schema;
}

function assertReferences(document: PluginDocument, merged: ContractDocument): void {
  const { components = {} } = merged as { components?: Sections };
  visit(document, (value) => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return;
    const [section = '', name = ''] = $ref.split('/').slice(2);
    if (!Object.hasOwn(components[section] ?? {}, name)) throw new Error(`there is no ${$ref}`);
  });
}

/** What the validator would stumble over at the first call, with a 500 for whoever made it. */
function assertSchemas(document: PluginDocument): void {
  const check = (schema: unknown, where: string): void =>
    visit(
      schema,
      (part) => {
        const wrong = Object.entries(part).find(([key, value]) => !(CHECKED[key]?.(value) ?? true));
        if (wrong)
          throw new Error(
            `the schema ${where} is none: ${wrong[0]} is ${JSON.stringify(wrong[1]).slice(0, 100)}`,
          );
      },
      DATA,
    );
  const named = { ...document.components?.schemas, ...document['x-settings'] };
  for (const [name, schema] of Object.entries(named)) check(schema, name);
  for (const [path, item] of Object.entries(document.paths))
    visit(item, ({ schema }) => {
      if (isObject(schema)) check(schema, `at ${path}`);
    });
}

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
/** A property may bear the name of a keyword: then what stands there is a schema. */
const isProperty = (value: unknown): boolean => isObject(value) && !Array.isArray(value);

const CHECKED: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => [value].flat().every((type) => TYPES.includes(type)) || isProperty(value),
  pattern: (value) => (typeof value === 'string' && isExpression(value)) || isProperty(value),
  properties: isProperty,
  required: (value) => Array.isArray(value) || isProperty(value),
  enum: (value) => Array.isArray(value) || isProperty(value),
  items: (value) => isProperty(value) || typeof value === 'boolean',
};

function isExpression(pattern: string): boolean {
  try {
    // eslint-disable-next-line security/detect-non-literal-regexp -- compiled, and not run
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** What stands there in a schema is data of any form. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

function visit(
  value: unknown,
  look: (value: Record<string, unknown>) => void,
  skipped: ReadonlySet<string> = new Set(),
): void {
  if (!isObject(value)) return;
  look(value);
  for (const [key, item] of Object.entries(value)) if (!skipped.has(key)) visit(item, look, skipped);
}
