import {
  actors,
  AppError,
  type Context,
  Editable,
  etags,
  type idempotent,
  paging,
  type Tx,
  validationError,
} from '#sdk';
import type { ChangedBy } from '#sdk/identity.ts';
import { ServiceAccountModel, TokenModel } from '../models.ts';
import { dropScopes, isSame, refuseScope, scopesOf, writeScope } from './scopes.ts';
import { dropTokensOf } from './tokens.ts';

const MOST_SERVICE_ACCOUNTS = 500;
const MOST_DAYS = 3 * 365;
const DAY_MS = 86_400_000;

export interface ServiceAccountDraft {
  name: string;
  description: string | null;
  role: string;
  expiresAt: Date;
  /** Null: all hosts. */
  scopeGroupIds: readonly string[] | null;
}

/** A service account with the groups to whose hosts it is limited; null: all hosts. */
export interface ServiceAccount {
  row: ServiceAccountModel;
  scopeGroupIds: readonly string[] | null;
}

export const serviceEdits = new Editable(ServiceAccountModel, {
  kind: 'service_account',
  fields: ['name', 'description', 'role', 'expiresAt'],
  full: 'SERVICE_ACCOUNT_LIMIT_REACHED',
  notFound: () => new AppError('SERVICE_ACCOUNT_NOT_FOUND'),
});

export async function listServiceAccounts(
  { db: { reader } }: Context,
  { name, ...query }: paging.Query & { name?: string },
) {
  const found = ServiceAccountModel.query(reader);
  if (name !== undefined) found.where({ name });
  const { rows, ...page } = await paging.page(found, query);
  return { accounts: await withScopes(reader, rows), ...page };
}

/** Throws SERVICE_ACCOUNT_NOT_FOUND. */
export async function readServiceAccount({ db: { reader } }: Context, id: string): Promise<ServiceAccount> {
  return scoped(reader, await serviceEdits.read(reader, id));
}

/**
 * Throws NAME_TAKEN, SERVICE_ACCOUNT_LIMIT_REACHED, ROLE_NOT_FOUND, FORBIDDEN for a role that holds more
 * than its maker, GROUP_NOT_FOUND, VALIDATION_FAILED.
 */
export async function createServiceAccount(
  ctx: Context,
  { call, draft }: { call: idempotent.Call; draft: ServiceAccountDraft },
  by: ChangedBy,
): Promise<ServiceAccount> {
  const { scopeGroupIds: groupIds, ...row } = draft;
  const make = async (tx: Tx): Promise<ServiceAccountModel> => {
    await serviceEdits.refuseFull(tx, MOST_SERVICE_ACCOUNTS);
    refuseEnd(ctx, row.expiresAt);
    await giveAccess(ctx, tx, row.role, groupIds, by);
    const { id: createdById, name: createdByName } = by.actor;
    const made = await serviceEdits.insert(
      ctx,
      tx,
      { ...row, createdById, createdByName: createdByName.slice(0, 64) },
      { by, also: { scopeGroupIds: groupIds } },
    );
    await writeScope(ctx, tx, { id: made.id, accountId: made.id, name: made.name }, groupIds);
    return made;
  };
  return ctx.tx(async (tx) => scoped(tx.knex, await serviceEdits.once(ctx, tx, call, () => make(tx))), {
    name: 'create service account',
  });
}

interface Edit {
  id: string;
  /** What is left out stays. */
  change: Partial<Omit<ServiceAccountDraft, 'name'>>;
  ifMatch: etags.IfMatch;
}

/** Throws as `createServiceAccount`, SERVICE_ACCOUNT_NOT_FOUND and PRECONDITION_FAILED. */
export async function updateServiceAccount(
  ctx: Context,
  { id, change: { scopeGroupIds, ...set }, ifMatch }: Edit,
  by: ChangedBy,
): Promise<ServiceAccount> {
  return ctx.tx(
    async (tx) => {
      const seen = await scoped(tx.knex, await serviceEdits.locked(tx, id, ifMatch));
      const { row: before, scopeGroupIds: groupsBefore } = seen;
      const groupIds = scopeGroupIds === undefined ? groupsBefore : scopeGroupIds;
      const isSameScope = isSame(groupsBefore, groupIds);
      if (etags.changesNothing<Partial<ServiceAccountModel>>(before, set) && isSameScope) return seen;
      if (set.expiresAt && set.expiresAt.getTime() !== before.expiresAt.getTime())
        refuseEnd(ctx, set.expiresAt);
      await giveAccess(ctx, tx, set.role ?? before.role, groupIds, by);
      await writeScope(ctx, tx, { id, accountId: id, name: before.name }, groupIds);
      const after = await serviceEdits.patch(ctx, tx, { before, set });
      serviceEdits.record(ctx, tx, 'updated', {
        of: after,
        by,
        before,
        after,
        also: isSameScope ? {} : { scopeGroupIds: groupIds },
      });
      // What its tokens hold is what it holds.
      await TokenModel.query(tx.knex).where('account_id', id).patch({ role: after.role });
      ctx.events.emit(tx, 'identity.accessEnded', { accountId: id, which: { exceptId: null } });
      return scoped(tx.knex, after);
    },
    { name: 'update service account' },
  );
}

/** Its tokens go with it. Throws SERVICE_ACCOUNT_NOT_FOUND, PRECONDITION_FAILED. */
export async function deleteServiceAccount(
  ctx: Context,
  { id, ifMatch }: { id: string; ifMatch: etags.IfMatch },
  by: ChangedBy,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const account = await serviceEdits.locked(tx, id, ifMatch);
      await dropTokensOf(ctx, tx, { id, username: account.name }, by);
      await dropScopes(tx, [id]);
      await serviceEdits.delete(ctx, tx, [account], { by });
    },
    { name: 'delete service account' },
  );
}

/** Throws ROLE_IN_USE. */
export async function keepRoleOfServices(tx: Tx, role: string): Promise<void> {
  const account = await ServiceAccountModel.query(tx.knex).findOne({ role }).forUpdate();
  if (account) throw new AppError('ROLE_IN_USE');
}

/** The people who have had secrets of these in hand, and so may act as they do. Empty for accounts of people. */
export async function handsOn({ db: { reader } }: Context, id: string): Promise<string[]> {
  const account = await ServiceAccountModel.query(reader).findById(id);
  if (!account) return [];
  const tokens = await TokenModel.query(reader).where('account_id', id);
  return [account.createdById, ...tokens.map(({ madeById }) => madeById)].filter((one) => one !== null);
}

async function giveAccess(
  ctx: Context,
  tx: Tx,
  role: string,
  groupIds: readonly string[] | null,
  by: ChangedBy,
): Promise<void> {
  const permissions = await ctx.core.identity.roles.give(tx, role, by);
  if (groupIds !== null) refuseScope(ctx, actors.ofServices(permissions), '/body/scope_group_ids');
}

function refuseEnd({ clock }: Context, expiresAt: Date): void {
  const left = expiresAt.getTime() - clock.now().getTime();
  if (left <= 0 || left > MOST_DAYS * DAY_MS)
    throw validationError([
      { path: '/body/expires_at', message: `must be in the future, at most ${MOST_DAYS} days from now` },
    ]);
}

async function withScopes(knex: Tx['knex'] | Context['db']['reader'], rows: readonly ServiceAccountModel[]) {
  const scopes = await scopesOf(
    knex,
    rows.map(({ id }) => id),
  );
  return rows.map((row): ServiceAccount => ({ row, scopeGroupIds: scopes.get(row.id) ?? null }));
}

async function scoped(
  knex: Tx['knex'] | Context['db']['reader'],
  row: ServiceAccountModel,
): Promise<ServiceAccount> {
  const [account] = await withScopes(knex, [row]);
  if (!account) throw new Error('a row has no scope');
  return account;
}
