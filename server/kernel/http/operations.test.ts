import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { operationRows } from './operations.ts';

const test = suite('operations of a document');

const operation = (operationId: string, tag: string, more: object = {}) => ({
  operationId,
  tags: [tag, 'more'] as [string, string],
  'x-permission': 'notes:read',
  ...more,
});

test('an operation belongs to the feature that it names, else to that of its first tag, else to the tag', () => {
  const rows = operationRows({
    tags: [{ name: 'groups', 'x-feature': 'hosts' }, { name: 'jobs' }],
    paths: {
      '/groups': {
        get: operation('listGroups', 'groups'),
        post: operation('createGroup', 'groups', { 'x-feature': 'wizard' }),
      },
      '/jobs': { get: operation('listJobs', 'jobs') },
      '/other': { delete: operation('deleteOther', 'undescribed') },
    },
  });
  assert.equal(
    rows.map(({ operationId, feature }) => [operationId, feature]),
    [
      ['listGroups', 'hosts'],
      ['createGroup', 'wizard'],
      ['listJobs', 'jobs'],
      ['deleteOther', 'undescribed'],
    ],
  );
  assert.equal(rows[1], {
    operationId: 'createGroup',
    method: 'post',
    path: '/groups',
    feature: 'wizard',
    permission: 'notes:read',
  });
});

test.run();
