import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '#web/core/schema.ts';
import { bodyOf, changeOf, draftOf, NEW_CHECK, problemsOf } from './draft.ts';

const test = suite('the form of a health check');

const check = {
  id: '1',
  host_id: '2',
  kind: 'service',
  name: 'Web',
  enabled: true,
  service_name: 'nginx',
  target_host_id: '3',
  url: null,
  expected_status: null,
  expected_body: null,
  timeout_secs: 10,
  interval_secs: null,
  last_status: 'passing',
  last_checked_at: null,
  last_message: null,
  edit_version: 1,
  created_at: '',
  updated_at: '',
} as unknown as Schemas['HealthCheck'];

test('what is wrong is said by field, and only what its kind asks for', () => {
  assert.equal(Object.keys(problemsOf(NEW_CHECK)), ['service_name']);
  assert.equal(Object.keys(problemsOf({ ...NEW_CHECK, name: ' ' })), ['name', 'service_name']);
  assert.equal(Object.keys(problemsOf({ ...NEW_CHECK, kind: 'http', name: 'x', url: 'web' })), ['url']);
  const service = { ...NEW_CHECK, name: 'x', service: 'nginx' };
  assert.equal(problemsOf(service), {});
  assert.equal(Object.keys(problemsOf({ ...service, service: '-x', timeoutSecs: 61, intervalSecs: 29 })), [
    'service_name',
    'timeout_secs',
    'interval_secs',
  ]);
});

test('a check is called as its service or its address, until somebody types a name', () => {
  const service = { ...NEW_CHECK, service: 'nginx.service' };
  assert.equal([bodyOf(service).name, bodyOf({ ...service, name: 'Web' }).name], ['nginx', 'Web']);
  assert.is(bodyOf({ ...NEW_CHECK, kind: 'http', url: 'https://{fqdn}/health' }).name, '{fqdn}/health');
});

test('the request holds the fields of its kind alone', () => {
  const http = { ...NEW_CHECK, kind: 'http', name: ' x ', url: 'http://a/', service: 'nginx' } as const;
  assert.equal(bodyOf(http), {
    name: 'x',
    enabled: true,
    timeout_secs: 10,
    interval_secs: null,
    url: 'http://a/',
    expected_status: null,
    expected_body: null,
  });
});

test('a change holds what was changed, and so not the target that was kept', () => {
  assert.equal(changeOf(check, { ...draftOf(check), name: 'nginx' }), { name: 'nginx' });
  assert.equal(changeOf(check, { ...draftOf(check), target: '' }), { target_host_id: null });
  assert.equal(changeOf(check, draftOf(check)), {});
});

test.run();
