import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { caller, createWorld, request, settled, wireHost, type TestWorld } from './testing/harness.ts';
import { upgrade } from './testing/fakeAgents.ts';

interface World {
  world: TestWorld;
}

const test = suite<World>('jobs');

test.before.each(async (context) => {
  context.world = await createWorld(3);
});
test.after.each(({ world }) => world.close());

test('a job over three hosts completes, with changes and logs', async ({ world }) => {
  const manager = await world.manager();
  for (const id of world.fleet.hostIds)
    world.fleet.agent(id).endings.push({ changes: [upgrade('jq')], lines: ['one', 'two'] });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  assert.is(job.state, 'pending');
  await settled();
  const ended = await world.runUntilEnded(manager, job.id, 60_000);
  assert.is(ended.state, 'completed');
  assert.is(ended.counts.completed, 3);
  const host = await wireHost(manager, job.id);
  assert.equal(host.changes, [upgrade('jq')]);
  assert.is(host.attempt, 1);
  const log = await manager.patching.service.readLog(job.id, host.host_id, { afterSeq: 0, limit: 10 });
  assert.equal(
    log.logs.map(({ text }) => text),
    ['one', 'two'],
  );
});

test.run();
