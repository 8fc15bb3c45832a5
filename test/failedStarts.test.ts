// time-limit: 240
// Starts of the manager's program that fail: one line says what is wrong, and nothing is lost.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fleetmend } from './support/fleetmend.ts';
import { ManagerProcess } from './support/manager.ts';
import type { RunResult } from './support/process.ts';

const test = suite<{ dir: string; dataDir: string }>('starts that fail');

test.before((world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-failed-'));
  world.dataDir = path.join(world.dir, 'data');
});
test.after(({ dir }) => rmSync(dir, { recursive: true }));

const start = (dataDir: string, env: Record<string, string>, words: string[] = []): Promise<RunResult> =>
  fleetmend(dataDir, words, { PATH: process.env['PATH'], FLEETMEND_LOG_LEVEL: 'fatal', ...env });

test('the first password is shown also where the first start fails afterwards, and it is the one that counts', async ({
  dataDir,
}) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const failed = await start(dataDir, { FLEETMEND_PORT: String(port) });
  other.close();
  assert.equal(
    [failed.code, failed.stderr],
    [1, `fleetmend: port ${port} on 127.0.0.1 is taken by another program\n`],
  );
  const password = /^first password of 'admin' .*: (\S+)\n$/.exec(failed.stdout)?.[1] ?? '';
  const manager = new ManagerProcess({ port: 0 }, dataDir);
  await manager.start();
  try {
    const credentials = { username: 'admin', password };
    const { body } = await manager.call('POST', '/api/v1/auth/login', credentials, null);
    assert.is((body['error'] as { code: string }).code, 'PASSWORD_CHANGE_REQUIRED');
    assert.not.match(manager.output, 'first password');
  } finally {
    await manager.stop();
  }
});

test('a name to listen on that is no name of a machine is told as such', async ({ dataDir }) => {
  const { code, stderr } = await start(dataDir, { FLEETMEND_PORT: '0', FLEETMEND_LISTEN: 'no-host.invalid' });
  assert.is(code, 1);
  assert.match(stderr, /^fleetmend: listen: no-host\.invalid is neither an address nor a name .*\n$/);
});

test('a database that does not answer is named, without its password, by the manager and by a command', async ({
  dataDir,
}) => {
  const env = { DATABASE_URL: 'mysql://fleet:hunter2@127.0.0.1:1/fleetmend' };
  const told =
    /^fleetmend: kernel, database: .*ECONNREFUSED.* \(mysql:\/\/fleet@127\.0\.0\.1:1\/fleetmend\)\n$/;
  const manager = await start(dataDir, env);
  assert.match(manager.stderr, told);
  assert.is(manager.code, 1);
  const command = await start(dataDir, env, ['user', 'list']);
  assert.match(command.stderr, told);
  assert.is(command.code, 78, 'the exit code that the help promises where the database does not fit');
});

test('a wrong configuration ends a command with 78', async ({ dataDir }) => {
  const { code, stderr } = await start(dataDir, { FLEETMEND_PROT: '1' }, ['user', 'list']);
  assert.equal(
    [code, stderr],
    [78, 'fleetmend: unknown environment variable: FLEETMEND_PROT (see --help)\n'],
  );
});

test('a file of the secret key that holds something else is named, and stays as it is', async ({
  dataDir,
}) => {
  const file = path.join(dataDir, 'secret.key');
  const key = readFileSync(file);
  writeFileSync(file, 'half a k');
  const told = `fleetmend: kernel, secret key: ${file} does not hold a secret key (32 bytes, as base64 or hex): put back the one of your backup\n`;
  for (const [words, expected] of [
    [[], 1],
    [['user', 'list'], 78],
  ] as [string[], number][]) {
    const { code, stderr } = await start(dataDir, {}, words);
    assert.equal([code, stderr], [expected, told]);
  }
  assert.is(readFileSync(file, 'utf8'), 'half a k');
  writeFileSync(file, key);
});

test('a start without the key of a restored database leaves nothing that the right key cannot open', async ({
  dir,
  dataDir,
}) => {
  const restored = path.join(dir, 'restored');
  mkdirSync(restored);
  const copy = (file: string): void => copyFileSync(path.join(dataDir, file), path.join(restored, file));
  copy('fleetmend.sqlite');
  const { code, stderr } = await start(restored, { FLEETMEND_PORT: '0' });
  assert.is(code, 1);
  assert.match(stderr, 'the secret key is not the one that this database was made with\n');
  copy('secret.key');
  const checked = await start(restored, {}, ['audit', 'verify']);
  assert.equal([checked.code, checked.stderr], [0, '']);
  assert.match(checked.stdout, /is intact/);
});

test('files that a full disk left empty at the first start are made at the next one, and the audit log is signed', async ({
  dir,
}) => {
  const dataDir = path.join(dir, 'emptied');
  mkdirSync(dataDir);
  for (const name of ['instance.id', 'audit-checkpoints.key']) writeFileSync(path.join(dataDir, name), '');
  const manager = new ManagerProcess({ port: 0 }, dataDir);
  await manager.start();
  await manager.stop();
  assert.match(readFileSync(path.join(dataDir, 'instance.id'), 'utf8'), /^[0-9a-f-]{36}\n$/);
  const { code, stdout } = await start(dataDir, {}, ['audit', 'verify']);
  assert.is(code, 0);
  assert.match(stdout, /against signed checkpoints/);
});

test('a first password of the configuration that is too weak is told by its name', async ({ dir }) => {
  const { code, stderr } = await start(path.join(dir, 'weak'), { FLEETMEND_ADMIN_PASSWORD: 'short' });
  assert.is(code, 1);
  assert.match(stderr, /^fleetmend: identity, setup: FLEETMEND_ADMIN_PASSWORD .*12 to 128 characters\.\n$/);
});

test('without the MongoDB of its scheduler a manager starts, is degraded, and takes jobs for later', async ({
  dir,
}) => {
  const env = { MONGODB_URL: 'mongodb://127.0.0.1:1/fleetmend' };
  const manager = new ManagerProcess({ port: 0, env }, path.join(dir, 'no-mongo'));
  mkdirSync(manager.dataDir);
  await manager.start();
  try {
    const health = await manager.call('GET', '/api/v1/status/health', undefined, null);
    const { status, checks } = health.body as { status: string; checks: object };
    assert.equal(
      [health.status, status, checks],
      [200, 'degraded', { database: 'ok', secret_key: 'ok', scheduler: 'failing', outbox: 'ok' }],
    );
    await manager.signIn();
    const draft = { fqdn: 'later.example.org', ip_address: '192.0.2.7', port: 9443 };
    const host = await manager.call('POST', '/api/v1/hosts', draft);
    const made = await manager.call('POST', '/api/v1/jobs', {
      operation: 'patch',
      target: { host_ids: [host.body['id']] },
      schedule_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    assert.equal([made.status, made.body['state']], [202, 'scheduled']);
    assert.match(manager.output, 'the database of the scheduler (mongodb_url) cannot be reached');
  } finally {
    await manager.stop();
  }
});

test.run();
