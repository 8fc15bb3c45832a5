import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '#generated/managerOperations.ts';
import { readContract } from '../../contract.ts';
import { identityFeature } from '../../core/identity/plugin.ts';
import { hostsFeature } from '../../core/hosts/plugin.ts';
import { OPEN_PERMISSIONS } from '../security/actor.ts';
import { createTestApp, type TestAnswer } from '../../testing.ts';

const test = suite('bodies of requests');
const app = await createTestApp({
  features: [identityFeature, hostsFeature],
  config: { adminPassword: 'seven quiet otters row north' },
});
test.after(() => app.stop());

const post = (path: string, text: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    body: text as never,
    headers: { 'content-type': 'application/json', ...headers },
  });
const codeOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: { code: string } }).error.code;
const errorsOf = ({ body }: TestAnswer): unknown[] =>
  (body as { error: { details: { errors: unknown[] } } }).error.details.errors;

/** A JSON object of `size` bytes with as many unknown keys as fit. */
function unknownKeys(size: number): string {
  let text = '{';
  for (let index = 0; text.length < size - 30; index++) text += `"k${index.toString(36)}":1,`;
  return `${text}"z":1${' '.repeat(size - text.length - 6)}}`;
}

test('a body to a public route has at most 16 kB', async () => {
  assert.is(unknownKeys(16_384).length, 16_384);
  assert.is(await codeOf(await post('/api/v1/auth/login', unknownKeys(16_384))), 'VALIDATION_FAILED');
  const big = await post('/api/v1/auth/login', unknownKeys(16_385));
  assert.is(big.status, 413);
  assert.is(await codeOf(big), 'PAYLOAD_TOO_LARGE');
});

test('a body has at most 64 levels, of lists and objects, on every route', async () => {
  const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;
  for (const path of ['/api/v1/auth/login', '/api/v1/hosts'])
    for (const [levels, message] of [
      [64, /./],
      [66, /nested deeper than 64 levels/],
      [2_000, /nested deeper than 64 levels/],
    ] as const) {
      const answer = await post(path, nested(levels), { authorization: 'Bearer test-admin' });
      const text = await answer.text();
      assert.is(answer.status, 400, text);
      assert.match(text, message);
      assert.is(/nested deeper/.test(text), levels > 64);
    }
});

test('a body to a public route comes without Content-Encoding, also without one that changes nothing', async () => {
  const zipped = gzipSync('{"refresh_token":"x"}');
  for (const coding of ['gzip', 'br', 'deflate', 'identity', 'x'])
    assert.is((await post('/api/v1/auth/refresh', zipped, { 'content-encoding': coding })).status, 415);
  const token = { authorization: 'Bearer test-admin', 'content-encoding': 'gzip' };
  const host = gzipSync('{"fqdn":"a.example","ip_address":"10.0.0.9"}');
  assert.is((await post('/api/v1/hosts', host, token)).status, 201);
});

test('each violated rule of a small body is named, and of a large one the first', async () => {
  const small = await app.call('POST', '/api/v1/hosts', { body: { fqdn: 'a.example', a: 1, b: 1, c: 1 } });
  assert.is(errorsOf(small).length, 4, 'three unknown ones, and the address is missing');
  for (const size of [5_000, 800_000]) {
    const large = await app.call('POST', '/api/v1/hosts', { text: unknownKeys(size) });
    assert.is(large.status, 400);
    assert.is(errorsOf(large).length, 1, `${size}`);
  }
});

test('parameters of a content type, which a caller can make up without end, make no validator anew', async () => {
  const ask = async (type: (index: number) => string): Promise<number> => {
    const startedAt = process.cpuUsage();
    for (let index = 0; index < 20; index++)
      assert.is((await post('/api/v1/auth/logout', '{}', { 'content-type': type(index) })).status, 400);
    const { user, system } = process.cpuUsage(startedAt);
    return user + system;
  };
  await ask(() => 'application/json');
  const usual = await ask(() => 'application/json');
  const madeUp = await ask((index) => `application/json; a=${index}`);
  assert.ok(madeUp < 3 * usual, `${madeUp} µs of CPU instead of ${usual} for twenty requests`);
  const asked = { 'content-type': 'text/plain; a=1' };
  assert.is((await post('/api/v1/auth/logout', '{}', asked)).status, 415);
});

test('halves of characters are refused, however they are written, and whole ones are not', async () => {
  const half = [{ path: '/body', message: 'must not hold half of a surrogate pair' }];
  const name = (text: string) => `{"fqdn":"half.example","ip_address":"10.0.0.8","display_name":"${text}"}`;
  for (const text of ['\\ud800', 'x\\uDFFF', '\\ude00\\ud83d']) {
    const refused = await app.call('POST', '/api/v1/hosts', { text: name(text) });
    assert.equal([refused.status, errorsOf(refused)], [400, half], text);
  }
  const key = await app.call('POST', '/api/v1/hosts', { text: '{"\\ud800":1}' });
  assert.equal([key.status, errorsOf(key)], [400, half]);
  const raw = await post('/api/v1/hosts', Buffer.from(name('\ud800'), 'utf16le'), {
    'content-type': 'application/json; charset=utf-16le',
    authorization: 'Bearer test-admin',
  });
  assert.is(raw.status, 400);
  assert.is((await app.call('POST', '/api/v1/hosts', { text: name('\\ud83d\\ude00') })).status, 201);
});

test('control characters are refused wherever people type, but for tabs and ends of lines', async () => {
  const control = [{ path: '/body', message: 'must not hold control characters but tabs and ends of lines' }];
  const name = (text: string) =>
    `{"fqdn":"escape.example","ip_address":"10.0.0.77","display_name":"${text}"}`;
  for (const text of ['\\u001b[31mred', 'x\\u009b2J', 'a\\u0000b', 'a\\bb', '\\u007f', '\\u0085']) {
    const refused = await app.call('POST', '/api/v1/hosts', { text: name(text) });
    assert.equal([refused.status, errorsOf(refused)], [400, control], text);
  }
  assert.is((await app.call('POST', '/api/v1/hosts', { text: name('a\\tb\\r\\n') })).status, 201);
});

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maximum?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | false;
}

const document = readContract().document as unknown as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
};

/** The letters that take most bytes in JSON come first: a control character takes 6 (`\\u0001`), an emoji 4. */
const LETTERS = ['\u0001', '\ud800', '😀', '€', 'é', '"', '\n', 'a', '1'];

/** The longest text that the schema lets pass, in bytes of JSON. Throws where it sets no bound. */
function largestText({ pattern, maxLength, format, enum: values }: Schema): string {
  if (values) return values.toSorted((a, b) => b.length - a.length)[0] ?? '';
  if (maxLength === undefined) throw new Error('a text without a bound');
  if (format === 'uuid') return '01939f6c-2b3c-7d4e-8f50-617283940a1b';
  const texts = LETTERS.map((letter) => letter.repeat(maxLength));
  // eslint-disable-next-line security/detect-non-literal-regexp -- of the contract
  const found = texts.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text));
  if (found === undefined) throw new Error(`no letter alone fits ${pattern}`);
  return found;
}

function largest(schema: Schema): unknown {
  if (schema.$ref) return largest(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  // A value that may be a text or null is largest as a text.
  if ([schema.type].flat().includes('string')) return largestText(schema);
  if (schema.type === 'integer' && schema.maximum !== undefined) return schema.maximum;
  if (schema.type === 'boolean') return false;
  if (schema.type !== 'object') throw new Error(`not reckoned: ${JSON.stringify(schema)}`);
  const named = Object.entries(schema.properties ?? {}).map(([name, value]) => [name, largest(value)]);
  const { additionalProperties: free, propertyNames: names, maxProperties } = schema;
  if (free === false) return Object.fromEntries(named) as unknown;
  if (!free || !names || maxProperties === undefined) throw new Error('an object without a bound');
  const name = largestText(names);
  const more = Array.from({ length: maxProperties }, (_, index) => [
    `${name}${index}`.slice(`${index}`.length),
    largest(free),
  ]);
  return Object.fromEntries([...named, ...more]) as unknown;
}

test('the largest body that the contract lets pass fits, at each public route', () => {
  const sizes = managerOperations
    .filter(({ permission }) => OPEN_PERMISSIONS.has(permission))
    .flatMap(({ operationId, path, method }) => {
      const body = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
      return body ? [[operationId, Buffer.byteLength(JSON.stringify(largest(body)))] as const] : [];
    });
  assert.equal(sizes.map(([operationId]) => operationId).sort(), [
    'completeWebauthnAuthentication',
    'createEnrollment',
    'exchangeSsoCode',
    'forceChangePassword',
    'login',
    'logout',
    'refreshSession',
    'renewEnrollment',
    'reportAddress',
  ]);
  for (const [operationId, bytes] of sizes) assert.ok(bytes <= 16_384, `${operationId}: ${bytes} bytes`);
  // Computed by hand: `{"refresh_token":"` and `"}` are 20 bytes, and 128 control characters take 6 bytes each.
  assert.is(new Map(sizes).get('logout'), 788);
});

test.run();
