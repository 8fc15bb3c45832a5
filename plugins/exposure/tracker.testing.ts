import { gzipSync } from 'node:zlib';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '../../test/support/wait.ts';
import { aged, codeOf, got, patchOf, type Schemas, told, type World } from './exposure.testing.ts';

/** A file as the tracker publishes it, also with what is not read. */
const tracker = (sources: Record<string, Record<string, [fixed: string, urgency?: string]>>): object =>
  Object.fromEntries(
    Object.entries(sources).map(([source, cves]) => [
      source,
      Object.fromEntries(
        Object.entries(cves).map(([cve, [fixed, urgency = 'not yet assigned']]) => [
          cve,
          {
            description: 'Something "odd".',
            scope: 'remote',
            debianbug: 1_012_345,
            releases: {
              bookworm: {
                status: 'resolved',
                repositories: { bookworm: '1' },
                fixed_version: fixed,
                urgency,
              },
              sid: { status: 'open', repositories: { sid: '1' }, urgency },
            },
          },
        ]),
      ),
    ]),
  );

const put = (w: World, file: object, query = '') =>
  w.kit.call('PUT', `/api/v1/exposure/data-sets/debian-tracker${query}`, {
    file: gzipSync(JSON.stringify(file)),
  });

const listed = async (w: World): Promise<Schemas['ExposureDataSet'] | undefined> =>
  (await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets')).data_sets.find(
    ({ kind }) => kind === 'debian-tracker',
  );

const applied = (w: World): Promise<unknown> =>
  waitFor(async () => {
    await w.kit.clock.advance(5_000);
    return (await listed(w))?.applied;
  });

async function addDebian(w: World, osName = 'Debian GNU/Linux 12 (bookworm)'): Promise<{ id: string }> {
  const host = await w.kit.addHost();
  await w.kit.ctx.db.knex('hosts_hosts').where('id', host.id).update({ os_name: osName });
  return host;
}

const openOn = async (w: World, hostId: string): Promise<string[]> =>
  (await got<Schemas['CveList']>(w, `/exposure/cves?host_id=${hostId}&sort=cve`)).cves.map(({ cve }) => cve);

const openssl = () => [
  patchOf('libssl3', {
    current_version: '3.0.13-1+b1',
    available_version: '3.0.15-1',
    source: { name: 'openssl', current_version: '3.0.13-1', available_version: '3.0.15-1' },
  }),
];

/** The import of the Debian security tracker, which names the CVEs of apt's patches. */
export function debianIsNamed(test: Test<World>): void {
  test('the tracker names the CVEs that a patch of Debian mends, of hosts that were known and of new ones', async (w) => {
    const [known, ubuntu] = [await addDebian(w), await addDebian(w, 'Ubuntu 24.04.1 LTS')];
    for (const { id } of [known, ubuntu]) await told(w.kit, id, openssl());
    const unnamed = async () => (await got<Schemas['Exposure']>(w, '/exposure')).patches_unnamed;
    const before = await unnamed();
    assert.ok(before >= 2);
    const file = tracker({
      openssl: {
        'CVE-2025-8001': ['3.0.13-1'],
        'CVE-2025-8002': ['3.0.14-1', 'high'],
        'CVE-2025-8003': ['3.0.15-1'],
        'CVE-2025-8004': ['3.0.15-1+deb12u1'],
        'CVE-2025-8005': ['3.0.14-1', 'unimportant'],
      },
      libssl3: { 'CVE-2025-8006': ['3.0.14-1'] },
    });
    const answer = await put(w, file);
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    const set = answer.body as Schemas['ExposureDataSet'];
    assert.equal([set.version, set.rows, set.applied], ['up to CVE-2025-8006', 6, false]);
    await applied(w);
    assert.equal(await openOn(w, known.id), ['CVE-2025-8002', 'CVE-2025-8003']);
    assert.equal(await openOn(w, ubuntu.id), [], 'Ubuntu has versions of its own');
    assert.is(await unnamed(), before - 1);
    const severities = await Promise.all(
      ['CVE-2025-8002', 'CVE-2025-8003'].map((cve) => got<Schemas['Cve']>(w, `/exposure/cves/${cve}`)),
    );
    assert.equal(
      severities.map(({ severity }) => severity),
      ['important', 'unrated'],
    );
    const later = await addDebian(w);
    await told(w.kit, later.id, openssl());
    assert.equal(await openOn(w, later.id), ['CVE-2025-8002', 'CVE-2025-8003']);
    const order = async (hostId: string) =>
      (await got<Schemas['PatchOrder']>(w, `/exposure/order?host_id=${hostId}`)).packages[0];
    assert.is((await order(later.id))?.cves, 2);
    assert.ok((await order(ubuntu.id))?.reasons.includes('CVEs unknown.'));
    await told(w.kit, later.id, []);
    assert.equal(await openOn(w, later.id), []);
  });

  test('a newer file counts alone, and its date is what was said of it', async (w) => {
    const host = await addDebian(w);
    await told(w.kit, host.id, openssl());
    // What is named and taken back within a day leaves no row.
    await aged(w.kit, host.id, 2);
    const now = w.kit.clock.now().getTime();
    const day = (ago: number) =>
      `published_at=${encodeURIComponent(new Date(now - ago * 86_400_000).toISOString())}`;
    const names = (...cves: string[]) =>
      tracker({ openssl: Object.fromEntries(cves.map((cve) => [cve, ['3.0.14-1']])) });
    const newer = names('CVE-2025-8002', 'CVE-2025-8007', 'CVE-2025-8008');
    assert.is(codeOf(await put(w, newer, `?${day(3)}`)), '409 DATA_SET_OLDER');
    assert.is(codeOf(await put(w, newer, `?${day(-3)}`)), '400 DATA_SET_INVALID');
    const taken = await put(w, newer, `?${day(3)}&older=true`);
    assert.is((taken.body as Schemas['ExposureDataSet']).age_days, 3);
    await applied(w);
    assert.equal(await openOn(w, host.id), ['CVE-2025-8002', 'CVE-2025-8007', 'CVE-2025-8008']);
    const findings = await got<Schemas['FindingList']>(w, '/exposure/cves/CVE-2025-8003/hosts?state=closed');
    assert.is(findings.hosts.find(({ host_id: id }) => id === host.id)?.closed_by, 'NOT_NAMED');
    assert.is(codeOf(await put(w, names('CVE-2025-8002'))), '409 DATA_SET_OLDER');
  });

  test('a tracker with anything wrong changes nothing and says where', async (w) => {
    const before = await listed(w);
    const file = tracker({ openssl: { 'CVE-2025-8002': ['3.0 14'] } });
    const answer = await put(w, file);
    assert.is(codeOf(answer), '400 DATA_SET_INVALID');
    assert.match(JSON.stringify(answer.body), /openssl, .{0,4}CVE-2025-8002/);
    assert.equal(await listed(w), before);
  });
}
