import { X509Certificate } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from '#server/kernel/boot/feature.ts';
import { insertModels } from '#server/kernel/db/model.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import { parseRevocationLists, type RevocationList } from '#server/shared/pki/revocationLists.ts';
import { CertificateModel, LostRevocationModel, StateModel } from '../models.ts';
import { signAgain } from './crl.ts';
import type { Authorities, Root } from './root.ts';

const CHUNK = 500;

/**
 * After a restore from a backup: revocations that were made since are in the lists that agents hold (PEM). Those with a
 * higher number than ours are taken over, and a list above them is signed. What none of our roots has signed counts for
 * nothing, so that no agent can have others revoked. True where there was anything to take over.
 */
export async function takeOver(
  ctx: Context,
  ca: Authorities,
  pem: string,
  changed: () => Promise<void>,
): Promise<boolean> {
  const held = parseRevocationLists(pem);
  return ctx.tx(
    async (tx) => {
      const state = await StateModel.query(tx.knex).findById(1).forUpdate();
      const own = Number(state?.crlNumber ?? 0);
      const { roots } = await ca.within(tx);
      const newer = held.flatMap((list) => {
        const root = roots.find(({ certificatePem }) => list.isSignedBy(new X509Certificate(certificatePem)));
        return root && list.number > own && list.number < Number.MAX_SAFE_INTEGER ? [{ list, root }] : [];
      });
      if (newer.length === 0) return false;
      const now = ctx.clock.now();
      for (const one of newer) await takeSerials(tx.knex, one, now);
      const highest = Math.max(...newer.map(({ list }) => Number(list.number)));
      await StateModel.query(tx.knex).findById(1).patch({ crlNumber: highest });
      ctx.audit.record(tx, {
        actor: systemActor,
        address: null,
        action: 'ca.crl_signed',
        resource: { kind: 'ca', id: null, name: 'revocation list' },
        before: { number: own },
        after: { taken_over_from_an_agent: highest },
      });
      signAgain(ctx, ca, tx, changed);
      return true;
    },
    { name: 'agents.takeOverRevocations' },
  );
}

async function takeSerials(
  knex: Knex,
  { list, root }: { list: RevocationList; root: Root },
  now: Date,
): Promise<void> {
  const serials = [...list.serials];
  for (let start = 0; start < serials.length; start += CHUNK) {
    const some = serials.slice(start, start + CHUNK);
    const rows = await CertificateModel.query(knex).whereIn('serial', some).select('serial', 'status');
    const known = new Set(rows.map(({ serial }) => serial));
    await CertificateModel.query(knex)
      .whereIn('serial', some)
      .whereNot('status', 'revoked')
      .patch({ status: 'revoked', revokedAt: now });
    const taken = await LostRevocationModel.query(knex).whereIn('serial', some).select('serial');
    for (const { serial } of taken) known.add(serial);
    const lost = some.filter((serial) => !known.has(serial));
    await insertModels(
      LostRevocationModel,
      knex,
      lost.map((serial) => ({ serial, issuerId: root.id, takenAt: now })),
    );
  }
}
