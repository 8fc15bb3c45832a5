/** Turns rows into the shapes of the API contract. */
import type { components } from '../../generated/manager.ts';
import type { recurrence } from '#sdk';
import type { GateOverride } from '#sdk/patching.ts';
import type { Span } from './domain/openings.ts';
import type { EntryKind, EntryModel } from './models.ts';
import type { Opening } from './service/openings.ts';
import type { Outlook, OutlookOpening } from './service/outlook.ts';
import type { RunPreview } from './service/runPreview.ts';

type Schemas = components['schemas'];
type Next = ReadonlyMap<string, Span>;

export const windowToWire = (entry: EntryModel, next: Next): Schemas['Window'] => ({
  ...entryToWire(entry, next),
  host_id: entry.hostId,
});

export const freezeToWire = (entry: EntryModel, next: Next): Schemas['Freeze'] => entryToWire(entry, next);

function entryToWire(entry: EntryModel, next: Next): Schemas['Freeze'] {
  const { id, name, timezone, rrule, enabled } = entry;
  const span = next.get(id);
  return {
    id,
    group_id: entry.groupId,
    name,
    timezone,
    rrule,
    days_after: entry.daysAfter,
    enabled,
    starts_at: entry.startsAt?.toISOString() ?? null,
    duration_secs: entry.durationSecs,
    next_start_at: span ? new Date(span.startMs).toISOString() : null,
    next_end_at: span ? new Date(span.endMs).toISOString() : null,
    edit_version: entry.editVersion,
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  };
}

export function openingToWire(occurrence: recurrence.Occurrence): Schemas['WindowOpening'] {
  const { startMs, endMs, localStart, clockChange } = occurrence;
  return {
    starts_at: new Date(startMs).toISOString(),
    ends_at: new Date(endMs).toISOString(),
    local_start: localStart,
    clock_change: clockChange,
  };
}

export const calendarToWire = ({ entry, startMs, endMs }: Opening): Schemas['CalendarOpening'] => ({
  kind: entry.kind,
  id: entry.id,
  name: entry.name,
  host_id: entry.hostId,
  group_id: entry.groupId,
  starts_at: new Date(startMs).toISOString(),
  ends_at: new Date(endMs).toISOString(),
});

export function overrideToWire(one: GateOverride): Schemas['WindowOverride'] {
  const { jobId, gate, reason, createdById, createdByName, createdAt, isInForce } = one;
  return {
    in_force: isInForce,
    job_id: jobId,
    gate: gate as EntryKind,
    reason,
    created_by: { id: createdById, username: createdByName.slice(0, 64) },
    created_at: createdAt.toISOString(),
  };
}

export const runPreviewToWire = ({
  startsAt,
  hostsFree,
  holds,
  holdsTotal,
}: RunPreview): Schemas['PreviewedRun'] => ({
  starts_at: startsAt.toISOString(),
  hosts_free: hostsFree,
  holds: holds.map(({ kind, id, name, hostsTotal, until, endsAt }) => ({
    kind,
    id,
    name,
    hosts_total: hostsTotal,
    until: until?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
  })),
  holds_total: holdsTotal,
});

export const outlookToWire = ({ entry, openings, isCut }: Outlook): Schemas['WindowOutlook'] => ({
  id: entry.id,
  name: entry.name,
  openings: openings.map(outlookOpeningToWire),
  is_cut: isCut,
});

export const outlookOpeningToWire = (opening: OutlookOpening): Schemas['WindowOutlookOpening'] => ({
  starts_at: new Date(opening.startMs).toISOString(),
  ends_at: new Date(opening.endMs).toISOString(),
  runs: opening.runs.map(({ kind, id, name, startMs }) => ({
    kind,
    id,
    name,
    starts_at: new Date(startMs).toISOString(),
  })),
  runs_total: opening.runsTotal,
  freezes: opening.freezes.map(({ id, name, covers }) => ({ id, name, covers })),
});
