import * as assert from 'uvu/assert';
import type { RepoState } from '#test/support/lab.ts';
import { lab } from '#test/support/lab.ts';
import type { Conformance, Part } from './subject.ts';
import type { AgentErrorCode } from '#server/shared/wire/agentErrors.ts';
import { agentErrors } from '#server/shared/wire/agentErrors.ts';
import type { PatchReport } from '../../backend.ts';
import type { JobReport } from '../labBackend.ts';
import { DriverError, failureOf, patch } from '../labBackend.ts';
import { leaveFree } from './disk.ts';

/** The server has nothing under this name: every request gets a 404, as from a mirror that is gone. */
const gone = 'gone' as RepoState;

/** The codes with which hosts fail here, and whether the manager retries by itself: only where waiting helps. */
const RETRYABLE: Readonly<Record<string, boolean>> = {
  LOCK_HELD: true,
  FETCH_FAILED: true,
  METADATA_STALE: true,
  SIGNATURE_INVALID: false,
  METADATA_EXPIRED: false,
  NO_SPACE: false,
  READ_ONLY: false,
  TIMED_OUT: false,
};

/** Fails unless the job failed with that code, with a message for people, and is retryable or not as listed. */
function assertFailed(report: JobReport, code: string): void {
  const failure = failureOf(report);
  assert.is(failure.code, code, `${failure.message}\n${report.logs.join('\n')}`);
  assert.ok(failure.message.length > 10, failure.message);
  assert.is(agentErrors[failure.code as AgentErrorCode].retryable, RETRYABLE[code], code);
}

async function assertRefreshFails({ host }: Conformance, state: RepoState, code: string): Promise<void> {
  await lab.publish(state);
  assertFailed(await host().job(`refresh-${state}`, 'refresh', ['$env']), code);
}

/** Makes a new lock file, and on a tmpfs a file whose inode has the same number; locks that second file as nobody. */
const holdTwin = `use Fcntl; $| = 1; my ($file, $dir) = @ARGV; my ($twin, $n);
unlink $file; open(L, ">", $file) or die; my $wanted = (stat L)[1]; close L;
mkdir $dir; system("mount", "-t", "tmpfs", "-o", "mode=777", "twins", $dir) == 0 or die;
do { $twin = "$dir/" . $n++; open(T, "+>", $twin) or die; die if (stat T)[1] > $wanted } until (stat T)[1] == $wanted;
$) = "65534 65534"; $( = 65534; $< = $> = 65534;
my $l = pack("ssx4qqi", F_WRLCK, 0, 0, 0, 0); fcntl(T, F_SETLK, $l) or die; print "held by $>\\n"; sleep`;

/** Accepts connections and never answers. */
const silentMirror = `use IO::Socket::INET; my @kept;
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:8080", Listen => 50, ReuseAddr => 1) or die;
while (my $c = $s->accept) { push @kept, $c }`;
const sourceFolders = '/etc/apt /etc/yum.repos.d /etc/zypp/repos.d 2>/dev/null';

/** Files of the host's configuration that its package manager cannot read, by image. */
const UNREADABLE: Readonly<Record<string, readonly (readonly [file: string, text: string])[]>> = {
  debian: [['/etc/apt/preferences.d/half', 'Package lab\n']],
  el9: [['/etc/dnf/dnf.conf', 'this is no configuration\n']],
  fedora: [
    ['/etc/yum.repos.d/bad.repo', 'garbage without section\n'],
    ['/etc/dnf/dnf.conf', 'this is no configuration\n'],
    ['/etc/dnf/versionlock.toml', 'version = "broken\n'],
  ],
  suse: [
    ['/etc/zypp/zypp.conf', 'this is [no configuration\n'],
    ['/etc/zypp/repos.d/bad.repo', 'garbage without section\n'],
  ],
};

export const faultTests: Part = (test, conformance) => {
  const { subject, host } = conformance;

  test('a refresh is told to have failed: dead mirror, unsigned or foreign metadata; a good one is not', async () => {
    await assertRefreshFails(conformance, gone, 'FETCH_FAILED');
    await assertRefreshFails(conformance, 't1-unsigned', 'SIGNATURE_INVALID');
    await assertRefreshFails(conformance, 't1-wrongkey', 'SIGNATURE_INVALID');
    // rpm-md metadata has no date of expiry.
    if (subject.family === 'deb') await assertRefreshFails(conformance, 't1-expired', 'METADATA_EXPIRED');
    await lab.publish('t1');
    const { result } = await host().job('good', 'refresh', ['$env']);
    assert.is(result.failure, null);
    const at = Date.parse(await host().call<string>('refreshedAt'));
    assert.ok(Math.abs(Date.now() - at) < 60_000);
  });

  test('a host without any source of packages lacks nothing that anybody could see: its list is unknown, not empty', async () => {
    await host().fresh('t1');
    assert.ok((await host().call<PatchReport>('listPatches')).patches.length > 10);
    const off = subject.family === 'deb' ? '/^deb /d' : 's/^enabled=1/enabled=0/';
    const files = ['/etc/apt/sources.list', '/etc/yum.repos.d/*.repo', '/etc/zypp/repos.d/*.repo'];
    await host().host.run(['sh', '-c', `ls ${files.join(' ')} 2>/dev/null | xargs sed -i '${off}'`]);
    const listed = await host()
      .call('listPatches')
      .catch((error: unknown) => error);
    assert.instance(listed, DriverError);
    assert.is((listed as DriverError).code, 'LISTS_UNREADABLE');
    assert.match((listed as DriverError).message, /no package sources|no enabled repositories/);
  });

  test('what it cannot read of the host is told in its own words, with one code for lists and plans', async () => {
    const kind = subject.family === 'deb' ? 'debian' : subject.image;
    for (const [file, text] of UNREADABLE[kind] ?? []) {
      await host().fresh('all');
      await host().host.writeFile(file, text);
      const refused = await host().refusal(patch(null));
      assert.is(refused.code, 'LISTS_UNREADABLE', refused.message);
      const listed = await host()
        .call('listPatches')
        .catch((error: unknown) => error);
      assert.instance(listed, DriverError);
      assert.is((listed as DriverError).code, 'LISTS_UNREADABLE');
      for (const { message } of [refused, listed as DriverError]) assert.match(message, file, message);
    }
  });

  test('lists that are too old and cannot be refreshed end the job before anything is touched', async () => {
    const before = await host().versions();
    await lab.publish(gone);
    const args = [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }];
    assertFailed(await host().job('stale', 'run', args), 'METADATA_STALE');
    assert.equal(await host().versions(), before);
  });

  test('packages that cannot be fetched, or are not what the metadata lists, change nothing', async () => {
    const before = await host().versions();
    await lab.publish(gone);
    const job = await host().run('unfetched', patch(['lab-grow', 'lab-hello']));
    assertFailed(job, 'FETCH_FAILED');
    assert.equal(job.result.changes, []);
    await host().publish('t1-corrupt');
    const corrupt = await host().run('corrupt', patch(['lab-hello', 'lab-app']));
    assertFailed(corrupt, 'FETCH_FAILED');
    assert.equal(await host().versions(), before);
  });

  test('a lock that another program holds ends the job in time, retryable, and names it', async () => {
    const before = await host().versions();
    const holder = await host().host.holdDpkgLock(subject.lockFile);
    const startedAt = Date.now();
    const job = await host().run('locked', patch(['lab-hello']));
    assertFailed(job, 'LOCK_HELD');
    assert.is(failureOf(job).details['command'], 'perl');
    assert.ok(Date.now() - startedAt < 60_000);
    assert.equal(await host().versions(), before);
    await holder.kill();
    assert.is((await host().run('free', patch(['lab-hello']))).result.failure, null);
  });

  test('a lock that a user holds on a file of his own, with the number of the lock file, is nothing to a job', async () => {
    const holder = await host().host.spawn(['perl', '-e', holdTwin, subject.lockFile, '/run/twins']);
    await holder.waitForOutput(/held by 65534/);
    assert.is((await host().run('twin', patch(['lab-hello']))).result.failure, null);
    await holder.kill();
  });

  test('a disk that cannot take it is refused before anything is fetched', async () => {
    const before = await host().versions();
    // lab-big needs 40 MB.
    await host().host.run(['sh', '-c', leaveFree(24)]);
    assertFailed(await host().run('full', patch(['lab-big'])), 'NO_SPACE');
    assert.equal(await host().versions(), before);
  });

  test('a disk that fills up within the transaction: told as it is; with room again, undone and usable', async () => {
    const before = await host().versions();
    const { filled, clear } = await subject.fillDuring(host().host);
    const [job] = await Promise.all([
      host().run('filling', patch(['lab-slow', 'lab-big', 'lab-app', 'lab-hello'])),
      filled,
    ]);
    assertFailed(job, 'NO_SPACE');
    const now = await host().versions();
    for (const { name, arch, from, to } of job.result.changes) {
      assert.is(from, before[`${name}:${arch}`]);
      assert.is(now[`${name}:${arch}`], to);
    }
    await clear();
    const undo = await host().rollback('filling');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await host().versions(), before);
    assert.equal(await host().call('problems'), []);
    assert.is((await host().run('later', patch(['lab-big', 'lab-app']))).result.failure, null);
  });

  test('a read-only system says so, for a change as for a refresh; what it cannot list it says so of, too', async () => {
    const before = await host().versions();
    // The agent's own data is on another disk: the agent does not begin a job that it cannot journal.
    await host().host.run([
      'sh',
      '-c',
      'mkdir -p "$0" && mount -t tmpfs data "$0"',
      '/var/lib/fleetmend-test',
    ]);
    await host().host.run(['mount', '-o', 'remount,bind,ro', '/']);
    assertFailed(await host().run('read-only', patch(['lab-hello'])), 'READ_ONLY');
    assertFailed(await host().job('read-only-lists', 'refresh', ['$env']), 'READ_ONLY');
    const listed = await host()
      .call<PatchReport>('listPatches')
      .then(({ patches }) => patches.some(({ name }) => name === 'lab-hello'))
      .catch((error: unknown) => error instanceof DriverError && error.code);
    // dnf writes its cache even when it only reads.
    assert.is(listed, subject.readsReadOnly ? true : 'READ_ONLY');
    assert.equal(await host().versions(), before);
  });

  test('a source that answers nothing for ever: the refresh is ended at its limit, retryable, and no script with it', async () => {
    await host().host.run(['sh', '-c', 'nohup perl -e "$0" >/dev/null 2>&1 & sleep 0.5', silentMirror]);
    await host().host.run([
      'sh',
      '-c',
      `grep -rlF 10.77.0.1:8080 ${sourceFolders} | xargs sed -i s/10.77.0.1:8080/127.0.0.1:8080/`,
    ]);
    const startedAt = Date.now();
    const job = await host().job('hanging', 'refresh', ['$env'], { fetchLimitMs: 3000 });
    assert.is(agentErrors[failureOf(job).code as AgentErrorCode].retryable, true, failureOf(job).code);
    assert.match(job.logs.join('\n'), 'time limit: SIGTERM to process');
    assert.ok(Date.now() - startedAt < 60_000);
    assert.is((await host().host.exec(['pgrep', '-x', 'apt-get|dnf|dnf5|zypper'])).code, 1);
  });

  test('a script that never ends: only the script is ended at the limit, and a rollback works', async () => {
    const before = await host().versions();
    await host().host.writeFile('/etc/lab-slow', '100000\n');
    const job = await host().run('endless', patch(['lab-slow', 'lab-hello']), { timeLimitMs: 4000 });
    assertFailed(job, 'TIMED_OUT');
    await host().host.writeFile('/etc/lab-slow', '0\n');
    const undo = await host().rollback('endless');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await host().versions(), before);
    assert.equal(await host().call('problems'), []);
  });
};
