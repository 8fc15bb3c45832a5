// databases: sqlite, mariadb
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('contact with agents');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('an agent that is surely not reached is tried again later; nothing is asked of it meanwhile', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.fail('*', 'unreachable', { neverSent: true });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  const host = await wireHost(manager, job.id);
  assert.equal(
    [host.state, host.reason, host.error?.code],
    ['retry_wait', 'HOST_UNREACHABLE', 'HOST_UNREACHABLE'],
  );
  agent.recover();
  assert.is((await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS)).state, 'completed');
  assert.is((await wireHost(manager, job.id)).attempt, 2);
});

test('an answer that got lost: the host keeps its state as CONTACT_LOST until the agent is asked by the key', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.fail('applyPatches', 'timeout', { after: true });
  agent.fail('listJobs', 'timeout');
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  await world.clock.advance(10 * MINUTE_MS);
  await settled();
  const lost = await wireHost(manager, job.id);
  assert.equal([lost.state, lost.reason, lost.attempt], ['dispatching', 'CONTACT_LOST', 1]);
  agent.recover();
  assert.is((await world.runUntilEnded(manager, job.id, 2 * MINUTE_MS)).state, 'completed');
  assert.is(agent.started.length, 1, 'applied once');
  assert.is((await wireHost(manager, job.id)).attempt, 1);
});

test('a call that never arrived is sent again under the same key, then counts as an attempt', async ({
  manager,
  hostId,
  agent,
}) => {
  agent.fail('applyPatches', 'timeout');
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.error?.code], ['retry_wait', 'HOST_UNREACHABLE']);
  assert.is(agent.started.length, 0);
});

test('a host that was deleted while its work began, by another manager say, ends once its agent does not answer', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  agent.fail('*', 'unreachable');
  agent.dropStreams();
  await world.clock.advance(MINUTE_MS);
  await settled();
  assert.is((await wireHost(manager, job.id)).reason, 'CONTACT_LOST', 'it is waited for while it is there');
  world.fleet.infos.shift();
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(ended.state, 'failed');
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.error?.code], ['failed', 'HOST_REMOVED']);
});

test('contact that is lost while the agent works comes back, and no event is missed or doubled', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.endings.push({ hold: true, lines: ['one'] });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  agent.fail('*', 'unreachable');
  agent.dropStreams();
  agent.log('two');
  await world.clock.advance(MINUTE_MS);
  await settled();
  const lost = await wireHost(manager, job.id);
  assert.equal([lost.state, lost.reason], ['running', 'CONTACT_LOST']);
  agent.recover();
  agent.log('three');
  await world.clock.advance(MINUTE_MS);
  await settled();
  assert.is((await wireHost(manager, job.id)).reason, null);
  agent.end();
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  const log = await manager.patching.service.readLog(
    { jobId: job.id, hostId },
    { afterSeq: 0, limit: 10 },
    'all',
  );
  assert.equal(
    log.logs.map(({ text }) => text),
    ['one', 'two', 'three'],
  );
});

test('without a stream the job is followed by calls', async ({ world, manager, hostId, agent }) => {
  agent.streamsWork = false;
  agent.endings.push({ hold: true, lines: ['one'] });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  agent.log('two');
  agent.end({ changes: [upgrade('jq')] });
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  const log = await manager.patching.service.readLog(
    { jobId: job.id, hostId },
    { afterSeq: 0, limit: 10 },
    'all',
  );
  assert.equal(
    log.logs.map(({ text }) => text),
    ['one', 'two'],
  );
});

test('a stream that died silently is found out by a call', async ({ world, manager, hostId, agent }) => {
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  for (const { streams } of agent.jobs.values()) streams.clear();
  agent.end();
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
});

test('an agent that forgot the job it had accepted fails the host, and nothing is sent again', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  agent.dropStreams();
  agent.jobs.clear();
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'failed');
  assert.is((await wireHost(manager, job.id)).error?.code, 'AGENT_JOB_LOST');
  assert.is(agent.started.length, 1);
});

test('a manager that stood still while another took its hosts over says so in one plain line a host', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  Object.assign(manager.ctx, { log: pino({ level: 'info' }, { write }) });
  agent.endings.push({ hold: true });
  await manager.patching.service.create(request([hostId]), caller());
  await settled();
  assert.is(manager.patching.engine.rowIds.length, 1, 'it is at work');
  const other = await world.manager();
  // The first one renews no leases meanwhile: it stands still.
  await world.clock.advance(2 * MINUTE_MS);
  await other.patching.sweep();
  await settled();
  assert.is(other.patching.engine.rowIds.length, 1, 'the other has the host');
  agent.fail('*', 'unreachable');
  agent.dropStreams();
  await world.clock.advance(MINUTE_MS);
  await settled();
  assert.is(manager.patching.engine.rowIds.length, 0);
  const told = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  assert.equal(
    told.filter(({ level }) => level > 30),
    [],
  );
  assert.is(told.filter(({ msg }) => msg.startsWith('stopped work on a host')).length, 1);
});

test.run();
