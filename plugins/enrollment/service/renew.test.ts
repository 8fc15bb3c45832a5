import { type KeyObject, sign } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { createCsr } from '#server/shared/pki/csr.ts';
import { renewalPayload } from '#server/shared/pki/renewal.ts';
import { publicKeyPin } from '#server/core/agents/pki/index.ts';
import type { TestApp } from '#server/testing.ts';
import {
  audits,
  codeOf,
  DAY_MS,
  enrolled,
  newKey,
  publicPem,
  setUp,
  tearDown,
  type World,
} from '../enrollment.testing.ts';

type Schemas = components['schemas'];

const test = suite<World>('renewal by an agent');
test.before.each(setUp);
test.after.each(tearDown);

async function renew(
  app: TestApp,
  hostId: string,
  keys: { old: KeyObject; next: KeyObject },
  more: { address?: string } = {},
) {
  const csrPem = createCsr(keys.next, 'x');
  const payload = renewalPayload({ hostId, csrPem, address: more.address });
  const signature = sign('sha256', payload, keys.old).toString('base64');
  return app.call('POST', '/api/v1/enroll/renew', {
    role: null,
    body: { host_id: hostId, csr_pem: csrPem, signature, ...more },
  });
}

test('an agent renews by its old key, also after the answer got lost, and moves', async (world) => {
  const { app } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  await app.clock.leap(100 * DAY_MS);
  const lost = await renew(app, hostId, { old, next: newKey() });
  assert.is(lost.status, 200, JSON.stringify(lost.body));
  const next = newKey();
  const answer = await renew(app, hostId, { old, next }, { address: '10.0.4.77' });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  const { certificate_pem } = answer.body as Schemas['RenewedCertificate'];
  assert.is(publicKeyPin(certificate_pem), publicKeyPin(publicPem(next)));
  assert.is((await app.ctx.core.hosts.get(hostId))?.ipAddress, '10.0.4.77');
  assert.ok((await audits(app)).some(({ action }) => action === 'enrollment.renewed'));
});

test('a renewal needs the key, the very text that was signed, and a certificate that still stands', async (world) => {
  const { app, agents } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  const stranger = await renew(app, hostId, { old: newKey(), next: newKey() });
  assert.is(stranger.status, 403);
  assert.is(codeOf(stranger), 'SIGNATURE_INVALID');
  const csrPem = createCsr(newKey(), 'x');
  const signature = sign('sha256', renewalPayload({ hostId, csrPem }), old).toString('base64');
  const body = { host_id: hostId, csr_pem: csrPem, signature, address: '10.6.6.6' };
  assert.is(
    codeOf(await app.call('POST', '/api/v1/enroll/renew', { role: null, body })),
    'SIGNATURE_INVALID',
  );

  assert.is(
    codeOf(await renew(app, '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21', { old, next: newKey() })),
    'RENEWAL_REFUSED',
  );
  for (const { certificate } of agents.issued) certificate.status = 'revoked';
  assert.is(codeOf(await renew(app, hostId, { old, next: newKey() })), 'RENEWAL_REFUSED');
});

test('an agent that went back to an old backup, and signs with a key that was replaced, is told to enroll anew', async (world) => {
  const { app, agents } = world;
  const [old, next] = [newKey(), newKey()];
  const hostId = await enrolled(world, old);
  assert.is((await renew(app, hostId, { old, next })).status, 200);
  const first = agents.issued.find(({ certificate }) => certificate.status === 'active');
  assert.ok(first);
  first.certificate.status = 'superseded';
  assert.is(codeOf(await renew(app, hostId, { old, next: newKey() })), 'RENEWAL_REFUSED');
});

test('a certificate that expired more than 30 days ago proves nothing', async (world) => {
  const { app } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  await app.clock.leap(119 * DAY_MS);
  const retry = { old, next: newKey() };
  assert.is((await renew(app, hostId, retry)).status, 200);
  await app.clock.leap(2 * DAY_MS);
  assert.is(codeOf(await renew(app, hostId, { old, next: newKey() })), 'RENEWAL_REFUSED');
});

test('a certificate in use at two addresses flags the host, and nothing moves', async (world) => {
  const { app, agents } = world;
  const old = newKey();
  const hostId = await enrolled(world, old);
  agents.answering.add(hostId);
  const answer = await renew(app, hostId, { old, next: newKey() }, { address: '10.0.4.66' });
  assert.is(answer.status, 403);
  assert.is(codeOf(answer), 'RENEWAL_REFUSED');
  assert.equal(agents.probed, ['10.0.4.21']);
  const host = await app.ctx.core.hosts.get(hostId);
  assert.is(host?.duplicateIdentity, true);
  assert.is(host?.ipAddress, '10.0.4.21');
  assert.is(agents.issued.length, 1);
  assert.is(
    codeOf(await renew(app, hostId, { old, next: newKey() }, { address: '169.254.1.1' })),
    'HOST_ADDRESS_REFUSED',
  );
});

test.run();
