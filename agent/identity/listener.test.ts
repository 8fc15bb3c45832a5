import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { crossSign, issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import { hostServerName } from '../../server/shared/pki/names.ts';
import type { AgentCall } from '../http/handler.ts';
import { createCertificateRoutes } from '../http/routes/certificates.ts';
import { createAuthority, emptyCrl, issuePair } from '../testing/fakeManager.ts';
import type { ClientPair } from '../testing/fakeManager.ts';
import { loadAgentIdentity, makeCsr } from './identity.ts';
import type { AgentIdentity } from './identity.ts';
import { createListener } from './listener.ts';
import { IdentityStore } from './store.ts';

const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const day = 86_400_000;

interface Context {
  dataDir: string;
  ca: Authority;
  manager: ClientPair;
  identity: AgentIdentity;
  server: Server;
  port: number;
  nowMs: number;
  /** The headers object of the newest request, as the router would pass it on. */
  headers: object;
}

const test = suite<Context>('listener');

test.before.each(async (context) => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-listener-'));
  context.ca = await createAuthority();
  context.manager = await issuePair(context.ca, { kind: 'manager' });
  context.nowMs = Date.now();
  const store = new IdentityStore(context.dataDir);
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', 'web-1'));
  const leaf = issueLeaf({
    ca: context.ca,
    publicKeyPem,
    profile: { kind: 'host', hostId },
    now: new Date(),
  });
  await store.saveTrust(context.ca.certificatePem + emptyCrl(context.ca));
  await store.commit(leaf.certificatePem);
  const identity = await loadAgentIdentity(store, () => new Date(context.nowMs));
  if (!identity) throw new Error('no identity');
  context.identity = identity;
  context.server = createListener({
    identity,
    log: pino({ level: 'silent' }),
    handler: (req, res) => {
      const allowed = identity.authorize(req);
      context.headers = req.headers;
      res.writeHead(allowed ? 200 : 403).end();
    },
    handleUpgrade: (_req, socket) => socket.destroy(),
  });
  context.server.listen(0, '127.0.0.1');
  await once(context.server, 'listening');
  context.port = (context.server.address() as AddressInfo).port;
});

test.after.each(async ({ server, dataDir }) => {
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Status of a call with this client certificate, or the connection's error code. */
function call({ port, ca }: Context, client: Partial<ClientPair>): Promise<number | string> {
  return new Promise((resolve) => {
    const req = request(
      {
        host: '127.0.0.1',
        port,
        servername: hostServerName(hostId),
        ca: ca.certificatePem,
        agent: false,
        ...client,
      },
      (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      },
    );
    req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    req.end();
  });
}

/** An open connection that sends nothing; resolves `closed` when the agent ends it. */
async function connect({ port, ca }: Context, client: Partial<ClientPair>) {
  const socket = tls.connect({
    host: '127.0.0.1',
    port,
    servername: hostServerName(hostId),
    ca: ca.certificatePem,
    ...client,
  });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return { socket, closed: once(socket, 'close').then(() => 'closed') };
}

const trustPem = (ca: Authority, number: number, revoked: string[] = [], now?: Date) =>
  ca.certificatePem + emptyCrl(ca, number, revoked, now);

const reasonOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  );

test("the manager's certificate is let in, and the agent proves its host id", async (context) => {
  assert.is(await call(context, context.manager), 200);
});

test("another host's certificate of the same authority gets 403", async (context) => {
  assert.is(await call(context, await issuePair(context.ca, { kind: 'host', hostId: 'other' })), 403);
});

test("the agent's own certificate, and the web listener's, are not the manager's", async (context) => {
  const { privateKeyPem: key, certificatePem: cert } = context.identity.identity;
  assert.is(await call(context, { key, cert }), 403);
  const web = await issuePair(context.ca, { kind: 'web', names: [] });
  assert.is.not(await call(context, web), 200);
});

test('a connection that cannot be accepted, for want of file descriptors, does not end the agent', async (context) => {
  context.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  assert.is(await call(context, context.manager), 200);
});

test('no certificate, and one of another authority, are dropped before any HTTP', async (context) => {
  assert.type(await call(context, {}), 'string');
  const stranger = await issuePair(await createAuthority(), { kind: 'manager' });
  assert.type(await call(context, stranger), 'string');
});

test('an expired manager certificate is refused, five minutes of skew are not', async (context) => {
  const old = await issuePair(context.ca, { kind: 'manager' }, new Date(Date.now() - 91 * day));
  assert.is.not(await call(context, old), 200);
  context.nowMs = new X509Certificate(context.manager.cert).validToDate.getTime() + 4 * 60_000;
  assert.is(await call(context, context.manager), 200);
  context.nowMs += day;
  assert.is(await call(context, context.manager), 403);
});

test('a connection that stays open is refused once the certificate of the manager has ended', async (context) => {
  const { socket } = await connect(context, context.manager);
  const ask = async (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().slice(0, 12);
  };
  assert.is(await ask(), 'HTTP/1.1 200');
  context.nowMs = new X509Certificate(context.manager.cert).validToDate.getTime() + 6 * 60_000;
  assert.is(await ask(), 'HTTP/1.1 403');
  socket.destroy();
});

test('a clock that is a day behind refuses, and says why', async (context) => {
  context.nowMs -= day;
  assert.is(await call(context, context.manager), 403);
  const { socket } = await connect(context, context.manager);
  socket.destroy();
  assert.is(context.identity.problems()[0]?.code, 'CLOCK_SKEW');
});

test('a revocation refuses new connections and closes open ones at once', async (context) => {
  const second = await issuePair(context.ca, { kind: 'manager' });
  const [revoked, kept] = [await connect(context, context.manager), await connect(context, second)];
  assert.is(await call(context, context.manager), 200);
  await context.identity.installTrust(trustPem(context.ca, 2, [context.manager.serial]), null);
  assert.is(await revoked.closed, 'closed');
  assert.is(await call(context, context.manager), 403);
  assert.is(await call(context, second), 200);
  assert.is(kept.socket.destroyed, false);
  kept.socket.destroy();
});

test('a resumed TLS session is judged by the trust of now', async (context) => {
  const { socket } = await connect(context, context.manager);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [session] = (await once(socket, 'session')) as [Buffer];
  socket.destroy();
  await context.identity.installTrust(trustPem(context.ca, 2, [context.manager.serial]), null);
  assert.is(await call(context, { ...context.manager, session } as Partial<ClientPair>), 403);
});

test('a list that has ended still says who was revoked, and lets the manager in', async (context) => {
  const revoked = await issuePair(context.ca, { kind: 'manager' });
  const weeksAgo = new Date(Date.now() - 30 * day);
  await context.identity.installTrust(trustPem(context.ca, 2, [revoked.serial], weeksAgo), null);
  assert.is(await call(context, context.manager), 200);
  assert.is(await call(context, revoked), 403);
});

test('trust that would go back, shut out, or does not verify changes nothing', async (context) => {
  const { ca, identity, manager } = context;
  const trustPem5 = trustPem(ca, 5);
  await identity.installTrust(trustPem5, null);
  const other = await createAuthority();
  const caller = new X509Certificate(manager.cert);
  const cases: [string, string, X509Certificate | null][] = [
    [trustPem(ca, 4), 'older than the one in force', null],
    [ca.certificatePem, 'is missing', null],
    [trustPem(other, 1), "issued this agent's own certificate", null],
    [ca.certificatePem + emptyCrl(other, 6), 'signed by none of the roots', null],
    [trustPem(ca, 6, [manager.serial]), "caller's own certificate", caller],
    [trustPem(ca, 6, [], new Date(Date.now() + 2 * day)), 'check the clocks', null],
    [manager.cert + emptyCrl(ca, 6), 'neither a self-signed root', null],
    ['', 'there is no root', null],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'cannot be read', null],
  ];
  for (const [pem, reason, by] of cases) {
    const answer = await reasonOf(identity.installTrust(pem, by));
    assert.match(answer, 'CERTIFICATE_MISMATCH');
    assert.match(answer, reason);
  }
  assert.is(await call(context, manager), 200);
  assert.is(await identity.store.readTrust(), trustPem5);
});

test('a second root lets the next manager in while the first still counts', async (context) => {
  const next = await createAuthority();
  const nextManager = await issuePair(next, { kind: 'manager' });
  assert.is.not(await call(context, nextManager), 200);
  await context.identity.installTrust(trustPem(context.ca, 2) + trustPem(next, 1), null);
  assert.is(await call(context, nextManager), 200);
  assert.is(await call(context, context.manager), 200);
});

test('who knows only the old root believes the new one as the old has signed it, and nothing else of it', async (context) => {
  const next = await createAuthority();
  const bridge = crossSign({ by: context.ca, successorPem: next.certificatePem, now: new Date() });
  const crossed = async (profile: Parameters<typeof issuePair>[1], by = next, chain = bridge) => {
    const pair = await issuePair(by, profile);
    return { ...pair, cert: pair.cert + chain };
  };
  const manager = await crossed({ kind: 'manager' });
  assert.is(await call(context, manager), 200);
  assert.is(await call(context, await crossed({ kind: 'host', hostId })), 403, 'not the manager');
  const stranger = await createAuthority();
  const bySomebody = crossSign({ by: stranger, successorPem: next.certificatePem, now: new Date() });
  const strange = await crossed({ kind: 'manager' }, next, bySomebody);
  assert.is.not(await call(context, strange), 200, 'signed by no root of ours');
  const twice = crossSign({ by: next, successorPem: stranger.certificatePem, now: new Date() });
  const far = await crossed({ kind: 'manager' }, stranger, twice + bridge);
  assert.is.not(await call(context, far), 200, 'two steps away');
  const open = await connect(context, manager);
  await context.identity.installTrust(trustPem(context.ca, 2), null);
  await open.closed;
  assert.is(await call(context, manager), 200, 'over a fresh connection');
});

test('the routes renew the certificate over a connection that stays open', async (context) => {
  const routes = createCertificateRoutes(context.identity);
  const { identity, ca } = context;
  const before = identity.identity.certificate;
  const ask = (operationId: string, body: unknown) =>
    ({ operationId, body, headers: {} }) as unknown as AgentCall;
  const csr = (await routes.createCsr(ask('createCsr', null))).data as { csr_pem: string };
  assert.is(await call(context, context.manager), 200);
  assert.ok(identity.identity.certificate.raw.equals(before.raw));
  const { publicKeyPem } = parseCsr(csr.csr_pem);
  const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
  const install = ask('installCertificate', { certificate_pem: leaf.certificatePem });
  const { data } = await routes.installCertificate(install);
  assert.equal(data, {
    serial_number: leaf.serial,
    fingerprint_sha256: leaf.fingerprint,
    expires_at: leaf.notAfter.toISOString(),
  });
  assert.equal((await routes.installCertificate(install)).data, data);
  assert.ok((await readdir(identity.store.dir)).includes('previous.key'));
  const { socket } = await connect(context, context.manager);
  assert.is(socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase(), leaf.fingerprint);
  socket.destroy();
  assert.is(await call(context, context.manager), 200);
  await routes.installCertificate(install);
  assert.not((await readdir(identity.store.dir)).includes('previous.key'));
});

test('a certificate that is not this agent’s own is refused with nothing changed', async (context) => {
  const { ca, identity } = context;
  const { publicKeyPem } = parseCsr(await identity.createCsr('manager'));
  const now = new Date();
  const other = await createAuthority();
  const issueFor = (authority: Authority, id: string, at = now) =>
    issueLeaf({ ca: authority, publicKeyPem, profile: { kind: 'host', hostId: id }, now: at }).certificatePem;
  const cases: [string, string][] = [
    [issueFor(other, hostId), 'not issued by a trusted root'],
    [issueFor(ca, 'another'), "is not this host's"],
    [issueFor(ca, hostId, new Date(now.getTime() - 100 * day)), 'expired'],
    [(await issuePair(ca, { kind: 'host', hostId })).cert, 'did not make'],
    [issueLeaf({ ca, publicKeyPem, profile: { kind: 'manager' }, now }).certificatePem, "is not this host's"],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'cannot be read'],
  ];
  const before = identity.identity.certificatePem;
  for (const [pem, reason] of cases) assert.match(await reasonOf(identity.installCertificate(pem)), reason);
  assert.is(identity.identity.certificatePem, before);
  assert.is(await call(context, context.manager), 200);
});

test('installTrust refuses to shut out its own caller, known by the request', async (context) => {
  const routes = createCertificateRoutes(context.identity);
  assert.is(await call(context, context.manager), 200);
  const body = {
    ca_pems: [context.ca.certificatePem],
    crl_pem: emptyCrl(context.ca, 9, [context.manager.serial]),
  };
  const asked = { operationId: 'installTrust', body, headers: context.headers } as unknown as AgentCall;
  assert.match(await reasonOf(routes.installTrust(asked)), "caller's own certificate");
  const fine = { ...asked, body: { ...body, crl_pem: emptyCrl(context.ca, 9) } };
  const { data } = await routes.installTrust(fine);
  assert.is((data as { root_fingerprints_sha256: string[] }).root_fingerprints_sha256.length, 1);
  assert.match((data as { crl_next_update_at: string }).crl_next_update_at, /^\d{4}-.*Z$/);
});

test.run();
