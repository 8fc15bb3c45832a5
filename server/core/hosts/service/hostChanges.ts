/**
 * Change numbers: each change of what people see of a host gives it the next one, so that a tool asks for the hosts that
 * have changed since it asked last. What a poll only confirms is none, nor are the times of polls, and neither are groups
 * and windows, which are things of their own. A deleted host keeps its row, and so its last number.
 *
 * A number is taken before its transaction commits, so a higher one may be seen first. Therefore a reader is told to go on
 * from a number that is older than any transaction can be, and is told again of what has changed since then.
 */
import type { Context } from '#server/kernel/boot/feature.ts';
import { fromTs, ts } from '#server/kernel/db/database.ts';
import { applyKeyset, writeCursor, type Keyset } from '#server/kernel/db/keyset.ts';
import type { ChosenFields } from '#server/kernel/http/fields.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Host } from '../api.ts';
import { HostModel } from '../models.ts';
import { getHosts } from './queries.ts';

/** Longer than any transaction takes, and clocks of managers differ. */
const OVERLAP_MS = 60_000;
/** So many numbers are kept, to know which of them are old enough; now and then the others are deleted. */
const KEPT = 100_000;
const NUMBERS = 'hosts_change_numbers';

type Told = 'hosts.hostCreated' | 'hosts.hostUpdated' | 'hosts.hostDeleted';

/** Gives the host, which this transaction has changed, the next number, and tells of it after the commit. */
export const noteChange = (
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  hostId: string,
  told: Told = 'hosts.hostUpdated',
): Promise<void> => noteChanges(ctx, tx, [hostId], told);

/** The same for hosts that change together: they share a number. */
export async function noteChanges(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  hostIds: readonly string[],
  told: Told = 'hosts.hostUpdated',
): Promise<void> {
  const [number = 0] = (await tx.knex(NUMBERS).insert({ at: ctx.clock.now() })) as number[];
  if (number % KEPT === 0)
    await tx
      .knex(NUMBERS)
      .where('number', '<', number - KEPT)
      .delete();
  await HostModel.query(tx.knex)
    .whereIn('id', [...hostIds])
    .patch({ changeNumber: number });
  for (const hostId of hostIds) ctx.events.emit(tx, told, { hostId });
}

/** From which number on a reader that knows all hosts as they are now asks for changes. */
export async function nextChange({ db: { reader }, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const old = ts(new Date(clock.now().getTime() - OVERLAP_MS));
  const row = (await reader(NUMBERS).where('at', '<=', old).orderBy('number', 'desc').first('number')) as
    | { number: number | string }
    | undefined;
  return Number(row?.number ?? 0);
}

export interface DeletedHost {
  id: string;
  fqdn: string;
  deletedAt: Date | null;
}

export interface ChangedHosts {
  hosts: Host[];
  deleted: DeletedHost[];
  total: number;
  nextCursor: string | null;
}

interface ChangesQuery {
  since: number;
  cursor: string | undefined;
  limit: number;
  fields: ChosenFields;
}

const KEYSET: Keyset = { sort: 'change_number', column: 'change_number', direction: 'asc' };

/**
 * The hosts that have changed since this number, and those that were deleted, the oldest change first. Throws FORBIDDEN
 * for a caller who sees some hosts only, for whom a host also comes and goes by its groups, and CHANGE_NUMBER_UNKNOWN.
 */
export async function changesSince(
  { db: { reader } }: Pick<Context, 'db'>,
  { since, cursor, limit, fields }: ChangesQuery,
  scope: HostScope,
): Promise<ChangedHosts> {
  if (scope !== 'all') throw new AppError('FORBIDDEN', { message: LIMITED });
  const [last] = (await reader(NUMBERS).max({ number: 'number' })) as { number: number | null }[];
  if (since > Number(last?.number ?? 0)) throw new AppError('CHANGE_NUMBER_UNKNOWN');
  const changed = reader('hosts_hosts').where('change_number', '>', since);
  const page = changed
    .clone()
    .select('id', 'live', 'fqdn', 'deleted_at', 'change_number')
    .limit(limit + 1);
  applyKeyset(page, KEYSET, cursor);
  const found = (await page) as {
    id: string;
    live: number | null;
    fqdn: string;
    deleted_at: unknown;
    change_number: number;
  }[];
  const rows = found.slice(0, limit);
  const [count] = (await changed.count({ total: '*' })) as { total: number | string }[];
  const live = rows.filter((row) => row.live !== null).map(({ id }) => id);
  const byId = new Map((await getHosts(reader, live, fields)).map((host) => [host.id, host]));
  const end = found.length > limit ? rows.at(-1) : undefined;
  return {
    hosts: live.flatMap((id) => byId.get(id) ?? []),
    deleted: rows
      .filter((row) => row.live === null)
      .map((row) => ({ id: row.id, fqdn: row.fqdn, deletedAt: fromTs(row.deleted_at) })),
    total: Number(count?.total ?? 0),
    nextCursor: end ? writeCursor(KEYSET, Number(end.change_number), end.id) : null,
  };
}

const LIMITED =
  'Changes are only for callers who see all hosts: for others, hosts also come and go with their groups. Read the list.';
