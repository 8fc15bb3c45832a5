import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  codeOf,
  aged,
  DAY_MS,
  got,
  advisory,
  open,
  patchOf,
  settled,
  tell,
  told,
  type Schemas,
  type World,
} from './exposure.testing.ts';
import { waitFor } from '../../test/support/wait.ts';
import { cleanUp } from './service/upkeep.ts';

const names = ({ cves }: Schemas['CveList']): string[] => cves.map(({ cve }) => cve);

/** The list of CVEs, their history, and what each caller sees of it. */
export function cvesAreRecorded(test: Test<World>): void {
  test('a CVE counts a host once, is closed when the patch is gone, and opens anew when it comes back', async (w) => {
    const [one, other] = [await w.kit.addHost(), await w.kit.addHost()];
    const both = advisory('CVE-2026-1001', 'CVE-2026-1002');
    await told(w.kit, one.id, [
      patchOf('openssl', { severity: 'important', advisories: both, available_version: '3.0.2' }),
      patchOf('libssl', { severity: 'critical', advisories: advisory('CVE-2026-1001', 'RHSA-1') }),
    ]);
    await told(w.kit, other.id, [patchOf('openssl', { severity: 'moderate', advisories: both })]);
    const list = await got<Schemas['CveList']>(w, '/exposure/cves?search=2026-100');
    assert.equal(names(list), ['CVE-2026-1001', 'CVE-2026-1002'], 'the graver first; an advisory is no CVE');
    assert.equal(
      list.cves.map(({ severity, hosts_open: hosts }) => [severity, hosts]),
      [
        ['critical', 2],
        ['important', 2],
      ],
    );
    await aged(w.kit, one.id, 3);
    const openedAt = (await findings(w, 'CVE-2026-1001', one.id)).map((row) => row.opened_at);
    await told(w.kit, one.id, []);
    const closed = await findings(w, 'CVE-2026-1001', one.id);
    assert.equal(
      closed.map(({ state, closed_by: by, opened_at: at }) => [state, by, at]),
      [['closed', 'PATCHED', openedAt[0]]],
    );
    assert.ok(Date.parse(String(closed[0]?.closed_at)) - Date.parse(String(openedAt[0])) >= 3 * DAY_MS);
    assert.is((await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2026-1001')).hosts_open, 1);
    await told(w.kit, one.id, [patchOf('openssl', { advisories: advisory('CVE-2026-1001') })]);
    const again = await findings(w, 'CVE-2026-1001', one.id);
    assert.equal(
      again.map(({ state }) => state),
      ['open', 'closed'],
    );
    assert.ok(String(again[0]?.opened_at) >= String(closed[0]?.closed_at));
  });

  test('the CVEs of a host name its own packages and version, whatever other distributions have', async (w) => {
    const [ubuntu, suse] = [await w.kit.addHost(), await w.kit.addHost()];
    const advisories = advisory('CVE-2026-1010');
    await told(w.kit, ubuntu.id, [
      patchOf('openssh-client', { advisories, available_version: '1:9.6p1-3ubuntu13.5' }),
      patchOf('openssh-server', { advisories, available_version: '1:9.6p1-3ubuntu13.5' }),
    ]);
    await told(w.kit, suse.id, [
      patchOf('openssh', { advisories, available_version: '9.6p1-150600.6.3.1' }),
      patchOf('openssh-server', { advisories, available_version: '9.6p1-150600.6.3.1' }),
    ]);
    const named = async (hostId: string, state = 'open') => {
      const path = `/exposure/cves?host_id=${hostId}&state=${state}`;
      const [one] = (await got<Schemas['CveList']>(w, path)).cves;
      return one?.packages.map(({ name, fixed_version: version }) => `${name} ${version}`.trim()).join(', ');
    };
    assert.is(await named(ubuntu.id), 'openssh-client 1:9.6p1-3ubuntu13.5, openssh-server');
    assert.is(await named(suse.id), 'openssh 9.6p1-150600.6.3.1, openssh-server');
    await told(w.kit, suse.id, []);
    assert.is(await named(suse.id, 'closed'), 'openssh 9.6p1-150600.6.3.1, openssh-server');
  });

  test('a CVE of the kernel stays open until the host has restarted; any other closes with its patch', async (w) => {
    const host = await w.kit.addHost();
    await told(w.kit, host.id, [
      patchOf('linux-image-6.1.0-18-amd64', { advisories: advisory('CVE-2026-2101') }),
      patchOf('zlib', { advisories: advisory('CVE-2026-2102') }),
    ]);
    const statusOf = async (cve: string) => (await findings(w, cve, host.id))[0]?.state;
    await told(w.kit, host.id, [], { rebootRequired: true });
    assert.equal([await statusOf('CVE-2026-2101'), await statusOf('CVE-2026-2102')], ['open', 'closed']);
    assert.is((await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2026-2101')).hosts_open, 1);
    await told(w.kit, host.id, [], { rebootRequired: false });
    const [closed] = await findings(w, 'CVE-2026-2101', host.id);
    assert.equal([closed?.state, closed?.closed_by], ['closed', 'PATCHED']);
  });

  test('a CVE that the source takes back is no patched one, and a list that is not whole closes nothing', async (w) => {
    const host = await w.kit.addHost();
    const named = (...cves: string[]) => [patchOf('zlib', { advisories: advisory(...cves) })];
    await told(w.kit, host.id, named('CVE-2026-2001', 'CVE-2026-2002'));
    await aged(w.kit, host.id, 2);
    await told(w.kit, host.id, named('CVE-2026-2002'));
    const [closed] = await findings(w, 'CVE-2026-2001', host.id);
    assert.equal([closed?.state, closed?.closed_by], ['closed', 'NOT_NAMED']);
    await told(w.kit, host.id, [], { securityTotal: 1 });
    assert.is((await findings(w, 'CVE-2026-2002', host.id))[0]?.state, 'open');
  });

  test('a CVE that is named and taken back within a day leaves no row, and a CVE goes with its last one', async (w) => {
    const host = await w.kit.addHost();
    const named = (...cves: string[]) => [patchOf('flap', { advisories: advisory(...cves) })];
    await told(w.kit, host.id, named('CVE-2026-2151'));
    await told(w.kit, host.id, named('CVE-2026-2152'));
    const { reader } = w.kit.ctx.db;
    const of = async (cve: string) => [
      (await reader('exposure_findings').where({ cve })).length,
      (await reader('exposure_cves').where({ cve })).length,
    ];
    assert.equal(
      [await of('CVE-2026-2151'), await of('CVE-2026-2152')],
      [
        [0, 0],
        [1, 1],
      ],
    );
    await aged(w.kit, host.id, 2);
    await told(w.kit, host.id, []);
    assert.equal(await of('CVE-2026-2152'), [1, 1], 'what was open for days is kept, closed');
    await aged(w.kit, host.id, 1_000);
    await cleanUp(w.kit.ctx);
    assert.equal(await of('CVE-2026-2152'), [0, 0]);
  });

  test('one host opens two thousand CVEs a day, the gravest first, and the rest is a problem of it', async (w) => {
    const host = await w.kit.addHost();
    const [grave, light] = [0, 1].map((part) =>
      Array.from({ length: 1_500 }, (_, at) => `CVE-2025-${10_000 + part * 1_500 + at}`),
    ) as [string[], string[]];
    await told(w.kit, host.id, []);
    await told(w.kit, host.id, [
      patchOf('light', { severity: 'low', advisories: advisory(...light) }),
      patchOf('grave', { severity: 'critical', advisories: advisory(...grave) }),
    ]);
    const open = await w.kit.ctx.db.reader('exposure_findings').where({ host_id: host.id, open: 1 });
    assert.is(open.length, 2_000);
    assert.is((open as { package: string }[]).filter((row) => row.package === 'grave').length, 1_500);
    const problems = async () => (await got<Schemas['Host']>(w, `/hosts/${host.id}`)).problems;
    assert.equal(
      (await problems()).map(({ code, message }) => [code, /\b1000 of its/.test(message)]),
      [['EXPOSURE_CUT', true]],
    );
    await aged(w.kit, host.id, 2);
    assert.equal(await problems(), [], 'the next day brings the rest');
  });

  test('a first list of thousands of CVEs is taken in by parts, and goes on where a manager stopped', async (w) => {
    const host = await w.kit.addHost();
    const cves = Array.from({ length: 4_000 }, (_, at) => `CVE-2022-${10_000 + at}`);
    const stored = async () => {
      const rows = w.kit.ctx.db.reader('exposure_findings').where({ host_id: host.id, open: 1 });
      return (await rows.select('cve', 'opened_at')) as { cve: string; opened_at: number | Date }[];
    };
    await tell(w.kit, host.id, [patchOf('first', { advisories: advisory(...cves) })]);
    const before = await waitFor(async () => {
      await w.kit.clock.advance(5_000);
      const { length } = await stored();
      return length > 0 && length;
    });
    await w.kit.stop();
    w.kit = await open(w, w.kit);
    assert.ok(before < cves.length, 'others had their turn at the one writer');
    await settled(w.kit);
    const rows = await stored();
    assert.equal(rows.map(({ cve }) => cve).sort(), cves);
    assert.is(new Set(rows.map((row) => Number(row.opened_at))).size, 1, 'all are as old as the list');
    const { reader } = w.kit.ctx.db;
    const counted = await reader('exposure_cves')
      .where({ hosts_open: 1 })
      .where('cve', '>=', 'CVE-2022-')
      .where('cve', '<', 'CVE-2023-')
      .pluck('cve');
    assert.is(counted.length, cves.length);
    assert.equal(await reader('exposure_hosts').where({ host_id: host.id }).pluck('cut'), [null]);
    // So it is with what ends them.
    await told(w.kit, host.id, []);
    assert.equal(await stored(), []);
  });

  test('what was pending before that was recorded has no time', async (w) => {
    const host = await w.kit.addHost();
    const { knex } = w.kit.ctx.db;
    await told(w.kit, host.id, [patchOf('sudo', { advisories: advisory('CVE-2026-3001') })]);
    // As a manager of an earlier release left it.
    await knex('hosts_patches').where('host_id', host.id).update({ first_seen: '{"sudo:amd64":null}' });
    for (const table of ['findings', 'patches', 'hosts'])
      await knex(`exposure_${table}`).where('host_id', host.id).delete();
    await knex('exposure_cves').where('cve', 'CVE-2026-3001').delete();
    await knex('exposure_counts').where('name', 'sudo').delete();
    const sudo = knex('exposure_advisories').where('name', 'ADV-CVE-2026-3001').select('id');
    await knex('exposure_advisory_counts').whereIn('advisory_id', sudo).delete();
    await told(w.kit, host.id, [patchOf('sudo', { advisories: advisory('CVE-2026-3001') })]);
    assert.is((await findings(w, 'CVE-2026-3001', host.id))[0]?.opened_at, null);
    assert.is((await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2026-3001')).first_seen_at, null);
  });

  test('pages follow each other without a gap in every order', async (w) => {
    const host = await w.kit.addHost();
    const cves = Array.from({ length: 7 }, (_, i) => `CVE-2026-4${String(i).padStart(3, '0')}`);
    const severities = ['critical', null, 'low'] as const;
    await told(
      w.kit,
      host.id,
      cves.map((cve, i) => patchOf(`p${i}`, { severity: severities[i % 3], advisories: advisory(cve) })),
    );
    for (const sort of ['-priority', '-hosts_open', '-epss', '-first_seen_at', 'cve']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const path = `/exposure/cves?host_id=${host.id}&limit=2&sort=${sort}${cursor}`;
        const page: Schemas['CveList'] = await got(w, path);
        assert.is(page.total, 7);
        seen.push(...names(page));
        cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
      } while (cursor !== '');
      assert.equal(seen.toSorted(), cves, sort);
    }
  });

  test('a scope cuts hosts, counts, packages and the search', async (w) => {
    const [mine, theirs] = [await w.kit.addHost(), await w.kit.addHost()];
    await told(w.kit, mine.id, [patchOf('mine-lib', { advisories: advisory('CVE-2026-5001') })]);
    await told(w.kit, theirs.id, [
      patchOf('their-lib', { advisories: advisory('CVE-2026-5001', 'CVE-2026-5002') }),
    ]);
    const body = { name: `g${mine.id}`, host_ids: [mine.id] };
    const group = (await w.kit.call('POST', '/api/v1/groups', { body })).body as Schemas['Group'];
    w.scope.now = { groupIds: [group.id] };
    const list: Schemas['CveList'] = await got(w, '/exposure/cves?search=cve-2026-5', 'operator');
    assert.equal(
      list.cves.map(({ cve, hosts_open: hosts, packages }) => [cve, hosts, packages.map(({ name }) => name)]),
      [['CVE-2026-5001', 1, ['mine-lib']]],
    );
    const searched: Schemas['CveList'] = await got(w, '/exposure/cves?search=their-lib', 'operator');
    assert.is(searched.total, 0);
    await got(w, '/exposure/cves/CVE-2026-5002', 'operator', 404);
    const rows: Schemas['FindingList'] = await got(w, '/exposure/cves/CVE-2026-5001/hosts', 'operator');
    assert.equal(
      rows.hosts.map(({ host_id: id }) => id),
      [mine.id],
    );
    const order: Schemas['PatchOrder'] = await got(w, '/exposure/order', 'operator');
    assert.equal(
      order.packages.map((one) => one.package),
      ['mine-lib'],
    );
    const figures: Schemas['Exposure'] = await got(w, '/exposure', 'operator');
    assert.equal([figures.cves_open, figures.hosts_affected], [1, 1]);
    const foreign = await w.kit.call('GET', `/api/v1/exposure/order?host_id=${theirs.id}`, {
      role: 'operator',
    });
    assert.is(codeOf(foreign), '404 HOST_NOT_FOUND');
  });

  test('two managers take each list in once, and a deleted host leaves nothing', async (w) => {
    const beside = await open(w, w.kit);
    try {
      const hosts = [];
      for (let i = 0; i < 3; i += 1) hosts.push(await w.kit.addHost());
      for (const { id } of hosts)
        await told(w.kit, id, [patchOf('curl', { advisories: advisory('CVE-2026-6001') })]);
      assert.is((await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2026-6001')).hosts_open, 3);
      await w.kit.call('DELETE', `/api/v1/hosts/${hosts[0]?.id}`);
      await told(w.kit, hosts[1]?.id ?? '', []);
      const left = await got<Schemas['Cve']>({ kit: beside }, '/exposure/cves/CVE-2026-6001');
      assert.is(left.hosts_open, 1);
      const rows = await w.kit.ctx.db.reader('exposure_findings').where('host_id', hosts[0]?.id);
      assert.is(rows.length, 0);
    } finally {
      await beside.stop();
    }
  });
}

async function findings(w: World, cve: string, hostId: string): Promise<Schemas['Finding'][]> {
  const list = await got<Schemas['FindingList']>(w, `/exposure/cves/${cve}/hosts`);
  return list.hosts.filter(({ host_id: id }) => id === hostId);
}
