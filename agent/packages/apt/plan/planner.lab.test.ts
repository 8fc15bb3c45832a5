// needs: lab
// images: deb12-t0
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { AptHost } from '../../testing/labApt.ts';
import { install, patch, remove, shown, startAptHost, update } from '../../testing/labApt.ts';
import type { AvailablePatch, InstalledPackage, PatchReport, RebootState } from '../../backend.ts';

const test = suite('apt plan');
let apt: AptHost;
let before: Record<string, string>;

test.before(async () => {
  apt = await startAptHost('plan');
  await apt.publish('t1');
  await apt.host.run(['apt-mark', 'hold', 'lab-held']);
  before = await apt.versions();
});
test.after(() => lab.down());

async function patches(): Promise<Map<string, AvailablePatch>> {
  const report = await apt.call<PatchReport>('listPatches');
  return new Map(report.patches.map((one) => [`${one.name}:${one.arch}`, one]));
}

test('the inventory is what dpkg says, with holds, foreign architectures and sources', async () => {
  const packages = await apt.call<InstalledPackage[]>('listPackages');
  const versions = Object.fromEntries(packages.map((one) => [`${one.name}:${one.arch}`, one.version]));
  assert.equal(versions, before);
  assert.equal(await apt.call('installedVersions'), before);
  assert.is(versions['lab-ma:i386'], '1.0');
  const held = packages.filter((one) => one.held).map((one) => one.name);
  assert.equal(held, ['lab-held']);
  const find = (name: string) => packages.find((one) => one.name === name);
  assert.is(find('lab-hello')?.availableVersion, '1.1');
  assert.is(find('lab-obsolete')?.origin, null, 'no source offers it any more');
  assert.is(find('lab-obsolete')?.availableVersion, null);
  assert.ok((find('bash')?.installedSizeBytes ?? 0) > 1_000_000);
});

test('a security update below the candidate is seen, and only security sources make one', async () => {
  const all = await patches();
  const both = all.get('lab-both:all');
  assert.is(both?.availableVersion, '1.2');
  assert.is(both?.security, true);
  assert.is(both?.securityVersion, '1.1');
  assert.is(all.get('lab-sec:all')?.security, true);
  assert.is(all.get('lab-sec:all')?.securityVersion, null, 'the candidate itself');
  assert.is(all.get('lab-hello:all')?.security, false);
  assert.is(all.get('lab-vendor:all')?.origin, 'LabCorp');
  assert.is(all.get('lab-hello:all')?.downloadSizeBytes, 788);
});

test('what the host keeps back is listed with the reason', async () => {
  const all = await patches();
  const reason = (name: string) => all.get(`${name}:all`)?.keptBackReason;
  assert.is(reason('lab-held'), 'HELD');
  assert.is(reason('lab-mailer'), 'NEEDS_REMOVAL');
  assert.is(reason('lab-phased'), 'PHASED');
  assert.is(reason('lab-grow'), null, 'a new package comes along');
  assert.is(all.get('lab-phased:all')?.phased, true);
  assert.not.ok(all.has('lab-obsolete:all'));
  assert.not.ok(all.has('lab-extra:all'), 'a new package is no patch');
});

test('epoch and tilde order as dpkg orders them; both architectures of one package are listed', async () => {
  const all = await patches();
  assert.is(all.get('lab-epoch:all')?.currentVersion, '1:1.0~rc2-1');
  assert.is(all.get('lab-epoch:all')?.availableVersion, '1:1.0-1+b1');
  assert.ok(all.has('lab-ma:amd64') && all.has('lab-ma:i386'));
});

test('a patch of everything is what the host itself would do, without removing anything', async () => {
  const plan = await apt.plan(patch(null));
  const lines = shown(plan);
  assert.ok(lines.includes('install lab-extra:all null > 1.0'));
  assert.ok(lines.includes('upgrade lab-grow:all 1.0 > 1.1'));
  assert.ok(lines.includes('upgrade lab-ma:i386 1.0 > 1.1'));
  assert.not.ok(plan.entries.some((entry) => entry.action === 'remove'));
  const kept = plan.keptBack.map((one) => `${one.name} ${one.reason}`);
  assert.equal(kept, ['lab-held HELD', 'lab-mailer NEEDS_REMOVAL', 'lab-phased PHASED']);
  assert.is(plan.rebootExpected, true, 'a new kernel');
  assert.ok(plan.downloadSizeBytes > 8_000_000);
});

test('security only takes exactly the security versions', async () => {
  const plan = await apt.plan(patch(null, { securityOnly: true }));
  assert.equal(shown(plan), [
    'upgrade lab-both:all 1.0 > 1.1',
    'upgrade lab-sec:all 1.0-1 > 1.0-1+deb12u1',
    'install linux-image-6.1.0-91-lab:amd64 null > 6.1.91-1',
    'upgrade linux-image-lab:amd64 6.1.90-1 > 6.1.91-1',
  ]);
  const chosen = await apt.plan(patch(['lab-both', 'lab-hello'], { securityOnly: true }));
  assert.equal(shown(chosen), ['upgrade lab-both:all 1.0 > 1.1']);
});

test('what is excluded stays, and so does what needs it', async () => {
  const plan = await apt.plan(patch(null, { exclude: ['lab-base', 'lab-ma', 'lab-hello'] }));
  const names = new Set(plan.entries.map((entry) => entry.name));
  for (const name of ['lab-base', 'lab-ma', 'lab-hello', 'lab-lib', 'lab-app'])
    assert.not.ok(names.has(name));
  assert.ok(names.has('lab-sec'));
  const reasons = new Map(plan.keptBack.map((one) => [one.name, one.reason]));
  assert.is(reasons.get('lab-base'), 'EXCLUDED');
  assert.is(reasons.get('lab-app'), 'DEPENDENCY');
  const security = await apt.plan(patch(null, { securityOnly: true, exclude: ['linux-image-lab'] }));
  assert.equal(shown(security), [
    'upgrade lab-both:all 1.0 > 1.1',
    'upgrade lab-sec:all 1.0-1 > 1.0-1+deb12u1',
  ]);
});

test("the host's own preferences hold beside the plan's, from every file that apt reads", async () => {
  const folder = '/etc/apt/preferences.d';
  await apt.host.writeFile(`${folder}/10-no-newline`, 'Package: lab-both\nPin: release *\nPin-Priority: -1');
  await apt.host.writeFile(
    `${folder}/20-our.site.pref`,
    'Package: lab-hello\nPin: version 1.0\nPin-Priority: 1001\n',
  );
  try {
    const names = (await apt.plan(patch(null, { exclude: ['lab-ma'] }))).entries.map(({ name }) => name);
    assert.ok(names.includes('lab-sec'));
    assert.not.ok(names.includes('lab-hello'), 'a name with dots');
    assert.not.ok(names.includes('lab-both'), 'a file that ends without a line break');
  } finally {
    await apt.host.run(['rm', `${folder}/10-no-newline`, `${folder}/20-our.site.pref`]);
  }
});

test('one package that cannot go keeps no other back', async () => {
  const plan = await apt.plan(patch(['lab-held', 'lab-mailer', 'lab-phased', 'lab-app', 'lab-both']));
  assert.equal(shown(plan), [
    'upgrade lab-app:all 1.0 > 2.0',
    'upgrade lab-base:all 1.0 > 2.0',
    'upgrade lab-both:all 1.0 > 1.2',
    'upgrade lab-lib:all 1.0 > 2.0',
  ]);
  const reasons = plan.keptBack.map((one) => `${one.name} ${one.reason}`).toSorted();
  assert.equal(reasons, ['lab-held HELD', 'lab-mailer NEEDS_REMOVAL', 'lab-phased PHASED']);
});

test('a demand that the host cannot meet is refused with the reason', async () => {
  assert.is((await apt.refusal(patch(['lab-held']))).code, 'PACKAGE_HELD');
  assert.is((await apt.refusal(update('lab-held'))).code, 'PACKAGE_HELD');
  const mailer = await apt.refusal(patch(['lab-mailer']));
  assert.is(mailer.code, 'CONFLICT');
  assert.equal(mailer.details['removed'], ['lab-oldmta']);
  assert.is((await apt.refusal(install('lab-newmta'))).code, 'CONFLICT');
  assert.is((await apt.refusal(update('lab-extra'))).code, 'PACKAGE_NOT_FOUND');
  assert.is((await apt.refusal(remove(['lab-protected']))).code, 'CONFLICT');
  assert.is((await apt.refusal(install('lab-hello', '7'))).code, 'PACKAGE_NOT_FOUND');
  await apt.host.run(['dpkg', '-s', 'lab-protected']);
});

test('no name reaches apt that is not exactly in the catalogue', async () => {
  const names = [
    'jq-',
    'jq*',
    'lab-hello-',
    'lab-hello+',
    'lab-*',
    'lab-hell',
    '^lab-hello$',
    'lab-hello/bookworm',
    'lab-hello=1.1',
    '-oDPkg::Pre-Invoke::=id',
    '--allow-downgrades',
    './x.deb',
    '/var/cache/apt/archives/lab-hello_1.0_all.deb',
    'lab-mta',
    'lab-hello:armhf',
    'Lab-hello',
    'lab-hello lab-sec',
    'lab-hello\nlab-sec',
    '',
    'a',
    'x'.repeat(5000),
  ];
  const requests = names.flatMap((name) => [install(name), update(name), remove([name]), patch([name])]);
  const versions = ['1.1 -oX=y', '-1', '1.1/x', '*'].map((version) => install('lab-hello', version));
  const codes = await apt.refusals([...requests, ...versions]);
  for (const [i, request] of [...requests, ...versions].entries()) {
    assert.is(codes[i], 'PACKAGE_NOT_FOUND', JSON.stringify(request).slice(0, 200));
  }
});

test('autoremove takes only what this removal makes superfluous, and never the running kernel', async () => {
  assert.equal(shown(await apt.plan(remove(['lab-parent'], { autoremove: true }))), [
    'remove lab-auto:all 1.0 > null',
    'remove lab-parent:all 1.0 > null',
  ]);
  assert.equal(shown(await apt.plan(remove(['lab-parent']))), ['remove lab-parent:all 1.0 > null']);
  // It was superfluous before, so it must stay.
  await apt.host.run(['apt-mark', 'auto', 'lab-obsolete']);
  const after = shown(await apt.plan(remove(['lab-parent'], { autoremove: true })));
  await apt.host.run(['apt-mark', 'manual', 'lab-obsolete']);
  assert.equal(after, ['remove lab-auto:all 1.0 > null', 'remove lab-parent:all 1.0 > null']);
  // apt protects kernels by the machine's own release; with that off, only the agent's own protection counts.
  await apt.host.writeFile('/etc/apt/apt.conf.d/99lab', 'APT::Protect-Kernels "false";\n');
  const kernel = remove(['linux-image-lab'], { autoremove: true });
  const running = shown(await apt.plan(kernel, { kernelRelease: '6.1.0-90-lab' }));
  assert.equal(running, ['remove linux-image-lab:amd64 6.1.90-1 > null']);
  const other = shown(await apt.plan(kernel, { kernelRelease: '6.1.0-80-lab' }));
  await apt.host.run(['rm', '/etc/apt/apt.conf.d/99lab']);
  assert.ok(other.includes('remove linux-image-6.1.0-90-lab:amd64 6.1.90-1 > null'), other.join());
});

test('the hash stands for the transaction: the same again, another with another plan', async () => {
  const [first, second] = [await apt.plan(patch(['lab-hello'])), await apt.plan(patch(['lab-hello']))];
  assert.match(first.planHash, /^[0-9a-f]{64}$/);
  assert.is(second.planHash, first.planHash);
  assert.is.not((await apt.plan(patch(['lab-sec']))).planHash, first.planHash);
  assert.equal((await apt.plan(patch(['lab-obsolete']))).entries, []);
});

test('the verdict foretells which old versions only the installed files hold', async () => {
  assert.is((await apt.plan(patch(['lab-hello']))).reversible.verdict, 'yes');
  await apt.host.run(['mv', '/var/cache/apt/archives', '/var/cache/apt/away']);
  const gone = await apt.plan(patch(['lab-hello']));
  await apt.host.run([
    'sh',
    '-c',
    'rm -rf /var/cache/apt/archives; mv /var/cache/apt/away /var/cache/apt/archives',
  ]);
  assert.is(gone.reversible.verdict, 'partly');
  assert.is(gone.reversible.reasons[0]?.code, 'UNSIGNED_STASH');
  const kernel = await apt.plan(remove(['linux-image-6.1.0-90-lab']), { kernelRelease: '6.1.0-90-lab' });
  assert.ok(kernel.reversible.reasons.some((reason) => reason.code === 'RUNNING_KERNEL'));
});

test('the fingerprint changes with the lists, the packages and the holds, and with nothing else', async () => {
  const read = () => apt.call<string>('fingerprint');
  const first = await read();
  await patches();
  await apt.host.run(['apt-get', '-qq', 'update']);
  assert.is(await read(), first, 'nothing new in the lists');
  await apt.host.run(['apt-mark', 'hold', 'lab-svc']);
  const held = await read();
  assert.is.not(held, first);
  await apt.host.run(['apt-mark', 'unhold', 'lab-svc']);
  await apt.publish('all');
  assert.is.not(await read(), held);
  await apt.publish('t1');
});

test('a newer kernel or a package that says so asks for a reboot', async () => {
  const state = (kernelRelease: string) => apt.call<RebootState>('rebootState', [], { kernelRelease });
  assert.equal(await state('6.1.0-90-lab'), { required: false, reasons: [] });
  assert.not.ok((await state('6.1.0-89-lab')).required, 'that one was there at the boot, and not chosen');
  await apt.host.run(['touch', '/boot/vmlinuz-6.1.0-90-lab']);
  const newer = await state('6.1.0-89-lab');
  assert.ok(newer.required);
  assert.match(newer.reasons.join(), '6.1.0-90-lab');
  await apt.host.writeFile('/run/reboot-required', 'yes\n');
  await apt.host.writeFile('/run/reboot-required.pkgs', 'lab-reboot\nlab-reboot\n');
  assert.equal((await state('6.1.0-90-lab')).reasons, ['lab-reboot']);
  await apt.host.run(['rm', '/run/reboot-required', '/run/reboot-required.pkgs']);
});

test('without root everything is listed and planned, and every change refused', async () => {
  const script = '/opt/fleetmend/agent/packages/testing/labDriver.ts';
  const nobody = async (input: object) => {
    const argv = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'node', script];
    const text = await apt.host.run([...argv, JSON.stringify({ privileged: false, ...input })]);
    return JSON.parse(text) as { value: { patches: unknown[]; entries: unknown[] } };
  };
  assert.is((await nobody({ call: 'listPatches' })).value.patches.length, (await patches()).size);
  assert.ok(
    (await nobody({ call: 'plan', args: [patch(null, { exclude: ['lab-hello'] })] })).value.entries.length >
      20,
  );
  const job = await apt.run('readonly', patch(null), { privileged: false });
  assert.is(job.result.failure?.code, 'NOT_PRIVILEGED');
});

test('planning has changed nothing at all', async () => {
  assert.equal(await apt.versions(), before);
});

test.run();
