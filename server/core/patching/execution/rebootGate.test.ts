import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REBOOT_LIMIT_MS } from '../domain/retryPolicy.ts';
import type { BeforeRebootAnswer, HostQuestion } from '../events.ts';
import { upgrade, type FakeAgent } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
} from '../testing/harness.ts';
import type { TestManager } from '../testing/manager.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('restarts that wait for their gate');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

const HOUR_MS = 60 * MINUTE_MS;
const GO: BeforeRebootAnswer = { verdict: 'go' };
const HOLD: BeforeRebootAnswer = { verdict: 'wait', reason: 'WINDOW_CLOSED' };

/** Adds a gate whose answer the test changes; returns the questions that it was asked. */
function rebootGate(
  manager: TestManager,
  judge: (host: HostQuestion) => BeforeRebootAnswer | Promise<BeforeRebootAnswer>,
): HostQuestion[] {
  const asked: HostQuestion[] = [];
  manager.ctx.hooks.add('windows', {
    'patching.beforeReboot': (host) => {
      asked.push(host);
      return Promise.resolve(judge(host));
    },
  });
  return asked;
}

/** Patches the first host, with a restart after it. */
async function patched({ manager, hostId, agent }: OneManager, hostIds = [hostId]): Promise<string> {
  agent.endings.push({ changes: [upgrade('linux')] });
  const { job } = await manager.patching.service.create(request(hostIds, { reboot: 'always' }), caller());
  await settled();
  return job.id;
}

async function pass({ world }: OneManager, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 30_000) {
    await world.clock.advance(Math.min(30_000, ms - passedMs));
    await settled();
  }
}

const restarts = ({ started }: FakeAgent): number =>
  started.filter(({ operationId }) => operationId === 'rebootSystem').length;

async function standing(manager: TestManager, jobId: string, index = 0): Promise<unknown[]> {
  const { state, reason, error, next_attempt_at: at } = await wireHost(manager, jobId, index);
  return [state, reason, error?.code ?? null, at];
}

test('a restart waits as long as its gate says, the host stays taken, and waiting writes nothing', async (all) => {
  const { manager, agent, world, hostId } = all;
  let answer: BeforeRebootAnswer = { ...HOLD, until: new Date('2030-01-02T00:00:00Z') };
  const asked = rebootGate(manager, () => answer);
  const id = await patched(all);
  const before = (await manager.patching.service.get(id, 'all')).job.lastSeq;
  const other = await manager.patching.service.create(request([hostId]), caller());
  await pass(all, 3 * HOUR_MS);
  assert.equal(await standing(manager, id), ['rebooting', 'WINDOW_CLOSED', null, '2030-01-02T00:00:00.000Z']);
  assert.is((await wireHost(manager, id)).message, 'No maintenance window of the host is open.');
  assert.equal((await standing(manager, other.job.id)).slice(0, 2), ['pending', 'HOST_BUSY']);
  assert.is((await manager.patching.service.get(id, 'all')).job.lastSeq, before, 'told once');
  assert.equal([asked.length > 300, asked.length < 400], [true, true], `asked ${asked.length} times`);
  assert.equal(asked.at(-1)?.waiting, { by: 'windows', since: new Date('2030-01-01T00:00:00.000Z') });
  assert.is(restarts(agent), 0);
  answer = GO;
  await pass(all, MINUTE_MS);
  assert.equal(await standing(manager, id), ['completed', null, null, null]);
  assert.is(restarts(agent), 1);
  await world.runUntilEnded(manager, other.job.id, MINUTE_MS);
});

test('a gate that opens at its time is asked then, and the restart has its 15 minutes from there', async (all) => {
  const { manager, world, agent } = all;
  agent.reboots = 'never';
  const opensAt = new Date(world.clock.now().getTime() + 40 * MINUTE_MS + 12_345);
  rebootGate(manager, () => (world.clock.now() < opensAt ? { ...HOLD, until: opensAt } : GO));
  const id = await patched(all);
  await pass(all, 40 * MINUTE_MS);
  await world.clock.advance(12_344);
  await settled();
  assert.is(restarts(agent), 0);
  await world.clock.advance(1);
  await settled();
  assert.is(restarts(agent), 1);
  await pass(all, REBOOT_LIMIT_MS - MINUTE_MS);
  assert.is((await standing(manager, id))[0], 'rebooting');
  await pass(all, 2 * MINUTE_MS);
  assert.equal((await standing(manager, id)).slice(0, 3), ['timedout', null, 'REBOOT_TIMEOUT']);
});

test('a host that is away as its gate opens is waited for as long as for any restart', async (all) => {
  const { manager, agent } = all;
  let answer: BeforeRebootAnswer = HOLD;
  rebootGate(manager, () => answer);
  const id = await patched(all);
  await pass(all, HOUR_MS);
  agent.fail('*', 'unreachable');
  answer = GO;
  await pass(all, REBOOT_LIMIT_MS - MINUTE_MS);
  assert.is((await standing(manager, id))[0], 'rebooting');
  await pass(all, 2 * MINUTE_MS);
  assert.equal((await standing(manager, id)).slice(0, 3), ['timedout', null, 'REBOOT_TIMEOUT']);
});

test('a gate that breaks holds its own host, which says so, and the others restart', async (all) => {
  const { manager, world, hostId, agent } = all;
  let broken = true;
  rebootGate(manager, (host) => {
    if (broken && host.hostId === hostId) throw new Error('a secret of the database');
    return GO;
  });
  const id = await patched(all, world.fleet.hostIds);
  await pass(all, HOUR_MS);
  assert.equal((await standing(manager, id)).slice(0, 2), ['rebooting', 'GATE_FAILED']);
  assert.is(
    (await wireHost(manager, id)).message,
    'The plugin windows failed when it was asked about the host.',
  );
  assert.is((await standing(manager, id, 1))[0], 'completed');
  broken = false;
  await pass(all, MINUTE_MS);
  assert.is((await standing(manager, id))[0], 'completed');
  assert.is(restarts(agent), 1);
});

test('a gate that refuses for good fails the host with its reason, and nothing restarts', async (all) => {
  const { manager, agent } = all;
  rebootGate(manager, () => ({ verdict: 'refuse', reason: 'WINDOW_CLOSED', message: 'Never again.' }));
  const id = await patched(all);
  assert.equal((await standing(manager, id)).slice(0, 3), ['failed', null, 'WINDOW_CLOSED']);
  assert.is((await wireHost(manager, id)).error?.message, 'Never again.');
  assert.is(restarts(agent), 0);
});

test('a cancel ends a held restart, though its host does not answer', async (all) => {
  const { manager, agent } = all;
  rebootGate(manager, () => HOLD);
  const id = await patched(all);
  await pass(all, HOUR_MS);
  agent.fail('*', 'unreachable');
  await manager.patching.service.cancel(id, caller());
  await settled();
  assert.equal((await standing(manager, id)).slice(0, 2), ['completed', 'REBOOT_CANCELLED']);
});

test('a manager that takes a held restart over goes on holding it', async (all) => {
  const { manager, world, agent } = all;
  rebootGate(manager, () => HOLD);
  const id = await patched(all);
  await pass(all, HOUR_MS);
  manager.kill();
  const second = await world.manager();
  let answer: BeforeRebootAnswer = HOLD;
  const asked = rebootGate(second, () => answer);
  await world.clock.advance(31_000);
  await second.patching.sweep();
  await pass(all, HOUR_MS);
  assert.equal((await standing(second, id)).slice(0, 2), ['rebooting', 'WINDOW_CLOSED']);
  assert.equal(asked.at(-1)?.waiting?.since, new Date('2030-01-01T00:00:00.000Z'));
  answer = GO;
  await pass(all, MINUTE_MS);
  assert.is((await standing(second, id))[0], 'completed');
  assert.is(restarts(agent), 1);
});

test('a restart that the agent may know already is found before it is held, and not asked for twice', async (all) => {
  const { manager, world, agent } = all;
  agent.reboots = 'never';
  rebootGate(manager, () => GO);
  manager.killAtCall('rebootSystem', 'after');
  const id = await patched(all);
  assert.ok(manager.dead);
  const second = await world.manager();
  rebootGate(second, () => HOLD);
  await world.clock.advance(31_000);
  await second.patching.sweep();
  await pass(all, MINUTE_MS);
  assert.equal((await standing(second, id)).slice(0, 2), ['rebooting', null], 'it restarts');
  agent.comeBack();
  await pass(all, MINUTE_MS);
  assert.is((await standing(second, id))[0], 'completed');
  assert.is(restarts(agent), 1);
});

test('a job whose work is the restart was asked by its first gate, and is not asked again', async (all) => {
  const { manager, world, hostId, agent } = all;
  const asked = rebootGate(manager, () => HOLD);
  const job = request([hostId], {}, { operation: 'reboot' });
  const made = await manager.patching.service.create(job, caller());
  assert.is((await world.runUntilEnded(manager, made.job.id, MINUTE_MS)).state, 'completed');
  assert.equal([asked.length, restarts(agent)], [0, 1]);
});

test.run();
