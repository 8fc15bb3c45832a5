import {
  actedBy,
  empty,
  etagOf,
  readIfMatch,
  reply,
  type Context,
  type HandlerRequest,
  type Routes,
} from '../../server/plugin.ts';
import type { components } from '../../generated/manager.ts';
import { occurrencesOf } from './domain/occurrences.ts';
import type { EntryModel } from './models.ts';
import type { Calendar } from './service/calendar.ts';
import { requireTimes, type EntryDraft } from './service/entries.ts';
import { createFreeze, deleteFreeze, listFreezes, updateFreeze } from './service/freezes.ts';
import { listOverrides, overrideGate } from './service/overrides.ts';
import {
  createWindow,
  deleteWindow,
  listAllWindows,
  listGroupWindows,
  listHostWindows,
  updateWindow,
  type Editor,
  type Owner,
} from './service/windows.ts';
import { byNextStart, freezeToWire, openingToWire, overrideToWire, windowToWire } from './wire.ts';

type Schemas = components['schemas'];
type WindowRoutes = Routes<'maintenance-windows'>;
type FreezeOperation = 'listFreezes' | 'createFreeze' | 'updateFreeze' | 'deleteFreeze';
type OverrideOperation = 'listWindowOverrides' | 'overrideWindows';
type GroupOperation = Extract<keyof WindowRoutes, `${string}GroupWindow${'' | 's'}`>;

/** Openings that a preview shows. */
const MOST_SHOWN = 20;

export const windowRoutes = (ctx: Context, calendar: Calendar): WindowRoutes => ({
  ...hostRoutes(ctx, calendar),
  ...groupRoutes(ctx, calendar),
  ...freezeRoutes(ctx, calendar),
  ...overrideRoutes(ctx),
});

type HostRoutes = Omit<WindowRoutes, GroupOperation | FreezeOperation | OverrideOperation>;

function hostRoutes(ctx: Context, calendar: Calendar): HostRoutes {
  const { listed, one } = showing(ctx, calendar);
  const ownerOf = ({ hostId }: { hostId: string }): Owner => ({ hostId });
  return {
    async listAllWindows({ scope }) {
      return reply(200, await listed(await listAllWindows(ctx, scope)));
    },
    async listHostWindows({ params, scope }) {
      return reply(200, await listed(await listHostWindows(ctx, params.hostId, scope)));
    },
    async createHostWindow(request) {
      const draft = draftOf(request.body);
      const input = { owner: ownerOf(request.params), draft };
      const made = await createWindow(ctx, input, editorOf(request));
      return reply(201, await one(made), tagOf(made));
    },
    async updateHostWindow(request) {
      const { params, body } = request;
      const input = { ...editOf(request, ownerOf(params), params.windowId), change: changeOf(body) };
      const changed = await updateWindow(ctx, input, editorOf(request));
      return reply(200, await one(changed), tagOf(changed));
    },
    async deleteHostWindow(request) {
      const { params } = request;
      await deleteWindow(ctx, editOf(request, ownerOf(params), params.windowId), editorOf(request));
      return empty(204);
    },
    async previewWindow({ body }) {
      const draft = draftOf(body);
      const now = ctx.clock.now();
      requireTimes(draft, now);
      const openings = occurrencesOf(draft, { fromMs: now.getTime(), limit: MOST_SHOWN, least: MOST_SHOWN });
      return reply(200, { openings: openings.map(openingToWire) });
    },
  };
}

function groupRoutes(ctx: Context, calendar: Calendar): Pick<WindowRoutes, GroupOperation> {
  const { listed, one } = showing(ctx, calendar);
  const ownerOf = ({ id }: { id: string }): Owner => ({ groupId: id });
  return {
    async listGroupWindows({ params, scope }) {
      return reply(200, await listed(await listGroupWindows(ctx, params.id, scope)));
    },
    async createGroupWindow(request) {
      const input = { owner: ownerOf(request.params), draft: draftOf(request.body) };
      const made = await createWindow(ctx, input, editorOf(request));
      return reply(201, await one(made), tagOf(made));
    },
    async updateGroupWindow(request) {
      const { params, body } = request;
      const input = { ...editOf(request, ownerOf(params), params.windowId), change: changeOf(body) };
      const changed = await updateWindow(ctx, input, editorOf(request));
      return reply(200, await one(changed), tagOf(changed));
    },
    async deleteGroupWindow(request) {
      const { params } = request;
      await deleteWindow(ctx, editOf(request, ownerOf(params), params.windowId), editorOf(request));
      return empty(204);
    },
  };
}

function freezeRoutes(ctx: Context, calendar: Calendar): Pick<WindowRoutes, FreezeOperation> {
  const nextOf = (entries: readonly EntryModel[]) => calendar.nextOf(entries, ctx.clock.now());
  const one = async (entry: EntryModel) => freezeToWire(entry, await nextOf([entry]));
  return {
    async listFreezes({ scope }) {
      const entries = await listFreezes(ctx, scope);
      const next = await nextOf(entries);
      return reply(200, { freezes: byNextStart(entries, next).map((entry) => freezeToWire(entry, next)) });
    },
    async createFreeze(request) {
      const { group_id: groupId = null, ...body } = request.body;
      const made = await createFreeze(ctx, { groupId, draft: draftOf(body) }, actedBy(request));
      return reply(201, await one(made), tagOf(made));
    },
    async updateFreeze(request) {
      const ifMatch = readIfMatch(request.headers['if-match']);
      const input = { id: request.params.freezeId, change: changeOf(request.body), ifMatch };
      const changed = await updateFreeze(ctx, input, actedBy(request));
      return reply(200, await one(changed), tagOf(changed));
    },
    async deleteFreeze(request) {
      const ifMatch = readIfMatch(request.headers['if-match']);
      await deleteFreeze(ctx, { id: request.params.freezeId, ifMatch }, actedBy(request));
      return empty(204);
    },
  };
}

const overrideRoutes = (ctx: Context): Pick<WindowRoutes, OverrideOperation> => ({
  async listWindowOverrides({ params, scope }) {
    const overrides = await listOverrides(ctx, params.id, scope);
    return reply(200, { overrides: overrides.map(overrideToWire) });
  },
  async overrideWindows(request) {
    const { gate, reason } = request.body;
    const made = await overrideGate(ctx, { jobId: request.params.id, gate, reason }, actedBy(request));
    return reply(201, overrideToWire(made));
  },
});

/** Windows as people see them: with their next openings. */
function showing(ctx: Context, calendar: Calendar) {
  const nextOf = (entries: readonly EntryModel[]) => calendar.nextOf(entries, ctx.clock.now());
  return {
    one: async (entry: EntryModel) => windowToWire(entry, await nextOf([entry])),
    async listed(entries: readonly EntryModel[]) {
      const next = await nextOf(entries);
      return { windows: byNextStart(entries, next).map((entry) => windowToWire(entry, next)) };
    },
  };
}

const tagOf = ({ editVersion }: EntryModel) => ({ ETag: etagOf(editVersion) });

type Request = Pick<HandlerRequest<'updateHostWindow'>, 'actor' | 'address' | 'scope' | 'headers'>;

const editorOf = (request: Request): Editor => ({ by: actedBy(request), scope: request.scope });

const editOf = (request: Request, owner: Owner, id: string) => ({
  ...{ owner, id, ifMatch: readIfMatch(request.headers['if-match']) },
});

function draftOf(body: Schemas['CreateWindowRequest']): EntryDraft {
  const { name, timezone, duration_secs: durationSecs, enabled = true } = body;
  const { rrule = null, starts_at: startsAt } = body as { rrule?: string; starts_at?: string };
  const at = startsAt === undefined ? null : new Date(startsAt);
  return { ...{ name, timezone, durationSecs, enabled, rrule }, startsAt: at };
}

function changeOf(body: Schemas['UpdateWindowRequest']): Partial<EntryDraft> {
  const { name, timezone, rrule, starts_at: startsAt, duration_secs: durationSecs, enabled } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(rrule === undefined ? {} : { rrule }),
    ...(startsAt === undefined ? {} : { startsAt: startsAt === null ? null : new Date(startsAt) }),
    ...(durationSecs === undefined ? {} : { durationSecs }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}
