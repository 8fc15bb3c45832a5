// databases: sqlite, mariadb (night)
// time-limit: 300
import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertOwner } from '../server/command.ts';
import { dialect, freshDatabase, type FreshDatabase } from './support/databases.ts';
import { fleetmend } from './support/fleetmend.ts';
import { ADMIN_PASSWORD, ManagerProcess } from './support/manager.ts';
import { run, type RunResult } from './support/process.ts';

const isMariadb = dialect === 'mariadb';
const test = suite<{ manager: ManagerProcess; dir: string; database: FreshDatabase | null }>(
  'commands at the machine',
);
/** Environment of the manager and of the commands beside it. */
let databaseEnv: Record<string, string> = {};

/** Runs a command with no more of this process's environment than it needs. */
const here = (dataDir: string, words: string[]): Promise<RunResult> =>
  fleetmend(dataDir, words, { PATH: process.env['PATH'], ...databaseEnv });

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
  const ran = await here(manager.dataDir, ['user', 'reset-password', 'admin']);
  assert.equal([ran.code, ran.stderr], [0, '']);
  const password = /: (\S+)\n$/.exec(ran.stdout)?.[1] ?? '';
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
  assert.is((await here(manager.dataDir, ['user', 'create', 'olga', 'operator'])).code, 0);
  const { code, stdout, stderr } = await here(manager.dataDir, ['user', 'list']);
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, /^NAME .*\nadmin .*\nolga +operator +password to be changed +never *\n$/);
});

test('a list of which only the beginning is read ends like any other', async ({ manager }) => {
  const program = path.resolve(import.meta.dirname, '../server/main.ts');
  // The reader is gone before the first line is written.
  const script = '{ "$0" "$1" user list; echo "ended with $?" >&2; } | true';
  const env = { PATH: process.env['PATH'], FLEETMEND_DATA_DIR: manager.dataDir, ...databaseEnv };
  const { stderr } = await run(['sh', '-c', script, process.execPath, program], { env });
  assert.is(stderr, 'ended with 0\n');
});

test('a refusal is 1 and one clear line, words that are not understood are 64 and the usage', async ({
  manager,
}) => {
  const last = await here(manager.dataDir, ['user', 'disable', 'admin']);
  assert.equal(last, {
    code: 1,
    stdout: '',
    stderr:
      'fleetmend: Nobody would be left who is an enabled administrator with a password. Make or enable another one first.\n',
  });
  const nobody = await here(manager.dataDir, ['user', 'enable', 'nobody']);
  assert.equal([nobody.code, nobody.stderr.split('\n').length], [1, 2]);
  const usage = await here(manager.dataDir, ['user']);
  assert.equal([usage.code, usage.stdout], [64, '']);
  assert.match(usage.stderr, /user reset-password NAME/);
  const unknown = await here(manager.dataDir, ['frobnicate']);
  assert.equal([unknown.code, unknown.stderr.includes('frobnicate')], [64, true]);
});

test('a wrong directory is named and nothing is made in it', async ({ dir }) => {
  const missing = await here(path.join(dir, 'typo'), ['user', 'list']);
  assert.is(missing.code, 78);
  assert.match(missing.stderr, /^fleetmend: there is no data directory .*typo\n$/);
  const empty = await here(dir, ['user', 'list']);
  assert.match(
    empty.stderr,
    isMariadb ? /has no secret\.key/ : /has no fleetmend\.sqlite and no secret\.key/,
  );
});

test('somebody else of this machine may not, root may', ({ dir }) => {
  const owner = statSync(dir).uid;
  assert.throws(() => assertOwner(dir, owner + 1), new RegExp(`uid ${owner}\\).* you are uid ${owner + 1}`));
  assert.not.throws(() => assertOwner(dir, owner));
  assert.not.throws(() => assertOwner(dir, 0));
});

test.run();
