/** The manager's side of enrollment and certificates, in this process: a real CA and a real HTTPS listener. */
import { randomUUID, verify, X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueLeaf, parseCsr, publicKeyPin, signCrl } from '../../server/core/agents/pki/index.ts';
import type { Authority, LeafProfile } from '../../server/core/agents/pki/index.ts';
import { createAuthority, issuePair, type ClientPair } from '../../server/core/agents/pki/pki.testing.ts';
import { addressPayload, renewalPayload } from '../../server/shared/pki/renewal.ts';

import type { AddressReport } from '../identity/reportAddress.ts';

export { createAuthority, issuePair, type ClientPair };

export function emptyCrl(ca: Authority, number = 1, revokedSerials: string[] = [], now = new Date()): string {
  const revoked = revokedSerials.map((serial) => ({ serial, revokedAt: now }));
  return signCrl({ ca, number, revoked, now });
}

type Body = Record<string, unknown>;

export interface FakeManager {
  /** Its listener, which asks for the certificates of clients. */
  server: Server;
  url: string;
  ca: Authority;
  rootPin: string;
  hostId: string;
  /** Path and body of every request received. */
  requests: { path: string; body: Body | null }[];
  /** The answers to the next status polls; the last one is repeated. */
  decisions: ('pending' | 'approved' | 'denied' | 'expired')[];
  /** Errors for the next calls, one each; then calls work. */
  failures: { status: number; code: string; retryAfterSecs?: number }[];
  /** The address that it calls; a told one replaces it, unless `unmoved` has an answer. */
  calledAddress: string;
  unmoved: Pick<AddressReport, 'outcome' | 'reason'>[];
  /** The time at which certificates are issued; a test may change it. */
  issueAt: Date;
  /** Whether its revocation list has the certificate that it issued last; `unreadable`: its list is none. */
  revokes: boolean | 'unreadable';
  close(): Promise<void>;
}

export interface FakeManagerOptions {
  ca?: Authority;
  /** Signs the listener's certificate instead of `ca`. */
  listenerCa?: Authority;
  profile?: LeafProfile;
  servesRoot?: boolean;
}

export async function startFakeManager(options: FakeManagerOptions = {}): Promise<FakeManager> {
  const ca = options.ca ?? (await createAuthority());
  const listenerCa = options.listenerCa ?? ca;
  const pair = await issuePair(listenerCa, options.profile ?? { kind: 'web', names: [] });
  const chain = options.servesRoot === false ? pair.cert : pair.cert + listenerCa.certificatePem;
  const server = createServer({ key: pair.key, cert: chain, requestCert: true, rejectUnauthorized: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const manager: FakeManager = {
    server,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    rootPin: publicKeyPin(listenerCa.certificatePem),
    hostId: randomUUID(),
    requests: [],
    decisions: ['approved'],
    failures: [],
    calledAddress: '127.0.0.1',
    unmoved: [],
    issueAt: new Date(),
    revokes: false,
    close: () => close(server),
  };
  server.on('request', (req, res) => {
    if (req.url?.startsWith('/api/v1/ca/root.crl?issuer=')) return void res.end(revocationList(manager));
    void serve(manager, req).then(({ status, body, retryAfterSecs }) => {
      const after = retryAfterSecs === undefined ? {} : { 'retry-after': String(retryAfterSecs) };
      res.writeHead(status, { 'content-type': 'application/json', ...after });
      res.end(JSON.stringify(body));
    });
  });
  return manager;
}

interface Served {
  status: number;
  body: unknown;
  retryAfterSecs?: number | undefined;
}

async function serve(manager: FakeManager, req: IncomingMessage): Promise<Served> {
  const body = await readBody(req);
  const path = req.url ?? '';
  manager.requests.push({ path, body });
  const failure = manager.failures.shift();
  if (failure) {
    const { status, code, retryAfterSecs } = failure;
    return { status, body: { error: { code, message: code } }, retryAfterSecs };
  }
  if (path === '/api/v1/enroll') return { status: 201, body: accept(manager, body ?? {}) };
  if (path === '/api/v1/enroll/renew') return renew(manager, body ?? {});
  if (path === '/api/v1/enroll/address') return reportAddress(manager, body ?? {});
  if (req.headers.authorization !== 'Bearer polling-1') return { status: 401, body: null };
  const decision =
    (manager.decisions.length > 1 ? manager.decisions.shift() : manager.decisions[0]) ?? 'pending';
  return { status: 200, body: decision === 'approved' ? approve(manager) : { status: decision } };
}

const csrs = new WeakMap<FakeManager, string>();
const issued = new WeakMap<FakeManager, string>();

function accept(manager: FakeManager, body: Body) {
  csrs.set(manager, String(body.csr_pem));
  return {
    id: randomUUID(),
    polling_token: 'polling-1',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
}

function approve(manager: FakeManager) {
  const certificate_pem = issue(manager, csrs.get(manager) ?? '');
  return { status: 'approved', host_id: manager.hostId, certificate_pem, ca_pem: manager.ca.certificatePem };
}

function renew(manager: FakeManager, body: Body): { status: number; body: unknown } {
  const { host_id: hostId, csr_pem: csrPem, address, signature } = body as Record<string, string>;
  const payload = renewalPayload({ hostId: hostId ?? '', csrPem: csrPem ?? '', address });
  const key = new X509Certificate(issued.get(manager) ?? '').publicKey;
  if (!verify('sha256', payload, key, Buffer.from(signature ?? '', 'base64')))
    return { status: 403, body: { error: { code: 'SIGNATURE_INVALID', message: 'no' } } };
  return {
    status: 200,
    body: { certificate_pem: issue(manager, csrPem ?? ''), ca_pem: manager.ca.certificatePem },
  };
}

function reportAddress(manager: FakeManager, body: Body): { status: number; body: unknown } {
  const { host_id: hostId = '', address, signature = '' } = body as Record<string, string>;
  const key = new X509Certificate(issued.get(manager) ?? '').publicKey;
  if (!verify('sha256', addressPayload({ hostId, address }), key, Buffer.from(signature, 'base64')))
    return { status: 403, body: { error: { code: 'SIGNATURE_INVALID', message: 'no' } } };
  const isKnown = address === undefined || address === manager.calledAddress;
  const known = isKnown ? { outcome: 'known', reason: null } : undefined;
  const unmoved = (address === undefined ? undefined : manager.unmoved.shift()) ?? known;
  if (!unmoved) manager.calledAddress = address ?? '';
  const answer = unmoved ?? { outcome: 'moved', reason: null };
  return { status: 200, body: { ...answer, ip_address: manager.calledAddress, port: 9443 } };
}

function issue(manager: FakeManager, csrPem: string): string {
  const profile = { kind: 'host' as const, hostId: manager.hostId, hostname: 'web-1' };
  const { publicKeyPem } = parseCsr(csrPem);
  const { certificatePem } = issueLeaf({ ca: manager.ca, publicKeyPem, profile, now: manager.issueAt });
  issued.set(manager, certificatePem);
  return certificatePem;
}

function revocationList(manager: FakeManager): Buffer {
  if (manager.revokes === 'unreadable') return Buffer.from('<html>Sign in to the proxy</html>');
  const serial = new X509Certificate(issued.get(manager) ?? '').serialNumber;
  const pem = emptyCrl(manager.ca, 2, manager.revokes ? [serial] : []);
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
}

async function readBody(req: IncomingMessage): Promise<Body | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return chunks.length ? (JSON.parse(Buffer.concat(chunks).toString()) as Body) : null;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
