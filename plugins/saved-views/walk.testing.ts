/** Rows of the walks through the contract: views that people share. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { again, of, takenName } from '../../test/support/walk/made.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';

const view = of('view', 'view_id');
const critical = { name: 'Critical', page: '/hosts', query: 'severity=critical' };

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': 'listSavedViews getSavedView',
  'administrators and operators': 'createSavedView updateSavedView deleteSavedView',
};

export const valid: FeatureRows['valid'] = {
  createSavedView: writes('saved_view.created', async ({ must, ids }) => {
    ids['view'] = (await must<Schemas['SavedView']>('createSavedView', { body: critical })).id;
  }),
  listSavedViews: reads(async ({ must }) => {
    const { views } = await must<Schemas['SavedViewList']>('listSavedViews', { query: { page: '/hosts' } });
    assert.equal(
      views.map(({ query }) => query),
      [critical.query],
    );
  }),
  getSavedView: reads((w) => w.must('getSavedView', view(w))),
  updateSavedView: writes('saved_view.updated', (w) =>
    w.must('updateSavedView', { ...view(w), body: { query: 'severity=critical&sort=-age' } }),
  ),
  deleteSavedView: writes('saved_view.deleted', (w) => w.must('deleteSavedView', view(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'NAME_TAKEN',
    at: {
      updateSavedView: takenName('createSavedView', {
        other: () => ({ body: { page: '/hosts', query: '' } }),
        renamed: (_w, made) => view(made),
      }),
    },
  },
];

export const limits: FeatureRows['limits'] = {
  createSavedView: {
    code: 'SAVED_VIEW_LIMIT_REACHED',
    table: 'saved_views_views',
    most: 50,
    call: (w, name) => again(w, 'createSavedView', { name }),
  },
};

export const noHosts = 'listSavedViews createSavedView getSavedView updateSavedView deleteSavedView';
