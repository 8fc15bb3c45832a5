import { pageIn } from '#server/kernel/db/listPage.ts';
import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { GroupModel } from '../models.ts';
import type { Group } from '../api.ts';
import { hostCounts, visibleGroups } from './groupHosts.ts';

type GroupSort = 'name' | '-name' | 'created_at' | '-created_at';

/** A group with the number of its hosts that the caller may see. */
export interface CountedGroup extends Group {
  hostsTotal: number;
}

export interface GroupQuery {
  search?: string;
  /** The exact name. */
  name?: string;
  sort?: GroupSort;
  cursor?: string;
  limit?: number;
}

export interface GroupPage {
  groups: CountedGroup[];
  total: number;
  nextCursor: string | null;
}

/** One page, sorted in memory: there are at most 500 groups. Limited people see groups that hold a visible host. */
export async function listGroups(
  { db: { reader } }: Context,
  { search, name: exact, sort = 'name', cursor, limit }: GroupQuery,
  scope: HostScope,
): Promise<GroupPage> {
  const rows = (await GroupModel.query(reader)).map(toGroup);
  const counts = scope === 'all' ? null : await hostCounts(reader, rows, scope);
  const wanted = search?.toLowerCase() ?? '';
  const found = rows.filter(
    ({ id, name }) =>
      name.toLowerCase().includes(wanted) && (exact === undefined || name === exact) && counts?.get(id) !== 0,
  );
  const { rows: shown, ...page } = pageIn(
    found,
    { list: 'groups', sort, cursor, limit },
    ({ id, ...group }) => [sort.endsWith('name') ? group.name.toLowerCase() : group.createdAt, id],
  );
  return { ...page, groups: counted(shown, counts ?? (await hostCounts(reader, shown, scope))) };
}

/** Throws GROUP_NOT_FOUND, also when the scope holds none of its hosts. */
export async function requireGroup(knex: Knex, id: string, scope: HostScope): Promise<Group> {
  const row = await GroupModel.query(knex).findById(id);
  if (!row || !(await visibleGroups(knex, [id], scope)).has(id)) throw groupNotFound(id);
  return toGroup(row);
}

/** A group that has just been written, or would be, with the number of visible hosts. */
export async function countedGroup(
  { db: { reader } }: Context,
  group: Group,
  scope: HostScope,
): Promise<CountedGroup> {
  return { ...group, hostsTotal: (await hostCounts(reader, [group], scope)).get(group.id) ?? 0 };
}

/** One group with the number of visible hosts. Throws like `requireGroup`. */
export async function readGroup(ctx: Context, id: string, scope: HostScope): Promise<CountedGroup> {
  const { reader } = ctx.db;
  const row = await GroupModel.query(reader).findById(id);
  const [group] = row ? counted([toGroup(row)], await hostCounts(reader, [row], scope)) : [];
  if (!group || (scope !== 'all' && group.hostsTotal === 0)) throw groupNotFound(id);
  return group;
}

export const groupNotFound = (id: string): AppError =>
  new AppError('GROUP_NOT_FOUND', { details: { group_id: id } });

type Counts = ReadonlyMap<string, number>;

const counted = (groups: readonly Group[], counts: Counts): CountedGroup[] =>
  groups.map((group) => ({ ...group, hostsTotal: counts.get(group.id) ?? 0 }));

export function toGroup(row: GroupModel): Group {
  const { id, name, description, rule, editVersion, createdAt, updatedAt } = row;
  return { id, name, description, rule, editVersion, createdAt, updatedAt };
}
