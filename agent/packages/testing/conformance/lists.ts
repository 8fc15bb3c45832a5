import * as assert from 'uvu/assert';
import type { AvailablePatch, InstalledPackage, PatchReport, RebootState } from '../../backend.ts';
import type { Conformance, Part } from './subject.ts';
import { patch } from '../labBackend.ts';

/** The patch list by `name:arch`. */
export async function readPatches({ host }: Conformance): Promise<Map<string, AvailablePatch>> {
  const { patches } = await host().call<PatchReport>('listPatches');
  return new Map(patches.map((one) => [`${one.name}:${one.arch}`, one]));
}

export const listTests: Part = (test, conformance) => {
  const { subject, host, key } = conformance;

  test('the inventory is what the package database says', async () => {
    const versions = await host().versions();
    const packages = await host().call<InstalledPackage[]>('listPackages');
    assert.equal(
      Object.fromEntries(packages.map((one) => [`${one.name}:${one.arch}`, one.version])),
      versions,
    );
    assert.equal(await host().call('installedVersions'), versions);
    const hello = packages.find(({ name }) => name === 'lab-hello');
    assert.match(hello?.availableVersion ?? '', /^2\.0/);
    assert.ok(hello?.origin, 'it says who offers it');
    assert.is(packages.find(({ name }) => name === 'lab-gone')?.availableVersion ?? null, null);
    assert.equal(hello?.source, undefined, 'it is its own source');
    await requireSources(conformance, packages);
  });

  test('a security update is seen, also below a newer version that is none', async () => {
    await host().publish('t1');
    const patches = await readPatches(conformance);
    const both = patches.get(key('lab-both'));
    assert.match(both?.availableVersion ?? '', /^1\.2/);
    assert.match(both?.securityVersion ?? '', /^1\.1/);
    assert.is(both?.security, true);
    assert.is(patches.get(key('lab-sec'))?.security, true);
    assert.is(patches.get(key('lab-sec'))?.securityVersion, null, 'the newest version itself');
    assert.is(patches.get(key('lab-hello'))?.security, false);
    assert.ok((patches.get(key('lab-hello'))?.downloadSizeBytes ?? 0) > 500);
    assert.match(patches.get(key('lab-epoch'))?.currentVersion ?? '', /^1:1\.0~rc2/);
    assert.not.ok(patches.has(key('lab-extra')), 'a new package is no patch');
  });

  if (subject.advisories) {
    test('advisories come with their severity and CVEs', async () => {
      const sec = (await readPatches(conformance)).get(key('lab-sec'));
      assert.is(sec?.severity, 'important');
      assert.equal(sec?.advisories, [{ id: 'LABSA-2026:001', cves: ['CVE-2026-0001'] }]);
      const app = (await readPatches(conformance)).get(key('lab-app'));
      assert.is(app?.severity, null, 'an enhancement has none');
      assert.equal(app?.advisories, [{ id: 'LABEA-2026:004', cves: [] }]);
    });
  }

  test('what cannot be taken without removing another package says so', async () => {
    const patches = await readPatches(conformance);
    assert.is(patches.get(key('lab-mailer'))?.keptBackReason, 'NEEDS_REMOVAL');
    assert.is(patches.get(key('lab-grow'))?.keptBackReason, null, 'a new package comes along');
  });

  test('asking changes nothing, and equal fingerprints mean equal lists', async () => {
    await host().fresh('t0');
    const first = await host().call('fingerprint');
    assert.equal([...(await readPatches(conformance)).keys()], []);
    await host().plan(patch(null));
    assert.is(await host().call('fingerprint'), first);
    await host().publish('t1');
    assert.is.not(await host().call('fingerprint'), first, 'after a refresh');
    assert.ok((await readPatches(conformance)).size > 10);
  });

  test('a new kernel is evidence for a reboot, and the plan foretells it', async () => {
    const options = { kernelRelease: subject.kernel.running };
    assert.equal(await host().call<RebootState>('rebootState', [], options), {
      required: false,
      reasons: [],
    });
    const job = await host().run('kernel', patch([subject.kernel.request]), options);
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.is(job.plan?.rebootExpected, true);
    const state = await host().call<RebootState>('rebootState', [], options);
    assert.is(state.required, true);
    assert.match(state.reasons.join('; '), subject.kernel.evidence);
  });
};

/** Compares the sources of all packages with those that the package manager's own tool reports. */
async function requireSources(
  { subject, host }: Conformance,
  packages: readonly InstalledPackage[],
): Promise<void> {
  const isDebian = subject.anyArch === 'all';
  const query = isDebian
    ? [
        'dpkg-query',
        '-W',
        '-f',
        '${Package}:${Architecture}=${Version} ${source:Package} ${source:Version}\\n',
      ]
    : ['rpm', '-qa', '--qf', '%{NAME}:%{ARCH}=%{VERSION}-%{RELEASE} %{SOURCERPM}\\n'];
  const { stdout } = await host().host.exec(query);
  const told = new Map(
    stdout.split('\n').map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
  );
  let others = 0;
  for (const { name, arch, version, source } of packages) {
    const bare = isDebian ? version : version.replace(/^\d+:/, '');
    const { name: from, version: of } = source ?? { name, version: bare };
    const expected = told.get(`${name}:${arch}=${bare}`);
    assert.is(
      isDebian ? `${from} ${of}` : `${from}-${of}.src.rpm`,
      expected?.replace('.nosrc.', '.src.'),
      name,
    );
    if (source) others += 1;
  }
  // The lab's rpm packages have no source of another name.
  if (isDebian)
    assert.ok(others > 20, `${others} of ${packages.length} have a source of another name or version`);
}
