import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextSort } from '../../components/fm-table/sorting.ts';
import { DESCENDING_FIRST, hostQueryOf, isFiltered, sortOf } from './query.ts';

const test = suite('hosts: what the address asks for');

test('filters and sorting of the address become those of the API', () => {
  const query = new URLSearchParams(
    'search=+web+&health_status=unreachable&has_security=true&sort=-patches_severity',
  );
  assert.equal(hostQueryOf(query), {
    search: 'web',
    health_status: 'unreachable',
    has_security: true,
    sort: '-patches_severity',
  });
  assert.ok(isFiltered(query));
});

test('every filter of the list is one of the address', () => {
  const query = new URLSearchParams(
    'min_severity=important&has_problems=true&maintenance_mode=false&os_name=Debian+12&agent_version=1.0.0&connection=dial&last_patched=never' +
      '&tag=env%3Dprod&os_family=debian&group_id=01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
  );
  assert.equal(hostQueryOf(query), {
    min_severity: 'important',
    has_problems: true,
    maintenance_mode: false,
    os_name: 'Debian 12',
    agent_version: '1.0.0',
    connection: 'dial',
    last_patched: 'never',
    tag: 'env=prod',
    os_family: 'debian',
    group_id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
    sort: '-patches_severity',
  });
});

test('who asks for missing security patches sees the worst first, unless he sorts otherwise', () => {
  const sort = (text: string): unknown => hostQueryOf(new URLSearchParams(text)).sort;
  assert.is(sort('has_security=true'), '-patches_severity');
  assert.is(sort('min_severity=critical'), '-patches_severity');
  assert.is(sort('has_security=true&sort=fqdn'), 'fqdn');
  assert.is(sort('has_security=false'), 'fqdn');
  assert.is(sort('has_security=true&sort=shoe_size'), '-patches_severity');
});

test('what an address cannot mean is left out, and then does not count as a filter', () => {
  const query = new URLSearchParams(
    'health_status=fine&reboot_required=perhaps&sort=-shoe_size&search=&group_id=web&min_severity=cosmic',
  );
  assert.equal(hostQueryOf(query), { sort: 'fqdn' });
  assert.not.ok(isFiltered(query));
});

test('a header sorts its worst first, then the other way round', () => {
  const first = nextSort(sortOf(new URLSearchParams()), 'patches_severity', DESCENDING_FIRST);
  assert.equal(first, { key: 'patches_severity', direction: 'descending' });
  assert.is(nextSort(first, 'patches_severity', DESCENDING_FIRST).direction, 'ascending');
  assert.is(nextSort(first, 'fqdn', DESCENDING_FIRST).direction, 'ascending');
});

test.run();
