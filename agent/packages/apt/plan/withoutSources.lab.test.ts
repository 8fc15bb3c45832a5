// needs: lab
// images: deb12-t0
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { RepoState } from '#test/support/lab.ts';
import type { AptHost } from '../../testing/labApt.ts';
import { failureOf, patch, startAptHost } from '../../testing/labApt.ts';
import type { FailedSource, PatchReport } from '../../backend.ts';

const test = suite('apt sources');
let apt: AptHost;

test.before(async () => {
  apt = await startAptHost('src');
});
test.before.each(async () => {
  await lab.publish('t0');
  await apt.host.reset();
  await apt.settleIdentity();
});
test.after(() => lab.down());

let jobs = 0;
const refresh = () => apt.job(`refresh${(jobs += 1)}`, 'refresh', ['$env']);
const refreshedAt = () => apt.call<string | null>('refreshedAt');

test('a refresh that worked is remembered, also when nothing was new', async () => {
  await apt.host.run(['sh', '-c', 'rm -rf /var/lib/apt/lists/*']);
  assert.is(await refreshedAt(), null, 'never refreshed');
  assert.is((await apt.call<PatchReport>('listPatches')).refreshedAt, null);
  await lab.publish('t1');
  assert.is((await refresh()).result.failure, null);
  const first = Date.parse((await refreshedAt()) ?? '');
  assert.ok(Math.abs(first - Date.now()) < 60_000);
  assert.is((await refresh()).result.failure, null);
  assert.ok(Date.parse((await refreshedAt()) ?? '') > first);
});

const faults: [RepoState, string][] = [
  ['t1-expired', 'METADATA_EXPIRED'],
  ['t1-unsigned', 'SIGNATURE_INVALID'],
  ['t1-wrongkey', 'SIGNATURE_INVALID'],
  ['t1-renamed', 'SIGNATURE_INVALID'],
];
for (const [state, code] of faults) {
  test(`lists of ${state} are refused with ${code}, and the old lists stay`, async () => {
    await lab.publish(state);
    const failure = failureOf(await refresh());
    assert.is(failure.code, code, failure.message);
    const { patches } = await apt.call<PatchReport>('listPatches');
    assert.not.ok(patches.some((one) => one.name === 'lab-hello'));
  });
}

test('a mirror that refuses or is gone is a failed refresh, whatever apt-get answers', async () => {
  await apt.host.run(['sed', '-i', 's/:8080/:9/', '/etc/apt/sources.list']);
  assert.is(failureOf(await refresh()).code, 'FETCH_FAILED');
  await apt.host.run(['sed', '-i', 's/10.77.0.1:9/no-such-host.invalid/', '/etc/apt/sources.list']);
  assert.is(failureOf(await refresh()).code, 'FETCH_FAILED');
});

test('one bad source among good ones is a failure too', async () => {
  await lab.publish('t1');
  const line = 'deb [signed-by=/etc/apt/lab.asc] http://10.77.0.1:8080/current no-such-suite main';
  await apt.host.run(['sh', '-c', 'echo "$1" >>/etc/apt/sources.list', 'sh', line]);
  assert.is(failureOf(await refresh()).code, 'FETCH_FAILED');
});

test('a last list counts while it has not expired: then the source is left out, and only what it alone has stays', async () => {
  await lab.publish('t1');
  assert.is((await refresh()).result.failure, null);
  // Only the vendor's server is gone; its list contains a date until which it is valid.
  const gone = 's#http://10.77.0.1:8080/current vendor #http://10.77.0.1:8080/gone vendor #';
  const list = '/var/lib/apt/lists/10.77.0.1:8080_gone_dists_vendor_';
  const move =
    'for f in /var/lib/apt/lists/*_current_dists_vendor_*; do mv "$f" "$0$(echo "$f" | sed s/.*_vendor_//)"; done';
  await apt.host.run(['sed', '-i', gone, '/etc/apt/sources.list']);
  await apt.host.run(['sh', '-c', move, list]);
  assert.is(failureOf(await refresh()).code, 'FETCH_FAILED');
  const use = async () => (await apt.call<FailedSource[]>('failedSources')).map((one) => one.use);
  const validUntil = (date: string) =>
    apt.host.run(['sed', '-i', `/^Valid-Until:/d; /^Date:/a Valid-Until: ${date}`, `${list}InRelease`]);
  const planned = async () => (await apt.plan(patch(null))).entries.some((one) => one.name === 'lab-vendor');
  assert.equal([await use(), await planned()], [['last_list'], true], 'without a date');
  const first = await apt.call('fingerprint');
  await validUntil('Fri, 01 Jan 2100 00:00:00 UTC');
  assert.equal([await use(), await planned()], [['last_list'], true]);
  await validUntil('Mon, 01 Jan 2024 00:00:00 UTC');
  assert.equal([await use(), await planned()], [['left_out'], false]);
  assert.is.not(await apt.call('fingerprint'), first);
  const { keptBack, entries } = await apt.plan(patch(null));
  assert.equal(
    keptBack.filter(({ reason }) => reason === 'SOURCE_FAILED').map(({ name }) => name),
    ['lab-vendor'],
  );
  assert.ok(entries.some(({ name }) => name === 'lab-hello'));
  const { patches } = await apt.call<PatchReport>('listPatches');
  const vendor = patches.find(({ name }) => name === 'lab-vendor');
  assert.equal([vendor?.availableVersion, vendor?.keptBackReason], ['1.1', 'SOURCE_FAILED']);
});

test('a job refreshes lists that are too old, and fails when it cannot', async () => {
  await lab.publish('t1');
  const run = (job: string, maxAgeSecs: number | null) =>
    apt.job(job, 'run', [patch(['lab-hello']), '$env', { maxAgeSecs }]);
  assert.equal((await run('unseen', null)).result.changes, [], 'not looked at');
  await apt.host.run(['sed', '-i', 's/:8080/:9/', '/etc/apt/sources.list']);
  assert.is(failureOf(await run('stale', 0)).code, 'METADATA_STALE');
  await apt.host.run(['sed', '-i', 's/:9/:8080/', '/etc/apt/sources.list']);
  assert.is((await run('fresh', 0)).result.changes.length, 1);
});

test('a corrupt or missing package stops the job before anything is installed', async () => {
  await lab.publish('t1-corrupt');
  await apt.host.run(['apt-get', '-qq', 'update']);
  const before = await apt.versions();
  const corrupt = failureOf(await apt.run('corrupt', patch(['lab-hello', 'lab-sec'])));
  assert.is(corrupt.code, 'FETCH_FAILED');
  assert.match(corrupt.message, /Hash Sum mismatch|Failed to fetch/);
  assert.is(failureOf(await apt.run('missing', patch(['lab-held', 'lab-sec']))).code, 'FETCH_FAILED');
  assert.equal(await apt.versions(), before);
});

test('a cached package that is not the signed one is fetched anew', async () => {
  await apt.publish('t1');
  await apt.host.run(['apt-get', '-qq', '-y', '--download-only', 'install', 'lab-hello=1.1']);
  const file = '/var/cache/apt/archives/lab-hello_1.1_all.deb';
  await apt.host.run(['sh', '-c', `printf X | dd of=${file} bs=1 seek=300 conv=notrunc 2>/dev/null`]);
  assert.is((await apt.run('again', patch(['lab-hello']))).result.failure, null);
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.1');
});

test.run();
