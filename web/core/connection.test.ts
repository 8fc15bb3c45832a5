import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Connection } from './connection.ts';

interface World {
  connection: Connection;
  /** Whether the manager answers. */
  isUp: boolean;
  probes: number;
  told: string[];
}

const test = suite<World>('connection');

test.before.each((world) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  Object.assign(world, { connection: new Connection(), isUp: true, probes: 0, told: [] });
  mock.method(globalThis, 'fetch', () => {
    world.probes += 1;
    return world.isUp ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('no network'));
  });
  const { connection, told } = world;
  connection.addEventListener('change', () => void told.push(connection.state));
  connection.addEventListener('back', () => void told.push('back'));
});
test.after.each(() => {
  mock.reset();
  mock.timers.reset();
});

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settled();
}

test('a call without an answer is no lost manager as long as that answers itself', async (world) => {
  world.connection.suspect();
  await settled();
  assert.equal([world.probes, world.told, world.connection.since], [1, [], null]);
});

test('a manager that is gone is told once with its time, looked for ever more rarely, and told when it is back', async (world) => {
  const { connection, told } = world;
  world.isUp = false;
  connection.suspect();
  await settled();
  connection.suspect();
  await settled();
  assert.equal([connection.state, connection.since?.getTime(), told], ['offline', 1_000_000, ['offline']]);
  assert.is(world.probes, 1, 'the second call asks for nothing');
  await pass(1_000);
  assert.is(world.probes, 2);
  await pass(900);
  assert.is(world.probes, 2, 'the wait has doubled, of which half is left to chance');
  for (let times = 0; times < 20; times += 1) await pass(15_000);
  assert.ok(world.probes >= 20, 'no wait is longer than 15 s');
  world.isUp = true;
  await pass(15_000);
  assert.equal(
    [connection.state, connection.since, told],
    ['connected', null, ['offline', 'connected', 'back']],
  );
  const before = world.probes;
  await pass(60_000);
  assert.is(world.probes, before);
});

test('a live stream that is cut for a moment is not worth a word, and for longer is told as what it is', async (world) => {
  const { connection, told } = world;
  const stream = {};
  connection.streamIs(stream, 'live');
  connection.streamIs(stream, 'offline');
  await pass(1_500);
  connection.streamIs(stream, 'connecting');
  connection.streamIs(stream, 'live');
  await pass(5_000);
  assert.equal(told, []);
  connection.streamIs(stream, 'offline');
  await pass(2_000);
  assert.equal([connection.state, told], ['not-live', ['not-live']]);
  connection.streamIs(stream, 'live');
  assert.equal(told, ['not-live', 'connected']);
});

test('a page that leaves takes its cut stream along; those of others still count', async (world) => {
  const { connection } = world;
  const [one, other] = [{}, {}];
  connection.streamIs(one, 'offline');
  connection.streamIs(other, 'offline');
  await pass(2_000);
  connection.forget(one);
  assert.is(connection.state, 'not-live');
  connection.forget(other);
  assert.is(connection.state, 'connected');
});

test('the manager is back before its stream is: first the one, then the other', async (world) => {
  const { connection, told } = world;
  const stream = {};
  world.isUp = false;
  connection.suspect();
  await settled();
  mock.timers.tick(300);
  connection.streamIs(stream, 'offline');
  connection.answered();
  assert.equal(told, ['offline', 'not-live', 'back']);
  assert.is(connection.since?.getTime(), 1_000_000, 'it is the same trouble');
  connection.streamIs(stream, 'live');
  assert.is(connection.state, 'connected');
});

test.run();
