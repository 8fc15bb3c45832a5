import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { actors, type Context } from '#sdk';
import { freshPlace, openManager, tearDown } from '../../test/support/pluginManager.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { feedsPlugin } from '../exposure-feeds/feeds.testing.ts';
import { archiveOf, redHatDocument } from '../exposure-feeds/csafDocuments.testing.ts';
import { codeOf, got, type Schemas, type World } from './exposure.testing.ts';
import {
  exposureFetching,
  FEED_NAME,
  openFeed,
  OTHER_NAME,
  type Feed,
  type FeedAnswer,
} from './feed.testing.ts';
import type { Feeds } from './service/feeds.ts';
import { fetchDue, fetchNow as fetchSource, type FetchLimits } from './service/fetch.ts';

const DAY_MS = 86_400_000;
const byNobody = { actor: actors.system, address: null };

export type FetchWorld = World & { feed: Feed; ctx: Context; feeds: Feeds };

export async function setUpFetch(world: FetchWorld): Promise<void> {
  world.feed = await openFeed();
  const plugin = exposureFetching(world.feed, (ctx, feeds) => Object.assign(world, { ctx, feeds }));
  world.place = await freshPlace();
  world.kit = await openManager(world.place, { plugins: [settingsFeature, plugin, feedsPlugin] });
}

export async function tearDownFetch(world: FetchWorld): Promise<void> {
  await tearDown(world);
  await world.feed.stop();
}

const kev = (day: string, ...cves: string[]): string =>
  JSON.stringify({
    catalogVersion: day.replaceAll('-', '.'),
    dateReleased: `${day}T15:00:11.4271Z`,
    count: cves.length,
    vulnerabilities: cves.map((cveID) => ({ cveID, dateAdded: '2026-01-02' })),
  });

/** A file of zeros, so that its packed form is small. */
const tooLarge = (): Buffer => gzipSync(Buffer.alloc(192 * 1024 * 1024 + 1), { level: 1 });

const settings = (w: FetchWorld, body: object) =>
  w.kit.call('PUT', '/api/v1/settings', { body: { exposure_fetch: body } });

const fetchNow = (w: FetchWorld, kind = 'kev', role: 'admin' | 'operator' = 'admin') =>
  w.kit.call('POST', `/api/v1/exposure/data-sets/${kind}/fetch`, { role });

async function sourceOf(w: FetchWorld, kind = 'kev'): Promise<Schemas['ExposureDataSetSource']> {
  const { sources } = await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets');
  const source = sources.find((one) => one.kind === kind);
  assert.ok(source);
  return source;
}

const setOf = async (w: FetchWorld, kind = 'kev') =>
  (await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets')).data_sets.find(
    (one) => one.kind === kind,
  );

/** The code with which the last fetch failed, or null. */
async function fetched(w: FetchWorld, kind = 'kev'): Promise<string | null> {
  const answer = await fetchNow(w, kind);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const { last_error: error } = answer.body as Schemas['ExposureDataSetSource'];
  if (error) assert.ok(error.message.length > 10 && error.advice.length > 10);
  return error?.code ?? null;
}

/** Fetches by URL; the tests build on each other in this order. */
export function dataSetsAreFetched(test: Test<FetchWorld>): void {
  test('nothing is fetched until somebody switches it on, and only by https', async (w) => {
    assert.equal(await sourceOf(w), {
      kind: 'kev',
      enabled: false,
      under_way: false,
      last_attempt_at: null,
      last_error: null,
      next_attempt_at: null,
    });
    assert.is(codeOf(await fetchNow(w)), '409 DATA_SET_FETCH_OFF');
    await fetchDue(w.ctx, w.feeds);
    assert.equal(w.feed.asked, []);
    for (const url of [
      'http://feeds.example.test/',
      'https://me:secret@feeds.example.test/',
      'ftp://x/',
      'kev',
    ])
      assert.is(codeOf(await settings(w, { kev_url: url })), '400 VALIDATION_FAILED', url);
    assert.is((await settings(w, { kev_enabled: true, kev_url: `${w.feed.origin}/kev.json` })).status, 200);
    assert.is(codeOf(await fetchNow(w, 'kev', 'operator')), '403 FORBIDDEN');
    assert.is((await sourceOf(w)).enabled, true);
  });

  test('a file is imported once, over a redirect, and is not sent again while it is the same', async (w) => {
    w.feed.answer = (path, headers): FeedAnswer => {
      if (path === '/kev.json') return { status: 302, headers: { location: '/dated/kev.json' } };
      if (headers['if-none-match'] === '"one"') return { status: 304 };
      const body = gzipSync(kev('2026-01-14', 'CVE-2025-7001', 'CVE-2025-7002', 'CVE-2025-7003'));
      return { status: 200, headers: { etag: '"one"', 'content-encoding': 'gzip' }, body };
    };
    assert.is(await fetched(w), null);
    assert.equal((await setOf(w))?.rows, 3);
    assert.is((await setOf(w))?.imported_by.username, 'test-admin');
    w.feed.asked = [];
    assert.is(await fetched(w), null);
    assert.equal(
      w.feed.asked.map(({ path, headers }) => [path, headers['if-none-match']]),
      [
        ['/kev.json', '"one"'],
        ['/dated/kev.json', '"one"'],
      ],
    );
    const imports = await w.kit.ctx.db.reader('kernel_audit').where('action', 'exposure_data_set.imported');
    assert.is(imports.length, 1);
  });

  test('a dead or wrong source says what failed and what to do, and the data stay', async (w) => {
    const before = await setOf(w);
    const cases: [code: string, answer: Feed['answer']][] = [
      ['HTTP_STATUS', () => ({ status: 503 })],
      ['HTTP_STATUS', () => ({ status: 302 })],
      ['REDIRECT_REFUSED', () => ({ status: 301, headers: { location: 'http://feeds.example.test/' } })],
      ['REDIRECT_REFUSED', (path) => ({ status: 302, headers: { location: `${path}x` } })],
      ['ADDRESS_REFUSED', () => ({ status: 302, headers: { location: 'https://meta.example.test/' } })],
      ['NAME_NOT_FOUND', () => ({ status: 302, headers: { location: 'https://nowhere.example.test/' } })],
      [
        'CERTIFICATE_INVALID',
        () => ({ status: 302, headers: { location: w.feed.origin.replace(FEED_NAME, OTHER_NAME) } }),
      ],
      ['CONNECTION_REFUSED', () => ({ status: 302, headers: { location: `https://${FEED_NAME}:9/` } })],
      ['TOO_LARGE', () => ({ status: 200, headers: { 'content-encoding': 'gzip' }, body: tooLarge() })],
      ['DATA_SET_INVALID', () => ({ status: 200, body: '<html>Not here any more</html>' })],
      ['DATA_SET_OLDER', () => ({ status: 200, body: kev('2026-01-01', 'CVE-2025-7001', 'CVE-2025-7002') })],
      ['DATA_SET_OLDER', () => ({ status: 200, body: kev('2026-01-15', 'CVE-2025-7001') })],
      ['DATA_SET_INVALID', () => ({ status: 200, body: kev('2026-02-15', 'CVE-2025-7001') })],
    ];
    for (const [i, [code, answer]] of cases.entries()) {
      w.feed.answer = answer;
      assert.is(await fetched(w), code, `case ${i}`);
      assert.equal(await setOf(w), before, `case ${i}`);
    }
    const claims = await w.kit.ctx.db.reader('exposure_data_sets').whereNotNull('claim_id');
    assert.equal(claims, []);
  });

  test('a source that says nothing, stops, drips or never greets is given up, and the data stay', async (w) => {
    const before = await setOf(w);
    const greetless = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => greetless.listen(0, '127.0.0.1', resolve));
    const nowhere = `https://${FEED_NAME}:${(greetless.address() as AddressInfo).port}/`;
    const patient = { totalMs: 60_000, idleMs: 100 };
    const hurried = { totalMs: 400, idleMs: 60_000 };
    const drip = (res: ServerResponse): void => {
      const drops = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(drops));
    };
    const cases: [code: string, limits: FetchLimits, answer: Feed['answer']][] = [
      ['SILENT', patient, () => new Promise(() => undefined)],
      ['SILENT', patient, () => ({ status: 200, pour: (res) => void res.write('{') })],
      ['TIMED_OUT', hurried, () => ({ status: 200, pour: drip })],
      ['TIMED_OUT', hurried, () => ({ status: 302, headers: { location: nowhere } })],
    ];
    try {
      for (const [i, [code, limits, answer]] of cases.entries()) {
        w.feed.answer = answer;
        const { error } = await fetchSource(w.ctx, 'kev', { by: byNobody, limits, feeds: w.feeds });
        assert.is(error?.code, code, `case ${i}: ${error?.message}`);
        if (code === 'TIMED_OUT') assert.is(error?.message, 'The file did not come within 0.4 s.');
        assert.equal(await setOf(w), before, `case ${i}`);
        assert.is((await sourceOf(w)).under_way, false, `case ${i}`);
      }
    } finally {
      greetless.close();
    }
  });

  test('it is fetched each day, and after a failure six hours later; switched off it is not', async (w) => {
    w.feed.asked = [];
    const due = async (hours: number): Promise<number> => {
      await w.kit.ctx.db
        .knex('exposure_data_sets')
        .where('kind', 'kev')
        .update({
          attempted_at: new Date(w.kit.clock.now().getTime() - hours * 3_600_000),
        });
      w.feed.asked = [];
      await fetchDue(w.ctx, w.feeds);
      return w.feed.asked.length;
    };
    assert.is(await due(5), 0);
    w.feed.answer = () => ({
      status: 200,
      body: kev('2026-01-15', 'CVE-2025-7001', 'CVE-2025-7002', 'CVE-2025-7004'),
    });
    assert.is(await due(6), 1, 'it had failed');
    assert.is((await sourceOf(w)).last_error, null);
    assert.is((await setOf(w))?.source_date.slice(0, 10), '2026-01-15');
    assert.is((await setOf(w))?.imported_by.id, null, 'nobody asked for it');
    assert.is(await due(23), 0);
    assert.is(await due(24), 1);
    const { last_attempt_at: last, next_attempt_at: next } = await sourceOf(w);
    assert.is(Date.parse(next ?? '') - Date.parse(last ?? ''), DAY_MS);
    await settings(w, { kev_enabled: false });
    assert.is(await due(240), 0);
    await settings(w, { kev_enabled: true });
  });

  test('an archive of documents is fetched as it is published, and a broken one says where', async (w) => {
    const url = `${w.feed.origin}/csaf_vex.tar.zst`;
    assert.is((await settings(w, { csaf_redhat_enabled: true, csaf_redhat_url: url })).status, 200);
    const fixed = ['BaseOS-9:openssl-libs-1:3.0.7-28.el9_4'];
    const archive = archiveOf({
      '2025/cve-2025-9301.json': redHatDocument([{ cve: 'CVE-2025-9301', fixed }]),
      '2025/cve-2025-9302.json': redHatDocument([{ cve: 'CVE-2025-9302', fixed }]),
    });
    w.feed.answer = () => ({ status: 200, body: zstdCompressSync(archive.subarray(0, -1_500)) });
    assert.is(await fetched(w, 'csaf-redhat'), 'DATA_SET_INVALID');
    const { last_error: error } = await sourceOf(w, 'csaf-redhat');
    assert.match(error?.message ?? '', 'cut off in or after "2025/cve-2025-9302.json"');
    w.feed.answer = () => ({ status: 200, body: zstdCompressSync(archive) });
    assert.is(await fetched(w, 'csaf-redhat'), null);
    assert.is((await setOf(w, 'csaf-redhat'))?.version, '2 documents');
  });

  test('a fetch while one is under way is busy', async (w) => {
    let go: (answer: FeedAnswer) => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      w.feed.answer = () => {
        resolve();
        return new Promise((answer) => (go = answer));
      };
    });
    const first = fetchNow(w);
    await begun;
    assert.is(codeOf(await fetchNow(w)), '409 DATA_SET_BUSY');
    assert.is((await sourceOf(w)).under_way, true);
    assert.is((await sourceOf(w, 'epss')).under_way, false);
    go({ status: 503 });
    assert.is((await first).status, 200);
    assert.is((await sourceOf(w)).under_way, false);
  });
}
