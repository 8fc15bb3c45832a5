import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyPin } from './certificates.ts';
import { enroll, EnrollmentError, pauseMs } from './enroll.ts';
import type { EnrollmentOptions } from './enroll.ts';
import { createAuthority, startFakeManager } from '../testing/fakeManager.ts';
import type { FakeManager, FakeManagerOptions } from '../testing/fakeManager.ts';
import { loadAgentIdentity } from './identity.ts';
import { IdentityStore } from './store.ts';

interface Context {
  dataDir: string;
  store: IdentityStore;
  managers: FakeManager[];
}

const test = suite<Context>('enroll');

test.before.each(async (context) => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-enroll-'));
  context.store = new IdentityStore(context.dataDir);
  context.managers = [];
  await context.store.prepare();
});

test.after.each(async ({ dataDir, managers }) => {
  for (const manager of managers) await manager.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(context: Context, options?: FakeManagerOptions): Promise<FakeManager> {
  const manager = await startFakeManager(options);
  context.managers.push(manager);
  return manager;
}

function options(
  context: Context,
  manager: FakeManager,
  change: Partial<EnrollmentOptions> = {},
): EnrollmentOptions {
  return {
    store: context.store,
    managerUrl: manager.url,
    token: null,
    rootPin: manager.rootPin,
    advertiseAddress: null,
    port: 9443,
    host: { machineId: 'a'.repeat(32), fqdn: 'web-1.example', osDetails: { os_family: 'debian' } },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    sleep: () => Promise.resolve(),
    random: () => 0,
    signal: new AbortController().signal,
    ...change,
  };
}

const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => assert.unreachable('it was accepted'),
    (error: Error) => error,
  ) as Promise<Error>;

test('an approved host holds a certificate for the key that it made', async (context) => {
  const manager = await start(context);
  manager.decisions = ['pending', 'pending', 'approved'];
  await enroll(options(context, manager));
  const identity = await loadAgentIdentity(context.store);
  assert.is(identity?.identity.hostId, manager.hostId);
  const key = await readFile(join(context.store.dir, 'agent.key'), 'utf8');
  const own = identity?.identity.certificate;
  assert.ok(own?.checkPrivateKey(createPrivateKey(key)));
  assert.equal(await readdir(join(context.store.dir, 'pending')), []);
  assert.is((await context.store.readState()).enrollment, null);
});

test('the private key is only readable for its owner and never sent', async (context) => {
  const manager = await start(context);
  await enroll(options(context, manager));
  const path = join(context.store.dir, 'agent.key');
  assert.is((await stat(path)).mode & 0o777, 0o600);
  const key = await readFile(path, 'utf8');
  const sent = JSON.stringify(manager.requests);
  assert.match(key, 'PRIVATE KEY');
  assert.not.match(sent, 'PRIVATE KEY');
  assert.not(sent.includes(key.split('\n')[1] ?? '?'));
});

test('the request names the address on the way to the manager, or the advertised one', async (context) => {
  const manager = await start(context);
  await enroll(options(context, manager));
  assert.is(manager.requests[0]?.body?.ip_address, '127.0.0.1');
  await enroll(options(context, manager, { advertiseAddress: '10.9.8.7' }));
  assert.is(manager.requests.at(-2)?.body?.ip_address, '10.9.8.7');
});

test('only an agent that dials says how it is reached: managers of before know no other way', async (context) => {
  const manager = await start(context);
  await enroll(options(context, manager, { connection: 'listen' }));
  await enroll(options(context, manager, { connection: 'dial' }));
  const asked = manager.requests.filter(({ path }) => path === '/api/v1/enroll');
  assert.equal(
    asked.map(({ body }) => body?.['connection']),
    [undefined, 'dial'],
  );
});

test('a host that would be called over IPv6 and listens on IPv4 alone is told so before anything is sent', async (context) => {
  const manager = await start(context);
  const way = { advertiseAddress: 'fd00::5', listen: '0.0.0.0' };
  const error = await failure(enroll(options(context, manager, way)));
  assert.instance(error, EnrollmentError);
  assert.match(error.message, 'fd00::5, but this agent listens on IPv4 alone (0.0.0.0): set listen to "::"');
  assert.is(manager.requests.length, 0);
  await enroll(options(context, manager, { ...way, listen: '::' }));
});

test('the token is sent as the manager showed it', async (context) => {
  const manager = await start(context);
  const token = `secretsecretsecret.${manager.rootPin}`;
  await enroll(options(context, manager, { token }));
  assert.is(manager.requests[0]?.body?.enrollment_token, token);
});

test('a listener whose root has another key gets nothing but a handshake', async (context) => {
  const manager = await start(context);
  const rootPin = publicKeyPin(createPublicKey((await createAuthority()).certificatePem));
  const error = await failure(enroll(options(context, manager, { rootPin })));
  assert.instance(error, EnrollmentError);
  assert.match(error.message, 'nothing was sent');
  assert.equal(manager.requests, []);
});

const impostors: [string, FakeManagerOptions][] = [
  ['another host of the same authority', { profile: { kind: 'host', hostId: 'b'.repeat(8) } }],
  ["the manager's client certificate", { profile: { kind: 'manager' } }],
];

for (const [who, change] of impostors) {
  test(`${who} cannot pose as the manager`, async (context) => {
    const manager = await start(context, change);
    const error = await failure(enroll(options(context, manager)));
    assert.instance(error, EnrollmentError);
    assert.equal(manager.requests, []);
  });
}

test('a chain that names the right root without being signed by it is refused', async (context) => {
  const real = await createAuthority();
  const forged = {
    certificatePem: real.certificatePem,
    privateKeyPem: (await createAuthority()).privateKeyPem,
  };
  const manager = await start(context, { ca: real, listenerCa: forged });
  const error = await failure(enroll(options(context, manager)));
  assert.instance(error, EnrollmentError);
  assert.equal(manager.requests, []);
});

test('a listener that keeps its root to itself is refused with a reason', async (context) => {
  const manager = await start(context, { servesRoot: false });
  assert.match(
    (await failure(enroll(options(context, manager)))).message,
    'showed no root with the fingerprint',
  );
});

test('a denial ends the enrollment, and the next start asks anew', async (context) => {
  const manager = await start(context);
  manager.decisions = ['denied', 'approved'];
  assert.match((await failure(enroll(options(context, manager)))).message, 'denied');
  await enroll(options(context, manager));
  assert.is(manager.requests.filter(({ path }) => path === '/api/v1/enroll').length, 2);
});

test('an expired request is made again', async (context) => {
  const manager = await start(context);
  manager.decisions = ['pending', 'expired', 'approved'];
  await enroll(options(context, manager));
  assert.is(manager.requests.filter(({ path }) => path === '/api/v1/enroll').length, 2);
});

test('an agent that is stopped while it waits goes on with the same request', async (context) => {
  const manager = await start(context);
  manager.decisions = ['pending', 'approved'];
  const stopped = new AbortController();
  const sleep = (_ms: number, signal: AbortSignal) => {
    stopped.abort(new Error('stopped'));
    return Promise.reject(signal.reason as Error);
  };
  await failure(enroll(options(context, manager, { sleep, signal: stopped.signal })));
  await enroll(options(context, manager));
  assert.is(manager.requests.filter(({ path }) => path === '/api/v1/enroll').length, 1);
});

test('a request whose answer got lost is repeated with the same key', async (context) => {
  const manager = await start(context);
  manager.failures = [{ status: 502, code: 'BAD_GATEWAY' }];
  const stopped = new AbortController();
  const sleep = () => Promise.reject(new Error('killed'));
  await failure(enroll(options(context, manager, { sleep, signal: stopped.signal })));
  const key = await context.store.readPendingKey('enrollment');
  await enroll(options(context, manager));
  assert.is(await readFile(join(context.store.dir, 'agent.key'), 'utf8'), key);
});

test('a busy manager is asked again, one that refuses is not', async (context) => {
  const manager = await start(context);
  manager.failures = [
    { status: 503, code: 'SERVICE_UNAVAILABLE' },
    { status: 429, code: 'RATE_LIMITED' },
  ];
  await enroll(options(context, manager));
  manager.failures = [{ status: 403, code: 'ENROLLMENT_TOKEN_INVALID' }];
  const error = await failure(enroll(options(context, manager)));
  assert.match(error.message, 'ENROLLMENT_TOKEN_INVALID');
});

test('a host that must wait comes back at a time of its own, and never before it may', async (context) => {
  const manager = await start(context);
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  manager.failures = [
    { status: 429, code: 'RATE_LIMITED', retryAfterSecs: 40 },
    { status: 429, code: 'RATE_LIMITED', retryAfterSecs: 40 },
    { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfterSecs: 2 },
  ];
  const own = [0, 0.5, 0.5];
  await enroll(options(context, manager, { sleep, random: () => own.shift() ?? 0 }));
  assert.equal(slept, [40_000, 70_000, 2_500]);
});

test('a thousand hosts behind one address, 120 of whom are let in a minute, all come in within ten minutes, and not in bursts', () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  /** When each host calls next, in ms. */
  let waiting = Array.from({ length: 1_000 }, (_, at) => at);
  const calls: number[] = [];
  let [endsAt, count, lastMs] = [0, 0, 0];
  while (waiting.length > 0) {
    const [at = 0, ...rest] = waiting.toSorted((a, b) => a - b);
    calls.push(at);
    if (at >= endsAt) [endsAt, count] = [at + 60_000, 0];
    count += 1;
    const retryAfterMs = Math.max(1, Math.ceil((endsAt - at) / 1_000)) * 1_000;
    waiting = count <= 120 ? rest : [...rest, at + pauseMs({ status: 429, retryAfterMs }, 2_000, random)];
    lastMs = at;
  }
  assert.ok(lastMs < 10 * 60_000, `${lastMs} ms`);
  const seconds = Map.groupBy(calls, (at) => Math.floor(at / 1_000));
  seconds.delete(0);
  const worst = Math.max(...[...seconds.values()].map(({ length }) => length));
  assert.ok(worst < 60, `${worst} calls in one second`);
});

test('a certificate for another key changes nothing', async (context) => {
  const manager = await start(context);
  manager.decisions = ['pending', 'approved'];
  const sleep = async () => {
    // Another key replaces the one of the agent's request.
    const other = await createAuthority();
    await context.store.savePendingKey('enrollment', other.privateKeyPem);
    const { enrollment } = await context.store.readState();
    const keyPin = publicKeyPin(createPublicKey(other.privateKeyPem));
    if (enrollment) await context.store.updateState({ enrollment: { ...enrollment, keyPin } });
  };
  const stopped = new AbortController();
  await failure(
    enroll(
      options(context, manager, {
        sleep: () => sleep().then(() => Promise.reject(new Error('killed'))),
        signal: stopped.signal,
      }),
    ),
  );
  assert.match((await failure(enroll(options(context, manager)))).message, 'another key');
  assert.is(await loadAgentIdentity(context.store), null);
});

test.run();
