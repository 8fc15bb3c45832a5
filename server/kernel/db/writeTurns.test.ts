import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { serve } from './requests.ts';
import { createRunTx, type RunTx } from './tx.ts';

interface World {
  fresh: FreshDatabase;
  runTx: RunTx;
}

const test = suite<World>('who writes next');
test.before.each(async (world) => {
  world.fresh = await freshDatabase('sqlite');
  world.runTx = createRunTx(world.fresh.db, pino({ level: 'silent' }));
});
test.after.each(({ fresh }) => fresh.cleanup());

/** Begins a transaction that lasts until the returned function is called. */
async function hold(runTx: RunTx): Promise<() => void> {
  const began = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  void runTx(() => {
    began.resolve();
    return released.promise;
  });
  await began.promise;
  return released.resolve;
}

const asRequest = <T>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = serve(
      () =>
        void work()
          .finally(() => end())
          .then(resolve, reject),
    );
  });

test('a request writes before the work that waited earlier, but not for ever before it', async ({
  runTx,
}) => {
  const order: string[] = [];
  const note = (name: string) => runTx(async () => void order.push(name));
  const release = await hold(runTx);
  const work = ['work 1', 'work 2'].map((name) => note(name));
  const requests = [1, 2, 3, 4, 5, 6].map((nth) => asRequest(() => note(`request ${nth}`)));
  release();
  await Promise.all([...work, ...requests]);
  const [one, two, three, four, five, six] = [1, 2, 3, 4, 5, 6].map((nth) => `request ${nth}`);
  assert.equal(order, [one, two, three, four, 'work 1', five, six, 'work 2']);
});

test('a failed transaction, too, gives its turn to the next', async ({ runTx }) => {
  const failing = runTx(() => Promise.reject(new Error('broken'))).catch((error: Error) => error.message);
  const next = runTx(() => Promise.resolve('done'));
  assert.equal(await Promise.all([failing, next]), ['broken', 'done']);
});

test('a request that cannot write within 5 s says so, and work goes on waiting', async ({ runTx }) => {
  const release = await hold(runTx);
  const work = runTx(() => Promise.resolve('done'));
  const missed = await asRequest(() => runTx(() => Promise.resolve())).catch((error: Error) => error);
  assert.is((missed as Error).name, 'WriteTurnMissed');
  assert.match((missed as Error).message, /in use by: transaction "unnamed" for \d+ ms/);
  release();
  assert.is(await work, 'done');
});

test.run();
