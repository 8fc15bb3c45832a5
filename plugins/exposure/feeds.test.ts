// databases: sqlite, mariadb (night)
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { Entries, Feed } from './api.ts';
import {
  codeOf,
  got,
  open,
  patchOf,
  setUp,
  settled,
  tearDown,
  told,
  type Schemas,
  type World,
} from './exposure.testing.ts';

const test = suite<World>('exposure: feeds');

test.before.each(setUp);
test.after.each(tearDown);

const put = ({ kit }: World, kind: string, file: string | Buffer) =>
  kit.call('PUT', `/api/v1/exposure/data-sets/${kind}`, { file: Buffer.from(file) });

const listed = (w: World) => got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets');

const openOn = async (w: World, hostId: string) =>
  (await got<Schemas['CveList']>(w, `/exposure/cves?host_id=${hostId}&sort=cve`)).cves;

async function addDebian({ kit }: World): Promise<string> {
  const { id } = await kit.addHost();
  await kit.ctx.db.knex('hosts_hosts').where({ id }).update({ os_name: 'Debian GNU/Linux 12 (bookworm)' });
  return id;
}

/** Opens the manager anew, with these plugins to read data sets. */
async function reopened(w: World, feeds: AnyFeature[]): Promise<void> {
  const before = w.kit;
  w.feeds = feeds;
  w.kit = await open(w, before);
  await before.stop();
}

const TRACKER = {
  bash: {
    'CVE-2025-4001': {
      releases: { bookworm: { status: 'resolved', repositories: {}, fixed_version: '2', urgency: 'high' } },
    },
  },
};
const EPSS =
  '#model_version:v2025.03.14,score_date:2026-01-01T00:00:00+0000\ncve,epss,percentile\nCVE-2025-4001,0.5,0.9\n';

test('where nobody reads a kind none is taken or fetched, and what was imported stays in effect', async (w) => {
  assert.is((await put(w, 'debian-tracker', gzipSync(JSON.stringify(TRACKER)))).status, 200);
  assert.is((await put(w, 'epss', EPSS)).status, 200);
  await settled(w.kit);
  await w.kit.call('PUT', '/api/v1/settings', { body: { exposure_fetch: { kev_enabled: true } } });
  await reopened(w, []);
  for (const answer of [
    await put(w, 'epss', EPSS),
    await w.kit.call('POST', '/api/v1/exposure/data-sets/kev/fetch'),
  ]) {
    assert.is(codeOf(answer), '404 PLUGIN_DISABLED');
    assert.match(JSON.stringify(answer.body), /No plugin reads the data set (epss|kev)/);
  }
  const { kinds, data_sets: sets, sources } = await listed(w);
  assert.equal(kinds, []);
  assert.equal(
    sets.map(({ kind, rows }) => `${kind} ${rows}`),
    ['debian-tracker 1', 'epss 1'],
  );
  const kev = sources.find(({ kind }) => kind === 'kev');
  assert.equal([kev?.enabled, kev?.next_attempt_at], [true, null], 'it waits for nothing');
  const hostId = await addDebian(w);
  await told(w.kit, hostId, [patchOf('bash')]);
  assert.equal(
    (await openOn(w, hostId)).map(({ cve, severity, epss }) => [cve, severity, epss]),
    [['CVE-2025-4001', 'important', 0.5]],
  );
});

/** A feed that tells these entries, whatever the file is. */
const feedOf = (tell: (into: Entries) => void, more: Partial<Feed> = {}): AnyFeature =>
  ({
    name: 'acme-feed',
    requires: ['exposure?'],
    setup(ctx: { useIfOn(name: 'exposure'): { feeds: { add(feed: Feed): void } } | null }) {
      ctx.useIfOn('exposure')?.feeds.add({
        kind: 'csaf-suse',
        tells: ['cves', 'packages'],
        async read(body, into) {
          for await (const piece of body) assert.ok(piece.length > 0);
          tell(into);
          return { version: '7', sourceDate: new Date('2026-01-10T00:00:00Z') };
        },
        ...more,
      });
      return { routes: {} };
    },
  }) as unknown as AnyFeature;

test('a feed of somebody else tells scores and fixes in no format, of packages of dpkg and of rpm', async (w) => {
  const tell = (into: Entries): void => {
    assert.is(into.score('CVE-2025-4101', { severity: 'low', publishedOn: '2025-05-02' }), true);
    assert.is(into.score('CVE-2025-4101', { severity: 'critical', exploitedSince: '2025-06-01' }), false);
    into.score('CVE-2025-4101', { epss: { score: 0.25, percentile: 0.5 }, publishedOn: '2025-05-01' });
    into.fix('CVE-2025-4101', { name: 'bash', release: 'sle15.6', version: '2' });
    into.advisory('ACME-1', 'CVE-2025-4102');
    const fixed = { bookworm: '2', sid: null };
    into.source({ source: 'bash', cve: 'CVE-2025-4103', fixed, severity: 'moderate', open: new Map() });
  };
  await reopened(w, [feedOf(tell)]);
  const answer = await put(w, 'csaf-suse', 'anything');
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const set = answer.body as Schemas['ExposureDataSet'];
  assert.equal([set.version, set.rows, set.affected], ['7', 2, null]);
  assert.equal((await listed(w)).kinds, ['csaf-suse']);
  const [debian, { id: suse }] = [await addDebian(w), await w.kit.addHost()];
  const osName = 'SUSE Linux Enterprise Server 15 SP6';
  await w.kit.ctx.db.knex('hosts_hosts').where({ id: suse }).update({ os_name: osName });
  await told(w.kit, debian, [patchOf('bash')]);
  await told(w.kit, suse, [patchOf('bash', { advisories: [{ id: 'ACME-1', cves: [] }] })]);
  assert.equal(
    (await openOn(w, debian)).map(({ cve, severity }) => `${cve} ${severity}`),
    ['CVE-2025-4103 moderate'],
  );
  const [first, second] = await openOn(w, suse);
  assert.equal([first?.cve, second?.cve], ['CVE-2025-4101', 'CVE-2025-4102']);
  assert.equal(
    [first?.severity, first?.exploited_since, first?.epss, first?.published_on],
    ['critical', '2025-06-01', 0.25, '2025-05-01'],
  );
});

test('a feed that fails, tells nothing or names what is no CVE changes nothing', async (w) => {
  const cases: [tell: (into: Entries) => void, answer: RegExp][] = [
    [() => undefined, /DATA_SET_INVALID.*no entries/],
    [(into) => into.score('GHSA-1', {}), /DATA_SET_INVALID.*names a CVE that is none/],
    [(into) => into.refuse('It is odd.', { place: 'row 5' }), /DATA_SET_INVALID.*row 5: It is odd\. Nothing/],
    [() => JSON.parse('{'), /INTERNAL_ERROR/],
  ];
  for (const [tell, told] of cases) {
    await reopened(w, [feedOf(tell)]);
    assert.match(JSON.stringify((await put(w, 'csaf-suse', 'x')).body), told);
    assert.equal((await listed(w)).data_sets, []);
  }
});

test('two feeds of one kind, and one of a kind that there is not, keep the manager from starting', async (w) => {
  const nothing = (): void => undefined;
  const twice = [feedOf(nothing), { ...feedOf(nothing), name: 'acme-other' } as AnyFeature];
  const unknown = feedOf(nothing, { kind: 'tarot' as never });
  for (const [feeds, told] of [
    [twice, /acme-other.*csaf-suse are read by another feed/],
    [[unknown], /acme-feed.*no data sets of the kind tarot/],
  ] as const)
    await open({ ...w, feeds: [...feeds] }, w.kit).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, told),
    );
});

test.run();
