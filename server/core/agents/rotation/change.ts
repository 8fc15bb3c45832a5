import { X509Certificate } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { AppError } from '#server/shared/wire/appError.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { ActedBy } from '../../hosts/api.ts';
import type { Retiring } from '../ca/retire.ts';
import { signAgain } from '../ca/crl.ts';
import { useRequest } from '../ca/ownAuthority.ts';
import { insertRoot, type MadeRoot, makeRoot, type Root, topOf } from '../ca/root.ts';
import {
  CertificateModel,
  KeyModel,
  RootModel,
  RotationHostModel,
  RotationModel,
  StateModel,
} from '../models.ts';
import { crossSign, pathLengthOf } from '../pki/index.ts';
import { hostsLeft } from './hosts.ts';

const NAMES_SHOWN = 20;

/** See RotationService.begin. Agents learn of the new root before they see any certificate under it. */
export async function begin(parts: Retiring, by: ActedBy, own: MadeRoot | null = null): Promise<void> {
  const { ctx, ca } = parts;
  const now = ctx.clock.now();
  const made = own ?? (await makeRoot(`root:${uuid()}`, now));
  await ctx.tx(
    async (tx) => {
      const state = await lockState(tx);
      if (await RotationModel.query(tx.knex).where('slot', 1).first())
        throw new AppError('ROTATION_UNDER_WAY');
      const { anchor } = await ca.within(tx);
      if (made.isRequested) await useRequest(tx, made.id);
      const crossPem = bridgeTo(made, anchor, now);
      await RootModel.query(tx.knex).findById(anchor.id).patch({ signs: false });
      const crossBy = crossPem && anchor.id;
      const row = { signs: true, anchor: false, crossPem, crossBy, crlNumber: state };
      await insertRoot(ctx, tx, made, row);
      await RotationHostModel.query(tx.knex).delete();
      await RotationModel.query(tx.knex).insert({
        id: uuid(),
        oldRoot: anchor.id,
        newRoot: made.id,
        phase: 'rolling',
        paused: false,
        slot: 1,
        begunBy: by.actor.name,
        begunAt: now,
        phaseAt: now,
        endedAt: null,
        reason: null,
      });
      const kind = own === null ? 'made' : own.issuerPem === null ? 'imported' : 'below an offline root';
      audit(ctx, tx, by, 'begun', { fingerprint: made.fingerprint, kind });
      signAgain(ctx, ca, tx, parts.changed);
    },
    { name: 'agents.beginRotation' },
  );
}

/** The new top, cross-signed by the old authority. Null: both have the same top, or the old one may not sign it. */
function bridgeTo(made: MadeRoot, anchor: Root, now: Date): string | null {
  const below = made.issuerPem === null ? 0 : 1;
  if (topOf(made) === topOf(anchor)) return null;
  const allowed = pathLengthOf(new X509Certificate(anchor.certificatePem));
  if (allowed !== null && allowed < below + 1) return null;
  return crossSign({ by: anchor, successorPem: topOf(made), below, now });
}

export async function setPaused({ ctx }: Retiring, paused: boolean, by: ActedBy): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const rotation = await underWay(tx, ['rolling', 'going_back']);
      if (rotation.paused === paused) return;
      await RotationModel.query(tx.knex).findById(rotation.id).patch({ paused });
      audit(ctx, tx, by, paused ? 'paused' : 'resumed');
    },
    { name: 'agents.pauseRotation' },
  );
}

/** See RotationService.goBack. Hosts without a certificate from the new root need not return. */
export async function goBack(parts: Retiring, by: ActedBy): Promise<void> {
  const { ctx, ca } = parts;
  const now = ctx.clock.now();
  await ctx.tx(
    async (tx) => {
      const rotation = await underWay(tx, ['rolling']);
      await RootModel.query(tx.knex).findById(rotation.newRoot).patch({ signs: false });
      await RootModel.query(tx.knex).findById(rotation.oldRoot).patch({ signs: true });
      await RotationModel.query(tx.knex)
        .findById(rotation.id)
        .patch({ phase: 'going_back', paused: false, phaseAt: now });
      const again = { failures: 0, problem: null, nextAttemptAt: now, changedAt: now };
      await RotationHostModel.query(tx.knex).patch({ ...again, state: 'done' });
      const moved = CertificateModel.query(tx.knex)
        .select('host_id')
        .where({ kind: 'host', issuer_id: rotation.newRoot })
        .whereIn('status', ['active', 'superseded'])
        .where('not_after', '>', ts(now));
      await RotationHostModel.query(tx.knex)
        .whereIn('host_id', moved)
        .patch({ ...again, state: 'waiting' });
      audit(ctx, tx, by, 'going_back');
      signAgain(ctx, ca, tx, parts.changed);
    },
    { name: 'agents.goBackFromRotation' },
  );
}

/** See RotationService.finish. From now on managers use certificates under the root that stays; see `complete`. */
export async function finish(parts: Retiring, reason: string | null, by: ActedBy): Promise<void> {
  const { ctx, ca } = parts;
  await ctx.tx(
    async (tx) => {
      const rotation = await underWay(tx, ['rolling', 'going_back']);
      const left = await hostsLeft(ctx, tx);
      if (left.length > 0 && reason === null) throw await leftError(ctx, left);
      const changes = { reason: left.length > 0 ? reason : null, phaseAt: ctx.clock.now(), paused: false };
      const after = { reason: changes.reason, hostsLeft: left.length };
      audit(ctx, tx, by, rotation.phase === 'going_back' ? 'gone_back' : 'finishing', after);
      await RotationModel.query(tx.knex).findById(rotation.id).patch(changes);
      if (rotation.phase === 'going_back') return endRotation(parts, tx, { ...rotation, ...changes });
      await RotationModel.query(tx.knex).findById(rotation.id).patch({ phase: 'finishing' });
      await RootModel.query(tx.knex).findById(rotation.oldRoot).patch({ anchor: false });
      await RootModel.query(tx.knex).findById(rotation.newRoot).patch({ anchor: true });
      signAgain(ctx, ca, tx, parts.changed);
    },
    { name: 'agents.finishRotation' },
  );
}

type Ending = Pick<RotationModel, 'id' | 'phase' | 'oldRoot' | 'newRoot' | 'reason'>;

/** Ends the rotation: from now on neither the manager nor its agents trust the root that is removed. */
export async function endRotation(parts: Retiring, tx: Tx, rotation: Ending): Promise<void> {
  const { ctx, ca } = parts;
  const now = ctx.clock.now();
  const wentBack = rotation.phase === 'going_back';
  const [gone, stays] = wentBack
    ? [rotation.newRoot, rotation.oldRoot]
    : [rotation.oldRoot, rotation.newRoot];
  await RootModel.query(tx.knex)
    .findById(gone)
    .patch({ trusted: false, signs: false, anchor: false, retiredAt: now });
  // Keep the bridge for hosts left behind: they verify the listener by the old root to ask for a new certificate.
  if (wentBack || rotation.reason === null)
    await RootModel.query(tx.knex).findById(stays).patch({ crossPem: null, crossBy: null });
  await CertificateModel.query(tx.knex)
    .where({ issuer_id: gone, status: 'active' })
    .whereNot('kind', 'host')
    .patch({ status: 'superseded' });
  await KeyModel.query(tx.knex)
    .whereIn(
      'certificate_id',
      CertificateModel.query(tx.knex).select('id').where('issuer_id', gone).whereNot('kind', 'host'),
    )
    .delete();
  await RotationModel.query(tx.knex)
    .findById(rotation.id)
    .patch({ phase: wentBack ? 'gone_back' : 'finished', slot: null, endedAt: now, phaseAt: now });
  signAgain(ctx, ca, tx, parts.changed);
}

type Step = 'begun' | 'paused' | 'resumed' | 'going_back' | 'finishing' | 'finished' | 'gone_back';

export function audit(
  ctx: Context,
  tx: Tx,
  by: ActedBy,
  step: Step,
  after: Record<string, unknown> = {},
): void {
  ctx.audit.record(tx, {
    ...by,
    action: `ca.rotation_${step}`,
    resource: { kind: 'ca', id: null, name: 'rotation of the root' },
    after,
  });
}

/** Returns the number of the revocation list; the lock makes changes of roots wait for each other. */
async function lockState(tx: Tx): Promise<number> {
  const state = await StateModel.query(tx.knex).findById(1).forUpdate();
  return Number(state?.crlNumber ?? 0);
}

async function underWay(tx: Tx, phases: readonly RotationModel['phase'][]): Promise<RotationModel> {
  await lockState(tx);
  const rotation = await RotationModel.query(tx.knex).where('slot', 1).first();
  if (!rotation)
    throw new AppError('ROTATION_NOT_POSSIBLE', { message: 'No root replacement is in progress.' });
  if (!phases.includes(rotation.phase))
    throw new AppError('ROTATION_NOT_POSSIBLE', {
      message: 'The rotation is ending or going back; this cannot be done any more.',
      details: { phase: rotation.phase },
    });
  return rotation;
}

async function leftError(ctx: Context, hostIds: readonly string[]): Promise<AppError> {
  const hosts = await ctx.core.hosts.getMany(hostIds.slice(0, NAMES_SHOWN));
  const names = hosts.map(({ displayName, fqdn }) => displayName ?? fqdn);
  const more = hostIds.length > names.length ? ` and ${hostIds.length - names.length} more` : '';
  return new AppError('ROTATION_HOSTS_LEFT', {
    message: `These hosts still depend on the root that is being retired: ${names.join(', ')}${more}.`,
    details: { hosts: names, total: hostIds.length },
  });
}
