// needs: lab
// images: deb12-t0
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { AptHost, JobReport } from '../../testing/labApt.ts';
import {
  changed,
  failureOf,
  hasAwaitedDaemon,
  install,
  patch,
  remove,
  startAptHost,
  update,
} from '../../testing/labApt.ts';

const test = suite('apt transaction');
let apt: AptHost;

test.before(async () => {
  apt = await startAptHost('tx');
});
test.before.each(() => apt.fresh());
test.after(() => lab.down());

const steps = (job: JobReport): string[] =>
  job.calls.map((call) => call.replace(/(download|marks)-.*/, '$1'));

const failureless = (job: JobReport): boolean => job.result.failure === null;

/** Packages whose version differs from the fresh image, from dpkg-query. */
async function moved(): Promise<string[]> {
  const versions = await apt.versions();
  const isNew = ([name, version]: [string, string]) =>
    name.startsWith('lab-') && !/^(1:)?1\.0(-1|~rc2-1)?$/.test(version);
  return Object.entries(versions)
    .filter(isNew)
    .map(([name, version]) => `${name} ${version}`)
    .toSorted();
}

test('exact versions are installed; safe points come before the transaction and never inside', async () => {
  const job = await apt.run('ok', patch(['lab-app', 'lab-epoch', 'lab-grow', 'lab-ma']));
  assert.is(job.result.failure, null);
  const expected = [
    'lab-app:all 1.0 > 2.0',
    'lab-base:all 1.0 > 2.0',
    'lab-epoch:all 1:1.0~rc2-1 > 1:1.0-1+b1',
    'lab-extra:all null > 1.0',
    'lab-grow:all 1.0 > 1.1',
    'lab-lib:all 1.0 > 2.0',
    'lab-ma:amd64 1.0 > 1.1',
    'lab-ma:i386 1.0 > 1.1',
  ];
  assert.equal(changed(job), expected);
  assert.is(await apt.host.dpkgVersion('lab-epoch'), '1:1.0-1+b1');
  assert.is(await apt.host.dpkgVersion('lab-ma:i386'), '1.1');
  const before = ['safePoint', 'safePoint', 'enterTransaction'];
  assert.equal(steps(job), [...before, 'run:transaction', 'run:marks']);
  assert.is(job.result.reversible?.verdict, 'yes');
});

test('questions are not gone through beforehand where nobody answers; hooks of the host run, and the guard with both', async () => {
  const conf = '/etc/apt/apt.conf.d/99lab';
  const preconfigured = (job: JobReport) => job.logs.join('\n').includes('delaying package configuration');
  const job = await apt.run('quiet', patch(['lab-debconf']));
  assert.equal([failureless(job), preconfigured(job)], [true, false], job.logs.join('\n'));
  await apt.host.writeFile(conf, 'DPkg::Pre-Install-Pkgs { "cat >/run/lab-hook"; };\n');
  const other = await apt.run('hooked', patch(['lab-hello']));
  assert.equal([failureless(other), preconfigured(other)], [true, true], other.logs.join('\n'));
  assert.match(await apt.host.readFile('/run/lab-hook'), 'lab-hello');
});

test('a large download is a step of its own before the last safe point', async () => {
  const job = await apt.run('large', patch(['lab-hello']), { smallDownloadBytes: 100 });
  assert.is(job.result.failure, null);
  const before = ['safePoint', 'run:download', 'safePoint', 'enterTransaction'];
  assert.equal(steps(job), [...before, 'run:transaction']);
});

test('automatic marks stay as they were, and what a package pulled in is automatic', async () => {
  const before = await apt.autoMarks();
  await apt.run('marks', patch(['lab-app', 'lab-grow']));
  assert.equal(await apt.autoMarks(), [...before, 'lab-extra'].toSorted());
});

test('security only installs the version below the candidate', async () => {
  const job = await apt.run('sec', patch(['lab-both'], { securityOnly: true }));
  assert.equal(changed(job), ['lab-both:all 1.0 > 1.1']);
  assert.is(await apt.host.dpkgVersion('lab-both'), '1.1');
});

test('a held package stays, and the others go', async () => {
  await apt.host.run(['apt-mark', 'hold', 'lab-held']);
  const job = await apt.run('held', patch(['lab-held', 'lab-hello']));
  assert.equal(changed(job), ['lab-hello:all 1.0 > 1.1']);
  assert.is(await apt.host.dpkgVersion('lab-held'), '1.0');
  assert.is(failureOf(await apt.run('held2', update('lab-held'))).code, 'PACKAGE_HELD');
});

test('hold and unhold are judged by dpkg; unknown and absent packages are refused', async () => {
  const hold = (job: string, name: string, held: boolean) => apt.job(job, 'hold', [[name], held, '$env']);
  assert.is((await hold('h1', 'lab-hello', true)).result.failure, null);
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'hi');
  assert.is((await hold('h2', 'lab-hello', false)).result.failure, null);
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
  assert.is(failureOf(await hold('h3', 'lab-', true)).code, 'PACKAGE_NOT_FOUND');
  assert.is(failureOf(await hold('h4', 'lab-extra', true)).code, 'PACKAGE_NOT_FOUND');
});

test('a failing preinst leaves its package as it was, and what was unpacked is set up', async () => {
  const job = await apt.run('pre', patch(['lab-failpre', 'lab-hello']));
  const failure = failureOf(job);
  assert.is(failure.code, 'SCRIPT_FAILED');
  assert.is(failure.details['package'], 'lab-failpre');
  assert.is(failure.details['script'], 'preinst');
  assert.is(await apt.host.dpkgVersion('lab-failpre'), '1.0');
  assert.equal(changed(job), ['lab-hello:all 1.0 > 1.1']);
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
});

test('a failing postinst: the others are done, the result tells which one is not', async () => {
  const job = await apt.run('post', patch(['lab-failpost', 'lab-hello', 'lab-sec']));
  const failure = failureOf(job);
  assert.is(failure.code, 'SCRIPT_FAILED');
  assert.is(failure.details['script'], 'postinst');
  assert.equal(failure.details['packages'], ['lab-failpost']);
  assert.equal(failure.details['unreached'], [
    { name: 'lab-failpost', arch: 'all', version: '1.1', status: 'half-configured' },
  ]);
  assert.equal(changed(job).length, 3);
  assert.is(await apt.host.dpkgStatus('lab-failpost'), 'iF');
  assert.is(await apt.host.dpkgStatus('lab-sec'), 'ii');
});

test('a package that an earlier job left broken does not make later jobs fail', async () => {
  await apt.run('break', patch(['lab-failpost']));
  const job = await apt.run('later', patch(['lab-hello']));
  assert.is(job.result.failure, null);
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
  const dependent = failureOf(await apt.run('dependent', install('lab-needsfail')));
  assert.is(dependent.code, 'SCRIPT_FAILED');
  assert.is(dependent.details['package'], 'lab-failpost');
  await apt.host.writeFile('/etc/lab-ok', '');
  assert.is((await apt.run('mended', patch(['lab-both']))).result.failure, null);
  assert.is(await apt.host.dpkgStatus('lab-failpost'), 'ii', 'the next job mends it');
});

test('a failing prerm keeps the package installed', async () => {
  const failure = failureOf(await apt.run('rm', remove(['lab-failrm'])));
  assert.is(failure.code, 'SCRIPT_FAILED');
  assert.is(failure.details['script'], 'prerm');
  assert.is(await apt.host.dpkgVersion('lab-failrm'), '1.0');
});

test('a failing trigger of another package is a failure, though every version is right', async () => {
  await apt.host.writeFile('/etc/lab-trigfail', '');
  const failure = failureOf(await apt.run('trig', patch(['lab-both'])));
  assert.is(failure.code, 'SCRIPT_FAILED');
  assert.is(failure.details['package'], 'lab-trig');
  assert.is(await apt.host.dpkgVersion('lab-both'), '1.2');
  assert.is(await apt.host.dpkgStatus('lab-trig'), 'iF');
});

test("what the host's apt.conf sets for people at a terminal does not change what jobs do", async () => {
  const conf = 'APT::Get::AutomaticRemove "true"; APT::Get::Purge "true"; quiet "2";\n';
  await apt.host.writeFile('/etc/apt/apt.conf.d/99people', conf);
  await apt.host.run(['apt-mark', 'auto', 'lab-hello']);
  const { keptBack } = await apt.plan(patch(null));
  const kept = keptBack.map(({ name, reason }) => `${name} ${reason}`);
  assert.equal(kept, ['lab-mailer NEEDS_REMOVAL', 'lab-phased PHASED']);
  const job = await apt.run('patch', patch(['lab-hello', 'lab-conf']));
  assert.is(job.result.failure, null);
  // Nothing needs lab-hello, and yet it stays.
  assert.equal(changed(job), ['lab-conf:all 1.0 > 1.1', 'lab-hello:all 1.0 > 1.1']);
  const removal = await apt.run('remove', remove(['lab-conf']));
  assert.equal([removal.result.failure, changed(removal)], [null, ['lab-conf:all 1.1 > null']]);
  assert.is(await apt.host.readFile('/etc/lab-conf.conf'), 'setting = new\n', 'nobody asked for a purge');
});

test('a conffile that the host changed keeps its text; debconf and scripts that read stdin ask nobody', async () => {
  await apt.host.writeFile('/etc/lab-conf.conf', 'setting = mine\n');
  const job = await apt.run('quiet', patch(['lab-conf', 'lab-debconf', 'lab-stdin']));
  assert.is(job.result.failure, null);
  assert.is(await apt.host.readFile('/etc/lab-conf.conf'), 'setting = mine\n');
  assert.is(await apt.host.readFile('/etc/lab-conf.conf.dpkg-dist'), 'setting = new\n');
  assert.is(await apt.host.readFile('/etc/lab-debconf.answer'), 'dflt\n');
  assert.match(job.logs.join('\n'), 'answer=EOF');
});

test('a daemon that keeps the output open does not hold the job', async () => {
  const startedAtMs = Date.now();
  const job = await apt.run('daemon', patch(['lab-daemon']));
  assert.is(job.result.failure, null);
  assert.is(await hasAwaitedDaemon(apt, startedAtMs), false, 'the job waited for the daemon');
});

test('a removal takes dependants along, and autoremove what became superfluous', async () => {
  const job = await apt.run('remove', remove(['lab-lib', 'lab-parent'], { autoremove: true }));
  assert.equal(changed(job), [
    'lab-app:all 1.0 > null',
    'lab-auto:all 1.0 > null',
    'lab-base:all 1.0 > null',
    'lab-lib:all 1.0 > null',
    'lab-parent:all 1.0 > null',
  ]);
  assert.is(await apt.host.dpkgVersion('lab-lib'), null);
  assert.is((await apt.run('again', remove(['lab-lib']))).result.failure, null, 'nothing left to do');
});

test('protected packages are never removed', async () => {
  assert.is(
    failureOf(await apt.run('protected', remove(['lab-protected'], { purge: true }))).code,
    'CONFLICT',
  );
  assert.is(await apt.host.dpkgVersion('lab-protected'), '1.0');
});

test('an approved plan that no longer holds ends with nothing changed', async () => {
  const { planHash } = await apt.plan(patch(['lab-hello', 'lab-sec']));
  const same = await apt.run('approved', patch(['lab-hello', 'lab-sec']), { planHash });
  assert.is(same.result.failure, null);
  const failure = failureOf(await apt.run('stale', patch(['lab-both']), { planHash }));
  assert.is(failure.code, 'PLAN_CHANGED');
  assert.is(await apt.host.dpkgVersion('lab-both'), '1.0');
});

test('the guard inside apt stops a transaction that is not the plan', async () => {
  // The plan recorded for the guard is altered, so that apt's result differs from it.
  await apt.runAndDie('guarded', patch(['lab-hello']), 'saved:transaction');
  const file = '/var/lib/fleetmend-test/journal/guarded/guard.plan';
  const plan = await apt.host.readFile(file);
  assert.is(plan, 'lab-hello all 1.0 1.1\n');
  await apt.host.writeFile(file, 'lab-hello all 1.0 1.2\n');
  const failure = failureOf(await apt.run('guarded', patch(['lab-hello'])));
  assert.is(failure.code, 'PLAN_CHANGED');
  assert.equal(await moved(), []);
});

test('another version that was installed meanwhile is seen by the guard as well', async () => {
  await apt.publish('all');
  await apt.runAndDie('raced', install('lab-hello', '1.1'), 'saved:transaction');
  await apt.host.run(['apt-get', '-y', '-qq', 'install', 'lab-hello=2.0']);
  const failure = failureOf(await apt.run('raced', install('lab-hello', '1.1')));
  assert.ok(['PLAN_CHANGED', 'CONFLICT'].includes(failure.code), failure.code);
  assert.is(await apt.host.dpkgVersion('lab-hello'), '2.0');
});

test('a cancel at the safe point leaves everything as it was', async () => {
  await apt
    .run('cancel', patch(['lab-hello']), { cancelAtSafePoint: true })
    .then(() => assert.unreachable())
    .catch((error: unknown) => assert.match(String(error), 'cancelled at a safe point'));
  assert.equal(await moved(), []);
});

test('third-party packages are patched like others', async () => {
  assert.equal(changed(await apt.run('vendor', patch(['lab-vendor']))), ['lab-vendor:all 1.0 > 1.1']);
});

test.run();
