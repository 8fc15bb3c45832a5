// Writes generated/ from openapi/*.yaml and the features' parts; `--check` writes nothing and exits 1 when the files would differ.
import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import openapiTS, { astToString } from 'openapi-typescript';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { completed, mergeDocuments } from '../server/installed/merge.ts';
import { streamOf } from '../server/kernel/http/asyncApi.ts';
import { operationRows } from '../server/kernel/http/operations.ts';
import { inOpenApi30, opened } from '../server/kernel/http/published.ts';

const HEAD = '// Generated from openapi/ by `npm run generate`; never edited.\n';
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const root = new URL('..', import.meta.url);

async function load(file) {
  return parse(await readFile(new URL(file, root), 'utf8'));
}

/** The contract of the manager: what all share, and the part of each feature, by the merge that installed plugins meet. */
async function loadManager() {
  // Core comes first, as in the program.
  const inOrder = ['server/core', 'plugins'].flatMap((folder) =>
    globSync(`${folder}/*/openapi.yaml`, { cwd: root }).sort(),
  );
  let whole = await load('openapi/manager.yaml');
  for (const file of inOrder) {
    const part = await load(file);
    assertNew(whole, part, file);
    whole = mergeDocuments(whole, part);
  }
  whole.tags = sortedTags(whole.tags, whole['x-tag-order']);
  delete whole['x-tag-order'];
  const { schemas } = whole.components;
  for (const words of [schemas.AuditAction.enum, schemas.AuditResource.properties.kind.enum]) words.sort();
  const core = globSync('server/core/*', { cwd: root }).map((folder) => basename(folder));
  return completed(whole, (feature) => core.includes(feature));
}

/** What stood twice would silently be that of the later file. */
function assertNew(whole, part, file) {
  const namesOf = ({ paths, components = {}, ...rest }) => [
    ...Object.keys(paths),
    ...Object.keys(rest['x-permissions'] ?? {}),
    ...Object.entries(components).flatMap(([section, items]) =>
      Object.keys(items).map((name) => `${section} ${name}`),
    ),
  ];
  const there = new Set(namesOf(whole));
  const twice = namesOf(part).filter((name) => there.has(name));
  if (twice.length > 0) throw new Error(`${file}: ${twice.join(', ')}: already defined in another part`);
}

/** The chapters of the API's pages in the order in which manager.yaml lists them. */
function sortedTags(tags, order) {
  const different = new Set(order).symmetricDifference(new Set(tags.map(({ name }) => name)));
  if (different.size > 0) throw new Error(`x-tag-order and tags differ: ${[...different].join(', ')}`);
  return order.map((name) => tags.find((tag) => tag.name === name));
}

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method,
      item,
      operation: item[method],
    })),
  );
}

function operationTable(document, service) {
  const name = `${service}Operations`;
  const type = service[0].toUpperCase() + service.slice(1);
  return [
    HEAD,
    `export const ${name} = ${JSON.stringify(operationRows(document), null, 2)} as const;\n`,
    `export type ${type}Operation = (typeof ${name})[number];`,
    `export type ${type}Feature = ${type}Operation['feature'];`,
    '/** The operation ids that a feature owns: by their `x-feature`, else by that of their first tag or its name. */',
    `export type ${type}OperationsOf<Feature extends ${type}Feature> = Extract<${type}Operation, { feature: Feature }>['operationId'];`,
    ...permissionTable(document, name),
    errorTable(document, service),
  ].join('\n');
}

function permissionTable(document, name) {
  const permissions = document['x-permissions'];
  if (!permissions) return [];
  return [
    `/** The one table: permission → the named sets that hold it (roles, and scopes of API tokens). */\nexport const rolePermissions = ${JSON.stringify(permissions, null, 2)} as const;`,
    `export type Permission = (typeof ${name})[number]['permission'];`,
  ];
}

function errorTable(document, service) {
  const codes = document.components['x-error-codes'];
  return `/** The contract's error codes. */\nexport const ${service}ErrorCodes = ${JSON.stringify(codes, null, 2)} as const;\n`;
}

const deref = (document, node) =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key.replaceAll('~1', '/')], document)
    : node;

/** Schema of one request's query; the validator converts strings. */
function querySchema(document, { item, operation }) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((p) =>
    deref(document, p),
  );
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    additionalProperties: false,
    required: query.filter((p) => p.required).map((p) => p.name),
    properties: Object.fromEntries(query.map((p) => [p.name, p.schema])),
  };
}

/** The form of a word from a list that may grow: short, and of characters that every column can hold. */
const UNKNOWN_WORD = { maxLength: 64, pattern: '^[ -~]*$' };

/** Readers ignore properties and enum values that they do not know (decisions: answers). */
function lenient(schema) {
  if (Array.isArray(schema)) return schema.map(lenient);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema)
    .filter(
      ([key, value]) =>
        !(key === 'additionalProperties' && value === false) && key !== 'enum' && key !== 'example',
    )
    .map(([key, value]) => [key, lenient(value)]);
  return Object.fromEntries(
    Array.isArray(schema.enum) ? [...Object.entries(UNKNOWN_WORD), ...entries] : entries,
  );
}

function jsonSchema(document, content) {
  return content?.['application/json']?.schema;
}

function addSchemas(ajv, document, transform) {
  ajv.addSchema({ $id: 'contract', components: { schemas: transform(document.components.schemas) } });
}

const absolute = (schema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));

async function compile(schemas, document, { transform, coerceTypes }) {
  const ajv = new Ajv2020({
    code: { source: true, esm: true, lines: true },
    strict: false,
    allErrors: false,
    coerceTypes,
    inlineRefs: false,
  });
  addFormats(ajv);
  addSchemas(ajv, document, transform);
  const exportsById = {};
  for (const [id, schema] of Object.entries(schemas)) {
    ajv.addSchema({ ...absolute(transform(schema)), $id: id });
    exportsById[id] = id;
  }
  return withImports(standaloneCode(ajv, exportsById).replace('"use strict";', ''));
}

/** ajv writes `require("x")` where a module needs an import, which a bundler can follow too. */
function withImports(code) {
  const names = new Map();
  const body = code.replaceAll(/\brequire\("([^"]+)"\)/g, (_call, path) => {
    const name = names.get(path) ?? `required${names.size}`;
    names.set(path, name);
    return name;
  });
  const imports = [...names].map(([path, name]) => `import ${name} from '${path}.js';\n`);
  return `${HEAD}${imports.join('')}${body}\n`;
}

function declarations(names) {
  const lines = names.map((name) => `export const ${name}: Validator;`);
  return `${HEAD}export interface ValidatorIssue { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }
export interface Validator { (data: unknown): boolean; errors?: ValidatorIssue[] | null }
${lines.join('\n')}\n`;
}

async function agentValidators(document) {
  const bodies = {};
  const queries = {};
  for (const entry of operationsOf(document)) {
    const body = jsonSchema(document, deref(document, entry.operation.requestBody)?.content);
    if (body) bodies[`${entry.operation.operationId}Body`] = body;
    queries[`${entry.operation.operationId}Query`] = querySchema(document, entry);
  }
  const same = (schema) => schema;
  return {
    'generated/agentBodies.mjs': await compile(bodies, document, { transform: same, coerceTypes: false }),
    'generated/agentBodies.d.mts': declarations(Object.keys(bodies)),
    'generated/agentQueries.mjs': await compile(queries, document, { transform: same, coerceTypes: true }),
    'generated/agentQueries.d.mts': declarations(Object.keys(queries)),
  };
}

/** Validators of what agents answer, for the manager; lenient towards newer agents. */
async function agentAnswers(document) {
  const answers = {};
  for (const { operation } of operationsOf(document)) {
    const success = Object.entries(operation.responses).find(([status]) => /^2\d\d$/.test(status));
    const schema = success && jsonSchema(document, deref(document, success[1]).content);
    if (schema) answers[`${operation.operationId}Answer`] = schema;
  }
  answers.jobEvent = { $ref: '#/components/schemas/JobEvent' };
  answers.jobEnd = { $ref: '#/components/schemas/JobEnd' };
  return {
    'generated/agentAnswers.mjs': await compile(answers, document, {
      transform: lenient,
      coerceTypes: false,
    }),
    'generated/agentAnswers.d.mts': declarations(Object.keys(answers)),
  };
}

async function typesOf(document) {
  const ast = await openapiTS(structuredClone(document), {
    alphabetize: false,
    // A body may lack what has a default.
    defaultNonNullable: false,
  });
  return HEAD + astToString(ast);
}

/** JSON with a line of its own for each path and each schema, so that two changes of them seldom meet in one line. */
function inLines(value, depth) {
  if (depth === 0 || value === null || typeof value !== 'object' || Array.isArray(value))
    return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${inLines(one, depth - 1)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
}

const yamlOf = (document) =>
  `# ${HEAD.slice(3)}${stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })}`;

const manager = await loadManager();
const published = opened(manager);
const agent = await load('openapi/agent.yaml');
const files = {
  'generated/manager.ts': await typesOf(manager),
  'generated/agent.ts': await typesOf(agent),
  'generated/managerOperations.ts': operationTable(manager, 'manager'),
  'generated/agentOperations.ts': operationTable(agent, 'agent'),
  ...(await agentValidators(agent)),
  ...(await agentAnswers(agent)),
  // Parsing YAML costs a starting manager a third of a second.
  'generated/manager.json': `${inLines(manager, 3)}\n`,
  'generated/manager.yaml': yamlOf(published),
  'generated/manager30.yaml': yamlOf(inOpenApi30(published)),
  'generated/asyncapi.yaml': yamlOf(streamOf(published)),
};

const check = process.argv.includes('--check');
const stale = [];
await mkdir(new URL('generated', root), { recursive: true });
for (const [path, text] of Object.entries(files)) {
  const current = await readFile(new URL(path, root), 'utf8').catch(() => null);
  if (current === text) continue;
  stale.push(path);
  if (!check) await writeFile(new URL(path, root), text);
}
if (check && stale.length > 0) {
  console.error(
    `generated/ is not what openapi/ and the features' openapi.yaml say: ${stale.join(', ')}. Run: npm run generate`,
  );
  process.exit(1);
}
console.log(check ? 'generated/ is up to date' : `written: ${stale.join(', ') || 'nothing changed'}`);
