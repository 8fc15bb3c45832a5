import { api, must } from '#web/core/api.ts';
import type { Schemas } from '#web/core/schema.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '#web/core/edits.ts';
import type { Entry, EntryBody, Kind } from './draft.ts';

/** The owner of a window or freeze; both ids are null for a freeze of the whole fleet. */
export interface Owner {
  hostId: string | null;
  groupId: string | null;
}

export const ownerOf = (entry: Entry): Owner => ({
  hostId: 'host_id' in entry ? entry.host_id : null,
  groupId: entry.group_id,
});

export async function readWindows(hostId: string | null, signal?: AbortSignal): Promise<Schemas['Window'][]> {
  if (hostId === null) return (await must(api.GET('/api/v1/maintenance-windows', { signal }))).windows;
  const params = { path: { host_id: hostId } };
  return (await must(api.GET('/api/v1/hosts/{host_id}/maintenance-windows', { params, signal }))).windows;
}

export async function readFreezes(signal?: AbortSignal): Promise<Schemas['Freeze'][]> {
  return (await must(api.GET('/api/v1/freezes', { signal }))).freezes;
}

export async function addEntry(kind: Kind, owner: Owner, body: EntryBody): Promise<void> {
  const { hostId, groupId } = owner;
  await startOnce<unknown>([kind, owner, body], (header) => {
    if (kind === 'freeze')
      return must(api.POST('/api/v1/freezes', { params: { header }, body: { ...body, group_id: groupId } }));
    if (hostId !== null) {
      const params = { path: { host_id: hostId }, header };
      return must(api.POST('/api/v1/hosts/{host_id}/maintenance-windows', { params, body }));
    }
    const params = { path: { group_id: groupId ?? '' }, header };
    return must(api.POST('/api/v1/groups/{group_id}/maintenance-windows', { params, body }));
  });
}

/** 412 `PRECONDITION_FAILED`: somebody has changed it since. */
export async function saveEntry(entry: Entry, body: EntryBody): Promise<void> {
  const { rrule = null, days_after = 0, starts_at = null } = body;
  const whole = { ...body, rrule, days_after, starts_at };
  await saveOnce<Entry>(whole, {
    save: () => putEntry(entry, whole),
    read: async () => {
      const entries = await ('host_id' in entry ? readWindows(entry.host_id) : readFreezes());
      return entries.find(({ id }) => id === entry.id);
    },
  });
}

function putEntry(entry: Entry, body: Schemas['UpdateWindowRequest']): Promise<Entry> {
  const header = ifMatch(entry.edit_version);
  const { hostId, groupId } = ownerOf(entry);
  if (!('host_id' in entry)) {
    const params = { path: { freeze_id: entry.id }, header };
    return must(api.PUT('/api/v1/freezes/{freeze_id}', { params, body }));
  }
  if (hostId !== null) {
    const params = { path: { host_id: hostId, window_id: entry.id }, header };
    return must(api.PUT('/api/v1/hosts/{host_id}/maintenance-windows/{window_id}', { params, body }));
  }
  const params = { path: { group_id: groupId ?? '', window_id: entry.id }, header };
  return must(api.PUT('/api/v1/groups/{group_id}/maintenance-windows/{window_id}', { params, body }));
}

export async function deleteEntry(entry: Entry): Promise<void> {
  await deleteOnce(callDelete(entry));
}

function callDelete(entry: Entry): Promise<unknown> {
  const header = ifMatch(entry.edit_version);
  const { hostId, groupId } = ownerOf(entry);
  if (!('host_id' in entry)) {
    const params = { path: { freeze_id: entry.id }, header };
    return must(api.DELETE('/api/v1/freezes/{freeze_id}', { params }));
  }
  if (hostId !== null) {
    const params = { path: { host_id: hostId, window_id: entry.id }, header };
    return must(api.DELETE('/api/v1/hosts/{host_id}/maintenance-windows/{window_id}', { params }));
  }
  const params = { path: { group_id: groupId ?? '', window_id: entry.id }, header };
  return must(api.DELETE('/api/v1/groups/{group_id}/maintenance-windows/{window_id}', { params }));
}
