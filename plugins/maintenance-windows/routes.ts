import {
  actedBy,
  actors,
  type Context,
  empty,
  etags,
  type HandlerRequest,
  idempotent,
  paging,
  reply,
  type Routes,
} from '#sdk';
import type { JobTarget } from '#sdk/patching.ts';
import type { components } from '../../generated/manager.ts';
import type { EntryModel } from './models.ts';
import type { Calendar } from './service/calendar.ts';
import { previewEntry, type EntryDraft } from './service/entries.ts';
import { createFreeze, deleteFreeze, listFreezes, readFreeze, updateFreeze } from './service/freezes.ts';
import { listOpenings } from './service/openings.ts';
import { WINDOW_GATES } from './service/gate.ts';
import { draftOutlook, windowOutlooks } from './service/outlook.ts';
import { previewRuns } from './service/runPreview.ts';
import {
  createWindow,
  deleteWindow,
  listAllWindows,
  listGroupWindows,
  listHostWindows,
  readWindow,
  updateWindow,
  type Editor,
  type Owner,
  type WindowEdit,
} from './service/windows.ts';
import {
  calendarToWire,
  freezeToWire,
  openingToWire,
  outlookOpeningToWire,
  outlookToWire,
  overrideToWire,
  runPreviewToWire,
  windowToWire,
} from './wire.ts';

type Schemas = components['schemas'];
type WindowRoutes = Routes<'maintenance-windows'>;
type FreezeOperation = 'listFreezes' | 'createFreeze' | 'getFreeze' | 'updateFreeze' | 'deleteFreeze';
type OverrideOperation = 'listWindowOverrides' | 'overrideWindows';
type WindowOperation = Exclude<keyof WindowRoutes, FreezeOperation | OverrideOperation>;

/** The most openings that a preview shows. */
const MOST_SHOWN = 20;

export const windowRoutes = (ctx: Context, calendar: Calendar): WindowRoutes => ({
  ...windowRoutesOf(ctx, calendar),
  ...freezeRoutes(ctx, calendar),
  ...overrideRoutes(ctx),
});

/** The handlers of windows under a host are those of windows under a group. */
function windowRoutesOf(ctx: Context, calendar: Calendar): Pick<WindowRoutes, WindowOperation> {
  const { listed } = showing(ctx, calendar);
  const host = editsOf<{ host_id: string }>(ctx, calendar, {
    creates: 'createHostWindow',
    ownerOf: ({ host_id: hostId }) => ({ hostId }),
  });
  const group = editsOf<{ group_id: string }>(ctx, calendar, {
    creates: 'createGroupWindow',
    ownerOf: ({ group_id: groupId }) => ({ groupId }),
  });
  return {
    async listAllWindows({ query, scope }) {
      return reply(200, await listed(await listAllWindows(ctx, scope), query));
    },
    async listHostWindows({ params, query, scope }) {
      return reply(200, await listed(await listHostWindows(ctx, params.host_id, scope), query));
    },
    async listGroupWindows({ params, query, scope }) {
      return reply(200, await listed(await listGroupWindows(ctx, params.group_id, scope), query));
    },
    createHostWindow: host.create,
    getHostWindow: host.read,
    updateHostWindow: host.update,
    deleteHostWindow: host.remove,
    createGroupWindow: group.create,
    getGroupWindow: group.read,
    updateGroupWindow: group.update,
    deleteGroupWindow: group.remove,
    async listOpenings({ query, scope }) {
      const found = await listOpenings(ctx, calendar, {
        from: new Date(query.from),
        to: new Date(query.to),
        scope,
      });
      const openings = found.openings.map(calendarToWire);
      return reply(200, { ...paging.list('openings', openings, query), is_cut: found.isCut });
    },
    async previewWindow({ body, scope, actor, signal }) {
      const draft = draftOf(body);
      const openings = await previewEntry(ctx, draft, {
        from: ctx.clock.now(),
        limit: MOST_SHOWN,
        account: actors.budgetKey(actor),
        signal,
      });
      const { kind, host_id: hostId = null, group_id: groupId = null, id } = body;
      const place = kind && { kind, hostId: kind === 'window' ? hostId : null, groupId };
      const asked = place && { place, draft, spans: openings, id };
      const found = asked ? await draftOutlook(ctx, calendar, asked, { actor, scope }) : null;
      const outlook = found && {
        openings: found.openings.map(outlookOpeningToWire),
        is_cut: found.isCut,
      };
      return reply(200, { openings: openings.map(openingToWire), outlook });
    },
    async listWindowOutlooks({ query, scope, actor }) {
      const { outlooks, isCut } = await windowOutlooks(ctx, calendar, { actor, scope });
      return reply(200, { ...paging.list('outlooks', outlooks.map(outlookToWire), query), is_cut: isCut });
    },
    async previewRunWindows({ body, scope, actor, signal }) {
      const {
        timezone,
        rrule,
        days_after: daysAfter = 0,
        target,
        respect_windows: keepsWindows = true,
      } = body;
      const times = { timezone, rrule, daysAfter, startsAt: null, durationSecs: 0 };
      const asked = { times, target: target as JobTarget, keepsWindows };
      const account = actors.budgetKey(actor);
      const found = await previewRuns(ctx, calendar, asked, { scope, account, signal });
      return reply(200, { hosts_total: found.hostsTotal, runs: found.runs.map(runPreviewToWire) });
    },
  };
}

/** A request about the windows of a host or a group, which its path names. */
interface Asked<P> extends Pick<
  HandlerRequest<'listAllWindows'>,
  'actor' | 'address' | 'scope' | 'headers' | 'idempotencyKey'
> {
  params: P;
}

/** Makes, reads, changes and deletes windows of a host or of a group; `ownerOf` reads the owner from the path. */
function editsOf<P extends object>(
  ctx: Context,
  calendar: Calendar,
  { creates, ownerOf }: { creates: string; ownerOf: (params: P) => Owner },
) {
  const { one } = showing(ctx, calendar);
  const editorOf = (request: Asked<P>): Editor => ({ by: actedBy(request), scope: request.scope });
  const editOf = ({ params, headers }: Asked<P & { window_id: string }>): WindowEdit => ({
    owner: ownerOf(params),
    id: params.window_id,
    ifMatch: etags.read(headers['if-match']),
  });
  return {
    async create(request: Asked<P> & { body: Schemas['CreateWindowRequest'] }) {
      const call = idempotent.call(creates, request);
      const input = { call, owner: ownerOf(request.params), draft: draftOf(request.body) };
      const made = await createWindow(ctx, input, editorOf(request));
      return reply(201, await one(made));
    },
    async read({ params, scope }: Asked<P & { window_id: string }>) {
      const found = await readWindow(ctx, { owner: ownerOf(params), id: params.window_id }, scope);
      return reply(200, await one(found));
    },
    async update(request: Asked<P & { window_id: string }> & { body: Schemas['UpdateWindowRequest'] }) {
      const input = { ...editOf(request), change: changeOf(request.body) };
      const changed = await updateWindow(ctx, input, editorOf(request));
      return reply(200, await one(changed));
    },
    async remove(request: Asked<P & { window_id: string }>) {
      await deleteWindow(ctx, editOf(request), editorOf(request));
      return empty(204);
    },
  };
}

function freezeRoutes(ctx: Context, calendar: Calendar): Pick<WindowRoutes, FreezeOperation> {
  const nextOf = (entries: readonly EntryModel[]) => calendar.nextOf(entries, ctx.clock.now());
  const one = async (entry: EntryModel) => freezeToWire(entry, await nextOf([entry]));
  return {
    async listFreezes({ query, scope }) {
      const entries = await listFreezes(ctx, scope);
      const next = await nextOf(entries);
      const freezes = entries.map((entry) => freezeToWire(entry, next));
      return reply(200, paging.list('freezes', freezes, query, LATEST_IF_NONE));
    },
    async createFreeze(request) {
      const { group_id: groupId = null, ...body } = request.body;
      const made = await createFreeze(
        ctx,
        { call: idempotent.call('createFreeze', request), groupId, draft: draftOf(body) },
        actedBy(request),
      );
      return reply(201, await one(made));
    },
    async getFreeze({ params, scope }) {
      const found = await readFreeze(ctx, params.freeze_id, scope);
      return reply(200, await one(found));
    },
    async updateFreeze(request) {
      const ifMatch = etags.read(request.headers['if-match']);
      const input = { id: request.params.freeze_id, change: changeOf(request.body), ifMatch };
      const changed = await updateFreeze(ctx, input, actedBy(request));
      return reply(200, await one(changed));
    },
    async deleteFreeze(request) {
      const ifMatch = etags.read(request.headers['if-match']);
      await deleteFreeze(ctx, { id: request.params.freeze_id, ifMatch }, actedBy(request));
      return empty(204);
    },
  };
}

const overrideRoutes = (ctx: Context): Pick<WindowRoutes, OverrideOperation> => ({
  async listWindowOverrides({ params, query, scope }) {
    const which = { jobId: params.job_id, gates: WINDOW_GATES, scope };
    const overrides = (await ctx.core.patching.overrides.list(which)).map(overrideToWire);
    return reply(200, paging.list('overrides', overrides, query, { idOf: ({ gate }) => gate }));
  },
  async overrideWindows(request) {
    const whole = await ctx.core.patching.requireWhole(request.params.job_id, request.scope);
    const { gate: name, reason } = request.body;
    const gate = { name, action: `${name}.overridden` as const, taken: 'OVERRIDE_EXISTS' };
    return reply(
      201,
      overrideToWire(await ctx.core.patching.overrides.give({ whole, gate, reason }, actedBy(request))),
    );
  },
});

/** What never opens again comes after all that does. */
const LATEST_IF_NONE = {
  placeBy: (entry: Schemas['Freeze'], property: string) =>
    property === 'next_start_at' ? (entry.next_start_at ?? '~') : entry[property as 'name' | 'created_at'],
};

/** Windows as people see them: with their next openings. */
function showing(ctx: Context, calendar: Calendar) {
  const nextOf = (entries: readonly EntryModel[]) => calendar.nextOf(entries, ctx.clock.now());
  return {
    one: async (entry: EntryModel) => windowToWire(entry, await nextOf([entry])),
    async listed(entries: readonly EntryModel[], query: HandlerRequest<'listAllWindows'>['query']) {
      const next = await nextOf(entries);
      const windows = entries.map((entry) => windowToWire(entry, next));
      return paging.list('windows', windows, query, LATEST_IF_NONE);
    },
  };
}

function draftOf(body: Schemas['CreateWindowRequest']): EntryDraft {
  const { name, timezone, days_after: daysAfter = 0, duration_secs: durationSecs, enabled = true } = body;
  const { rrule = null, starts_at: startsAt } = body as { rrule?: string; starts_at?: string };
  const at = startsAt === undefined ? null : new Date(startsAt);
  return { name, timezone, durationSecs, enabled, rrule, daysAfter, startsAt: at };
}

function changeOf(body: Schemas['UpdateWindowRequest']): Partial<EntryDraft> {
  const { name, timezone, rrule, starts_at: startsAt, duration_secs: durationSecs, enabled } = body;
  const { days_after: daysAfter } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(rrule === undefined ? {} : { rrule }),
    ...(daysAfter === undefined ? {} : { daysAfter }),
    ...(startsAt === undefined ? {} : { startsAt: startsAt === null ? null : new Date(startsAt) }),
    ...(durationSecs === undefined ? {} : { durationSecs }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}
