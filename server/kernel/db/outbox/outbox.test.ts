// databases: sqlite, mariadb
// The outbox keeps the same promises on both databases.
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import { mendWaits } from '../../leased/waits.ts';
import { failure } from '../testing/support.ts';
import { outboxWaits } from './rows.ts';
import { DeliveryRefused } from './types.ts';
import { crashTests } from './testing/crashes.ts';
import {
  mailbox,
  manager,
  rowCount,
  secsUntil,
  setUp,
  tearDown,
  until,
  write,
  TOPIC,
  type Context,
} from './testing/support.ts';

const MINUTE_MS = 60_000;

const test = suite<Context>(`outbox on ${dialect}`);
test.before.each((context) => setUp(context, dialect));
test.after.each(tearDown);

test('a message is delivered once its transaction has committed, and leaves no row', async (context) => {
  const { got, topic } = mailbox();
  const own = await manager(context, topic);
  await write(own, { key: 'job 7 to olga', payload: { to: 'olga', umlauts: 'äöü' } });
  await until(async () => got.length === 1 && (await rowCount(own)) === 0, 'the delivery');
  const [{ key, payload, attempt, createdAt, id } = assert.unreachable() as never] = got;
  assert.equal(
    { key, payload, attempt },
    {
      key: 'job 7 to olga',
      payload: { to: 'olga', umlauts: 'äöü' },
      attempt: 1,
    },
  );
  assert.is(createdAt.getTime(), context.clock.now().getTime());
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a transaction that is rolled back sends nothing', async (context) => {
  const { got, topic } = mailbox();
  const own = await manager(context, topic);
  await failure(
    own.runTx(async (tx) => {
      await own.outbox.write(tx, TOPIC as never, { key: 'a', payload: {} } as never);
      throw new Error('no');
    }),
  );
  await write(own, { key: 'b', payload: {} });
  await until(async () => got.length > 0 && (await rowCount(own)) === 0, 'the other message');
  assert.equal(
    got.map(({ key }) => key),
    ['b'],
  );
});

test('after the clock was set back by a year, what was written or tried before is delivered', async (context) => {
  let fails = true;
  const { got, topic } = mailbox(() => (fails ? new Error('the server is away') : null));
  const own = await manager(context, topic);
  await write(own, { key: 'tried', payload: {} });
  await until(() => context.logged.some(({ msg }) => msg.includes('yet')), 'the first attempt');
  const other = await manager(context, topic, { started: false });
  await write(other, { key: 'written', payload: {} });
  await write(other, { key: 'for later', payload: {}, notBefore: new Date(Date.now() + 3_600_000) });
  fails = false;
  const { db, runTx: tx } = own;
  const log = pino({ level: 'silent' });
  const mending = mendWaits({ db, tx, clock: context.clock, log }, [outboxWaits]);
  await context.clock.advance(-365 * 86_400_000);
  const secs = await secsUntil(context, async () => (await rowCount(own)) === 1, 'both');
  mending.stop();
  assert.ok(secs < 300, `it took ${secs} s`);
  assert.equal(
    got
      .slice(1)
      .map(({ key }) => key)
      .sort(),
    ['tried', 'written'],
  );
});

test('a key that waits already is one message, and its id is the same for ever', async (context) => {
  const { got, topic } = mailbox();
  const writer = await manager(context, topic, { started: false });
  await write(writer, { key: 'a', payload: 1 }, { key: 'b', payload: 2 });
  await write(writer, { key: 'a', payload: 3 });
  assert.is(await rowCount(writer), 2);
  writer.outbox.start();
  await until(async () => got.length === 2 && (await rowCount(writer)) === 0, 'both');
  await write(writer, { key: 'a', payload: 4 });
  await until(() => got.length === 3, 'the third');
  const ofA = got.filter(({ key }) => key === 'a');
  assert.equal(
    ofA.map(({ payload }) => payload),
    [1, 4],
  );
  assert.is(ofA[0]?.id, ofA[1]?.id);
  assert.is.not(ofA[0]?.id, got.find(({ key }) => key === 'b')?.id);
});

test('what is not due yet waits, and does not count as late', async (context) => {
  const { got, topic } = mailbox();
  const own = await manager(context, topic);
  const notBefore = new Date(context.clock.now().getTime() + 10 * MINUTE_MS);
  await write(own, { key: 'later', payload: {}, notBefore });
  await context.clock.advance(9 * MINUTE_MS);
  assert.equal(await own.outbox.figures(), { waiting: 1, oldestSecs: null, dead: 0, diedLastDay: 0 });
  assert.is(got.length, 0);
  const secs = await secsUntil(context, () => got.length === 1, 'the message that is due');
  assert.ok(secs >= 60 && secs < 300, `it came after ${secs} s`);
});

test('a payload beyond 64 kB, a topic without a feature: the transaction fails', async (context) => {
  const own = await manager(context, mailbox().topic, { started: false });
  await write(own, { key: 'fits', payload: 'x'.repeat(65_534) });
  assert.match((await failure(write(own, { key: 'a', payload: 'x'.repeat(65_535) }))).message, /65537 bytes/);
  assert.match((await failure(write(own, { key: 'k'.repeat(256), payload: 1 }))).message, /255 characters/);
  const unknown = own.runTx((tx) => own.outbox.write(tx, 'x.y' as never, { key: 'a', payload: 1 } as never));
  assert.match((await failure(unknown)).message, /topic x\.y/);
  assert.is(await rowCount(own), 1);
});

test('a failed delivery is tried again later and later, then given up, told and kept', async (context) => {
  const { got, topic } = mailbox(() => new Error('451 try later'));
  const own = await manager(context, { ...topic, maxAttempts: 3 });
  await write(own, { key: 'a', payload: {} });
  const secsTo = (attempts: number): Promise<number> =>
    secsUntil(
      context,
      async () => {
        const row = (await own.db.knex('kernel_outbox').first()) as {
          attempts: number;
          owner: string | null;
        };
        return got.length === attempts && row.attempts === attempts && row.owner === null;
      },
      `attempt ${attempts}`,
    );
  await secsTo(1);
  const first = await secsTo(2);
  assert.ok(first >= 22 && first < 120, `the second attempt came after ${first} s`);
  assert.ok(((await own.outbox.figures()).oldestSecs ?? 0) >= first);
  const second = await secsTo(3);
  assert.ok(second >= 45 && second < 200, `the third attempt came after ${second} s`);
  await until(async () => (await own.outbox.figures()).dead === 1, 'the end');
  assert.equal(await own.outbox.figures(), { waiting: 0, oldestSecs: null, dead: 1, diedLastDay: 1 });
  const [dead] = await own.outbox.dead();
  assert.equal([dead?.key, dead?.attempts, dead?.error], ['a', 3, '451 try later']);
  const told = context.logged.filter(({ level }) => level === 50);
  assert.equal(
    told.map(({ msg, reason }) => [msg, reason]),
    [['a message could not be delivered and was given up', '451 try later']],
  );
  await context.clock.advance(60 * MINUTE_MS);
  await own.outbox.stop();
  await context.clock.advance(24 * 60 * MINUTE_MS);
  assert.equal([got.length, (await own.outbox.figures()).diedLastDay], [3, 0]);
});

test('a dead message can be given its attempts again, by its id and with it', async (context) => {
  let refuses = true;
  const { got, topic } = mailbox(() => (refuses ? new DeliveryRefused('550 no such user') : null));
  const own = await manager(context, topic);
  await write(own, { key: 'a', payload: {} });
  await until(async () => (await own.outbox.figures()).dead === 1, 'the refusal');
  assert.is(got.length, 1, 'a refusal is not tried again');
  refuses = false;
  const { id = '' } = (await own.outbox.dead())[0] ?? {};
  assert.is(await own.runTx((tx) => own.outbox.revive(tx, id)), true);
  await until(async () => (await rowCount(own)) === 0, 'the second delivery');
  assert.equal(
    got.map((message) => [message.id, message.attempt]),
    [
      [id, 1],
      [id, 1],
    ],
  );
  assert.is(await own.runTx((tx) => own.outbox.revive(tx, id)), false);
});

test('a handler that hangs is given up after its time', async (context) => {
  const aborted: string[] = [];
  const own = await manager(context, {
    timeoutMs: 20,
    deliver: (_message, signal) => {
      signal.addEventListener('abort', () => aborted.push('signal'), { once: true });
      return new Promise(() => {});
    },
  });
  await write(own, { key: 'a', payload: {} });
  await until(async () => {
    const row = (await own.db.knex('kernel_outbox').first()) as { last_error: string | null };
    return row.last_error !== null;
  }, 'the failure');
  assert.equal(aborted, ['signal']);
});

test('a manager that stops gives back what it was sending, without counting it', async (context) => {
  const started: number[] = [];
  const hangs = {
    deliver: ({ attempt }: { attempt: number }) => {
      started.push(attempt);
      return new Promise<never>(() => {});
    },
  };
  const first = await manager(context, hangs);
  await write(first, { key: 'a', payload: {} });
  await until(() => started.length === 1, 'the start');
  await first.outbox.stop();
  const { got, topic } = mailbox();
  await manager(context, topic);
  await until(() => got.length === 1, 'the other manager');
  assert.is(got[0]?.attempt, 1);
});

test('after a time without the database, what others had is left to them for a moment', async (context) => {
  const { got, topic } = mailbox();
  const writer = await manager(context, topic, { started: false });
  await write(writer, { key: 'a', payload: {} });
  // Another manager took the message, delivers it, and is cut off from the database until long after its lease has
  // run out.
  await writer.db.knex('kernel_outbox').update({ owner: 'somebody', lease_until: 0, attempts: 1 });
  const own = await manager(context, topic, { started: false });
  const { now } = own.db;
  own.db.now = () => Promise.reject(new Error('the database is gone'));
  own.outbox.start();
  await until(
    () => context.logged.some(({ msg }) => msg === 'due messages could not be claimed'),
    'the outage',
  );
  own.db.now = now;
  await write(own, { key: 'b', payload: {} });
  await until(() => got.length === 1, 'what nobody had');
  await context.clock.advance(5_000);
  assert.equal(
    got.map(({ key }) => key),
    ['b'],
  );
  const secs = await secsUntil(context, () => got.length === 2, 'what nobody has claimed since');
  assert.ok(secs < 300, `it took ${secs} s`);
});

test('what is dead, or wanted by nobody, is forgotten after 30 days', async (context) => {
  const own = await manager(context, mailbox().topic, { started: false });
  await write(own, { key: 'dead', payload: 1 }, { key: 'of a feature that is off', payload: 1 });
  await own.db.knex('kernel_outbox').where('message_key', 'dead').update({ dead_at: context.clock.now() });
  await context.clock.advance(29 * 24 * 60 * MINUTE_MS);
  await write(own, { key: 'young', payload: 1 });
  await own.outbox.prune();
  assert.is(await rowCount(own), 3);
  await context.clock.advance(2 * 24 * 60 * MINUTE_MS);
  await own.outbox.prune();
  const left = (await own.db.knex('kernel_outbox').select('message_key')) as { message_key: string }[];
  assert.equal(left, [{ message_key: 'young' }]);
});

test('of several managers one delivers each message, and no topic takes more than its share', async (context) => {
  let running = 0;
  let most = 0;
  const got: string[] = [];
  const topic = {
    concurrency: 3,
    async deliver({ key }: { key: string }) {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      got.push(key);
      running--;
    },
  };
  const writer = await manager(context, topic, { started: false });
  const keys = Array.from({ length: 40 }, (_, index) => `message ${index}`);
  await write(writer, ...keys.map((key) => ({ key, payload: {} })));
  const managers = context.fresh.db.dialect === 'mariadb' ? 3 : 1;
  for (let count = 0; count < managers; count++) await manager(context, topic);
  await until(async () => (await rowCount(writer)) === 0, 'all of them');
  assert.equal([...got].sort(), [...keys].sort());
  assert.ok(most <= 3 * managers, `${most} at once`);
  assert.ok(most > 1, 'they are not sent one by one');
});

crashTests(test);
test.run();
