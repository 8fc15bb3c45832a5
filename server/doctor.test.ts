// What `fleetmend doctor` finds on a machine where one thing after the other is wrong.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fleetmend } from '../test/support/fleetmend.ts';
import { createManager, type ManagerProcess } from '../test/support/manager.ts';
import { freePort } from '../test/support/ports.ts';
import { loadConfig, type Config } from './config.ts';
import { examine } from './doctor.ts';
import { keyFileOf } from './kernel/security/secrets.ts';
import { reportOf, type Finding } from './shared/doctor.ts';

interface World {
  manager: ManagerProcess;
  config: Config;
}

const test = suite<World>('doctor');

test.before(async (world) => {
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
  const { dataDir, port, listen } = world.manager;
  const env = { FLEETMEND_DATA_DIR: dataDir, FLEETMEND_PORT: String(port), FLEETMEND_LISTEN: listen };
  world.config = loadConfig({ ...env, FLEETMEND_PACKAGES_DIR: path.join(dataDir, 'packages') });
});
test.after(({ manager }) => manager.stop());

/** What is not as it should be, by subject. */
async function findings({ config }: World, changed: Partial<Config> = {}): Promise<Record<string, Finding>> {
  const found = await examine({ ...config, ...changed });
  return Object.fromEntries(found.filter(({ state }) => state !== 'ok').map((one) => [one.subject, one]));
}

/** Asserts that the page for administrators shows this finding, word for word; its own values have the page's. */
function assertTold(found: Finding | undefined, own: Readonly<Record<string, string>>): void {
  assert.ok(found);
  const page = readFileSync(new URL('../docs/run/troubleshooting.md', import.meta.url), 'utf8');
  const [shown = ''] = reportOf([found]).text.split('\n\n');
  const text = Object.entries(own).reduce((said, [from, to]) => said.replaceAll(from, to), shown);
  assert.ok(page.includes(`\`\`\`\n${text}\n\`\`\`\n`), `the page does not show:\n${text}`);
}

const usual = ['address', 'backup', 'packages of the agent'];
const subjects = (found: Record<string, Finding>): string[] => Object.keys(found);

test('beside a manager that works it warns of what is not set up yet, and ends with 0', async (world) => {
  assert.equal(subjects(await findings(world)), usual);
  const { dataDir, port } = world.manager;
  const { code, stdout } = await fleetmend(dataDir, ['doctor'], {
    ...process.env,
    FLEETMEND_PORT: String(port),
  });
  assert.is(code, 0, stdout);
  assert.match(stdout, `ok    service: version`);
  assert.match(stdout, 'Nothing is broken.');
});

test('the end of the root is told before it comes', async ({ config }) => {
  const shortly = new Date(Date.now() + 10 * 365.2 * 86_400_000 - 10 * 86_400_000);
  const { detail, state } = (await examine(config, shortly)).find(
    ({ subject }) => subject === 'certificates',
  ) as Finding;
  assert.is(state, 'warning');
  assert.match(detail, /^the root expires at \d{4}-/);
});

test('a name that cannot be looked up, and a manager that does not answer where it should', async (world) => {
  const named = await findings(world, { publicUrl: 'https://no-such-name.invalid' });
  assertTold(named['address'], { 'no-such-name.invalid': 'patch.example.org', EAI_AGAIN: 'ENOTFOUND' });
  assert.match(named['address']?.detail ?? '', 'no-such-name.invalid does not resolve');
  const elsewhere = await findings(world, { port: await freePort() });
  assert.match(elsewhere['service']?.detail ?? '', 'does not respond');
});

test('a port that another program has', async (world) => {
  await world.manager.stop();
  const other = createServer().listen(world.config.port, world.config.listen);
  await once(other, 'listening');
  assert.match((await findings(world))['service']?.detail ?? '', `port ${world.config.port} is taken`);
  assertTold((await findings(world))['service'], { [String(world.config.port)]: '8443' });
  other.close();
  const [free] = [(await findings(world))['service']];
  assert.equal([free?.state, free?.advice], ['warning', 'systemctl start fleetmend']);
});

test('a key that is gone, or that others can read', async (world) => {
  const file = path.join(world.config.dataDir, 'secret.key');
  renameSync(file, `${file}.away`);
  assert.match((await findings(world))['secret key']?.advice ?? '', 'restore it from your backup');
  renameSync(`${file}.away`, file);
  chmodSync(file, 0o644);
  assert.is((await findings(world))['secret key']?.advice, `chmod 600 ${file}`);
  chmodSync(file, 0o600);
});

test('a clock that is before the last row of the audit log, and a mail server that is away', async (world) => {
  const db = new Database(path.join(world.config.dataDir, 'fleetmend.sqlite'));
  const last = db.prepare('select max(at) from kernel_audit').pluck().get() as number;
  db.prepare('update kernel_audit set at = ? where at = ?').run(Date.now() + 3_600_000, last);
  const smtp = JSON.stringify({ enabled: true, host: '127.0.0.1', port: await freePort() });
  db.prepare(`insert into kernel_settings (name, value, version) values ('smtp', ?, 1)`).run(smtp);
  const found = await findings(world);
  assert.match(found['clock']?.detail ?? '', 'it is earlier than the last entry of the audit log');
  assertTold(found['clock'], {
    [/\((.*)\)/.exec(found['clock']?.detail ?? '')?.[1] ?? 'no time']: '2026-11-30T10:15:50.899Z',
  });
  assert.match(found['mail']?.detail ?? '', 'ECONNREFUSED');
  db.prepare('update kernel_audit set at = ? where at > ?').run(last, Date.now());
  db.close();
});

test('a database that is down, and where the full disk is told', async (world) => {
  const port = String(await freePort());
  const databaseUrl = `mysql://fleetmend:secret@127.0.0.1:${port}/fleetmend`;
  assertTold((await findings(world, { databaseUrl }))['database'], { [port]: '3306' });
  const { state, subject, detail } =
    (await examine(world.config)).find((one) => one.subject === 'disk') ?? {};
  assert.match(`${state} ${subject}: ${detail}`, /^\w+ disk: [\d.]+ [KMGT]iB free in \//);
});

test('a database of another version, one that is no database, and a directory that is not there', async (world) => {
  const file = path.join(world.config.dataDir, 'fleetmend.sqlite');
  const db = new Database(file);
  db.prepare(
    `insert into kernel_migrations select 'hosts/999_of_the_future', 'stop', version, started_at, finished_at from kernel_migrations limit 1`,
  ).run();
  db.close();
  const newer = (await findings(world))['database'];
  assert.match(newer?.detail ?? '', 'hosts/999_of_the_future');
  const bytes = readFileSync(file);
  writeFileSync(file, 'this is no database, and it is long enough to be told from an empty one '.repeat(20));
  assert.is((await findings(world))['database']?.state, 'failure');
  writeFileSync(file, bytes);
  const none = await findings(world, { dataDir: path.join(world.config.dataDir, 'none') });
  assert.equal(subjects(none), ['data directory', 'address', 'service', 'packages of the agent']);
});

test('a machine on which nobody has set anything up, and one whose port systemd holds', async (world) => {
  const fresh = mkdtempSync(path.join(tmpdir(), 'doctor-'));
  const { 'data directory': first, ...others } = await findings(world, { dataDir: fresh });
  assert.match(
    `${first?.state} ${first?.detail} ${first?.advice}`,
    /^failure no manager has been set up .*fleetmend setup$/,
  );
  assert.equal(subjects(others), ['address', 'packages of the agent']);
  // What `systemctl show` says of both units.
  const tools = path.join(fresh, 'tools');
  mkdirSync(tools);
  const { PATH } = process.env;
  process.env['PATH'] = `${tools}:${PATH}`;
  try {
    writeFileSync(keyFileOf(fresh), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    const told = async (socket: string, unit: string, listen = world.config.port): Promise<string> => {
      const shown = `Listen=[::]:${listen} (Stream)\\nActiveState=${socket}\\n\\nActiveState=${unit}\\n`;
      writeFileSync(path.join(tools, 'systemctl'), `#!/bin/sh\nprintf '${shown}'\n`, {
        mode: 0o755,
      });
      const { service } = await findings(world, { dataDir: fresh });
      return `${service?.state}: ${service?.detail}`;
    };
    const { port } = world.config;
    assert.is(
      await told('active', 'activating'),
      `failure: the manager does not start; systemd keeps port ${port} for it`,
    );
    assert.is(
      await told('active', 'inactive'),
      `warning: no manager is running here; port ${port} is held by systemd for it`,
    );
    assert.is(
      await told('inactive', 'inactive'),
      `warning: no manager is running here; port ${port} is free`,
    );
    // Those of a package beside it, on another port, are none of its business.
    assert.is(await told('active', 'failed', 1), `warning: no manager is running here; port ${port} is free`);
  } finally {
    process.env['PATH'] = PATH;
    rmSync(fresh, { recursive: true });
  }
});

test.run();
