import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { createFakeClock, type FakeClock } from '../../server/kernel/clock.ts';
import type { Context } from '../../server/kernel/boot/feature.ts';
import { watchPatched, type PatchedHosts } from './patched.ts';

interface World {
  clock: FakeClock;
  patched: PatchedHosts;
  /** Hosts that were made due, batch by batch. */
  due: string[][];
  /** How often the sweeper was woken. */
  woken: number;
  warnings: string[];
  databaseIsAway: boolean;
}

const test = suite<World>('polling: patched hosts');
const REST_MS = 5_000;

test.before.each((world) => {
  world.clock = createFakeClock();
  Object.assign(world, { due: [], woken: 0, warnings: [], databaseIsAway: false });
  const pollSoon = async (
    _tx: unknown,
    hostIds: readonly string[],
    what: readonly string[],
  ): Promise<void> => {
    assert.equal(what, ['health', 'patches']);
    if (world.databaseIsAway) throw new Error('no database');
    world.due.push([...hostIds]);
  };
  const ctx = {
    clock: world.clock,
    log: pino({ level: 'warn' }, { write: (line: string) => void world.warnings.push(line) }),
    tx: (work: (tx: unknown) => Promise<unknown>) => work({}),
    core: { hosts: { pollSoon } },
  };
  world.patched = watchPatched(ctx as unknown as Context, () => (world.woken += 1));
});

test('the hosts of a job are read together, once the first of them has rested', async (world) => {
  const { patched, clock } = world;
  patched.finished('job', 'a');
  await clock.advance(REST_MS - 1);
  patched.finished('job', 'b');
  assert.equal([world.due, world.woken], [[], 0]);
  await clock.advance(1);
  assert.equal([world.due, world.woken], [[['a', 'b']], 1]);
  patched.finished('job', 'c');
  await clock.advance(REST_MS);
  assert.equal(world.due, [['a', 'b'], ['c']]);
});

test('the end of a job does not wait for the rest, and touches the hosts of no other', async (world) => {
  const { patched, clock } = world;
  patched.finished('one', 'a');
  patched.finished('other', 'b');
  await patched.jobEnded('one');
  assert.equal([world.due, world.woken], [[['a']], 1]);
  await clock.advance(REST_MS);
  assert.equal([world.due, world.woken], [[['a'], ['b']], 2]);
});

test('a retry after the end of its job begins a rest of its own', async (world) => {
  const { patched, clock } = world;
  patched.finished('job', 'a');
  await clock.advance(REST_MS - 1);
  await patched.jobEnded('job');
  patched.finished('job', 'a');
  await clock.advance(1);
  assert.equal(world.due, [['a']]);
  await clock.advance(REST_MS - 1);
  assert.equal(world.due, [['a'], ['a']]);
});

test('a job that has changed no host wakes nobody', async (world) => {
  await world.patched.jobEnded('plan');
  assert.equal([world.due, world.woken], [[], 0]);
});

test('without the database the hosts wait for their own poll, which is said, and the next job is not lost', async (world) => {
  const { patched, clock } = world;
  world.databaseIsAway = true;
  patched.finished('one', 'a');
  await clock.advance(REST_MS);
  assert.equal([world.due, world.woken, world.warnings.length], [[], 0, 1]);
  assert.match(world.warnings[0] ?? '', /read at their next poll/);
  world.databaseIsAway = false;
  patched.finished('other', 'b');
  await clock.advance(REST_MS);
  assert.equal([world.due, world.woken], [[['b']], 1]);
});

test('after the stop nothing is read any more', async (world) => {
  const { patched, clock } = world;
  patched.finished('job', 'a');
  patched.stop();
  await clock.advance(REST_MS);
  await patched.jobEnded('job');
  assert.equal([world.due, world.woken], [[], 0]);
});

test.run();
