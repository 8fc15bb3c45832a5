import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REBOOT_LIMIT_MS } from '../domain/retryPolicy.ts';
import type { JobSpec } from '../domain/jobSpec.ts';
import { hostByHost } from '../hostByHost.ts';
import { upgrade, type FakeAgent } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import type { TestManager } from '../testing/manager.ts';
import { settled } from '../testing/settled.ts';

const broken = { code: 'PACKAGES_BROKEN', message: 'lab is half installed' };
const stale = { code: 'LISTS_STALE', message: 'The last refresh failed.' };
const test = suite<OneManager>('restarts by the manager');

test.before.each(startOneManager(2));
test.after.each(closeWorld);

async function start({ world, manager }: OneManager, spec: Partial<JobSpec> | 'reboot'): Promise<string> {
  const hostIds = world.fleet.hostIds.slice(0, 1);
  const wanted = spec === 'reboot' ? request(hostIds, {}, { operation: 'reboot' }) : request(hostIds, spec);
  const { job } = await manager.patching.service.create(wanted, caller());
  await settled();
  return job.id;
}

/** Moves the clock in steps, so that the manager can look at its hosts in between. */
async function pass({ world }: Pick<OneManager, 'world'>, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 5_000) {
    await world.clock.advance(Math.min(5_000, ms - passedMs));
    await settled();
  }
}

async function standing(manager: TestManager, jobId: string) {
  const { state, reason, error } = await wireHost(manager, jobId);
  return { state, reason, code: error?.code ?? null, message: error?.message ?? '' };
}

const restarts = ({ started }: FakeAgent): number =>
  started.filter(({ operationId }) => operationId === 'rebootSystem').length;

for (const spec of ['reboot', { reboot: 'always' }] as const) {
  const title = spec === 'reboot' ? 'a restart' : 'a restart after patches';

  test(`${title}: a host that does not come back ends timedout after 15 minutes, and the job fails`, async (all) => {
    const { manager, agent } = all;
    agent.reboots = 'silently';
    const id = await start(all, spec);
    await pass(all, REBOOT_LIMIT_MS - MINUTE_MS);
    assert.is((await standing(manager, id)).state, 'rebooting');
    await pass(all, 2 * MINUTE_MS);
    const { state, code, message } = await standing(manager, id);
    assert.equal([state, code], ['timedout', 'REBOOT_TIMEOUT']);
    assert.match(message, 'does not answer');
    assert.is((await wireHost(manager, id)).error?.retryable, true);
    const job = await wireJob(manager, id);
    assert.equal([job.state, job.counts.timedout], ['failed', 1]);
    assert.is(restarts(agent), 1);
  });

  test(`${title}: a host that answers from the same boot is not done, and is told apart`, async (all) => {
    const { manager, agent } = all;
    agent.reboots = 'never';
    const id = await start(all, spec);
    await pass(all, REBOOT_LIMIT_MS + MINUTE_MS);
    const { state, code, message } = await standing(manager, id);
    assert.equal([state, code], ['timedout', 'REBOOT_TIMEOUT']);
    assert.match(message, 'same boot');
    assert.is(restarts(agent), 1);
  });

  test(`${title}: an agent whose job completed in the same boot is not believed`, async (all) => {
    const { manager, agent } = all;
    agent.reboots = 'falsely';
    const id = await start(all, spec);
    await pass(all, MINUTE_MS);
    assert.is((await standing(manager, id)).state, 'rebooting');
    await pass(all, REBOOT_LIMIT_MS);
    assert.equal((await standing(manager, id)).code, 'REBOOT_TIMEOUT');
  });

  test(`${title}: a host that comes back unhealthy is waited for, by its reason, and completes when it has recovered`, async (all) => {
    const { manager, agent } = all;
    agent.reboots = 'silently';
    const id = await start(all, spec);
    await pass(all, MINUTE_MS);
    agent.problems = [broken];
    agent.comeBack();
    await pass(all, MINUTE_MS);
    assert.equal(await standing(manager, id).then(({ state, reason }) => [state, reason]), [
      'rebooting',
      'HOST_UNHEALTHY',
    ]);
    agent.problems = [];
    await pass(all, MINUTE_MS);
    assert.equal(await standing(manager, id), { state: 'completed', reason: null, code: null, message: '' });
  });

  test(`${title}: a host that stays unhealthy after it fails, and says what is wrong`, async (all) => {
    const { manager, agent } = all;
    agent.reboots = 'silently';
    const id = await start(all, spec);
    agent.problems = [broken];
    agent.comeBack();
    await pass(all, REBOOT_LIMIT_MS + MINUTE_MS);
    const { state, code, message } = await standing(manager, id);
    assert.equal([state, code], ['failed', 'HOST_UNHEALTHY']);
    assert.match(message, 'PACKAGES_BROKEN: lab is half installed');
    assert.is((await wireHost(manager, id)).error?.retryable, false);
  });

  test(`${title}: what was wrong before it need not be right after it`, async (all) => {
    const { manager, agent } = all;
    agent.problems = [stale];
    agent.reboots = 'silently';
    const id = await start(all, spec);
    agent.comeBack();
    await pass(all, MINUTE_MS);
    assert.is((await standing(manager, id)).state, 'completed');
  });

  test(`${title}: a source of packages that fails since says nothing about the restart`, async (all) => {
    const { manager, agent } = all;
    agent.reboots = 'silently';
    const id = await start(all, spec);
    await pass(all, MINUTE_MS);
    agent.problems = [{ code: 'SOURCE_FAILED', message: 'The source vendor failed: 404 Not Found.' }];
    agent.comeBack();
    await pass(all, MINUTE_MS);
    assert.equal(await standing(manager, id), { state: 'completed', reason: null, code: null, message: '' });
  });

  test(`${title}: a host that came back while no manager ran is done, however late that is seen`, async (all) => {
    const { world, manager, agent } = all;
    agent.reboots = 'silently';
    const id = await start(all, spec);
    await pass(all, MINUTE_MS);
    manager.kill();
    await pass(all, MINUTE_MS);
    agent.comeBack();
    await pass(all, 2 * REBOOT_LIMIT_MS);
    const second = await world.manager();
    await second.patching.start();
    await pass(all, MINUTE_MS);
    assert.is((await standing(second, id)).state, 'completed');
    assert.is(restarts(agent), 1);
  });

  test(`${title}: a manager that starts again while the host restarts goes on waiting, until the same time`, async (all) => {
    const { world, manager, agent } = all;
    agent.reboots = 'silently';
    const id = await start(all, spec);
    await pass(all, 5 * MINUTE_MS);
    manager.kill();
    const second = await world.manager();
    await second.patching.start();
    await pass(all, 8 * MINUTE_MS);
    assert.is((await standing(second, id)).state, 'rebooting');
    await pass(all, 3 * MINUTE_MS);
    assert.equal(await standing(second, id).then(({ state, code }) => [state, code]), [
      'timedout',
      'REBOOT_TIMEOUT',
    ]);
    assert.is(restarts(agent), 1);
  });
}

test("the agent's own time limit ends the host timedout too, not failed", async (all) => {
  const { manager, agent } = all;
  agent.reboots = 'never';
  const id = await start(all, 'reboot');
  const error = {
    code: 'TIMED_OUT',
    message: 'The host did not restart in time.',
    retryable: false,
  } as const;
  agent.end({ status: 'timedout', error });
  await pass(all, MINUTE_MS);
  assert.equal(await standing(manager, id).then(({ state, code }) => [state, code]), [
    'timedout',
    'REBOOT_TIMEOUT',
  ]);
});

test('a host that cannot restart fails with what its agent says', async (all) => {
  const { manager, agent } = all;
  agent.reboots = 'never';
  const id = await start(all, 'reboot');
  agent.end({ status: 'failed', error: { code: 'UNSUPPORTED', message: 'refused', retryable: false } });
  await pass(all, MINUTE_MS);
  assert.equal(await standing(manager, id).then(({ state, code }) => [state, code]), [
    'failed',
    'UNSUPPORTED',
  ]);
});

test('an odd code of an agent that could not restart is the fault of the agent, as everywhere', async (all) => {
  const { manager, agent } = all;
  agent.reboots = 'never';
  const id = await start(all, 'reboot');
  agent.end({ status: 'failed', error: { code: 'odd <b>' as never, message: 'no', retryable: false } });
  await pass(all, MINUTE_MS);
  assert.is((await standing(manager, id)).code, 'AGENT_ERROR');
});

test('an agent that refuses its callers while its clock is wrong is waited for', async (all) => {
  const { manager, agent } = all;
  agent.reboots = 'silently';
  const id = await start(all, 'reboot');
  agent.comeBack();
  agent.refuse('*', 'CERTIFICATE_MISMATCH', false);
  await pass(all, MINUTE_MS);
  assert.is((await standing(manager, id)).state, 'rebooting');
  agent.recover();
  await pass(all, MINUTE_MS);
  assert.is((await standing(manager, id)).state, 'completed');
});

test('what a restart left unhealthy is undone where that is asked for', async (all) => {
  const { manager, agent } = all;
  agent.endings.push({ changes: [upgrade('linux')] }, {});
  agent.reboots = 'silently';
  const id = await start(all, { reboot: 'always', rollbackOnFailure: true });
  agent.problems = [broken];
  agent.comeBack();
  await pass(all, REBOOT_LIMIT_MS + MINUTE_MS);
  const { state, code } = await standing(manager, id);
  assert.equal([state, code], ['rolled_back', 'HOST_UNHEALTHY']);
});

test('a restart that could not be asked for in time is not asked for any more', async (all) => {
  const { manager, agent } = all;
  agent.fail('getHealth', 'unreachable');
  const id = await start(all, { reboot: 'always' });
  await pass(all, REBOOT_LIMIT_MS + MINUTE_MS);
  const { state, code, message } = await standing(manager, id);
  assert.equal([state, code], ['timedout', 'REBOOT_TIMEOUT']);
  assert.match(message, 'was not restarted');
  agent.recover();
  await pass(all, MINUTE_MS);
  assert.is(restarts(agent), 0);
});

test('a manager that comes back too late does not restart a host that waited for it', async (all) => {
  const { world, manager, agent } = all;
  agent.fail('getHealth', 'unreachable');
  const id = await start(all, { reboot: 'always' });
  manager.kill();
  agent.recover();
  await pass(all, REBOOT_LIMIT_MS + MINUTE_MS);
  const second = await world.manager();
  await second.patching.start();
  await pass(all, MINUTE_MS);
  assert.is((await standing(second, id)).state, 'timedout');
  assert.is(restarts(agent), 0);
});

test('a job that is cancelled before the restart was asked for restarts nothing', async (all) => {
  const { manager, agent } = all;
  agent.endings.push({ changes: [upgrade('linux')] });
  agent.fail('getHealth', 'unreachable');
  const id = await start(all, { reboot: 'always' });
  await manager.patching.service.cancel(id, caller());
  agent.recover();
  await pass(all, MINUTE_MS);
  assert.equal(await standing(manager, id).then(({ state, reason }) => [state, reason]), [
    'completed',
    'REBOOT_CANCELLED',
  ]);
  assert.is(restarts(agent), 0);
});

test('a restart waits for its gate, uses no attempt before, and one that is lost holds up no other', async (all) => {
  const { world, manager } = all;
  const [first, second] = world.fleet.hostIds.map((id) => world.fleet.agent(id));
  if (first) first.reboots = 'silently';
  let isOpen = false;
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': hostByHost(() =>
      isOpen ? { verdict: 'go' } : { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_CLOSED' },
    ),
  });
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, {}, { operation: 'reboot' }),
    caller(),
  );
  await settled();
  assert.is((await wireHost(manager, job.id, 1)).state, 'waiting_window');
  assert.is(second && restarts(second), 0);
  isOpen = true;
  await world.runUntilEnded(manager, job.id, REBOOT_LIMIT_MS + 5 * MINUTE_MS);
  const { state, counts } = await wireJob(manager, job.id);
  assert.equal([state, counts.completed, counts.timedout], ['partial', 1, 1]);
  assert.is(second && restarts(second), 1);
});

test('a restart that somebody blocks is asked for again, as other waits are, and says who blocks it', async (context) => {
  const { manager, agent } = context;
  const inhibited = {
    code: 'INHIBITED',
    message: 'The restart is blocked by Backup.',
    retryable: true,
  } as const;
  agent.reboots = 'never';
  const id = await start(context, 'reboot');
  await pass(context, 10_000);
  agent.end({ status: 'failed', error: inhibited });
  await pass(context, 10_000);
  const waiting = await wireHost(manager, id);
  assert.equal(
    [waiting.state, waiting.reason, waiting.error?.message],
    ['rebooting', 'INHIBITED', inhibited.message],
  );
  assert.is(agent.started.length, 1);
  agent.reboots = 'at once';
  await pass(context, 2 * MINUTE_MS);
  const host = await wireHost(manager, id);
  assert.equal([host.state, host.error], ['completed', null]);
  assert.is(new Set(agent.started.map(({ key }) => key)).size, 2);
});

test.run();
