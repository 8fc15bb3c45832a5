import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLookups, type Resolve } from './lookups.ts';

interface World {
  resolve: Resolve;
  /** The names that were looked up, in order. */
  asked: string[];
  /** Ends the look-up of this name that is under way, after so many milliseconds. */
  end(hostname: string, tookMs: number): Promise<void>;
  /** Makes the look-up of a name slow from now on. */
  slowDown(hostname: string): Promise<void>;
}

const test = suite<World>('look-ups of names');
const never = new AbortController().signal;

test.before.each((world) => {
  let nowMs = 0;
  const open = new Map<string, (addresses: string[]) => void>();
  world.asked = [];
  world.resolve = createLookups({
    nowMs: () => nowMs,
    lookup(hostname) {
      world.asked.push(hostname);
      return new Promise((resolve) => open.set(hostname, resolve));
    },
  });
  world.end = async (hostname, tookMs) => {
    nowMs += tookMs;
    open.get(hostname)?.([`192.0.2.${world.asked.length}`]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  world.slowDown = async (hostname) => {
    void world.resolve(hostname, never);
    await world.end(hostname, 10_000);
    world.asked.length = 0;
  };
});

test('two names are looked up at once, the others in turn, and callers for one name share its look-up', async (world) => {
  const found = ['a', 'b', 'c', 'a', 'c'].map((name) => world.resolve(name, never));
  assert.equal(world.asked, ['a', 'b']);
  await world.end('a', 5);
  assert.equal(world.asked, ['a', 'b', 'c']);
  await world.end('c', 5);
  await world.end('b', 5);
  const addresses = await Promise.all(found);
  assert.equal(addresses[0], addresses[3]);
  assert.equal(addresses[2], addresses[4]);
  assert.is(world.asked.length, 3);
});

test('a name for which nobody waits any more is not looked up', async (world) => {
  const [gone, half] = [new AbortController(), new AbortController()];
  for (const name of ['a', 'b', 'c', 'd']) void world.resolve(name, name === 'c' ? gone.signal : half.signal);
  void world.resolve('d', never);
  gone.abort();
  half.abort();
  await world.end('a', 5);
  assert.equal(world.asked, ['a', 'b', 'd'], 'one of the two callers for d still waits');
  await world.end('d', 5);
  void world.resolve('c', never);
  assert.equal(world.asked, ['a', 'b', 'd', 'c'], 'it is, once somebody asks again');
});

test('names whose DNS does not answer take one place of two, however many they are', async (world) => {
  for (const name of ['dead1', 'dead2', 'dead3']) await world.slowDown(name);
  for (const name of ['dead1', 'dead2', 'dead3']) void world.resolve(name, never);
  assert.equal(world.asked, ['dead1']);
  const found = world.resolve('mail', never);
  assert.equal(world.asked, ['dead1', 'mail']);
  await world.end('mail', 5);
  assert.is((await found).length, 1);
  await world.end('dead1', 10_000);
  assert.equal(world.asked, ['dead1', 'mail', 'dead2']);
});

test('a name whose look-up is quick again takes any place', async (world) => {
  for (const name of ['dead1', 'dead2']) await world.slowDown(name);
  void world.resolve('dead2', never);
  await world.end('dead2', 5);
  for (const name of ['dead1', 'dead2']) void world.resolve(name, never);
  assert.equal(world.asked, ['dead2', 'dead1', 'dead2']);
});

test('a look-up that fails gives its place on, and fails for its callers alone', async () => {
  const resolve = createLookups({
    nowMs: () => 0,
    lookup: async (hostname) => {
      if (hostname.startsWith('no')) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return ['192.0.2.1'];
    },
  });
  const ends = await Promise.allSettled(['no1', 'no2', 'yes', 'no1'].map((name) => resolve(name, never)));
  assert.equal(
    ends.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'rejected'],
  );
});

test.run();
