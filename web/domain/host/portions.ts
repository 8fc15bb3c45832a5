import { api, must } from '../../core/api.ts';
import { ApiError } from '../../core/apiError.ts';
import type { Schemas } from '../../core/schema.ts';
import type { BulkFailure, BulkTarget, PortionWork } from './bulkRun.ts';

type Target = { target: Schemas['JobTarget'] };
type Call = (body: Target) => Promise<Schemas['BulkResult']>;

/** Few enough that the progress moves, and that stopping stops something. */
const MOST = 100;

/** Changes tags or the maintenance mode of hosts, many by one call. */
export const hostsUpdated = (change: Omit<Schemas['UpdateHostsRequest'], 'target'>): PortionWork =>
  portions((body) => must(api.POST('/api/v1/hosts/update', { body: { ...body, ...change } })));

/** Removes hosts from a group, many by one call; those that are not in it count as done. */
export const hostsOutOf = (groupId: string): PortionWork =>
  portions((body) =>
    must(
      api.POST('/api/v1/groups/{group_id}/hosts/remove', { params: { path: { group_id: groupId } }, body }),
    ),
  );

function portions(call: Call): PortionWork {
  return {
    most: MOST,
    async act(targets) {
      const { refused } = await call({ target: { host_ids: targets.map(({ id }) => id) } });
      return refusalsOf(targets, refused);
    },
  };
}

/** The targets that the manager refused, each as if it had been called for alone. */
function refusalsOf(
  targets: readonly BulkTarget[],
  refused: Schemas['BulkResult']['refused'],
): BulkFailure[] {
  const byId = new Map(targets.map((target) => [target.id, target]));
  return refused.flatMap(({ id, code, message }) => {
    const target = byId.get(id);
    return target ? [{ target, error: new ApiError({ code, message, status: 409, details: {} }) }] : [];
  });
}
