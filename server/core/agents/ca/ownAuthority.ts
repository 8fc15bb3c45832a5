import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { createCsr } from '#server/shared/pki/csr.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { ActedBy } from '../../hosts/api.ts';
import { KeyModel, RequestModel, RootModel, RotationModel } from '../models.ts';
import { createKeyPair, judgeOwnAuthority, PkiError, publicKeyPin } from '../pki/index.ts';
import type { AuthorityRequest, OwnAuthorityDraft } from '../rotation.ts';
import type { MadeRoot } from './root.ts';

const ONLY = 1;
const purposeOf = (id: string): string => `agents.request.${id}`;

/** Makes a new key, for which an offline root is to sign a certificate; a waiting one is deleted. */
export async function makeRequest(ctx: Context, by: ActedBy): Promise<AuthorityRequest> {
  const id = `root:${uuid()}`;
  const pair = await createKeyPair();
  const name = `Fleetmend intermediate ${id.slice(-8)}`;
  const row = {
    id,
    slot: ONLY,
    sealedKey: ctx.secrets.seal(pair.privateKeyPem, purposeOf(id)),
    csrPem: createCsr(createPrivateKey(pair.privateKeyPem), name),
    publicKeyPin: publicKeyPin(pair.publicKeyPem),
    madeBy: by.actor.name,
    madeAt: ctx.clock.now(),
  };
  await ctx.tx(
    async (tx) => {
      await refuseUnderWay(tx);
      await RequestModel.query(tx.knex).delete();
      await RequestModel.query(tx.knex).insert(row);
      note(ctx, tx, by, 'requested', row.publicKeyPin);
    },
    { name: 'agents.makeRequest' },
  );
  return shown(row);
}

/** Throws AUTHORITY_REQUEST_NOT_FOUND. */
export async function dropRequest(ctx: Context, by: ActedBy): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const row = await RequestModel.query(tx.knex).first();
      if (!row) throw new AppError('AUTHORITY_REQUEST_NOT_FOUND');
      await RequestModel.query(tx.knex).delete();
      note(ctx, tx, by, 'request_dropped', row.publicKeyPin);
    },
    { name: 'agents.dropRequest' },
  );
}

export async function readRequest(ctx: Context): Promise<AuthorityRequest | null> {
  const row = await RequestModel.query(ctx.db.reader).first();
  return row ? shown(row) : null;
}

const shown = ({
  csrPem,
  publicKeyPin: publicKeySha256,
  madeBy,
  madeAt,
}: Pick<RequestModel, 'csrPem' | 'publicKeyPin' | 'madeBy' | 'madeAt'>): AuthorityRequest => ({
  csrPem,
  publicKeySha256,
  madeBy,
  madeAt,
});

/**
 * The next signing authority, checked but not stored. Throws AUTHORITY_REFUSED with a sentence that says what to do,
 * and AUTHORITY_REQUEST_NOT_FOUND when the draft has no key and none waits.
 */
export async function judgedAuthority(ctx: Context, draft: OwnAuthorityDraft): Promise<MadeRoot> {
  const { knex } = ctx.db;
  const waiting = draft.keyPem === null ? await RequestModel.query(knex).first() : null;
  if (draft.keyPem === null && !waiting) throw new AppError('AUTHORITY_REQUEST_NOT_FOUND');
  const privateKeyPem = waiting ? ctx.secrets.open(waiting.sealedKey, purposeOf(waiting.id)) : draft.keyPem;
  const rows = await RootModel.query(knex).select('id', 'issuer_pem');
  const keys = await KeyModel.query(knex).whereIn(
    'name',
    rows.map(({ id }) => id),
  );
  const known = [
    ...keys.map(({ certificatePem }) => certificatePem),
    ...rows.flatMap(({ issuerPem }) => issuerPem ?? []),
  ];
  try {
    const made = judgeOwnAuthority({
      certificatesPem: draft.certificatesPem,
      privateKeyPem: privateKeyPem ?? '',
      known,
      now: ctx.clock.now(),
    });
    const fingerprint = createHash('sha256')
      .update(new X509Certificate(made.certificatePem).raw)
      .digest('hex');
    return { id: waiting?.id ?? `root:${uuid()}`, fingerprint, isRequested: waiting !== null, ...made };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new AppError('AUTHORITY_REFUSED', { message: error.message }, { cause: error });
  }
}

/** To be called in the transaction that uses the request's key. Throws if a newer request has replaced it. */
export async function useRequest(tx: Tx, id: string): Promise<void> {
  if ((await RequestModel.query(tx.knex).where({ id }).delete()) === 0)
    throw new AppError('AUTHORITY_REQUEST_NOT_FOUND');
}

async function refuseUnderWay(tx: Tx): Promise<void> {
  if (await RotationModel.query(tx.knex).where('slot', 1).first()) throw new AppError('ROTATION_UNDER_WAY');
}

function note(
  ctx: Context,
  tx: Tx,
  by: ActedBy,
  step: 'requested' | 'request_dropped',
  publicKeySha256: string,
): void {
  ctx.audit.record(tx, {
    ...by,
    action: `ca.authority_${step}`,
    resource: { kind: 'ca', id: null, name: 'authority of one’s own' },
    after: { publicKeySha256 },
  });
}
