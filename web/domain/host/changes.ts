import { api, must } from '../../core/api.ts';
import { ApiError } from '../../core/apiError.ts';
import { deleteOnce, ifMatch, saveOnce } from '../../core/edits.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];
export type HostChange = Schemas['UpdateHostRequest'];

/** Two people who edit at once collide again rarely; more than so often has another cause. */
const TRIES = 4;

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

/** Changes the tags as they are now, so that those added by others stay. Writes nothing when nothing changes. */
export async function changeTags(id: string, work: (tags: readonly string[]) => string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const host = await readHost(id);
    const tags = work(host.tags);
    if (tags.join('\n') === host.tags.join('\n')) return;
    try {
      await changeHost(id, { tags }, host.edit_version);
      return;
    } catch (error) {
      const isRaced = error instanceof ApiError && error.code === 'PRECONDITION_FAILED';
      if (!isRaced || tries >= TRIES) throw error;
    }
  }
}

export function withTags(tags: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...tags, ...more])];
}

export function withoutTags(tags: readonly string[], gone: readonly string[]): string[] {
  return tags.filter((tag) => !gone.includes(tag));
}
