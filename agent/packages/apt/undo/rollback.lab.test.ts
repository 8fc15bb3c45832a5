// needs: lab
// images: deb12-t0
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { Plan } from '../../backend.ts';
import type { AptHost } from '../../testing/labApt.ts';
import { changed, failureOf, install, patch, remove, startAptHost } from '../../testing/labApt.ts';

const test = suite('apt rollback');
let apt: AptHost;
let before: Record<string, string>;
let marks: string[];

test.before(async () => {
  apt = await startAptHost('undo');
  before = await apt.versions();
  marks = await apt.autoMarks();
});
test.before.each(() => apt.fresh());
test.after(() => lab.down());

const many = [
  'lab-app',
  'lab-both',
  'lab-conf',
  'lab-epoch',
  'lab-grow',
  'lab-hello',
  'lab-ma',
  'lab-sec',
  'lab-svc',
];

/** Owner, mode, size and SHA-256 of every file of these packages, from find and sha256sum. */
function files(packages: string[]): Promise<string> {
  const script =
    'for f in $(dpkg -L "$@" | grep ^/ | sort -u); do [ -h "$f" ] || [ -d "$f" ] || sha256sum "$f"; ' +
    'stat -c "%n %F %a %U:%G" "$f"; [ ! -h "$f" ] || readlink "$f"; done';
  return apt.host.run(['sh', '-c', script, 'sh', ...packages]);
}

test('one call restores exact versions, marks and removals, though the old ones left the repository', async () => {
  const job = await apt.run('many', patch(many));
  assert.is(job.result.reversible?.verdict, 'yes');
  await apt.host.run(['apt-get', 'clean']);
  const undo = await apt.rollback('many');
  assert.is(undo.result.failure, null);
  assert.equal(await apt.versions(), before);
  assert.equal(await apt.autoMarks(), marks);
  assert.equal(changed(undo).length, changed(job).length);
  assert.equal(
    undo.calls.filter((call) => call.startsWith('run:')).map((call) => call.replace(/-[0-9a-f]{12}$/, '')),
    ['run:offer', 'run:transaction', 'run:marks'],
  );
});

test('from installed files: unsigned, and every file is the same by checksum', async () => {
  await apt.host.run(['apt-get', 'clean']);
  const names = [...many, 'lab-debconf', 'lab-reboot'];
  const earlier = await files(names);
  const job = await apt.run('repacked', patch(names));
  assert.is(job.result.failure, null);
  assert.is(job.result.reversible?.verdict, 'partly');
  const codes = new Set(job.result.reversible?.reasons.map((reason) => reason.code));
  assert.equal([...codes], ['UNSIGNED_STASH']);
  assert.is.not(await files(names), earlier);
  await apt.host.run(['apt-get', 'clean']);
  const undo = await apt.rollback('repacked');
  assert.is(undo.result.failure, null);
  assert.equal(await apt.versions(), before);
  assert.is(await files(names), earlier);
  assert.is((await apt.host.run(['dpkg', '--audit'])).trim(), '');
});

test('a package rebuilt from its files keeps owners, modes, links, scripts and conffiles', async () => {
  // A package with every kind of file that no repository has.
  const build = `set -e; cd /root; rm -rf p; mkdir -p p/DEBIAN p/opt/odd/empty p/etc
    echo a >p/opt/odd/file; ln p/opt/odd/file p/opt/odd/hard; ln -s file p/opt/odd/soft; echo s >p/opt/odd/suid
    echo "with space" >"p/opt/odd/a b"; echo c >p/etc/odd.conf; echo /etc/odd.conf >p/DEBIAN/conffiles
    chown 33:34 p/opt/odd/file; chmod 4750 p/opt/odd/suid; chmod 2770 p/opt/odd/empty
    printf '#!/bin/sh\\necho "$1 $2" >>/var/log/odd\\n' >p/DEBIAN/postinst; chmod 755 p/DEBIAN/postinst
    for v in 1 2; do printf 'Package: odd\\nVersion: %s\\nArchitecture: all\\nMaintainer: x <x@x>\\nDescription: odd\\n long\\n' $v >p/DEBIAN/control
      echo $v >p/opt/odd/version; dpkg-deb -b p odd$v.deb >/dev/null; done
    dpkg -i odd1.deb >/dev/null`;
  await apt.host.run(['sh', '-c', build]);
  const look = () =>
    apt.host.run([
      'sh',
      '-c',
      'cd /opt/odd; find . /etc/odd.conf | sort | while read -r f; do [ -d "$f" ] && stat -c "%n %a %u:%g" "$f" || stat -c "%n %F %a %u:%g %h %Y" "$f"; done; cat version',
    ]);
  const earlier = await look();
  const job = await apt.run('odd', remove(['odd'], { purge: true }));
  assert.is(job.result.failure, null);
  assert.is(job.result.reversible?.verdict, 'partly');
  assert.is((await apt.host.exec(['ls', '/opt/odd'])).code, 2);
  const undo = await apt.rollback('odd');
  assert.is(undo.result.failure, null, JSON.stringify(undo.result.failure));
  assert.is(await look(), earlier);
  assert.match(await apt.host.readFile('/var/log/odd'), /configure/);
});

test('a job whose postinst failed goes back to where it was', async () => {
  const job = await apt.run('post', patch(['lab-failpost', 'lab-hello', 'lab-app']));
  assert.is(failureOf(job).code, 'SCRIPT_FAILED');
  assert.is(await apt.host.dpkgStatus('lab-failpost'), 'iF');
  const undo = await apt.rollback('post');
  assert.is(undo.result.failure, null);
  assert.equal(await apt.versions(), before);
  assert.is(await apt.host.dpkgStatus('lab-failpost'), 'ii');
});

test('the same from installed files', async () => {
  await apt.host.run(['apt-get', 'clean']);
  await apt.run('post', patch(['lab-failpost', 'lab-hello']));
  await apt.host.run(['apt-get', 'clean']);
  const earlier = await files(['lab-hello', 'lab-failpost']);
  const undo = await apt.rollback('post');
  assert.is(undo.result.failure, null);
  assert.equal(await apt.versions(), before);
  assert.is.not(await files(['lab-hello', 'lab-failpost']), earlier);
  assert.is(await apt.host.readFile('/usr/share/lab/lab-hello'), '1.0\n');
});

test('a failed preinst, with the others done, goes back too', async () => {
  await apt.run('pre', patch(['lab-failpre', 'lab-hello']));
  assert.is((await apt.rollback('pre')).result.failure, null);
  assert.equal(await apt.versions(), before);
});

test('an installation is removed again, and a removal with its conffiles comes back', async () => {
  await apt.run('in', install('lab-needsfail'));
  assert.is((await apt.rollback('in')).result.failure, null);
  assert.equal(await apt.versions(), before);
  await apt.host.writeFile('/etc/lab-conf.conf', 'setting = mine\n');
  await apt.run('out', remove(['lab-conf', 'lab-lib', 'lab-parent'], { purge: true, autoremove: true }));
  assert.is((await apt.host.exec(['ls', '/etc/lab-conf.conf'])).code, 2);
  assert.is((await apt.rollback('out')).result.failure, null);
  assert.equal(await apt.versions(), before);
  assert.equal(await apt.autoMarks(), marks);
  assert.is(await apt.host.readFile('/etc/lab-conf.conf'), 'setting = mine\n');
});

test('holds are the same afterwards', async () => {
  await apt.run('hello', patch(['lab-hello', 'lab-both']));
  await apt.host.run(['apt-mark', 'hold', 'lab-hello']);
  assert.is((await apt.rollback('hello')).result.failure, null, 'a hold set since does not stop it');
  assert.equal(await apt.versions(), before);
});

test('nothing is touched when a package moved since, or was removed', async () => {
  await apt.run('moved', patch(['lab-hello', 'lab-both']));
  await lab.publish('all');
  await apt.host.run(['apt-get', '-qq', 'update']);
  await apt.host.run(['apt-get', '-y', '-qq', 'install', 'lab-hello=2.0']);
  const failure = failureOf(await apt.rollback('moved'));
  assert.is(failure.code, 'ROLLBACK_CONFLICT');
  assert.match(failure.message, 'lab-hello');
  assert.is(await apt.host.dpkgVersion('lab-both'), '1.2');
});

test('nothing is touched when going back would change more than the job did', async () => {
  await apt.run('base', patch(['lab-app']));
  await apt.run('later', install('lab-extra'));
  await apt.run('grown', patch(['lab-grow']));
  const failure = failureOf(await apt.rollback('later'));
  assert.is(failure.code, 'ROLLBACK_CONFLICT');
  assert.is(await apt.host.dpkgVersion('lab-grow'), '1.1', 'it needs lab-extra by now');
  assert.is(await apt.host.dpkgVersion('lab-extra'), '1.0');
});

test('a job that changed nothing has nothing to restore', async () => {
  await apt.run('empty', patch(['lab-obsolete']));
  const undo = await apt.rollback('empty');
  assert.equal([undo.result.changes, undo.result.failure], [[], null]);
  assert.is(undo.result.reversible?.reasons[0]?.code, 'NOTHING_TO_RESTORE');
  assert.match(undo.logs.join(), 'nothing to restore');
});

test('a stored package that was tampered with is not installed', async () => {
  await apt.run('tampered', patch(['lab-hello']));
  await apt.host.run(['apt-get', 'clean']);
  const file = '/var/lib/fleetmend-test/stash/tampered/lab-hello_1.0_all.deb';
  await apt.host.run(['sh', '-c', `printf X | dd of=${file} bs=1 seek=300 conv=notrunc 2>/dev/null`]);
  const failure = failureOf(await apt.rollback('tampered'));
  assert.is(failure.code, 'ROLLBACK_CONFLICT');
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.1');
});

test('what the stash lost is fetched again while the repository has it', async () => {
  await apt.publish('all');
  await apt.run('lost', install('lab-hello', '1.1'));
  await apt.host.run(['sh', '-c', 'rm -r /var/lib/fleetmend-test/stash/lost; apt-get clean']);
  assert.is((await apt.rollback('lost')).result.failure, null);
  assert.equal(await apt.versions(), before);
});

test('the repository is asked when the cache was cleaned, and then the verdict is a full yes', async () => {
  await apt.publish('all');
  await apt.host.run(['apt-get', 'clean']);
  const job = await apt.run('fetched', install('lab-hello', '1.1'));
  assert.equal(job.result.reversible, { verdict: 'yes', reasons: [] });
  await apt.publish('t1');
  assert.is((await apt.rollback('fetched')).result.failure, null);
  assert.equal(await apt.versions(), before);
});

test('a cached file that is not what the signed index lists is not trusted', async () => {
  await apt.publish('all');
  const file = '/var/cache/apt/archives/lab-hello_1.0_all.deb';
  await apt.host.run(['sh', '-c', `printf X | dd of=${file} bs=1 seek=300 conv=notrunc 2>/dev/null`]);
  const job = await apt.run('cache', install('lab-hello', '1.1'));
  assert.is(job.result.reversible?.verdict, 'yes');
  assert.is((await apt.rollback('cache')).result.failure, null);
  assert.is(await apt.host.readFile('/usr/share/lab/lab-hello'), '1.0\n');
});

test('a rollback can be rolled back', async () => {
  await apt.run('twice', patch(['lab-app', 'lab-grow']));
  const upgraded = await apt.versions();
  await apt.rollback('twice');
  assert.equal(await apt.versions(), before);
  assert.is((await apt.rollback('undo-twice')).result.failure, null);
  assert.equal(await apt.versions(), upgraded);
});

test('a rollback that removes nothing forbids apt to; one that must remove takes away what came, and nothing else', async () => {
  const argvOf = ({ saved }: { saved: Record<string, unknown> }) => (saved['apt'] as { argv: string[] }).argv;
  await apt.run('upgrade', patch(['lab-hello']));
  const upgrade = await apt.rollback('upgrade');
  assert.is(upgrade.result.failure, null, upgrade.logs.join('\n'));
  assert.ok(argvOf(upgrade).includes('--no-remove'), argvOf(upgrade).join(' '));
  await apt.run('grow', patch(['lab-grow']));
  const grow = await apt.rollback('grow');
  assert.is(grow.result.failure, null, grow.logs.join('\n'));
  assert.not.ok(argvOf(grow).includes('--no-remove'));
  assert.equal(await apt.versions(), before);
});

test('a rollback never takes away the agent that does it', async () => {
  const made = await apt.run('agent', install('lab-extra'));
  const build =
    'mkdir -p /tmp/a/DEBIAN; printf "Package: fleetmend-agent\\nVersion: 1.0\\nArchitecture: all\\nMaintainer: x\\nDescription: x\\n"' +
    ' >/tmp/a/DEBIAN/control; dpkg-deb -b /tmp/a /tmp/a.deb && dpkg -i /tmp/a.deb';
  await apt.host.run(['sh', '-c', build]);
  const record = JSON.parse(JSON.stringify(made.saved).replaceAll('lab-extra', 'fleetmend-agent')) as object;
  const job = await apt.job('undo-agent', 'rollback', [record, '$env']);
  const failure = failureOf(job);
  assert.is(failure.code, 'ROLLBACK_CONFLICT');
  assert.equal(failure.details['packages'], ['fleetmend-agent']);
  assert.is(await apt.host.dpkgVersion('fleetmend-agent'), '1.0');
});

test('a full stash gives up the oldest jobs first, and says so', async () => {
  await apt.run('old', patch(['lab-hello']));
  // A tenth of the disk is 51 MB: with another job's 60 MB nothing else fits.
  const fill =
    'mkdir -p /var/lib/fleetmend-test/stash/huge; head -c 60M /dev/zero >/var/lib/fleetmend-test/stash/huge/x';
  await apt.host.run(['sh', '-c', fill]);
  await apt.run('new', patch(['lab-both']));
  const left = (await apt.host.run(['ls', '/var/lib/fleetmend-test/stash'])).trim().split('\n');
  assert.ok(left.includes('new') && !left.includes('huge'), left.join());
});

test('what stash and cache have lost turns the verdict to no, for that package alone', async () => {
  const job = await apt.run('evicted', patch(['lab-hello', 'lab-both']));
  const now = () => apt.call<Plan['reversible'] | null>('reversibility', [job.saved]);
  assert.is(await now(), null, 'as recorded');
  await apt.host.run(['rm', '/var/lib/fleetmend-test/stash/evicted/lab-hello_1.0_all.deb']);
  assert.is(await now(), null, 'the cache has it still');
  await apt.host.run(['apt-get', 'clean']);
  const why = async () => {
    const { verdict, reasons = [] } = (await now()) ?? {};
    return [verdict, ...reasons.map((reason) => `${reason.code} ${reason.package}`)];
  };
  assert.equal(await why(), ['no', 'STASH_FULL lab-hello:all']);
  await apt.host.run(['cp', '/etc/passwd', '/var/lib/fleetmend-test/stash/evicted/lab-hello_1.0_all.deb']);
  assert.equal(await why(), ['no', 'STASH_CORRUPT lab-hello:all'], 'another file in its place');
});

test.run();
