/** A certificate authority and a transport in memory, over the real certificate mechanics. */
import { v7 as uuid } from 'uuid';
import {
  describeCertificate,
  issueLeaf,
  parseCsr,
  publicKeyPin,
  type Authority,
} from '../../server/core/agents/pki/index.ts';
import { createAuthority, issuePair } from '../../server/core/agents/pki/pki.testing.ts';
import { AgentFailure, type Context, type Feature } from '#sdk';
import type { Certificate } from '#sdk/agents.ts';

interface Issued {
  certificate: Certificate;
  pem: string;
}

export interface FakeAgents {
  feature: Feature;
  authority: Authority;
  issued: Issued[];
  /** Hosts whose agents answer a probe at any address. */
  answering: Set<string>;
  /** By `<host id>@<address>`: the boot since which its agent answers there. */
  answeringAt: Map<string, string>;
  probed: string[];
}

export async function createFakeAgents(now = new Date('2026-01-15T12:00:00Z')): Promise<FakeAgents> {
  const authority = await createAuthority(now);
  const web = await issuePair(authority, { kind: 'web', names: ['localhost'] }, now);
  const issued: Issued[] = [];
  const answering = new Set<string>();
  const answeringAt = new Map<string, string>();
  const probed: string[] = [];
  const of = (hostId: string) => issued.filter(({ certificate }) => certificate.hostId === hostId).reverse();
  const live = ({ certificate }: Issued) => certificate.status === 'active';

  function issue(ctx: Context, hostId: string, csrPem: string, hostname: string) {
    const { publicKeyPem } = parseCsr(csrPem);
    const leaf = issueLeaf({
      ca: authority,
      publicKeyPem,
      profile: { kind: 'host', hostId, hostname },
      now: ctx.clock.now(),
    });
    const { notBefore, notAfter, fingerprint: fingerprintSha256 } = describeCertificate(leaf.certificatePem);
    const certificate: Certificate = {
      id: uuid(),
      kind: 'host',
      hostId,
      hostname,
      serialNumber: leaf.serial,
      fingerprintSha256,
      publicKeyPin: publicKeyPin(publicKeyPem),
      subjectAltNames: [],
      status: 'active',
      notBefore,
      notAfter,
      issuedAt: ctx.clock.now(),
      revokedAt: null,
      revocationReason: null,
    };
    issued.push({ certificate, pem: leaf.certificatePem });
    return { certificate, certificatePem: leaf.certificatePem, caPem: authority.certificatePem };
  }

  const service = (ctx: Context) => ({
    listener: {
      options: () => ({ key: web.key, cert: `${web.cert}${authority.certificatePem}` }),
    },
    ca: {
      rootPem: () => authority.certificatePem,
      trustPem: () => authority.certificatePem,
      rootPin: () => publicKeyPin(authority.certificatePem),
      issueForCsr: async (_tx: unknown, request: { hostId: string; csrPem: string; hostname?: string }) =>
        issue(ctx, request.hostId, request.csrPem, request.hostname ?? ''),
      revokeAllOfHost: async (_tx: unknown, { hostId }: { hostId: string }) => {
        const active = of(hostId).filter(live);
        for (const { certificate } of active) certificate.status = 'revoked';
        return active.length;
      },
      activeOf: async (hostId: string) => of(hostId).find(live) ?? null,
      latestOf: async (hostId: string) => of(hostId),
      provingOf: async (hostId: string) => of(hostId).filter(live),
    },
    transport: {
      async probe(target: { hostId: string; address: string }) {
        probed.push(target.address);
        const bootId =
          answeringAt.get(`${target.hostId}@${target.address}`) ??
          (answering.has(target.hostId) ? 'boot' : null);
        if (bootId === null) throw new AgentFailure('unreachable', 'CONNECTION_REFUSED', 'nobody there');
        return { serial: '01', fingerprint: '', notAfter: now, bootId };
      },
    },
    targetOf: (host: { id: string; ipAddress: string; port: number; loopbackAllowed: boolean }) => ({
      hostId: host.id,
      address: host.ipAddress,
      port: host.port,
      loopbackAllowed: host.loopbackAllowed,
    }),
  });
  const feature = {
    name: 'agents',
    requires: ['hosts'],
    setup: (ctx: Context) => ({ routes: {}, service: service(ctx) }),
    errors: { CSR_INVALID: { status: 400, retryable: false, message: 'The CSR does not parse or verify.' } },
  };
  return { feature: feature as unknown as Feature, authority, issued, answering, answeringAt, probed };
}
