import { systemActor } from '#server/kernel/security/actor.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { CertificateModel, RootModel, StateModel } from '../models.ts';
import { crlLifeDays, type Revocation, type RevocationReason, signCrl } from '../pki/index.ts';
import { lostRevocations } from './queries.ts';
import type { Authorities } from './root.ts';
import { CLOCKS_DIFFER_MS } from '#server/kernel/clock.ts';

const DAY_MS = 86_400_000;
/** A list is signed again long before it ends, because with an expired list every certificate is refused. */
const SIGN_AGAIN_AFTER_MS = DAY_MS;
/** Entries, besides those of managers, in the list that agents get: it is sent to all of them with each change. */
const MOST_FOR_AGENTS = 1_000;

const PENDING = Symbol('crl');

/** Has each root sign a new list at the end of the transaction, once, however many certificates it revokes. */
export function signAgain(ctx: Context, ca: Authorities, tx: Tx, changed: () => Promise<void>): void {
  if (tx.scratch.has(PENDING)) return;
  tx.scratch.set(PENDING, true);
  tx.beforeCommit((last) => writeCrl(ctx, ca, last));
  tx.afterCommit(changed);
}

async function writeCrl(ctx: Context, ca: Authorities, tx: Tx): Promise<void> {
  const now = ctx.clock.now();
  const state = await StateModel.query(tx.knex).findById(1).forUpdate();
  if (!state) throw new Error('the state of the certificate authority is missing');
  const number = Number(state.crlNumber) + 1;
  const { roots } = await ca.within(tx);
  const lists: string[] = [];
  for (const root of roots) {
    const revoked = await revokedOf(tx, root.id, now);
    const crlPem = signCrl({ ca: root, number, revoked, now });
    await RootModel.query(tx.knex).findById(root.id).patch({ crlPem });
    const forAgents = listForAgents(revoked);
    const isWhole = forAgents.length === revoked.length;
    lists.push(isWhole ? crlPem : signCrl({ ca: root, number, revoked: forAgents, now }));
  }
  await StateModel.query(tx.knex)
    .findById(1)
    .patch({ crlNumber: number, crlPem: lists.join(''), crlSignedAt: now });
}

type Revoked = Revocation & Pick<CertificateModel, 'kind'>;

/**
 * Agents obey managers alone, so they need the certificates of managers. Of the others they get those that were revoked
 * last: an agent takes no list of more than some 13,000 entries, and a fleet that is built anew each month has more.
 */
function listForAgents(revoked: readonly Revoked[]): readonly Revoked[] {
  const others = revoked.filter(({ kind }) => kind !== 'manager');
  if (others.length <= MOST_FOR_AGENTS) return revoked;
  const latest = others.toSorted((a, b) => b.revokedAt.getTime() - a.revokedAt.getTime());
  const kept = new Set(latest.slice(0, MOST_FOR_AGENTS));
  return revoked.filter((one) => one.kind === 'manager' || kept.has(one));
}

/** Only certificates that this root has signed. */
async function revokedOf(tx: Tx, issuerId: string, now: Date): Promise<Revoked[]> {
  const rows = await CertificateModel.query(tx.knex)
    .select('serial', 'kind', 'revoked_at', 'revocation_reason')
    .where({ status: 'revoked', issuer_id: issuerId })
    .where('not_after', '>', ts(now))
    .orderBy('id');
  const lost = await lostRevocations(tx.knex, now, issuerId);
  return [
    ...rows.map(({ serial, kind, revokedAt, revocationReason }) => ({
      serial,
      kind,
      revokedAt: revokedAt ?? now,
      reason: (revocationReason ?? undefined) as RevocationReason | undefined,
    })),
    // Nobody knows what they were for: perhaps a manager's, so every agent gets them.
    ...lost.map(({ serial, takenAt }) => ({ serial, kind: 'manager' as const, revokedAt: takenAt })),
  ];
}

/**
 * Signs the daily list if it is due; true when it was. It is due, too, when a clock that was set back since has signed
 * it: agents refuse a list that has not begun yet.
 */
export async function refreshCrl(
  ctx: Context,
  ca: Authorities,
  changed: () => Promise<void>,
): Promise<boolean> {
  const nowMs = ctx.clock.now().getTime();
  const state = await StateModel.query(ctx.db.knex).findById(1);
  if (!state) return false;
  const ageMs = nowMs - state.crlSignedAt.getTime();
  if (ageMs < SIGN_AGAIN_AFTER_MS && ageMs > -CLOCKS_DIFFER_MS) return false;
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
  /** One list from each trusted root, as agents get it: a long one is cut, see `listForAgents`. */
  pem: string;
  signedAt: Date;
  nextUpdateAt: Date;
}

export async function readCrl(ctx: Context): Promise<CrlInForce> {
  const state = await StateModel.query(ctx.db.reader).findById(1);
  if (!state) throw new Error('the state of the certificate authority is missing');
  return {
    number: Number(state.crlNumber),
    pem: state.crlPem,
    signedAt: state.crlSignedAt,
    nextUpdateAt: new Date(state.crlSignedAt.getTime() + crlLifeDays * DAY_MS),
  };
}

/** See CertificateAuthority.crlOf; also serves the last list of a retired root. */
export async function readCrlOf(ctx: Context, fingerprint: string | null): Promise<Buffer | null> {
  const query = RootModel.query(ctx.db.reader).first();
  const row = await (fingerprint === null
    ? query.where('anchor', 1)
    : query.where('fingerprint', fingerprint));
  return row ? Buffer.from(row.crlPem.replace(/-----[^-]+-----|\s/g, ''), 'base64') : null;
}
