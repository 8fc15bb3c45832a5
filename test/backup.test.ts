// needs: mariadb, age
// time-limit: 240
// An installation in one file, and out of it again: on another machine, and from one database to the other.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadConfig } from '../server/config.ts';
import { restoreFrom } from '../server/restore.ts';
import { checkBackup } from '../server/kernel/backup/backup.ts';
import { entriesOf, isRow, type Row } from '../server/kernel/backup/lines.ts';
import { unseal } from '../server/kernel/backup/sealed.ts';
import { freshDatabase } from './support/databases.ts';
import { fleetmend, fleetmendOnTerminal } from './support/fleetmend.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

interface World {
  dir: string;
  manager: ManagerProcess;
  /** Of age: the private key's file, the key, and the public one. */
  identity: string;
  secret: string;
  recipient: string;
  first: string;
}

const test = suite<World>('backup and restore');

test.before(async (world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-backup-'));
  world.identity = path.join(world.dir, 'identity.txt');
  execFileSync('age-keygen', ['-o', world.identity], { stdio: 'ignore' });
  const text = readFileSync(world.identity, 'utf8');
  world.secret = /^AGE-SECRET-KEY-1\w+$/m.exec(text)?.[0] ?? '';
  world.recipient = /age1\w+/.exec(text)?.[0] ?? '';
  world.first = path.join(world.dir, 'first.age');
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
  await world.manager.signIn();
  // What JSON, lines and databases have special ideas about.
  for (const name of ['plain', 'Zoë \u2028 \u{1F600}', 'back\\slash "quoted"', "it's; -- \t tab"])
    await world.manager.must('POST', '/api/v1/groups', { name });
});
test.after(async ({ manager, dir }) => {
  await manager.stop();
  rmSync(dir, { recursive: true });
});

const backup = ({ manager, recipient }: World, file: string) =>
  fleetmend(manager.dataDir, ['backup', file, '--recipient', recipient]);

/** In this process, which is four times as fast; what it would print. */
async function restoreInto(
  { secret }: World,
  dataDir: string,
  file: string,
  env: Record<string, string> = {},
): Promise<string> {
  const config = loadConfig({ ...env, FLEETMEND_DATA_DIR: dataDir });
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  mkdirSync(dataDir, { recursive: true });
  await restoreFrom({ file, by: { identity: secret }, config, log: pino({ level: 'silent' }), print });
  return lines.join('\n');
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: Error) => error.message,
  );
}

/** All rows by table, each table's sorted: databases give them in orders of their own. */
async function rowsOf({ secret }: World, file: string): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  let columns: readonly string[] = [];
  let rows: string[] = [];
  const named = (row: Row): string =>
    JSON.stringify(Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
  for await (const entry of entriesOf(unseal(file, { identity: secret }))) {
    if (isRow(entry)) rows.push(named(entry));
    else if ('table' in entry) {
      ({ columns } = entry);
      tables.set(entry.table, (rows = []));
    }
  }
  for (const each of tables.values()) each.sort();
  return tables;
}

test('while the manager writes: one moment of it, which age itself opens', async (world) => {
  const { manager, first, identity } = world;
  let made = 0;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await manager.must('POST', '/api/v1/groups', { name: `during ${made++}` });
  })();
  const { code, stdout, stderr } = await backup(world, first);
  isDone = true;
  await writing;
  assert.is(code, 0, stderr);
  assert.match(stdout, /^\S+first\.age: \d+ tables, \d+ rows, [\d.]+ [KM]iB, read back and verified\n$/);
  assert.ok(made > 5, `${made} groups while it was made`);
  const text = execFileSync('sh', ['-c', `age -d -i ${identity} ${first} | zstd -dc`]).toString();
  assert.match(text, /^\{"fleetmend_backup":1,/);
  assert.match(text, 'Zoë \u2028 \u{1F600}');
  assert.match((await backup(world, first)).stderr, 'already exists');
  const told: [number, number][] = [];
  const onReading = (rows: number, share: number): void => void told.push([rows, share]);
  const { counted } = await checkBackup(first, { identity: world.secret }, { onReading });
  const [rows = 0, share = 0] = told.at(-1) ?? [];
  assert.equal([rows, share], [counted.rows, 1]);
});

test('a byte that was changed, an end that is missing, another key: refused, and nothing is left behind', async (world) => {
  const { dir, first, identity, recipient } = world;
  const whole = readFileSync(first);
  const place = path.join(dir, 'refused');
  const cases: [string, Buffer, RegExp][] = [
    ['flipped', whole.with(whole.length >> 1, (whole.at(whole.length >> 1) ?? 0) ^ 1) as Buffer, /damaged/],
    ['cut', whole.subarray(0, -70), /damaged/],
    ['other', Buffer.from('no backup at all'), /damaged/],
  ];
  for (const [name, bytes, why] of cases) {
    const file = path.join(dir, `${name}.age`);
    writeFileSync(file, bytes);
    assert.match(await refusalOf(restoreInto(world, place, file)), why);
    assert.equal(readdirSync(place), [], name);
  }
  const wrong = path.join(dir, 'wrong.txt');
  writeFileSync(wrong, 'a passphrase that nobody has chosen');
  const asked = await fleetmend(place, ['restore', first, '--passphrase', wrong]);
  assert.match(asked.stderr, 'the passphrase or the key is wrong');
  const both = await fleetmend(world.manager.dataDir, [
    'backup',
    'x',
    '--recipient',
    recipient,
    '--passphrase',
    wrong,
  ]);
  assert.is(both.code, 64);
  assert.match(
    (await fleetmend(place, ['backup', 'check', first, '--identity', identity])).stdout,
    'is intact',
  );
});

test('on another machine: the same installation, in an audit log that is intact, and never over what is there', async (world) => {
  const { dir, first } = world;
  const place = path.join(dir, 'second');
  const words = ['restore', first, '--identity', world.identity];
  const { code, stdout } = await fleetmendOnTerminal(place, words);
  assert.is(code, 0, stdout);
  // A fast machine is done before the first progress is due.
  assert.match(
    stdout,
    /^(.*\r\u001B\[K(checking|restoring): \d+ %, \d+ rows.*\r\u001B\[K)?[^\u001B]*restored into /s,
  );
  assert.match(stdout, 'epoch 1: from now on agents refuse managers of an earlier epoch');
  const again = await refusalOf(restoreInto(world, place, first));
  assert.match(again, /already contains fleetmend\.sqlite and secret\.key/);
  const verified = await fleetmend(place, ['audit', 'verify']);
  assert.is(verified.code, 0, verified.stdout);
  const second = await createManager({ port: 0, dataDir: place });
  await second.start();
  try {
    await second.signIn();
    const { total } = await second.must<{ total: number }>('GET', '/api/v1/groups?limit=1');
    assert.ok(total >= 4);
    const { rows } = await second.must<{
      rows: { actor: { kind: string }; after: unknown }[];
    }>('GET', '/api/v1/audit?action=installation.restored');
    assert.is(rows.length, 1);
    assert.is(rows[0]?.actor.kind, 'machine');
  } finally {
    await second.stop();
  }
});

test('from SQLite to MariaDB and back: equal row by row', async (world) => {
  const { dir } = world;
  await world.manager.stop();
  const files = ['a', 'b', 'c'].map((name) => path.join(dir, `${name}.age`)) as [string, string, string];
  assert.is((await backup(world, files[0])).code, 0);
  const database = await freshDatabase('mariadb');
  const env = { DATABASE_URL: database.address.url ?? '' };
  try {
    const onMariadb = path.join(dir, 'mariadb');
    await restoreInto(world, onMariadb, files[0], env);
    assert.not.ok(existsSync(path.join(onMariadb, 'fleetmend.sqlite')));
    const recipient = ['--recipient', world.recipient];
    const from = await fleetmend(onMariadb, ['backup', files[1], ...recipient], { ...process.env, ...env });
    assert.is(from.code, 0, from.stderr);
    const again = await refusalOf(restoreInto(world, path.join(dir, 'again'), files[0], env));
    assert.match(again, 'the database is not empty');
  } finally {
    await database.cleanup();
  }
  const back = path.join(dir, 'back');
  await restoreInto(world, back, files[1]);
  assert.is((await fleetmend(back, ['backup', files[2], '--recipient', world.recipient])).code, 0);
  const [a, b, c] = await Promise.all(files.map((file) => rowsOf(world, file)));
  assert.equal([...(a?.keys() ?? [])].sort(), [...(c?.keys() ?? [])].sort());
  // Each restore writes of itself here, and nowhere else.
  const own = [
    'kernel_audit',
    'kernel_audit_head',
    'kernel_audit_checkpoints',
    'kernel_installation',
    'kernel_unsettled',
    'kernel_locks',
  ];
  for (const [table, rows] of a ?? []) {
    if (own.includes(table)) continue;
    assert.equal(b?.get(table), rows, `${table} in MariaDB`);
    assert.equal(c?.get(table), rows, `${table} in SQLite again`);
  }
  const log = a?.get('kernel_audit') ?? [];
  assert.ok(log.length > 10);
  for (const row of log) assert.ok(c?.get('kernel_audit')?.includes(row), row);
});

test('what no file can hold is told, and nothing is left of it', async (world) => {
  const { manager, dir, recipient } = world;
  const nowhere = await backup(world, path.join(dir, 'no', 'such', 'folder.age'));
  assert.is(nowhere.code, 1);
  assert.match(nowhere.stderr, 'ENOENT');
  const bad = await fleetmend(manager.dataDir, [
    'backup',
    path.join(dir, 'bad.age'),
    '--recipient',
    'age1nobody',
  ]);
  assert.is(bad.code, 1);
  assert.match(bad.stderr, 'the recipient cannot be used');
  const short = path.join(dir, 'short.txt');
  appendFileSync(short, 'too short');
  const weak = await fleetmend(manager.dataDir, ['backup', path.join(dir, 'bad.age'), '--passphrase', short]);
  assert.match(weak.stderr, 'fewer than 16 characters');
  assert.equal(
    readdirSync(dir).filter((name) => name.includes('part') || name.startsWith('bad')),
    [],
  );
  assert.ok(recipient.startsWith('age1'));
});

test.run();
