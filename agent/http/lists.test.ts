import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../server/shared/wire/appError.ts';
import { matchesEtag } from './lists.ts';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';

const test = suite('lists');
test.after.each(stopFakeAgents);

async function setup() {
  const backend = createFakeBackend({
    'vim:amd64': { version: '9.0', available: '9.1', security: true },
    'jq:amd64': { version: '1.0', held: true },
    'jq:i386': { version: '1.0', available: '1.1' },
    'lib-jq:all': { version: '2' },
  });
  const t = await startFakeAgent({ backend });
  const list = async (query = '') => (await t.call('GET', `/api/v1/packages${query}`)).json.data ?? {};
  const names = (data: Record<string, unknown>): string[] =>
    (data['packages'] as { name: string; arch: string }[]).map(({ name, arch }) => `${name}:${arch}`);
  return { ...t, backend, list, names };
}

test('patches with totals, reboot fields, ETag and Last-Modified', async () => {
  const t = await setup();
  t.backend.reboot = { required: true, reasons: ['linux-image'] };
  const answer = await t.call('GET', '/api/v1/patches');
  assert.is(answer.json.data?.['total'], 2);
  assert.is(answer.json.data?.['security_total'], 1);
  assert.is(answer.json.data?.['refreshed_at'], '2026-01-01T00:00:00.000Z');
  assert.equal(answer.json.data?.['reboot_reasons'], ['linux-image']);
  assert.is(answer.headers.get('last-modified'), 'Thu, 01 Jan 2026 00:00:00 GMT');
  await t.cleanUp();
});

test('a count of security patches that nobody can tell is null, not 0; a suppressed archive is a problem', async () => {
  const t = await setup();
  const counts = async (kinds: (boolean | null)[], securityPinned: string | null = null) => {
    const patches = kinds.map((security, i) => ({
      name: `p${i}`,
      arch: 'all',
      currentVersion: '1',
      availableVersion: '2',
      security,
      securityVersion: null,
      severity: null,
      advisories: [],
      origin: null,
      downloadSizeBytes: 1,
      held: false,
      phased: false,
      keptBackReason: null,
    }));
    const refreshedAt = new Date('2026-01-01T00:00:00Z');
    t.backend.listPatches = () => Promise.resolve({ patches, refreshedAt, securityPinned });
    t.backend.revision += 1;
    const { total, security_total: security } = (await t.call('GET', '/api/v1/patches')).json.data ?? {};
    return [total, security];
  };
  assert.equal(await counts([null, false]), [2, null]);
  assert.equal(await counts([null, true]), [2, 1]);
  assert.equal(await counts([false]), [1, 0]);
  assert.equal(await counts([], 'By /etc/apt/preferences.'), [0, 0]);
  const problems = async () => (await t.call('GET', '/health')).json.data?.['problems'];
  assert.equal(await problems(), [{ code: 'SECURITY_PINNED', message: 'By /etc/apt/preferences.' }]);
  await counts([]);
  assert.equal(await problems(), []);
  await t.cleanUp();
});

test('an unchanged list answers 304 without asking the backend again', async () => {
  const t = await setup();
  const etag = (await t.call('GET', '/api/v1/patches')).headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };
  const answer = await t.call('GET', '/api/v1/patches', { headers });
  assert.is(answer.status, 304);
  assert.is(answer.headers.get('etag'), etag);
  assert.ok(answer.headers.get('last-modified'));
  assert.equal(t.backend.calls, ['listPatches']);
  await t.cleanUp();
});

test('a refresh that changed nothing keeps the ETag, a changed list or reboot state does not', async () => {
  const t = await setup();
  const etag = (await t.call('GET', '/api/v1/patches')).headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };
  t.backend.lastRefreshedAt = new Date('2026-01-02T00:00:00Z');
  const refreshed = await t.call('GET', '/api/v1/patches', { headers });
  assert.is(refreshed.status, 304);
  assert.is(refreshed.headers.get('last-modified'), 'Fri, 02 Jan 2026 00:00:00 GMT');
  t.backend.reboot = { required: true, reasons: [] };
  assert.is((await t.call('GET', '/api/v1/patches', { headers })).status, 200);
  t.backend.reboot = { required: false, reasons: [] };
  t.backend.packages.set('jq:i386', { version: '1.1' });
  t.backend.revision += 1;
  const changed = await t.call('GET', '/api/v1/patches', { headers });
  assert.is(changed.status, 200);
  assert.is(changed.json.data?.['total'], 1);
  await t.cleanUp();
});

test('lists that were never refreshed have no totals, and say so by another ETag', async () => {
  const t = await setup();
  t.backend.packages.clear();
  const empty = (await t.call('GET', '/api/v1/patches')).headers.get('etag');
  t.backend.lastRefreshedAt = null;
  const never = await t.call('GET', '/api/v1/patches');
  assert.is(never.json.data?.['total'], null);
  assert.is(never.json.data?.['security_total'], null);
  assert.is(never.json.data?.['refreshed_at'], null);
  assert.is(never.headers.get('last-modified'), null);
  assert.is.not(never.headers.get('etag'), empty);
  await t.cleanUp();
});

test('callers at the same time share one computation, and a failed one is not kept', async () => {
  const t = await setup();
  await Promise.all(Array.from({ length: 20 }, () => t.call('GET', '/api/v1/patches')));
  assert.equal(t.backend.calls, ['listPatches']);
  t.backend.revision += 1;
  const listPatches = t.backend.listPatches.bind(t.backend);
  t.backend.listPatches = () => Promise.reject(new Error('dpkg is busy'));
  assert.is((await t.call('GET', '/api/v1/patches')).status, 500);
  t.backend.listPatches = listPatches;
  assert.is((await t.call('GET', '/api/v1/patches')).status, 200);
  await t.cleanUp();
});

test('packages filter, page in a stable order, and are whole without a limit', async () => {
  const t = await setup();
  assert.equal(t.names(await t.list()), ['jq:amd64', 'jq:i386', 'lib-jq:all', 'vim:amd64']);
  assert.equal(t.names(await t.list('?search=JQ')), ['jq:amd64', 'jq:i386', 'lib-jq:all']);
  assert.equal(t.names(await t.list('?held=true')), ['jq:amd64']);
  assert.equal(t.names(await t.list('?upgradable=true')), ['jq:i386', 'vim:amd64']);
  assert.equal(t.names(await t.list('?upgradable=false&held=false')), ['lib-jq:all']);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await t.list(`?limit=3${cursor && `&cursor=${cursor}`}`);
    assert.is(page['total'], 4);
    seen.push(...t.names(page));
    cursor = (page['next_cursor'] as string | null) ?? '';
  } while (cursor);
  assert.equal(seen, ['jq:amd64', 'jq:i386', 'lib-jq:all', 'vim:amd64']);
  assert.not('next_cursor' in (await t.list()));
  assert.equal(t.backend.calls, ['listPackages']);
  await t.cleanUp();
});

test('each filter has an ETag of its own', async () => {
  const t = await setup();
  const whole = await t.call('GET', '/api/v1/packages');
  const headers = { 'if-none-match': whole.headers.get('etag') ?? '' };
  assert.is((await t.call('GET', '/api/v1/packages', { headers })).status, 304);
  assert.is((await t.call('GET', '/api/v1/packages?held=true', { headers })).status, 200);
  await t.cleanUp();
});

test('If-None-Match compares weakly and takes lists', () => {
  assert.ok(matchesEtag('"a", W/"b"', '"b"'));
  assert.ok(matchesEtag('*', '"b"'));
  assert.not(matchesEtag('"bb"', '"b"'));
  assert.not(matchesEtag(undefined, '"b"'));
});

test('a list that cannot be read is a problem of the host with its cause, until it can be read again', async () => {
  const t = await setup();
  const health = async () => (await t.call('GET', '/health')).json.data ?? {};
  const read = t.backend.listPatches.bind(t.backend);
  const words = 'apt-cache ended with 100: E: The value "gone" is invalid for APT::Default-Release';
  t.backend.listPatches = () => Promise.reject(new AppError('LISTS_UNREADABLE', { message: words }));
  const refused = await t.call('GET', '/api/v1/patches');
  assert.equal([refused.status, refused.json.error?.['code']], [500, 'LISTS_UNREADABLE']);
  const { status, problems } = await health();
  const [problem] = problems as { code: string; message: string }[];
  assert.equal([status, problem?.code], ['degraded', 'LISTS_UNREADABLE']);
  assert.ok(problem?.message.includes(words) && problem.message.includes('patches'), problem?.message);
  t.backend.listPatches = read;
  assert.is((await health())['status'], 'degraded', 'nobody has read it yet');
  assert.is((await t.call('GET', '/api/v1/patches')).status, 200);
  assert.equal((await health())['problems'], []);
  await t.cleanUp();
});

test.run();
