// time-limit: 420
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import https from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from './support/ports.ts';
import { ChildOutput, run } from './support/process.ts';
import { waitFor } from './support/wait.ts';

const root = path.resolve(import.meta.dirname, '..');
const script = path.join(root, 'scripts/quickstart.mjs');
const isRoot = process.getuid?.() === 0;
const hasApt = existsSync('/usr/bin/apt-get') && existsSync('/var/lib/dpkg/status');
const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
const reportPattern = /Running at .*; Ctrl-C stops both/;
const tableRow = /^ {2}(?:yes)? +(\S+):\S+ +\S+ +\S+/gm;

/** A mount namespace of its own, in which `prepare` may cover files of this machine. */
const inNamespace = (prepare: string): string[] => [
  'unshare',
  ...(isRoot ? [] : ['--map-root-user']),
  '--mount',
  '--fork',
  '--kill-child',
  'sh',
  '-ec',
  `${prepare}\nexec "$@"`,
  'sh',
];
const canMount = (await run([...inNamespace('mount -t tmpfs none /mnt'), 'true'])).code === 0;

interface Place {
  dataDir: string;
  port: number;
  agentPort: number;
}

interface Quickstart {
  child: ChildProcess;
  output: ChildOutput;
}

const running = new Set<ChildProcess>();
const folders = new Set<string>();
const test = suite('quickstart');
// What this machine lacks is skipped under a name that says so.
const onDebian = hasApt ? test : test.skip;
const asRoot = hasApt && isRoot ? test : test.skip;
const withMounts = hasApt && canMount ? test : test.skip;

test.after(() => {
  for (const child of running)
    if (child.pid !== undefined && child.exitCode === null) kill(-child.pid, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function place(): Promise<Place> {
  const dataDir = mkdtempSync('/tmp/fleetmend-quickstart-');
  folders.add(dataDir);
  chmodSync(dataDir, 0o777);
  return { dataDir, port: await freePort(), agentPort: await freePort() };
}

const argsOf = ({ dataDir, port, agentPort }: Place): string[] => [
  '--data-dir',
  path.join(dataDir, 'state'),
  '--port',
  String(port),
  '--agent-port',
  String(agentPort),
];

interface StartOptions {
  /** Command that runs it as somebody else, or somewhere else. */
  as?: string[];
  with?: string[];
  env?: Record<string, string>;
}

/** Like a terminal: a process group of its own, which Ctrl-C reaches as a whole. */
function start(
  where: Place,
  { as = [], with: argv = [process.execPath, script], env = {} }: StartOptions = {},
): Quickstart {
  const [command = '', ...args] = [...as, ...argv, ...argsOf(where)];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  return { child, output: new ChildOutput(child) };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended before
  }
}

async function ready(quickstart: Quickstart): Promise<string> {
  await quickstart.output.waitFor(reportPattern, 90_000);
  return quickstart.output.text;
}

/** Ctrl-C, or a signal to one process; asserts that both listeners are gone in time. */
async function stop({ child, output }: Quickstart, where: Place, target = -(child.pid ?? 0)): Promise<void> {
  const startedAtMs = Date.now();
  process.kill(target, 'SIGINT');
  assert.equal(await output.exited, { code: 0, signal: null }, output.text);
  assert.ok(Date.now() - startedAtMs < 10_000, 'within ten seconds');
  assert.match(output.text, /stopped\n/);
  for (const port of [where.port, where.agentPort])
    assert.ok(await isFree(port), `port ${port} is free again`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

interface Answer {
  status: number;
  body: { access_token?: string; error?: { code: string }; hosts?: { id: string }[] };
}

interface Call {
  method?: string;
  token?: string;
  body?: object;
}

/** Over TLS that is verified with the root certificate of the data directory. */
function call(
  { dataDir, port }: Place,
  urlPath: string,
  { method = 'GET', token, body }: Call = {},
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const ca = readFileSync(path.join(dataDir, 'state/root.crt'));
  const options = { host: '127.0.0.1', port, path: `/api/v1${urlPath}`, method, ca, agent: false, headers };
  return new Promise((resolve, reject) => {
    const request = https.request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || '{}') as Answer['body'] }),
      );
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const login = (where: Place, password: string): Promise<Answer> =>
  call(where, '/auth/login', { method: 'POST', body: { username: 'admin', password } });

/** The first sign-in with the printed password is refused until it is changed. */
async function assertOneTime(where: Place, password: string): Promise<void> {
  const { status, body } = await login(where, password);
  assert.equal([status, body.error?.code], [403, 'PASSWORD_CHANGE_REQUIRED']);
}

/** Runs to its end, which must be exit code 1 with one line on standard error that fits. */
async function failsWith(
  where: Place,
  line: RegExp | string,
  { as = [] as string[], more = [] as string[] } = {},
): Promise<void> {
  const { code, stdout, stderr } = await run([...as, process.execPath, script, ...argsOf(where), ...more], {
    cwd: root,
  });
  assert.is(code, 1, `${stdout}${stderr}`);
  if (typeof line === 'string') includes(stderr, line);
  else assert.match(stderr, line);
  assert.is(stderr.trim().split('\n').length, 1, stderr);
  assert.not.match(stdout, /Password/, 'nothing was made');
}

async function upgradable(): Promise<string[]> {
  const { stdout } = await run(['apt', 'list', '--upgradable'], { env: { ...process.env, LC_ALL: 'C' } });
  return [...stdout.matchAll(/^([^/\s]+)\//gm)].map((match) => match[1] ?? '').sort();
}

const includes = (text: string, part: string): void =>
  assert.ok(text.includes(part), `no "${part}" in:\n${text}`);
const shownPassword = (text: string): string => /Password +(\S+) +\(one-time/.exec(text)?.[1] ?? '';
const shownPackages = (text: string): string[] =>
  [...text.matchAll(tableRow)].map((match) => match[1] ?? '').sort();

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

/** The state is for its owner alone, and the logs hold neither the password nor a token. */
function assertPrivate(state: string, password: string): void {
  assert.is(statSync(state).mode & 0o077, 0);
  for (const name of ['manager.log', 'agent.log']) {
    const log = readFileSync(path.join(state, name), 'utf8');
    assert.ok(log.includes('"level"'), `${name} has lines`);
    assert.not.ok(log.includes(password), name);
    assert.not.match(log, /"enrollment_token":"(?!\*)/);
  }
}

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

onDebian('a machine whose host was deleted is enrolled anew; a lost identity is one clear line', async () => {
  const where = await place();
  const password = 'seven quiet otters row north';
  const env = { FLEETMEND_ADMIN_PASSWORD: password };
  const first = start(where, { env });
  assert.match(await ready(first), /Password +as FLEETMEND_ADMIN_PASSWORD set it/);
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
