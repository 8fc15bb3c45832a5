import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../../contract/appError.ts';
import type { BeforeHostAnswer } from '../events.ts';
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

/** What a plugin may do wrong, and what is said of it. */
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
    wrong: () => Promise.resolve({ verdict: 'refuse', reason: 'because '.repeat(20) }),
    message: 'The plugin windows failed when it was asked about the host.',
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
      'patching.beforeHost': (question) =>
        question.hostId === hostId && !isMended
          ? (wrong() as Promise<BeforeHostAnswer>)
          : Promise.resolve({ verdict: 'go' }),
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

test.run();
