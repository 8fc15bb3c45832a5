// needs: lab
// images: deb12-t0
// time-limit: 200
/** States in which administrators leave their hosts: settings, pins, hooks and leftovers that apt stumbles over. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { AvailablePatch, PatchReport } from '../backend.ts';
import type { AptHost } from '../testing/labApt.ts';
import { changed, failureOf, patch, shown, startAptHost, update } from '../testing/labApt.ts';

const test = suite('apt host states');
let apt: AptHost;
let before: Record<string, string>;

test.before(async () => {
  apt = await startAptHost('states');
  before = await apt.versions();
});
test.before.each(() => apt.fresh());
test.after(() => lab.down());

const configure = (conf: string) => apt.host.writeFile('/etc/apt/apt.conf.d/99admin', `${conf}\n`);
const refresh = () => apt.job('refresh', 'refresh', ['$env']);

for (const [name, conf] of Object.entries({
  'only simulates': 'APT::Get::Simulate "true";',
  'only prints addresses': 'APT::Get::Print-URIs "true";',
  'only downloads': 'APT::Get::Download-Only "true";',
  'only prints calls of dpkg': 'Debug::pkgDPkgPM "true";',
  'configures nothing':
    'DPkg::NoTriggers "true"; DPkg::ConfigurePending "false"; DPkg::TriggersPending "false";',
  'never downloads': 'APT::Get::Download "false";',
  'never upgrades, removes or does what is not trivial':
    'APT::Get::Upgrade "false"; APT::Get::Remove "false"; APT::Get::Trivial-Only "true";',
})) {
  test(`an apt.conf with which apt ${name} changes neither refreshes, jobs nor rollbacks`, async () => {
    await configure(conf);
    await lab.publish('all');
    assert.is((await refresh()).result.failure, null);
    const { patches } = await apt.call<PatchReport>('listPatches');
    assert.is(patches.find((one) => one.name === 'lab-hello')?.availableVersion, '2.0', 'the new lists');
    const job = await apt.run('patch', patch(['lab-hello', 'lab-grow']));
    assert.is(job.result.failure, null, job.logs.join('\n'));
    const expected = ['lab-extra:all null > 1.0', 'lab-grow:all 1.0 > 1.1', 'lab-hello:all 1.0 > 2.0'];
    assert.equal(changed(job), expected);
    const undo = await apt.rollback('patch');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await apt.versions(), before);
  });
}

test('an apt.conf that ignores holds changes no held package, and keeps no other one from its update', async () => {
  await apt.host.run(['apt-mark', 'hold', 'lab-hello']);
  await configure('APT::Ignore-Hold "true";');
  const plan = await apt.plan(patch(null));
  assert.ok(shown(plan).includes('upgrade lab-grow:all 1.0 > 1.1'));
  assert.is(plan.keptBack.find(({ name }) => name === 'lab-hello')?.reason, 'HELD');
});

test('with an apt.conf that makes do with what can be fetched, a damaged package still stops the whole job', async () => {
  await apt.publish('t1-corrupt');
  await configure('APT::Get::Fix-Missing "true";');
  const failure = failureOf(await apt.run('damaged', patch(['lab-hello', 'lab-sec'])));
  assert.is(failure.code, 'FETCH_FAILED', failure.message);
  assert.equal(await apt.versions(), before);
});

test('a pin that asks for an older version keeps its package as it is, and no other back', async () => {
  await apt.publish('all');
  await apt.host.run(['apt-get', '-y', '-qq', 'install', 'lab-hello=2.0', 'lab-conf']);
  const pin = 'Package: lab-hello\nPin: version 1.1\nPin-Priority: 1001\n';
  await apt.host.writeFile('/etc/apt/preferences.d/admin', pin);
  const plan = await apt.plan(patch(null));
  const lines = shown(plan);
  assert.ok(lines.includes('upgrade lab-grow:all 1.0 > 1.1'), lines.join());
  assert.not.ok(lines.some((line) => line.includes('lab-hello') || line.startsWith('downgrade')));
  const kept = plan.keptBack.find(({ name }) => name === 'lab-hello');
  assert.is(kept?.reason, 'HELD');
  assert.match(kept?.message ?? '', /Pin-Priority above 1000/);
  const names = (await apt.plan(patch(null, { exclude: ['lab-grow'] }))).keptBack.map(({ name }) => name);
  assert.ok(names.includes('lab-hello') && names.includes('lab-grow'), names.join());
  const refusal = await apt.refusal(update('lab-hello'));
  assert.is(refusal.code, 'CONFLICT');
  assert.match(refusal.message, /^CONFLICT: .*lab-hello: the host's preferences/);
  const job = await apt.run('others', patch(['lab-grow']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
});

const SECURITY_PINS: readonly (readonly [file: string, text: string, says: RegExp])[] = [
  [
    '/etc/apt/apt.conf.d/99admin',
    'APT::Default-Release "bookworm";\n',
    /priority 500 on this host, and 1\.0\S* has 990, by APT::Default-Release in \/etc\/apt\/apt\.conf\.d\/99admin\./,
  ],
  [
    '/etc/apt/preferences.d/admin',
    'Package: *\nPin: release a=stable\nPin-Priority: 800\n',
    /priority 500 on this host, and 1\.0\S* has 800, by \/etc\/apt\/preferences\.d\/admin\./,
  ],
  [
    '/etc/apt/preferences.d/admin',
    'Package: *\nPin: release l=Debian-Security\nPin-Priority: -1\n',
    /priority -1 on this host, by \/etc\/apt\/preferences\.d\/admin\./,
  ],
  [
    '/etc/apt/preferences.d/esm.pref',
    'Explanation: as Ubuntu does for its ESM\nPackage: *\nPin: release l=Debian-Security\nPin-Priority: never\n',
    /priority -32768 on this host, by \/etc\/apt\/preferences\.d\/esm\.pref\./,
  ],
];

for (const [file, text, says] of SECURITY_PINS) {
  test(`security updates that ${JSON.stringify(text)} suppresses are kept back, not gone`, async () => {
    await apt.publish('all');
    const security = async (): Promise<[AvailablePatch[], PatchReport]> => {
      const report = await apt.call<PatchReport>('listPatches');
      return [report.patches.filter((one) => one.security === true), report];
    };
    const [free, none] = await security();
    assert.is(none.securityPinned, null);
    await apt.host.writeFile(file, text);
    const [pinned, report] = await security();
    assert.equal(namesOf(pinned), namesOf(free), 'as many as before');
    const sec = pinned.find(({ name }) => name === 'lab-sec');
    assert.equal([sec?.availableVersion, sec?.keptBackReason], ['1.0-1+deb12u1', 'PINNED']);
    assert.match(sec?.keptBackMessage ?? '', says);
    assert.match(
      report.securityPinned ?? '',
      /Debian-Security bookworm-security has the priority (?:500|-1|-32768)/,
    );
    assert.match(report.securityPinned ?? '', file);
    for (const request of [patch(null), patch(null, { securityOnly: true })]) {
      const plan = await apt.plan(request);
      const kept = plan.keptBack.find(({ name }) => name === 'lab-sec');
      assert.is(kept?.reason, 'PINNED', JSON.stringify(plan.keptBack));
      assert.match(kept?.message ?? '', says);
      assert.not.ok(shown(plan).some((line) => line.includes('lab-sec')));
    }
    const refusal = await apt.refusal(patch(['lab-sec']));
    assert.is(refusal.code, 'PACKAGE_HELD');
    assert.match(refusal.message, says);
  });
}

const namesOf = (patches: readonly AvailablePatch[]) => patches.map(({ name }) => name).toSorted();

test('a job of security updates takes none above what the preferences choose', async () => {
  await apt.publish('all');
  const pin = 'Package: lab-both\nPin: version 1.1\nPin-Priority: 900\n\n';
  const away = 'Package: lab-*\nPin: release l=Debian-Security\nPin-Priority: 50\n';
  await apt.host.writeFile('/etc/apt/preferences.d/admin', `${pin}${away}`);
  const plan = await apt.plan(patch(null, { securityOnly: true }));
  const own = shown(plan).filter((line) => line.includes(' lab-'));
  assert.equal(own, ['upgrade lab-both:all 1.0 > 1.1']);
  const { patches, securityPinned } = await apt.call<PatchReport>('listPatches');
  assert.is(securityPinned, null, 'the archive as a whole is not');
  const sec = patches.find(({ name }) => name === 'lab-sec');
  assert.equal([sec?.security, sec?.keptBackReason], [true, 'PINNED']);
});

test('what no publisher tells of is unknown, and a job of security updates says so', async () => {
  const release = async () => {
    const found = await apt.host.run(['sh', '-c', 'ls /var/lib/apt/lists/*bookworm-security_InRelease']);
    return found.trim();
  };
  const told = async () => {
    const { patches } = await apt.call<PatchReport>('listPatches');
    return [...new Set(patches.map(({ security }) => security))].toSorted();
  };
  const { patches } = await apt.call<PatchReport>('listPatches');
  const find = (name: string) => patches.find((one) => one.name === name)?.security;
  assert.equal([find('lab-hello'), find('lab-sec'), find('lab-vendor')], [false, true, null]);
  const file = await release();
  for (const [label, suite] of [
    ['Own', 'own'],
    ['Own,l=Debian-Security', 'own'],
  ]) {
    const edit = `s/^Label:.*/Label: ${label}/; s/^Suite:.*/Suite: ${suite}/; s/^Codename:.*/Codename: ${suite}/`;
    await apt.host.run(['sed', '-i', edit, file]);
    await apt.host.run(['sh', '-c', 'rm -f /var/cache/apt/*pkgcache.bin']);
    assert.equal(await told(), [null], label);
    const plan = await apt.plan(patch(null, { securityOnly: true }));
    assert.equal(
      [plan.entries, [...new Set(plan.keptBack.map(({ reason }) => reason))]],
      [[], ['SECURITY_UNKNOWN']],
    );
    assert.match(
      plan.keptBack[0]?.message ?? '',
      /Nobody can tell whether this is a security update: its source/,
    );
  }
});

test("dpkg's setting refuse-downgrade does not stop a rollback", async () => {
  await apt.host.writeFile('/etc/dpkg/dpkg.cfg.d/admin', 'refuse-downgrade\n');
  await apt.run('hello', patch(['lab-hello']));
  const undo = await apt.rollback('hello');
  assert.is(undo.result.failure, null, undo.logs.join('\n'));
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.0');
});

test('what makes dpkg give up is told, not only that it did', async () => {
  await apt.host.run(['sh', '-c', 'echo "root gone 0640 /opt/x" >>/var/lib/dpkg/statoverride']);
  const { message } = failureOf(await apt.run('override', patch(['lab-hello'])));
  assert.match(message, /unknown system group 'gone' in statoverride file/);
  await apt.host.run(['sh', '-c', ': >/var/lib/dpkg/statoverride; echo no-act >/etc/dpkg/dpkg.cfg.d/admin']);
  const failure = failureOf(await apt.run('pretended', patch(['lab-hello'])));
  assert.is(failure.code, 'UNSUPPORTED');
  assert.match(failure.message, /dpkg\.cfg/);
});

test('a failing hook of the host is told with its command; nothing was changed', async () => {
  await configure('DPkg::Pre-Invoke { "echo /usr is busy; exit 32"; };');
  const job = await apt.run('hook', patch(['lab-hello']));
  const failure = failureOf(job);
  assert.is(failure.code, 'SCRIPT_FAILED');
  assert.match(
    failure.message,
    /hook in this host's apt\.conf.*DPkg::Pre-Invoke "echo \/usr is busy; exit 32"/,
  );
  assert.match(job.logs.join('\n'), /^stdout.*\/usr is busy|\/usr is busy/m);
  assert.equal(await apt.versions(), before);
});

test('a hook that fails after the lists were refreshed does not make the refresh a failure', async () => {
  await configure('APT::Update::Post-Invoke-Success { "false"; };');
  await lab.publish('all');
  const job = await refresh();
  assert.is(job.result.failure, null);
  assert.match(
    job.logs.join('\n'),
    /all sources are refreshed, though .*: E: Problem executing scripts APT::Update::Post-Invoke-Success 'false'/,
  );
  assert.equal(await apt.call('failedSources'), []);
  await lab.publish('t1-expired');
  const failed = await apt.job('expired', 'refresh', ['$env']);
  assert.is(failureOf(failed).code, 'METADATA_EXPIRED', 'a source that fails is one all the same');
});

test('a file of the host that apt cannot read is told as that, not as packages that do not fit together', async () => {
  const broken = { 'preferences.d/admin': 'Package lab', 'sources.list.d/admin.list': 'deb http://x\n' };
  for (const [name, text] of Object.entries(broken)) {
    await apt.fresh();
    await apt.host.writeFile(`/etc/apt/${name}`, text);
    const refusal = await apt.refusal(patch(null));
    assert.is(refusal.code, 'LISTS_UNREADABLE', refusal.message);
    assert.match(refusal.message, `/etc/apt/${name}`);
  }
});

test('on a /var without programs apt stops before any change, and the job says why', async () => {
  await apt.host.run(['sh', '-c', 'mount --bind /var /var && mount -o remount,bind,noexec /var']);
  const failure = failureOf(await apt.run('noexec', patch(['lab-hello'])));
  assert.is(failure.code, 'UNSUPPORTED');
  assert.match(failure.message, /mount option noexec/);
});

for (const [folder, mount] of Object.entries({
  '/usr': 'mount --rbind /usr /usr && mount -o remount,bind,ro /usr',
  '/boot': 'mkdir -p /boot && mount -t tmpfs -o ro boot /boot',
})) {
  test(`a read-only ${folder} is told before dpkg begins, so that no package is left half done`, async () => {
    await apt.host.run(['sh', '-c', mount]);
    const failure = failureOf(await apt.run('ro', patch(['lab-hello', 'linux-image-lab'])));
    assert.is(failure.code, 'READ_ONLY');
    assert.match(failure.message, `${folder}: Read-only file system`);
    assert.equal(await apt.versions(), before);
    assert.equal(await apt.call('problems'), []);
  });
}

test('a read-only /usr that hooks of apt.conf open for each run of dpkg stops no job', async () => {
  await apt.host.run(['sh', '-c', 'mount --rbind /usr /usr && mount -o remount,bind,ro /usr']);
  const remount = (how: string) => `{ "mount -o remount,bind,${how} /usr"; };`;
  await configure(`DPkg::Pre-Invoke ${remount('rw')} DPkg::Post-Invoke ${remount('ro')}`);
  const job = await apt.run('hooked', patch(['lab-hello']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.1');
});

test('a file that something is mounted on is told by its name, and the other packages are complete', async () => {
  const file = '/usr/share/lab/lab-hello';
  await apt.host.run(['mount', '--bind', file, file]);
  const failure = failureOf(await apt.run('busy', patch(['lab-hello', 'lab-grow'])));
  assert.match(failure.message, /unable to .*lab-hello'.*/);
  assert.is(await apt.host.dpkgStatus('lab-grow'), 'ii');
});

test('what somebody else upgrades while a job runs is not its own: the rollback goes ahead without it', async () => {
  await apt.host.run(['sh', '-c', 'cd /srv && apt-get -qq download lab-held=1.1 lab-extra=1.0']);
  // After the plan and before apt's first change, as unattended-upgrades does while a job fetches its packages.
  await configure('DPkg::Pre-Invoke { "[ -e /srv/done ] || dpkg -i /srv/*.deb; touch /srv/done"; };');
  const job = await apt.run('beside', patch(['lab-hello']));
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.equal(changed(job), ['lab-hello:all 1.0 > 1.1']);
  assert.match(
    job.logs.join('\n'),
    'changed meanwhile, but not by this job: lab-extra - > 1.0, lab-held 1.0 > 1.1',
  );
  const undo = await apt.rollback('beside');
  assert.is(undo.result.failure, null, JSON.stringify(undo.result.failure));
  assert.equal(await apt.versions(), { ...before, 'lab-held:all': '1.1', 'lab-extra:all': '1.0' });
});

test('what somebody else did before apt began is not the job’s either, although it was planned', async () => {
  const names = patch(['lab-hello', 'lab-held']);
  for (const [job, byHand, code] of [
    ['some', 'lab-held=1.1', 'PLAN_CHANGED'],
    ['all', 'lab-held=1.1 lab-hello=1.1', null],
  ] as const) {
    await apt.fresh();
    await apt.runAndDie(job, names, 'saved:transaction');
    await apt.host.run(['sh', '-c', `apt-get -qq -y install ${byHand}`]);
    const report = await apt.run(job, names);
    assert.is(report.result.failure?.code ?? null, code, report.logs.join('\n'));
    assert.equal(changed(report), [], 'a rollback would undo it');
  }
});

test('a script that asks at the terminal instead of its input finds none, and the job goes on', async () => {
  const asking = '#!/bin/sh\nread -r answer </dev/tty || echo "nobody is there"\n';
  await apt.host.writeFile('/var/lib/dpkg/info/lab-hello.prerm', asking, '755');
  const job = await apt.run('asking', patch(['lab-hello']), { timeLimitMs: 30_000 });
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.match(job.logs.join('\n'), /nobody is there/);
});

for (const [what, file] of Object.entries({
  'refreshes the lists': '/var/lib/apt/lists/lock',
  'fetches packages': '/var/cache/apt/archives/lock',
})) {
  test(`a job waits a little while apt's daily timer ${what}, and names it after that`, async () => {
    const timer = await apt.host.holdDpkgLock(file);
    const release = setTimeout(() => void timer.kill(), 4000);
    const job = await apt.job('waits', 'run', [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }]);
    clearTimeout(release);
    assert.is(job.result.failure, null, job.logs.join('\n'));
    await apt.fresh();
    await apt.host.holdDpkgLock(file);
    const busy = failureOf(await apt.job('busy', 'run', [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }]));
    assert.is(busy.code, 'LOCK_HELD');
    assert.is(busy.details['command'], 'perl');
    assert.equal(await apt.versions(), before);
  });
}

test('a source that changed its name is told with the command that accepts it', async () => {
  await lab.publish('t1-renamed');
  const failure = failureOf(await refresh());
  assert.is(failure.code, 'SIGNATURE_INVALID');
  assert.match(failure.message, /apt-get update --allow-releaseinfo-change/);
});

test.run();
