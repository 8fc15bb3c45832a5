// tier: night
// needs: lab
// images: el9-t0, fedora-t0
// time-limit: 500
/** Features of dnf alone, on dnf 4 and dnf5; those of all package managers are in testing/conformance. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab, projectInHost } from '#test/support/lab.ts';
import { waitFor } from '#test/support/wait.ts';
import type { AvailablePatch, FailedSource, PatchReport } from '../backend.ts';
import { changed, failureOf, install, PackageHost, patch, shown, update } from '../testing/labBackend.ts';
import { addOwnRpms, useOwnRepo } from '../testing/ownRepo.ts';

const test = suite('dnf');
const images = ['el9', 'fedora'] as const;
const hosts = new Map<(typeof images)[number], PackageHost>();

test.before(async () => {
  await lab.startRepo('t0', 'rpm');
  for (const [i, image] of images.entries()) {
    hosts.set(image, new PackageHost(await lab.up(image, `10.77.0.${11 + i}`, { image }), image));
  }
});
test.after(() => lab.down());

/** Registers a test once for each generation, on a fresh host. */
function each(name: string, act: (host: PackageHost, image: (typeof images)[number]) => Promise<void>): void {
  for (const image of images) {
    test(`${image}: ${name}`, async () => {
      const host = hosts.get(image);
      if (!host) throw new Error(`no host ${image}`);
      await host.fresh('t1');
      await act(host, image);
    });
  }
}

each('a package that replaces another comes neither with a patch nor silently by its name', async (host) => {
  const plan = await host.plan(patch(null));
  assert.not.ok(plan.entries.some(({ name }) => name === 'lab-newmta' || name === 'lab-oldmta'));
  const refused = await host.refusal(install('lab-newmta'));
  assert.is(refused.code, 'CONFLICT');
  assert.equal(refused.details['removed'], ['lab-oldmta']);
});

test('el9: a file of repositories that dnf 4 only warns of is a source that failed, until it can be read', async () => {
  const host = hosts.get('el9') as PackageHost;
  await host.fresh('t1');
  const file = '/etc/yum.repos.d/bad.repo';
  await host.host.writeFile(file, 'garbage without section\n');
  const run = (job: string) => host.job(job, 'run', [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }]);
  const failed = async () =>
    (await host.call<FailedSource[]>('failedSources')).map(({ name, code, use }) => [name, code, use]);
  const job = await run('around');
  assert.equal([job.result.failure, changed(job).length], [null, 1], job.logs.join('\n'));
  assert.equal(await failed(), [[file, 'LISTS_UNREADABLE', 'left_out']]);
  const again = failureOf(await host.job('again', 'refresh', ['$env']));
  assert.match(again.message, `${file}: dnf cannot read this file`);
  assert.equal(await failed(), [[file, 'LISTS_UNREADABLE', 'left_out']]);
  assert.ok((await host.call<PatchReport>('listPatches')).patches.length > 10);
  await host.host.run(['rm', file]);
  assert.is((await host.job('mended', 'refresh', ['$env'])).result.failure, null);
  assert.equal(await failed(), []);
});

test('el9: a section that dnf 4 only warns of is a source that failed, by its name, and stops nothing', async () => {
  const host = hosts.get('el9') as PackageHost;
  await host.fresh('t1');
  const section = '[bad id]\nname=Bad\nbaseurl=http://10.77.0.1:8080/current\n';
  await host.host.writeFile('/etc/yum.repos.d/bad.repo', section);
  const job = await host.job('around', 'run', [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }]);
  assert.equal([job.result.failure, changed(job).length], [null, 1], job.logs.join('\n'));
  const failed = await host.call<FailedSource[]>('failedSources');
  assert.equal(
    failed.map(({ name, code, use }) => [name, code, use]),
    [['[bad id]', 'LISTS_UNREADABLE', 'left_out']],
  );
  assert.ok((await host.call<PatchReport>('listPatches')).patches.length > 10);
});

each(
  'a dnf.conf that does not wait for locks hides no advisory from questions asked at once',
  async (host) => {
    await host.host.writeFile('/etc/dnf/dnf.conf', '[main]\ngpgcheck=1\nexit_on_lock=1\n');
    const { patches } = await host.call<PatchReport>('listPatches');
    assert.is(patches.filter(({ security }) => security === true).length, 4);
  },
);

each('a password in the address of a repository reaches neither log nor problem', async (host) => {
  const lines = ['[pw]', 'name=Pw', 'baseurl=http://me:secret@10.77.0.1:8080/auth=x:y/current', 'enabled=1'];
  await host.host.writeFile('/etc/yum.repos.d/pw.repo', `${lines.join('\n')}\n`);
  const job = await host.job('pw', 'run', [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }]);
  const failed = await host.call<FailedSource[]>('failedSources');
  assert.equal([job.result.failure, failed.length], [null, 1]);
  assert.match(failed[0]?.message ?? '', '401 for http://10.77.0.1:8080/auth=x:y/current/');
  assert.not.match(JSON.stringify([job, failed]), 'secret');
});

each('what cannot be brought in is kept back, and refused where it alone was asked for', async (host) => {
  const plan = await host.plan(patch(['lab-stuck', 'lab-hello']));
  assert.equal(
    plan.entries.map(({ name }) => name),
    ['lab-hello'],
  );
  assert.equal(
    plan.keptBack.map(({ name, reason }) => `${name} ${reason}`),
    ['lab-stuck DEPENDENCY'],
  );
  assert.is((await host.refusal(patch(['lab-stuck']))).code, 'CONFLICT');
});

each(
  'neither a repository that was never had nor a dnf.conf for people hides what there is',
  async (host) => {
    const list = async () => (await host.call<PatchReport>('listPatches')).patches;
    const before = await list();
    const dead = '[dead]\nname=Dead\nbaseurl=http://10.77.0.1:9/dead\nenabled=1\ngpgcheck=0\n';
    await host.host.writeFile('/etc/yum.repos.d/dead.repo', dead);
    for (const skip of ['True', 'False']) {
      const conf = `[main]\nskip_if_unavailable=${skip}\nbest=False\ncolor=always\ndebuglevel=0\nassumeyes=True\nassumeno=True\n`;
      await host.host.writeFile('/etc/dnf/dnf.conf', conf);
      assert.ok(before.length > 10);
      assert.equal(await list(), before, `skip_if_unavailable=${skip}`);
    }
    const job = await host.run('others', patch(['lab-hello']));
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.is(job.result.changes.length, 1);
    assert.is(failureOf(await host.job('dead', 'refresh', ['$env'])).code, 'FETCH_FAILED');
  },
);

each(
  'a dnf.conf with which dnf only pretends, stays offline or keeps its cache elsewhere changes nothing of what jobs do',
  async (host, image) => {
    const offline = image === 'el9' ? 'True' : 'all';
    for (const [name, conf] of [
      ['test', 'tsflags=test,nodocs'],
      ['justdb', 'tsflags=nodocs justdb'],
      ['offline', `cacheonly=${offline}`],
      ['elsewhere', 'cachedir=/srv/cache\nsystem_cachedir=/srv/cache'],
    ] as const) {
      await host.fresh('t0');
      const before = await host.versions();
      await host.host.writeFile('/etc/dnf/dnf.conf', `[main]\ngpgcheck=1\n${conf}\n`);
      await lab.publish('all');
      assert.is((await host.job(`lists-${name}`, 'refresh', ['$env'])).result.failure, null, name);
      const { patches } = await host.call<PatchReport>('listPatches');
      assert.is(patches.find((one) => one.name === 'lab-hello')?.availableVersion, '2.0-1', name);
      const job = await host.run(name, patch(['lab-hello']));
      assert.is(job.result.failure, null, job.logs.join('\n'));
      assert.is((await host.versions())['lab-hello:noarch'], '2.0-1', name);
      assert.is(await host.host.readFile('/usr/share/lab/lab-hello'), '2.0-1\n', name);
      const undo = await host.rollback(name);
      assert.is(undo.result.failure, null, undo.logs.join('\n'));
      assert.equal(await host.versions(), before, name);
    }
  },
);

each('a damaged or lost rpm database is an error, and not a host without packages', async (host) => {
  const find =
    'find /var/lib/rpm/rpmdb.sqlite /usr/lib/sysimage/rpm/rpmdb.sqlite -type f 2>/dev/null | head -1';
  const wreck = {
    damaged: `dd if=/dev/urandom of=$(${find}) bs=4096 count=4 seek=1 conv=notrunc`,
    lost: `rm $(${find})*`,
  };
  for (const [name, command] of Object.entries(wreck)) {
    await host.fresh('t1');
    await host.host.run(['sh', '-c', command]);
    const listing = async () => {
      await host.call('listPatches');
    };
    await listing().then(
      () => assert.unreachable(`${name}: no error`),
      (error: unknown) => assert.match(String(error), /rpm's database cannot be read.*rpmdb --rebuilddb/),
    );
    assert.match(failureOf(await host.run(name, patch(null))).message, /rpmdb --rebuilddb/);
    assert.match((await host.call<string[]>('problems')).join(), /rpm's database cannot be read/);
  }
});

each('a module stream that somebody enables makes another list', async (host, image) => {
  const streams =
    image === 'el9' ? '/etc/dnf/modules.d/lab.module' : '/usr/lib/sysimage/libdnf5/modules.toml';
  const before = await host.call<string>('fingerprint');
  assert.is(await host.call<string>('fingerprint'), before);
  await host.host.writeFile(streams, '[lab]\n');
  assert.is.not(await host.call<string>('fingerprint'), before);
});

each('an old version that no repository has any more is told beforehand, and its job runs', async (host) => {
  const { reversible } = await host.plan(patch(['lab-hello']));
  assert.is(reversible.verdict, 'no');
  assert.equal(
    reversible.reasons.map(({ code, package: name }) => `${code} ${name}`),
    ['NOT_STASHED lab-hello:noarch'],
  );
  const job = await host.run('lost', patch(['lab-hello']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.is(job.result.reversible?.verdict, 'no');
  assert.is(failureOf(await host.rollback('lost')).code, 'ROLLBACK_CONFLICT');
});

each(
  'while somebody else changes packages, lists are read without waiting, and a job is refused',
  async (host) => {
    await host.host.writeFile('/etc/lab-slow', '600\n');
    const other = await host.host.spawn(['dnf', '-y', 'upgrade', 'lab-slow']);
    await waitFor(async () => (await host.host.exec(['pgrep', '-f', 'rpm-tmp[.]'])).code === 0);
    const { patches } = await host.call<PatchReport>('listPatches');
    assert.ok(patches.some(({ name }) => name === 'lab-hello'));
    const failure = failureOf(await host.run('busy', patch(['lab-hello'])));
    assert.is(failure.code, 'LOCK_HELD');
    assert.match(String(failure.details['command']), /^dnf/);
    await other.kill();
  },
);

each(
  'lists and plans work where only the caches can be written, as in the unit of the agent',
  async (host) => {
    const input = JSON.stringify({ call: 'listPatches' });
    const script = `mount --bind / /mnt && mount -o remount,bind,ro /mnt && mount --rbind /proc /mnt/proc &&
    mount --rbind ${projectInHost} /mnt${projectInHost} && mount --bind /usr/bin/node /mnt/usr/bin/node &&
    mkdir -p /var/lib/fleetmend-test /var/cache/libdnf5 /var/cache/dnf /var/lib/dnf &&
    for folder in /var/cache/dnf /var/cache/libdnf5 /var/lib/dnf /var/lib/fleetmend-test; do
      mount --bind $folder /mnt$folder && mount -o remount,bind,rw /mnt$folder || exit; done
    mount -t tmpfs tmp /mnt/tmp && mount --rbind /dev /mnt/dev &&
    exec chroot /mnt node ${projectInHost}/agent/packages/testing/labDriver.ts "$1"`;
    const { stdout, stderr } = await host.host.exec(['unshare', '-m', 'sh', '-c', script, 'sh', input]);
    const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { value?: PatchReport };
    const find = (name: string): AvailablePatch | undefined =>
      answer.value?.patches.find((one) => one.name === name);
    assert.is(find('lab-mailer')?.keptBackReason, 'NEEDS_REMOVAL', `${stdout}${stderr}`);
    assert.is(find('lab-sec')?.severity, 'important');
  },
);

each(
  "what the host's own configuration excludes is listed as held and refused, and says where",
  async (host, image) => {
    const edits = `echo 'exclude=lab-held* lab-extra' >>/etc/dnf/dnf.conf && echo excludepkgs=lab-hello >>/etc/yum.repos.d/lab.repo`;
    await host.host.run(['sh', '-c', edits]);
    const { patches } = await host.call<PatchReport>('listPatches');
    const held = patches.filter((one) => one.held && one.keptBackReason === 'HELD');
    assert.equal(
      held.map(({ name, availableVersion, security }) => `${name} ${availableVersion} ${security}`),
      ['lab-held 1.1-1 true', 'lab-hello 1.1-1 false'],
    );
    const plan = await host.plan(patch(['lab-held', 'lab-sec']));
    assert.equal(
      plan.entries.map(({ name }) => name),
      ['lab-sec'],
    );
    const kept = plan.keptBack.map(({ name, reason, message }) => `${name} ${reason} ${message}`);
    assert.match(kept.join('\n'), /^lab-held HELD .*\/etc\/dnf\/dnf\.conf\.$/);
    const asked = [patch(['lab-held']), update('lab-hello')];
    assert.equal(
      await host.refusals(asked),
      asked.map(() => 'PACKAGE_HELD'),
    );
    // The rest differs only in dnf5, which locks only versions that it sees; dnf 4, which is slower, skips it.
    if (image === 'el9') return;
    assert.is((await host.refusal(install('lab-extra', '1.0-1'))).code, 'PACKAGE_HELD');
    const failure = failureOf(await host.job('release', 'hold', [['lab-hello'], false, '$env']));
    assert.is(failure.code, 'UNSUPPORTED');
    assert.match(failure.message, '/etc/yum.repos.d/lab.repo');
    const locked = await host.job('hold', 'hold', [['lab-held'], true, '$env']);
    assert.is(locked.result.failure, null, locked.logs.join('\n'));
  },
);

each(
  'a package that changes between noarch and an architecture is patched, keeps its mark and comes back',
  async (host, image) => {
    await addOwnRpms(host.host, [
      { name: 'own-native', version: '1.0-1', arch: 'noarch' },
      { name: 'own-common', version: '1.0-1', arch: 'x86_64' },
    ]);
    await useOwnRepo(host.host, '/etc/yum.repos.d');
    await host.host.run(['dnf', '-q', '-y', 'install', 'own-native', 'own-common']);
    await host.host.run(['dnf', '-q', '-y', 'mark', image === 'el9' ? 'remove' : 'dependency', 'own-native']);
    await addOwnRpms(host.host, [
      { name: 'own-native', version: '1.1-1', arch: 'x86_64' },
      { name: 'own-native', version: '1.2-1', arch: 'x86_64' },
      { name: 'own-common', version: '1.1-1', arch: 'noarch' },
    ]);
    assert.is((await host.job('lists', 'refresh', ['$env'])).result.failure, null);
    const before = await host.versions();
    const { patches } = await host.call<PatchReport>('listPatches');
    const kept = patches.filter(({ name }) => name.startsWith('own-')).map((one) => one.keptBackReason);
    assert.equal(kept, [null, null]);
    const asked = await host.plan(update('own-native', '1.1-1'));
    assert.equal(shown(asked), ['upgrade own-native:x86_64 1.0-1 > 1.1-1']);
    const job = await host.run('moved', patch(['own-native', 'own-common']));
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.equal(changed(job), ['own-common:noarch 1.0-1 > 1.1-1', 'own-native:x86_64 1.0-1 > 1.2-1']);
    const reason = ['repoquery', '--installed', '--qf', '%{reason}', 'own-native'];
    assert.match(await host.host.run(['dnf', '-q', ...reason]), /^dependency/i);
    const undo = await host.rollback('moved');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await host.versions(), before);
  },
);

each(
  'the repository of highest priority is taken from; a security fix that only another has is missing, and comes by its version',
  async (host) => {
    await addOwnRpms(host.host, [
      { name: 'lab-hello', version: '1.0-5', arch: 'noarch' },
      { name: 'lab-sec', version: '1.0-1', arch: 'noarch' },
    ]);
    await useOwnRepo(host.host, '/etc/yum.repos.d', ['priority=10']);
    assert.is((await host.job('lists', 'refresh', ['$env'])).result.failure, null);
    const { patches } = await host.call<PatchReport>('listPatches');
    const find = (name: string) => patches.find((one) => one.name === name);
    assert.equal([find('lab-hello')?.availableVersion, find('lab-hello')?.keptBackReason], ['1.0-5', null]);
    const sec = find('lab-sec');
    assert.equal([sec?.availableVersion, sec?.security, sec?.keptBackReason], ['1.0-2', true, 'PINNED']);
    const says = /security update to 1\.0-2 \(lab\).*priorities of repositories leave it at 1\.0-1/;
    assert.match(sec?.keptBackMessage ?? '', says);
    for (const request of [patch(null), patch(null, { securityOnly: true })]) {
      const plan = await host.plan(request);
      assert.not.ok(shown(plan).some((line) => line.includes('lab-sec')));
      assert.match(plan.keptBack.find(({ name }) => name === 'lab-sec')?.message ?? '', says);
    }
    const refusal = await host.refusal(patch(['lab-sec']));
    assert.equal([refusal.code, says.test(refusal.message)], ['PACKAGE_HELD', true]);
    const job = await host.run('chosen', patch(['lab-hello']));
    assert.equal(changed(job), ['lab-hello:noarch 1.0-1 > 1.0-5'], job.logs.join('\n'));
    const exact = await host.run('exact', update('lab-sec', '1.0-2'));
    assert.equal(changed(exact), ['lab-sec:noarch 1.0-1 > 1.0-2'], exact.logs.join('\n'));
  },
);

each(
  'what a list of packages to let in leaves out is no update, and missing where it is for security',
  async (host) => {
    const all = (await host.call<PatchReport>('listPatches')).patches;
    await host.host.run([
      'sh',
      '-c',
      "sed -i '/^enabled=1/a includepkgs=lab-hello' /etc/yum.repos.d/lab*.repo",
    ]);
    const { patches } = await host.call<PatchReport>('listPatches');
    const left = patches.filter(({ keptBackReason }) => keptBackReason !== null);
    assert.equal(
      patches.filter((one) => !left.includes(one)).map(({ name }) => name),
      ['lab-hello'],
    );
    const names = (list: readonly AvailablePatch[]) => list.map(({ name }) => name).toSorted();
    assert.equal(names(left), names(all.filter(({ security }) => security === true)));
    assert.equal([...new Set(left.map((one) => one.keptBackReason))], ['PINNED']);
    assert.match(left[0]?.keptBackMessage ?? '', /left out in \/etc\/yum\.repos\.d\/lab.*\.repo/);
    const refusal = await host.refusal(patch(['lab-sec']));
    assert.is(refusal.code, 'PACKAGE_HELD');
  },
);

test('el9: without the plugin that locks versions, holding is answered as unsupported', async () => {
  const host = hosts.get('el9');
  if (!host) throw new Error('no host');
  await host.fresh('t1');
  await host.host.run(['rm', '/etc/dnf/plugins/versionlock.conf']);
  const failure = failureOf(await host.job('hold', 'hold', [['lab-held'], true, '$env']));
  assert.is(failure.code, 'UNSUPPORTED');
  assert.match(failure.message, 'python3-dnf-plugin-versionlock');
});

test.run();
