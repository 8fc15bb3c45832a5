import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { DAY_MS, aged, got, patchOf, settled, told, type Schemas, type World } from './exposure.testing.ts';
import { ExceptionModel } from './models.ts';
import { COUNTED } from './service/counts.ts';
import { fleetLacks, lateInSlot } from './service/fleetOrder.ts';
import { lacksQuery, type LackRow } from './service/orderRows.ts';
import { countedAtAnyTime, countsAreRenewed, figuresAsRows } from './standings.testing.ts';

/** Random numbers that are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const SEVERITIES = ['critical', 'important', 'moderate', 'low', null] as const;

/** The order of the fleet, which is made from stored counts, must be that of a look at every host's rows. */
export function orderIsCounted(test: Test<World>): void {
  test('the counts of the fleet equal the rows of its hosts, whatever happens to them', async (w) => {
    const unexcept = async (): Promise<void> => {
      const [row] = await ExceptionModel.query(w.kit.ctx.db.reader).orderBy('id').limit(1);
      if (row) await w.kit.call('DELETE', `/api/v1/exposure/exceptions/${row.id}`);
    };
    const roll = dice(20_260_115);
    const hosts: string[] = [];
    for (let i = 0; i < 6; i += 1) hosts.push((await w.kit.addHost()).id);
    const some = () => hosts[roll(hosts.length)] ?? '';
    const list = () =>
      Array.from({ length: roll(8) }, () =>
        patchOf(`dice-${roll(5)}`, {
          arch: roll(2) ? 'amd64' : 'i386',
          severity: SEVERITIES[roll(5)] ?? null,
          held: roll(3) === 0,
          advisories: [{ id: `DICE-${roll(3)}`, cves: [] }],
        }),
      ).filter((one, at, all) => all.findIndex((o) => o.name === one.name && o.arch === one.arch) === at);
    const except = (hostId = some()) =>
      w.kit.call('POST', '/api/v1/exposure/exceptions', {
        body: {
          host_id: hostId,
          package: `dice-${roll(5)}`,
          reason: 'Dice.',
          expires_at: new Date(w.kit.clock.now().getTime() + (1 + roll(3)) * DAY_MS).toISOString(),
        },
      });
    const days = (low: number) =>
      w.kit.call('PUT', '/api/v1/settings', { body: { service_levels: { low_days: low, unrated_days: 5 } } });
    let lateSeen = 0;
    let latePatches = 0;
    for (let step = 0; step < 40; step += 1) {
      const what = step < 12 ? 0 : roll(10);
      if (what < 4) await told(w.kit, some(), list());
      else if (what === 4) await told(w.kit, some(), list(), { securityTotal: 20 });
      else if (what < 7) await aged(w.kit, some(), 1 + roll(30));
      else if (what === 7) assert.ok([201, 404].includes((await except()).status));
      else if (what === 8) assert.is((await days(1 + roll(60))).status, 200);
      else if (roll(2) === 0) await unexcept();
      else if (hosts.length > 3) await w.kit.call('DELETE', `/api/v1/hosts/${hosts.pop() ?? ''}`);
      await settled(w.kit);
      lateSeen += await sameAsRows(w, `step ${step}`);
      if (step % 4 === 0 || step > 30) latePatches += await figuresAsRows(w, hosts.slice(2), `step ${step}`);
    }
    assert.ok(lateSeen > 20 && latePatches > 20, 'what is late is a part of it');
    await sameAtAnyTime(w);
    const held = (await w.kit.addHost()).id;
    const heldList = Array.from({ length: 5 }, (_, i) => patchOf(`dice-${i}`, { held: true }));
    await told(w.kit, held, heldList);
    assert.is((await except(held)).status, 201);
    assert.is((await except(held)).status, 201);
    await countedAtAnyTime(w);
    await countsAreRenewed(w);
    assert.is((await days(90)).status, 200);
    await settled(w.kit);
  });
}

/**
 * MariaDB plans by what is in the tables, and these are small. SQLite plans by the words of the query: when a fleet
 * becomes late at once, looking at each row that is already late for each new one takes a second.
 */
export function lateIsFoundByHost(test: Test<World>): void {
  test('what came to be late lately is held against the rows of its own host alone', async (w) => {
    const { reader, dialect } = w.kit.ctx.db;
    if (dialect !== 'sqlite') return;
    const now = w.kit.clock.now();
    for (const counted of Object.values(COUNTED)) {
      const { sql, bindings } = lateInSlot(reader, counted, { start: new Date(now.getTime() - 300_000), now })
        .toSQL()
        .toNative();
      const steps = (await reader.raw(`explain query plan ${sql}`, bindings as number[])) as {
        detail: string;
      }[];
      const looks = steps.map(({ detail }) => detail).filter((detail) => detail.includes('earlier'));
      assert.is(looks.length, 1, JSON.stringify(steps));
      assert.match(looks[0] ?? '', /COVERING INDEX .*host_id=\?/, JSON.stringify(steps));
    }
  });
}

/** Compares at times just before and after each patch is due, also within the current ten minutes. */
async function sameAtAnyTime({ kit }: World): Promise<void> {
  const { reader } = kit.ctx.db;
  const rows = (await reader('exposure_patches')
    .where('open', 1)
    .whereNotNull('due_at')
    .distinct('due_at')) as { due_at: Date | number }[];
  assert.ok(rows.length > 5);
  for (const { due_at: due } of rows)
    for (const ahead of [-1, 0, 1, 300_000, 700_000]) {
      const now = new Date(new Date(due).getTime() + ahead);
      await sameRows(kit, now);
    }
}

/** Holds what is made of the stored counts against the query over all rows. */
async function sameRows(kit: World['kit'], now: Date): Promise<LackRow[]> {
  const facts = (one: LackRow): unknown[] => [
    one.subject,
    Number(one.hosts),
    Number(one.free),
    Number(one.overdue),
    Number(one.severity_rank),
    one.due_at === null ? null : Number(one.due_at),
  ];
  const found: LackRow[] = [];
  for (const counted of Object.values(COUNTED)) {
    const all = { hostId: undefined, inScope: null, column: counted.column };
    const expected = (await lacksQuery(kit.ctx.db.reader, all, now)) as LackRow[];
    const actual = await fleetLacks(kit.ctx, counted, now);
    assert.equal(actual.map(facts).sort(byName), expected.map(facts).sort(byName), `${now.toISOString()}`);
    if (counted === COUNTED.name) found.push(...expected);
  }
  return found;
}

const byName = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);

/** Compares with the query over all rows; resolves with how many packages are late. */
async function sameAsRows(w: World, at: string): Promise<number> {
  const { reader } = w.kit.ctx.db;
  const now = w.kit.clock.now();
  const rows = await sameRows(w.kit, now);
  const order = await got<Schemas['PatchOrder']>(w, '/exposure/order?limit=500');
  const ranks = ['unrated', 'low', 'moderate', 'important', 'critical'] as const;
  const expected = rows.map((one) => [
    one.subject,
    Number(one.hosts),
    Number(one.overdue),
    ranks[Number(one.severity_rank)],
    one.due_at === null ? null : new Date(one.due_at as number | Date).toISOString(),
  ]);
  const actual = order.packages.map((one) => [
    one.package,
    one.hosts,
    one.hosts_overdue,
    one.severity,
    one.earliest_due_at,
  ]);
  assert.equal(actual.sort(byName), expected.sort(byName), at);
  for (const { counts } of Object.values(COUNTED))
    assert.equal(await reader(counts).where('hosts', '<=', 0), [], at);
  return order.packages.filter((one) => one.hosts_overdue > 0).length;
}
