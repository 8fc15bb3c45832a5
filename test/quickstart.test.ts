// tier: night
// time-limit: 600
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from './support/ports.ts';
import { waitFor } from './support/wait.ts';
import {
  assertOneTime,
  assertPrivate,
  call,
  canMount,
  cleanUp,
  failsWith,
  hasApt,
  includes,
  inNamespace,
  isFree,
  isRoot,
  login,
  nobody,
  place,
  ready,
  shownPackages,
  shownPassword,
  start,
  stop,
  upgradable,
} from './support/quickstart.ts';

const test = suite('quickstart');
// Tests for which this machine lacks something are skipped under a name that says so.
const onDebian = hasApt ? test : test.skip;
const asRoot = hasApt && isRoot ? test : test.skip;
const withMounts = hasApt && canMount ? test : test.skip;

test.after(cleanUp);

onDebian(
  'it enrolls this machine, shows its patches, finds everything again, and stops on Ctrl-C',
  async () => {
    const where = await place();
    const first = start(where);
    const text = await ready(first);
    includes(text, `Web UI    https://127.0.0.1:${where.port}\n`);
    includes(text, `agent on 127.0.0.1:${where.agentPort}\n`);
    if (!/never refreshed/.test(text)) assert.equal(shownPackages(text), await upgradable());
    const password = shownPassword(text);
    assert.match(password, /^[A-Za-z2-9]{5}(-[A-Za-z2-9]{5}){3}$/);
    await assertOneTime(where, password);
    assert.is(/read-only/.test(text), !isRoot);
    await stop(first, where);
    assertPrivate(path.join(where.dataDir, 'state'), password);

    const moved = { ...where, agentPort: await freePort() };
    const second = start(moved);
    const again = await ready(second);
    assert.match(again, /Password +the one set before/);
    assert.is(shownPassword(again), '');
    assert.not.match(again, /enrolling/);
    includes(again, `agent on 127.0.0.1:${moved.agentPort}\n`);
    await assertOneTime(where, password);
    await stop(second, moved);
  },
);

asRoot('without root it lists the same and says that it is read-only', async () => {
  const where = await place();
  const quickstart = start(where, { as: nobody });
  const text = await ready(quickstart);
  assert.match(text, /Without root the agent is read-only: .* NOT_PRIVILEGED/);
  if (!/never refreshed/.test(text)) assert.equal(shownPackages(text), await upgradable());
  await stop(quickstart, where);
});

onDebian('a signal to npm alone stops it as well', async () => {
  const where = await place();
  const quickstart = start(where, { with: ['npm', 'run', 'quickstart', '--'] });
  await ready(quickstart);
  await stop(quickstart, where, quickstart.child.pid ?? 0);
});

onDebian('killed outright, it leaves no agent behind and finds everything again', async () => {
  const where = await place();
  const quickstart = start(where);
  await ready(quickstart);
  process.kill(quickstart.child.pid ?? 0, 'SIGKILL');
  await quickstart.output.exited;
  await waitFor(() => isFree(where.agentPort), { what: 'the end of the agent' });
  const again = start(where);
  assert.not.match(await ready(again), /enrolling/);
  await stop(again, where);
});

/** The environment with which the agent below the process `ancestor` was started; throws when there is none. */
function agentEnvironment(ancestor: number | undefined): string {
  const of = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return ''; // it has just ended, or is somebody else's
    }
  };
  const parent = (pid: string): string => /^PPid:\s+(\d+)/m.exec(of(pid, 'status'))?.[1] ?? '0';
  const isBelow = (pid: string): boolean =>
    Number(pid) > 1 && (Number(pid) === ancestor || isBelow(parent(pid)));
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && of(name, 'cmdline').startsWith('fleetmend-agent') && isBelow(name),
  );
  assert.ok(pid, 'the agent runs');
  return of(pid, 'environ');
}

onDebian('a machine whose host was deleted is enrolled anew; a lost identity is one clear line', async () => {
  const where = await place();
  const password = 'seven quiet otters row north';
  const env = { FLEETMEND_ADMIN_PASSWORD: password };
  const first = start(where, { env });
  assert.match(await ready(first), /Password +as FLEETMEND_ADMIN_PASSWORD set it/);
  assert.not.match(agentEnvironment(first.child.pid), /seven quiet otters/);
  const token = (await login(where, password)).body.access_token;
  const [host] = (await call(where, '/hosts', { token })).body.hosts ?? [];
  assert.is((await call(where, `/hosts/${host?.id}`, { method: 'DELETE', token })).status, 204);
  await stop(first, where);

  const second = start(where, { env });
  assert.match(await ready(second), /enrolling this machine/);
  const hosts = (await call(where, '/hosts', { token })).body.hosts ?? [];
  assert.is(hosts.length, 1);
  assert.is.not(hosts[0]?.id, host?.id);
  await stop(second, where);

  rmSync(path.join(where.dataDir, 'state/agent'), { recursive: true });
  const third = start(where, { env });
  assert.equal(await third.output.exited, { code: 1, signal: null });
  includes(third.output.text, `quickstart: the manager knows this machine as host ${hosts[0]?.id}, but`);
});

withMounts('lists that were never refreshed are named, on a machine without an id too', async () => {
  const where = await place();
  const cover = 'mount -t tmpfs none /var/lib/apt/lists; mount --bind /dev/null /etc/machine-id';
  const quickstart = start(where, { as: [...inNamespace(cover), ...(isRoot ? nobody : [])] });
  const text = await ready(quickstart);
  assert.match(text, /were never refreshed: what is pending is not known/);
  assert.not.match(text, /No pending patches|^ {2}security/m);
  await stop(quickstart, where);
});

test('a taken port is one clear line, and nothing is made', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  const where = await place();
  await failsWith(
    { ...where, port: taken },
    `port ${taken} on 127.0.0.1 is taken by another program; choose another with --port`,
  );
  await failsWith(
    { ...where, agentPort: taken },
    `port ${taken} on 127.0.0.1 is taken by another program; choose another with --agent-port`,
  );
  await new Promise((resolve) => server.close(resolve));
  assert.equal(readdirSync(where.dataDir), []);
});

onDebian('a port that is taken only after the check does not take the first password with it', async () => {
  const where = await place();
  const first = start(where);
  await first.output.waitFor(/starting the manager/);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(where.port, '127.0.0.1', resolve));
  assert.equal(await first.output.exited, { code: 1, signal: null });
  includes(first.output.text, `port ${where.port} on 127.0.0.1 is taken by another program`);
  const password = shownPassword(first.output.text);
  await new Promise((resolve) => server.close(resolve));

  const second = start(where);
  const text = await ready(second);
  const state = path.join(where.dataDir, 'state');
  includes(text, `if you do not have it: FLEETMEND_DATA_DIR=${state} npm start -- user reset-password admin`);
  await assertOneTime(where, password);
  await stop(second, where);
});

test('unknown options, ports and addresses are one clear line', async () => {
  const where = await place();
  await failsWith(where, /Unknown option '--ports'.*--help/, { more: ['--ports', '1'] });
  await failsWith(where, /--port: "x" is not a port/, { more: ['--port', 'x'] });
  await failsWith(where, /--listen: "host" is not an IP address/, { more: ['--listen', 'host'] });
  await failsWith(where, /has no address 192\.0\.2\.1/, { more: ['--listen', '192.0.2.1'] });
});

test('a directory that cannot be written is one clear line', async () => {
  const where = await place();
  chmodSync(where.dataDir, 0o555);
  const as = isRoot ? nobody : [];
  await failsWith(where, /data directory .* cannot be written \(permission denied\)/, { as });
  if (canMount)
    await failsWith(where, /cannot be written \(read-only file system\)/, {
      as: inNamespace(`mount -t tmpfs -o ro none ${where.dataDir}`),
    });
});

withMounts('a system without a known package manager is one clear line', async () => {
  await failsWith(await place(), /quickstart: .* has no package manager that the agent knows/, {
    as: inNamespace('mount -t tmpfs none /var/lib/dpkg'),
  });
});

test.run();
