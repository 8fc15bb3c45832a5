// tier: night
// needs: lab, release
// images: deb12sd-t0, deb13sd-t0, el9-t0, suse-t0
// time-limit: 1800
// The life of an installation on bare machines of each family, which have no Node and reach nothing but the repository of
// a release: installed by the lines of the documentation and set up, a host enrolled by the installer's line, upgraded in
// the middle of a job, backed up, its machine destroyed, restored on another one. Nobody touches the host. The machines
// of EL 9 and openSUSE are roots that stand for them: Debian's dnf 4 and zypper over Debian 12's libraries and systemd.
// HOME_IMAGE=el9-systemd walks that one alone.
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refreshCommands } from '../agent/packages/testing/labBackend.ts';
import { bringCurl } from './support/curl.ts';
import {
  enrollmentToken,
  jobPath,
  untilEnded,
  untilPolled,
  type WireHost,
  type WireJob,
} from './support/fleet.ts';
import type { Answers } from './support/hostProcess.ts';
import { lab, type LabHost, type RepoFamily } from './support/lab.ts';
import type { Image } from './support/labImages.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './support/manager.ts';
import {
  DOCUMENTED_URL,
  makeReleases,
  RELEASE_URL,
  serveRelease,
  VERSIONS,
  type Releases,
  type ServedRelease,
} from './support/release.ts';
import { shellBlocks } from './support/shellWords.ts';
import { waitFor } from './support/wait.ts';

const test = suite<World>('an installation from its first day to another machine');
const root = path.resolve(import.meta.dirname, '..');
const BACKUP = '/var/backups/fleetmend/of-the-night.age';
/** A pipe: the script of the job's package waits until somebody writes there how long it takes. */
const HOLD = '/etc/lab-slow';
const [FIRST, NEXT] = VERSIONS;

interface Family {
  name: string;
  image: Image;
  repo: RepoFamily;
  /** By which its lines in the documentation are known. */
  manager: 'apt-get' | 'dnf' | 'zypper';
  answers: Answers;
  /** Its own log, and the end of a line of it that says that a package went from 1.0 to 1.1. */
  log: string;
  upgraded: (name: string) => string;
}

const debian = {
  repo: 'deb',
  manager: 'apt-get',
  answers: [],
  log: '/var/log/dpkg.log',
  upgraded: (name: string) => ` upgrade ${name}:all 1.0 1.1`,
} as const;

const families: readonly Family[] = [
  { ...debian, name: 'Debian 12', image: 'debian12-systemd' },
  { ...debian, name: 'Debian 13', image: 'debian13-systemd' },
  {
    name: 'a root that stands for EL 9',
    image: 'el9-systemd',
    repo: 'rpm',
    manager: 'dnf',
    answers: [[/\[y\/N\]: $/, 'y']],
    log: '/var/log/dnf.rpm.log',
    upgraded: (name) => ` Upgrade: ${name}-1.1`,
  },
  {
    name: 'a root that stands for openSUSE',
    image: 'suse-systemd',
    repo: 'rpm',
    manager: 'zypper',
    answers: [
      [/\[r\/t\/a\/\?\] \(r\): $/, 'a'],
      [/\(y\): $/, 'y'],
    ],
    log: '/var/log/zypp/history',
    upgraded: (name) => `|install|${name}|1.1`,
  },
];

interface World {
  releases: Releases;
  served: ServedRelease;
  first: LabHost;
  second: LabHost;
  web: LabHost;
  /** Neither is started here: they call the managers of the packages. */
  before: ManagerProcess;
  after: ManagerProcess;
  host: WireHost;
  job: WireJob;
  identity: string;
}

test.before(async (world) => {
  world.releases = await makeReleases();
  world.identity = await generateX25519Identity();
});
test.after(async ({ served }) => {
  served?.close();
  await lab.down();
});

/** Runs the lines that a page has for this family, as a person who copies them; `what` is a part of them. */
async function follow(
  host: LabHost,
  { manager, answers }: Family,
  page: string,
  what: string,
): Promise<void> {
  const lines = shellBlocks(readFileSync(path.join(root, page), 'utf8'))
    .map(({ text }) => text)
    .filter((text) => text.includes(`${manager} ${what}`));
  assert.is(lines.length, 1, `${page}: one block with ${manager} ${what}`);
  const script = (lines[0] ?? '').replaceAll(DOCUMENTED_URL, RELEASE_URL);
  await host.talk(`set -e\n${script}`, answers);
}

async function machine(family: Family, name: string, address: string, diskSize?: string): Promise<LabHost> {
  const host = await lab.up(name, address, {
    image: family.image,
    isAlone: true,
    ...(diskSize !== undefined && { diskSize }),
  });
  assert.is.not((await host.exec(['sh', '-c', 'command -v node npm'])).code, 0);
  await bringCurl(host);
  return host;
}

async function install(family: Family, host: LabHost, version: string): Promise<void> {
  await follow(host, family, 'docs/install/manager.md', 'install fleetmend');
  assert.is(await host.run(['fleetmend', '--version']), `${version}\n`);
}

const setUp = (host: LabHost, ...more: string[]): Promise<string> => {
  const words = ['fleetmend', 'setup', '--yes', '--name', host.address, '--listen', host.address];
  return host.run([...words, ...more], { input: ADMIN_PASSWORD });
};

/** The slow maintainer script runs. */
const isInTheMiddle = async ({ web }: World): Promise<boolean> =>
  // The brackets keep the pattern from matching the command line that carries it.
  (await web.exec(['pgrep', '-f', `cat ${HOLD.slice(0, -1)}[w]`])).code === 0;

for (const family of families.filter(({ image }) => (process.env['HOME_IMAGE'] ?? image) === image)) {
  test(`${family.name}: installed from the repository, set up, and a host by one line`, async (world) => {
    await lab.startRepo('t1', family.repo);
    world.served ??= await serveRelease(world.releases.first);
    world.served.publish(world.releases.first);
    world.first = await machine(family, 'first', '10.77.0.11', '2g');
    await install(family, world.first, FIRST);
    await setUp(world.first, '--admin-password', '-');
    world.before = await createManager({ listen: world.first.address, port: 8443 });
    await world.before.signIn();
    world.web = await machine(family, 'web', '10.77.0.12');
    // The image's lists are of before the updates, and of today.
    await world.web.run(refreshCommands[family.image]);
    const { command } = await world.before.must<{ command: string }>('GET', '/api/v1/admin/installer');
    const line = command.replace('PROOF', `token=${await enrollmentToken(world.before)}`);
    await world.web.run(['sh', '-c', `${line} --advertise-address ${world.web.address}`], {
      env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab' },
    });
    world.host = await untilPolled(world.before, world.web);
  });

  test(`${family.name}: the next release installed in the middle of a job, and backed up`, async (world) => {
    const { first, web, before, host, identity, served, releases } = world;
    await web.run(['sh', '-c', `rm -f ${HOLD}; mkfifo ${HOLD}`]);
    world.job = await before.must<WireJob>('POST', '/api/v1/jobs', {
      operation: 'patch',
      mode: 'selected',
      packages: [{ name: 'lab-slow' }, { name: 'lab-hello' }],
      target: { host_ids: [host.id] },
    });
    await waitFor(() => isInTheMiddle(world), { timeoutMs: 120_000, what: 'the slow script' });
    served.publish(releases.both);
    const upgrade = { 'apt-get': 'install --only-upgrade', dnf: 'upgrade', zypper: 'update' };
    await follow(first, family, 'docs/run/upgrading.md', upgrade[family.manager]);
    assert.is(await first.run(['fleetmend', '--version']), `${NEXT}\n`);
    await before.signIn();
    const { state } = await before.must<WireJob>('GET', jobPath(world.job));
    assert.is(state, 'running');
    await first.run(['fleetmend', 'backup', BACKUP, '--recipient', await identityToRecipient(identity)]);
    assert.ok(await isInTheMiddle(world));
  });

  test(`${family.name}: restored on another machine, the job ends, each package was installed once`, async (world) => {
    const { first, web, host, job, identity } = world;
    world.second = await machine(family, 'second', '10.77.0.13', '2g');
    const { second } = world;
    await install(family, second, NEXT);
    copyFileSync(path.join(first.root, BACKUP), path.join(second.root, BACKUP));
    await second.run(['chown', 'fleetmend:', BACKUP]);
    first.pullThePlug();
    await first.down();
    await setUp(second, '--no-start');
    await second.run(['fleetmend', 'restore', BACKUP, '--identity', '-'], { input: identity });
    await second.run(['systemctl', 'enable', '-q', '--now', 'fleetmend']);
    world.after = await createManager({ listen: second.address, port: 8443 });
    await world.after.signIn();
    await web.run(['sh', '-c', `echo 1 >${HOLD}`]);
    // It was running in the backup.
    const ended = await untilEnded(world.after, job, 180_000);
    assert.is(ended.state, 'completed', JSON.stringify(ended.hosts));
    assert.is(ended.hosts[0]?.attempt, 1);
    const log = (await web.readFile(family.log)).split('\n');
    for (const name of ['lab-slow', 'lab-hello'])
      assert.is(log.filter((line) => line.includes(family.upgraded(name))).length, 1, name);
    await world.after.until<WireHost>(
      `/api/v1/hosts/${host.id}`,
      (one) => one.health_status === 'healthy',
      120_000,
    );
    const { body } = await world.after.call('POST', '/api/v1/settings/audit-integrity');
    assert.is(body.intact, true);
    await Promise.all([web.down(), second.down()]);
    await lab.down();
  });
}

test.run();
