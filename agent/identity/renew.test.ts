import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enroll } from './enroll.ts';
import { createAuthority, startFakeManager } from '../testing/fakeManager.ts';
import type { FakeManager } from '../testing/fakeManager.ts';
import { loadAgentIdentity } from './identity.ts';
import type { AgentIdentity } from './identity.ts';
import { isRenewalDue, renewCertificate } from './renew.ts';
import { IdentityStore } from './store.ts';

const day = 86_400_000;
const log = pino({ level: 'silent' });

interface Context {
  dataDir: string;
  manager: FakeManager;
  identity: AgentIdentity;
}

const test = suite<Context>('renew');

test.before.each(async (context) => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-renew-'));
  context.manager = await startFakeManager();
  const store = new IdentityStore(context.dataDir);
  await store.prepare();
  const { manager } = context;
  context.manager.issueAt = new Date(Date.now() - 100 * day);
  await enroll({
    store,
    managerUrl: manager.url,
    token: null,
    rootPin: manager.rootPin,
    advertiseAddress: null,
    port: 9443,
    host: { machineId: 'a'.repeat(32), fqdn: 'web-1', osDetails: {} },
    log,
    now: () => new Date(),
    sleep: () => Promise.resolve(),
    random: () => 0,
    signal: new AbortController().signal,
  });
  const identity = await loadAgentIdentity(store);
  if (!identity) throw new Error('not enrolled');
  context.identity = identity;
  manager.issueAt = new Date();
});

test.after.each(async ({ manager, dataDir }) => {
  await manager.close();
  await rm(dataDir, { recursive: true, force: true });
});

const options = ({ identity, manager }: Context) => ({ identity, managerUrl: manager.url, log });

test('an agent whose certificate expired while it was off gets a new one by its old key', async (context) => {
  const { identity } = context;
  const before = identity.identity;
  assert.ok(before.certificate.validToDate.getTime() < Date.now());
  await renewCertificate(options(context));
  assert.ok(identity.identity.certificate.validToDate.getTime() > Date.now() + 80 * day);
  assert.is.not(identity.identity.privateKeyPem, before.privateKeyPem);
  assert.is(
    (await loadAgentIdentity(identity.store))?.identity.certificatePem,
    identity.identity.certificatePem,
  );
});

test('a refusal changes nothing', async (context) => {
  const before = context.identity.identity.certificatePem;
  context.manager.failures = [{ status: 403, code: 'RENEWAL_REFUSED' }];
  let message = '';
  await renewCertificate(options(context)).catch((error: Error) => (message = error.message));
  assert.match(message, 'RENEWAL_REFUSED');
  assert.is(context.identity.identity.certificatePem, before);
});

test('a root that replaced the old one meanwhile comes with the certificate', async (context) => {
  context.manager.ca = await createAuthority();
  await renewCertificate(options(context));
  assert.is(context.identity.trust.roots.length, 2);
  context.identity = (await loadAgentIdentity(context.identity.store)) as AgentIdentity;
  assert.is(
    (await context.identity.installTrust(context.identity.trust.pem.repeat(2), null)).roots.length,
    2,
  );
  assert.ok(context.identity.identity.certificate.validToDate.getTime() > Date.now());
});

test('a listener of an unknown root is not asked', async (context) => {
  const stranger = await startFakeManager();
  let message = '';
  await renewCertificate({ ...options(context), managerUrl: stranger.url }).catch(
    (error: Error) => (message = error.message),
  );
  await stranger.close();
  assert.match(message, 'nothing was sent');
  assert.equal(stranger.requests, []);
});

test('renewal is due past two thirds of the life, a little later while running, never 30 days after the end', ({
  identity,
}) => {
  const { certificate } = identity.identity;
  const from = certificate.validFromDate.getTime();
  const life = certificate.validToDate.getTime() - from;
  const due = (share: number, extraMs: number, justStarted: boolean) =>
    isRenewalDue(certificate, new Date(from + life * share + extraMs), justStarted);
  assert.equal([due(0.66, 0, true), due(0.67, 0, true)], [false, true]);
  assert.equal([due(0.67, 0, false), due(0.71, 0, false)], [false, true]);
  assert.equal([due(1, 30 * day - 1, false), due(1, 30 * day + 1, false)], [true, false]);
});

test.run();
