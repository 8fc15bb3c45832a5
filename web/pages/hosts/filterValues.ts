import type { ReactiveControllerHost } from 'lit';
import { api, must } from '../../core/api.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';

/** What the filters of the list can be set to: the values that hosts have, and the groups. */
export interface FilterValues {
  values: Schemas['HostValues'];
  groups: Schemas['GroupRef'][];
}

const GROUPS_SHOWN = 200;

/** Reads them when the page appears. */
export function filterValues(page: ReactiveControllerHost): Resource<FilterValues> {
  return new Resource<FilterValues>(page, {
    args: () => [],
    read: async (_args, signal) => {
      const groups = { params: { query: { limit: GROUPS_SHOWN } }, signal };
      const [values, list] = await Promise.all([
        must(api.GET('/api/v1/host-values', { signal })),
        must(api.GET('/api/v1/groups', groups)),
      ]);
      return { values, groups: list.groups };
    },
  });
}
