// needs: lab
// images: suse-t0
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import { waitFor } from '#test/support/wait.ts';
import type { InstalledPackage, PatchReport } from '../backend.ts';
import { failureOf, install, PackageHost, patch, shown, update } from '../testing/labBackend.ts';
import { addOwnRpms, useOwnRepo } from '../testing/ownRepo.ts';

const test = suite('zypper');
let host: PackageHost;

test.before(async () => {
  await lab.startRepo('t0', 'rpm');
  host = new PackageHost(await lab.up('zypper', '10.77.0.11', { image: 'suse' }), 'suse');
});
test.before.each(() => host.fresh('t1'));
test.after(() => lab.down());

const version = async (name: string) => (await host.versions())[`${name}:noarch`];
const automatic = () => host.host.readFile('/var/lib/zypp/AutoInstalled');

/** Starts an installation that runs until it is killed, as a person might. */
async function busyZypper() {
  await host.host.writeFile('/etc/lab-slow', '600\n');
  const argv = ['zypper', '--non-interactive', '--no-refresh', 'install', 'lab-slow'];
  const process = await host.host.spawn(argv);
  await waitFor(async () => (await host.host.exec(['pgrep', '-f', 'rpm-tmp[.]'])).code === 0);
  return process;
}

test('while somebody installs, lists and plans are answered all the same; a change names the holder', async () => {
  await busyZypper();
  const { patches } = await host.call<PatchReport>('listPatches');
  assert.ok(patches.some(({ name }) => name === 'lab-hello'));
  assert.equal(shown(await host.plan(patch(['lab-hello']))), ['upgrade lab-hello:noarch 1.0-1 > 1.1-1']);
  const failure = failureOf(await host.run('busy', patch(['lab-hello'])));
  assert.is(failure.code, 'LOCK_HELD');
  assert.match(String(failure.details['command']), /^(zypper|rpm)$/);
  assert.is(await version('lab-hello'), '1.0-1');
});

test('a licence is never agreed to: the package stays, the others go, and asked for alone it says why', async () => {
  await host.publish('t1-licence');
  const plan = await host.plan(patch(['lab-hello', 'lab-sec']));
  assert.equal(shown(plan), ['upgrade lab-sec:noarch 1.0-1 > 1.0-2']);
  assert.match(plan.keptBack.find(({ name }) => name === 'lab-hello')?.message ?? '', /licence/);
  for (const request of [patch(['lab-hello']), update('lab-hello')]) {
    const refusal = await host.refusal(request);
    assert.is(refusal.code, 'UNSUPPORTED');
    assert.match(refusal.message, /lab-hello .*licence/);
  }
  const { patches } = await host.call<PatchReport>('listPatches');
  assert.ok(
    patches.some(({ name }) => name === 'lab-hello'),
    'it is listed',
  );
});

test('a name that nobody offers is refused without asking zypper, and so it is where no list of names is kept', async () => {
  const calls = () => host.host.run(['sh', '-c', 'grep -c "Hi, me zypper" /var/log/zypper.log']);
  const before = await calls();
  assert.is((await host.refusal(install('lab-nobody'))).code, 'PACKAGE_NOT_FOUND');
  assert.is(await calls(), before);
  await host.host.run(['rm', '-r', '/var/lib/fleetmend-test/stash/.offers']);
  assert.is((await host.refusal(install('lab-nobody'))).code, 'PACKAGE_NOT_FOUND');
  assert.equal(shown(await host.plan(install('lab-extra'))), ['install lab-extra:noarch null > 1.0-1']);
});

test('a repository in a form that only zypper reads offers what it has all the same', async () => {
  await host.host.run(['sh', '-c', 'rm /var/cache/zypp/raw/*/repodata/*primary.xml*']);
  assert.equal(shown(await host.plan(install('lab-extra'))), ['install lab-extra:noarch null > 1.0-1']);
  const { entries } = await host.plan(patch(['lab-hello']));
  assert.equal(shown({ entries }), ['upgrade lab-hello:noarch 1.0-1 > 1.1-1']);
});

test('a repository of lower priority is no source of updates, except for who asks for that very version', async () => {
  const repo = '[low]\nname=Low\nbaseurl=http://10.77.0.1:8080/all\nenabled=1\ngpgcheck=0\npriority=150\n';
  await host.host.writeFile('/etc/zypp/repos.d/low.repo', repo);
  await host.publish('t1');
  const { patches } = await host.call<PatchReport>('listPatches');
  assert.is(patches.find(({ name }) => name === 'lab-hello')?.availableVersion, '1.1-1');
  const lines = ['upgrade lab-hello:noarch 1.0-1 > 1.1-1'];
  assert.equal(shown(await host.plan(patch(['lab-hello']))), lines);
  assert.equal(shown(await host.plan(update('lab-hello'))), lines);
  const asked = shown(await host.plan(update('lab-hello', '2.0-1')));
  assert.equal(asked, ['upgrade lab-hello:noarch 1.0-1 > 2.0-1']);
});

test('a security update that the priority of another repository keeps away is missing, and comes by its version', async () => {
  await addOwnRpms(host.host, [{ name: 'lab-sec', version: '1.0-1', arch: 'noarch' }]);
  await useOwnRepo(host.host, '/etc/zypp/repos.d', ['priority=10']);
  await host.publish('t1');
  const { patches } = await host.call<PatchReport>('listPatches');
  const sec = patches.find(({ name }) => name === 'lab-sec');
  assert.equal([sec?.availableVersion, sec?.security, sec?.keptBackReason], ['1.0-2', true, 'PINNED']);
  assert.match(sec?.keptBackMessage ?? '', /priorities of repositories leave it at 1\.0-1/);
  const plan = await host.plan(patch(null));
  assert.not.ok(shown(plan).some((line) => line.includes('lab-sec')));
  assert.is(plan.keptBack.find(({ name }) => name === 'lab-sec')?.reason, 'PINNED');
  assert.is((await host.refusal(patch(['lab-sec']))).code, 'PACKAGE_HELD');
  const exact = shown(await host.plan(update('lab-sec', '1.0-2')));
  assert.equal(exact, ['upgrade lab-sec:noarch 1.0-1 > 1.0-2']);
});

test('a repository that was never had keeps nothing of the others back', async () => {
  const list = async () => (await host.call<PatchReport>('listPatches')).patches;
  const before = await list();
  const dead = '[dead]\nname=Dead\nbaseurl=http://10.77.0.1:9/dead\nenabled=1\nautorefresh=1\n';
  await host.host.writeFile('/etc/zypp/repos.d/dead.repo', dead);
  assert.ok(before.length > 10);
  assert.equal(await list(), before);
  const job = await host.run('others', patch(['lab-hello']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.is(job.result.changes.length, 1);
  assert.is(failureOf(await host.job('dead', 'refresh', ['$env'])).code, 'FETCH_FAILED');
});

test('a zypp.conf with which zypper only downloads does not keep jobs from changing packages', async () => {
  await host.publish('all');
  await host.host.run([
    'sh',
    '-c',
    'printf "[main]\ncommit.downloadMode = DownloadOnly\n" >>/etc/zypp/zypp.conf',
  ]);
  const before = await host.versions();
  const job = await host.run('downloadOnly', patch(['lab-hello', 'lab-sec']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.is(await version('lab-hello'), '2.0-1');
  const undo = await host.rollback('downloadOnly');
  assert.is(undo.result.failure, null, undo.logs.join('\n'));
  assert.equal(await host.versions(), before);
});

test('two packages with the same file are told with both names and the file', async () => {
  // Both versions would be installed side by side, and both have this file.
  await host.host.run(['sh', '-c', 'printf "[main]\nmultiversion = lab-hello\n" >>/etc/zypp/zypp.conf']);
  const failure = failureOf(await host.run('conflict', patch(['lab-hello'])));
  assert.is(failure.code, 'CONFLICT');
  assert.match(
    failure.message,
    /^File \/usr\/share\/lab\/lab-hello from install of lab-hello-1\.1-1\.noarch .*conflicts with file from package lab-hello-1\.0-1\.noarch/,
  );
});

test('a lock by pattern holds what it matches, and is not taken apart', async () => {
  await host.host.run(['zypper', '-n', 'addlock', 'lab-h*']);
  const packages = await host.call<InstalledPackage[]>('listPackages');
  const held = packages.filter((one) => one.held).map(({ name }) => name);
  assert.equal(held, ['lab-held', 'lab-hello']);
  const { patches } = await host.call<PatchReport>('listPatches');
  assert.is(patches.find(({ name }) => name === 'lab-hello')?.keptBackReason, 'HELD');
  const job = await host.job('release', 'hold', [['lab-hello'], false, '$env']);
  assert.is(failureOf(job).code, 'UNSUPPORTED');
  assert.match(await host.host.readFile('/etc/zypp/locks'), 'lab-h*');
});

test('a patch that zypper itself skips as interactive is a patch like any other', async () => {
  const { patches } = await host.call<PatchReport>('listPatches');
  const kernel = patches.find(({ name }) => name === 'kernel');
  assert.is(kernel?.security, true);
  assert.is(kernel?.severity, 'critical');
  const plan = await host.plan(patch(null, { securityOnly: true }));
  assert.ok(plan.entries.some(({ name, to }) => name === 'kernel' && to === '5.14.0-91.lab'));
  assert.is(plan.rebootExpected, true);
});

test('a failing %pre makes zypper stop midway: what it reached and what not is told by the database', async () => {
  const job = await host.run('midway', patch(['lab-base', 'lab-failpre', 'lab-hello', 'lab-sec']));
  const failure = failureOf(job);
  assert.is(failure.code, 'SCRIPT_FAILED');
  const unreached = failure.details['packages'] as string[];
  for (const name of ['lab-base', 'lab-failpre', 'lab-hello', 'lab-sec']) {
    const changed = job.result.changes.some((change) => change.name === name);
    assert.is(unreached.includes(name), !changed, name);
    assert.is((await version(name)) === '1.0-1', !changed, name);
  }
  // Once the script succeeds, the next job does the rest.
  await host.host.writeFile('/etc/lab-ok', '');
  const again = await host.run('again', patch(['lab-base', 'lab-failpre', 'lab-hello', 'lab-sec']));
  assert.is(again.result.failure, null, again.logs.join('\n'));
});

test('what came in automatically stays so when it is named, and what a package pulled in is so too', async () => {
  assert.match(await automatic(), /^lab-base$/m);
  const job = await host.run('marks', patch(['lab-app', 'lab-base', 'lab-grow', 'lab-lib']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  const names = (await automatic()).split('\n');
  for (const name of ['lab-auto', 'lab-base', 'lab-lib', 'lab-extra']) assert.ok(names.includes(name), name);
  assert.not.ok(names.includes('lab-app'));
});

test('after a cut inside a script the package is set up again, and its files are its own', async () => {
  await host.host.writeFile('/etc/lab-slow', '600\n');
  await host.runAndDie('cut', patch(['lab-slow', 'lab-hello']), 'start:transaction');
  await waitFor(async () => (await host.host.exec(['pgrep', '-f', 'rpm-tmp[.]'])).code === 0);
  await host.host.cut();
  await host.host.boot();
  await host.host.writeFile('/etc/lab-slow', '1\n');
  const job = await host.run('cut', patch(['lab-slow', 'lab-hello']));
  assert.is(failureOf(job).code, 'INTERRUPTED');
  assert.match(job.logs.join('\n'), 'slow 0/1', 'the script ran to its end this time');
  assert.is(await version('lab-slow'), '1.1-1');
  const { code, stdout } = await host.host.exec(['rpm', '-V', 'lab-slow']);
  assert.is(code, 0, stdout);
});

test('a disk that is full makes every key unknown to libzypp: it is told as a full disk', async () => {
  await lab.publish('all');
  // The job's own files are on another disk, so that the job gets this far.
  const journal = 'mkdir -p /var/lib/fleetmend-test && mount -t tmpfs journal /var/lib/fleetmend-test';
  await host.host.run(['sh', '-c', journal]);
  await host.host.exec(['sh', '-c', 'cat /dev/zero >/fill 2>/dev/null; cat /dev/zero >/fill2 2>/dev/null']);
  const failure = failureOf(await host.job('full', 'refresh', ['$env']));
  assert.is(failure.code, 'NO_SPACE');
});

test.run();
