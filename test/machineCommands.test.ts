// time-limit: 300
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertOwner } from '../server/command.ts';
import { freshDatabase, type FreshDatabase } from './support/databases.ts';
import { ADMIN_PASSWORD, ManagerProcess } from './support/manager.ts';

const isMariadb = process.env['TEST_DIALECT'] === 'mariadb';
const test = suite<{ manager: ManagerProcess; dir: string; database: FreshDatabase | null }>(
  'commands at the machine',
);
/** Of the manager and of the commands beside it. */
let databaseEnv: Record<string, string> = {};
const root = path.resolve(import.meta.dirname, '..');

interface Ran {
  code: number;
  out: string;
  error: string;
}

/** `fleetmend WORDS…` in a process of its own. */
async function fleetmend(dataDir: string, words: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts'), ...words], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', FLEETMEND_DATA_DIR: dataDir, ...databaseEnv },
  });
  const ran: Ran = { code: -1, out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ran.error += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { ...ran, code };
}

test.before(async (world) => {
  world.dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-machine-'));
  world.database = isMariadb ? await freshDatabase('mariadb') : null;
  if (world.database) databaseEnv = { DATABASE_URL: world.database.address.url ?? '' };
  world.manager = new ManagerProcess({ port: 0, env: databaseEnv }, path.join(world.dir, 'data'));
  await world.manager.start();
  await world.manager.signIn();
});
test.after(async ({ manager, dir, database }) => {
  await manager.stop();
  await database?.cleanup();
  await rm(dir, { recursive: true });
});

test('who is locked out at three in the morning gets in again while the manager runs, and old sessions end', async ({
  manager,
}) => {
  const me = async () => (await manager.call('GET', '/api/v1/users/me')).status;
  assert.is(await me(), 200);
  const ran = await fleetmend(manager.dataDir, ['user', 'reset-password', 'admin']);
  assert.equal([ran.code, ran.error], [0, '']);
  const password = /: (\S+)\n$/.exec(ran.out)?.[1] ?? '';
  assert.is(await me(), 401, 'at the next call');
  const next = `${ADMIN_PASSWORD} again`;
  const change = { username: 'admin', current_password: password, new_password: next };
  assert.is((await manager.call('POST', '/api/v1/auth/force-change-password', change, null)).status, 204);
  const signedIn = await manager.call(
    'POST',
    '/api/v1/auth/login',
    { username: 'admin', password: next },
    null,
  );
  assert.is(signedIn.status, 200);
  assert.not.match(manager.output, new RegExp(password));
});

test('the list names accounts on standard output alone', async ({ manager }) => {
  assert.is((await fleetmend(manager.dataDir, ['user', 'create', 'olga', 'operator'])).code, 0);
  const { code, out, error } = await fleetmend(manager.dataDir, ['user', 'list']);
  assert.equal([code, error], [0, '']);
  assert.match(out, /^NAME .*\nadmin .*\nolga +operator +password to be changed +never *\n$/);
});

test('a refusal is 1 and one clear line, words that are not understood are 64 and the usage', async ({
  manager,
}) => {
  const last = await fleetmend(manager.dataDir, ['user', 'disable', 'admin']);
  assert.equal(last, {
    code: 1,
    out: '',
    error:
      'fleetmend: Nobody would be left who is an enabled administrator with a password. Make or enable another one first.\n',
  });
  const nobody = await fleetmend(manager.dataDir, ['user', 'enable', 'nobody']);
  assert.equal([nobody.code, nobody.error.split('\n').length], [1, 2]);
  const usage = await fleetmend(manager.dataDir, ['user']);
  assert.equal([usage.code, usage.out], [64, '']);
  assert.match(usage.error, /user reset-password NAME/);
  const unknown = await fleetmend(manager.dataDir, ['frobnicate']);
  assert.equal([unknown.code, unknown.error.includes('frobnicate')], [64, true]);
});

test('a wrong directory is named and nothing is made in it', async ({ dir }) => {
  const missing = await fleetmend(path.join(dir, 'typo'), ['user', 'list']);
  assert.is(missing.code, 78);
  assert.match(missing.error, /^fleetmend: there is no data directory .*typo\n$/);
  const empty = await fleetmend(dir, ['user', 'list']);
  assert.match(empty.error, isMariadb ? /has no secret\.key/ : /has no fleetmend\.sqlite and no secret\.key/);
});

test('somebody else of this machine may not, root may', ({ dir }) => {
  const owner = statSync(dir).uid;
  assert.throws(() => assertOwner(dir, owner + 1), new RegExp(`uid ${owner}\\).* you are uid ${owner + 1}`));
  assert.not.throws(() => assertOwner(dir, owner));
  assert.not.throws(() => assertOwner(dir, 0));
});

test.run();
