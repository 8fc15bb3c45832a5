// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testActor, type TestApp } from '#server/testing.ts';
import { bootManager, claim, enroll, result, setUp, tearDown, type World } from '../hosts.testing.ts';

const test = suite<World>('intervals of polls that change');
test.before.each(setUp);
test.after.each(tearDown);

const HOSTS = 200;
const NEVER_MS = 10_000_000_000;

interface DueRow {
  id: string;
  next_poll_at: number | null;
  next_health_at: number;
  next_patches_at: number;
  next_info_at: number;
}

const by = { actor: testActor('admin'), address: null };
const change = (app: TestApp, polling: object): Promise<void> =>
  app.ctx.tx((tx) => app.ctx.settings.update(tx, { sections: { polling }, ifMatch: null, by }));

/** Hosts that have long been polled at the default intervals: their due times are spread over them. */
async function seedFleet({ app }: World, more: (index: number) => object = () => ({})): Promise<number> {
  const nowMs = (await app.ctx.db.now()).getTime();
  const at = app.ctx.clock.now();
  // 7 and 3 are coprime to 200, so places and due times are unrelated.
  const rows = Array.from({ length: HOSTS }, (_, index) => {
    const due = {
      next_health_at: nowMs + 300 * ((index * 7) % HOSTS) + 1,
      next_patches_at: nowMs + 9_000 * ((index * 3) % HOSTS) + 1,
      next_info_at: nowMs + NEVER_MS,
    };
    return {
      id: `host-${String(index).padStart(4, '0')}`,
      live: 1,
      fqdn: `h${index}.example`,
      ip_address: `10.1.${Math.floor(index / 250)}.${index % 250}`,
      ip_sort: String(index),
      port: 9443,
      health_status: 'healthy',
      health_check_status: 'none',
      duplicate_identity: 0,
      tags: '[]',
      maintenance_mode: 0,
      loopback_allowed: 0,
      edit_version: 1,
      created_at: at,
      updated_at: at,
      search_text: `h${index}`,
      poll_lane: 0,
      poll_failures: 0,
      poll_spread: index * 5,
      ...due,
      next_poll_at: Math.min(due.next_health_at, due.next_patches_at),
      ...more(index),
    };
  });
  for (let start = 0; start < HOSTS; start += 50)
    await app.ctx.db.knex('hosts_hosts').insert(rows.slice(start, start + 50));
  return nowMs;
}

const dueRows = async ({ app }: World): Promise<DueRow[]> =>
  ((await app.ctx.db.reader('hosts_hosts').orderBy('id')) as DueRow[]).map((row) => ({
    id: row.id,
    next_poll_at: row.next_poll_at === null ? null : Number(row.next_poll_at),
    next_health_at: Number(row.next_health_at),
    next_patches_at: Number(row.next_patches_at),
    next_info_at: Number(row.next_info_at),
  }));

/** How many of the times fall into each tenth of the span from now to `lengthMs` later. */
function tenths(timesMs: readonly number[], nowMs: number, lengthMs: number): number[] {
  const counts = Array<number>(10).fill(0);
  for (const time of timesMs) {
    const tenth = Math.floor(((time - nowMs) * 10) / lengthMs);
    counts[Math.min(9, tenth)] = (counts[Math.min(9, tenth)] ?? 0) + 1;
  }
  return counts;
}

test('a shorter interval counts at once, and its first round is as spread as each later one', async (world) => {
  const nowMs = await seedFleet(world);
  await change(world.app, { patch_poll_interval_secs: 60 });
  const rows = await dueRows(world);
  const times = rows.map((row) => row.next_patches_at);
  assert.ok(Math.max(...times) <= nowMs + 60_000, 'nobody waits longer than the new interval');
  assert.ok(Math.min(...times) >= nowMs);
  const counts = tenths(times, nowMs, 60_000);
  assert.ok(Math.max(...counts) <= 30 && Math.min(...counts) >= 10, `of 200, by tenths: ${counts.join(' ')}`);
  for (const row of rows)
    assert.is(row.next_poll_at, Math.min(row.next_health_at, row.next_patches_at), row.id);
});

test('a longer interval counts at once too: hosts are put off, and evenly', async (world) => {
  const nowMs = await seedFleet(world);
  const before = await dueRows(world);
  await change(world.app, { health_poll_interval_secs: 3_600 });
  const rows = await dueRows(world);
  const times = rows.map((row) => row.next_health_at);
  // The last poll was at most 66 s ago, so no host waits longer for the next than the interval and its jitter.
  assert.ok(Math.max(...times) <= nowMs + 3_600_000);
  rows.forEach((row, index) =>
    assert.ok(row.next_health_at >= (before[index]?.next_health_at ?? Infinity), row.id),
  );
  const counts = tenths(times, nowMs, 3_600_000);
  assert.ok(Math.max(...counts) <= 30 && Math.min(...counts) >= 10, `of 200, by tenths: ${counts.join(' ')}`);
  assert.equal(
    rows.map((row) => row.next_patches_at),
    before.map((row) => row.next_patches_at),
    'other kinds keep their times',
  );
});

test('what is due, is retried soon, or is not polled at all keeps its time', async (world) => {
  const nowMs = await seedFleet(world, (index) => {
    if (index === 0) return { next_health_at: 5, next_patches_at: 5, next_poll_at: 5 };
    if (index === 1)
      return { next_health_at: null, next_patches_at: null, next_info_at: null, next_poll_at: null };
    // It did not answer, so it is next asked at its next health poll.
    if (index === 2) return { poll_lane: 1, poll_spread: 1_000 };
    return {};
  });
  const before = await dueRows(world);
  await change(world.app, { patch_poll_interval_secs: 86_400, health_poll_interval_secs: 600 });
  const [due, unpolled, failing, ...others] = await dueRows(world);
  assert.equal([due?.next_poll_at, due?.next_health_at, due?.next_patches_at], [5, 5, 5]);
  assert.is(unpolled?.next_poll_at, null);
  assert.is(failing?.next_health_at, (before[2]?.next_health_at ?? 0) + 540_000);
  assert.is(failing?.next_poll_at, failing?.next_health_at);
  const retries = before.flatMap(({ id, next_patches_at: at }, index) =>
    index > 2 && at <= nowMs + 300_000 ? [{ id, at }] : [],
  );
  assert.ok(retries.length > 10);
  for (const { id, at } of retries) assert.is(others.find((row) => row.id === id)?.next_patches_at, at, id);
});

test('an interval that no host is polled by, or that stays as it is, moves nothing', async (world) => {
  await seedFleet(world);
  const before = await dueRows(world);
  await change(world.app, { health_check_poll_interval_secs: 30, patch_poll_interval_secs: 1_800 });
  assert.equal(await dueRows(world), before);
});

test('a result that is stored after the change moves its host by the new interval', async (world) => {
  const { app } = world;
  const other = await bootManager(world, app.clock);
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const [host] = await claim(world, [id], 'other');
  assert.ok(host);
  await other.ctx.core.hosts.pollingSettings();
  const nowMs = app.clock.now().getTime();
  await change(app, { health_poll_interval_secs: 7_200 });
  // While the other manager may still use the former interval.
  if (host) await other.ctx.core.hosts.polls.record('other', [result(host)]);
  const [row] = await dueRows(world);
  await other.stop();
  const afterMs = (row?.next_health_at ?? 0) - nowMs;
  assert.ok(afterMs >= 0.9 * 7_200_000 && afterMs <= 1.1 * 7_200_000 + 1_000, `${afterMs} ms`);
});

test.run();
