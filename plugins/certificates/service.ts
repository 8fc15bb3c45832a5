import { AgentFailure, AppError, type Context } from '#sdk';
import type { Certificate, IssuedCertificate, IssuedWithKey } from '#sdk/agents.ts';
import type { ActedBy } from '#sdk/hosts.ts';

export interface Reissued extends Omit<IssuedCertificate, 'certificate'> {
  certificate: Certificate;
  /** Null when the agent made the key, and when a repeated call is answered again: the key is shown once. */
  keyPem: string | null;
  /** True when the agent uses the new certificate. */
  installed: boolean;
}

export interface Call {
  by: ActedBy;
  idempotencyKey: string | null;
}

export interface CertificatesService {
  /** Throws CERTIFICATE_NOT_FOUND. */
  read(certificateId: string): Promise<Certificate>;
  /** Key pair and certificate for a host that cannot enroll. Throws HOST_NOT_FOUND, CERTIFICATE_EXISTS. */
  issue(hostId: string, hostname: string, by: ActedBy): Promise<IssuedWithKey>;
  /** Renews through the host's agent. Throws CERTIFICATE_NOT_FOUND, CERTIFICATE_NOT_ACTIVE, HOST_UNREACHABLE. */
  renew(certificateId: string, call: Call): Promise<Certificate>;
  /** Throws CERTIFICATE_NOT_FOUND, CERTIFICATE_NOT_ACTIVE, FORBIDDEN (the manager's own, in use). */
  revoke(certificateId: string, by: ActedBy): Promise<void>;
  /**
   * Issues the new certificate, then revokes the old ones, even if the host cannot be reached. Throws HOST_NOT_FOUND.
   */
  reissue(hostId: string, call: Call): Promise<Reissued>;
  /** The leaf in PEM. Throws HOST_NOT_FOUND, CERTIFICATE_NOT_FOUND. */
  pemOf(hostId: string): Promise<string>;
}

export function createCertificatesService(ctx: Context): CertificatesService {
  const hosts = () => ctx.core.hosts;
  const ca = () => ctx.core.agents.ca;

  async function read(certificateId: string): Promise<Certificate> {
    const certificate = await ca().get(certificateId);
    if (!certificate) throw new AppError('CERTIFICATE_NOT_FOUND');
    return certificate;
  }

  return {
    read,
    async issue(hostId, hostname, by) {
      await hosts().require(hostId, 'all');
      return ctx.tx(
        async (tx) => {
          // With the host locked, the second of two calls sees what the first has issued.
          if (!(await hosts().getIn(tx, hostId))) throw new AppError('HOST_NOT_FOUND');
          if (await ca().activeOf(hostId)) throw new AppError('CERTIFICATE_EXISTS');
          return ca().issueWithKey(tx, { hostId, hostname }, by);
        },
        { name: 'issue certificate' },
      );
    },
    async renew(certificateId, call) {
      const known = await answeredBefore(ctx, 'renewCertificate', certificateId, call);
      if (known) return read(known.id);
      const { hostId, status } = await read(certificateId);
      if (status !== 'active') throw new AppError('CERTIFICATE_NOT_ACTIVE', { details: { status } });
      if (hostId === null)
        throw new AppError('CERTIFICATE_NOT_ACTIVE', {
          message: "The manager's own certificates are renewed without being asked.",
        });
      const { certificate } = await ctx.core.agents.renewHostCertificate(hostId, call.by);
      await remember(ctx, 'renewCertificate', certificateId, call, { id: certificate.id, installed: true });
      return certificate;
    },
    async revoke(certificateId, by) {
      const { kind, status } = await read(certificateId);
      if (kind !== 'host' && status === 'active')
        throw new AppError('FORBIDDEN', {
          message: 'The manager uses this certificate; revoking it would shut every agent out.',
        });
      await ctx.tx((tx) => ca().revoke(tx, { certificateId }, by), { name: 'revoke certificate' });
    },
    async reissue(hostId, call) {
      const known = await answeredBefore(ctx, 'reissueCertificate', hostId, call);
      if (known) return reissuedBefore(ctx, known);
      await hosts().require(hostId, 'all');
      const reissued =
        (await installNew(ctx, hostId, call.by)) ?? (await issueForUnreachable(ctx, hostId, call.by));
      await remember(ctx, 'reissueCertificate', hostId, call, {
        id: reissued.certificate.id,
        installed: reissued.installed,
      });
      return reissued;
    },
    async pemOf(hostId) {
      await hosts().require(hostId, 'all');
      const active = await ca().activeOf(hostId);
      if (!active)
        throw new AppError('CERTIFICATE_NOT_FOUND', { message: 'The host has no active certificate.' });
      return active.pem;
    },
  };
}

/** Null when the agent could not install a new certificate. */
async function installNew(ctx: Context, hostId: string, by: ActedBy): Promise<Reissued | null> {
  try {
    const issued = await ctx.core.agents.renewHostCertificate(hostId, by, 'revoke');
    return { ...issued, keyPem: null, installed: true };
  } catch (error) {
    const unreachable =
      error instanceof AgentFailure || (error instanceof AppError && error.code === 'HOST_UNREACHABLE');
    if (!unreachable) throw error;
    ctx.log.info(
      { hostId, reason: error.message },
      'the host cannot install its new certificate; its key is made here',
    );
    return null;
  }
}

/** Issues without the agent. Old certificates are revoked all the same: that may be why the caller asked. */
async function issueForUnreachable(ctx: Context, hostId: string, by: ActedBy): Promise<Reissued> {
  const { hosts, agents } = ctx.core;
  const issued = await ctx.tx(
    async (tx) => {
      const host = await hosts.getIn(tx, hostId);
      if (!host) throw new AppError('HOST_NOT_FOUND');
      const made = await agents.ca.issueWithKey(tx, { hostId, hostname: host.fqdn }, by);
      await agents.ca.revokeAllOfHost(
        tx,
        { hostId, exceptId: made.certificate.id, reason: 'superseded' },
        by,
      );
      return made;
    },
    { name: 'reissue certificate' },
  );
  return { ...issued, installed: false };
}

interface Outcome {
  id: string;
  installed: boolean;
}

type Operation = 'renewCertificate' | 'reissueCertificate';

const callOf = (operationId: Operation, request: string, { by, idempotencyKey }: Call) => ({
  key: idempotencyKey,
  operationId,
  actor: by.actor,
  request,
});

/**
 * The answer that the caller's idempotency key had before. Throws IDEMPOTENCY_MISMATCH when it was for another resource.
 */
async function answeredBefore(
  ctx: Context,
  operationId: Operation,
  request: string,
  call: Call,
): Promise<Outcome | null> {
  if (call.idempotencyKey === null) return null;
  const resourceId = await ctx.tx((tx) => ctx.idempotency.earlier(tx, callOf(operationId, request, call)), {
    durable: false,
  });
  if (resourceId === null) return null;
  const [id = '', installed] = resourceId.split('/');
  return { id, installed: installed === 'installed' };
}

async function remember(
  ctx: Context,
  operationId: Operation,
  request: string,
  call: Call,
  outcome: Outcome,
): Promise<void> {
  if (call.idempotencyKey === null) return;
  const resourceId = outcome.installed ? `${outcome.id}/installed` : outcome.id;
  await ctx.tx((tx) => ctx.idempotency.once(tx, callOf(operationId, request, call), async () => resourceId));
}

async function reissuedBefore(ctx: Context, { id, installed }: Outcome): Promise<Reissued> {
  const { ca } = ctx.core.agents;
  const certificate = await ca.get(id);
  const active = certificate?.hostId ? await ca.activeOf(certificate.hostId) : null;
  if (!certificate || active?.certificate.id !== id)
    throw new AppError('IDEMPOTENCY_MISMATCH', {
      message: 'The certificate of that call has been replaced since.',
    });
  return { certificate, certificatePem: active.pem, caPem: ca.trustPem(), keyPem: null, installed };
}
