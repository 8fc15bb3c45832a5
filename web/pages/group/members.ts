import { api, ApiError, must } from '../../core/api.ts';
import { explain } from '../../core/errors.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];

/** A host that stayed in the group, and why. */
export interface Refused {
  host: Host;
  why: string;
}

const AT_ONCE = 6;

/** Removes each of these hosts from the group; a failure doesn't stop the others. Returns those that stayed. */
export async function takeOut(id: string, hosts: readonly Host[]): Promise<Refused[]> {
  const waiting = [...hosts];
  const refused: Refused[] = [];
  const lane = async (): Promise<void> => {
    for (let host = waiting.shift(); host; host = waiting.shift()) {
      const params = { path: { group_id: id, host_id: host.id } };
      try {
        await must(api.DELETE('/api/v1/groups/{group_id}/hosts/{host_id}', { params }));
      } catch (error) {
        // Somebody else has taken the host out already, which is what was wanted.
        if (!(error instanceof ApiError && error.code === 'HOST_NOT_FOUND'))
          refused.push({ host, why: explain(error).what });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return refused;
}
