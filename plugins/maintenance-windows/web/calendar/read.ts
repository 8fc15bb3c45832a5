import { api, must } from '#web/core/api.ts';
import type { Schemas } from '#web/core/schema.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '#web/core/edits.ts';
import { features } from '#web/core/features.ts';
import { may } from '#web/core/permissions.ts';
import { session } from '#web/core/session.ts';
import type { Entry, EntryBody, Kind } from './draft.ts';
import type { Planned } from './month.ts';
import type { Outlook } from './outlook.ts';

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

/** What is planned in a period, as far as the manager lists it. */
export interface PlannedPage extends Planned {
  isCut: boolean;
}

/** Jobs that are scheduled, on one page. */
const MOST_JOBS = 500;

/** Reads what is planned between two instants, which are 62 days apart at most; policies and jobs for who may see them. */
export async function readPlanned(from: Date, to: Date, signal: AbortSignal): Promise<PlannedPage> {
  const query = { from: from.toISOString(), to: to.toISOString() };
  const seesPolicies = may(session.user, 'policies:read') && features.serves('listUpcomingPolicyRuns');
  const [windows, policies, scheduled] = await Promise.all([
    must(api.GET('/api/v1/maintenance-windows/openings', { params: { query }, signal })),
    seesPolicies ? must(api.GET('/api/v1/policies/upcoming-runs', { params: { query }, signal })) : null,
    may(session.user, 'jobs:read') ? readScheduled(signal) : null,
  ]);
  const jobs = scheduled?.jobs ?? [];
  return {
    openings: windows.openings,
    runs: policies?.runs ?? [],
    jobs: jobs.filter(({ schedule_at: at }) => at !== null && at >= query.from && at < query.to),
    isCut: windows.is_cut || policies?.is_cut === true || (scheduled?.next_cursor ?? null) !== null,
  };
}

function readScheduled(signal: AbortSignal): Promise<Schemas['JobList']> {
  const query = { state: ['scheduled' as const], limit: MOST_JOBS };
  return must(api.GET('/api/v1/jobs', { params: { query }, signal }));
}

/** What begins in the next openings of windows, by their ids. */
export async function readOutlooks(signal: AbortSignal): Promise<ReadonlyMap<string, Outlook>> {
  const { outlooks } = await must(api.GET('/api/v1/maintenance-windows/outlooks', { signal }));
  return new Map(outlooks.map((outlook) => [outlook.id, outlook] as const));
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
