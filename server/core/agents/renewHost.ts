import { AgentFailure } from '../../shared/wire/agentFailure.ts';
import { AppError } from '../../shared/wire/appError.ts';
import { ts } from '../../kernel/db/database.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import type { ActedBy, HostEndpoint } from '../hosts/api.ts';
import { bySystem } from './ca/issue.ts';
import { CertificateModel } from './models.ts';
import { inParallel } from './parallel.ts';
import type { CertificateAuthority, IssuedCertificate } from './ca.ts';
import type { AgentTransport } from './transport.ts';

const MAX_AT_ONCE = 8;
const MAX_PER_SWEEP = 200;
export const RETRY_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface Renewal {
  ctx: Context;
  ca: CertificateAuthority;
  transport: AgentTransport;
}

/** See AgentsService.renewHostCertificate. No network calls inside a transaction: each step commits on its own. */
export async function renewHost(
  { ctx, ca, transport }: Renewal,
  hostId: string,
  by: ActedBy,
  retire: 'supersede' | 'revoke' = 'supersede',
): Promise<IssuedCertificate> {
  const host = await ctx.core.hosts.require(hostId, 'all');
  const target: HostEndpoint = {
    hostId,
    address: host.ipAddress,
    port: host.port,
    loopbackAllowed: host.loopbackAllowed,
    connection: host.connection,
  };
  try {
    const { data } = await transport.call(target, 'createCsr');
    const issued = await ctx.tx(
      (tx) => ca.issueForCsr(tx, { hostId, csrPem: data.csr_pem, hostname: host.fqdn }, by),
      { name: 'agents.renewHost' },
    );
    await transport.call(target, 'installCertificate', { body: { certificate_pem: issued.certificatePem } });
    await confirm(transport, target, issued.certificate.serialNumber);
    const keepId = issued.certificate.id;
    await ctx.tx(
      async (tx) => {
        if (retire === 'revoke')
          await ca.revokeAllOfHost(tx, { hostId, exceptId: keepId, reason: 'superseded' }, by);
        else await ca.supersedeOthers(tx, { hostId, keepId }, by);
      },
      { name: 'agents.retireOld' },
    );
    transport.disconnect(hostId, 'CERTIFICATE_RENEWED');
    return issued;
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    throw new AppError(
      'HOST_UNREACHABLE',
      {
        message: `The agent did not take a new certificate: ${error.message}.`,
        details: { reason: error.code },
      },
      { cause: error },
    );
  }
}

/** Uses a fresh connection, because an open one would still show the old certificate. */
async function confirm(transport: AgentTransport, target: HostEndpoint, serial: string): Promise<void> {
  const peer = await transport.probe(target);
  if (peer.serial !== serial)
    throw new AgentFailure('tls', 'CERTIFICATE_INVALID', 'the agent still shows its old certificate');
}

/**
 * For the sweep: renews hosts past two thirds of their certificate's life. A failed attempt is repeated after an hour.
 * An earlier interrupted attempt is completed first if the agent already shows the new certificate.
 */
export async function renewDue(renewal: Renewal, signal: AbortSignal): Promise<void> {
  const { ctx } = renewal;
  const now = ctx.clock.now();
  const rows = await CertificateModel.query(ctx.db.reader)
    .where({ kind: 'host', status: 'active' })
    .where('renew_at', '<=', ts(now))
    .where((row) => void row.whereNull('retry_at').orWhere('retry_at', '<=', ts(now)))
    .where('not_after', '>', ts(now))
    .orderBy('renew_at')
    .limit(MAX_PER_SWEEP);
  await inParallel(rows, MAX_AT_ONCE, async (row) => {
    if (signal.aborted || row.hostId === null) return;
    await postpone(ctx, row.id);
    try {
      if (await settle(renewal, row)) return;
      await renewHost(renewal, row.hostId, bySystem);
    } catch (error) {
      ctx.log.info({ error, hostId: row.hostId }, 'a host certificate could not be renewed yet');
    }
  });
}

async function postpone(ctx: Context, id: string): Promise<void> {
  const retryAt = new Date(ctx.clock.now().getTime() + RETRY_MS);
  await ctx.tx(async (tx) => void (await CertificateModel.query(tx.knex).findById(id).patch({ retryAt })), {
    durable: false,
    name: 'agents.postponeRenewal',
  });
}

/** Completes an interrupted renewal; true when there is nothing left to do for the host. */
async function settle({ ctx, ca, transport }: Renewal, old: CertificateModel): Promise<boolean> {
  if (old.hostId === null) return true;
  const newer = await CertificateModel.query(ctx.db.reader)
    .where({ host_id: old.hostId, status: 'active' })
    .where('id', '>', old.id)
    .where('issued_at', '>', ts(old.issuedAt.getTime() + DAY_MS));
  if (newer.length === 0) return false;
  const [endpoint] = await ctx.core.hosts.endpoints({ hostIds: [old.hostId] });
  if (!endpoint) return true;
  const { serial } = await transport.probe(endpoint);
  const used = newer.find((row) => row.serial === serial);
  if (!used) return false;
  await ctx.tx((tx) => ca.supersedeOthers(tx, { hostId: used.hostId ?? '', keepId: used.id }, bySystem), {
    name: 'agents.settleRenewal',
  });
  return true;
}
