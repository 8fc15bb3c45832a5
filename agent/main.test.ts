import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostServerName } from '../server/shared/pki/names.ts';
import { eventually } from './testing/fakeAgent.ts';
import { issuePair, startFakeManager } from './testing/fakeManager.ts';
import { callOver, serveLinks } from './testing/linkManager.ts';
import type { FakeManager } from './testing/fakeManager.ts';
import { freePort } from '../test/support/ports.ts';

interface Context {
  dir: string;
  manager: FakeManager;
  children: ChildProcess[];
  port: number;
}

const test = suite<Context>('agent main');
const main = join(import.meta.dirname, 'main.ts');

test.before.each(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'fleetmend-main-'));
  context.manager = await startFakeManager();
  context.children = [];
  context.port = await freePort();
});

test.after.each(async ({ dir, manager, children }) => {
  for (const child of children) child.kill('SIGKILL');
  await manager.close();
  await rm(dir, { recursive: true, force: true });
});

interface Run {
  /** The first line on standard output, or whatever was printed until the end. */
  firstLine: Promise<string>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  child: ChildProcess;
}

/** The command line of an agent for this test. */
function argvOf(context: Context, ...args: string[]): string[] {
  const base = [
    '--data-dir',
    join(context.dir, 'data'),
    '--listen',
    '127.0.0.1',
    '--port',
    String(context.port),
  ];
  return [main, ...base, ...args];
}

const env = {
  PATH: process.env.PATH,
  FLEETMEND_AGENT_MACHINE_ID: 'a'.repeat(32),
  FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0',
};

function start(context: Context, ...args: string[]): Run {
  const argv = argvOf(context, ...args);
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  context.children.push(child);
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
    });
    child.once('close', () => resolve(`${stdout}${stderr}`));
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  );
  return { child, firstLine, ended };
}

const enrolling = ({ manager }: Context): string[] => [
  '--manager-url',
  manager.url,
  '--ca-fingerprint',
  manager.rootPin,
];

async function health({ manager, port }: Context): Promise<number> {
  const pair = await issuePair(manager.ca, { kind: 'manager' });
  const servername = hostServerName(manager.hostId);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/health',
      servername,
      ca: manager.ca.certificatePem,
      agent: false,
    };
    request({ ...options, ...pair }, (res) => resolve(res.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

test('a fresh agent enrolls, listens, answers the manager and stops on a signal', async (context) => {
  const run = start(context, ...enrolling(context));
  const line = JSON.parse(await run.firstLine) as Record<string, unknown>;
  assert.equal([line.event, line.host_id, line.port], ['listening', context.manager.hostId, context.port]);
  assert.is(context.manager.requests[0]?.body?.machine_id, 'a'.repeat(32));
  assert.is(await health(context), 200);
  run.child.kill('SIGTERM');
  assert.is((await run.ended).code, 0);
});

test('SIGHUP and SIGUSR1 neither end it nor open a debugger: they are a line in the log', async (context) => {
  const run = start(context, ...enrolling(context));
  await run.firstLine;
  const told = new Promise<void>((resolve) => {
    let lines = '';
    run.child.stderr?.on('data', (text: string) => {
      lines += text;
      if (lines.includes('"signal":"SIGHUP"') && lines.includes('"signal":"SIGUSR1"')) resolve();
    });
  });
  run.child.kill('SIGHUP');
  run.child.kill('SIGUSR1');
  await Promise.race([told, run.ended]);
  assert.is(run.child.exitCode, null);
  run.child.kill('SIGTERM');
  const { code, stderr } = await run.ended;
  assert.is(code, 0);
  assert.not.match(stderr, 'Debugger listening');
});

test('a second start needs no manager, and another agent on its directory is refused', async (context) => {
  const enrolled = await start(context, 'enroll', ...enrolling(context)).ended;
  assert.equal(JSON.parse(enrolled.stdout), { event: 'enrolled', host_id: context.manager.hostId });
  const run = start(context);
  assert.match(await run.firstLine, 'listening');
  const port = await freePort();
  const second = await start({ ...context, port }).ended;
  assert.is(second.code, 1);
  assert.match(second.stderr, /^fleetmend-agent: another agent already runs on .*\n$/m);
});

test('what keeps it from starting is one clear line, and exit code 78 where only a person can mend it', async (context) => {
  const blocked = createServer().listen(context.port, '127.0.0.1');
  await new Promise((resolve) => blocked.once('listening', resolve));
  const taken = await start(context, ...enrolling(context)).ended;
  await new Promise((resolve) => blocked.close(resolve));
  assert.equal([taken.code, context.manager.requests.length], [1, 0]);
  assert.match(taken.stderr, /^fleetmend-agent: port \d+ on 127\.0\.0\.1 is taken[^\n]*\n$/);
  const file = join(context.dir, 'file');
  await writeFile(file, '');
  const occupied = join(context.dir, 'occupied');
  await mkdir(occupied);
  await writeFile(join(occupied, 'identity'), '');
  const cases: [string[], number, RegExp][] = [
    [['--data-dir', occupied], 1, /data directory \S*occupied cannot be used: E\w+: .*identity/],
    [[], 78, /not enrolled/],
    [['--data-dir', join(file, 'data')], 1, /data directory .* cannot be written \(ENOTDIR\)/],
    [['--manager-url', context.manager.url, '--ca-fingerprint', 'b'.repeat(64)], 1, /nothing was sent/],
    [['--colour'], 78, /--colour/],
    [[...enrolling(context), '--token-file', join(context.dir, 'gone')], 78, /token file .*gone.* ENOENT/],
  ];
  for (const [args, expected, reason] of cases) {
    const { code, stderr } = await start(context, ...args).ended;
    assert.is(code, expected, stderr);
    assert.match(stderr, reason);
    assert.is(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('a damaged trust is told with its file and what to do', async (context) => {
  await start(context, 'enroll', ...enrolling(context)).ended;
  const file = join(context.dir, 'data/identity/ca.pem');
  await writeFile(file, 'broken');
  const { code, stderr } = await start(context).ended;
  assert.is(code, 1);
  assert.match(stderr, `${file} is damaged (there is no root); enroll again: fleetmend-agent enroll --again`);
});

test('an agent that dials needs no port, is called over its link, and outlives its manager until a signal', async (context) => {
  const links = serveLinks(context.manager.server);
  const blocked = createServer().listen(context.port, '127.0.0.1');
  const run = start(context, '--connection', 'dial', ...enrolling(context));
  const line = JSON.parse(await run.firstLine) as Record<string, unknown>;
  assert.equal([line.event, line.host_id], ['dialling', context.manager.hostId]);
  assert.is((await links.link(1)).hello?.host_id, context.manager.hostId);
  const channel = await links.open();
  assert.is((await callOver(channel, '/health')).status, 200);
  blocked.close();
  channel.destroy();
  for (const { ws } of links.links) ws.terminate();
  await context.manager.close();
  const lost = new Promise((resolve) => {
    run.child.stderr?.on('data', (text: string) => text.includes('cannot be reached') && resolve('lost'));
  });
  assert.is(await Promise.race([lost, run.ended]), 'lost');
  run.child.kill('SIGTERM');
  assert.is((await run.ended).code, 0);
  context.manager = await startFakeManager();
});

test('a host that dialled tells its address once it listens again', async (context) => {
  const links = serveLinks(context.manager.server);
  const dialling = start(context, '--connection', 'dial', ...enrolling(context));
  await links.link(1);
  dialling.child.kill('SIGTERM');
  await dialling.ended;
  const told = () => context.manager.requests.filter(({ path }) => path === '/api/v1/enroll/address');
  assert.equal(told(), []);
  const listening = start(context, ...enrolling(context));
  await listening.firstLine;
  await eventually(() => told().length === 1, 'the address');
  assert.is(told()[0]?.body?.address, '127.0.0.1');
});

test('a host that the manager denied does not ask again by itself: exit code 78', async (context) => {
  context.manager.decisions = ['denied'];
  const { code, stderr } = await start(context, ...enrolling(context)).ended;
  assert.is(code, 78);
  assert.match(stderr, 'fleetmend-agent: the manager denied the enrollment');
});

test('a full disk below its log does not end the agent', async (context) => {
  const full = openSync('/dev/full', 'w');
  const argv = argvOf(context, ...enrolling(context));
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', full, full] });
  closeSync(full);
  context.children.push(child);
  const ended = new Promise<string>((resolve) => child.once('exit', (code) => resolve(`ended: ${code}`)));
  const answered = async (): Promise<string> => {
    while (child.exitCode === null) {
      const status = await health(context).catch(() => null);
      if (status !== null) return `answered: ${status}`;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return ended;
  };
  assert.is(await answered(), 'answered: 200');
  child.kill('SIGTERM');
  assert.is(await ended, 'ended: 0');
});

test('a signal ends an agent that waits for its approval', async (context) => {
  context.manager.decisions = ['pending'];
  const run = start(context, ...enrolling(context));
  await new Promise<void>((resolve) => {
    run.child.stderr?.on('data', (text: string) => text.includes('enrollmentRequested') && resolve());
  });
  run.child.kill('SIGINT');
  assert.equal((await run.ended).code, 0);
});

test.run();
