import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Balance } from './balance.ts';

const minute = 60_000;

interface World {
  now: number;
  shares: Map<string, number>;
  /** Where the hosts are led that dial again, by the share of them that comes elsewhere. */
  leadsElsewhere: number;
  balance: Balance;
}

const test = suite<World>('links that are spread over managers');
test.before.each((world) => {
  world.now = 0;
  world.shares = new Map([
    ['this', 0],
    ['other', 0],
  ]);
  world.leadsElsewhere = 0.5;
  world.balance = new Balance({
    instanceId: 'this',
    nowMs: () => world.now,
    rows: {
      shares: () => Promise.resolve(world.shares),
      countElsewhere: (hostIds) => Promise.resolve(Math.floor(hostIds.length * world.leadsElsewhere)),
    },
  });
});

const hosts = (count: number): string[] => Array.from({ length: count }, (_, index) => `host ${index}`);

/** A round with so many links here; answers how many are sent away. */
async function round(world: World, here: number, there: number): Promise<number> {
  world.now += minute / 2;
  world.shares = new Map([
    ['this', here],
    ['other', there],
  ]);
  return (await world.balance.next(hosts(here))).length;
}

test('a new manager gets its share: a few first, then more, until both hold about the same', async (world) => {
  let [here, there] = [10_000, 0];
  const sent: number[] = [];
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const away = await round(world, here, there);
    sent.push(away);
    const moved = Math.floor(away * world.leadsElsewhere);
    [here, there] = [here - moved, there + moved];
  }
  assert.equal(sent.slice(0, 6), [20, 40, 80, 160, 320, 500]);
  assert.ok(here > 4_900 && here <= 6_020, `${here} stay`);
  assert.is(sent.at(-1), 0);
});

test('those that have been here longest go, and where the shares differ little, nobody does', async (world) => {
  world.shares = new Map([
    ['this', 300],
    ['other', 0],
  ]);
  assert.equal(await world.balance.next(hosts(300)), hosts(20));
  assert.is(await round(world, 120, 90), 0);
  assert.is(await round(world, 90, 300), 0, 'the other one sends');
});

test('where all come back, because they know this manager alone, a few are asked once an hour', async (world) => {
  world.leadsElsewhere = 0;
  const sent: number[] = [];
  for (let rounds = 0; rounds < 130; rounds += 1) sent.push(await round(world, 10_000, 0));
  assert.equal(
    sent.filter((away) => away > 0),
    [20, 20],
  );
});

test('a manager that is alone, or drained, sends nobody away', async (world) => {
  world.shares = new Map();
  assert.equal(await world.balance.next(hosts(10_000)), []);
  world.shares = new Map([
    ['other', 5],
    ['third', 5],
  ]);
  assert.equal(await world.balance.next(hosts(10_000)), []);
});

test.run();
