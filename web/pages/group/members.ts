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

/** Takes each of these out of the group; one that fails doesn't stop the others. */
export async function takeOut(id: string, hosts: readonly Host[]): Promise<Refused[]> {
  const waiting = [...hosts];
  const refused: Refused[] = [];
  const lane = async (): Promise<void> => {
    for (let host = waiting.shift(); host; host = waiting.shift()) {
      const params = { path: { id, hostId: host.id } };
      try {
        await must(api.DELETE('/api/v1/groups/{id}/hosts/{hostId}', { params }));
      } catch (error) {
        // Somebody else was quicker: it is out, which is what was wanted.
        if (!(error instanceof ApiError && error.code === 'HOST_NOT_FOUND'))
          refused.push({ host, why: explain(error).what });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return refused;
}
