import { systemActor } from '../../../kernel/security/actor.ts';
import { ts } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import { CertificateModel, StateModel } from '../models.ts';
import { type Authority, crlLifeDays, type RevocationReason, signCrl } from '../pki/index.ts';

const DAY_MS = 86_400_000;
/** A list is signed anew long before it ends, because an expired one would refuse everybody. */
const SIGN_AGAIN_AFTER_MS = DAY_MS;

const PENDING = Symbol('crl');

/** Signs a new list at the end of the transaction, once, however many certificates it revokes. */
export function signAgain(ctx: Context, ca: Authority, tx: Tx, changed: () => Promise<void>): void {
  if (tx.scratch.has(PENDING)) return;
  tx.scratch.set(PENDING, true);
  tx.beforeCommit((last) => writeCrl(ctx, ca, last));
  tx.afterCommit(changed);
}

async function writeCrl(ctx: Context, ca: Authority, tx: Tx): Promise<void> {
  const now = ctx.clock.now();
  const state = await StateModel.query(tx.knex).findById(1).forUpdate();
  if (!state) throw new Error('the state of the certificate authority is missing');
  const number = Number(state.crlNumber) + 1;
  const rows = await CertificateModel.query(tx.knex)
    .select('serial', 'revoked_at', 'revocation_reason')
    .where('status', 'revoked')
    .where('not_after', '>', ts(now))
    .orderBy('id');
  const revoked = rows.map(({ serial, revokedAt, revocationReason }) => ({
    serial,
    revokedAt: revokedAt ?? now,
    reason: (revocationReason ?? undefined) as RevocationReason | undefined,
  }));
  await StateModel.query(tx.knex)
    .findById(1)
    .patch({ crlNumber: number, crlPem: signCrl({ ca, number, revoked, now }), crlSignedAt: now });
}

/** The daily list; true when one was due. */
export async function refreshCrl(
  ctx: Context,
  ca: Authority,
  changed: () => Promise<void>,
): Promise<boolean> {
  const before = new Date(ctx.clock.now().getTime() - SIGN_AGAIN_AFTER_MS);
  const state = await StateModel.query(ctx.db.knex).findById(1);
  if (!state || state.crlSignedAt > before) return false;
  await ctx.tx(
    async (tx) => {
      signAgain(ctx, ca, tx, changed);
      ctx.audit.record(tx, {
        actor: systemActor,
        address: null,
        action: 'ca.crl_signed',
        resource: { kind: 'ca', id: null, name: 'revocation list' },
      });
    },
    { name: 'agents.signCrl' },
  );
  return true;
}

export interface CrlInForce {
  number: number;
  pem: string;
  der: Buffer;
  nextUpdateAt: Date;
}

export async function readCrl(ctx: Context): Promise<CrlInForce> {
  const state = await StateModel.query(ctx.db.reader).findById(1);
  if (!state) throw new Error('the state of the certificate authority is missing');
  const base64 = state.crlPem.replace(/-----[^-]+-----|\s/g, '');
  return {
    number: Number(state.crlNumber),
    pem: state.crlPem,
    der: Buffer.from(base64, 'base64'),
    nextUpdateAt: new Date(state.crlSignedAt.getTime() + crlLifeDays * DAY_MS),
  };
}
