import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { advisory, got, patchOf, told, type Schemas, type World } from './exposure.testing.ts';
import { addHost, importedTracker, readLists } from './installed.testing.ts';

const BOOKWORM = 'Debian GNU/Linux 12 (bookworm)';
const open = { status: 'open', repositories: {}, urgency: 'not yet assigned' };
const inUnstable = { ...open, status: 'resolved', fixed_version: '6.1.95-1' };
const FILE = {
  linux: {
    'CVE-2025-8001': { releases: { bookworm: open } },
    'CVE-2025-8002': { releases: { bookworm: open, sid: inUnstable } },
  },
  openssl: { 'CVE-2025-8003': { releases: { bookworm: open } } },
  zlib: { 'CVE-2025-8001': { releases: { bookworm: open } } },
};

const HEADERS = 'linux-libc-dev=6.1.90-1@linux/6.1.90-1';
const IMAGE = 'linux-image-6.1.0-9-amd64=6.1.90-1@linux-signed-amd64/6.1.90+1';

interface Hosts {
  container: string;
  /** Has the headers, and a kernel that has one of the fixes. */
  machine: string;
  mixed: string;
}

const listed = (w: World, query = '', role: 'admin' | 'operator' = 'admin') =>
  got<Schemas['CveList']>(w, `/exposure/cves?fix=none&sort=cve${query}`, role);
const shown = ({ cves, set_aside: aside }: Schemas['CveList']): string =>
  `${cves.map(({ cve }) => cve.slice(-1)).join('')} and ${aside}`;
const withoutFixOf = async (w: World, cve: string, role: 'admin' | 'operator' = 'admin') =>
  (await got<Schemas['Cve']>(w, `/exposure/cves/${cve}`, role)).without_fix;

async function setAside(w: World, names: string[]): Promise<number> {
  const body = { exposure_without_fix: { set_aside: names } };
  const { status } = await w.kit.call('PUT', '/api/v1/settings', { body });
  await w.kit.clock.advance(5_000);
  return status;
}

/** Packages that are set aside: a host that has only these of a source does not count for its CVEs without a fix. */
export function setAsideIsTold(test: Test<World>): void {
  let hosts: Hosts;

  test('a host with the headers of a kernel alone does not count for its CVEs, and that is told', async (w) => {
    hosts = {
      container: await addHost(w, BOOKWORM, HEADERS, 'openssl=3.0.13-1'),
      machine: await addHost(
        w,
        BOOKWORM,
        HEADERS,
        IMAGE.replace('6.1.90+1', '6.1.96+1'),
        'linux-headers-6.1.0-9-amd64=6.1.90-1@linux/6.1.90-1',
      ),
      mixed: await addHost(w, BOOKWORM, HEADERS, 'zlib1g=1.2@zlib/1.2'),
    };
    await readLists(w);
    await importedTracker(w, FILE);
    const of = async (hostId: string) => shown(await listed(w, `&host_id=${hostId}`));
    assert.equal(
      [await of(hosts.container), await of(hosts.machine), await of(hosts.mixed)],
      // The second CVE does not concern the machine: it has more than headers, in a version with the fix.
      ['3 and 2', '1 and 0', '1 and 1'],
    );
    assert.is(shown(await listed(w)), '13 and 1', 'the second is on no host that counts');
    assert.is(shown(await listed(w, '&search=zlib')), '1 and 0');
    assert.is(shown(await listed(w, '&state=closed')), ' and 0');
    assert.equal(await withoutFixOf(w, 'CVE-2025-8001'), {
      hosts: 2,
      hosts_set_aside: 1,
      hosts_unknown: 0,
      sources: [
        { source: 'linux', release: 'bookworm', decision: 'none' },
        { source: 'zlib', release: 'bookworm', decision: 'none' },
      ],
    });
    assert.equal(await withoutFixOf(w, 'CVE-2025-8002'), {
      hosts: 0,
      hosts_set_aside: 2,
      hosts_unknown: 0,
      sources: [{ source: 'linux', release: 'bookworm', decision: 'none' }],
    });
    const rows = await got<Schemas['FindingList']>(w, '/exposure/cves/CVE-2025-8001/hosts?fix=none');
    assert.equal(
      rows.hosts.map((row) => row.host_id),
      [hosts.machine, hosts.mixed].toSorted(),
    );
  });

  test('a scope cuts what was set aside', async (w) => {
    const body = { name: 'mine', host_ids: [hosts.machine] };
    const group = (await w.kit.call('POST', '/api/v1/groups', { body })).body as Schemas['Group'];
    w.scope.now = { groupIds: [group.id] };
    assert.is(shown(await listed(w, '', 'operator')), '1 and 0');
    assert.is((await withoutFixOf(w, 'CVE-2025-8001', 'operator'))?.hosts_set_aside, 0);
    await got(w, '/exposure/cves/CVE-2025-8002', 'operator', 404);
    w.scope.now = 'all';
  });

  test('a patch of such a package is offered, and mends what it mends', async (w) => {
    await told(w.kit, hosts.container, [
      patchOf('linux-libc-dev', { advisories: advisory('CVE-2025-8002') }),
    ]);
    const { cves } = await got<Schemas['CveList']>(w, `/exposure/cves?host_id=${hosts.container}`);
    assert.equal(
      cves.map(({ cve }) => cve),
      ['CVE-2025-8002'],
    );
  });

  test('administrators choose the names, and a beginning stands for all that begin so', async (w) => {
    assert.is(await setAside(w, []), 200);
    assert.is(shown(await listed(w, `&host_id=${hosts.container}`)), '123 and 0');
    assert.is(await setAside(w, ['linux-*', 'zlib']), 200);
    assert.is(shown(await listed(w, `&host_id=${hosts.machine}`)), ' and 2');
    assert.is(shown(await listed(w, `&host_id=${hosts.mixed}`)), '1 and 1', 'zlib1g is none of these');
    for (const wrong of ['', '*', 'a', 'a b', 'linux-*-dev', 'ä', 'x'.repeat(129)])
      assert.is(await setAside(w, [wrong]), 400, wrong);
    assert.is(
      await setAside(
        w,
        Array.from({ length: 101 }, (_, nth) => `p${nth}`),
      ),
      400,
    );
  });
}
