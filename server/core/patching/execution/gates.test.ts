import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import type { BeforeHostAnswer } from '../events.ts';
import { hostByHost } from '../hostByHost.ts';
import { upgrade } from '../testing/fakeAgents.ts';
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
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('gates that fail');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

/** Faults of a plugin, each with the message about it. */
const WRONGS: Record<string, { wrong: () => Promise<unknown>; message: string }> = {
  breaks: {
    wrong: () => Promise.reject(new Error('a secret of the database')),
    message: 'The plugin windows failed when it was asked about the host.',
  },
  'refuses with a code of its own': {
    wrong: () => Promise.reject(new AppError('HOST_NOT_FOUND', { message: 'There is no such host.' })),
    message:
      'The plugin windows failed when it was asked about the host: HOST_NOT_FOUND, There is no such host.',
  },
  'answers nothing': {
    wrong: () => Promise.resolve(undefined),
    message: 'The plugin windows failed when it was asked about the host.',
  },
  'names a state that is none to wait in': {
    wrong: () => Promise.resolve({ verdict: 'wait', state: 'running', reason: 'X' }),
    message: 'The plugin windows failed when it was asked about the host.',
  },
  'gives a reason that is no code': {
    wrong: () => Promise.resolve({ verdict: 'refuse', reason: 'because' }),
    message:
      'The plugin windows failed when it was asked about the host: it has not declared the reason because.',
  },
  'gives a reason of another plugin': {
    wrong: () => Promise.resolve({ verdict: 'wait', state: 'waiting_health_check', reason: 'CHECK_FAILING' }),
    message:
      'The plugin windows failed when it was asked about the host: it has not declared the reason CHECK_FAILING.',
  },
  'says no time': {
    wrong: () =>
      Promise.resolve({ verdict: 'wait', state: 'waiting_window', reason: 'X', until: new Date(NaN) }),
    message: 'The plugin windows failed when it was asked about the host.',
  },
};

for (const [title, { wrong, message }] of Object.entries(WRONGS)) {
  test(`a gate that ${title} keeps its own host waiting, which says so; the others go on`, async ({
    world,
    manager,
    hostId,
    agent,
  }) => {
    let isMended = false;
    manager.ctx.hooks.add('windows', {
      'patching.beforeHost': hostByHost((host) =>
        host.hostId === hostId && !isMended ? (wrong() as Promise<BeforeHostAnswer>) : { verdict: 'go' },
      ),
    });
    const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
    await settled();
    assert.is((await wireJob(manager, job.id)).counts.completed, 2);
    const host = await wireHost(manager, job.id);
    assert.equal(
      [host.state, host.reason, host.message, host.attempt],
      ['pending', 'GATE_FAILED', message, 0],
    );
    isMended = true;
    assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
    assert.is(agent.started.length, 1);
  });
}

/** Checks after the work, which fail as long as the test says so. */
function breakingChecks({ manager }: OneManager): { mended: boolean; asked: number } {
  const checks = { mended: false, asked: 0 };
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
    'patching.afterHost': () => {
      checks.asked += 1;
      return checks.mended ? Promise.resolve({ verdict: 'go' }) : Promise.reject(new Error('broken'));
    },
  });
  return checks;
}

const CHECKED = { healthGate: { pre: true, post: true, soakSecs: 0 } };
const UNKNOWN = 'The work is done, but nobody knows whether the host is well.';
const SAID = 'The plugin health-checks failed when it was asked about the host.';

test('a check after the work that breaks is asked again for 10 minutes; then the host ends unverified and keeps its packages', async (context) => {
  const { world, manager, hostId, agent } = context;
  const checks = breakingChecks(context);
  agent.endings.push({ changes: [upgrade('jq')] });
  const spec = { ...CHECKED, rollbackOnFailure: true };
  const { job } = await manager.patching.service.create(request([hostId], spec), caller());
  await settled();
  const waiting = await wireHost(manager, job.id);
  assert.equal([waiting.state, waiting.reason, waiting.message], ['verifying', 'GATE_FAILED', SAID]);
  const { last_seq: seq } = await wireJob(manager, job.id);
  await world.clock.advance(9.5 * MINUTE_MS);
  await settled();
  assert.is((await wireHost(manager, job.id)).state, 'verifying');
  assert.is((await wireJob(manager, job.id)).last_seq, seq, 'told once');
  assert.is(checks.asked, 20);
  await world.clock.advance(MINUTE_MS);
  await settled();
  const { state, reason, error } = await wireHost(manager, job.id);
  assert.equal([state, reason, error?.code], ['failed', 'UNVERIFIED', 'GATE_FAILED']);
  assert.is(error?.message, `${UNKNOWN} ${SAID}`);
  assert.is((await wireJob(manager, job.id)).state, 'failed');
  assert.is(agent.started.length, 1, 'no rollback');
});

test('the 10 minutes of a breaking check are counted over a restart of the manager', async (context) => {
  const { world, manager, hostId } = context;
  breakingChecks(context);
  const { job } = await manager.patching.service.create(request([hostId], CHECKED), caller());
  await settled();
  await world.clock.advance(9 * MINUTE_MS);
  await settled();
  manager.kill();
  const second = await world.manager('m1');
  breakingChecks({ ...context, manager: second });
  await second.patching.start();
  await settled();
  assert.is((await wireHost(second, job.id)).state, 'verifying');
  await world.clock.advance(1.5 * MINUTE_MS);
  await settled();
  assert.equal((await wireHost(second, job.id)).reason, 'UNVERIFIED');
});

test('a check that breaks now and then is waited for, however long it takes altogether', async (context) => {
  const { world, manager, hostId } = context;
  let turn = 0;
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
    'patching.afterHost': () => {
      turn += 1;
      if (turn > 60) return Promise.resolve({ verdict: 'go' });
      return turn % 2 === 0
        ? Promise.reject(new Error('broken'))
        : Promise.resolve({ verdict: 'wait', reason: 'SOAKING' });
    },
  });
  const { job } = await manager.patching.service.create(request([hostId], CHECKED), caller());
  assert.is((await world.runUntilEnded(manager, job.id, 25 * MINUTE_MS)).state, 'completed');
});

test('a cancel while a check after the work breaks ends the job at once, the host unverified', async (context) => {
  const { world, manager, hostId } = context;
  breakingChecks(context);
  const { job } = await manager.patching.service.create(request([hostId], CHECKED), caller());
  await settled();
  await world.clock.advance(5_000);
  await manager.patching.service.cancel(job.id, caller());
  await settled();
  const { state, reason, error } = await wireHost(manager, job.id);
  assert.equal([state, reason, error?.code], ['failed', 'UNVERIFIED', 'GATE_FAILED']);
  assert.is((await wireJob(manager, job.id)).state, 'failed');
});

test('a cancel while a check wants to wait cuts it short, which the host says', async ({
  world,
  manager,
  hostId,
}) => {
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
    'patching.afterHost': () => Promise.resolve({ verdict: 'wait', reason: 'SOAKING' }),
  });
  const { job } = await manager.patching.service.create(request([hostId], CHECKED), caller());
  await settled();
  await world.clock.advance(5_000);
  await manager.patching.service.cancel(job.id, caller());
  await settled();
  const { state, reason, error } = await wireHost(manager, job.id);
  assert.equal([state, reason, error], ['completed', 'UNVERIFIED', null]);
});

test.run();
