import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHookBus, type HookBus } from '#server/kernel/hooks.ts';
import { DEFAULT_SPEC } from '../domain/jobSpec.ts';
import type { BeforeHostAnswer, HostQuestion } from '../events.ts';
import { hostByHost } from '../hostByHost.ts';
import { scriptFailed } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  createWorld,
  MINUTE_MS,
  request,
  type TestWorld,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import type { TestManager } from '../testing/manager.ts';
import { settled } from '../testing/settled.ts';
import { askBeforeHosts } from './gates.ts';
import { Reasons } from './reasons.ts';

const HOUR_MS = 60 * MINUTE_MS;
const GO: BeforeHostAnswer = { verdict: 'go' };
const SHUT: BeforeHostAnswer = { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_CLOSED' };
const RED: BeforeHostAnswer = { verdict: 'wait', state: 'waiting_health_check', reason: 'CHECK_FAILING' };

interface World {
  world: TestWorld;
}

const test = suite<World>('gates that are asked about many hosts');
test.after.each(closeWorld);

/** A gate that answers for all hosts at once; returns the number of hosts of each question. */
function countingGate(manager: TestManager, judge: (host: HostQuestion) => BeforeHostAnswer): number[] {
  const sizes: number[] = [];
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': ({ hosts }) => {
      sizes.push(hosts.length);
      return Promise.resolve(new Map(hosts.map((host) => [host.hostId, judge(host)])));
    },
  });
  return sizes;
}

async function passTime({ world }: World, manager: TestManager, ms: number): Promise<void> {
  for (let spentMs = 0; spentMs < ms; spentMs += 30_000) {
    await world.clock.advance(30_000);
    await manager.patching.sweep();
    await settled();
  }
}

test('a round over 400 hosts that wait is a few questions, and then each starts once', async (context) => {
  context.world = await createWorld(400);
  const { world } = context;
  const manager = await world.manager();
  let open = false;
  const sizes = countingGate(manager, () => (open ? GO : SHUT));
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, { maxParallel: 50 }),
    caller(),
  );
  await settled();
  assert.is((await wireJob(manager, job.id)).counts.waiting_window, 400);
  assert.equal(sizes, [50, 100, 200, 50], 'the larger the longer all wait');
  sizes.length = 0;
  await passTime(context, manager, 30_000);
  assert.equal(sizes, [50, 100, 200, 50], 'each host once');
  open = true;
  await world.runUntilEnded(manager, job.id, 30 * MINUTE_MS);
  for (const id of world.fleet.hostIds) assert.is(world.fleet.agent(id).started.length, 1);
});

test('a gate is told who holds the host, and since when, over a restart of the manager', async (context) => {
  context.world = await createWorld(2);
  const { world } = context;
  const [hostId = ''] = world.fleet.hostIds;
  const startedMs = world.clock.now().getTime();
  const hoursOf = ({ waiting }: HostQuestion) =>
    waiting && [waiting.by, (waiting.since.getTime() - startedMs) / HOUR_MS];
  const asked: unknown[] = [];
  let window: BeforeHostAnswer = SHUT;
  let check: BeforeHostAnswer = RED;
  const addGates = ({ ctx }: TestManager): void => {
    ctx.hooks.add('windows', { 'patching.beforeHost': hostByHost(() => window) });
    ctx.hooks.add('health-checks', {
      'patching.beforeHost': hostByHost((host) => {
        asked.push(hoursOf(host));
        return check;
      }),
    });
  };
  const lastAsked = async (manager: TestManager, ms: number): Promise<unknown> => {
    await passTime(context, manager, ms);
    return asked.at(-1);
  };
  const first = await world.manager('same');
  addGates(first);
  const { job } = await first.patching.service.create(request([hostId]), caller());
  await settled();
  assert.equal(asked, [null], 'nobody holds it yet');
  assert.is((await wireHost(first, job.id)).message, 'No maintenance window of the host is open.');
  assert.equal(await lastAsked(first, HOUR_MS / 2), ['windows', 0]);
  window = { ...SHUT, until: new Date(startedMs + 9 * HOUR_MS) };
  assert.equal(await lastAsked(first, HOUR_MS / 2), ['windows', 0], 'also with news of its own');
  window = GO;
  assert.equal(await lastAsked(first, HOUR_MS), ['health-checks', 1 + 30_000 / HOUR_MS], 'its own time');
  first.kill();
  const second = await world.manager('same');
  addGates(second);
  assert.equal(await lastAsked(second, HOUR_MS), ['health-checks', 1 + 30_000 / HOUR_MS]);
  check = GO;
  world.fleet.agent(hostId).endings.push({ status: 'failed', error: scriptFailed });
  await world.runUntilEnded(second, job.id, MINUTE_MS);
  await second.patching.service.retry(job.id, null, caller());
  await settled();
  assert.equal(asked.at(-1), null, 'the next attempt begins anew');
});

test('a host that found its gates open and was busy is held anew when they shut', async (context) => {
  context.world = await createWorld(1);
  const { world } = context;
  const manager = await world.manager();
  const agent = world.fleet.agent(world.fleet.hostIds[0]);
  agent.endings.push({ hold: true });
  await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await settled();
  const since: (Date | undefined)[] = [];
  let answer: BeforeHostAnswer = SHUT;
  countingGate(manager, ({ waiting }) => {
    since.push(waiting?.since);
    return answer;
  });
  await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await passTime(context, manager, MINUTE_MS);
  answer = GO;
  await passTime(context, manager, MINUTE_MS);
  answer = SHUT;
  agent.end();
  await settled();
  assert.is(since.at(-1), undefined);
  await passTime(context, manager, MINUTE_MS);
  assert.is(since.at(-1)?.toISOString(), '2030-01-01T00:02:00.000Z');
});

test('a rollback asks no gate: nothing keeps a host from coming back', async (context) => {
  context.world = await createWorld(1);
  const { world } = context;
  const manager = await world.manager();
  const [hostId = ''] = world.fleet.hostIds;
  const changes = [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }];
  world.fleet.agent(hostId).endings.push({ changes });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const sizes = countingGate(manager, () => SHUT);
  const undo = await manager.patching.service.rollback(job.id, {}, caller());
  assert.is((await world.runUntilEnded(manager, undo.job.id, MINUTE_MS)).state, 'completed');
  assert.equal(sizes, []);
});

test.run();

const alone = suite<{ hooks: HookBus; reasons: Reasons }>('one question about many hosts');

alone.before.each((context) => {
  context.hooks = createHookBus(pino({ level: 'silent' }), 50);
  context.reasons = new Reasons();
  context.reasons.declare('windows', { WINDOW_CLOSED: 'No maintenance window of the host is open.' });
});

const question = (hostId: string, position: number): HostQuestion => ({
  jobId: 'j',
  hostId,
  operation: 'patch',
  spec: DEFAULT_SPEC,
  attempt: 0,
  position,
  round: 1,
  hostsTotal: 3,
  waiting: null,
});

const HOSTS = ['a', 'b', 'c'].map(question);

/** By host: the verdict, or the code of the failure. */
async function verdicts(context: { hooks: HookBus; reasons: Reasons }): Promise<Record<string, string>> {
  const deps = { ctx: { hooks: context.hooks }, reasons: context.reasons };
  const asked = await askBeforeHosts(deps, HOSTS);
  return Object.fromEntries(
    [...asked].map(([id, { answers, failure }]) => [
      id,
      failure?.code ?? answers?.map(({ answer }) => answer.verdict).join() ?? '',
    ]),
  );
}

alone('a gate that gives no answer about one host in time holds that host alone', async (context) => {
  const alive = setTimeout(() => undefined, 5_000);
  context.hooks.add('windows', {
    'patching.beforeHost': hostByHost(({ hostId }) =>
      hostId === 'b' ? new Promise<never>(() => undefined) : GO,
    ),
  });
  assert.equal(await verdicts(context), { a: 'go', b: 'GATE_FAILED', c: 'go' });
  clearTimeout(alive);
});

alone(
  'a host for which a gate failed is asked about by itself from then on, the others together',
  async ({ hooks, reasons }) => {
    const asked: string[] = [];
    hooks.add('windows', {
      'patching.beforeHost': ({ hosts }) => {
        asked.push(hosts.map(({ hostId }) => hostId).join(''));
        return asked.at(-1)?.includes('b')
          ? Promise.reject(new Error('broken'))
          : Promise.resolve(new Map(hosts.map(({ hostId }) => [hostId, GO])));
      },
    });
    const deps = { ctx: { hooks }, reasons };
    await askBeforeHosts(deps, HOSTS);
    assert.equal(asked.splice(0), ['abc', 'a', 'b', 'c']);
    await askBeforeHosts(deps, HOSTS, new Set(['b']));
    assert.equal(asked.splice(0), ['ac', 'b']);
  },
);

alone('a gate that leaves a host out, or answers no map, says nothing of it', async (context) => {
  let answer: unknown = new Map<string, BeforeHostAnswer>([
    ['a', GO],
    ['c', SHUT],
    ['stranger', GO],
  ]);
  context.hooks.add('windows', { 'patching.beforeHost': () => Promise.resolve(answer as never) });
  assert.equal(await verdicts(context), { a: 'go', b: 'GATE_FAILED', c: 'wait' });
  answer = { a: GO, b: GO, c: GO };
  assert.equal(await verdicts(context), { a: 'GATE_FAILED', b: 'GATE_FAILED', c: 'GATE_FAILED' });
});

alone('each gate is heard, and a plugin cannot give a reason that another one declared', async (context) => {
  context.hooks.add('windows', { 'patching.beforeHost': hostByHost(() => SHUT) });
  context.hooks.add('other', {
    'patching.beforeHost': hostByHost(({ hostId }) => (hostId === 'a' ? GO : SHUT)),
  });
  assert.equal(await verdicts(context), { a: 'wait,go', b: 'GATE_FAILED', c: 'GATE_FAILED' });
});

alone.run();
