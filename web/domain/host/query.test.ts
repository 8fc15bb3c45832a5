import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextSort } from '../../components/fm-table/sorting.ts';
import { DESCENDING_FIRST, hostQueryOf, isFiltered, sortOf } from './query.ts';

const test = suite('hosts: what the address asks for');

test('filters and sorting of the address become those of the API', () => {
  const query = new URLSearchParams(
    'search=+web+&health_status=unreachable&has_security=true&sort=-patches_security',
  );
  assert.equal(hostQueryOf(query), {
    search: 'web',
    health_status: 'unreachable',
    has_security: true,
    sort: '-patches_security',
  });
  assert.ok(isFiltered(query));
});

test('what an address cannot mean is left out', () => {
  const query = new URLSearchParams('health_status=fine&reboot_required=perhaps&sort=-shoe_size&search=');
  assert.equal(hostQueryOf(query), { sort: 'fqdn' });
});

test('a header sorts its worst first, then the other way round', () => {
  const first = nextSort(sortOf(new URLSearchParams()), 'patches_security', DESCENDING_FIRST);
  assert.equal(first, { key: 'patches_security', direction: 'descending' });
  assert.is(nextSort(first, 'patches_security', DESCENDING_FIRST).direction, 'ascending');
  assert.is(nextSort(first, 'fqdn', DESCENDING_FIRST).direction, 'ascending');
});

test.run();
