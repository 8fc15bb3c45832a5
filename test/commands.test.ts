// time-limit: 300
// Subcommands of the manager's program, each in its own process beside a running manager.
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { get } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fleetmend } from './support/fleetmend.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

const test = suite<{ manager: ManagerProcess }>('subcommands');

test.before(async (world) => {
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
});
test.after(({ manager }) => manager.stop());

function onDatabase<T>(dataDir: string, work: (db: Database.Database) => T): T {
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

test('SIGHUP has files read again, and SIGUSR1 opens no debugger: neither ends the running manager', async ({
  manager,
}) => {
  for (const signal of ['SIGHUP', 'SIGUSR1'] as const) process.kill(manager.pid, signal);
  await manager.until('/api/v1/status/health', () => manager.output.includes('"signal":"SIGUSR1"'));
  assert.match(manager.output, '"signal":"SIGHUP"');
  assert.not.match(manager.output, 'Debugger listening');
});

test('the help lists the commands', async ({ manager }) => {
  const { code, stdout } = await fleetmend(manager.dataDir, ['--help']);
  assert.is(code, 0);
  assert.match(stdout, /^ {2}audit verify \[FILE\] \[--key KEY\] \[--json\] +checks the audit log/m);
});

test('what is no command, or is no argument of it, ends with 64 and says what there is', async ({
  manager,
}) => {
  const cases: [string[], RegExp][] = [
    [
      ['audit', 'verfy'],
      /^fleetmend: there is no command "audit verfy"; there are:\n {2}audit verify \[FILE\] .*\n {2}audit public-key\n {2}audit archive FILE --before DATE\n {2}audit restored --reason TEXT\n$/,
    ],
    [['audit'], /^fleetmend: there is no command "audit"/],
    [['audit', 'verify', '--jsn'], /^fleetmend: audit verify does not take --jsn/],
    [['audit', 'verify', 'a', 'b'], /^fleetmend: audit verify does not take b/],
    [['audit', 'verify', '--key', 'k'], /^fleetmend: --key is for an export/],
    [['audit', 'verify', 'a', '--key'], /^fleetmend: --key needs the file/],
    [['audit', 'archive', 'a.json'], /^fleetmend: audit archive takes FILE --before DATE, such as/],
    [['audit', 'restored'], /^fleetmend: audit restored takes --reason TEXT/],
    [
      ['frobnicate'],
      /^fleetmend: there is no command "frobnicate"; there are:\n {2}setup .*\n {2}doctor \[--json\]\n {2}support \[FILE\]\n {2}health\b.*\n {2}restore FILE .*\n {2}drain \[--stop \| --undo\]\n {2}upgrade-copy\n {2}backup FILE.*\n {2}backup check FILE .*\n {2}audit verify/,
    ],
    [['--prnt-config'], /^fleetmend: unknown argument: --prnt-config/],
  ];
  for (const [words, expected] of cases) {
    const { code, stdout, stderr } = await fleetmend(manager.dataDir, words);
    assert.equal([code, stdout], [64, ''], stderr);
    assert.match(stderr, expected);
  }
});

/** Downloads the text as it comes: the tests' client would parse it and lose its layout. */
function download(manager: ManagerProcess, resource: string): Promise<string> {
  const headers = { authorization: `Bearer ${manager.accessToken}` };
  return new Promise((resolve, reject) => {
    get(`${manager.url}${resource}`, { headers, rejectUnauthorized: false }, (response) =>
      text(response).then(resolve, reject),
    ).on('error', reject);
  });
}

test('an export is verified where there is no manager, with nothing but its public key', async ({
  manager,
}) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-elsewhere-'));
  const nowhere = path.join(dir, 'no-manager');
  const [file, key] = [path.join(dir, 'audit.json'), path.join(dir, 'key.pem')];
  writeFileSync(file, JSON.stringify({}));
  await manager.signIn();
  const whole = await download(manager, '/api/v1/audit/export');
  const printed = await fleetmend(manager.dataDir, ['audit', 'public-key']);
  assert.match(printed.stdout, /^-----BEGIN PUBLIC KEY-----\n/);
  writeFileSync(key, printed.stdout);
  const verify = (...words: string[]) => fleetmend(nowhere, ['audit', 'verify', ...words]);
  const none = await verify(file, '--key', key);
  assert.equal(
    [none.code, none.stderr],
    [
      1,
      `fleetmend: ${file}: The file is no JSON export of the audit log, or another program has reformatted it.\n`,
    ],
  );
  writeFileSync(file, whole);
  const intact = await verify(file, '--key', key);
  assert.is(intact.code, 0, intact.stderr);
  assert.match(intact.stdout, /^The export is intact: rows 1 to \d+, \d+ in number\.\n/);
  writeFileSync(file, whole.replace('"name":"admin"', '"name":"nobody"'));
  const edited = await verify(file, '--key', key, '--json');
  const report = JSON.parse(edited.stdout) as { verdict: string; errors: { line: number; fault: string }[] };
  assert.equal([edited.code, report.verdict, report.errors[0]?.fault], [1, 'damaged', 'edited']);
  const told = await fleetmend(manager.dataDir, ['audit', 'verify', file]);
  assert.match(
    told.stdout,
    /^The export is NOT intact: .*\n {2}line \d+: row \d+ is not what its hash says \(edited\)\n/,
  );
  assert.match(
    (await verify(file)).stderr,
    /^fleetmend: there is no data directory/,
    'without a key it is a manager’s',
  );
  assert.match((await verify(file, '--key', file)).stderr, /the key is no public key/);
  assert.match((await verify(`${file}.x`, '--key', key)).stderr, /cannot be read: ENOENT/);
  rmSync(dir, { recursive: true });
});

test('the audit log is verified beside a running manager, and that is written to it', async ({ manager }) => {
  const { code, stdout, stderr } = await fleetmend(manager.dataDir, ['audit', 'verify']);
  assert.is(code, 0, stderr);
  assert.match(
    stdout,
    /^The audit log is intact: \d+ rows checked, the first \d+ against signed checkpoints\.\n$/,
  );
  const again = await fleetmend(manager.dataDir, ['audit', 'verify', '--json']);
  const { intact, rows_checked: rows, errors } = JSON.parse(again.stdout) as Record<string, unknown>;
  assert.equal([again.code, intact, errors], [0, true, []]);
  const row = onDatabase(
    manager.dataDir,
    (db) =>
      db.prepare("select row_id, text from kernel_audit where action = 'audit.verified'").all() as {
        row_id: number;
        text: string;
      }[],
  );
  assert.is(row.length, 2);
  assert.is(row[0]?.row_id, Number(rows), 'the second run saw the row of the first');
  const { actor, after } = JSON.parse(row[0]?.text ?? '') as { actor: object; after: object };
  assert.equal(actor, { kind: 'machine', id: null, name: userInfo().username });
  assert.equal(after, { intact: true, rows_checked: Number(rows) - 1, faults: 0 });
  const file = path.join(manager.dataDir, 'archive.json');
  const nothing = await fleetmend(manager.dataDir, ['audit', 'archive', file, '--before', '2020-01-01']);
  assert.is(nothing.code, 1);
  assert.match(nothing.stderr, /no row of the audit log is older than 2020-01-01T00:00:00\.000Z\n$/);
  await manager.signIn();
});

test('where no manager was ever started it says so, and makes nothing', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'fleetmend-empty-'));
  const { code, stderr } = await fleetmend(empty, ['audit', 'verify']);
  assert.is(code, 78);
  assert.match(
    stderr,
    /^fleetmend: the data directory .* has no fleetmend\.sqlite and no .*instance\.id: is it the manager's\?\n$/,
  );
  assert.equal(readdirSync(empty), []);
  rmSync(empty, { recursive: true });
});

test('a database of another version is left to the manager that will bring it up to date', async ({
  manager,
}) => {
  const first = onDatabase(manager.dataDir, (db) => {
    const { name } = db.prepare('select name from kernel_migrations order by name desc').get() as {
      name: string;
    };
    db.prepare("update kernel_migrations set name = 'fleet/999_be_newer', kind = 'stop' where name = ?").run(
      name,
    );
    return name;
  });
  const newer = await fleetmend(manager.dataDir, ['audit', 'verify']);
  onDatabase(manager.dataDir, (db) =>
    db.prepare("delete from kernel_migrations where name = 'fleet/999_be_newer'").run(),
  );
  const older = await fleetmend(manager.dataDir, ['audit', 'verify']);
  onDatabase(manager.dataDir, (db) =>
    db
      .prepare(
        "insert into kernel_migrations (name, kind, version, started_at, finished_at) values (?, 'compatible', '', 1, 1)",
      )
      .run(first),
  );
  assert.equal([newer.code, older.code], [78, 78]);
  assert.match(newer.stderr, /migrations that this version does not know \(fleet\/999_be_newer\)/);
  assert.match(
    older.stderr,
    /the database is not up to date \(.* has not run\): start the manager of this version first/,
  );
});

test('a stopped manager takes a copy that was put back as such, and its log is intact from there on', async ({
  manager,
}) => {
  const words = ['audit', 'restored', '--reason', 'The disk died.'];
  const beside = await fleetmend(manager.dataDir, words);
  assert.equal([beside.code, beside.stdout], [1, '']);
  assert.match(beside.stderr, /^fleetmend: a manager is running on .*: stop it first\n$/);
  const database = path.join(manager.dataDir, 'fleetmend.sqlite');
  await manager.stop();
  copyFileSync(database, `${database}.copy`);
  await manager.start();
  await manager.signIn();
  await manager.stop();
  copyFileSync(`${database}.copy`, database);
  for (const rest of ['-wal', '-shm']) rmSync(`${database}${rest}`, { force: true });
  const { code, stdout, stderr } = await fleetmend(manager.dataDir, words);
  assert.equal([code, stderr], [0, '']);
  assert.match(
    stdout,
    /^Rows up to \d+ are held by .*\nRows after it are lost, up to row \d+ at least, .*\nThe audit log is intact from here on; .*\n$/,
  );
  await manager.start();
  await manager.signIn();
  const { intact } = await manager.must<{ intact: boolean }>('POST', '/api/v1/settings/audit-integrity');
  assert.ok(intact);
});

test('a log that was edited gives 1 and names the row', async ({ manager }) => {
  onDatabase(manager.dataDir, (db) =>
    db
      .prepare(
        "update kernel_audit set text = replace(text, 'audit.verified', 'audit.verifeid') where row_id = (select max(row_id) from kernel_audit where action = 'audit.verified')",
      )
      .run(),
  );
  const { code, stdout } = await fleetmend(manager.dataDir, ['audit', 'verify']);
  assert.is(code, 1);
  assert.match(stdout, /^The audit log is NOT intact: .*\n {2}row \d+: edited\n/);
});

test.run();
