import { actedBy, type Context, empty, etags, idempotent, paging, reply, type Routes } from '#sdk';
import type { components } from '../../generated/manager.ts';
import { createView, deleteView, listViews, readView, updateView, type ViewModel } from './views.ts';

export const viewRoutes = (ctx: Context): Routes<'saved-views'> => ({
  async listSavedViews({ query }) {
    const views = (await listViews(ctx, query.page)).map(viewToWire);
    return reply(200, paging.list('views', views, query));
  },
  async createSavedView(request) {
    const { name, page, query } = request.body;
    const call = idempotent.call('createSavedView', request);
    const made = await createView(ctx, { call, draft: { name, page, query } }, actedBy(request));
    return reply(201, viewToWire(made));
  },
  async getSavedView({ params }) {
    return reply(200, viewToWire(await readView(ctx, params.view_id)));
  },
  async updateSavedView(request) {
    const { params, headers, body: change } = request;
    const edit = { id: params.view_id, ifMatch: etags.read(headers['if-match']), change };
    return reply(200, viewToWire(await updateView(ctx, edit, actedBy(request))));
  },
  async deleteSavedView(request) {
    const { params, headers } = request;
    await deleteView(ctx, { id: params.view_id, ifMatch: etags.read(headers['if-match']) }, actedBy(request));
    return empty(204);
  },
});

const viewToWire = (view: ViewModel): components['schemas']['SavedView'] => ({
  id: view.id,
  name: view.name,
  page: view.page,
  query: view.query,
  created_by: { id: view.createdById, username: view.createdByName },
  edit_version: view.editVersion,
  created_at: view.createdAt.toISOString(),
  updated_at: view.updatedAt.toISOString(),
});
