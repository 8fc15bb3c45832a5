import { actors, AgentFailure, AppError, type Context, pki } from '#sdk';
import type { ActedBy, Host } from '#sdk/hosts.ts';
import { normalAddress } from '../domain.ts';
import { limitCalls } from '../limits.ts';
import { proofOf } from './proof.ts';
import { judgedAddress, pinOf } from './requests.ts';

export interface RenewalRequest {
  hostId: string;
  csrPem: string;
  /** Exactly as it was sent: it is part of the signed text. */
  address: string | undefined;
  signature: string;
}

export interface Renewed {
  certificatePem: string;
  caPem: string;
}

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Makes a certificate for the agent's new key, proved by its current one. Throws RATE_LIMITED, CSR_INVALID,
 * HOST_ADDRESS_REFUSED, SIGNATURE_INVALID, RENEWAL_REFUSED.
 */
export async function renew(ctx: Context, request: RenewalRequest, callerAddress: string): Promise<Renewed> {
  const source = normalAddress(callerAddress);
  await limitCalls(ctx, 'renew', source);
  const newPin = pinOf(request.csrPem);
  const host = await ctx.core.hosts.get(request.hostId);
  if (!host) throw refused('There is no such host; enroll again.');
  await requireProof(ctx, request);
  const by: ActedBy = {
    actor: { kind: 'agent', id: host.id, name: host.fqdn, role: null, ...actors.withoutSession },
    address: source,
  };
  const moved = await judgeMove(ctx, host, request, by);
  return issue(ctx, host, { request, newPin, moved, by });
}

/** The signature must be made with the key of a certificate that is still valid. */
async function requireProof(ctx: Context, request: RenewalRequest): Promise<void> {
  const { hostId, signature } = request;
  const proof = await proofOf(ctx, { hostId, payload: pki.renewalPayload(request), signature });
  if (proof === 'gone') throw refused();
  if (proof === 'wrong') throw new AppError('SIGNATURE_INVALID');
}

/**
 * The new address of the host, or null when it has not moved. While somebody with its certificate still answers at the
 * known address there are two of them: the host is flagged, and its address stays.
 */
async function judgeMove(
  ctx: Context,
  host: Host,
  request: RenewalRequest,
  by: ActedBy,
): Promise<string | null> {
  if (request.address === undefined) return null;
  const { hosts } = ctx.core;
  const address = judgedAddress(ctx, request.address, host.loopbackAllowed);
  if (address === normalAddress(host.ipAddress)) return null;
  if (!(await answers(ctx, host))) return address;
  await ctx.tx((tx) => hosts.flagDuplicate(tx, host.id, by), { name: 'flag duplicate identity' });
  throw refused(
    `Another system with this host's certificate answers at ${host.ipAddress}. A clone needs a machine id of its own and an enrollment of its own; if the host has moved, have its address edited in the manager.`,
    'DUPLICATE_IDENTITY',
  );
}

async function answers({ core }: Context, host: Host): Promise<boolean> {
  try {
    await core.agents.transport.probe(core.agents.targetOf(host), { timeoutMs: PROBE_TIMEOUT_MS });
    return true;
  } catch (error) {
    if (error instanceof AgentFailure) return false;
    throw error;
  }
}

interface Issue {
  request: RenewalRequest;
  newPin: string;
  moved: string | null;
  by: ActedBy;
}

async function issue(ctx: Context, host: Host, { request, newPin, moved, by }: Issue): Promise<Renewed> {
  const { hosts, agents } = ctx.core;
  const { ca } = agents;
  // An answer to the same request got lost: the certificate for that key exists already.
  const active = await ca.activeOf(host.id);
  const isAgain = active?.certificate.publicKeyPin === newPin;
  const certificatePem = await ctx.tx(
    async (tx) => {
      if (!(await hosts.getIn(tx, host.id))) throw refused('There is no such host; enroll again.');
      if (moved !== null) await hosts.move(tx, host.id, { from: host.ipAddress, to: moved }, by);
      await hosts.pollSoon(tx, [host.id]);
      if (isAgain) return active.pem;
      const issued = await ca.issueForCsr(
        tx,
        { hostId: host.id, csrPem: request.csrPem, hostname: host.fqdn },
        by,
      );
      ctx.audit.record(tx, {
        ...by,
        action: 'enrollment.renewed',
        resource: { kind: 'host', id: host.id, name: host.fqdn },
        after: { serial_number: issued.certificate.serialNumber, ip_address: moved ?? host.ipAddress },
      });
      return issued.certificatePem;
    },
    { name: 'renew enrollment' },
  );
  return { certificatePem, caPem: ca.trustPem() };
}

function refused(message?: string, reason?: string): AppError {
  return new AppError('RENEWAL_REFUSED', {
    ...(message ? { message } : {}),
    ...(reason ? { details: { reason } } : {}),
  });
}
