import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import { createAuthority } from '../testing/fakeManager.ts';
import { makeCsr } from './identity.ts';
import { IdentityStore } from './store.ts';
import type { KeyPurpose } from './store.ts';

interface Context {
  dataDir: string;
  store: IdentityStore;
  ca: Authority;
}

const test = suite<Context>('store');

test.before.each(async (context) => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-store-'));
  context.store = new IdentityStore(context.dataDir);
  context.ca = await createAuthority();
  await context.store.prepare();
});

test.after.each(({ dataDir }) => rm(dataDir, { recursive: true, force: true }));

async function certify({ store, ca }: Context, purpose: KeyPurpose): Promise<string> {
  const { publicKeyPem } = parseCsr(await makeCsr(store, purpose, 'x'));
  return issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId: 'h' }, now: new Date() })
    .certificatePem;
}

test('a new host has no identity', async ({ store }) => {
  assert.is(await store.load(), null);
});

test('a crash between certificate and key is finished by the next start', async (context) => {
  const { store } = context;
  await store.commit(await certify(context, 'enrollment'));
  const next = await certify(context, 'manager');
  await writeFile(join(store.dir, 'agent.crt'), next);
  const loaded = await new IdentityStore(context.dataDir).load();
  assert.is(loaded?.certificatePem, next);
  assert.is(await store.readPendingKey('manager'), null);
});

test('a damaged certificate or key falls back to the pair before it', async (context) => {
  const { store } = context;
  const first = await certify(context, 'enrollment');
  await store.commit(first);
  await store.commit(await certify(context, 'manager'));
  for (const name of ['agent.crt', 'agent.key']) {
    const path = join(store.dir, name);
    await copyFile(path, `${path}.keep`);
    await writeFile(path, '-----BEGIN CERTIFICATE-----\nAAAA');
    assert.is((await store.load())?.certificatePem, first, name);
    await rename(`${path}.keep`, path);
  }
  assert.is.not((await store.load())?.certificatePem, first);
});

test('the pair before it stays while it is the only one that can be used', async (context) => {
  const { store } = context;
  const first = await certify(context, 'enrollment');
  await store.commit(first);
  await store.commit(await certify(context, 'manager'));
  await writeFile(join(store.dir, 'agent.key'), '');
  await store.dropPrevious();
  assert.is((await store.load())?.certificatePem, first);
  await store.commit(await certify(context, 'manager'));
  await store.dropPrevious();
  assert.not((await readdir(store.dir)).includes('previous.key'));
});

test('a certificate for no key of this agent is not taken for an identity', async (context) => {
  const { store } = context;
  const stray = await certify(context, 'renewal');
  await makeCsr(store, 'renewal', 'x');
  let message = '';
  await store.commit(stray).catch((error: Error) => (message = error.message));
  assert.match(message, 'matches no key');
  assert.is(await store.load(), null);
});

test('what one purpose waits for is not replaced by another', async (context) => {
  const { store } = context;
  const forManager = await certify(context, 'manager');
  await certify(context, 'renewal');
  assert.is((await store.commit(forManager)).certificatePem, forManager);
});

test('a damaged state counts as none', async ({ store, dataDir }) => {
  await store.updateState({ announcedAddress: '10.0.0.1' });
  for (const text of ['', '{', '7', 'null']) {
    await writeFile(join(dataDir, 'identity/state.json'), text);
    assert.is((await store.readState()).announcedAddress, null, text);
  }
});

test('changes at once keep each other: the epoch is not lost to an address', async ({ store }) => {
  await Promise.all([
    store.updateState({ announcedAddress: '10.0.0.1' }),
    store.updateState({ epoch: 3 }),
    store.updateState({ managerUrl: 'https://m' }),
  ]);
  const { announcedAddress, epoch, managerUrl } = await store.readState();
  assert.equal([announcedAddress, epoch, managerUrl], ['10.0.0.1', 3, 'https://m']);
});

test('state survives, and half-written files of a crash are cleared away', async ({ store, dataDir }) => {
  await store.updateState({ announcedAddress: '10.0.0.1' });
  await writeFile(join(store.dir, 'state.json.0badf00d.tmp'), '{');
  const again = new IdentityStore(dataDir);
  await again.prepare();
  assert.equal(await again.readState(), {
    enrollment: null,
    announcedAddress: '10.0.0.1',
    managerUrl: null,
    toldAddress: null,
    epoch: 0,
  });
  assert.is(await readFile(join(store.dir, 'state.json.0badf00d.tmp')).catch(() => null), null);
});

test.run();
