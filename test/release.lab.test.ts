// tier: night
// needs: lab, release
// images: deb12sd-t0, el9-t0, suse-t0
// time-limit: 1200
// Two whole releases of a copy of this checkout with keys made for it, as real package managers meet them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab, type LabHost } from './support/lab.ts';
import {
  makeReleases,
  serveRelease,
  VERSIONS,
  type Releases,
  type ServedRelease,
} from './support/release.ts';

const test = suite<World>('a release');
const [OLDER, NEWEST] = VERSIONS;

interface World {
  releases: Releases;
  served: ServedRelease;
}

test.before(async (world) => {
  world.releases = await makeReleases();
  world.served = await serveRelease(world.releases.both);
});
test.after(async ({ served }) => {
  served?.close();
  await lab.down();
});

const run = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const published = ({ releases }: World, name: string): string =>
  readFileSync(path.join(releases.both, name), 'utf8');

test('version and date are written, and a checkout with changes is refused', ({ releases }) => {
  const { checkout, again } = releases;
  const today = new Date().toISOString().slice(0, 7);
  assert.match(readFileSync(path.join(checkout, 'CHANGELOG.md'), 'utf8'), `## ${NEWEST} (${today}`);
  assert.match(run(checkout, 'git', 'diff', '--stat'), 'package-lock.json');
  assert.throws(() => again(NEWEST), /has changes that are not committed/);
});

test('sums and signatures of what is published hold', ({ releases }) => {
  const checked = run(releases.both, 'sha256sum', '--check', '--strict', 'SHA256SUMS');
  for (const version of VERSIONS)
    for (const name of [`apt/pool/fleetmend_${version}_amd64.deb`, `fleetmend-${version}-x64.tar.gz`])
      assert.match(checked, `${name}: OK`);
  run(releases.both, 'minisign', '-V', '-p', 'minisign.pub', '-m', 'SHA256SUMS');
});

test('apt installs the manager from it, and refuses a list or a package that was changed', async (world) => {
  const { whileChanged } = world.served;
  const host = await lab.up('apt', '10.77.0.11', { image: 'debian12-systemd', diskSize: '2g' });
  await host.writeFile('/etc/apt/sources.list', '');
  await host.writeFile('/etc/apt/sources.list.d/fleetmend.sources', published(world, 'fleetmend.sources'));
  const update = ['apt-get', 'update', '--error-on=any'];
  assert.match((await host.exec(update)).stdout, /NO_PUBKEY|not signed/, 'nothing without the key');
  await host.writeFile('/etc/apt/keyrings/fleetmend.asc', published(world, 'fleetmend.asc'));
  await whileChanged('apt/dists/stable/InRelease', async () =>
    assert.is.not((await host.exec(update)).code, 0),
  );
  await host.run(update);
  const install = ['apt-get', 'install', '-y', 'fleetmend'];
  await whileChanged(`apt/pool/fleetmend_${NEWEST}_amd64.deb`, async () => {
    const { code, stderr } = await host.exec(install);
    assert.is.not(code, 0);
    assert.match(stderr, 'Hash Sum mismatch');
  });
  await host.run(install);
  assert.is(await host.run(['fleetmend', '--version']), `${NEWEST}\n`);
  assert.match(await host.run(['apt-cache', 'policy', 'fleetmend-agent']), `Candidate: ${NEWEST}`);
  await assertCarried(world, host);
  await host.run(['apt-get', 'install', '-y', '--allow-downgrades', `fleetmend=${OLDER}`]);
  assert.is(await host.run(['fleetmend', '--version']), `${OLDER}\n`);
  await host.down();
});

/** The agent's packages that the manager carries are the signed ones of the repositories. */
async function assertCarried(world: World, host: LabHost): Promise<void> {
  const parts = JSON.parse(await host.readFile('/usr/lib/fleetmend/agents/x64/parts.json')) as {
    packages: { name: string; sha256: string }[];
  };
  const sums = published(world, 'SHA256SUMS');
  assert.is(parts.packages.length, 2);
  for (const { name, sha256 } of parts.packages)
    assert.match(sums, new RegExp(`^${sha256} {2}\\S+/${name.replaceAll('.', '\\.')}$`, 'm'));
}

const rpmManagers = [
  {
    image: 'el9',
    source: '/etc/yum.repos.d/fleetmend.repo',
    install: ['dnf', '-y', '--repo', 'fleetmend', 'install', 'fleetmend-agent'],
    forget: ['dnf', 'clean', 'all'],
    older: ['dnf', '-y', '--repo', 'fleetmend', 'downgrade', `fleetmend-agent-${OLDER}`],
  },
  {
    image: 'suse',
    source: '/etc/zypp/repos.d/fleetmend.repo',
    install: ['zypper', '--non-interactive', '--gpg-auto-import-keys', 'install', 'fleetmend-agent'],
    forget: ['zypper', 'clean', '--all'],
    older: ['zypper', '--non-interactive', 'install', '--oldpackage', `fleetmend-agent=${OLDER}`],
  },
] as const;

for (const { image, source, install, forget, older } of rpmManagers)
  test(`${install[0]} installs the agent from it, and refuses a list or a package that was changed`, async (world) => {
    const { whileChanged } = world.served;
    const host = await lab.up(install[0], '10.77.0.12', { image });
    // Nothing but the release's repository.
    await host.run(['sh', '-c', `rm -f ${path.dirname(source)}/*`]);
    await host.writeFile(source, published(world, 'fleetmend.repo'));
    const refused = async (): Promise<void> => {
      const { code, stdout, stderr } = await host.exec([...install]);
      assert.is.not(code, 0, stdout + stderr);
      assert.is.not((await host.exec(['rpm', '-q', 'fleetmend-agent'])).code, 0);
      await host.run([...forget]);
    };
    await whileChanged('rpm/repodata/repomd.xml', refused);
    await whileChanged(`rpm/packages/fleetmend-agent-${NEWEST}-1.x86_64.rpm`, refused);
    await host.run([...install]);
    assert.match(await host.run(['rpm', '-qi', 'fleetmend-agent']), /Signature\s*: RSA/);
    assert.is(await host.run(['fleetmend-agent', '--version']), `${NEWEST}\n`);
    await host.run([...older]);
    assert.is(await host.run(['fleetmend-agent', '--version']), `${OLDER}\n`);
    await host.down();
  });

test.run();
