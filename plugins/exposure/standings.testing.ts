import * as assert from 'uvu/assert';
import { standingOf } from './domain/serviceLevel.ts';
import { bySeverity, severityOfRank } from './domain/rank.ts';
import { got, type Schemas, type World } from './exposure.testing.ts';
import { ExceptionModel, PatchModel } from './models.ts';
import { waitFor } from '../../test/support/wait.ts';
import { renewStandings, standingsOf } from './service/standings.ts';

const LEVELS = ['critical', 'important', 'moderate', 'low', 'unrated'] as const;

/** The figures that are stored for each host, computed here from open patches by the code that judges a single one. */
function figuresOf(rows: readonly PatchModel[], now: Date) {
  const late = rows.filter((row) => standingOf(row, now) === 'late');
  const totals = (some: readonly PatchModel[]) => ({
    hosts: new Set(some.map(({ hostId }) => hostId)).size,
    patches: some.length,
  });
  return {
    ...totals(rows),
    unnamed: rows.filter(({ cves }) => cves === 0).length,
    notRecorded: rows.filter((row) => standingOf(row, now) === 'not_recorded').length,
    late: totals(late),
    lateOf: bySeverity((severity) =>
      totals(late.filter(({ severityRank }) => severityOfRank(severityRank) === severity)),
    ),
  };
}

const openRows = ({ kit }: World): Promise<PatchModel[]> =>
  Promise.resolve(PatchModel.query(kit.ctx.db.reader).where('open', 1));

/**
 * Figures and lists of the fleet, and of a caller who sees only these hosts, must agree with the patches. Resolves with
 * how many are late.
 */
export async function figuresAsRows(w: World, hostIds: readonly string[], at: string): Promise<number> {
  const all = await openRows(w);
  const excepted = await ExceptionModel.query(w.kit.ctx.db.reader);
  const now = w.kit.clock.now();
  for (const scope of ['all', { hostIds: [...hostIds] }] as const) {
    w.scope.now = scope;
    const isSeen = ({ hostId }: { hostId: string }) => scope === 'all' || hostIds.includes(hostId);
    const expected = figuresOf(all.filter(isSeen), now);
    const seen = await got<Schemas['Exposure']>(w, '/exposure', 'operator');
    assert.equal(
      [seen.hosts_affected, seen.patches_unnamed, seen.patches_not_recorded, seen.exceptions],
      [
        expected.hosts,
        expected.unnamed,
        expected.notRecorded,
        excepted.filter((row) => isSeen(row) && row.expiresAt > now).length,
      ],
      at,
    );
    assert.equal([seen.hosts_beyond, seen.patches_beyond], [expected.late.hosts, expected.late.patches], at);
    for (const severity of LEVELS) {
      const { hosts, patches } = expected.lateOf[severity];
      assert.is(seen.patches_beyond_by_severity[severity], patches, at);
      await isList(w, `/exposure/breaches?severity=${severity}`, { hosts, patches });
    }
    await isList(w, '/exposure/breaches?limit=1', expected.late);
    await isList(w, '/exposure/patches?standing=late&severity=low', expected.lateOf.low);
    await isList(w, '/exposure/patches', expected);
  }
  w.scope.now = 'all';
  return figuresOf(all, now).late.patches;
}

async function isList(w: World, path: string, { hosts, patches }: { hosts: number; patches: number }) {
  const list = await got<{ total: number; hosts_total: number }>(w, path, 'operator');
  assert.equal([list.total, list.hosts_total], [patches, hosts], path);
}

/** Compares at other times, too: just before and after each time at which a standing changes. */
export async function countedAtAnyTime(w: World): Promise<void> {
  const rows = await openRows(w);
  const times = rows.flatMap(({ dueAt, exceptedUntil }) => [dueAt ?? [], exceptedUntil ?? []].flat());
  assert.ok(rows.some(({ exceptedUntil }) => exceptedUntil !== null));
  for (const time of new Set(times.map(Number)))
    for (const ahead of [-1, 0, 1]) {
      const now = new Date(time + ahead);
      assert.equal(
        await standingsOf(w.kit.ctx.db.reader, null, now),
        figuresOf(rows, now),
        now.toISOString(),
      );
    }
}

/** A row that holds no longer does not count, and the loop counts it anew without being told. */
export async function countsAreRenewed(w: World): Promise<void> {
  const { db, clock } = { db: w.kit.ctx.db, clock: w.kit.clock };
  const counts = () =>
    db.reader('exposure_standings').select('host_id', 'patches', 'late_low').orderBy('host_id');
  const before = await counts();
  assert.ok(before.length > 1);
  const over = new Date(clock.now().getTime() - 1);
  await db.knex('exposure_standings').update({ holds_until: over, patches: 99, late_low: 99 });
  await figuresAsRows(w, [], 'before the loop');
  await waitFor(async () => {
    await clock.advance(5_000);
    const left = await db.reader('exposure_standings').where('holds_until', '<', clock.now());
    return left.length === 0;
  });
  assert.equal(await counts(), before);
  await figuresAsRows(w, [], 'behind it');
  await db.knex('exposure_standings').update({ patches: 99 });
  assert.is(
    await renewStandings(w.kit.ctx),
    0,
    'what holds is not counted anew, or the loop would never end',
  );
  assert.ok((await counts()).every(({ patches }) => patches === 99));
  await db.knex('exposure_standings').update({ holds_until: over });
  while ((await renewStandings(w.kit.ctx)) > 0);
  assert.equal(await counts(), before);
}
