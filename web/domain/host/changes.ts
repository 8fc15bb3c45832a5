import { api, must } from '../../core/api.ts';
import { deleteOnce, ifMatch, saveOnce } from '../../core/edits.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];
export type HostChange = Schemas['UpdateHostRequest'];

export async function readHost(id: string, signal?: AbortSignal): Promise<Host> {
  return must(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, signal }));
}

/**
 * Changes only what `change` names. `version` is the edit version that the change is based on: throws 412
 * PRECONDITION_FAILED when somebody else has changed the host since; null: any version.
 */
export async function changeHost(id: string, change: HostChange, version: number | null): Promise<Host> {
  const header = version === null ? {} : ifMatch(version);
  return saveOnce(change, {
    save: () =>
      must(api.PUT('/api/v1/hosts/{host_id}', { params: { path: { host_id: id }, header }, body: change })),
    read: () => readHost(id),
  });
}

export async function removeHost(id: string): Promise<void> {
  await deleteOnce(must(api.DELETE('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } } })));
}
