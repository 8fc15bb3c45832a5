import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Entry } from '../domain/list.ts';
import { fleetOf, dice, listed } from './fleet.testing.ts';
import { listNames } from './names.ts';
import { hostsWith } from './packageHosts.ts';
import { versionsOf } from './packageVersions.ts';
import { packagesBySource, sourcesOf } from './sources.ts';
import { viewOf } from './view.ts';

const test = suite<{ close?: () => Promise<void> }>('packages: the index, step by step');
test.after.each(({ close }) => close?.());

const HOSTS = 9;
const NAMES = 60;
const ORDERS = ['debian', 'rpm'] as const;
const name = (nth: number): string => `package-${String(nth).padStart(2, '0')}`;

type Fleet = ReadonlyMap<string, readonly Entry[]>;

/** The hosts that have the name, with their entries of it. */
const rowsOf = (fleet: Fleet, wanted: string): [string, Entry[]][] =>
  [...fleet]
    .map(([id, list]): [string, Entry[]] => [id, list.filter((one) => one.name === wanted)])
    .filter(([, own]) => own.length > 0);

const countIf = (rows: [string, Entry[]][], isSo: (entry: Entry) => boolean): number =>
  rows.filter(([, own]) => own.some(isSo)).length;

/** The list of names, from a look at every entry. */
function namesIn(fleet: Fleet): unknown[] {
  return Array.from({ length: NAMES }, (_, nth) => rowsOf(fleet, name(nth))).flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    return {
      name: first[1][0]?.name,
      hosts: rows.length,
      versions: new Set(rows.flatMap(([, own]) => own.map(({ version }) => version))).size,
      hostsHeld: countIf(rows, ({ held }) => held),
      hostsPending: countIf(rows, ({ available }) => available !== null),
    };
  });
}

function versionsIn(fleet: Fleet, wanted: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, own] of rowsOf(fleet, wanted))
    for (const version of new Set(own.map((one) => one.version)))
      counts[version] = (counts[version] ?? 0) + 1;
  return counts;
}

/** Each version of each source with each of its hosts, as text. */
const bySource = (fleet: Fleet): string[] =>
  [
    ...new Set(
      [...fleet].flatMap(([id, list]) =>
        list.map((one) => `${one.source?.name ?? one.name} ${one.source?.version ?? one.version} ${id}`),
      ),
    ),
  ].sort();

test('says what a look at every entry says, for all hosts and some, whatever they install and remove', async (world) => {
  const { db, index, tell, forget } = await fleetOf();
  world.close = () => db.close();
  const roll = dice(20_261_126);
  const fleet = new Map<string, Entry[]>();
  const listOf = (): Entry[] =>
    listed(
      Array.from({ length: NAMES }, (_, nth) => nth).flatMap((nth) => {
        if (roll(8) === 0) return [];
        const version = `${1 + roll(2)}.${roll(20) === 0 ? roll(50) : 0}`;
        const source = nth % 3 === 0 ? {} : { source: { name: `source-${nth % 7}`, version } };
        const one = { name: name(nth), arch: 'amd64', version, held: roll(9) === 0, ...source };
        const pending = roll(6) === 0 ? { available_version: '9' } : {};
        return nth % 11 === 0
          ? [
              { ...one, ...pending },
              { ...one, arch: 'i386' },
            ]
          : [{ ...one, ...pending }];
      }),
    );
  let [held, gone] = [0, 0];
  for (let round = 0; round < 50; round += 1) {
    for (let times = 1 + roll(3); times > 0; times -= 1) {
      const at = roll(HOSTS);
      const id = `host-${at}`;
      if (roll(5) === 0) {
        await forget(id);
        gone += fleet.delete(id) ? 1 : 0;
      } else {
        const same = roll(3) === 0 ? [...fleet.values()][0] : undefined;
        const list = same ?? listOf();
        fleet.set(id, list);
        await tell(id, list, ORDERS[same ? 0 : at % 2]);
      }
    }
    await index.refresh();
    const some = new Set([...fleet.keys()].filter(() => roll(2) === 0));
    for (const inView of [null, some]) {
      const seen: Fleet = new Map([...fleet].filter(([id]) => inView?.has(id) ?? true));
      const at = `round ${round}, ${inView === null ? 'all' : inView.size}`;
      const view = viewOf(index, inView);
      const page = listNames(index, view, { filter: {}, after: null, isUp: true, limit: NAMES });
      assert.equal(page.packages, namesIn(seen), at);
      for (const filter of [{ held: true }, { pending: true }, { held: false }] as const) {
        const { packages } = listNames(index, view, { filter, after: null, isUp: true, limit: NAMES });
        const fits = ({ held: isHeld, available }: Entry): boolean =>
          'held' in filter ? isHeld === filter.held : available !== null;
        const expected = Array.from({ length: NAMES }, (_, nth) => countIf(rowsOf(seen, name(nth)), fits));
        assert.equal(
          packages.map(({ hosts }) => hosts),
          expected.filter((count) => count > 0),
          at,
        );
        held += packages.length;
      }
      const wanted = name(roll(NAMES));
      const { versions, hosts } = versionsOf(index, inView, wanted);
      const counts: Record<string, number> = {};
      for (const one of versions) counts[one.version] = (counts[one.version] ?? 0) + one.hosts;
      assert.equal([counts, hosts], [versionsIn(seen, wanted), rowsOf(seen, wanted).length], at);
      const having = hostsWith(index, inView, { name: wanted, held: false });
      const expected = rowsOf(seen, wanted)
        .map(([id, own]): [string, Entry[]] => [id, own.filter((one) => !one.held)])
        .filter(([, own]) => own.length > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1));
      assert.equal(
        having.hostIds.map((id, place) => [id, having.packagesAt(place)]),
        expected,
        at,
      );
    }
  }
  assert.ok(held > 500 && gone > 5, `${held} held or pending, ${gone} deleted`);
});

/** The result of some work, with something done after each of its first steps. */
async function done<Result>(
  work: Generator<void, Result>,
  between: (step: number) => Promise<void>,
): Promise<Result> {
  for (let step = 0; ; step += 1) {
    const { done: isDone, value } = work.next();
    if (isDone) return value as Result;
    await between(step);
  }
}

test('sources are those of one moment, though lists change while they are gone through', async (world) => {
  const { db, index, tell, forget } = await fleetOf();
  world.close = () => db.close();
  const listOf = (version: string, size = 30): Entry[] =>
    listed(
      Array.from({ length: size }, (_, nth) => ({
        name: name(nth),
        arch: 'amd64',
        version,
        ...(nth % 2 ? { source: { name: `source-${nth}`, version: `${version}.s` } } : {}),
      })),
    );
  const fleet = new Map<string, Entry[]>();
  for (let at = 0; at < HOSTS; at += 1) fleet.set(`host-${at}`, listOf(`1.${at}`));
  for (const [id, list] of fleet) await tell(id, list);
  await index.refresh();
  const found = await done(
    sourcesOf(index.snapshot(), { isWanted: () => true, isApart: (one) => one.endsWith('5') }),
    async (step) => {
      if (step > 20) return;
      if (step % 7 === 3) await forget(`host-${step % HOSTS}`);
      else await tell(`host-${step % HOSTS}`, listOf(`2.${step}`, 20 + step));
      await index.refresh();
    },
  );
  const told = found.versions.flatMap(({ source, version, hosts }) =>
    hosts.flatMap((numbers) => [...numbers].map((number) => `${source} ${version} ${found.hosts[number]}`)),
  );
  assert.equal([...new Set(told)].sort(), bySource(fleet));
  assert.equal(found.untold, []);
  const now = packagesBySource(index, ['host-0'], () => true).get('host-0') ?? [];
  assert.ok(
    now.length > 0 && now.every(({ version }) => version.startsWith('2.')),
    'the index itself is of now',
  );
});

test('what was found on hosts stays as it was found, though lists change before it is told', async (world) => {
  const { db, index, tell } = await fleetOf();
  world.close = () => db.close();
  const listOf = (version: string): Entry[] =>
    listed(Array.from({ length: 30 }, (_, nth) => ({ name: name(nth), arch: 'amd64', version })));
  for (const at of [0, 1, 2]) await tell(`host-${at}`, listOf(`1.${at}`));
  await index.refresh();
  const found = hostsWith(index, null, { name: name(3) });
  for (const at of [0, 1, 2]) await tell(`host-${at}`, listOf(`2.${at}`));
  await index.refresh();
  assert.equal(
    found.hostIds.map((id, place) => [id, found.packagesAt(place).map(({ version }) => version)]),
    [0, 1, 2].map((at) => [`host-${at}`, [`1.${at}`]]),
  );
});

test('what is read ahead is what a question would read, and one that is closed reads no more', async (world) => {
  const { db, index, tell } = await fleetOf();
  world.close = () => db.close();
  const list = listed(
    Array.from({ length: 30 }, (_, nth) => ({ name: name(nth), arch: 'amd64', version: '1' })),
  );
  for (let at = 0; at < HOSTS; at += 1) await tell(`host-${at}`, at === 0 ? list : list.slice(at));
  const ahead = index.keep();
  const asked = index.refresh();
  await ahead;
  assert.is(index.hosts.size, HOSTS);
  assert.is(versionsOf(index, null, name(5)).hosts, 6);
  await asked;
  await tell('host-9', list);
  await index.close();
  assert.match(String(await index.refresh().catch((error: Error) => error.message)), /closed/);
  assert.is(index.hosts.size, HOSTS);
});

test.run();
