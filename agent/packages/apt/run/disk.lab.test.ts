// needs: lab
// images: deb12-t0
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { Plan } from '../../backend.ts';
import type { AptHost } from '../../testing/labApt.ts';
import { failureOf, patch, startAptHost } from '../../testing/labApt.ts';

const test = suite('apt disk');
let apt: AptHost;

test.before(async () => {
  apt = await startAptHost('disk', { diskSize: '80m' });
});
test.before.each(() => apt.fresh());
test.after(() => lab.down());

/** Fills the disk except for this many bytes. */
async function leaveFree(bytes: number): Promise<void> {
  const script =
    'rm -f /fill; n=$(($(stat -f -c "%a*%S" /)-$1)); [ $n -le 0 ] || fallocate -l $n /fill 2>/dev/null || head -c $n /dev/zero >/fill';
  await apt.host.run(['sh', '-c', script, 'sh', String(bytes)]);
}

test('a download that does not fit is refused beforehand', async () => {
  await leaveFree(10_000_000);
  const failure = failureOf(await apt.run('download', patch(['lab-bigdl'])));
  assert.is(failure.code, 'NO_SPACE');
  assert.is(failure.details['path'], '/var/cache/apt/archives');
  assert.is(await apt.host.dpkgVersion('lab-bigdl'), '1.0');
});

test('what comes in goes before what is stored for rollbacks: of older jobs, and the log says so', async () => {
  await leaveFree(10_000_000);
  const stash = '/var/lib/fleetmend-test/stash';
  await apt.host.run(['mkdir', '-p', `${stash}/small`, `${stash}/old`]);
  await apt.host.run(['sh', '-c', `head -c 100000 /dev/zero >${stash}/small/x`]);
  assert.is(failureOf(await apt.run('short', patch(['lab-bigdl']))).code, 'NO_SPACE');
  const left = (await apt.host.run(['ls', stash])).trim().split('\n');
  assert.equal(
    left,
    ['old', 'small'],
    'nothing was stored for a job that cannot run, and nothing given up for it',
  );
  await apt.host.run(['sh', '-c', `rm /fill; head -c 25M /dev/zero >${stash}/old/x`]);
  await leaveFree(10_000_000);
  const job = await apt.run('room', patch(['lab-bigdl']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.ok(
    job.logs.includes(
      'agent: stash: what job old had stored is given up to make room; it cannot be rolled back',
    ),
  );
});

test('without a stash a job runs, says that it cannot be undone, and is not', async () => {
  const off = { stash: false };
  const plan = await apt.plan(patch(['lab-hello']), off);
  const told = ['NOT_STASHED lab-hello:all'];
  const codes = (found: Plan['reversible'] | null) =>
    found?.reasons.map((one) => `${one.code} ${one.package}`);
  assert.is(plan.reversible.verdict, 'no');
  assert.equal(codes(plan.reversible), told);
  const job = await apt.run('off', patch(['lab-hello']), off);
  assert.is(job.result.failure, null);
  assert.equal(codes(job.result.reversible), told);
  assert.is((await apt.host.exec(['ls', '/var/lib/fleetmend-test/stash/off'])).code, 2);
  assert.is(failureOf(await apt.rollback('off')).code, 'ROLLBACK_CONFLICT');
});

test('a disk that fills up while unpacking: told as it is, the package stays or is mended', async () => {
  await leaveFree(20_000_000);
  const job = await apt.run('unpack', patch(['lab-big', 'lab-hello']));
  assert.is(failureOf(job).code, 'NO_SPACE');
  assert.is(await apt.host.dpkgVersion('lab-big'), '1.0');
  for (const { name, to } of job.result.changes) assert.is(await apt.host.dpkgVersion(name), to);
  await apt.host.run(['rm', '/fill']);
  assert.is((await apt.run('later', patch(['lab-both']))).result.failure, null);
  assert.equal(await apt.call('problems'), []);
});

test('without a free block neither a refresh nor a job is taken for done', async () => {
  await leaveFree(64 * 1024);
  const job = await apt.run('full', patch(['lab-hello']));
  assert.is(failureOf(job).code, 'NO_SPACE');
  await lab.publish('all');
  // The journal needs a few blocks: this is the smallest disk that still has them.
  const failure = failureOf(await apt.job('refresh', 'refresh', ['$env']));
  assert.ok(['NO_SPACE', 'FETCH_FAILED'].includes(failure.code), failure.code);
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.0');
});

test('a database of dpkg without room ends the job before anything is touched, and a rollback too', async () => {
  const own = `cp -a /var/lib/dpkg /root/dpkg && mount -t tmpfs -o size=24m dpkg /var/lib/dpkg &&
    cp -a /root/dpkg/. /var/lib/dpkg/`;
  await apt.host.run(['sh', '-c', own]);
  assert.is((await apt.run('first', patch(['lab-hello']))).result.failure, null);
  const fill = 'n=$(($(stat -f -c "%a*%S" /var/lib/dpkg)-61440)); head -c $n /dev/zero >/var/lib/dpkg/fill';
  await apt.host.run(['sh', '-c', fill]);
  const before = await apt.versions();
  const failure = failureOf(await apt.run('full', patch(['lab-both', 'lab-sec', 'lab-app'])));
  assert.equal([failure.code, failure.details['path']], ['NO_SPACE', '/var/lib/dpkg']);
  assert.is(failureOf(await apt.rollback('first')).code, 'NO_SPACE');
  assert.equal(await apt.versions(), before);
  assert.equal(await apt.call('problems'), []);
  await apt.host.run(['rm', '/var/lib/dpkg/fill']);
  assert.is((await apt.rollback('first')).result.failure, null);
});

test('a read-only system says so', async () => {
  await apt.host.run(['mount', '-t', 'tmpfs', 'data', '/var/lib/fleetmend-test'], {}).catch(() => undefined);
  await apt.host.run([
    'sh',
    '-c',
    'mkdir -p /var/lib/fleetmend-test; mount -t tmpfs data /var/lib/fleetmend-test',
  ]);
  await apt.host.run(['mount', '-o', 'remount,ro', '/']);
  const job = await apt.run('ro', patch(['lab-hello']));
  assert.is(failureOf(job).code, 'READ_ONLY', JSON.stringify(job.result.failure));
});

test.run();
