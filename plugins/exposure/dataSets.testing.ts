import { request as httpRequest, type ClientRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '../../test/support/wait.ts';
import { advisory, codeOf, got, open, patchOf, told, type Schemas, type World } from './exposure.testing.ts';

/** A file as FIRST publishes it. */
const epss = (day: string, ...rows: string[]): string =>
  [`#model_version:v2025.03.14,score_date:${day}T00:00:00+0000`, 'cve,epss,percentile', ...rows, ''].join(
    '\n',
  );

/** A file as CISA publishes it, with the properties that are read and one that is not. */
const kev = (day: string, ...cves: string[]) => ({
  title: 'CISA Catalog of Known Exploited Vulnerabilities',
  catalogVersion: day.replaceAll('-', '.'),
  dateReleased: `${day}T15:00:11.4271Z`,
  count: cves.length,
  vulnerabilities: cves.map((cveID) => ({
    cveID,
    vendorProject: 'GNU',
    dateAdded: '2026-01-02',
    dueDate: '2026-01-23',
    knownRansomwareCampaignUse: 'Unknown',
  })),
});

type File = string | Uint8Array | object;

const put = ({ kit }: Pick<World, 'kit'>, kind: string, file: File, role: 'admin' | 'operator' = 'admin') => {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const bytes = file instanceof Uint8Array ? file : Buffer.from(text);
  return kit.call('PUT', `/api/v1/exposure/data-sets/${kind}`, { file: bytes, role });
};

async function imported(
  w: Pick<World, 'kit'>,
  kind: string,
  file: File,
): Promise<Schemas['ExposureDataSet']> {
  const answer = await put(w, kind, file);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['ExposureDataSet'];
}

const listed = async (w: Pick<World, 'kit'>): Promise<Schemas['ExposureDataSet'][]> =>
  (await got<Schemas['ExposureDataSetList']>(w, '/exposure/data-sets')).data_sets;

const applied = (w: World): Promise<unknown> =>
  waitFor(async () => {
    await w.kit.clock.advance(5_000);
    return (await listed(w)).every((one) => one.applied);
  });

const scoreOf = async (w: World, cve: string): Promise<unknown[]> => {
  const one = await got<Schemas['Cve']>(w, `/exposure/cves/${cve}`);
  return [one.exploited, one.exploited_since, one.epss, one.epss_percentile];
};

/** The status of the answer to a file of this size, before any of it was sent. */
async function announced(w: World, bearer: string, bytes: number): Promise<number | undefined> {
  const sent = httpRequest(`${w.kit.url}/api/v1/exposure/data-sets/kev`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-length': bytes,
      'content-type': 'application/octet-stream',
    },
  });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  const status = await new Promise<number | undefined>((resolve) =>
    sent.on('response', (res) => resolve(res.statusCode)),
  );
  sent.destroy();
  return status;
}

/** Begins to send a file of this kind; the rest never comes. */
function beginUpload({ kit }: World, kind: string, head: string): ClientRequest {
  const sent = httpRequest(`${kit.url}/api/v1/exposure/data-sets/${kind}?older=true`, {
    method: 'PUT',
    headers: {
      authorization: 'Bearer test-admin',
      'content-type': 'application/octet-stream',
      'content-length': '100000',
    },
  });
  sent.on('error', () => undefined);
  sent.write(head);
  return sent;
}

/** The imports, in the order in which they build on each other. */
export function dataSetsAreImported(test: Test<World>): void {
  test('known CVEs get what the files say, and one that appears later finds its own', async (w) => {
    const host = await w.kit.addHost();
    const patches = [
      patchOf('bash', { severity: 'low', advisories: advisory('CVE-2025-7001') }),
      patchOf('curl', { severity: 'critical', advisories: advisory('CVE-2025-7002') }),
    ];
    await told(w.kit, host.id, patches);
    assert.equal(await listed(w), []);
    const scores = epss('2026-01-14', 'CVE-2025-7001,0.00043,0.10234', 'CVE-2025-7003,0.97321,0.99998');
    const set = await imported(w, 'epss', scores);
    assert.equal(
      [set.version, set.source_date, set.age_days, set.rows, set.imported_by.username],
      ['v2025.03.14', '2026-01-14T00:00:00.000Z', 1, 2, 'test-admin'],
    );
    await imported(w, 'kev', kev('2026-01-13', 'CVE-2025-7001', 'CVE-2025-7003'));
    await applied(w);
    assert.equal(await scoreOf(w, 'CVE-2025-7001'), [true, '2026-01-02', 0.00043, 0.10234]);
    assert.equal(await scoreOf(w, 'CVE-2025-7002'), [false, null, null, null]);
    patches.push(patchOf('tar', { advisories: advisory('CVE-2025-7003') }));
    await told(w.kit, host.id, patches);
    assert.equal(await scoreOf(w, 'CVE-2025-7003'), [true, '2026-01-02', 0.97321, 0.99998]);
    const list = await got<Schemas['CveList']>(w, '/exposure/cves');
    assert.equal(
      list.cves.map(({ cve }) => cve),
      ['CVE-2025-7001', 'CVE-2025-7003', 'CVE-2025-7002'],
      'exploited ones first, whatever their severity',
    );
    const figures = await got<Schemas['Exposure']>(w, '/exposure');
    assert.is(figures.exploited_open, 2);
    assert.equal(
      figures.data_sets.map(({ kind, age_days: age }) => [kind, age]),
      [
        ['epss', 1],
        ['kev', 1],
      ],
    );
  });

  test('a newer file counts alone, gzip or plain, and leaves nothing of the one before', async (w) => {
    const packed = gzipSync(epss('2026-01-15', 'CVE-2025-7001,1,1', 'CVE-2025-7002,1e-05,0'));
    const set = await imported(w, 'epss', packed);
    // The hash of the packed file, as sha256sum tells it.
    const { createHash } = await import('node:crypto');
    assert.is(set.sha256, createHash('sha256').update(packed).digest('hex'));
    await imported(w, 'kev', kev('2026-01-15', 'CVE-2025-7002'));
    await applied(w);
    assert.equal(await scoreOf(w, 'CVE-2025-7001'), [false, null, 1, 1]);
    assert.equal(await scoreOf(w, 'CVE-2025-7002'), [true, '2026-01-02', 0.00001, 0]);
    assert.equal(await scoreOf(w, 'CVE-2025-7003'), [false, null, null, null]);
    const rows = (await w.kit.ctx.db.reader('exposure_data_blocks').distinct('import_id')) as unknown[];
    assert.is(rows.length, 2);
  });

  test('an older file, and a much smaller one, want to be asked for', async (w) => {
    const older = epss('2026-01-10', 'CVE-2025-7001,0.5,0.5', 'CVE-2025-7002,0.5,0.5');
    assert.is(codeOf(await put(w, 'epss', older)), '409 DATA_SET_OLDER');
    const four = ['CVE-2025-7001', 'CVE-2025-7002', 'CVE-2025-7003', 'CVE-2025-7004'];
    await imported(w, 'kev', kev('2026-01-15', ...four));
    assert.is(codeOf(await put(w, 'kev', kev('2026-01-15', 'CVE-2025-7001'))), '409 DATA_SET_OLDER');
    const forced = await w.kit.call('PUT', '/api/v1/exposure/data-sets/epss?older=true', {
      file: Buffer.from(older),
    });
    assert.is(forced.status, 200);
    assert.is((forced.body as Schemas['ExposureDataSet']).source_date, '2026-01-10T00:00:00.000Z');
  });

  test('a file with anything wrong changes nothing and says where', async (w) => {
    await applied(w);
    const before = await listed(w);
    const day = '2026-01-15';
    const bad = kev(day, 'CVE-2025-7001', 'CVE-2025-7002');
    const with2 = (change: object) => ({
      ...bad,
      vulnerabilities: [bad.vulnerabilities[0], { ...bad.vulnerabilities[1], ...change }],
    });
    const ok = 'CVE-2025-7001,0.1,0.1';
    const cases: [kind: 'kev' | 'epss', file: File, where: object | null][] = [
      ['epss', '', null],
      ['epss', epss(day), null],
      ['epss', bad, { line: 1 }],
      ['epss', `cve,epss,percentile\n${ok}\n`, { line: 1 }],
      ['epss', epss(day).replace('percentile', 'rank') + `${ok}\n`, { line: 2 }],
      ['epss', epss(day, ok, 'CVE-2025-1,0.1,0.1'), { line: 4 }],
      ['epss', epss(day, ok, 'CVE-2025-7002,1.00001,0.1'), { line: 4 }],
      ['epss', epss(day, ok, 'CVE-2025-7002,-0.1,0.1'), { line: 4 }],
      ['epss', epss(day, ok, 'CVE-2025-7002,NaN,0.1'), { line: 4 }],
      ['epss', epss(day, ok, 'CVE-2025-7002,0.1'), { line: 4 }],
      ['epss', epss(day, ok, 'CVE-2025-7002,0.1,0.1,0.1'), { line: 4 }],
      ['epss', epss(day, ok, '', ok), { line: 4 }],
      ['epss', epss(day, ok, ok), { line: 4 }],
      ['epss', epss(day, ok, 'CVE-2025-7002,0.1,0.1').slice(0, -3), { line: 4 }],
      ['epss', epss(day, ok) + 'x'.repeat(2_000_000), { line: 4 }],
      ['epss', epss('2026-13-15', ok), { line: 1 }],
      ['epss', epss('2026-03-01', ok), null],
      ['epss', Buffer.from(`\uFEFF${epss(day, ok)}`, 'utf16le'), null],
      ['epss', Buffer.from([0x1f]), null],
      ['epss', gzipSync(epss(day, ok)).subarray(0, -9), null],
      ['epss', Buffer.concat([gzipSync(epss(day, ok)).subarray(0, 12), Buffer.alloc(40, 7)]), null],
      ['epss', gzipSync(Buffer.alloc(40_000_000, 10)), null],
      ['kev', epss(day, ok), null],
      ['kev', '[]', null],
      ['kev', '{}', null],
      ['kev', 'null', null],
      ['kev', '['.repeat(1_000_000), null],
      ['kev', '['.repeat(500_000) + ']'.repeat(500_000), null],
      ['kev', { ...bad, vulnerabilities: { length: 2 } }, null],
      ['kev', { ...bad, count: 3 }, null],
      ['kev', { ...bad, dateReleased: 'today' }, null],
      ['kev', { ...bad, dateReleased: '+275760-01-01T00:00:00Z' }, null],
      ['kev', { ...bad, catalogVersion: 7 }, null],
      ['kev', JSON.stringify(bad).slice(0, -1), null],
      ['kev', with2({ cveID: 'CVE-2025-7001' }), { entry: 2 }],
      ['kev', with2({ cveID: 'GHSA-1' }), { entry: 2 }],
      ['kev', with2({ cveID: { toString: 1 } }), { entry: 2 }],
      ['kev', with2({ dateAdded: '2026-02-30' }), { entry: 2 }],
      ['kev', with2({ dueDate: 5 }), { entry: 2 }],
      ['kev', with2({ knownRansomwareCampaignUse: 'Perhaps' }), { entry: 2 }],
      ['kev', { ...bad, vulnerabilities: [bad.vulnerabilities[0], null] }, { entry: 2 }],
    ];
    for (const [i, [kind, file, where]] of cases.entries()) {
      const answer = await put(w, kind, file);
      const told = `case ${i}: ${JSON.stringify(answer.body)}`;
      if (answer.status !== 400) assert.unreachable(told);
      const { code, details, message } = (answer.body as Schemas['ErrorEnvelope']).error;
      assert.is(code, 'DATA_SET_INVALID', told);
      if (where) assert.equal(details, where, told);
      assert.ok(message.length < 300, told);
    }
    assert.equal(await listed(w), before);
    const left = (await w.kit.ctx.db.reader('exposure_data_blocks').distinct('import_id')) as unknown[];
    assert.is(left.length, 2, 'nothing that was staged is left');
  });

  test('a bomb is refused by what it unpacks to, and a file too large by its size', async (w) => {
    const bomb = gzipSync(epss('2026-01-15', 'CVE-2025-7001,0.1,0.1') + ' '.repeat(100_000_000));
    const refused = await put(w, 'kev', bomb);
    assert.is(codeOf(refused), '400 DATA_SET_INVALID');
    assert.match(JSON.stringify(refused.body), /more than 100 times/);
    const large = await put(w, 'kev', Buffer.alloc(17 * 1024 * 1024, 32));
    assert.is(codeOf(large), '413 PAYLOAD_TOO_LARGE');
    assert.is(await announced(w, 'test-admin', 192 * 1024 * 1024 + 1), 413);
  });

  test('who may not import is told before a byte is read, and packed bodies by header are refused', async (w) => {
    assert.is(await announced(w, 'test-operator', 1_000_000), 403);
    const call = (headers: Record<string, string>) =>
      w.kit.call('PUT', '/api/v1/exposure/data-sets/kev', { file: Buffer.from('{}'), headers });
    assert.is(codeOf(await call({ 'content-encoding': 'gzip' })), '415 UNSUPPORTED_MEDIA_TYPE');
    assert.is(codeOf(await call({ 'content-type': 'application/json' })), '415 UNSUPPORTED_MEDIA_TYPE');
    const unknown = await w.kit.call('PUT', '/api/v1/exposure/data-sets/nvd', { file: Buffer.from('{}') });
    assert.is(codeOf(unknown), '400 VALIDATION_FAILED');
  });

  test('one import of a kind at a time over all managers, and a broken upload leaves the way free', async (w) => {
    const beside = await open(w, w.kit);
    try {
      await applied(w);
      const before = await listed(w);
      const upload = beginUpload(w, 'kev', JSON.stringify(kev('2026-01-15', 'CVE-2025-7001')).slice(0, 200));
      const claimed = async () =>
        (await w.kit.ctx.db.reader('exposure_data_sets').whereNotNull('claim_id')).length > 0;
      await waitFor(claimed);
      const file = kev('2026-01-15', 'CVE-2025-7001', 'CVE-2025-7002');
      assert.is(codeOf(await put({ kit: beside }, 'kev', file)), '409 DATA_SET_BUSY');
      const scores = epss('2026-01-15', 'CVE-2025-7001,0.2,0.2');
      await imported({ kit: beside }, 'epss', scores);
      upload.destroy();
      await waitFor(async () => !(await claimed()));
      assert.equal(
        (await listed(w)).find(({ kind }) => kind === 'kev'),
        before.find(({ kind }) => kind === 'kev'),
      );
      await imported({ kit: beside }, 'kev', file);
      // As a manager leaves the row when it dies in an import.
      const until = new Date(w.kit.clock.now().getTime() + 60_000);
      await w.kit.ctx.db
        .knex('exposure_data_sets')
        .where('kind', 'kev')
        .update({ claim_id: 'dead', claimed_until: until });
      assert.is(codeOf(await put(w, 'kev', file)), '409 DATA_SET_BUSY');
      await w.kit.clock.advance(61_000);
      await w.kit.ctx.db
        .knex('exposure_data_sets')
        .where('kind', 'kev')
        .update({ claimed_until: new Date(0) });
      await imported(w, 'kev', file);
    } finally {
      await beside.stop();
    }
  });

  test('each import is in the audit log once, and what was refused is not', async (w) => {
    const rows = (await w.kit.ctx.db
      .reader('kernel_audit')
      .where('action', 'exposure_data_set.imported')) as unknown[];
    assert.is(rows.length, 9);
  });
}
