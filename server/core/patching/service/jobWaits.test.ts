// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Actor } from '#server/kernel/security/actor.ts';
import {
  caller,
  closeWorld,
  codeOf,
  operator,
  request,
  startOneManager,
  type OneManager,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';
import { JobWaits, type Wait } from './jobWaits.ts';

interface World extends OneManager {
  waits: JobWaits;
  /** The accounts that may call. */
  actors: Map<string, Actor>;
}

const test = suite<World>('calls that wait for a job');
test.before.each(async (context) => {
  await startOneManager(1)(context);
  context.actors = new Map([[operator.id ?? '', operator]]);
  context.waits = new JobWaits(context.manager.ctx, (actors) =>
    Promise.resolve(actors.map(({ id }) => context.actors.get(id ?? '') ?? null)),
  );
});
test.after.each(({ waits }) => waits.stop());
test.after.each(closeWorld);

/** A job that begins in an hour. */
const started = async ({ world, manager, hostId }: World): Promise<string> => {
  const scheduleAt = new Date(world.clock.now().getTime() + 3_600_000);
  const { job } = await manager.patching.service.create(request([hostId], {}, { scheduleAt }), caller());
  return job.id;
};

const wait = (jobId: string, more: Partial<Wait> = {}): Wait => ({
  jobId,
  until: 'ended',
  ms: 60_000,
  actor: operator,
  signal: new AbortController().signal,
  ...more,
});

/** What has become of a wait so far. */
function watched(waiting: Promise<void>): { state: string } {
  const seen = { state: 'waits' };
  waiting.then(
    () => (seen.state = 'over'),
    (error: { code?: string }) => (seen.state = error.code ?? String(error)),
  );
  return seen;
}

async function pass({ world }: World, ms: number): Promise<void> {
  for (let spent = 0; spent < ms; spent += 100) {
    await settled();
    await world.clock.advance(100);
  }
  await settled();
}

test('it ends with the job, though another manager has ended it, and not before', async (w) => {
  const jobId = await started(w);
  const seen = watched(w.waits.until(wait(jobId)));
  await pass(w, 5_000);
  assert.is(seen.state, 'waits');
  await w.manager.patching.service.cancel(jobId, caller());
  await pass(w, 1_200);
  const { job } = await w.manager.patching.service.get(jobId, 'all');
  assert.equal([seen.state, job.state], ['over', 'cancelled']);
});

test('a change that this manager tells of is seen at once', async (w) => {
  const jobId = await started(w);
  const seen = watched(w.waits.until(wait(jobId)));
  await pass(w, 1_000);
  await w.manager.patching.service.cancel(jobId, caller());
  w.waits.changed(jobId);
  await pass(w, 200);
  assert.is(seen.state, 'over');
});

test('a job that is so already is not waited for, nor one of which no plan comes', async (w) => {
  const jobId = await started(w);
  const plain = watched(w.waits.until(wait(jobId, { until: 'planned' })));
  await w.manager.patching.service.cancel(jobId, caller());
  const ended = watched(w.waits.until(wait(jobId)));
  await settled();
  assert.equal([plain.state, ended.state], ['over', 'over']);
});

test('it ends when its time is over, when the caller leaves, and when the manager stops', async (w) => {
  const jobId = await started(w);
  const gone = new AbortController();
  const timed = watched(w.waits.until(wait(jobId, { ms: 3_000 })));
  const left = watched(w.waits.until(wait(jobId, { signal: gone.signal })));
  const stopped = watched(w.waits.until(wait(jobId)));
  await pass(w, 2_000);
  gone.abort();
  await settled();
  assert.equal([timed.state, left.state, stopped.state], ['waits', 'over', 'waits']);
  await pass(w, 1_100);
  assert.equal([timed.state, stopped.state], ['over', 'waits']);
  w.waits.stop();
  await settled();
  assert.is(stopped.state, 'over');
});

test('it is refused once the account may not call any more, and others go on', async (w) => {
  const other = { ...operator, id: '00000000-0000-7000-8000-000000000002' };
  w.actors.set(other.id, other);
  const jobId = await started(w);
  const [his, hers] = [operator, other].map((actor) => watched(w.waits.until(wait(jobId, { actor }))));
  await pass(w, 1_500);
  w.actors.delete(operator.id ?? '');
  await pass(w, 1_500);
  assert.equal([his?.state, hers?.state], ['UNAUTHENTICATED', 'waits']);
});

test('it is refused once the role of the account holds other permissions', async (w) => {
  const jobId = await started(w);
  const seen = watched(w.waits.until(wait(jobId)));
  await pass(w, 1_500);
  w.actors.set(operator.id ?? '', { ...operator, permissions: ['hosts:read'] });
  await pass(w, 1_500);
  assert.is(seen.state, 'UNAUTHENTICATED');
});

test('of one account 20 calls wait, and one more is told to come again', async (w) => {
  const jobId = await started(w);
  const waiting = Array.from({ length: 20 }, () => watched(w.waits.until(wait(jobId))));
  await settled();
  assert.is(await codeOf(w.waits.until(wait(jobId))), 'RATE_LIMITED');
  assert.ok(waiting.every(({ state }) => state === 'waits'));
});

test('200 calls that wait for as many jobs cost two queries a second', async (w) => {
  const jobId = await started(w);
  for (let account = 0; account < 10; account += 1) {
    const actor = { ...operator, id: `00000000-0000-7000-8000-0000000001${account}0` };
    w.actors.set(actor.id, actor);
    for (let call = 0; call < 20; call += 1) void w.waits.until(wait(jobId, { actor }));
  }
  await settled();
  let queries = 0;
  const { reader } = w.manager.ctx.db;
  const count = ({ sql }: { sql: string }): void => void (queries += /patching_jobs/.test(sql) ? 1 : 0);
  reader.on('query', count);
  await pass(w, 10_000);
  reader.removeListener('query', count);
  assert.ok(queries >= 9 && queries <= 12, String(queries));
});

test.run();
