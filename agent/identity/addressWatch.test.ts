import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startFakeManager } from '../testing/fakeManager.ts';
import type { FakeManager } from '../testing/fakeManager.ts';
import { AddressWatch, addressToTell } from './addressWatch.ts';
import type { Standing } from './addressWatch.ts';
import { enroll } from './enroll.ts';
import { loadAgentIdentity } from './identity.ts';
import type { AgentIdentity } from './identity.ts';
import { IdentityStore } from './store.ts';

const minuteMs = 60_000;
const log = pino({ level: 'silent' });
const OLD = '127.0.0.1';
const NEW = '10.0.4.77';

interface Context {
  dataDir: string;
  manager: FakeManager;
  identity: AgentIdentity;
  own: string[];
  /** Address on the way to the manager. */
  way: string | null;
  nowMs: number;
  quietForMs: number;
  listen: string;
  configured: string | null;
  watch: AddressWatch;
}

const test = suite<Context>('an address that has changed');

test.before.each(async (context) => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-address-'));
  context.manager = await startFakeManager();
  const store = new IdentityStore(context.dataDir);
  await store.prepare();
  const { manager } = context;
  await enroll({
    store,
    managerUrl: manager.url,
    token: null,
    rootPin: manager.rootPin,
    advertiseAddress: null,
    port: 9443,
    host: { machineId: 'a'.repeat(32), fqdn: 'web-1', osDetails: {} },
    log,
    now: () => new Date(),
    sleep: () => Promise.resolve(),
    random: () => 0,
    signal: new AbortController().signal,
  });
  const identity = await loadAgentIdentity(store);
  if (!identity) throw new Error('not enrolled');
  Object.assign(context, { identity, own: [OLD], way: OLD, nowMs: 0, quietForMs: 0, listen: '::' });
  manager.requests = [];
  restart(context);
});

test.after.each(async ({ manager, dataDir }) => {
  await manager.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The agent starts again with what is on its disk. */
function restart(context: Context, configured: string | null = null): void {
  context.watch = new AddressWatch({
    identity: context.identity,
    managerUrl: async () => context.manager.url,
    configured,
    listen: context.listen,
    own: () => context.own,
    towards: async () => context.way,
    quietForMs: () => context.quietForMs,
    random: () => 0,
    steadyMs: () => context.nowMs,
    log,
  });
}

const told = ({ manager }: Context): unknown[] => manager.requests.map(({ body }) => body?.address);

function move(context: Context, address: string): void {
  context.own = [address];
  context.way = address;
}

async function lookAfter(context: Context, ms: number): Promise<void> {
  context.nowMs += ms;
  await context.watch.look();
}

test('nothing is told while the known address is the one on the way to the manager', async (context) => {
  for (let again = 0; again < 30; again += 1) await lookAfter(context, minuteMs);
  assert.equal(told(context), []);
});

test('a new address is told at once, signed, and once; the answer is kept over a restart', async (context) => {
  await context.watch.look();
  move(context, NEW);
  await lookAfter(context, minuteMs / 2);
  assert.equal(told(context), [NEW]);
  restart(context);
  for (let again = 0; again < 30; again += 1) await lookAfter(context, minuteMs);
  assert.equal(told(context), [NEW]);
  assert.equal(context.watch.problems(), []);
  const { announcedAddress, toldAddress } = await context.identity.store.readState();
  assert.equal([announcedAddress, toldAddress], [NEW, { address: NEW, outcome: 'moved', reason: null }]);
});

test('a host that has dialled tells the address that it always had, until the manager has reached it there', async (context) => {
  const { store } = context.identity;
  await store.updateState({ announcedAddress: null, toldAddress: null });
  context.manager.unmoved = [{ outcome: 'not_reached', reason: 'TIMEOUT' }];
  await context.watch.look();
  assert.equal(told(context), [OLD]);
  context.quietForMs = 6 * minuteMs;
  assert.match(context.watch.problems()[0]?.message ?? '', 'could not reach the agent there (TIMEOUT)');
  for (let again = 0; again < 12; again += 1) await lookAfter(context, minuteMs / 2);
  assert.equal(told(context), [OLD, OLD]);
  assert.is((await store.readState()).announcedAddress, OLD);
  assert.equal(context.watch.problems(), []);
  restart(context);
  await lookAfter(context, 30 * minuteMs);
  assert.equal(told(context), [OLD, OLD]);
});

test('a manager that cannot be told is called again after longer and longer pauses', async (context) => {
  context.manager.failures = Array.from({ length: 3 }, () => ({ status: 503, code: 'SERVICE_UNAVAILABLE' }));
  move(context, NEW);
  await context.watch.look();
  context.quietForMs = 10 * minuteMs;
  assert.match(
    context.watch.problems()[0]?.message ?? '',
    /calls this host at 127\.0\.0\.1, and could not be told/,
  );
  const times: number[] = [];
  while (context.nowMs < 10 * minuteMs) {
    const before = told(context).length;
    await lookAfter(context, minuteMs / 2);
    if (told(context).length > before) times.push(context.nowMs / minuteMs);
  }
  assert.equal(times, [0.5, 1.5, 3.5]);
  assert.equal(context.watch.problems(), []);
});

test('one who is told to wait does so, also when the address changes again', async (context) => {
  context.manager.failures = [{ status: 429, code: 'RATE_LIMITED', retryAfterSecs: 3_600 }];
  move(context, NEW);
  await context.watch.look();
  for (let turn = 0; turn < 50; turn += 1) {
    move(context, turn % 2 === 0 ? OLD : NEW);
    await lookAfter(context, minuteMs);
  }
  assert.equal(told(context), [NEW]);
  move(context, NEW);
  await lookAfter(context, 11 * minuteMs);
  assert.equal(told(context), [NEW, NEW]);
});

test('what the manager could not reach is a problem of the host until somebody calls, and is told again', async (context) => {
  const unreached = { outcome: 'not_reached', reason: 'TIMEOUT' } as const;
  context.manager.unmoved = [unreached, unreached];
  move(context, NEW);
  await context.watch.look();
  assert.equal(context.watch.problems(), [], 'the manager has called just now');
  context.quietForMs = 6 * minuteMs;
  const [problem] = context.watch.problems();
  assert.is(problem?.code, 'ADDRESS_CHANGED');
  assert.match(
    problem?.message ?? '',
    `calls this host at ${OLD}. It was told ${NEW}, and could not reach the agent there (TIMEOUT)`,
  );
  await lookAfter(context, 5 * minuteMs);
  await lookAfter(context, 5 * minuteMs);
  assert.equal(told(context), [NEW, NEW], 'the pause doubles');
  context.quietForMs = 0;
  assert.equal(context.watch.problems(), [], 'its address is translated on the way, and the calls arrive');
});

test('an address to which the agent does not listen is told on the host alone', async (context) => {
  context.listen = '0.0.0.0';
  restart(context);
  move(context, '2001:db8::7');
  await context.watch.look();
  context.quietForMs = 6 * minuteMs;
  assert.match(context.watch.problems()[0]?.message ?? '', /listens on IPv4 alone/);
  assert.equal(told(context), []);
});

test('the configured address counts, whatever addresses the host has', async (context) => {
  restart(context, '203.0.113.9');
  await context.watch.look();
  move(context, NEW);
  await lookAfter(context, minuteMs);
  assert.equal(told(context), ['203.0.113.9']);
});

test('which address is told', () => {
  const known = '10.0.0.1';
  const base: Standing = {
    present: '10.0.0.2',
    own: ['10.0.0.1', '10.0.0.2'],
    known,
    told: null,
    quietForMs: 0,
  };
  const settled = { address: '10.0.0.2', outcome: 'still_answers', reason: null };
  const failed = { address: '10.0.0.2', outcome: 'not_reached', reason: 'TIMEOUT' };
  const silent = { quietForMs: 6 * minuteMs };
  const cases: [string, Partial<Standing>, string | null][] = [
    ['another way to the manager, told once', {}, '10.0.0.2'],
    ['it was told already, and the known one is there', { told: settled, ...silent }, null],
    ['the known one is gone', { told: settled, own: ['10.0.0.2'] }, '10.0.0.2'],
    ['the manager could not reach it, and calls', { told: failed, own: ['10.0.0.2'] }, null],
    [
      'the manager could not reach it, and is silent',
      { told: failed, own: ['10.0.0.2'], ...silent },
      '10.0.0.2',
    ],
    ['no way to the manager', { present: null, own: [], ...silent }, null],
    ['the known one', { present: known, ...silent }, null],
    [
      'the known one, but nobody has called for an hour',
      { present: known, quietForMs: 61 * minuteMs },
      known,
    ],
    ['nothing is known', { known: null }, '10.0.0.2'],
  ];
  for (const [name, more, expected] of cases) assert.is(addressToTell({ ...base, ...more }), expected, name);
});

test.run();
