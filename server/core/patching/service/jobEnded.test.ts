import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { StepHandlers } from '#server/kernel/db/steps.ts';
import { failure } from '#server/kernel/db/testing/support.ts';
import {
  caller,
  closeWorld,
  type OneManager,
  request,
  startOneManager,
  wireJob,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('the end of a job');
test.before.each(startOneManager(1));
test.after.each(closeWorld);

test('what a plugin writes at the end of a job commits with it, or neither does', async (context) => {
  const { manager, hostId, agent } = context;
  const { service } = manager.patching;
  const told: string[] = [];
  let fails = true;
  const steps: StepHandlers = {
    async 'patching.jobEnded'(tx, { jobId, state }) {
      const row: unknown = await tx.knex('patching_jobs').where({ id: jobId, state }).first('id');
      told.push(`${state} ${row === undefined ? 'unwritten' : 'written'}`);
      if (fails) throw new Error('the digest could not be written');
    },
  };
  manager.ctx.steps.add('digests', steps);
  agent.endings.push({ hold: true });
  const later = request(
    [hostId],
    {},
    { scheduleAt: new Date(context.world.clock.now().getTime() + 3_600_000) },
  );
  const { job } = await service.create(later, caller());
  await settled();
  assert.match((await failure(service.cancel(job.id, caller()))).message, /^digests could not/);
  assert.is((await wireJob(manager, job.id)).state, 'scheduled');
  fails = false;
  await service.cancel(job.id, caller());
  assert.is((await wireJob(manager, job.id)).state, 'cancelled');
  assert.equal(told, ['cancelled written', 'cancelled written']);
});

test.run();
