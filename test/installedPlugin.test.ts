// databases: sqlite, mariadb (night)
// time-limit: 300
// A plugin of a third party in a real manager over TLS: what it adds, what it may not do, and how it is removed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  installExample,
  PACKAGE,
  type Json,
  type PluginPlace,
} from '../server/installed/installed.testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from './support/databases.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

interface World {
  place: PluginPlace;
  database: FreshDatabase;
  dataDir: string;
  env: Record<string, string>;
}

const NOTES = '/api/v1/acme-notes';

// The parts of the story come one after the other, on one data directory.
const test = suite<World>(`a plugin of a third party on ${dialect}`);

test.before(async (world) => {
  world.place = installExample();
  world.database = await freshDatabase(dialect);
  const { url } = world.database.address;
  world.env = { FLEETMEND_PLUGINS_DIR: world.place.pluginsDir, ...(url ? { DATABASE_URL: url } : {}) };
  world.dataDir = (await createManager()).dataDir;
});
test.after(async ({ place, database }) => {
  place?.cleanup();
  await database?.cleanup();
});

test('it adds operations, a table, settings, an answer to a hook, a listener and a page', async (world) => {
  await withManager(world, { FLEETMEND_PLUGINS: PACKAGE }, async (manager) => {
    await addsAll(manager);
    await bringsPage(manager);
  });
});

test('switched off, its operations say so by name, and its hook answers no more', async (world) => {
  const env = { FLEETMEND_PLUGINS: PACKAGE, FLEETMEND_DISABLED_PLUGINS: 'acme-notes' };
  await withManager(world, env, async (manager) => {
    const answer = await manager.call('GET', NOTES);
    assert.equal([answer.status, codeOf(answer)], [404, 'PLUGIN_DISABLED']);
    assert.match(JSON.stringify(answer.body), /The feature acme-notes is switched off/);
    assert.equal((await manager.must<Json>('GET', '/api/v1/ui')).pages, []);
    const host = await hostNamed(manager, 'noted.example.org');
    assert.is((await manager.call('DELETE', `/api/v1/hosts/${host.id}`)).status, 204);
  });
});

test('uninstalled, it must be named among the disabled ones, because its table stays', async (world) => {
  const failed = runManager(world, {});
  assert.equal([failed.status, failed.stderr.trim().split('\n').length], [1, 1], failed.stderr);
  assert.match(
    failed.stderr,
    /^fleetmend: kernel, migrate: .*acme-notes\/001_create_notes.*disabled_plugins/,
  );
  await withManager(world, { FLEETMEND_DISABLED_PLUGINS: 'acme-notes' }, async (manager) => {
    const answer = await manager.call('GET', NOTES);
    assert.equal([answer.status, codeOf(answer)], [404, 'NOT_FOUND']);
  });
  const unknown = runManager(world, { FLEETMEND_DISABLED_PLUGINS: 'acme-notse' });
  assert.match(unknown.stderr, /^fleetmend: disabled_plugins: acme-notse is no plugin/);
});

test('one that throws at its set-up ends the boot with one line that names it and says what to do', async (world) => {
  world.place.write('plugin.js', THROWS_AT_SETUP);
  const { status, stderr } = runManager(world, { FLEETMEND_PLUGINS: PACKAGE });
  assert.equal([status, stderr.trim().split('\n').length], [1, 1], stderr);
  assert.match(
    stderr,
    /^fleetmend: fleetmend-plugin-notes, setup: no ink\. Install .* `disabled_plugins`\n$/,
  );
});

const THROWS_AT_SETUP = `
const errors = Object.fromEntries(['ACME_NOTES_FULL', 'ACME_NOTES_HOST_NOTED'].map((code) => [code, { status: 409, retryable: false, message: code }]));
export default ({ setting: { choice, section, whole } }) => ({
  name: 'acme-notes',
  errors,
  settings: [section('acme_notes', { max_notes: whole(1, { min: 1, max: 2 }), order: choice('oldest', ['oldest', 'newest']) })],
  migrations: [{ name: 'acme-notes/001_create_notes', kind: 'compatible', up: () => Promise.resolve() }],
  setup() { throw new Error('no\\nink'); },
});`;

async function addsAll(manager: ManagerProcess): Promise<void> {
  const host = await manager.must<Json>('POST', '/api/v1/hosts', {
    fqdn: 'noted.example.org',
    ip_address: '10.0.4.30',
  });
  // The listener has heard of the host.
  const notes = await manager.until<Json>(NOTES, (body) => body.notes.length > 0);
  assert.equal([notes.notes[0].host_id, notes.notes[0].text], [host.id, 'This host is new.']);
  // The hook refuses, with a code of the plugin's own.
  const refused = await manager.call('DELETE', `/api/v1/hosts/${host.id}`);
  assert.equal([refused.status, codeOf(refused)], [409, 'ACME_NOTES_HOST_NOTED']);
  await keepsTheContract(manager, host.id as string);
  // The setting is stored, checked and takes effect at once.
  await manager.must('PUT', '/api/v1/settings', { acme_notes: { max_notes: 2 } });
  assert.equal((await manager.must<Json>('GET', '/api/v1/settings')).acme_notes, {
    max_notes: 2,
    order: 'oldest',
  });
  const beyond = await manager.call('PUT', '/api/v1/settings', { acme_notes: { max_notes: 0 } });
  assert.equal([beyond.status, codeOf(beyond)], [400, 'VALIDATION_FAILED']);
  const full = await manager.call('POST', NOTES, { host_id: host.id, text: 'a third' });
  assert.equal([full.status, codeOf(full)], [409, 'ACME_NOTES_FULL']);
  const served = await manager.must<Json>('GET', '/api/docs/openapi.json');
  assert.equal(served.paths[NOTES].post.operationId, 'createNote');
  assert.ok(served.paths['/api/v1/hosts'].post);
}

/** The manager names the plugin's pages and serves their files; a browser shows what they do in test/web. */
async function bringsPage(manager: ManagerProcess): Promise<void> {
  const { pages } = await manager.must<Json>('GET', '/api/v1/ui');
  assert.is(pages.length, 1);
  assert.is(pages[0].feature, 'acme-notes');
  assert.match(pages[0].module, /^\/plugins\/acme-notes\/pages\.js\?v=/);
}

async function keepsTheContract(manager: ManagerProcess, hostId: string): Promise<void> {
  const written = await manager.call<Json>('POST', NOTES, { host_id: hostId, text: 'a second' });
  assert.equal([written.status, written.body.text], [201, 'a second']);
  for (const body of [
    { host_id: hostId },
    { host_id: hostId, text: 'x', more: 1 },
    { host_id: 'h', text: 'x' },
  ]) {
    const wrong = await manager.call('POST', NOTES, body);
    assert.equal([wrong.status, codeOf(wrong)], [400, 'VALIDATION_FAILED'], JSON.stringify(body));
  }
  const nobody = await manager.call('POST', NOTES, { host_id: hostId, text: 'x' }, null);
  assert.equal([nobody.status, codeOf(nobody)], [401, 'UNAUTHENTICATED']);
}

const codeOf = ({ body }: { body: unknown }): unknown => (body as Json).error?.code;

async function hostNamed(manager: ManagerProcess, fqdn: string): Promise<Json> {
  const { hosts } = await manager.must<Json>('GET', '/api/v1/hosts');
  return (hosts as Json[]).find((host) => host.fqdn === fqdn) ?? {};
}

async function withManager(
  { dataDir, env }: World,
  more: Record<string, string>,
  work: (manager: ManagerProcess) => Promise<void>,
): Promise<void> {
  const manager = await createManager({ port: 0, dataDir, env: { ...env, ...more } });
  await manager.start();
  try {
    await manager.signIn();
    await work(manager);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${manager.warnings}`, { cause: error });
  } finally {
    await manager.stop();
  }
}

/** A manager that is expected not to start. */
function runManager(
  { dataDir, env }: World,
  more: Record<string, string>,
): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      FLEETMEND_DATA_DIR: dataDir,
      FLEETMEND_PORT: '0',
      FLEETMEND_LOG_LEVEL: 'silent',
      ...env,
      ...more,
    },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stderr };
}

test.run();
