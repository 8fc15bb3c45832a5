// tier: night
// needs: root, containers
// time-limit: 600
// The image as administrators run it: no rights, a root that cannot be written, signals through the runtime's init.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './support/manager.ts';
import { createContainers, type Containers } from './support/podman.ts';
import { freePort } from './support/ports.ts';

const test = suite('the image of the manager');
let containers: Containers;
let environment: Record<string, string>;
/** Never started here: it calls the one in the container. */
let api: ManagerProcess;

test.before(async () => {
  const port = await freePort();
  environment = {
    FLEETMEND_LISTEN: '127.0.0.1',
    FLEETMEND_PORT: String(port),
    FLEETMEND_ADMIN_PASSWORD: ADMIN_PASSWORD,
  };
  containers = await createContainers();
  api = await createManager({ listen: '127.0.0.1', port });
  await containers.start('first', environment);
});
test.after(() => containers.end());

test('it starts without rights and on a read-only root, and its health check says so', async () => {
  await containers.untilHealthy('first');
  await api.signIn();
  assert.is((await api.must<{ username: string }>('GET', '/api/v1/users/me')).username, 'admin');
  assert.match(await containers.podman('exec', 'first', 'fleetmend', 'health'), /^version 0\.1\.0: ok$/m);
  assert.is((await containers.podman('top', 'first', 'user')).trim().split('\n').at(-1), 'fleetmend');
});

test('asked to stop, it ends in order within ten seconds; started again, all is as it was', async () => {
  const host = { fqdn: 'kept.example.org', ip_address: '192.0.2.7' };
  await api.must('POST', '/api/v1/hosts', host);
  const startedAt = performance.now();
  await containers.podman('stop', '--time', '30', 'first');
  assert.ok(performance.now() - startedAt < 15_000);
  const exitCode = await containers.podman('inspect', '--format', '{{.State.ExitCode}}', 'first');
  assert.is(exitCode.trim(), '0');
  await containers.podman('start', 'first');
  await containers.untilHealthy('first');
  await api.signIn();
  const { hosts } = await api.must<{ hosts: { fqdn: string }[] }>('GET', '/api/v1/hosts');
  assert.equal(
    hosts.map(({ fqdn }) => fqdn),
    [host.fqdn],
  );
});

test('a signal ends one that has only just been started, and it is not healthy', async () => {
  await containers.podman('stop', '--time', '30', 'first');
  await containers.start('second', environment);
  const startedAt = performance.now();
  await containers.podman('stop', '--time', '40', 'second');
  assert.ok(performance.now() - startedAt < 30_000, 'the signal was not lost');
  assert.not(await containers.isHealthy('second'));
});

test.run();
