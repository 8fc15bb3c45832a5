// needs: lab
// images: deb12-t0
// time-limit: 200
/** Old kernels that are removed before a new one comes, and what stays in apt's cache. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import { waitFor } from '#test/support/wait.ts';
import type { AptHost } from '../../testing/labApt.ts';
import { changed, failureOf, patch, shown, startAptHost } from '../../testing/labApt.ts';

const test = suite('apt kernels');
let apt: AptHost;
/** apt protects no kernel here, because the machine's own release is none of the host's. */
const running = { kernelRelease: '6.1.0-80-lab' };
const kernel = patch(['linux-image-lab']);
const planned = [
  'remove linux-image-6.1.0-70-lab:amd64 1 > null',
  'install linux-image-6.1.0-91-lab:amd64 null > 6.1.91-1',
  'upgrade linux-image-lab:amd64 6.1.90-1 > 6.1.91-1',
];

/** Kernels of two older releases, which nothing needs any more; each takes 8 MB of /boot. */
const oldKernels = `cd /tmp; for r in 6.1.0-70-lab 6.1.0-80-lab; do
  mkdir -p $r/DEBIAN $r/boot; head -c 8M /dev/urandom >$r/boot/vmlinuz-$r
  printf 'Package: linux-image-%s\\nVersion: 1\\nArchitecture: amd64\\nMaintainer: x <x@x>\\nDescription: x\\n' $r >$r/DEBIAN/control
  printf '#!/bin/sh\\n[ ! -e /etc/hang ] || sleep 4711\\n' >$r/DEBIAN/prerm; chmod 755 $r/DEBIAN/prerm
  dpkg-deb -Znone -b $r $r.deb >/dev/null && dpkg -i $r.deb >/dev/null && apt-mark auto linux-image-$r >/dev/null; done
  printf 'APT::Protect-Kernels "false";\\n' >/etc/apt/apt.conf.d/99lab`;

test.before(async () => {
  apt = await startAptHost('kernels');
});
test.before.each(() => apt.fresh());
test.after(() => lab.down());

const onBoot = async () => (await apt.host.run(['ls', '/boot'])).trim().split('\n');
const sound = async () => assert.is(await apt.host.run(['dpkg', '--audit']), '');

test('an old kernel goes with the plan that brings a new one, and with no other; never the running one', async () => {
  await apt.host.run(['sh', '-c', oldKernels]);
  assert.equal(shown(await apt.plan(kernel, running)), planned);
  assert.equal(shown(await apt.plan(patch(['lab-hello']), running)), ['upgrade lab-hello:all 1.0 > 1.1']);
  const excluding = patch(null, { exclude: ['linux-image-6.1.0-70-lab'] });
  assert.not.ok(shown(await apt.plan(excluding, running)).some((line) => line.startsWith('remove')));
  const { planHash } = await apt.plan(kernel, running);
  const before = await apt.versions();
  const job = await apt.run('kernel', kernel, { ...running, planHash });
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.equal(changed(job).toSorted(), planned.map((line) => line.replace(/^\w+ /, '')).toSorted());
  assert.equal(
    job.calls.filter((call) => call.startsWith('run:transaction')),
    ['run:transaction-kernels', 'run:transaction'],
  );
  assert.ok((await onBoot()).includes('vmlinuz-6.1.0-80-lab'));
  assert.not.ok((await onBoot()).includes('vmlinuz-6.1.0-70-lab'));
  const codes = job.result.reversible?.reasons.map((reason) => `${reason.code} ${reason.package}`) ?? [];
  assert.ok(codes.includes('UNSIGNED_STASH linux-image-6.1.0-70-lab:amd64'), codes.join());
  const undo = await apt.rollback('kernel', running);
  assert.is(undo.result.failure, null, undo.logs.join('\n'));
  assert.equal(await apt.versions(), before);
});

test('a guard of its own stops the first run, and then nothing is changed', async () => {
  await apt.host.run(['sh', '-c', oldKernels]);
  const before = await apt.versions();
  await apt.runAndDie('guarded', kernel, 'saved:transaction', running);
  const file = '/var/lib/fleetmend-test/journal/guarded/first/guard.plan';
  assert.is(await apt.host.readFile(file), 'linux-image-6.1.0-70-lab amd64 1 -\n');
  await apt.host.writeFile(file, 'linux-image-6.1.0-80-lab amd64 1 -\n');
  const failure = failureOf(await apt.run('guarded', kernel, running));
  assert.is(failure.code, 'PLAN_CHANGED');
  assert.equal(await apt.versions(), before);
});

test('/boot is reckoned as the file system that it is, after the kernels that go', async () => {
  await apt.host.run(['mount', '-t', 'tmpfs', '-o', 'size=22m', 'boot', '/boot']);
  await apt.host.run(['sh', '-c', oldKernels]);
  const before = await apt.versions();
  const excluding = patch(['linux-image-lab'], { exclude: ['linux-image-6.1.0-70-lab'] });
  const failure = failureOf(await apt.run('full', excluding, running));
  assert.is(failure.code, 'NO_SPACE');
  assert.is(failure.details['path'], '/boot');
  assert.equal(await apt.versions(), before);
  const job = await apt.run('room', kernel, running);
  assert.is(job.result.failure, null, job.logs.join('\n'));
});

test('a power cut between the two runs leaves a host that boots, and the job is done to its end', async () => {
  await apt.host.run(['sh', '-c', oldKernels]);
  await apt.runAndDie('between', kernel, 'start:transaction-kernels', running);
  const exit = '/var/lib/fleetmend-test/journal/between/transaction-kernels.exit';
  await waitFor(async () => /^\d/.test(await apt.host.readFile(exit).catch(() => '')));
  await apt.host.cut();
  await apt.host.boot();
  assert.not.ok((await onBoot()).includes('vmlinuz-6.1.0-70-lab'));
  assert.ok((await onBoot()).includes('vmlinuz-6.1.0-80-lab'), 'the running kernel');
  await sound();
  const job = await apt.run('between', kernel, running);
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.is(job.result.changes.length, 3);
  await sound();
});

test('a power cut while an old kernel goes leaves a host that boots, and the next job does the rest', async () => {
  await apt.host.run(['sh', '-c', oldKernels]);
  await apt.host.writeFile('/etc/hang', '');
  await apt.runAndDie('cut', kernel, 'start:transaction-kernels', running);
  await waitFor(async () => (await apt.host.exec(['pgrep', '-f', '^sleep 471[1]'])).code === 0);
  await apt.host.cut();
  await apt.host.boot();
  await apt.host.run(['rm', '/etc/hang']);
  const job = await apt.run('cut', kernel, running);
  assert.is(failureOf(job).code, 'INTERRUPTED', job.logs.join('\n'));
  assert.ok((await onBoot()).includes('vmlinuz-6.1.0-80-lab'), 'the running kernel');
  const next = await apt.run('next', kernel, running);
  assert.is(next.result.failure, null, next.logs.join('\n'));
  assert.not.ok((await onBoot()).includes('vmlinuz-6.1.0-70-lab'));
  await sound();
});

test("of apt's cache only what own jobs have fetched is cleaned, and only what is superseded", async () => {
  const cache = async () => (await apt.host.run(['ls', '/var/cache/apt/archives'])).split('\n');
  const all = { keptArchiveBytes: 0, smallDownloadBytes: 0 };
  const first = await apt.run('first', patch(['lab-hello', 'lab-both'], { securityOnly: false }), all);
  assert.is(first.result.failure, null, first.logs.join('\n'));
  assert.ok((await cache()).includes('lab-hello_1.1_all.deb'), 'what is installed stays, for the next job');
  assert.ok((await cache()).includes('lab-hello_1.0_all.deb'), 'that was there before');
  await apt.publish('all');
  const second = await apt.run('second', patch(['lab-hello']), all);
  assert.is(second.result.failure, null, second.logs.join('\n'));
  assert.ok((await cache()).includes('lab-hello_2.0_all.deb'));
  assert.not.ok((await cache()).includes('lab-hello_1.1_all.deb'), second.logs.join('\n'));
  assert.ok((await cache()).includes('lab-hello_1.0_all.deb'));
  assert.is((await apt.rollback('second')).result.failure, null);
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.1');
});

test.run();
