// needs: mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type FreshDatabase, freshDatabase } from '#test/support/databases.ts';
import { waitFor } from '#test/support/wait.ts';
import { createTestApp, testActor, type TestApp } from '#server/testing.ts';
import { type FakeClock, systemClock } from '../../clock.ts';
import { whole } from './fields.ts';
import { section } from './section.ts';

const polls = section('polls', { every_secs: whole(60, { min: 1, max: 1_000 }) });
const by = { actor: testActor('admin'), address: null };

interface World {
  place: FreshDatabase;
  one: TestApp;
  other: TestApp;
}

/** Real time, because a manager looks for changes by its own clock. */
const clock: FakeClock = {
  ...systemClock,
  advance: () => Promise.resolve(),
  leap: () => Promise.resolve(),
};

const boot = (place: FreshDatabase): Promise<TestApp> =>
  createTestApp({
    features: [{ name: 'poller', settings: [polls], setup: () => ({ routes: {} }) } as never],
    databaseUrl: place.address.url,
    clock,
  });

const set = (app: TestApp, secs: number): Promise<void> =>
  app.ctx.tx((tx) =>
    app.ctx.settings.update(tx, { sections: { polls: { every_secs: secs } }, ifMatch: null, by }),
  );

const test = suite<World>('settings of two managers');
test.before.each(async (world) => {
  world.place = await freshDatabase('mariadb');
  world.one = await boot(world.place);
  world.other = await boot(world.place);
});
test.after.each(async ({ one, other, place }) => {
  await one.stop();
  await other.stop();
  await place.cleanup();
});

test('the other manager tells of a change within two seconds, and reads no older value', async ({
  one,
  other,
}) => {
  for (const secs of [61, 62, 63]) {
    assert.is((await other.ctx.settings.get(polls)).every_secs, secs - 1);
    let toldAtMs = 0;
    const forget = other.ctx.events.on('settings.changed', async ({ section: name }) => {
      toldAtMs = performance.now();
      assert.equal([name, (await other.ctx.settings.get(polls)).every_secs], ['polls', secs]);
    });
    await set(one, secs);
    const setAtMs = performance.now();
    await waitFor(() => toldAtMs > 0, { timeoutMs: 5_000, everyMs: 5, what: 'the event' });
    forget();
    assert.ok(toldAtMs - setAtMs < 2_000, `told after ${Math.round(toldAtMs - setAtMs)} ms`);
  }
});

test('a manager that asks for nothing else costs one small statement a second', async ({ one, other }) => {
  const asked: string[] = [];
  other.ctx.db.knex.on('query', ({ sql }: { sql: string }) => void asked.push(sql));
  const startedAtMs = performance.now();
  await set(one, 61);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const own = asked.filter((sql) => sql.includes('kernel_settings'));
  const heads = own.filter((sql) => !sql.includes('join'));
  assert.is(own.length - heads.length, 1, 'all sections are read once, after the change');
  assert.ok(heads.length >= 2 && heads.length <= seconds + 1, `${heads.length} in ${Math.round(seconds)} s`);
});

test('changes of both managers at once all come in, one after the other', async ({ one, other }) => {
  const secs = Array.from({ length: 20 }, (_, index) => index + 100);
  await Promise.all(secs.map((value, index) => set(index % 2 === 0 ? one : other, value)));
  assert.is((await one.ctx.settings.answer()).version, 21);
  const { version, sections } = await other.ctx.settings.answer();
  assert.is(version, 21);
  assert.ok(secs.includes((sections.polls as { every_secs: number }).every_secs));
});

test('who writes by a setting keeps it as it is until he is done', async ({ one, other }) => {
  const order: string[] = [];
  let isHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const writing = other.ctx.tx(async (tx) => {
    assert.is((await other.ctx.settings.getIn(tx, polls)).every_secs, 60);
    isHeld();
    await new Promise((resolve) => setTimeout(resolve, 300));
    order.push('written');
  });
  await held;
  await set(one, 61).then(() => order.push('changed'));
  await writing;
  assert.equal(order, ['written', 'changed']);
  const now = await other.ctx.tx((tx) => other.ctx.settings.getIn(tx, polls));
  assert.is(now.every_secs, 61, 'at once, whatever this manager has heard of');
});

test.run();
