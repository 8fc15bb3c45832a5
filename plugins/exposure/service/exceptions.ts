import {
  AppError,
  type Context,
  type HostScope,
  newId,
  paging,
  standings,
  type Tx,
  validationError,
} from '#sdk';
import type { ActedBy, Host } from '#sdk/hosts.ts';
import { ExceptionModel, PatchModel } from '../models.ts';
import { withHosts } from './findings.ts';
import { countStandings, takeTurn } from './standings.ts';

/** Why an exception has no effect; `in_force`: it has one. */
export type ExceptionState = 'in_force' | 'not_held' | 'nothing_pending' | 'expired';

export interface SeenException {
  exception: ExceptionModel;
  host: Host;
  state: ExceptionState;
}

const MOST = 10_000;
const MAX_AHEAD_MS = 366 * 86_400_000;

/** See ExposureService.exceptedAt. */
export async function exceptedAt(ctx: Context, now: Date): Promise<ReadonlySet<string>> {
  const rows = await ExceptionModel.query(ctx.db.reader).where('expires_at', '>', now).limit(MOST);
  return new Set(rows.map(({ hostId, package: name }) => standings.exceptionKey(hostId, name)));
}

/** Throws HOST_NOT_FOUND. */
export async function listExceptions(
  ctx: Context,
  { hostId, ...query }: paging.Query & { hostId?: string },
  scope: HostScope,
): Promise<{ exceptions: SeenException[]; total: number; nextCursor: string | null }> {
  if (hostId !== undefined) await ctx.core.hosts.require(hostId, scope);
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const filtered = ExceptionModel.query(reader);
  if (inScope) filtered.whereIn('host_id', inScope(reader) as never);
  if (hostId !== undefined) filtered.where('host_id', hostId);
  const { rows, ...page } = await paging.page(filtered, query);
  return { exceptions: await withStates(ctx, rows), ...page };
}

/** Throws EXCEPTION_NOT_FOUND, also for one of a host that the scope does not hold. */
export async function readException(ctx: Context, id: string, scope: HostScope): Promise<SeenException> {
  const [seen] = await withStates(ctx, [await requireSeen(ctx, id, scope)]);
  if (!seen) throw notFound(id);
  return seen;
}

async function requireSeen(ctx: Context, id: string, scope: HostScope): Promise<ExceptionModel> {
  const known = await ExceptionModel.query(ctx.db.reader).findById(id);
  if (!known || !(await ctx.core.hosts.visible([known.hostId], scope)).has(known.hostId)) throw notFound(id);
  return known;
}

const notFound = (id: string): AppError =>
  new AppError('EXCEPTION_NOT_FOUND', { details: { exception_id: id } });

export interface ExceptionDraft {
  hostId: string;
  package: string;
  reason: string;
  expiresAt: Date;
}

/** Throws HOST_NOT_FOUND, EXCEPTION_LIMIT_REACHED, VALIDATION_FAILED for an end that has passed or is too far. */
export async function createException(
  ctx: Context,
  draft: ExceptionDraft,
  { by, scope }: { by: ActedBy; scope: HostScope },
): Promise<SeenException> {
  const now = ctx.clock.now();
  requireEnd(draft.expiresAt, now);
  const host = await ctx.core.hosts.require(draft.hostId, scope);
  const exception = await ctx.tx((tx) => write(ctx, tx, { draft, host, by, now }), {
    name: 'exposure.createException',
  });
  const [seen] = await withStates(ctx, [exception]);
  return seen ?? { exception, host, state: 'nothing_pending' };
}

async function withStates(ctx: Context, rows: readonly ExceptionModel[]): Promise<SeenException[]> {
  const now = ctx.clock.now();
  const hostIds = [...new Set(rows.map(({ hostId }) => hostId))];
  const names = [...new Set(rows.map((row) => row.package))];
  const patches = await PatchModel.query(ctx.db.reader)
    .where('open', 1)
    .whereIn('host_id', hostIds)
    .whereIn('name', names);
  const held = new Map<string, boolean>();
  for (const { hostId, name, held: isHeld } of patches) {
    const key = standings.exceptionKey(hostId, name);
    held.set(key, isHeld || (held.get(key) ?? false));
  }
  const stateOf = ({ hostId, package: name, expiresAt }: ExceptionModel): ExceptionState => {
    if (expiresAt <= now) return 'expired';
    const isHeld = held.get(standings.exceptionKey(hostId, name));
    return isHeld === undefined ? 'nothing_pending' : isHeld ? 'in_force' : 'not_held';
  };
  return withHosts(ctx, rows, (exception, host) => ({ exception, host, state: stateOf(exception) }));
}

function requireEnd(expiresAt: Date, now: Date): void {
  const path = '/body/expires_at';
  if (expiresAt <= now) throw validationError([{ path, message: 'must be ahead' }]);
  if (expiresAt.getTime() > now.getTime() + MAX_AHEAD_MS)
    throw validationError([{ path, message: 'must be within a year' }]);
}

async function write(
  ctx: Context,
  tx: Tx,
  { draft, host, by, now }: { draft: ExceptionDraft; host: Host; by: ActedBy; now: Date },
): Promise<ExceptionModel> {
  const { knex } = tx;
  const { hostId, package: name, reason, expiresAt } = draft;
  const key = { host_id: hostId, package: name };
  await takeTurn(tx);
  const before = await ExceptionModel.query(knex).findOne(key).forUpdate();
  if (!before && (await ExceptionModel.query(knex).resultSize()) >= MOST)
    throw new AppError('EXCEPTION_LIMIT_REACHED');
  if (before) await ExceptionModel.query(knex).deleteById(before.id);
  const row = {
    id: newId(),
    hostId,
    package: name,
    reason,
    expiresAt,
    createdAt: now,
    createdById: by.actor.ownerId ?? (by.actor.kind === 'user' ? by.actor.id : null),
    createdByName: by.actor.name,
  };
  await ExceptionModel.query(knex).insert(row);
  await PatchModel.query(knex)
    .where({ host_id: hostId, name, open: 1, held: 1 })
    .patch({ exceptedUntil: expiresAt });
  await countStandings(tx, [hostId], now);
  await ctx.audit.record(tx, {
    ...by,
    action: 'exposure_exception.created',
    resource: { kind: 'exposure_exception', id: row.id, name: `${name} on ${host.fqdn}` },
    before: before ? factsOf(before) : null,
    after: factsOf(row),
  });
  return ExceptionModel.fromJson(row, { skipValidation: true });
}

const factsOf = ({ hostId, package: name, reason, expiresAt }: ExceptionDraft): object => ({
  hostId,
  package: name,
  reason,
  expiresAt: expiresAt.toISOString(),
});

/** Throws EXCEPTION_NOT_FOUND. */
export async function deleteException(
  ctx: Context,
  id: string,
  { by, scope }: { by: ActedBy; scope: HostScope },
): Promise<void> {
  const known = await requireSeen(ctx, id, scope);
  await ctx.tx(
    async (tx) => {
      const { knex } = tx;
      await takeTurn(tx);
      if ((await ExceptionModel.query(knex).deleteById(id)) === 0) throw notFound(id);
      const { hostId, package: name } = known;
      await PatchModel.query(knex).where({ host_id: hostId, name, open: 1 }).patch({ exceptedUntil: null });
      await countStandings(tx, [hostId], ctx.clock.now());
      const host = await ctx.core.hosts.getIn(tx, hostId);
      await ctx.audit.record(tx, {
        ...by,
        action: 'exposure_exception.deleted',
        resource: { kind: 'exposure_exception', id, name: `${name} on ${host?.fqdn ?? hostId}` },
        before: factsOf(known),
      });
    },
    { name: 'exposure.deleteException' },
  );
}
