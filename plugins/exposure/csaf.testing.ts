import { gzipSync } from 'node:zlib';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '../../test/support/wait.ts';
import { redHatDocument, suseDocument } from '../exposure-feeds/csafDocuments.testing.ts';
import { advisory, codeOf, got, patchOf, told, type Schemas, type World } from './exposure.testing.ts';

type Kind = 'csaf-redhat' | 'csaf-suse';

const put = (w: World, kind: Kind, documents: readonly object[], query = '') =>
  w.kit.call('PUT', `/api/v1/exposure/data-sets/${kind}${query}`, {
    // As some documents of SUSE are: with a description that is not UTF-8.
    file: gzipSync(Buffer.from(documents.map((one) => JSON.stringify(one)).join('\n'), 'latin1')),
  });

const listed = async (w: World, kind: Kind): Promise<Schemas['ExposureDataSet'] | undefined> =>
  (await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets')).data_sets.find(
    (one) => one.kind === kind,
  );

const applied = (w: World, kind: Kind): Promise<unknown> =>
  waitFor(async () => {
    await w.kit.clock.advance(5_000);
    return (await listed(w, kind))?.applied;
  });

async function addHost(w: World, osName: string): Promise<string> {
  const { id } = await w.kit.addHost();
  await w.kit.ctx.db.knex('hosts_hosts').where('id', id).update({ os_name: osName });
  return id;
}

const openOn = async (w: World, hostId: string): Promise<string[]> =>
  (await got<Schemas['CveList']>(w, `/exposure/cves?host_id=${hostId}&sort=cve`)).cves.map(({ cve }) => cve);

const openssl = (ids: string[] = []) => [
  patchOf('openssl-libs', {
    arch: 'x86_64',
    current_version: '1:3.0.7-24.el9',
    available_version: '1:3.0.7-28.el9_4',
    advisories: ids.map((id) => ({ id, cves: [] })),
  }),
];

/** The import of CSAF documents, which names the CVEs of rpm's patches and says how grave they are. */
export function csafIsImported(test: Test<World>): void {
  test('documents name what a patch of rpm mends, by version and by advisory, and say how grave it is', async (w) => {
    const known = await addHost(w, 'AlmaLinux 9.4 (Seafoam Ocelot)');
    const other = await addHost(w, 'Rocky Linux 8.10 (Green Obsidian)');
    for (const id of [known, other]) await told(w.kit, id, openssl(['RHSA-2026:77']));
    await told(w.kit, known, [
      ...openssl(['RHSA-2026:77']),
      patchOf('curl', { severity: 'low', advisories: advisory('CVE-2025-9005') }),
    ]);
    const answer = await put(w, 'csaf-redhat', [
      redHatDocument(
        [
          {
            cve: 'CVE-2025-9001',
            impact: 'Critical',
            cvss: 9.8,
            released: '2025-05-01',
            fixed: ['BaseOS-9:openssl-libs-1:3.0.7-28.el9_4'],
          },
        ],
        { date: '2026-01-13' },
      ),
      redHatDocument([{ cve: 'CVE-2025-9002', fixed: ['BaseOS-9:openssl-libs-1:3.0.7-24.el9'] }]),
      redHatDocument([{ cve: 'CVE-2025-9003', fixed: ['BaseOS-9:openssl-libs-1:3.0.7-29.el9_5'] }]),
      redHatDocument([
        { cve: 'CVE-2025-9004', fixed: ['BaseOS-9:openssl-fips-3.0.7-2.el9'], errata: ['RHSA-2026:77'] },
      ]),
      redHatDocument([{ cve: 'CVE-2025-9005', affected: ['BaseOS-9:curl'], impact: 'Important', cvss: 7.5 }]),
    ]);
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    const set = answer.body as Schemas['ExposureDataSet'];
    assert.equal(
      [set.version, set.rows, set.source_date, set.applied],
      ['5 documents', 5, '2026-01-14T06:30:00.000Z', false],
    );
    await applied(w, 'csaf-redhat');
    assert.equal(await openOn(w, known), ['CVE-2025-9001', 'CVE-2025-9004', 'CVE-2025-9005']);
    assert.equal(await openOn(w, other), ['CVE-2025-9004'], 'its release has versions of its own');
    const one = await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2025-9001');
    assert.equal(
      [one.severity, one.cvss, one.cvss_vector, one.published_on],
      ['critical', 9.8, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N', '2025-05-01'],
    );
    assert.equal(one.packages, [{ name: 'openssl-libs', fixed_version: '1:3.0.7-28.el9_4' }]);
    // The source of its host named this CVE before, and rated it low.
    const rated = await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2025-9005');
    assert.equal([rated.severity, rated.cvss, rated.published_on], ['important', 7.5, null]);
    const later = await addHost(w, 'Red Hat Enterprise Linux 9.4 (Plow)');
    await told(w.kit, later, openssl());
    assert.equal(await openOn(w, later), ['CVE-2025-9001']);
  });

  test('SUSE is a data set of its own, and a newer file counts alone', async (w) => {
    const host = await addHost(w, 'openSUSE Leap 15.6');
    const patch = patchOf('libopenssl3', {
      arch: 'x86_64',
      current_version: '3.1.4-150600.5.7.1',
      available_version: '3.1.4-150600.5.10.1',
    });
    await told(w.kit, host, [patch]);
    const module = 'SUSE Linux Enterprise Module for Basesystem 15 SP6';
    const fixed = [`${module}:libopenssl3-3.1.4-150600.5.10.1`];
    const before = await listed(w, 'csaf-redhat');
    const two = [
      suseDocument([{ cve: 'CVE-2025-9101', fixed }]),
      suseDocument([{ cve: 'CVE-2025-9102', fixed }]),
    ];
    assert.is((await put(w, 'csaf-suse', two)).status, 200);
    await applied(w, 'csaf-suse');
    assert.equal(await openOn(w, host), ['CVE-2025-9101', 'CVE-2025-9102']);
    const newer = suseDocument([{ cve: 'CVE-2025-9102', fixed, cvss: 5 }], { date: '2026-01-15' });
    assert.is((await put(w, 'csaf-suse', [newer])).status, 200);
    await applied(w, 'csaf-suse');
    assert.equal(await openOn(w, host), ['CVE-2025-9102']);
    assert.is((await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2025-9102')).cvss, 5);
    assert.equal(await listed(w, 'csaf-redhat'), before);
    const older = suseDocument([{ cve: 'CVE-2025-9102', fixed }], { date: '2026-01-10' });
    assert.is(codeOf(await put(w, 'csaf-suse', [older])), '409 DATA_SET_OLDER');
  });

  test('one bad document among good ones changes nothing, and its place is told', async (w) => {
    const before = await listed(w, 'csaf-suse');
    const fixed = ['openSUSE Leap 15.6:vim-9.1-1.1'];
    const good = suseDocument([{ cve: 'CVE-2025-9201', fixed }]);
    const bad = suseDocument([{ cve: 'CVE-2025-9202', fixed, cvss: 11 }]);
    const answer = await put(w, 'csaf-suse', [good, bad]);
    assert.is(codeOf(answer), '400 DATA_SET_INVALID');
    const { details } = (answer.body as Schemas['ErrorEnvelope']).error;
    assert.equal(details, { place: 'document 2 (CVE-2025-9202)' });
    const wrongKind = await put(w, 'csaf-redhat', [good]);
    assert.match(JSON.stringify(wrongKind.body), /its publisher is .*, not Red Hat/);
    assert.equal(await listed(w, 'csaf-suse'), before);
    const staged = (await w.kit.ctx.db
      .reader('exposure_data_blocks as blocks')
      .leftJoin('exposure_data_sets as sets', 'sets.import_id', 'blocks.import_id')
      .whereNull('sets.kind')) as unknown[];
    assert.is(staged.length, 0, 'nothing that was staged is left');
  });

  test('a fetch wants an URL of your own', async (w) => {
    const body = { exposure_fetch: { csaf_redhat_enabled: true } };
    const refused = await w.kit.call('PUT', '/api/v1/settings', { body });
    assert.is(codeOf(refused), '400 VALIDATION_FAILED');
    assert.match(JSON.stringify(refused.body), /csaf_redhat_url/);
    const own = { ...body.exposure_fetch, csaf_redhat_url: 'https://mirror.example.test/csaf.json.gz' };
    const taken = await w.kit.call('PUT', '/api/v1/settings', { body: { exposure_fetch: own } });
    assert.is(taken.status, 200);
    await w.kit.call('PUT', '/api/v1/settings', { body: { exposure_fetch: { csaf_redhat_enabled: false } } });
  });
}
