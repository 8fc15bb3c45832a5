/** An app that serves enrollment beside fakes of agents, and the calls that a host and an administrator make. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import type { AuditText } from '../../server/kernel/security/audit/rows.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { createFakeAgents, type FakeAgents } from './fakeAgents.testing.ts';
import { enrollmentPlugin } from './plugin.ts';

type Schemas = components['schemas'];
export type ErrorBody = { error: { code: string; message: string; details?: Record<string, unknown> } };

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

export interface World {
  app: TestApp;
  agents: FakeAgents;
}

export const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

export function request(key: KeyObject, more: Record<string, unknown> = {}) {
  return {
    machine_id: '4c4c4544004b5a10804ac4c04f4d3732',
    fqdn: 'web1.example.org',
    ip_address: '10.0.4.21',
    os_details: { os_family: 'debian', os: 'Debian', os_version: '12', arch: 'amd64' },
    csr_pem: createCsr(key, 'admin, let me in'),
    ...more,
  };
}

export async function ask(app: TestApp, key: KeyObject, more: Record<string, unknown> = {}) {
  const { status, body } = await app.call('POST', '/api/v1/enroll', { role: null, body: request(key, more) });
  assert.is(status, 201, JSON.stringify(body));
  return body as Schemas['CreatedEnrollment'];
}

export async function status(app: TestApp, pollingToken: string) {
  const headers = { authorization: `Bearer ${pollingToken}` };
  const answer = await app.call('GET', '/api/v1/enroll/status', { role: null, headers });
  return { ...answer, body: answer.body as Schemas['EnrollmentStatus'] };
}

export const approve = (app: TestApp, id: string, query = '') =>
  app.call('POST', `/api/v1/admin/enrollments/${id}/approve${query}`);

export async function newToken(app: TestApp, body: Partial<Schemas['CreateEnrollmentTokenRequest']> = {}) {
  const answer = await app.call('POST', '/api/v1/admin/enrollment-tokens', { body });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as Schemas['CreatedEnrollmentToken'];
}

export async function list(app: TestApp) {
  return (await app.call('GET', '/api/v1/admin/enrollments')).body as Schemas['EnrollmentRequest'][];
}

export async function enrolled(
  world: World,
  key: KeyObject,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { id, polling_token } = await ask(world.app, key, more);
  assert.is((await approve(world.app, id)).status, 204);
  return (await status(world.app, polling_token)).body.host_id ?? '';
}

export async function audits(app: TestApp): Promise<AuditText[]> {
  const rows = await app.ctx.db.reader<{ text: string }>('kernel_audit').orderBy('row_id');
  return rows.map(({ text }) => JSON.parse(text) as AuditText);
}

export const codeOf = (answer: { body: unknown }): string => (answer.body as ErrorBody).error.code;

export async function setUp(world: World): Promise<void> {
  world.agents = await createFakeAgents();
  const features = [hostsFeature, world.agents.feature, enrollmentPlugin];
  world.app = await createTestApp({ features, config: { trustedProxies: ['127.0.0.1'] } });
}

export const tearDown = ({ app }: World): Promise<void> => app.stop();
