// databases: sqlite, mariadb (night)
import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { systemClock } from '../clock.ts';
import { lockMigrations } from '../db/locks.ts';
import { migrate } from '../db/migrate.ts';
import { createStepBus } from '../db/steps.ts';
import { createRunTx, type RunTx } from '../db/tx.ts';
import { raiseEpoch, settleRestore, installationMigrations } from './installation.ts';

const test = suite<{ fresh: FreshDatabase; tx: RunTx }>('features after a restore');
const log = pino({ enabled: false });

test.before.each(async (context) => {
  context.fresh = await freshDatabase(dialect);
  context.tx = createRunTx(context.fresh.db, log);
  await migrate(context.fresh.db, [...lockMigrations, ...installationMigrations], log);
});
test.after.each(({ fresh }) => fresh.cleanup());

/** A start with these features; answers which of them did their part, in their order. */
async function start({ fresh, tx }: { fresh: FreshDatabase; tx: RunTx }, on: string[]): Promise<string[]> {
  const done: string[] = [];
  const steps = createStepBus();
  for (const feature of on)
    steps.add(feature, { 'kernel.restored': async () => void (await Promise.resolve(done.push(feature))) });
  await settleRestore({ db: fresh.db, tx, steps, clock: systemClock }, on);
  return done;
}

const restore = ({ tx }: { tx: RunTx }, features: string[]) =>
  tx((open) => raiseEpoch(open, new Date(), features), { name: 'restored' });

test('each does its part once, also one that is switched on later', async (world) => {
  assert.equal(await start(world, ['identity', 'users']), [], 'nothing was restored');
  assert.is(await restore(world, ['identity', 'users', 'mfa']), 1);
  assert.equal(await start(world, ['identity', 'mfa']), ['identity', 'mfa']);
  assert.equal(await start(world, ['identity', 'mfa']), []);
  assert.equal(await start(world, ['identity', 'users', 'mfa']), ['users']);
  assert.equal(await start(world, ['identity', 'users', 'mfa', 'of-later']), []);
  assert.is(await restore(world, ['identity', 'users']), 2);
  assert.equal(await start(world, ['identity', 'users']), ['identity', 'users']);
});

test('one whose part fails keeps the start from its end, and all do theirs at the next', async (world) => {
  await restore(world, ['identity', 'users']);
  const steps = createStepBus();
  steps.add('identity', { 'kernel.restored': () => Promise.resolve() });
  steps.add('users', { 'kernel.restored': () => Promise.reject(new Error('no such table')) });
  const failing = settleRestore({ db: world.fresh.db, tx: world.tx, steps, clock: systemClock }, [
    'identity',
    'users',
  ]);
  assert.match(await failing.then(String, String), 'users could not do its part');
  assert.equal(await start(world, ['identity', 'users']), ['identity', 'users']);
});

test.run();
