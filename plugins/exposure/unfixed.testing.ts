import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { installed, tell } from '../packages/packages.testing.ts';
import { advisory, got, patchOf, told, type Schemas, type World } from './exposure.testing.ts';
import { addHost, importedTracker, readLists } from './installed.testing.ts';

type Release = Record<string, unknown>;
const open = (more: Release = {}): Release => ({
  status: 'open',
  repositories: { bookworm: '1' },
  urgency: 'not yet assigned',
  ...more,
});
const fixedIn = (version: string, more: Release = {}): Release => ({
  ...open({ status: 'resolved', fixed_version: version }),
  ...more,
});
const cve = (releases: Record<string, Release>): object => ({ description: 'Something.', releases });

const FILE = {
  openssl: {
    'CVE-2025-9001': cve({ bookworm: open({ urgency: 'medium' }), sid: fixedIn('3.5.0-1') }),
    'CVE-2025-9002': cve({
      bookworm: open({ nodsa: 'Minor issue', nodsa_reason: 'ignored' }),
      trixie: open({ nodsa: 'Minor issue', nodsa_reason: '' }),
      sid: open(),
    }),
    'CVE-2025-9003': cve({ bookworm: open({ urgency: 'unimportant' }) }),
    'CVE-2025-9004': cve({ bookworm: open({ status: 'undetermined' }) }),
    'CVE-2025-9005': cve({ bookworm: fixedIn('3.0.15-1'), trixie: open() }),
  },
  linux: { 'CVE-2025-9006': cve({ bookworm: open(), sid: fixedIn('6.1.91-1') }) },
  curl: { 'CVE-2025-9007': cve({ bookworm: open() }) },
};

const BOOKWORM = 'Debian GNU/Linux 12 (bookworm)';
const TRIXIE = 'Debian GNU/Linux 13 (trixie)';

interface Hosts {
  plain: string;
  backport: string;
  trixie: string;
  ubuntu: string;
  old: string;
}

/** A fleet with packages that its agents tell, and the imported file. */
async function fleetOf(w: World): Promise<Hosts> {
  const add = (osName: string, ...packages: string[]) => addHost(w, osName, ...packages);
  const hosts = {
    plain: await add(
      BOOKWORM,
      'libssl3=3.0.13-1@openssl/3.0.13-1',
      'openssl=3.0.13-1',
      'bash=5.2-1+b1@bash/5.2-1',
    ),
    backport: await add(
      BOOKWORM,
      'libssl3=3.5.0-1~bpo12+1@openssl/3.5.0-1~bpo12+1',
      'linux-image-6.1.0-1-amd64=6.1.90-1@linux-signed-amd64/6.1.90+1',
      'linux-image-6.1.0-2-amd64=6.1.91-1@linux-signed-amd64/6.1.91+1',
    ),
    trixie: await add(TRIXIE, 'libssl3t64=3.5.0-1@openssl/3.5.0-1'),
    ubuntu: await add('Ubuntu 24.04.1 LTS', 'libssl3=3.0.13-1@openssl/3.0.13-1'),
    old: await add(BOOKWORM, 'curl=7.88-1', 'libssl3=3.0.13-1'),
  };
  await readLists(w);
  return hosts;
}

const listed = (w: World, query = '', role: 'admin' | 'operator' = 'admin') =>
  got<Schemas['CveList']>(w, `/exposure/cves?fix=none&sort=cve${query}`, role);
const shown = ({ cves }: Schemas['CveList']) =>
  cves.map((one) => [one.cve, one.without_fix?.hosts, one.hosts_open, one.severity]);
const figuresOf = async (w: World, role: 'admin' | 'operator' = 'admin') =>
  (await got<Schemas['Exposure']>(w, '/exposure', role)).without_fix;

/** What no source fixes yet, from the tracker and from what is installed. */
export function unfixedIsCounted(test: Test<World>): void {
  let hosts: Hosts;

  test('without an imported file nothing is known of what has no fix, and that is no zero', async (w) => {
    hosts = await fleetOf(w);
    assert.is(await figuresOf(w), null);
    assert.equal(await listed(w), { cves: [], total: 0, set_aside: 0, unknown: 0, next_cursor: null });
  });

  test('what is open in the release of a host is told of it by the source of its packages, a backport by its version', async (w) => {
    await importedTracker(w, FILE);
    assert.equal(shown(await listed(w)), [
      ['CVE-2025-9001', 1, 0, 'moderate'],
      ['CVE-2025-9002', 3, 0, 'unrated'],
      ['CVE-2025-9005', 2, 0, 'unrated'],
      ['CVE-2025-9006', 1, 0, 'unrated'],
      ['CVE-2025-9007', 1, 0, 'unrated'],
    ]);
    const of = async (hostId: string) =>
      (await listed(w, `&host_id=${hostId}`)).cves.map(({ cve: name }) => name.slice(-1)).join('');
    assert.equal(
      [await of(hosts.plain), await of(hosts.backport), await of(hosts.trixie), await of(hosts.old)],
      ['12', '256', '25', '7'],
    );
    assert.is(await of(hosts.ubuntu), '', 'Ubuntu has versions of its own');
    const two = await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2025-9002');
    assert.equal(two.without_fix, {
      hosts: 3,
      hosts_set_aside: 0,
      hosts_unknown: 0,
      sources: [
        { source: 'openssl', release: 'bookworm', decision: 'ignored' },
        { source: 'openssl', release: 'trixie', decision: 'no_dsa' },
      ],
    });
    assert.equal(await figuresOf(w), {
      cves_open: 5,
      exploited_open: 0,
      hosts_affected: 4,
      hosts_judged: 4,
      hosts_guessed: 1,
    });
  });

  test('hosts without a fix are listed with the packages, page by page', async (w) => {
    const path = '/exposure/cves/CVE-2025-9002/hosts?fix=none&limit=2';
    const first = await got<Schemas['FindingList']>(w, path);
    const next = await got<Schemas['FindingList']>(w, `${path}&cursor=${first.next_cursor}`);
    const rows = [...first.hosts, ...next.hosts];
    assert.equal([first.total, next.total, next.next_cursor], [3, 3, null]);
    assert.equal(
      rows.map((row) => [row.host_id, row.packages.join(' '), row.fix, row.state, row.opened_at]),
      [
        [hosts.plain, 'libssl3 openssl', 'none', 'open', null],
        [hosts.backport, 'libssl3', 'none', 'open', null],
        [hosts.trixie, 'libssl3t64', 'none', 'open', null],
      ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
    const kernel = await got<Schemas['FindingList']>(w, '/exposure/cves/CVE-2025-9006/hosts?fix=none');
    assert.equal(
      kernel.hosts.map((row) => row.packages),
      [['linux-image-6.1.0-1-amd64', 'linux-image-6.1.0-2-amd64']],
    );
    const closed = await got<Schemas['FindingList']>(w, `${path}&state=closed`);
    assert.is(closed.total, 0);
    assert.is((await got<Schemas['FindingList']>(w, '/exposure/cves/CVE-2025-9002/hosts')).total, 0);
    await got(w, '/exposure/cves/CVE-2025-9003/hosts?fix=none', 'admin', 404);
    await got(w, '/exposure/cves/CVE-2025-9004', 'admin', 404);
  });

  test('the list is filtered, sorted and paged, and a cursor of another list is refused', async (w) => {
    const names = async (query: string) =>
      (await got<Schemas['CveList']>(w, `/exposure/cves?fix=none${query}`)).cves
        .map(({ cve: name }) => name.slice(-1))
        .join('');
    assert.is(await names('&sort=-hosts_open'), '25761');
    assert.is(await names(''), '17652', 'the gravest first, then the newest');
    assert.is(await names('&search=OPENSSL'), '152');
    assert.is(await names('&search=9006'), '6');
    assert.is(await names('&severity=moderate'), '1');
    assert.is(await names('&exploited=true'), '');
    assert.is(await names('&state=closed'), '');
    for (const sort of ['-priority', '-hosts_open', '-epss', '-first_seen_at', 'cve']) {
      let seen = '';
      let cursor = '';
      do {
        const page = await got<Schemas['CveList']>(
          w,
          `/exposure/cves?fix=none&limit=2&sort=${sort}${cursor}`,
        );
        assert.is(page.total, 5);
        seen += page.cves.map(({ cve: name }) => name.slice(-1)).join('');
        cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
      } while (cursor !== '');
      assert.equal([...seen].toSorted().join(''), '12567', sort);
    }
    const { next_cursor: cursor } = await got<Schemas['CveList']>(w, '/exposure/cves?fix=none&limit=2');
    for (const query of [
      `?fix=available&cursor=${cursor}`,
      `?fix=none&sort=cve&cursor=${cursor}`,
      '?fix=none&cursor=bm8',
    ])
      await got(w, `/exposure/cves${query}`, 'admin', 400);
  });

  test('a CVE that a patch mends on one host and nothing on another is told as both, and no figure adds them', async (w) => {
    await told(w.kit, hosts.plain, [patchOf('libssl3', { advisories: advisory('CVE-2025-9005') })]);
    await readLists(w);
    const list = await got<Schemas['CveList']>(w, '/exposure/cves');
    assert.equal(
      list.cves.map((one) => [one.cve, one.hosts_open, one.without_fix?.hosts]),
      [['CVE-2025-9005', 1, 2]],
    );
    const unfixed = (await listed(w)).cves.find(({ cve: name }) => name === 'CVE-2025-9005');
    assert.equal([unfixed?.hosts_open, unfixed?.without_fix?.hosts], [1, 2]);
    const { cves_open: open, without_fix: without } = await got<Schemas['Exposure']>(w, '/exposure');
    assert.equal([open, without?.cves_open], [1, 5]);
    const breaches = await got<Schemas['ExposurePatchList']>(w, '/exposure/patches');
    assert.is(breaches.total, 1, 'service levels know nothing of what has no fix');
    const found = await got<Schemas['SearchResults']>(w, '/search?search=CVE-2025-900');
    assert.equal(
      found.groups.find(({ kind }) => kind === 'cve')?.items.map(({ name, about }) => `${name} ${about}`),
      [
        'CVE-2025-9001 without a fix on 1 host',
        'CVE-2025-9002 without a fix on 3 hosts',
        'CVE-2025-9005 open on 1 host, without a fix on 2',
        'CVE-2025-9006 without a fix on 1 host',
        'CVE-2025-9007 without a fix on 1 host',
      ],
    );
  });

  test('a scope cuts hosts, counts, releases and the search', async (w) => {
    const body = { name: 'mine', host_ids: [hosts.trixie] };
    const group = (await w.kit.call('POST', '/api/v1/groups', { body })).body as Schemas['Group'];
    w.scope.now = { groupIds: [group.id] };
    assert.equal(shown(await listed(w, '', 'operator')), [
      ['CVE-2025-9002', 1, 0, 'unrated'],
      ['CVE-2025-9005', 1, 0, 'unrated'],
    ]);
    const two = await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2025-9002', 'operator');
    assert.equal(two.without_fix?.sources, [{ source: 'openssl', release: 'trixie', decision: 'no_dsa' }]);
    const rows = await got<Schemas['FindingList']>(
      w,
      '/exposure/cves/CVE-2025-9002/hosts?fix=none',
      'operator',
    );
    assert.equal([rows.total, rows.hosts.map(({ host_id: id }) => id)], [1, [hosts.trixie]]);
    assert.is((await listed(w, '&search=linux', 'operator')).total, 0);
    await got(w, '/exposure/cves/CVE-2025-9006', 'operator', 404);
    await got(w, '/exposure/cves/CVE-2025-9006/hosts?fix=none', 'operator', 404);
    await got(w, `/exposure/cves?fix=none&host_id=${hosts.plain}`, 'operator', 404);
    assert.equal(await figuresOf(w, 'operator'), {
      cves_open: 2,
      exploited_open: 0,
      hosts_affected: 1,
      hosts_judged: 1,
      hosts_guessed: 0,
    });
    w.scope.now = 'all';
  });

  test('what is updated, imported or deleted counts, and an import of an earlier release tells nothing', async (w) => {
    const host = w.kit.hosts.find(({ id }) => id === hosts.plain);
    if (!host) throw new Error('no host');
    tell(host, installed('libssl3=3.5.1-1@openssl/3.5.1-1'));
    await readLists(w);
    assert.is((await listed(w, `&host_id=${hosts.plain}`)).cves[0]?.cve, 'CVE-2025-9002');
    assert.is((await w.kit.call('DELETE', `/api/v1/hosts/${hosts.trixie}`)).status, 204);
    await w.kit.clock.advance(31_000);
    assert.equal(
      shown(await listed(w)).map(([name, count]) => [name, count]),
      [
        ['CVE-2025-9002', 2],
        ['CVE-2025-9005', 1],
        ['CVE-2025-9006', 1],
        ['CVE-2025-9007', 1],
      ],
    );
    const { openssl, ...others } = FILE;
    await importedTracker(w, { openssl: { 'CVE-2025-9001': openssl['CVE-2025-9001'] }, ...others });
    assert.equal(
      shown(await listed(w)).map(([name]) => name),
      ['CVE-2025-9006', 'CVE-2025-9007'],
    );
    await importedTracker(w, FILE);
    await w.kit.ctx.db.knex('exposure_data_blocks').where('block', 'open').delete();
    assert.is(await figuresOf(w), null);
    assert.is((await got<Schemas['Cve']>(w, '/exposure/cves/CVE-2025-9005')).without_fix, null);
  });

  test('a backport is judged by the release that it comes from, or it is said that it is not known', async (w) => {
    await importedTracker(w, {
      zstd: {
        'CVE-2025-9101': cve({ bookworm: open(), trixie: fixedIn('1.5.7-1+deb13u1'), sid: fixedIn('1.6-1') }),
        'CVE-2025-9102': cve({ bookworm: open(), trixie: open(), sid: fixedIn('1.6-1') }),
        'CVE-2025-9103': cve({ bookworm: open(), sid: open() }),
        'CVE-2025-9104': cve({ bookworm: fixedIn('1.5.4'), trixie: open() }),
      },
    });
    const id = await addHost(w, BOOKWORM, 'zstd=1.5.7-1+deb13u1~bpo12+1');
    await readLists(w);
    const own = await listed(w, `&host_id=${id}`);
    assert.equal([own.cves.map(({ cve: name }) => name.slice(-1)).join(''), own.unknown], ['24', 1]);
    const without = async (name: string) =>
      (await got<Schemas['Cve']>(w, `/exposure/cves/${name}`)).without_fix;
    assert.equal(await without('CVE-2025-9102'), {
      hosts: 1,
      hosts_set_aside: 0,
      hosts_unknown: 0,
      sources: [{ source: 'zstd', release: 'trixie', decision: 'none' }],
    });
    assert.equal(await without('CVE-2025-9103'), {
      hosts: 0,
      hosts_set_aside: 0,
      hosts_unknown: 1,
      sources: [{ source: 'zstd', release: 'bookworm', decision: 'none' }],
    });
    assert.is((await listed(w)).unknown, 1);
    await got(w, '/exposure/cves/CVE-2025-9101', 'admin', 404);
  });
}
