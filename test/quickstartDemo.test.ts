// tier: night
// time-limit: 600
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from './support/ports.ts';
import { ChildOutput } from './support/process.ts';
import { isFree } from './support/quickstart.ts';
import { waitFor } from './support/wait.ts';

interface World {
  port: number;
  folder: string;
  child: ChildProcess;
  output: ChildOutput;
  token: string;
}

const test = suite<World>('the quickstart of a demonstration');
const READY_MS = 400_000;

function call<T>({ port, token }: World, method: string, resource: string, body?: object): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
  const url = `https://127.0.0.1:${port}/api/v1/${resource}`;
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, rejectUnauthorized: false } as const;
    const request = https.request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const isWell = (response.statusCode ?? 500) < 300;
        if (isWell) resolve(JSON.parse(text || '{}') as T);
        else reject(new Error(`${method} ${resource} answered ${response.statusCode}: ${text}`));
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test.before(async (world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-demo-test-'));
  world.port = await freePort();
  world.token = '';
  const script = path.resolve(import.meta.dirname, '../scripts/quickstart.mjs');
  world.child = spawn(process.execPath, [script, '--demo', '--port', String(world.port)], {
    env: { ...process.env, TMPDIR: world.folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  world.output = new ChildOutput(world.child);
  await world.output.waitFor(/Running at .*; Ctrl-C stops it/, READY_MS);
  const [, password] = /Password +(\S+)/.exec(world.output.text) ?? [];
  const signedIn = { username: 'admin', password };
  world.token = (await call<{ access_token: string }>(world, 'POST', 'auth/login', signedIn)).access_token;
});

test.after((world) => {
  if (world.child.exitCode === null && world.child.signalCode === null) world.child.kill('SIGKILL');
  rmSync(world.folder, { recursive: true, force: true });
});

test('it is a fleet that people have worked with, and says on each page that it is none of yours', async (world) => {
  const { notice } = await call<{ notice: string }>(world, 'GET', 'ui');
  assert.match(notice, /^Demonstration: the hosts are simulated/);
  const total = async (list: string): Promise<number> =>
    (await call<{ total: number }>(world, 'GET', list)).total;
  assert.is(await total('hosts'), 200);
  assert.is(await total('policies'), 4);
  assert.is(await total('groups'), 5);
  assert.ok((await total('jobs?state=completed')) > 20, 'two months of nights');
  assert.ok((await total('jobs?state=partial')) > 3, 'of which some failed in part');
  assert.ok((await total('exposure/cves')) > 5);
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString();
  const history = `status/fleet/history?from=${from}&step_secs=86400`;
  const { points } = await call<{ points: unknown[] }>(world, 'GET', history);
  assert.ok(points.length > 55, `${points.length} days`);
});

test('a job over its hosts is a real one', async (world) => {
  const { hosts } = await call<{ hosts: { id: string; fqdn: string }[] }>(
    world,
    'GET',
    'hosts?search=queue5',
  );
  const target = { host_ids: hosts.map(({ id }) => id) };
  const job = { operation: 'patch', mode: 'all', target, respect_windows: false };
  const { id } = await call<{ id: string }>(world, 'POST', 'jobs', job);
  const ended = await waitFor(
    async () => {
      const { state } = await call<{ state: string }>(world, 'GET', `jobs/${id}`);
      return ['completed', 'partial', 'failed', 'cancelled'].includes(state) ? state : null;
    },
    { timeoutMs: 120_000, everyMs: 500, what: 'the job' },
  );
  assert.is(ended, 'completed');
});

test('Ctrl-C stops it, and nothing is left behind', async ({ child, output, port, folder }) => {
  process.kill(-(child.pid ?? 0), 'SIGINT');
  assert.equal(await output.exited, { code: 0, signal: null }, output.text);
  assert.match(output.text, /stopped, and removed/);
  assert.ok(await isFree(port));
  assert.equal(
    readdirSync(folder).filter((name) => name.startsWith('fleetmend-demo')),
    [],
  );
});

test.run();
