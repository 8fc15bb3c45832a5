import { api, must } from '../../core/api.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostName } from '../host/hostName.ts';

const SHOWN = 8;
/** The most groups and tags of a target that are read: the names help to recognize the target, not to count it. */
const MOST_PARTS = 6;

/** Some of the hosts of a target, by name. */
export interface SomeHosts {
  names: string[];
}

/** Reads some of the hosts of a target. Rejects with what the manager answered. */
export async function whoIsIn(
  { group_ids: groups = [], tags = [], filter }: Schemas['JobTarget'],
  signal: AbortSignal,
): Promise<SomeHosts> {
  const parts = [
    ...groups.map((id) => ({ group_id: id })),
    ...tags.map((tag) => ({ tag })),
    ...(filter ? [filter] : []),
  ].slice(0, MOST_PARTS);
  const lists = await Promise.all(
    parts.map((part) => {
      const params = { query: { ...part, limit: SHOWN } };
      return must(api.GET('/api/v1/hosts', { params, signal }));
    }),
  );
  const names = new Map(lists.flatMap(({ hosts }) => hosts.map((host) => [host.id, hostName(host)])));
  return { names: [...names.values()].sort().slice(0, SHOWN) };
}
