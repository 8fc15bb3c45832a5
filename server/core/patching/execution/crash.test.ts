// databases: sqlite, mariadb
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import type { JobSpec } from '../domain/jobSpec.ts';
import { lockHeld, scriptFailed, upgrade, type Ending } from '../testing/fakeAgents.ts';
import { caller, createWorld, request, type TestWorld, wireHost, wireJob } from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

interface World {
  world: TestWorld;
}

interface Crash {
  kind: 'transaction' | 'call';
  name: string;
  nth: number;
}

interface Story {
  spec: Partial<JobSpec>;
  endings: Ending[];
  ended: string;
  /** The work that the agent must have begun, each exactly once. */
  started: string[];
  /** The agent reports the job by a streamed answer. */
  followsByAnswer?: boolean;
  crashes: Crash[];
}

/** On the other database only its locks and answers are tested, not every step again. */
const DEATHS = dialect === 'mariadb' ? (['after'] as const) : (['before', 'after'] as const);

const transaction = (name: string, nth = 1): Crash => ({ kind: 'transaction', name, nth });
const call = (name: string, nth = 1): Crash => ({ kind: 'call', name, nth });

/** The steps of each story; a manager can die between any two. */
const STORIES: Record<string, Story> = {
  'a patch': {
    spec: {},
    endings: [{ changes: [upgrade('jq')], lines: ['one', 'two'] }],
    ended: 'completed',
    started: ['applyPatches'],
    crashes: [
      transaction('patching.dispatch'),
      call('applyPatches'),
      transaction('patching.commitOutcome', 1),
      call('streamJobs'),
      call('getJob'),
      transaction('patching.commitOutcome', 2),
    ],
  },
  'a patch that is followed by an answer': {
    spec: {},
    endings: [{ changes: [upgrade('jq')], lines: ['one'] }],
    ended: 'completed',
    started: ['applyPatches'],
    followsByAnswer: true,
    crashes: [
      call('streamJobs'),
      transaction('patching.commitOutcome', 1),
      transaction('patching.commitOutcome', 2),
    ],
  },
  'a patch that is tried again': {
    spec: {},
    endings: [{ status: 'failed', error: lockHeld }, { changes: [upgrade('jq')] }],
    ended: 'completed',
    started: ['applyPatches', 'applyPatches'],
    crashes: [
      transaction('patching.commitOutcome', 2),
      transaction('patching.dispatch', 2),
      call('applyPatches', 2),
      transaction('patching.commitOutcome', 4),
    ],
  },
  'a patch with a restart': {
    spec: { reboot: 'always' },
    endings: [{ changes: [upgrade('linux')] }],
    ended: 'completed',
    started: ['applyPatches', 'rebootSystem'],
    crashes: [
      transaction('patching.commitOutcome', 2),
      call('getHealth'),
      call('rebootSystem'),
      transaction('patching.updateHost'),
      transaction('patching.commitOutcome', 3),
      transaction('patching.commitOutcome', 4),
    ],
  },
  'a patch that is rolled back': {
    spec: { rollbackOnFailure: true },
    endings: [{ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] }, {}],
    ended: 'failed',
    started: ['applyPatches', 'rollbackJob'],
    crashes: [
      transaction('patching.commitOutcome', 2),
      call('rollbackJob'),
      transaction('patching.updateHost'),
      call('getJob', 2),
      transaction('patching.commitOutcome', 3),
    ],
  },
};

const test = suite<World>('a manager that is killed');

test.before.each(async (context) => {
  context.world = await createWorld(1);
});
test.after.each(({ world }) => world.close());

for (const [title, story] of Object.entries(STORIES)) {
  for (const crash of story.crashes) {
    for (const when of DEATHS) {
      test(`during ${title}, ${when} ${crash.kind} ${crash.name} no. ${crash.nth}: another one ends the job, nothing is done twice`, async ({
        world,
      }) => {
        await tell(world, story, crash, when);
      });
    }
  }
}

async function tell(world: TestWorld, story: Story, crash: Crash, when: 'before' | 'after'): Promise<void> {
  const [hostId = ''] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push(...story.endings);
  if (story.followsByAnswer) world.fleet.letFollow(hostId);
  const first = await world.manager();
  await first.patching.start();
  if (crash.kind === 'call') first.killAtCall(crash.name, when, crash.nth);
  else first.killAt(crash.name, when, crash.nth);
  const { job } = await first.patching.service.create(request([hostId], story.spec), caller());
  for (let step = 0; step < 40 && !first.dead; step++) {
    await settled();
    await world.clock.advance(2_000);
  }
  assert.ok(first.dead, 'the manager died where the test says');
  const second = await world.manager();
  const restartedAt = world.clock.now().getTime();
  await second.patching.start();
  const ended = await world.runUntilEnded(second, job.id, 200_000);
  assert.is(ended.state, story.ended);
  assert.equal(
    agent.started.map(({ operationId }) => operationId),
    story.started,
  );
  const host = await wireHost(second, job.id);
  assert.equal(
    host.changes,
    story.endings.flatMap(({ changes = [] }) => changes),
  );
  const stuckMs = story.endings[0]?.error?.code === 'LOCK_HELD' ? 125_000 : 65_000;
  assert.ok(world.clock.now().getTime() - restartedAt <= stuckMs, 'not stuck for more than a minute');
  await assertLog(second, job.id, hostId, story);
}

async function assertLog(
  manager: Parameters<typeof wireJob>[0],
  jobId: string,
  hostId: string,
  story: Story,
): Promise<void> {
  const log = await manager.patching.service.readLog({ jobId, hostId }, { afterSeq: 0, limit: 100 }, 'all');
  assert.equal(
    log.logs.map(({ text }) => text),
    story.endings.flatMap(({ lines = [] }) => lines),
  );
  const events = await manager.patching.service.eventsAfter(jobId, 0, 500);
  assert.equal(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
    'no event is missing or doubled',
  );
}

test('a manager that was cut off loses its lease: what it still wants to write is refused', async ({
  world,
}) => {
  const [hostId = ''] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true, lines: ['one'] });
  const first = await world.manager();
  const { job } = await first.patching.service.create(request([hostId]), caller());
  await settled();
  // The first manager was never started, so it does not renew its lease; the other takes over after 30 s.
  await world.clock.advance(31_000);
  const second = await world.manager();
  await second.patching.sweep();
  await settled();
  agent.log('two');
  agent.end({ changes: [upgrade('jq')] });
  const ended = await world.runUntilEnded(second, job.id, 60_000);
  assert.is(ended.state, 'completed');
  await settled();
  const log = await second.patching.service.readLog(
    { jobId: job.id, hostId },
    { afterSeq: 0, limit: 10 },
    'all',
  );
  assert.equal(
    log.logs.map(({ text }) => text),
    ['one', 'two'],
  );
  assert.is(agent.started.length, 1);
});

test('two managers that dispatch the same job start each host once', async ({ world }) => {
  const [hostId = ''] = world.fleet.hostIds;
  const [first, second] = [await world.manager(), await world.manager()];
  const { job } = await first.patching.service.create(request([hostId]), caller());
  await Promise.all([first.patching.sweep(), second.patching.sweep()]);
  assert.is((await world.runUntilEnded(second, job.id, 60_000)).state, 'completed');
  assert.is(world.fleet.agent(hostId).started.length, 1);
});

test('a manager that is started again takes up its own hosts at once', async ({ world }) => {
  const [hostId = ''] = world.fleet.hostIds;
  world.fleet.agent(hostId).endings.push({ hold: true });
  const first = await world.manager('same');
  const { job } = await first.patching.service.create(request([hostId]), caller());
  await settled();
  first.kill();
  const second = await world.manager('same');
  await second.patching.start();
  await settled();
  world.fleet.agent(hostId).end();
  await settled();
  assert.is((await wireJob(second, job.id)).state, 'completed');
  assert.is(world.fleet.agent(hostId).started.length, 1);
});

test('an orderly stop hands its hosts over at once', async ({ world }) => {
  const [hostId = ''] = world.fleet.hostIds;
  world.fleet.agent(hostId).endings.push({ hold: true });
  const first = await world.manager();
  const { job } = await first.patching.service.create(request([hostId]), caller());
  await settled();
  await first.patching.stop();
  const second = await world.manager();
  await second.patching.start();
  await settled();
  world.fleet.agent(hostId).end();
  await settled();
  assert.is((await wireJob(second, job.id)).state, 'completed');
});

test.run();
