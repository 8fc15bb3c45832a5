import { may } from '../../core/permissions.ts';
import { session } from '../../core/session.ts';
import { readGroups } from './read.ts';

/** What each group is called, by id. */
export type GroupNames = ReadonlyMap<string, string>;

/** Reads the names of the groups that the reader may see; empty if they may see none. */
export async function readGroupNames(signal?: AbortSignal): Promise<GroupNames> {
  const groups = may(session.user, 'groups:read') ? await readGroups(signal) : [];
  return new Map(groups.map(({ id, name }) => [id, name]));
}
