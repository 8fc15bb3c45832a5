import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connection } from '../config/values.ts';
import type { ChangeEnv } from '../jobs/connection.ts';
import { JobCancelled } from '../packages/backend.ts';
import { FakeClock } from '../testing/fakeDeps.ts';
import type { ChosenConnection } from './chosen.ts';
import { Ways, wayLimits } from './ways.ts';
import type { Reported } from './ways.ts';

/** A host with its manager: what is open, and what the manager thinks. */
interface World {
  clock: FakeClock;
  disk: ChosenConnection | null;
  /** What is open, in the order in which it was opened and closed. */
  acts: string[];
  isLinkUp: boolean;
  isPortFree: boolean;
  reports: Reported[];
  heardAtMs: number;
  /** How the manager calls this host. */
  manager: Connection;
  log: string[];
  configured: Connection;
}

const test = suite<World>('the ways between manager and agent');
const reached: Reported = { isReached: true, reason: '', isRetryable: false };
const firewall: Reported = { isReached: false, reason: 'a firewall is between', isRetryable: true };

test.before.each((world) => {
  world.clock = new FakeClock();
  Object.assign(world, { disk: null, acts: [], isLinkUp: true, isPortFree: true, reports: [], log: [] });
  Object.assign(world, { heardAtMs: 0, manager: 'listen', configured: 'listen' });
});

/** An agent that starts with what lies on the disk. */
function agent(world: World): Ways {
  const { clock, acts, configured } = world;
  return new Ways({
    async openPort() {
      if (!world.isPortFree) throw new Error('port 9443 is taken');
      acts.push('+port');
      return async () => void acts.push('-port');
    },
    openLink() {
      acts.push('+link');
      const since = clock.now().toISOString();
      if (world.isLinkUp) world.manager = 'dial';
      return {
        get status() {
          const state = world.isLinkUp ? ('up' as const) : ('waiting' as const);
          const reason = world.isLinkUp ? null : 'no route';
          return { state, manager_url: 'https://m', since, reason, next_try_at: null, channels: 0 };
        },
        retire: () => void acts.push('retire'),
        stop: async () => void acts.push('-link'),
      };
    },
    managerUrl: 'https://m',
    watch() {
      acts.push('+watch');
      return async () => void acts.push('-watch');
    },
    async report() {
      const report = world.reports.shift() ?? reached;
      if (report.isReached) world.manager = 'listen';
      return report;
    },
    forgetAddress: async () => undefined,
    quietForMs: () => clock.now().getTime() - world.heardAtMs,
    configured: { connection: configured, source: 'default' },
    chosen: world.disk,
    choose: async (chosen) => void (world.disk = chosen),
    clock,
    log: pino({ level: 'silent' }),
  });
}

function env(world: World, more: Partial<ChangeEnv> = {}): ChangeEnv {
  return {
    jobId: 'job',
    log: (text) => void world.log.push(text),
    async wait(ms) {
      world.clock.advance(ms);
    },
    commit: async () => undefined,
    ...more,
  };
}

/** Lets time pass, and what it wakes come to its end. */
async function pass(world: World, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= wayLimits.tickMs) {
    world.clock.advance(Math.min(left, wayLimits.tickMs));
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

const { bothMs, awayMs, newMs, tickMs } = wayLimits;

test('to dial: the link comes first, then the choice is on the disk, and the port goes when the link has held', async (world) => {
  const ways = agent(world);
  await ways.start();
  assert.is(await ways.change('dial', env(world)), null);
  assert.equal(world.acts, ['+port', '+watch', '-watch', '+link']);
  assert.equal([world.disk?.connection, world.disk?.before, world.disk?.settledAt], ['dial', 'listen', null]);
  await pass(world, bothMs + tickMs);
  assert.is(world.acts.at(-1), '-port');
  await pass(world, newMs);
  assert.ok(world.disk?.settledAt);
});

test('no link within two minutes: the host listens on, and the job says which hop', async (world) => {
  const ways = agent(world);
  await ways.start();
  world.isLinkUp = false;
  const failure = await ways.change('dial', env(world));
  assert.is(failure?.code, 'CONNECTION_NOT_CHANGED');
  assert.match(failure?.message ?? '', /No link to https:\/\/m .* within 120 s.*no route/);
  assert.equal(world.acts.slice(-2), ['-link', '+watch']);
  assert.equal([ways.connection, ways.isListening, world.disk], ['listen', true, null]);
});

test('a cancel, or an end of the agent, while the link is awaited leaves the host as it was', async (world) => {
  const ways = agent(world);
  await ways.start();
  world.isLinkUp = false;
  const cancelled = env(world, { wait: () => Promise.reject(new JobCancelled()) });
  const thrown = await ways.change('dial', cancelled).catch((error: unknown) => error);
  assert.instance(thrown, JobCancelled);
  assert.equal([ways.connection, ways.isListening, ways.link], ['listen', true, null]);
});

test('a link that breaks soon after and stays away: the host listens again, and reports its address', async (world) => {
  const ways = agent(world);
  await ways.start();
  await ways.change('dial', env(world));
  await pass(world, bothMs + tickMs);
  world.isLinkUp = false;
  await pass(world, awayMs + 2 * tickMs);
  assert.equal(world.acts.slice(-4), ['-port', '+port', '-link', '+watch']);
  assert.equal([ways.connection, world.disk?.connection], ['listen', 'listen']);
});

test('a link that is away later than that is no reason to listen again', async (world) => {
  const ways = agent(world);
  await ways.start();
  await ways.change('dial', env(world));
  await pass(world, newMs + tickMs);
  world.isLinkUp = false;
  await pass(world, 2 * newMs);
  assert.is(ways.connection, 'dial');
});

test('an agent that is killed right after its choice opens both ways, and goes back where the link does not come', async (world) => {
  const killed = agent(world);
  await killed.start();
  await killed.change('dial', env(world));
  world.isLinkUp = false;
  const ways = agent(world);
  await ways.start();
  assert.equal([ways.connection, ways.isListening], ['dial', true]);
  await pass(world, awayMs + 2 * tickMs);
  assert.is(ways.connection, 'listen');
});

test('to listen: the port and the answer of the manager come first, and the link goes when nothing needs it', async (world) => {
  world.configured = 'dial';
  const ways = agent(world);
  await ways.start();
  assert.is(await ways.change('listen', env(world)), null);
  assert.equal(world.acts, ['+link', '+port', 'retire', '+watch']);
  assert.is(world.disk?.connection, 'listen');
  await pass(world, bothMs + tickMs);
  assert.is(world.acts.at(-1), '-link');
  world.heardAtMs = world.clock.now().getTime();
  await pass(world, 2 * tickMs);
  assert.ok(world.disk?.settledAt);
});

test('where the manager does not reach it, the host dials on, by a new link, and its port is given up', async (world) => {
  world.configured = 'dial';
  const ways = agent(world);
  await ways.start();
  world.reports = [firewall, firewall, firewall];
  const failure = await ways.change('listen', env(world));
  assert.is(failure?.message, 'a firewall is between. This host still connects to the manager.');
  assert.equal(world.acts, ['+link', '+port', 'retire', '+link', '-link']);
  await pass(world, bothMs + tickMs);
  assert.is(world.acts.at(-1), '-port');
  assert.equal([ways.connection, world.disk?.trying, world.manager], ['dial', null, 'dial']);
});

test('a port that is taken: nothing was reported, and the host dials on', async (world) => {
  world.configured = 'dial';
  const ways = agent(world);
  await ways.start();
  world.isPortFree = false;
  const failure = await ways.change('listen', env(world));
  assert.is(failure?.message, 'On this host: port 9443 is taken. It still connects to the manager.');
  assert.equal(world.acts, ['+link']);
});

test('killed after the manager was told and before the choice: both ways are open at the next start', async (world) => {
  world.configured = 'dial';
  const killed = agent(world);
  await killed.start();
  let atDeath: ChosenConnection | null = null;
  const dies = (): Promise<void> => {
    atDeath = world.disk;
    return Promise.reject(new Error('killed'));
  };
  await killed.change('listen', env(world, { commit: dies })).catch(() => undefined);
  world.disk = atDeath;
  const ways = agent(world);
  await ways.start();
  assert.equal([ways.connection, ways.isListening, ways.link !== null], ['dial', true, true]);
});

test('a port that the manager does not call: it is asked to, and then the host dials again', async (world) => {
  world.configured = 'dial';
  const ways = agent(world);
  await ways.start();
  await ways.change('listen', env(world));
  await pass(world, bothMs + awayMs + 4 * tickMs);
  assert.is(ways.connection, 'dial');
  assert.equal(world.acts.slice(-2), ['-watch', '+link']);
  await pass(world, bothMs + tickMs);
  assert.is(world.acts.at(-1), '-port');
});

test.run();
