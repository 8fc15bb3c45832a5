// tier: night
// needs: lab
// images: deb12sd-t0
// time-limit: 600
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { callOverAndOver, type Calls } from './support/callers.ts';
import { lab, pathInHost, type LabHost } from './support/lab.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './support/manager.ts';
import { managerPackage } from './support/packages.ts';
import { enrollmentToken, untilPolled } from './support/fleet.ts';
import { bringCurl } from './support/curl.ts';
import { unitProperty } from './support/service.ts';
import { waitFor } from './support/wait.ts';

const test = suite("the manager's Debian package");
const UNIT = 'fleetmend.service';
const ADDRESS = '10.77.0.11';
let host: LabHost;
/** Never started here: it calls the one of the package. */
let api: ManagerProcess;

test.before(async () => {
  host = await lab.up('manager', ADDRESS, { image: 'debian12-systemd', diskSize: '2g' });
  api = await createManager({ listen: ADDRESS, port: 8443 });
});

test.after(() => lab.down());

const property = (name: string): Promise<string> => unitProperty(host, UNIT, name);
const install = async (version?: string): Promise<string> =>
  host.run(['dpkg', '--force-confold', '--install', pathInHost(await managerPackage('deb', version))]);
test('installed it starts nothing and says what to do; started, it serves, as a user without any right', async () => {
  assert.match(await install(), 'fleetmend setup');
  assert.equal([await property('ActiveState'), await property('UnitFileState')], ['inactive', 'disabled']);
  const setup = ['fleetmend', 'setup', '--yes', '--name', ADDRESS, '--listen', ADDRESS];
  // It returns when the manager answers.
  const said = await host.run([...setup, '--admin-password', '-'], { input: ADMIN_PASSWORD });
  assert.match(said, `1. Open https://${ADDRESS}:8443 and sign in as admin.`);
  // The first password stays nowhere.
  const places = ['/etc/fleetmend', '/etc/systemd', '/run/systemd', '/run/fleetmend-setup'];
  assert.is((await host.exec(['grep', '-rlsF', ADMIN_PASSWORD, ...places])).stdout, '');
  const pidBefore = await property('MainPID');
  assert.match(await host.run(setup), 'already has these settings');
  assert.is(await property('MainPID'), pidBefore);
  assert.is((await api.call('GET', '/api/v1/status/health')).status, 200);
  const pid = await property('MainPID');
  const owners = await host.run(['stat', '-c', '%U', `/proc/${pid}`, '/var/lib/fleetmend']);
  assert.is(owners, 'fleetmend\nfleetmend\n');
});

test('what lies beside the code is there: UI, contract, installer, fonts, native modules, threads, plugins', async () => {
  await api.signIn();
  const read = async (path: string) => {
    const accept = { accept: 'text/html, */*' };
    const { status, body } = await api.call<string | object>('GET', path, undefined, undefined, accept);
    assert.is(status, 200, path);
    return typeof body === 'string' ? body : JSON.stringify(body);
  };
  assert.match(await read('/'), /<!doctype html>/i);
  assert.match(await read('/api/docs/swagger-ui.css'), '.swagger-ui');
  assert.match(await read('/api/docs/openapi.json'), '"openapi":"3.1');
  assert.match(await read('/api/v1/reports/compliance?format=pdf'), /^%PDF-1/);
  assert.match(await read('/api/v1/reports/compliance?format=csv'), 'host');
  assert.match(await read('/api/v1/exposure/data-sets'), '"kinds":["kev"');
  const { body } = await api.call('POST', '/api/v1/settings/audit-integrity');
  assert.is(body.intact, true);
  // What Node says of libraries is of no use to whoever reads the journal.
  const journal = await host.run(['journalctl', '-b', '--no-pager', '-o', 'cat', '-u', UNIT]);
  assert.not.match(journal, 'DEP0169');
});

test("another host gets the agent from it by the installer's line: its packages came with the manager", async () => {
  const { command, packages } = await api.must<{
    command: string;
    packages: { name: string; format: string; sha256: string }[];
  }>('GET', '/api/v1/admin/installer');
  assert.equal(
    packages.map(({ format }) => format),
    ['deb', 'rpm'],
  );
  await lab.startRepo();
  const other = await lab.up('other', '10.77.0.12', { image: 'debian12-systemd' });
  await bringCurl(other);
  const line = command.replace('PROOF', `token=${await enrollmentToken(api)}`);
  const done = await other.exec(['sh', '-c', `${line} --advertise-address ${other.address}`], {
    env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab' },
  });
  assert.is(done.code, 0, done.stdout + done.stderr);
  await untilPolled(api, other);
  // The same bytes that `npm run package:agent` makes, one after the other, from some seconds after the start on.
  const names = packages.map(({ sha256 }) => sha256).sort();
  const there = () => host.run(['ls', '/var/lib/fleetmend/agent-packages']);
  await waitFor(async () => (await there()).trim() === names.join('\n'), { what: "the agent's packages" });
  const made = await host.run(['sh', '-c', 'cd /var/lib/fleetmend/agent-packages && sha256sum *']);
  assert.equal(made.match(/^[0-9a-f]{64}/gm)?.sort(), names);
});

test('the unit leaves the manager next to nothing: systemd rates its exposure at most 2.5', async () => {
  const rated = await host.run(['systemd-analyze', 'security', '--no-pager', UNIT]);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(rated)?.[1]);
  console.log(`exposure ${exposure}`);
  assert.ok(exposure > 0 && exposure <= 2.5, rated.slice(-200));
});

const LONGEST_MS = 5_000;
const HEALTH = `https://${ADDRESS}:8443/api/v1/status/health`;

/** While somebody calls; prints the figures of docs/benchmarks.md. */
async function whileCalled(what: string, act: () => Promise<unknown>): Promise<Calls> {
  const calling = callOverAndOver(HEALTH);
  const calls = await act()
    .then(() => calling.end())
    .finally(() => calling.end());
  console.log(`${what}: ${calls.answered} calls, longest wait ${Math.round(calls.longestMs)} ms`);
  return calls;
}

test('the port is systemd’s: over restarts callers wait, and none is refused; stopped, it is closed', async () => {
  const listens = await host.run(['systemctl', 'show', '--value', '--property=Listen', 'fleetmend.socket']);
  assert.match(listens, `${ADDRESS}:8443`);
  const { answered, failed, longestMs } = await whileCalled('six restarts', async () => {
    for (let nth = 0; nth < 6; nth++) await host.run(['systemctl', 'restart', UNIT]);
  });
  assert.equal(failed, []);
  assert.ok(answered > 20, `${answered} calls`);
  assert.ok(longestMs < LONGEST_MS, `${longestMs} ms`);
  await host.run(['systemctl', 'stop', UNIT]);
  const refused = await whileCalled('stopped', () => sleep(300));
  assert.equal([...new Set(refused.failed)], ['ECONNREFUSED']);
  await host.run(['systemctl', 'start', UNIT]);
});

test('another port in the configuration is told until systemd has read it', async () => {
  const told = () => host.run(['journalctl', '-b', '--no-pager', '-o', 'cat', '-u', UNIT]);
  const setPort = (port: number) =>
    host.run(['sed', '-i', `s/^port = .*/port = ${port}/`, '/etc/fleetmend/manager.toml']);
  await setPort(8444);
  await host.run(['systemctl', 'restart', UNIT]);
  assert.match(await told(), `systemd holds the socket ${ADDRESS} port 8443 for this manager`);
  assert.is((await api.call('GET', '/api/v1/status/health')).status, 200);
  for (const [command, ...units] of [['daemon-reload'], ['stop', UNIT], ['start', UNIT]])
    await host.run(['systemctl', command ?? '', ...units]);
  const moved = await createManager({ listen: ADDRESS, port: 8444 });
  assert.is((await moved.call('GET', '/api/v1/status/health')).status, 200);
  await setPort(8443);
  for (const [command, ...units] of [['daemon-reload'], ['stop', UNIT], ['start', UNIT]])
    await host.run(['systemctl', command ?? '', ...units]);
});

test('of a manager that cannot start, doctor names the cause before the service, and not the port that systemd holds', async () => {
  const file = '/etc/fleetmend/manager.toml';
  await host.run(['sed', '-i', '1i database_url = "mysql://nobody:x@127.0.0.1:1/none"', file]);
  await host.exec(['systemctl', 'restart', UNIT]);
  const { code, stdout } = await host.exec(['fleetmend', 'doctor']);
  assert.is(code, 1, stdout);
  assert.match(
    stdout,
    /FAIL {2}database: [^]*FAIL {2}service: the manager does not start; systemd keeps port 8443/,
  );
  await host.run(['sed', '-i', '1d', file]);
  await host.run(['systemctl', 'restart', UNIT]);
});

test('root runs its commands, and they leave nothing of root in the data directory', async () => {
  assert.is(await host.run(['fleetmend', '--version']), '0.1.0\n');
  assert.match(await host.run(['fleetmend', '--help']), 'fleetmend: the central manager');
  await host.run(['fleetmend', 'allow-list', 'clear']);
  const told = await host.run(['fleetmend', 'support', '-']);
  assert.match(told, /===== log =====\n.*fleetmend/);
  assert.not.match(told, ADMIN_PASSWORD);
  assert.is(await host.run(['find', '/var/lib/fleetmend', '!', '-user', 'fleetmend']), '');
});

test('killed, it comes back by itself; an upgrade keeps configuration and data; purged, the data stays', async () => {
  const before = await property('MainPID');
  await host.run(['kill', '-KILL', before]);
  const isBack = async (): Promise<boolean> =>
    (await property('ActiveState')) === 'active' && (await property('MainPID')) !== before;
  await waitFor(isBack, { timeoutMs: 60_000, what: 'the manager to be started again' });
  await host.run(['sh', '-c', 'echo log_level = \\"warn\\" >>/etc/fleetmend/manager.toml']);
  // Made before: it would keep this process, and with it the callers, from their work.
  await managerPackage('deb', '0.1.1');
  const { failed, longestMs } = await whileCalled('an upgrade', () => install('0.1.1'));
  const log = await host.run(['journalctl', '-u', UNIT, '-o', 'short-precise', '--no-pager', '-n', '25']);
  assert.equal(failed, [], log);
  assert.ok(longestMs < LONGEST_MS, `${longestMs} ms`);
  assert.is(await property('ActiveState'), 'active');
  assert.is(await host.run(['fleetmend', '--version']), '0.1.1\n');
  assert.match(await host.readFile('/etc/fleetmend/manager.toml'), 'log_level = "warn"');
  assert.match(await host.run(['dpkg', '--purge', 'fleetmend']), '/var/lib/fleetmend stays');
  assert.is((await host.exec(['test', '-e', '/var/lib/fleetmend/fleetmend.sqlite'])).code, 0);
  assert.is((await host.exec(['test', '-e', '/usr/lib/fleetmend'])).code, 1);
});

test.run();
