// tier: night
// needs: root, containers, mariadb, haproxy
// time-limit: 600
// deploy/two-managers: the managers' containers with the environment of its compose file, and HAProxy with its
// configuration. Database and HAProxy are this machine's, because nothing is pulled; so the network is loopback.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { freshDatabase } from './support/databases.ts';
import { ADMIN_PASSWORD, createManager } from './support/manager.ts';
import { createContainers, type Containers } from './support/podman.ts';
import { freePort } from './support/ports.ts';
import { waitFor } from './support/wait.ts';

const test = suite('two managers in containers behind HAProxy');
const deploy = path.resolve(import.meta.dirname, '../deploy/two-managers');
const NAME = 'patch.example.org';

interface World {
  dir: string;
  containers: Containers;
  database: Awaited<ReturnType<typeof freshDatabase>>;
  ports: Record<'one' | 'two' | 'all', number>;
  haproxy: ChildProcess;
}
let world: World;

test.before(async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-two-'));
  const ports = { one: await freePort(), two: await freePort(), all: await freePort() };
  const database = await freshDatabase('mariadb');
  const containers = await createContainers();
  for (const name of ['one', 'two'] as const) {
    await containers.start(name, environmentOf(name, ports[name], database.address.url ?? ''));
    await containers.untilHealthy(name);
  }
  await writeTls(dir, ports.one);
  const haproxy = startHaproxy(dir, ports);
  world = { dir, containers, database, ports, haproxy };
  await waitFor(async () => (await ask('/api/v1/status/ready')) === 200, { what: 'HAProxy' });
});
test.after(async () => {
  world.haproxy.kill();
  await once(world.haproxy, 'exit');
  await world.containers.end();
  await world.database.cleanup();
  rmSync(world.dir, { recursive: true, force: true });
});

/** That of the file, but for where things are on this machine. */
function environmentOf(name: 'one' | 'two', port: number, databaseUrl: string): Record<string, string> {
  const text = readFileSync(path.join(deploy, 'compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  const { DATABASE_PASSWORD: _in, ...environment } = services[name]?.environment ?? {};
  assert.is(environment['FLEETMEND_DRAIN_SECS'], '5');
  return {
    ...environment,
    DATABASE_URL: databaseUrl,
    FLEETMEND_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FLEETMEND_LISTEN: '127.0.0.1',
    FLEETMEND_PORT: String(port),
    FLEETMEND_TRUSTED_PROXIES: 'loopback',
    FLEETMEND_ADMIN_PASSWORD: ADMIN_PASSWORD,
  };
}

async function writeTls(dir: string, port: number): Promise<void> {
  const first = await createManager({ listen: '127.0.0.1', port });
  const { body } = await first.call<string>('GET', '/api/v1/ca/root.crt', undefined, null);
  writeFileSync(path.join(dir, 'root.crt'), body);
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${NAME}`, '-days', '2'];
  const where = ['-keyout', path.join(dir, 'key'), '-out', path.join(dir, 'cert')];
  execFileSync('openssl', [...request, ...where, '-addext', `subjectAltName=DNS:${NAME}`], {
    stdio: 'ignore',
  });
  const pem = ['cert', 'key'].map((name) => readFileSync(path.join(dir, name), 'utf8')).join('');
  writeFileSync(path.join(dir, 'patch.pem'), pem);
}

function startHaproxy(dir: string, ports: World['ports']): ChildProcess {
  const env = {
    ...process.env,
    BIND: `127.0.0.1:${ports.all}`,
    NAME,
    TLS: dir,
    MANAGER_ONE: `127.0.0.1:${ports.one}`,
    MANAGER_TWO: `127.0.0.1:${ports.two}`,
  };
  return spawn('haproxy', ['-db', '-f', path.join(deploy, 'haproxy.cfg')], { env, stdio: 'ignore' });
}

/** A person's call: by the name, to the certificate of patch.pem. Answers the status, 0 for none. */
const ask = (resource: string): Promise<number> =>
  new Promise((resolve) => {
    const ca = readFileSync(path.join(world.dir, 'cert'));
    const headers = { host: NAME };
    const where = { host: '127.0.0.1', port: world.ports.all, servername: NAME, ca, agent: false as const };
    get({ ...where, headers, path: resource }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });

test('an agent meets a manager’s own certificate, and people that of the name', async () => {
  const ca = readFileSync(path.join(world.dir, 'root.crt'));
  const servername = 'manager.fleetmend.internal';
  const socket = connect({ host: '127.0.0.1', port: world.ports.all, servername, ca });
  await once(socket, 'secureConnect');
  assert.ok(socket.authorized);
  socket.destroy();
  assert.is(await ask('/'), 200);
});

test('stopped and started in turn, no call of a person fails', async () => {
  const answers: number[] = [];
  let isOver = false;
  const calling = (async () => {
    while (!isOver) {
      answers.push(await ask('/api/v1/status/health'));
      await sleep(20);
    }
  })();
  for (const name of ['one', 'two']) {
    await world.containers.podman('stop', '--time', '30', name);
    await world.containers.podman('start', name);
    await world.containers.untilHealthy(name);
    // Until HAProxy has seen it twice.
    await sleep(3_000);
  }
  isOver = true;
  await calling;
  assert.ok(answers.length > 100);
  assert.equal(
    answers.filter((status) => status !== 200),
    [],
  );
});

test.run();
