import { actors, AppError, type Context, type Tx } from '#sdk';
import { scheduleFirstPoll } from './firstPoll.ts';
import { normalAddress, secretHash, stateAt } from '../domain.ts';
import { limitCalls } from '../limits.ts';
import { RequestModel } from '../models.ts';

export type EnrollmentAnswer =
  | { status: 'pending' | 'denied' | 'expired' }
  | { status: 'approved'; hostId: string; certificatePem: string; caPem: string };

/**
 * The state of the request with this polling token. The first answer that carries the certificate is noted: polls of
 * the host begin a moment later. Throws UNAUTHENTICATED, and RATE_LIMITED after many wrong tokens from one address.
 */
export async function statusOf(
  ctx: Context,
  authorization: string | undefined,
  address: string,
): Promise<EnrollmentAnswer> {
  const token = /^Bearer ([\w-]{16,128})$/i.exec(authorization ?? '')?.[1];
  const row =
    token && (await RequestModel.query(ctx.db.reader).findOne({ polling_token_hash: secretHash(token) }));
  if (!row) {
    await limitCalls(ctx, 'wrongToken', normalAddress(address));
    throw new AppError('UNAUTHENTICATED', {
      message: 'The polling token is missing or belongs to no enrollment.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  const now = ctx.clock.now();
  const status = stateAt(row, now);
  if (status !== 'approved') return { status };
  const { hostId, certificatePem } = row;
  const host = hostId === null ? null : await ctx.core.hosts.get(hostId);
  // For a deleted host there is no certificate to fetch.
  if (!host || certificatePem === null || row.expiresAt <= now) return { status: 'expired' };
  if (row.fetchedAt === null) await noteFetch(ctx, row, host.id, address);
  return { status, hostId: host.id, certificatePem, caPem: ctx.core.agents.ca.trustPem() };
}

/** Requests of a deleted host stay for people to look at, but their certificate cannot be fetched any more. */
export async function withdrawCertificate(tx: Tx, hostId: string): Promise<void> {
  await RequestModel.query(tx.knex).where('host_id', hostId).patch({ certificatePem: null });
}

async function noteFetch(ctx: Context, row: RequestModel, hostId: string, address: string): Promise<void> {
  const fetchedAt = ctx.clock.now();
  // Scheduled before the fetch is written: a manager that is killed in between leaves one poll too many, not a host
  // without polls.
  await scheduleFirstPoll(ctx, { hostId, fetchedAtMs: fetchedAt.getTime(), attempt: 0 });
  await ctx.tx(
    async (tx) => {
      const first = await RequestModel.query(tx.knex)
        .where({ id: row.id })
        .whereNull('fetched_at')
        .patch({ fetchedAt });
      if (first === 0) return;
      ctx.audit.record(tx, {
        actor: { kind: 'agent', id: hostId, name: row.fqdn, role: null, ...actors.withoutSession },
        address,
        action: 'enrollment.completed',
        resource: { kind: 'enrollment', id: row.id, name: row.fqdn },
        after: { host_id: hostId },
      });
    },
    { name: 'fetch enrolled certificate' },
  );
}
