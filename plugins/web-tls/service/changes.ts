import { type Actor, actors, AppError, type Context, type setting, type Tx } from '#sdk';
import { UnusablePair } from '../domain/pair.ts';
import { ChangeModel } from '../models.ts';
import { strategySection, type Strategy } from '../settings.ts';
import { readPair } from './files.ts';
import type { Presenter } from './presenter.ts';

/** How long a change stands without being confirmed. */
export const CONFIRM_WITHIN_MS = 60_000;
const ONLY = 1;

export type Change = setting.Change<{ value: Strategy }>;

/** In the transaction that changes the setting: refuses what cannot be shown, and notes the previous choice. */
export async function noteChange(ctx: Context, tx: Tx, { before, after, by }: Change): Promise<void> {
  const now = await ctx.db.now();
  const waiting = await ChangeModel.query(tx.knex).findById(ONLY).forUpdate();
  if (by.actor.kind === 'system') return endOverdue(tx, waiting, now);
  actors.requireFresh(by.actor, ctx.clock.now());
  if (after.value === 'custom') requireUsable(ctx);
  const previous = waiting?.previous ?? before.value;
  await ChangeModel.query(tx.knex).deleteById(ONLY);
  // Going back to the confirmed choice needs no confirmation.
  if (waiting && after.value === previous) return;
  const confirmBy = new Date(now.getTime() + CONFIRM_WITHIN_MS);
  await ChangeModel.query(tx.knex).insert({ id: ONLY, previous, confirmBy });
}

class NotOverdue extends Error {}

async function endOverdue(tx: Tx, waiting: ChangeModel | undefined, now: Date): Promise<void> {
  if (!waiting || waiting.confirmBy > now) throw new NotOverdue();
  await ChangeModel.query(tx.knex).deleteById(ONLY);
}

function requireUsable(ctx: Context): void {
  try {
    if (readPair(ctx, ctx.clock.now()) !== null) return;
  } catch (error) {
    if (error instanceof UnusablePair) throw new AppError('CERTIFICATE_UNUSABLE', { message: error.message });
    throw error;
  }
  const message =
    'No certificate of your own is configured: set web_cert_file and web_key_file in the configuration, and restart the manager.';
  throw new AppError('CERTIFICATE_UNUSABLE', { message });
}

/** The change that waits to be confirmed; null: none. */
export async function waitingChange(ctx: Context): Promise<ChangeModel | null> {
  return (await ChangeModel.query(ctx.db.reader).findById(ONLY)) ?? null;
}

/** Restores the previous choice if nobody confirmed in time. Of several managers one does it. */
export async function takeBackOverdue(ctx: Context): Promise<void> {
  const waiting = await waitingChange(ctx);
  if (!waiting || waiting.confirmBy > (await ctx.db.now())) return;
  const update = {
    sections: { [strategySection.name]: waiting.previous },
    ifMatch: null,
    by: { actor: actors.system, address: null },
  };
  try {
    await ctx.tx((tx) => ctx.settings.update(tx, update), { name: 'web-tls.takeBack' });
    ctx.log.warn(
      { strategy: waiting.previous },
      'the certificate change was not confirmed, so it was reverted',
    );
  } catch (error) {
    if (!(error instanceof NotOverdue)) throw error;
  }
}

export interface Confirmation {
  by: { actor: Actor; address: string };
  /** Fingerprint of the certificate that the caller's connection showed; null: none. */
  shown: string | null;
}

/** Lets the change stay. Throws NOTHING_TO_CONFIRM, TLS_NOT_CONFIRMED. */
export async function confirmChange(
  ctx: Context,
  presenter: Presenter,
  { by, shown }: Confirmation,
): Promise<void> {
  await presenter.refresh();
  const { value: strategy } = await ctx.settings.get(strategySection);
  await ctx.tx(
    async (tx) => {
      const waiting = await ChangeModel.query(tx.knex).findById(ONLY).forUpdate();
      if (!waiting) throw new AppError('NOTHING_TO_CONFIRM');
      if (shown !== presenter.shownFingerprint()) throw new AppError('TLS_NOT_CONFIRMED');
      await ChangeModel.query(tx.knex).deleteById(ONLY);
      ctx.audit.record(tx, {
        ...by,
        action: 'web_tls.confirmed',
        resource: { kind: 'settings', id: strategySection.name, name: strategySection.name },
        before: { web_tls_strategy: waiting.previous },
        after: { web_tls_strategy: strategy },
      });
    },
    { name: 'web-tls.confirm' },
  );
}
