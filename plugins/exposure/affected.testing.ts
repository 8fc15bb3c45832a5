import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { archiveOf, redHatDocument, suseDocument } from '../exposure-feeds/csafDocuments.testing.ts';
import { got, type Schemas, type World } from './exposure.testing.ts';
import { addHost, imported, readLists } from './installed.testing.ts';

const PRODUCTS = {
  'rhel-9': 'cpe:/o:redhat:enterprise_linux:9',
  'rhel-9.4.eus': 'cpe:/o:redhat:rhel_eus:9.4::baseos',
  'openshift-4': 'cpe:/a:redhat:openshift:4',
};

const vex = (cve: string, affected: string[], more: { fixed?: string[]; impact?: string } = {}) =>
  redHatDocument(
    [{ cve, affected, ...more, remedies: [['no_fix_planned', 'Will not fix', affected.slice(0, 1)]] }],
    { products: PRODUCTS, purls: { 'vim-9.1-1.el9.src': 'pkg:rpm/redhat/vim@9.1-1.el9?arch=src' } },
  );

const RED_HAT = {
  'vex/2025/cve-2025-7001.json': vex('CVE-2025-7001', ['rhel-9:kernel.src', 'rhel-9:tar.src'], {
    impact: 'Important',
  }),
  'vex/2025/cve-2025-7002.json': vex('CVE-2025-7002', ['rhel-9.4.eus:tar.src', 'openshift-4:runc.src']),
  'vex/2025/cve-2025-7003.json': vex('CVE-2025-7003', ['rhel-9:perl.src']),
  'vex/2025/cve-2025-7004.json': vex('CVE-2025-7004', ['rhel-9:vim.src'], {
    fixed: ['rhel-9:vim-9.1-1.el9.src'],
  }),
};

const SUSE = suseDocument([{ cve: 'CVE-2025-7001', affected: ['openSUSE Leap 15.6:tar'] }]);

interface Hosts {
  alma: string;
  rhel: string;
  leap: string;
}

async function fleetOf(w: World): Promise<Hosts> {
  const add = (osName: string, ...packages: string[]) => addHost(w, osName, ...packages);
  const hosts = {
    alma: await add(
      'AlmaLinux 9.4 (Seafoam Ocelot)',
      'kernel-core:x86_64=5.14.0-427.el9@kernel/5.14.0-427.el9',
      'vim-minimal:x86_64=2:8.2-20.el9@vim/8.2-20.el9',
      'perl-libs:x86_64=4:5.32-1.module+el9.1+1+a@perl/5.32-1.module+el9.1+1+a',
    ),
    rhel: await add(
      'Red Hat Enterprise Linux 9.4 (Plow)',
      'tar:x86_64=2:1.34-6.el9',
      'perl-libs:x86_64=4:5.32-481.el9@perl/5.32-481.el9',
    ),
    leap: await add('openSUSE Leap 15.6', 'tar:x86_64=1.34-150000.3.34.1'),
  };
  await readLists(w, 'dnf');
  return hosts;
}

const listed = async (w: World, query = '') =>
  (await got<Schemas['CveList']>(w, `/exposure/cves?fix=none&sort=cve${query}`)).cves;

/** What Red Hat and SUSE call affected without a fix, counted from what is installed. */
export function affectedIsCounted(test: Test<World>): void {
  let hosts: Hosts;

  test('an archive of VEX documents tells what is open on hosts of dnf, and what of it was left out', async (w) => {
    hosts = await fleetOf(w);
    const set = await imported(w, 'csaf-redhat', archiveOf(RED_HAT));
    assert.equal(set.affected, { open: 4, mended: 1, elsewhere: 1, modules: 0, unnamed: 0 });
    assert.equal(
      (await listed(w)).map((one) => [one.cve, one.severity, one.without_fix]),
      [
        [
          'CVE-2025-7001',
          'important',
          {
            hosts: 2,
            hosts_set_aside: 0,
            hosts_unknown: 0,
            sources: [
              { source: 'kernel', release: 'el9', decision: 'ignored' },
              { source: 'tar', release: 'el9', decision: 'none' },
            ],
          },
        ],
        [
          'CVE-2025-7002',
          'unrated',
          {
            hosts: 1,
            hosts_set_aside: 0,
            hosts_unknown: 0,
            sources: [{ source: 'tar', release: 'el9.4', decision: 'ignored' }],
          },
        ],
        [
          'CVE-2025-7003',
          'unrated',
          {
            hosts: 1,
            hosts_set_aside: 0,
            hosts_unknown: 0,
            sources: [{ source: 'perl', release: 'el9', decision: 'ignored' }],
          },
        ],
      ],
    );
  });

  test('a host has what is said of its own releases, and of no package that comes from a module', async (w) => {
    const of = async (hostId: string) =>
      (await listed(w, `&host_id=${hostId}`)).map(({ cve }) => cve.slice(-1)).join('');
    assert.equal([await of(hosts.alma), await of(hosts.rhel), await of(hosts.leap)], ['1', '123', '']);
    const { hosts: findings } = await got<Schemas['FindingList']>(
      w,
      '/exposure/cves/CVE-2025-7003/hosts?fix=none',
    );
    assert.equal(
      findings.map((row) => [row.host_id, row.packages]),
      [[hosts.rhel, ['perl-libs']]],
    );
    const { without_fix: figures } = await got<Schemas['Exposure']>(w, '/exposure');
    assert.equal([figures?.hosts_judged, figures?.hosts_affected, figures?.cves_open], [2, 2, 3]);
  });

  test('files of several distributions count side by side', async (w) => {
    const set = await imported(w, 'csaf-suse', Buffer.from(JSON.stringify(SUSE)));
    assert.is(set.affected?.open, 1);
    const [first] = await listed(w);
    assert.equal(
      [first?.without_fix?.hosts, first?.without_fix?.sources.map(({ release }) => release).toSorted()],
      [3, ['el9', 'el9', 'leap15.6']],
    );
    const { data_sets: sets } = await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets');
    assert.equal(
      sets.map((one) => [one.kind, one.affected?.open]),
      [
        ['csaf-redhat', 4],
        ['csaf-suse', 1],
      ],
    );
  });

  test('a newer archive takes the place of the one before, and one of an earlier release tells nothing', async (w) => {
    const { 'vex/2025/cve-2025-7001.json': first, ...others } = RED_HAT;
    await imported(w, 'csaf-redhat', archiveOf(others));
    const sources = async () =>
      (await listed(w)).map(({ cve, without_fix: without }) => [cve, without?.sources[0]?.release]);
    assert.equal(await sources(), [
      ['CVE-2025-7001', 'leap15.6'],
      ['CVE-2025-7002', 'el9.4'],
      ['CVE-2025-7003', 'el9'],
    ]);
    await imported(w, 'csaf-redhat', archiveOf({ 'a.json': first }));
    assert.equal(await sources(), [['CVE-2025-7001', 'el9']]);
    // As earlier releases left an import: CVEs, and nothing of what is open.
    await imported(w, 'csaf-redhat', archiveOf(RED_HAT));
    await w.kit.ctx.db.knex('exposure_data_blocks').where('block', 'open').delete();
    await w.kit.ctx.db.knex('exposure_data_sets').update({ affected: null });
    assert.is((await got<Schemas['Exposure']>(w, '/exposure')).without_fix, null);
    const { data_sets: sets } = await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets');
    assert.equal(
      sets.map(({ affected }) => affected),
      [null, null],
    );
  });
}
