import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Entry } from '../domain/list.ts';
import { dice, fleetOf, listed } from './fleet.testing.ts';
import { listDifferences } from './names.ts';
import { viewOf } from './view.ts';

const test = suite<{ close?: () => Promise<void> }>('packages: what differs among hosts');
test.after.each(({ close }) => close?.());

const HOSTS = 8;
const NAMES = 120;
const ARCHES = ['amd64', 'i386'];

/** Names that these lists do not all have in the same versions, from a look at every entry. */
function unlikeIn(lists: readonly (readonly Entry[])[]): string[] {
  const told = (list: readonly Entry[], name: string): string =>
    [...new Set(list.filter((one) => one.name === name).map(({ version }) => version))].sort().join(' ');
  const names = [...new Set(lists.flatMap((list) => list.map(({ name }) => name)))].sort();
  return names.filter((name) => new Set(lists.map((list) => told(list, name))).size > 1);
}

test('is what a look at every entry of every host says, whatever hosts install, update and remove', async (world) => {
  const { db, index, tell } = await fleetOf();
  world.close = () => db.close();
  const roll = dice(20_261_125);
  // The fleet's lists by host: each package in one or two versions and architectures.
  const fleets = new Map<string, Entry[]>();
  const update = new Array<number>(NAMES).fill(1);
  const rowsOf = (nth: number) => {
    const name = `package-${nth}`;
    const version = String(update[nth]);
    if (nth % 10 === 0)
      return ARCHES.map((arch, at) => ({ name, arch, version: at === roll(2) ? version : '0' }));
    if (nth % 10 === 1) return ARCHES.map((arch) => ({ name, arch, version }));
    return [{ name, arch: 'amd64', version: roll(60) === 0 ? `${version}.own` : version }];
  };
  let [alike, unlike] = [0, 0];
  for (let round = 0; round < 60; round += 1) {
    for (let times = roll(6); times > 0; times -= 1) update[roll(NAMES)] = 2 + roll(3);
    // At times all hosts change, so that no segment is left by which a shape was first known.
    const changing = round % 5 === 0 ? HOSTS : roll(3);
    for (let host = 0; host < changing; host += 1) {
      // Missing names change the shape of the segment around them.
      const without = new Set(Array.from({ length: roll(6) }, () => roll(NAMES)));
      const hostId = `host-${changing === HOSTS ? host : roll(HOSTS)}`;
      const numbers = Array.from({ length: NAMES }, (_, nth) => nth).filter((nth) => !without.has(nth));
      const list = listed(numbers.flatMap(rowsOf));
      fleets.set(hostId, list);
      await tell(hostId, list);
    }
    await index.refresh();
    const some = new Set([...fleets.keys()].filter(() => roll(3) > 0));
    for (const inView of [null, some, new Set(['host-1', 'host-2'])]) {
      const lists = [...fleets].filter(([id]) => inView?.has(id) ?? true).map(([, list]) => list);
      const page = listDifferences(index, viewOf(index, inView), { after: null, isUp: true, limit: NAMES });
      const expected = unlikeIn(lists);
      const at = `round ${round}, ${inView === null ? 'all' : inView.size}`;
      assert.equal([page.differences.map(({ name }) => name), page.total], [expected, expected.length], at);
      unlike += expected.length;
      alike += NAMES - expected.length;
    }
  }
  assert.ok(alike > 500 && unlike > 500, `${alike} alike, ${unlike} unlike`);
});

test('of two versions on both hosts one may differ, though their segments hold other names', async (world) => {
  const { db, index, tell } = await fleetOf();
  world.close = () => db.close();
  const both = (own: string, second: string): Entry[] =>
    listed([
      { name: own, arch: 'all', version: '1' },
      { name: 'kernel', arch: 'amd64', version: '6.1' },
      { name: 'kernel', arch: 'i386', version: second },
    ]);
  const differing = async (second: string): Promise<string[]> => {
    await tell('host-1', both('editor', '6.2'));
    await tell('host-2', both('browser', second));
    await index.refresh();
    const page = listDifferences(index, viewOf(index, null), { after: null, isUp: true, limit: 10 });
    return page.differences.map(({ name }) => name);
  };
  assert.equal(await differing('6.3'), ['browser', 'editor', 'kernel']);
  assert.equal(await differing('6.2'), ['browser', 'editor']);
});

test.run();
