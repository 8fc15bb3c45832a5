/** Runs `npm run quickstart` in a place of its own, and does what a person does with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import https from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { freePort } from './ports.ts';
import { ChildOutput, run } from './process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const script = path.join(root, 'scripts/quickstart.mjs');
export const isRoot = process.getuid?.() === 0;
export const hasApt = existsSync('/usr/bin/apt-get') && existsSync('/var/lib/dpkg/status');
export const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
const reportPattern = /Running at .*; Ctrl-C stops both/;
const tableRow = /^ {2}(?:yes)? +(\S+):\S+ +\S+ +\S+/gm;

/** The command for a mount namespace of its own, in which `prepare` may cover files of this machine. */
export const inNamespace = (prepare: string): string[] => [
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
export const canMount = (await run([...inNamespace('mount -t tmpfs none /mnt'), 'true'])).code === 0;

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

export async function place(): Promise<Place> {
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
  /** A command that runs it as another user, or elsewhere. */
  as?: string[];
  with?: string[];
  env?: Record<string, string>;
}

/** Starts it as a terminal does: in its own process group, which Ctrl-C reaches as a whole. */
export function start(
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

export async function ready(quickstart: Quickstart): Promise<string> {
  await quickstart.output.waitFor(reportPattern, 90_000);
  return quickstart.output.text;
}

/** Stops it by Ctrl-C, or by a signal to one process; asserts that both listeners are gone in time. */
export async function stop(
  { child, output }: Quickstart,
  where: Place,
  target = -(child.pid ?? 0),
): Promise<void> {
  const startedAtMs = Date.now();
  process.kill(target, 'SIGINT');
  assert.equal(await output.exited, { code: 0, signal: null }, output.text);
  assert.ok(Date.now() - startedAtMs < 10_000, 'within ten seconds');
  assert.match(output.text, /stopped\n/);
  for (const port of [where.port, where.agentPort])
    assert.ok(await isFree(port), `port ${port} is free again`);
}

export async function isFree(port: number): Promise<boolean> {
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

/** Calls it over TLS, verified with the root certificate of the data directory. */
export function call(
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

export const login = (where: Place, password: string): Promise<Answer> =>
  call(where, '/auth/login', { method: 'POST', body: { username: 'admin', password } });

/** Asserts that a sign-in with the printed password is refused until it is changed. */
export async function assertOneTime(where: Place, password: string): Promise<void> {
  const { status, body } = await login(where, password);
  assert.equal([status, body.error?.code], [403, 'PASSWORD_CHANGE_REQUIRED']);
}

/** Runs it to its end; asserts exit code 1 and one line on standard error that matches. */
export async function failsWith(
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

export async function upgradable(): Promise<string[]> {
  const { stdout } = await run(['apt', 'list', '--upgradable'], { env: { ...process.env, LC_ALL: 'C' } });
  return [...stdout.matchAll(/^([^/\s]+)\//gm)].map((match) => match[1] ?? '').sort();
}

export const includes = (text: string, part: string): void =>
  assert.ok(text.includes(part), `no "${part}" in:\n${text}`);
export const shownPassword = (text: string): string => /Password +(\S+) +\(one-time/.exec(text)?.[1] ?? '';
export const shownPackages = (text: string): string[] =>
  [...text.matchAll(tableRow)].map((match) => match[1] ?? '').sort();

/** Asserts that only the owner can read the state, and that the logs hold neither the password nor a token. */
export function assertPrivate(state: string, password: string): void {
  assert.is(statSync(state).mode & 0o077, 0);
  for (const name of ['manager.log', 'agent.log']) {
    const log = readFileSync(path.join(state, name), 'utf8');
    assert.ok(log.includes('"level"'), `${name} has lines`);
    assert.not.ok(log.includes(password), name);
    assert.not.match(log, /"enrollment_token":"(?!\*)/);
  }
}

/** Ends what still runs, and removes its folders. */
export function cleanUp(): void {
  for (const child of running)
    if (child.pid !== undefined && child.exitCode === null) kill(-child.pid, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
