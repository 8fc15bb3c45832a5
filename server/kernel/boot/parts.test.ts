import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { fromWire, toWire } from '../../shared/wire/names.ts';
import { createHookBus } from '../hooks.ts';
import { validateManifests } from './manifests.ts';
import { maskSecrets } from '../log.ts';
import { createSecrets } from '../security/secrets.ts';

const log = pino({ level: 'silent' });
const feature = (name: string, more: object = {}) => ({ name, setup: () => ({ routes: {} }), ...more });
const failing = (features: ReturnType<typeof feature>[]): string => {
  try {
    validateManifests(features);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

const manifests = suite('manifests');

manifests('features are set up in the order of their requirements', () => {
  const ordered = validateManifests([
    feature('c', { requires: ['b'] }),
    feature('b', { requires: ['a'] }),
    feature('a'),
  ]);
  assert.equal(
    ordered.map(({ name }) => name),
    ['a', 'b', 'c'],
  );
});

manifests('a missing, doubled or circular feature stops the boot by name', () => {
  assert.match(failing([feature('a', { requires: ['ghost'] })]), /^a, manifest: it requires ghost/);
  assert.match(failing([feature('a'), feature('a')]), /two features have this name/);
  assert.match(failing([feature('a', { requires: ['b'] }), feature('b', { requires: ['a'] })]), /a → b → a/);
});

manifests('an error code has one owner, and a migration its feature in its name', () => {
  const spec = { X_FAILED: { status: 400, retryable: false, message: '' } };
  assert.match(
    failing([feature('a', { errors: spec }), feature('b', { errors: spec })]),
    /X_FAILED belongs to a/,
  );
  assert.match(
    failing([feature('a', { migrations: [{ name: 'b/001_x', up: () => Promise.resolve() }] })]),
    /must start with "a\/"/,
  );
});

manifests.run();

const hooks = suite('hooks');
type Ask = (name: string, question: unknown) => Promise<unknown>;

hooks('answers come in order with the name of who gave them', async () => {
  const bus = createHookBus(log);
  bus.add('one', { 'x.y': () => Promise.resolve(1) } as never);
  bus.add('two', { 'x.y': () => Promise.resolve(2) } as never);
  assert.equal(await (bus.ask as unknown as Ask)('x.y', null), [
    { by: 'one', answer: 1 },
    { by: 'two', answer: 2 },
  ]);
});

hooks('a hook that is late or fails fails the question', async () => {
  const bus = createHookBus(log, 20);
  bus.add('slow', { 'x.y': () => new Promise(() => {}) } as never);
  const keepAlive = setTimeout(() => {}, 1_000);
  await (bus.ask as unknown as Ask)('x.y', null).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /x.y of slow/),
  );
  clearTimeout(keepAlive);
});

hooks('a hook that throws at once leaves nothing behind that could end the process', async () => {
  const unheard: unknown[] = [];
  const note = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', note);
  const bus = createHookBus(log, 10);
  bus.add('broken', {
    'http.beforeRequest': () => {
      throw new Error('at once');
    },
  });
  const asked = bus.ask('http.beforeRequest', {
    operationId: 'login',
    address: '::1',
    permission: 'public',
    anyAddress: false,
  });
  await asked.then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /of broken/),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off('unhandledRejection', note);
  assert.equal(unheard, []);
});

hooks('a hook that refuses does so with its own code, and those after it are not asked', async () => {
  const bus = createHookBus(log);
  const asked: string[] = [];
  const refusal = new AppError('WOULD_LOCK_OUT', { details: { by: 'list' } });
  bus.add('one', { 'x.y': () => Promise.reject(refusal) } as never);
  bus.add('two', { 'x.y': () => Promise.resolve(asked.push('two')) } as never);
  await (bus.ask as unknown as Ask)('x.y', null).then(
    () => assert.unreachable(),
    (error: unknown) => assert.is(error, refusal),
  );
  assert.equal(asked, []);
});
hooks.run();

const secrets = suite('secrets');

secrets('what was sealed opens again, for the same purpose and key alone', () => {
  const own = createSecrets(randomBytes(32));
  const sealed = own.seal('the key', 'a');
  assert.is(own.open(sealed, 'a'), 'the key');
  assert.throws(() => own.open(sealed, 'b'));
  assert.throws(() => createSecrets(randomBytes(32)).open(sealed, 'a'));
  const last = sealed.at(-3) === 'A' ? 'B' : 'A';
  assert.throws(() => own.open(`${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`, 'a'));
});

secrets('no secret reaches a log line or URL', () => {
  const masked = JSON.stringify(
    maskSecrets({ a: [{ password: 'x1', refreshToken: 'x2', key_pem: 'x3', note: 'n' }] }),
  );
  assert.not.match(masked, /x[123]/);
  assert.match(masked, /"note":"n"/);
});
secrets.run();

const wire = suite('wire');

wire('names and times are mapped there and back', () => {
  const domain = { jobId: 'a', retryCount: 1, hosts: [{ lastSeenAt: new Date(0) }] };
  assert.equal(toWire(domain), {
    job_id: 'a',
    retry_count: 1,
    hosts: [{ last_seen_at: '1970-01-01T00:00:00.000Z' }],
  });
  assert.equal(fromWire({ job_id: 'a', x: [{ y_z: null }] }), { jobId: 'a', x: [{ yZ: null }] });
});
wire.run();
