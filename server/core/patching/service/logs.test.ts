// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
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
import { upgrade } from '../testing/fakeAgents.ts';
import { cleanUp } from '../retention.ts';
import { LogChunkModel } from '../models.ts';
import { cutLine, MAX_LINE_BYTES, MAX_LOG_BYTES, packLines } from './logLines.ts';

const DAY_MS = 86_400_000;
const test = suite<OneManager>('logs and live events');

test.before.each(startOneManager(2));
test.after.each(closeWorld);

async function linesOf(manager: TestManager, jobId: string, hostId: string) {
  const all = [];
  for (let afterSeq = 0; ;) {
    const page = await manager.patching.service.readLog({ jobId, hostId }, { afterSeq, limit: 700 }, 'all');
    if (page.logs.length === 0) return all;
    all.push(...page.logs);
    afterSeq = page.nextSeq;
  }
}

test('a line is cut at 16 KiB and never within a character', () => {
  assert.is(cutLine('short'), 'short');
  assert.is(Buffer.byteLength(cutLine('x'.repeat(20_000))), MAX_LINE_BYTES);
  const cut = cutLine('ä'.repeat(20_000));
  assert.is(Buffer.byteLength(cut), MAX_LINE_BYTES);
  assert.match(cut, /^ä+$/);
  const odd = cutLine(`x${'ä'.repeat(20_000)}`);
  assert.is(Buffer.byteLength(odd), MAX_LINE_BYTES - 1, 'half a character is none');
  assert.match(odd, /^xä+$/);
});

test('lines are numbered on and packed into chunks of bounded size', () => {
  const lines = Array.from({ length: 1200 }, () => ({ at: '', stream: 'stdout', text: 'y'.repeat(300) }));
  const chunks = packLines(lines, 7);
  assert.equal(
    chunks.flatMap((chunk) => chunk.lines.map(({ seq }) => seq)),
    lines.map((_, index) => index + 8),
  );
  assert.ok(chunks.every(({ sizeBytes, lines }) => sizeBytes <= 128 * 1024 && lines.length <= 500));
});

test('of a log above 5 MiB head and tail are kept, and the cut is marked', async ({ world, manager }) => {
  const [hostId = ''] = world.fleet.hostIds;
  const text = (index: number) => `${String(index).padStart(6, '0')} ${'z'.repeat(1_000)}`;
  const lines = Array.from({ length: 9_000 }, (_, index) => text(index + 1));
  world.fleet.agent(hostId).endings.push({ lines: lines.slice(0, 3_000), hold: true });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  for (const part of [lines.slice(3_000, 6_000), lines.slice(6_000)]) {
    await settled();
    await world.clock.advance(1_500);
    await settled();
    for (const line of part) world.fleet.agent(hostId).log(line);
  }
  world.fleet.agent(hostId).end();
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const kept = await linesOf(manager, job.id, hostId);
  const mark = kept.findIndex(({ stream }) => stream === 'manager');
  assert.is(kept[0]?.text, text(1));
  assert.is(kept.at(-1)?.text, text(9_000));
  assert.match(kept[mark]?.text ?? '', /lines were cut here/);
  const cut = Number(/\d+/.exec(kept[mark]?.text ?? '')?.[0]);
  assert.is(cut + kept.length - 1, 9_000, 'what is missing is told');
  assert.equal(
    kept.map(({ seq }) => seq),
    [...new Set(kept.map(({ seq }) => seq))].sort((a, b) => a - b),
  );
  assert.ok(kept.reduce((sum, line) => sum + line.text.length, 0) <= MAX_LOG_BYTES);
  assert.is((await wireHost(manager, job.id)).last_log_seq, 9_000);
});

test('logs are written at most once a second, by one transaction for all hosts of a job', async ({
  world,
  manager,
}) => {
  let writes = 0;
  manager.ctx.events.on('patching.jobChanged', () => void writes++);
  for (const id of world.fleet.hostIds) world.fleet.agent(id).endings.push({ hold: true });
  await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await settled();
  const before = writes;
  for (let tenth = 0; tenth < 30; tenth++) {
    for (const id of world.fleet.hostIds) world.fleet.agent(id).log('line');
    await world.clock.advance(100);
    await settled();
  }
  assert.ok(writes - before <= 4, `${writes - before} writes in three seconds`);
  assert.ok(writes - before >= 2);
});

test('live clients read on from any event, with lines, and with plan and changes at the end', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [hostId = ''] = world.fleet.hostIds;
  world.fleet.agent(hostId).endings.push({ lines: ['one', 'two'], changes: [upgrade('jq')] });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const events = await service.eventsAfter(job.id, 0, 100);
  assert.equal(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
  );
  assert.is(await service.lastSeq(job.id, 'all'), events.length);
  const logs = events.flatMap((event) => (event.kind === 'job.log' ? event.data.lines : []));
  assert.equal(
    logs.map(({ seq, text }) => [seq, text]),
    [
      [1, 'one'],
      [2, 'two'],
    ],
  );
  const last = events.findLast((event) => event.kind === 'job.host.updated');
  assert.equal(last?.kind === 'job.host.updated' && last.data.host, await wireHost(manager, job.id));
  const states = events.flatMap((event) => (event.kind === 'job.updated' ? [event.data.state] : []));
  assert.is(states.at(-1), 'completed');
  assert.equal(
    (await service.eventsAfter(job.id, 3, 2)).map(({ seq }) => seq),
    [4, 5],
  );
  assert.is(await service.lastSeq(hostId, 'all'), null);
});

test('what is older than its time is deleted: logs, events, then the job', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [hostId = ''] = world.fleet.hostIds;
  world.fleet.agent(hostId).endings.push({ lines: ['one'] });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const afterDays = async (days: number) => {
    await world.clock.leap(days * DAY_MS);
    await cleanUp(manager.ctx);
    const chunks = await LogChunkModel.query(manager.ctx.db.reader).resultSize();
    const events = (await service.eventsAfter(job.id, 0, 100)).length;
    return [chunks > 0, events > 0, (await service.lastSeq(job.id, 'all')) !== null];
  };
  assert.equal(await afterDays(29), [true, true, true]);
  assert.equal(await afterDays(2), [false, true, true]);
  assert.equal(await afterDays(150), [false, false, true]);
  assert.equal(await afterDays(550), [false, false, false]);
});

test.run();
