/** Helpers of the rotation's suites. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, connect, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { createCsr } from '#server/shared/pki/csr.ts';
import { managerServerName } from '#server/shared/pki/names.ts';
import { hostWithAgent, type World } from '../agents.testing.ts';
import type { AgentsParts } from '../createService.ts';
import { type FakeAgent, success, wellBehaved } from '../fakeAgent.testing.ts';
import { createKeyPair } from '../pki/index.ts';
import type { Rotation } from '../rotation.ts';

export const run = { signal: new AbortController().signal, touch: () => Promise.resolve() };

export interface Believer {
  hostId: string;
  agent: FakeAgent;
  /** The roots that the manager last sent. */
  trust: string[];
  issuer: () => string;
}

/** A host whose agent trusts only what it was sent, as OpenSSL verifies it. */
export async function believer(world: World): Promise<Believer> {
  const { hostId, agent, issued } = await hostWithAgent(world);
  const state = { key: issued.keyPem, cert: issued.certificatePem };
  const self: Believer = {
    hostId,
    agent,
    trust: [issued.caPem],
    issuer: () => new X509Certificate(state.cert).issuer,
  };
  const apply = (): void => agent.setCertificate({ ...state, ca: self.trust as never });
  let pending = '';
  agent.routes['POST /api/v1/system/certificate/csr'] = (_req, res) => {
    void createKeyPair().then(({ privateKeyPem }) => {
      pending = privateKeyPem;
      success(res, { csr_pem: createCsr(createPrivateKey(pending), 'web1') });
    });
  };
  agent.routes['PUT /api/v1/system/certificate'] = (_req, res, body) => {
    state.cert = (JSON.parse(body) as { certificate_pem: string }).certificate_pem;
    state.key = pending;
    apply();
    const expires_at = '2027-01-01T00:00:00.000Z';
    success(res, { serial_number: 'ab', fingerprint_sha256: 'a'.repeat(64), expires_at });
  };
  agent.routes['PUT /api/v1/system/trust'] = (req, res, body) => {
    self.trust = (JSON.parse(body) as { ca_pems: string[] }).ca_pems;
    apply();
    wellBehaved()['PUT /api/v1/system/trust']?.(req, res, body);
  };
  return self;
}

/** Connects afresh, so with the certificates that both sides use now. */
export async function reach({ app }: World, parts: AgentsParts, { hostId }: Believer): Promise<void> {
  const host = await app.ctx.core.hosts.require(hostId, 'all');
  await parts.transport.probe(app.ctx.core.agents.targetOf(host), { timeoutMs: 3_000 });
}

/** Makes every wait for other managers or for a next attempt end now, as if the time had passed. */
export async function later({ app }: World): Promise<void> {
  const past = new Date(app.clock.now().getTime() - 60_000);
  await app.ctx.db.knex('agents_rotations').update({ phase_at: past });
  await app.ctx.db.knex('agents_rotation_hosts').update({ next_attempt_at: past });
}

export async function round(world: World, parts: AgentsParts): Promise<Rotation> {
  await later(world);
  await parts.rollOut(run);
  await parts.identity.refresh();
  return (await parts.service.rotation.latest()) as Rotation;
}

/** Whether a TLS client that knows only this root trusts the listener. */
export async function verifies({ identity }: AgentsParts, rootPem: string): Promise<boolean> {
  const server = createServer({ ...identity.listener.options() }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return new Promise<boolean>((resolve) => {
    const socket: TLSSocket = connect({
      host: '127.0.0.1',
      port,
      ca: rootPem,
      servername: managerServerName,
    });
    socket.once('secureConnect', () => resolve(socket.authorized));
    socket.once('error', () => resolve(false));
    socket.resume();
  }).finally(() => server.close());
}
