import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { aged, codeOf, got, patchOf, told, type Schemas, type World } from './exposure.testing.ts';
import { cleanUp } from './service/upkeep.ts';

type List = Schemas['ExposureAdvisoryList'];

const list = (w: World, query = '', role: 'admin' | 'operator' = 'admin') =>
  got<List>(w, `/exposure/advisories?limit=500${query}`, role);

const named = (id: string, ...cves: string[]) => [{ id, cves }];

/** Kinds of fix that a fleet lacks: what belongs to one advisory is one row. */
export function advisoriesAreCounted(test: Test<World>): void {
  test('packages of one advisory are one row, whose hosts count once', async (w) => {
    const [one, other] = [await w.kit.addHost(), await w.kit.addHost()];
    const of = (name: string, more = {}) =>
      patchOf(name, {
        advisories: named('RXSA-2026:1', 'CVE-2026-9701', 'CVE-2026-9702'),
        severity: 'moderate',
        available_version: '8.7-2',
        ...more,
      });
    await told(w.kit, one.id, [of('rx-ssh'), of('rx-ssh-server', { severity: 'critical' })]);
    await told(w.kit, other.id, [of('rx-ssh-clients', { held: true }), patchOf('rx-lone')]);
    const found = (await list(w, '&search=rx-')).advisories.map((row) => [
      row.advisory,
      row.source,
      row.severity,
      row.hosts,
      row.hosts_held,
      row.cves,
      row.packages,
      row.fixed_version,
    ]);
    assert.equal(found, [
      ['RXSA-2026:1', null, 'critical', 2, 1, 2, ['rx-ssh', 'rx-ssh-server', 'rx-ssh-clients'], '8.7-2'],
      [null, null, 'unrated', 1, 0, 0, ['rx-lone'], patchOf('rx-lone').available_version],
    ]);
    const [id = ''] = (await list(w, '&cve=CVE-2026-9701')).advisories.map((row) => row.id);
    const cves = await got<Schemas['CveList']>(w, `/exposure/cves?advisory_id=${id}&sort=cve`);
    assert.equal(
      cves.cves.map(({ cve }) => cve),
      ['CVE-2026-9701', 'CVE-2026-9702'],
    );
    const patches = await got<Schemas['ExposurePatchList']>(w, `/exposure/patches?advisory_id=${id}`);
    assert.equal([patches.total, patches.hosts_total], [3, 2]);
    assert.is((await got<Schemas['ExposureAdvisory']>(w, `/exposure/advisories/${id}`)).hosts, 2);
  });

  test('an advisory of two releases is a row in each, with its own hosts, packages, version and job', async (w) => {
    const [noble, jammy] = [await w.kit.addHost(), await w.kit.addHost()];
    const runs = (id: string, name: string, version: string) =>
      w.kit.ctx.db.knex('hosts_hosts').where('id', id).update({ os_name: name, os_version: version });
    await runs(noble.id, 'Ubuntu 24.04.1 LTS', '24.04');
    await runs(jammy.id, 'Ubuntu 22.04.5 LTS', '22.04');
    const of = (name: string, version: string) =>
      patchOf(name, { advisories: named('USN-97-1', 'CVE-2026-97301'), available_version: version });
    await told(w.kit, noble.id, [of('rel-server', '9.6-3'), of('rel-client', '9.6-3')]);
    await told(w.kit, jammy.id, [of('rel-server', '8.9-10')]);
    const rows = (await list(w, '&search=USN-97-1')).advisories;
    assert.equal(
      rows
        .map((row) => [row.distribution, row.fixed_version, row.hosts, row.packages.toSorted()])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
      [
        ['Ubuntu 22.04', '8.9-10', 1, ['rel-server']],
        ['Ubuntu 24.04', '9.6-3', 1, ['rel-client', 'rel-server']],
      ],
    );
    for (const { id, distribution } of rows) {
      const { patches } = await got<Schemas['ExposurePatchList']>(w, `/exposure/patches?advisory_id=${id}`);
      const own = distribution === 'Ubuntu 22.04' ? jammy.id : noble.id;
      assert.equal([...new Set(patches.map((patch) => patch.host_id))], [own]);
    }
  });

  test('the rating of the own distribution counts; where there is none, that of the CVEs', async (w) => {
    const [own, other] = [await w.kit.addHost(), await w.kit.addHost()];
    const fixing = (id: string) => ({ advisories: named(id, 'CVE-2026-97401') });
    await told(w.kit, other.id, [patchOf('sev-a', { ...fixing('SEV-1'), severity: 'critical' })]);
    await told(w.kit, own.id, [
      patchOf('sev-b', { ...fixing('SEV-2'), severity: 'important' }),
      patchOf('sev-c', { ...fixing('SEV-3'), severity: null }),
    ]);
    const found = (await list(w, `&host_id=${own.id}&sort=cves`)).advisories;
    assert.equal(found.map((row) => [row.advisory, row.severity]).toSorted(), [
      ['SEV-2', 'important'],
      ['SEV-3', 'critical'],
    ]);
  });

  test('rows are found by what is exploited, overdue, graver or on a host, and ordered as asked', async (w) => {
    const host = await w.kit.addHost();
    await told(w.kit, host.id, [
      patchOf('ord-a', { advisories: named('ORD-1', 'CVE-2026-97101'), severity: 'low' }),
      patchOf('ord-b', {
        advisories: named('ORD-2', 'CVE-2026-97102', 'CVE-2026-97103'),
        severity: 'critical',
      }),
    ]);
    await aged(w.kit, host.id, 20);
    const names = async (query: string) =>
      (await list(w, `&host_id=${host.id}${query}`)).advisories.map(({ advisory }) => advisory);
    assert.equal(await names(''), ['ORD-2', 'ORD-1']);
    assert.equal(await names('&sort=-rank'), ['ORD-1', 'ORD-2']);
    assert.equal(await names('&sort=cves'), ['ORD-1', 'ORD-2']);
    assert.equal(await names('&overdue=true'), ['ORD-2']);
    assert.equal(await names('&overdue=false'), ['ORD-1']);
    assert.equal(await names('&severity=low'), ['ORD-1']);
    assert.equal(await names('&search=CVE-2026-97103'), ['ORD-2']);
    assert.equal(await names('&exploited=true'), []);
    const first = await got<List>(w, `/exposure/advisories?host_id=${host.id}&limit=1`);
    const next = await got<List>(
      w,
      `/exposure/advisories?host_id=${host.id}&limit=1&cursor=${first.next_cursor}`,
    );
    assert.equal(
      [first, next].map(({ advisories, total }) => [advisories[0]?.advisory, total]),
      [
        ['ORD-2', 2],
        ['ORD-1', 2],
      ],
    );
    assert.is(next.next_cursor, null);
  });

  test('a scope cuts hosts, packages and CVEs, and hides advisories that only others lack', async (w) => {
    const [mine, theirs] = [await w.kit.addHost(), await w.kit.addHost()];
    await told(w.kit, mine.id, [patchOf('sc-mine', { advisories: named('SC-1', 'CVE-2026-97201') })]);
    await told(w.kit, theirs.id, [
      patchOf('sc-their', { advisories: named('SC-1', 'CVE-2026-97201', 'CVE-2026-97202') }),
      patchOf('sc-other', { advisories: named('SC-2', 'CVE-2026-97203') }),
    ]);
    const hidden = (await list(w, '&search=sc-other')).advisories[0]?.id ?? '';
    w.scope.now = { hostIds: [mine.id] };
    const seen = (await list(w, '&search=sc-', 'operator')).advisories;
    assert.equal(
      seen.map((row) => [row.advisory, row.hosts, row.cves, row.packages]),
      [['SC-1', 1, 1, ['sc-mine']]],
    );
    assert.is((await list(w, '&search=sc-their', 'operator')).total, 0);
    for (const path of [
      `advisories/${hidden}`,
      `patches?advisory_id=${hidden}`,
      `cves?advisory_id=${hidden}`,
    ]) {
      const answer = await w.kit.call('GET', `/api/v1/exposure/${path}`, { role: 'operator' });
      assert.is(codeOf(answer), '404 ADVISORY_NOT_FOUND', path);
    }
    const patches = await got<Schemas['ExposurePatchList']>(
      w,
      `/exposure/patches?advisory_id=${seen[0]?.id}`,
      'operator',
    );
    assert.is(patches.total, 1);
  });

  test('an advisory that no host lacks any more is deleted', async (w) => {
    const host = await w.kit.addHost();
    await told(w.kit, host.id, [patchOf('gone-lib', { advisories: named('GONE-1') })]);
    const kept = () => w.kit.ctx.db.reader('exposure_advisories').where('name', 'GONE-1');
    await told(w.kit, host.id, []);
    assert.is((await list(w, '&search=gone-lib')).total, 0);
    assert.is((await kept()).length, 1);
    await cleanUp(w.kit.ctx);
    assert.is((await kept()).length, 0);
    await told(w.kit, host.id, [patchOf('gone-lib', { advisories: named('GONE-1') })]);
    assert.is((await list(w, '&search=gone-lib')).total, 1, 'it is known again');
  });
}
