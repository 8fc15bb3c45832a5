// tier: night
// needs: lab
// images: deb12sd-t0
// time-limit: 600
// The life of an installation on bare machines: installed and set up, a host enrolled by the installer's line, upgraded in
// the middle of a job, backed up, its machine destroyed, restored on another one. Nobody touches the host.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bringCurl } from './support/curl.ts';
import {
  enrollmentToken,
  jobPath,
  untilEnded,
  untilPolled,
  type WireHost,
  type WireJob,
} from './support/fleet.ts';
import { lab, pathInHost, type LabHost } from './support/lab.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './support/manager.ts';
import { managerPackage } from './support/packages.ts';
import { waitFor } from './support/wait.ts';

const test = suite<World>('an installation from its first day to another machine');
/** How long the maintainer script of the job takes: longer than all that is done meanwhile. */
const SLOW_SECS = 60;
const BACKUP = '/var/backups/fleetmend/of-the-night.age';

interface World {
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
  await lab.startRepo('t1');
  world.identity = await generateX25519Identity();
  // Made before anything waits for them.
  for (const version of ['0.1.0', '0.1.1']) await managerPackage('deb', version);
});
test.after(() => lab.down());

async function installed(host: LabHost, version: string): Promise<void> {
  await host.run(['dpkg', '--force-confold', '--install', pathInHost(await managerPackage('deb', version))]);
  assert.is(await host.run(['fleetmend', '--version']), `${version}\n`);
}

const setUp = (host: LabHost, ...more: string[]): Promise<string> => {
  const words = ['fleetmend', 'setup', '--yes', '--name', host.address, '--listen', host.address];
  return host.run([...words, ...more], { input: ADMIN_PASSWORD });
};

/** The slow maintainer script runs. */
const isInTheMiddle = async ({ web }: World): Promise<boolean> =>
  (await web.exec(['pgrep', '-f', 'lab-slow[.]postinst'])).code === 0;

test('installed, set up, and a host by one line', async (world) => {
  world.first = await lab.up('first', '10.77.0.11', { image: 'debian12-systemd', diskSize: '2g' });
  await installed(world.first, '0.1.0');
  await setUp(world.first, '--admin-password', '-');
  world.before = await createManager({ listen: world.first.address, port: 8443 });
  await world.before.signIn();
  world.web = await lab.up('web', '10.77.0.12', { image: 'debian12-systemd' });
  await bringCurl(world.web);
  const { command } = await world.before.must<{ command: string }>('GET', '/api/v1/admin/installer');
  const line = command.replace('PROOF', `token=${await enrollmentToken(world.before)}`);
  await world.web.run(['sh', '-c', `${line} --advertise-address ${world.web.address}`], {
    env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab' },
  });
  world.host = await untilPolled(world.before, world.web);
});

test('upgraded in the middle of a job, and backed up', async (world) => {
  const { first, web, before, host, identity } = world;
  await web.writeFile('/etc/lab-slow', `${SLOW_SECS}\n`);
  world.job = await before.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: [{ name: 'lab-slow' }, { name: 'lab-hello' }],
    target: { host_ids: [host.id] },
  });
  await waitFor(() => isInTheMiddle(world), { timeoutMs: 60_000, what: 'the slow postinst' });
  await installed(first, '0.1.1');
  await before.signIn();
  const { state } = await before.must<WireJob>('GET', jobPath(world.job));
  assert.is(state, 'running');
  await first.run(['fleetmend', 'backup', BACKUP, '--recipient', await identityToRecipient(identity)]);
  assert.ok(await isInTheMiddle(world), 'the script took too short a time for this test');
});

test('its machine destroyed, restored on another one: the job ends, each package was installed once', async (world) => {
  const { first, web, host, job, identity } = world;
  world.second = await lab.up('second', '10.77.0.13', { image: 'debian12-systemd', diskSize: '2g' });
  const { second } = world;
  await installed(second, '0.1.1');
  copyFileSync(path.join(first.root, BACKUP), path.join(second.root, BACKUP));
  await second.run(['chown', 'fleetmend:', BACKUP]);
  first.pullThePlug();
  await first.down();
  await setUp(second, '--no-start');
  await second.run(['fleetmend', 'restore', BACKUP, '--identity', '-'], { input: identity });
  await second.run(['systemctl', 'enable', '-q', '--now', 'fleetmend']);
  world.after = await createManager({ listen: second.address, port: 8443 });
  await world.after.signIn();
  // It was running in the backup.
  const ended = await untilEnded(world.after, job, 180_000);
  assert.is(ended.state, 'completed', JSON.stringify(ended.hosts));
  assert.is(ended.hosts[0]?.attempt, 1);
  const log = await web.readFile('/var/log/dpkg.log');
  for (const name of ['lab-slow', 'lab-hello'])
    assert.is(
      log.split('\n').filter((line) => line.includes(` upgrade ${name}:all 1.0 1.1`)).length,
      1,
      name,
    );
  await world.after.until<WireHost>(
    `/api/v1/hosts/${host.id}`,
    (one) => one.health_status === 'healthy',
    120_000,
  );
  const { body } = await world.after.call('POST', '/api/v1/settings/audit-integrity');
  assert.is(body.intact, true);
});

test.run();
