import type { Knex } from 'knex';
import type { JobTarget } from '../domain/jobSpec.ts';
import { TargetModel } from '../models.ts';
import type { Sight } from './visibility.ts';

/** The longest target that a list includes: a page of 500 jobs that each name 10,000 hosts would be 200 MB. */
const LISTED_CHARS = 4_000;

/**
 * The targets of these jobs by job id, cut to what the caller may see. Missing: the job has none, nothing of it is
 * visible, or it is too long for a list (`isList`).
 */
export async function targetsOf(
  knex: Knex,
  jobIds: readonly string[],
  sight: Sight,
  { isList = false }: { isList?: boolean } = {},
): Promise<Map<string, JobTarget>> {
  const query = TargetModel.query(knex).findByIds([...jobIds]);
  const rows = await (isList ? query.whereRaw('length(target) <= ?', [LISTED_CHARS]) : query);
  if (!sight.ids) return new Map(rows.map(({ jobId, target }) => [jobId, target]));
  const targets = rows.map(({ target }) => target);
  const cut = await targetCutter(targets, sight);
  return new Map(
    rows.flatMap(({ jobId, target }): [string, JobTarget][] => {
      const left = cut(target);
      return left ? [[jobId, left]] : [];
    }),
  );
}

/** Cuts hosts and groups to the visible ones; tags and filters name no hosts and stay. Null: nothing is left. */
async function targetCutter(
  targets: readonly JobTarget[],
  { hosts, scope }: Sight,
): Promise<(target: JobTarget) => JobTarget | null> {
  const seen = await hosts.visible([...new Set(targets.flatMap((one) => one.host_ids ?? []))], scope);
  const groupIds = targets.flatMap(({ group_ids: ids = [], filter }) =>
    [...ids, filter?.group_id ?? []].flat(),
  );
  const groups = await hosts.visibleGroups([...new Set(groupIds)], scope);
  return ({ host_ids: hostIds, group_ids: ids, tags, filter }) => {
    const { group_id: groupId, ...words } = filter ?? {};
    const cut: JobTarget = {
      ...some(
        'host_ids',
        hostIds?.filter((id) => seen.has(id)),
      ),
      ...some(
        'group_ids',
        ids?.filter((id) => groups.has(id)),
      ),
      ...some('tags', tags),
    };
    const left = { ...words, ...(groupId !== undefined && groups.has(groupId) ? { group_id: groupId } : {}) };
    if (Object.keys(left).length > 0) cut.filter = left;
    return Object.keys(cut).length > 0 ? cut : null;
  };
}

function some<K extends string>(key: K, values: string[] | undefined): Partial<Record<K, string[]>> {
  return values && values.length > 0 ? ({ [key]: values } as Partial<Record<K, string[]>>) : {};
}
