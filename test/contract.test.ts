import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentErrorCodes, agentOperations } from '../generated/agentOperations.ts';
import { managerErrorCodes, managerOperations } from '../generated/managerOperations.ts';
import { agentErrors } from '../server/shared/wire/agentErrors.ts';
import type { ErrorCatalogue, ErrorSpec } from '../server/shared/wire/appError.ts';
import { managerErrors } from '../server/shared/wire/managerErrors.ts';
import { readContract } from '../server/contract.ts';
import { core, plugins } from '../server/plugins.ts';
import { createTestApp } from '../server/testing.ts';

const test = suite('contract');

interface Operation {
  responses: object;
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: {
    'x-error-codes': Record<string, Declared>;
    schemas: Record<string, { 'x-permission'?: string }>;
  };
}

interface Declared {
  status: number | null;
  retryable: boolean;
}

function differences(declared: Readonly<Record<string, Declared>>, catalogue: ErrorCatalogue): string[] {
  return Object.entries(catalogue).flatMap(([code, spec]: [string, ErrorSpec]) => {
    const row = declared[code];
    if (!row) return [`${code} is not in the contract`];
    const same = row.retryable === spec.retryable && (row.status === null || row.status === spec.status);
    return same
      ? []
      : [`${code}: contract ${row.status}/${row.retryable}, code ${spec.status}/${spec.retryable}`];
  });
}

test('the error tables of both services say what the contract says', () => {
  const features = [...core, ...plugins];
  const thrown = Object.assign(
    {},
    managerErrors,
    ...features.map(({ errors }) => errors ?? {}),
  ) as ErrorCatalogue;
  assert.equal(differences(managerErrorCodes, thrown), []);
  assert.equal(differences(agentErrorCodes, agentErrors), []);
  const missing = Object.keys(agentErrorCodes).filter((code) => !(code in agentErrors));
  assert.equal(missing, []);
});

test('every operation has an owner and a permission', () => {
  for (const { operationId, feature, permission } of [...managerOperations, ...agentOperations]) {
    assert.ok(feature && permission, operationId);
  }
  const ids = managerOperations.map(({ operationId }) => operationId);
  assert.is(new Set(ids).size, ids.length);
});

test('each live event that features tell needs a permission that some role has', () => {
  const { document, permissions } = readContract();
  const { components } = document as unknown as Document;
  const named = Object.values(components.schemas).flatMap((schema) => schema['x-permission'] ?? []);
  assert.is(named.length, 6);
  assert.equal(
    named.filter((permission) => !Object.hasOwn(permissions, permission)),
    [],
  );
});

/** What is written and not read at its path, and why. */
const NOT_READ = {
  changeOwnPassword: 'a password is never shown',
  resetUserPassword: 'a password is never shown',
  deleteOwnSession: 'listOwnSessions has all of them, 20 at most, and nothing edits one',
  deleteUserSession: 'listUserSessions has all of them, 20 at most, and nothing edits one',
  removeGroupHost: 'a membership; getHost and listHosts tell it',
  disableUserMfa: 'getUser tells it',
  disableTotp: 'getOwnMfa tells it',
  unlinkSso: 'getOwnUser tells it',
  deleteAuthorityRequest: 'getRotation tells it',
  unskipNextPolicyRun: 'an act; getPolicy tells what came of it',
  denyEnrollment: 'an act; listDecidedEnrollments tells what came of it',
};

test('what is changed or deleted at a path is read there too, with the tag that the change takes', () => {
  const { paths } = readContract().document as unknown as Document;
  const written = Object.values(paths).filter((path) => 'put' in path || 'delete' in path);
  const idOf = (operation: unknown): string => (operation as { operationId: string }).operationId;
  const notRead = written.filter(({ get }) => !get).map(({ put, delete: remove }) => idOf(put ?? remove));
  assert.equal(notRead.sort(), Object.keys(NOT_READ).sort());
  const untagged = written
    .filter(({ get, put }) => get && JSON.stringify(put ?? {}).includes('/IfMatch"'))
    .filter(({ get }) => !JSON.stringify((get as Operation).responses).includes('"ETag"'))
    .map(({ get }) => idOf(get));
  assert.equal(untagged, []);
});

interface Answering {
  operationId: string;
  responses: Record<string, { $ref?: string; headers?: object }>;
  'x-error-codes': Record<string, string[]>;
  'x-location'?: string;
}

const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'patch'];

function answering(): Answering[] {
  const { paths } = readContract().document as unknown as Document;
  return Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, one]) => (METHODS.includes(method) ? [one as Answering] : [])),
  );
}

test('what is made or has begun is found by its Location, and each answer has the id of its request', () => {
  const lost = answering().filter(({ responses }) =>
    ['201', '202'].some((status) => responses[status] && !('Location' in (responses[status].headers ?? {}))),
  );
  assert.equal(
    lost.map(({ operationId }) => operationId),
    [],
  );
  const anonymous = answering().filter(({ responses }) =>
    Object.values(responses).some(({ $ref, headers = {} }) => !$ref && !('X-Request-Id' in headers)),
  );
  assert.equal(
    anonymous.map(({ operationId }) => operationId),
    ['openJobStream'],
  );
});

test('each operation names its error codes, by the one status of each, and has an answer for each status', () => {
  const { components } = readContract().document as unknown as Document;
  const wrong = answering().flatMap(({ operationId, responses, 'x-error-codes': named }) =>
    Object.entries(named).flatMap(([status, codes]) => [
      ...codes.filter((code) => String(components['x-error-codes'][code]?.status) !== status),
      ...(responses[status] || responses['default'] ? [] : [`${operationId} ${status}`]),
    ]),
  );
  assert.equal(wrong, []);
  assert.ok(answering().every(({ 'x-error-codes': named }) => Object.keys(named).length > 0));
});

test('no operation of the manager answers 501, and no code has that status', () => {
  const { paths, components } = readContract().document as unknown as Document;
  const answering = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => '501' in ((operation as Partial<Operation>).responses ?? {}))
      .map(([method]) => `${method} ${path}`),
  );
  const codes = Object.entries(components['x-error-codes']).filter(([, { status }]) => status === 501);
  assert.equal({ answering, codes }, { answering: [], codes: [] });
});

/** Functions of browsers that descriptions name. */
const OF_BROWSERS = ['parseRequestOptionsFromJSON', 'parseCreationOptionsFromJSON'];

test('an operation that a description names is there', () => {
  const known = new Set<string>([...managerOperations.map(({ operationId }) => operationId), ...OF_BROWSERS]);
  const named = JSON.stringify(readContract().document).matchAll(/`([a-z]+[A-Z]\w+)`/g);
  const unknown = new Set([...named].map(([, name = '']) => name).filter((name) => !known.has(name)));
  assert.equal([...unknown], []);
});

test('the documentation names all operations that a tool cannot call, by the code of the refusal', () => {
  const text = readFileSync(new URL('../docs/automate/api.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('### What a tool cannot do');
  const [rows = ''] = section.split('\nBesides');
  const told = rows.split('\n- ').slice(1);
  const names = told.map((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort());
  const closed = managerOperations.filter((row) => 'needsSession' in row);
  const fresh = managerOperations.filter((row) => 'fresh' in row && !('needsSession' in row));
  const idsOf = (list: readonly { operationId: string }[]): string[] =>
    list.map(({ operationId }) => operationId).sort();
  assert.equal(names, [
    ['REAUTHENTICATION_REQUIRED', ...idsOf(fresh)],
    ['FORBIDDEN', ...idsOf(closed)],
  ]);
});

test('every operation has a handler, and every handler an operation', async () => {
  const app = await createTestApp({ features: [...core, ...plugins] });
  const served = app.ctx.served().operations;
  await app.stop();
  const inContract = managerOperations.map(({ operationId }) => operationId);
  assert.equal([...new Set<string>(inContract).symmetricDifference(new Set(served))], []);
  assert.is(inContract.length, served.length);
});

test.run();
