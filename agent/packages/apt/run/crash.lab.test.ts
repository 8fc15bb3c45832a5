// needs: lab
// images: deb12-t0
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import { waitFor } from '#test/support/wait.ts';
import type { AptHost } from '../../testing/labApt.ts';
import { changed, failureOf, patch, startAptHost } from '../../testing/labApt.ts';

const test = suite('apt crash');
let apt: AptHost;

test.before(async () => {
  apt = await startAptHost('crash');
});
test.before.each(() => apt.fresh());
test.after(() => lab.down());

const slowly = (secs: number) => apt.host.writeFile('/etc/lab-slow', `${secs}\n`);

/** How often dpkg set up a package, from its own log. */
async function configured(name: string): Promise<number> {
  const log = await apt.host.readFile('/var/log/dpkg.log');
  return log.split('\n').filter((line) => line.includes(` status installed ${name}:all 1.1`)).length;
}

async function scriptRuns(name: string): Promise<boolean> {
  // The brackets keep the pattern from matching the command line that contains it.
  return (await apt.host.exec(['pgrep', '-f', `info/${name}[.]postinst`])).code === 0;
}

test('an agent killed inside the transaction follows it afterwards; nothing runs twice', async () => {
  await slowly(2);
  await apt.runAndDie('killed', patch(['lab-slow', 'lab-hello']), 'start:transaction');
  const job = await apt.run('killed', patch(['lab-slow', 'lab-hello']));
  assert.is(job.result.failure, null);
  assert.equal(changed(job), ['lab-hello:all 1.0 > 1.1', 'lab-slow:all 1.0 > 1.1']);
  assert.equal(job.calls, ['run:transaction']);
  assert.is(await configured('lab-slow'), 1);
  assert.match(job.logs.join('\n'), 'slow 1/2', 'the output since the beginning');
});

test('an agent that comes back after the end judges what happened', async () => {
  await slowly(0);
  await apt.runAndDie('late', patch(['lab-slow', 'lab-failpost']), 'start:transaction');
  const exit = '/var/lib/fleetmend-test/journal/late/transaction.exit';
  await waitFor(async () => /^\d/.test(await apt.host.readFile(exit)));
  const job = await apt.run('late', patch(['lab-slow', 'lab-failpost']));
  assert.is(failureOf(job).code, 'SCRIPT_FAILED');
  assert.equal(changed(job), ['lab-failpost:all 1.0 > 1.1', 'lab-slow:all 1.0 > 1.1']);
  assert.is(await configured('lab-slow'), 1);
});

test('an agent killed right after the judgement answers the same again', async () => {
  await apt.runAndDie('done', patch(['lab-hello']), 'saved:done');
  const job = await apt.run('done', patch(['lab-hello']));
  assert.equal(job.calls, [], 'nothing is started');
  assert.is(job.result.failure, null);
  assert.equal(changed(job), ['lab-hello:all 1.0 > 1.1']);
});

test('an agent killed inside a rollback completes it', async () => {
  const before = await apt.versions();
  await apt.run('undone', patch(['lab-hello', 'lab-app']));
  await apt.rollbackAndDie('undone', 'start:transaction');
  const undo = await apt.rollback('undone');
  assert.is(undo.result.failure, null);
  assert.is(undo.calls[0], 'run:transaction');
  assert.equal(await apt.versions(), before);
});

test('an agent killed before the transaction starts over', async () => {
  const request = patch(['lab-hello']);
  for (const point of ['start:download', 'saved:transaction']) {
    await apt.fresh();
    await apt.runAndDie('early', request, point, { smallDownloadBytes: 0 });
    assert.is(await apt.host.dpkgVersion('lab-hello'), '1.0', point);
    assert.equal(changed(await apt.run('early', request)), ['lab-hello:all 1.0 > 1.1'], point);
    assert.is(await configured('lab-hello'), 1, point);
  }
});

test('a package that kills the agent from its postinst is installed all the same', async () => {
  // The driver writes no pid file, so this wrapper gives the script its pid.
  const script =
    'echo $$ >/run/lab-agent.pid; exec node /opt/fleetmend/agent/packages/testing/labDriver.ts "$1"';
  const input = {
    call: 'run',
    job: 'suicide',
    args: [patch(['lab-agentkill', 'lab-hello']), '$env', { maxAgeSecs: null }],
  };
  const { code } = await apt.host.exec(['sh', '-c', script, 'sh', JSON.stringify(input)]);
  assert.is.not(code, 0, 'the agent died');
  const job = await apt.run('suicide', patch(['lab-agentkill', 'lab-hello']));
  assert.is(job.result.failure, null);
  assert.is(await apt.host.dpkgStatus('lab-agentkill'), 'ii');
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
});

test('a power cut inside the transaction: repaired at the next start, told as it is', async () => {
  await slowly(60);
  await apt.runAndDie('cut', patch(['lab-slow', 'lab-hello', 'lab-app']), 'start:transaction');
  await waitFor(() => scriptRuns('lab-slow'));
  await apt.host.cut();
  await apt.host.boot();
  await slowly(0);
  const job = await apt.run('cut', patch(['lab-slow', 'lab-hello', 'lab-app']));
  assert.is(failureOf(job).code, 'INTERRUPTED');
  assert.ok(changed(job).includes('lab-slow:all 1.0 > 1.1'), changed(job).join());
  const names = ['lab-slow', 'lab-hello', 'lab-app', 'lab-lib', 'lab-base'];
  for (const name of names) assert.is(await apt.host.dpkgStatus(name), 'ii', name);
  for (const { name, to } of job.result.changes) assert.is(await apt.host.dpkgVersion(name), to);
  assert.equal(await apt.call('problems'), []);
  assert.is((await apt.rollback('cut')).result.failure, null);
  assert.is(await apt.host.dpkgVersion('lab-slow'), '1.0');
});

test('a journal that a crash left in dpkg is cleaned up before a job, and shows in the problems', async () => {
  await slowly(60);
  const upgrade = await apt.host.spawn(['apt-get', '-y', '-q', 'install', 'lab-slow'], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  await waitFor(() => scriptRuns('lab-slow'));
  await apt.host.cut();
  await apt.host.boot();
  await upgrade.exited;
  await slowly(0);
  const problems = await apt.call<string[]>('problems');
  assert.ok(problems.length > 0);
  const job = await apt.run('next', patch(['lab-hello']));
  assert.is(job.result.failure, null, JSON.stringify(job.result.failure));
  assert.is(await apt.host.dpkgStatus('lab-slow'), 'ii');
  assert.equal(await apt.call('problems'), []);
});

async function setState(name: string, state: string): Promise<void> {
  const edit = `/^Package: ${name}$/,/^$/ s/^Status: .*/Status: ${state}/`;
  await apt.host.run(['sed', '-i', edit, '/var/lib/dpkg/status']);
}

test('a cut while unpacking is mended at the new version, without a job too', async () => {
  // The states that dpkg leaves: `dpkg --configure -a` exits with 0 for the first, and apt fails at the second.
  for (const [state, shown] of [
    ['half-installed', 'iHR'],
    ['unpacked', 'iUR'],
  ]) {
    await setState('lab-hello', `install reinstreq ${state}`);
    assert.is(await apt.host.dpkgStatus('lab-hello'), shown);
    assert.match((await apt.call<string[]>('problems')).join(), `lab-hello (${state}, reinstreq)`);
    assert.equal(await apt.call('repair', [null]), []);
    assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
  }
});

test('a package that has to be unpacked again comes back without apt’s cache, and inside a job', async () => {
  await apt.host.run(['apt-get', '-qq', '-y', 'install', 'lab-hello=1.1']);
  await apt.host.run(['apt-get', 'clean']);
  await setState('lab-hello', 'install reinstreq unpacked');
  const job = await apt.run('after', patch(['lab-held']));
  assert.is(job.result.failure, null, JSON.stringify(job.result.failure));
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
  assert.equal(await apt.call('problems'), []);
});

test('a lock that somebody else holds: nothing is touched, and the holder is named', async () => {
  for (const file of ['/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock']) {
    const holder = await apt.host.holdDpkgLock(file);
    const began = Date.now();
    const failure = failureOf(await apt.run(`locked${file.length}`, patch(['lab-hello'])));
    assert.is(failure.code, 'LOCK_HELD');
    assert.equal(failure.details, { pid: holder.pid, command: 'perl' });
    assert.ok(Date.now() - began < 60_000);
    await holder.kill();
  }
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.0');
});

test('a lock that is let go in time is waited for', async () => {
  const holder = await apt.host.holdDpkgLock();
  const job = apt.run('waits', patch(['lab-hello']));
  await waitFor(
    async () => (await apt.host.exec(['ls', '/var/lib/fleetmend-test/journal/waits/state.json'])).code === 0,
  );
  await holder.kill();
  assert.is((await job).result.failure, null);
});

test('at the time limit only the stuck script is ended, and dpkg finishes the others', async () => {
  await slowly(600);
  const job = await apt.run('stuck', patch(['lab-slow', 'lab-hello', 'lab-svc']), { timeLimitMs: 3000 });
  const failure = failureOf(job);
  assert.is(failure.code, 'TIMED_OUT');
  assert.match(failure.message, 'lab-slow');
  assert.is(await apt.host.dpkgStatus('lab-slow'), 'iF');
  assert.is(await apt.host.dpkgStatus('lab-hello'), 'ii');
  assert.is(await apt.host.dpkgStatus('lab-svc'), 'ii');
  assert.match(job.logs.join('\n'), 'SIGTERM to maintainer script');
  assert.is((await apt.rollback('stuck')).result.failure, null);
  assert.is(await apt.host.dpkgVersion('lab-slow'), '1.0');
});

test('a dpkg that was killed is never a success', async () => {
  await slowly(60);
  const job = apt.run('shot', patch(['lab-slow', 'lab-hello']));
  job.catch(() => undefined);
  await waitFor(() => scriptRuns('lab-slow'));
  await apt.host.run(['sh', '-c', 'kill -9 $(pgrep -x dpkg)']);
  const failure = failureOf(await job);
  assert.is(failure.code, 'INTERRUPTED');
  await slowly(0);
  await waitFor(async () => (await apt.run('after', patch(['lab-both']))).result.failure === null);
  assert.is(await apt.host.dpkgStatus('lab-slow'), 'ii');
});

test('apt that outlives its wrapper is followed to its end, and nothing is left to repair', async () => {
  // The script waits until the test writes how many seconds it shall take.
  await apt.host.run(['sh', '-c', 'rm -f /etc/lab-slow; mkfifo /etc/lab-slow']);
  const job = apt.run('orphan', patch(['lab-slow', 'lab-hello']));
  job.catch(() => undefined);
  await waitFor(() => scriptRuns('lab-slow'));
  const [wrapper = ''] = (
    await apt.host.readFile('/var/lib/fleetmend-test/journal/orphan/transaction.pid')
  ).split(' ');
  await apt.host.run(['sh', '-c', `kill -9 ${wrapper}; echo 3 >/etc/lab-slow`]);
  const report = await job;
  assert.is(failureOf(report).code, 'INTERRUPTED', 'how apt itself saw its end is not known');
  assert.equal(changed(report), ['lab-hello:all 1.0 > 1.1', 'lab-slow:all 1.0 > 1.1']);
  assert.match(report.logs.join('\n'), 'slow 2/3', 'the output up to the end');
  assert.not(
    report.calls.some((call) => /repair|settle/.test(call)),
    report.calls.join(),
  );
  assert.is(await configured('lab-slow'), 1);
});

test.run();
