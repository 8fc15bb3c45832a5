/** Shared by the suite of this plugin. */
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { agentsFeature } from '../../server/core/agents/plugin.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { certificatesPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export interface World {
  app: TestApp;
  hostId: string;
}

/** A host at which nobody listens, without a certificate. */
export async function setUp(world: World): Promise<void> {
  world.app = await createTestApp({ features: [hostsFeature, agentsFeature, certificatesPlugin] });
  // Nothing listens at port 1: the host is unreachable.
  const { ctx } = world.app;
  const facts = {
    machineId: 'machine-0001',
    fqdn: 'db1.example.org',
    ipAddress: '127.0.0.1',
    port: 1,
    loopbackAllowed: true,
  };
  const host = await ctx.tx((tx) =>
    ctx.core.hosts.createEnrolled(tx, facts, { actor: systemActor, address: null }),
  );
  world.hostId = host.id;
}

export const codeOf = (answer: { body: unknown }): string =>
  (answer.body as Schemas['ErrorEnvelope']).error.code;

export async function issue(app: TestApp, hostId: string) {
  const answer = await app.call('POST', `/api/v1/hosts/${hostId}/certificates`, {
    body: { hostname: 'db1.example.org' },
  });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as Schemas['IssuedCertificate'];
}

export async function list(app: TestApp, query = '') {
  const answer = await app.call('GET', `/api/v1/certificates${query}`);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['CertificateList'];
}

export async function revokedSerials(app: TestApp): Promise<string> {
  const { pem } = await app.ctx.core.agents.ca.crl();
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('hex');
}
